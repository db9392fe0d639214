"""A server and a real browser, for tests that use the page as a player does."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Serve the page, and return its address; ``BESTRUN_ADDRESS`` names a static site instead."""
    if given := os.environ.get("BESTRUN_ADDRESS"):
        yield given
        return
    from bestrun.page.guard import LOOPBACK
    from bestrun.page.protocol import PageServer
    from bestrun.page.server import make_app

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = PageServer(make_app(hosts=LOOPBACK))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a browser that is on this machine."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium on this machine: the page is not tried in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield started
        started.close()


class Visit:
    """A page that is open, and what its console complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.set_default_timeout(30_000)

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "status of 422" not in text:  # what is refused is told on the page
            self.complaints.append(text)


def _open(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    context = browser.new_context(**options)
    visit = Visit(context.new_page())
    visit.page.goto(address)
    visit.page.wait_for_selector("#board svg")
    yield visit.page
    context.close()
    assert visit.complaints == []


@pytest.fixture
def desktop(browser: Browser, address: str) -> Iterator[Page]:
    """Return the page on a desktop."""
    yield from _open(browser, address, viewport={"width": 1280, "height": 800})


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    """Return the page on a phone."""
    size = {"width": 390, "height": 844}
    yield from _open(browser, address, viewport=size, has_touch=True, is_mobile=True)
