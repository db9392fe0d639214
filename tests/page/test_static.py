"""The page as a website without a server: bestrun itself in the browser, under a sub-path."""

from __future__ import annotations

import re
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from command import bestrun
from material import DATA

from bestrun.commands.site import _serve
from bestrun.page.bundle import MSGSPEC, PYODIDE
from tests.page.conftest import _open
from tests.page.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = Path(__file__).parents[2] / "examples"


CONTROLLED = "navigator.serviceWorker.controller !== null"
ALL_BOARDS = """async () => {
    const [name] = await caches.keys();
    const kept = name ? await (await caches.open(name)).keys() : [];
    return kept.filter(({ url }) => url.endsWith(".svg")).length > 50;
}"""


@pytest.fixture
def board(static: str) -> str:
    """Return the address of the board on the static site."""
    return f"{static}board.html"


def test_a_position_is_answered_without_a_server(browser: Browser, board: str) -> None:
    for page in _open(browser, board, viewport={"width": 390, "height": 844}):
        player = Player(page)
        player.opens(EXAMPLES / "1844.toml")
        player.sees_revenue(380)
        assert page.inner_text("#answer .proven") == "proven"


def test_advice_tells_its_progress_and_answers(browser: Browser, board: str) -> None:
    for page in _open(browser, board):
        Player(page).opens(EXAMPLES / "1844.toml")
        Player(page).sees_revenue(380)
        page.click("#tabs >> button:text-is('Advice')")
        page.click("#panel >> button >> nth=0")
        page.wait_for_selector("ol.moves", timeout=60_000)


def test_after_the_first_visit_it_works_offline(browser: Browser, board: str) -> None:
    for page in _open(browser, board):
        Player(page).waits_for(lambda p=page: p.evaluate(CONTROLLED), "a service worker")
        Player(page).waits_for(lambda p=page: p.evaluate(ALL_BOARDS), "the boards of all titles")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#board svg")
        Player(page).opens(EXAMPLES / "1844.toml")
        Player(page).sees_revenue(380)
        page.select_option("#title", "1889")
        page.wait_for_selector("#board [data-hex='K4']")


def test_the_first_board_is_there_before_python(browser: Browser, board: str) -> None:
    for page in _open(browser, board):
        with page.expect_request("**/bestrun.zip"):
            page.reload()
        page.route("**/*.wasm", lambda route: None)
        page.reload()
        page.wait_for_selector("#board [data-hex='K10']")
        page.wait_for_selector("#starting:has-text('Python')")
        page.select_option("#title", "1889")
        page.wait_for_selector("#board [data-hex='K4']")
        page.unroute("**/*.wasm")


def test_two_tabs_and_a_browser_that_keeps_nothing(browser: Browser, board: str) -> None:
    for page in _open(browser, board):
        other = page.context.new_page()
        other.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
        )
        other.goto(board)
        for each in (page, other):
            Player(each).opens(EXAMPLES / "1844.toml")
            Player(each).sees_revenue(380)


def test_a_stranger_opens_a_board_or_pastes_a_game(browser: Browser, static: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(static)
    assert page.locator(".titles a").count() > 40
    assert page.evaluate("document.querySelector('img.best').naturalWidth") > 100
    assert not page.evaluate("document.querySelector('#paste').getBoundingClientRect().top > 1000")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click(".titles a:has-text('1889')")
    page.wait_for_selector("#board [data-hex='K4']")
    page.goto(static)
    page.fill("#paste", (EXAMPLES / "1844.toml").read_text())
    page.click("#judge")
    Player(page).sees_revenue(380)
    shared = page.url.partition("#")[2]
    page.goto(f"{static}#{shared}")
    Player(page).sees_revenue(380)
    assert complaints == []
    context.close()


def test_a_game_is_judged_without_a_server(browser: Browser, static: str) -> None:
    for page in _open(browser, f"{static}board.html"):
        Player(page).opens(DATA / "exports" / "luzern.json")
        page.wait_for_selector(".headline:has-text('missed 40 in 1 of 1 run')")


def test_a_picture_is_taken_along_without_a_server(
    browser: Browser, board: str, tmp_path: Path
) -> None:
    for page in _open(browser, board):
        Player(page).opens(EXAMPLES / "1844.toml")
        Player(page).sees_revenue(380)
        page.click("#take")
        with page.expect_download() as waiting:
            page.click("dialog button:text-is('PNG')")
        waiting.value.save_as(tmp_path / "board.png")
        assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
        page.evaluate("window.print = () => { window.printed = true; }")
        page.click("dialog button:text-is('PDF')")
        Player(page).waits_for(lambda p=page: p.evaluate("window.printed"), "a print")


def test_the_policy_allows_no_inline_code(static: str, browser: Browser) -> None:
    page = browser.new_page()
    for name in ("", "board.html"):
        page.goto(f"{static}{name}")
        policy = page.get_attribute("meta[http-equiv]", "content") or ""
        assert "unsafe-inline" not in policy
        assert not re.search(r"(?<!wasm-)unsafe-eval", policy)
    page.close()


def test_the_site_is_tried_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.mjs").write_text("export {};")

    def served(server: ThreadingHTTPServer) -> None:
        threading.Thread(target=server.handle_request).start()
        at = re.search(r"http://\S+", capsys.readouterr().out)
        assert at is not None
        with urlopen(f"{at[0]}page.mjs") as answer:
            assert answer.headers["Content-Type"] == "text/javascript"
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", served)
    _serve(tmp_path)


def test_another_pyodide_is_refused_in_one_line(tmp_path: Path) -> None:
    said = bestrun("site", "-o", tmp_path / "out", "--pyodide", tmp_path)
    assert said.code == 2 and "npm install pyodide" in said.err
    (tmp_path / "package.json").write_text('{"version": "0.1"}')
    said = bestrun("site", "-o", tmp_path / "out", "--pyodide", tmp_path)
    assert said.code == 2 and f"is Pyodide 0.1, {PYODIDE} is needed" in said.err
    (tmp_path / "package.json").write_text(f'{{"version": "{PYODIDE}"}}')
    said = bestrun("site", "-o", tmp_path / "out", "--pyodide", tmp_path)
    assert said.code == 2 and MSGSPEC in said.err and not (tmp_path / "out").exists()
