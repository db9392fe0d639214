"""The page as a website without a server: bestrun itself in the browser, under a sub-path."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command import bestrun

from bestrun.page.bundle import MSGSPEC, PYODIDE
from tests.page.conftest import _open
from tests.page.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PACKAGE = Path(os.environ.get("BESTRUN_PYODIDE", ROOT / "node_modules" / "pyodide"))


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing about it."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the website, and return its address; it lies below the root."""
    if not (PACKAGE / "package.json").exists():
        pytest.skip("no Pyodide (npm install pyodide): the static site is not tried")
    folder = tmp_path_factory.mktemp("static")
    said = bestrun("site", "-o", folder / "some" / "path", "--pyodide", PACKAGE)
    assert said.code == 0, said.err
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/path/"
    server.shutdown()


def test_a_position_is_answered_without_a_server(browser: Browser, static: str) -> None:
    for page in _open(browser, static, viewport={"width": 390, "height": 844}):
        player = Player(page)
        player.opens(EXAMPLES / "1844.toml")
        player.sees_revenue(380)
        assert page.inner_text("#answer .proven") == "proven"


def test_advice_tells_its_progress_and_answers(browser: Browser, static: str) -> None:
    for page in _open(browser, static):
        Player(page).opens(EXAMPLES / "1844.toml")
        page.click("#tabs >> button:text-is('Advice')")
        page.click("#panel >> button >> nth=0")
        page.wait_for_selector("ol.moves", timeout=60_000)


def test_after_the_first_visit_it_works_offline(browser: Browser, static: str) -> None:
    for page in _open(browser, static):
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#board svg")
        Player(page).opens(EXAMPLES / "1844.toml")
        Player(page).sees_revenue(380)


def test_another_pyodide_is_refused_in_one_line(tmp_path: Path) -> None:
    said = bestrun("site", "-o", tmp_path / "out", "--pyodide", tmp_path)
    assert said.code == 2 and "npm install pyodide" in said.err
    (tmp_path / "package.json").write_text('{"version": "0.1"}')
    said = bestrun("site", "-o", tmp_path / "out", "--pyodide", tmp_path)
    assert said.code == 2 and f"is Pyodide 0.1, {PYODIDE} is needed" in said.err
    (tmp_path / "package.json").write_text(f'{{"version": "{PYODIDE}"}}')
    said = bestrun("site", "-o", tmp_path / "out", "--pyodide", tmp_path)
    assert said.code == 2 and MSGSPEC in said.err and not (tmp_path / "out").exists()
