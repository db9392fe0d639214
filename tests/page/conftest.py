"""A server and a real browser, for tests that use the page as a player does."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command import bestrun

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


ROOT = Path(__file__).parents[2]
PACKAGE = Path(os.environ.get("BESTRUN_PYODIDE", ROOT / "node_modules" / "pyodide"))

ADDRESS = os.environ.get("BESTRUN_ADDRESS", "")
"""Where the page is tried: an address, ``static`` for a static site, nothing for a server."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing about it."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the static site, and return its address; it lies below the root."""
    if not (PACKAGE / "package.json").exists():
        pytest.skip("no Pyodide (.ci/pyodide): the static site is not tried")
    folder = tmp_path_factory.mktemp("static")
    said = bestrun("site", "-o", folder / "some" / "path", "--pyodide", PACKAGE)
    assert said.code == 0, said.err
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/path/"
    server.shutdown()


@pytest.fixture
def http() -> None:
    """For tests that look at the requests to a server."""
    if ADDRESS:
        pytest.skip("there are no requests to a server")


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Serve the page, and return its address; ``BESTRUN_ADDRESS`` chooses another one."""
    if ADDRESS:
        site = request.getfixturevalue("static") if ADDRESS == "static" else ADDRESS
        yield f"{site}board.html" if ADDRESS == "static" else site
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
    visit.page.wait_for_selector("#board svg", timeout=60_000)
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
