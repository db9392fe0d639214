"""The page in a real browser, used as a player would: by clicking."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from material import SHARED, real_cases

from hexgraph.turns import smallest_turn
from mapdata.titles import load
from tests.page.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parents[2] / "examples"


SION = {"K10": "15:0", "K8": "58:2", "J11": "58:4"}
"""The tiles of the rulebook's example."""


def enter_sion(player: Player) -> None:
    """Enter the rulebook's example by clicks alone."""
    player.choose(company="VZ", phase="3", trains=["2H", "3H"])
    for hex_id, code in SION.items():
        player.lay(hex_id, code)
    place_marker(player)


def open_sion(player: Player, folder: Path) -> None:
    """Open the rulebook's example from a file; the marker is placed by clicks."""
    position = {"title": "1844", "company": "VZ", "phase": "3", "trains": ["2H", "3H"]}
    (folder / "sion.json").write_text(json.dumps(position | {"tiles": SION}))
    player.opens(folder / "sion.json")
    player.waits_for(lambda: player.position.get("tiles") == SION, "the example")
    place_marker(player)


def place_marker(player: Player) -> None:
    """Place the marker in Sion, with which there are runs."""
    player.click_hex("K10")
    player.page.click("section.hex button:text-is('+ VZ')")


def as_offered(code: str) -> str:
    """Return tiles in the turn that the page offers, of those that look alike the first."""
    tiles, parts = load("1844").tiles, []
    for part in code.split("+"):
        name, colon, turn = part.partition(":")
        parts.append(f"{name}:{smallest_turn(tiles[name], int(turn))}" if colon else name)
    return "+".join(parts)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_position_is_entered_by_clicks(size: str, request: pytest.FixtureRequest) -> None:
    player = Player(request.getfixturevalue(size))
    enter_sion(player)
    player.sees_revenue(100)
    assert player.page.inner_text("#answer .proven") == "proven"


def test_edits_are_undone_and_done_again(desktop: Page, tmp_path: Path) -> None:
    player = Player(desktop)
    open_sion(player, tmp_path)
    player.sees_revenue(100)
    desktop.click("#undo")
    player.sees_revenue(0)
    desktop.keyboard.press("Control+y")
    player.sees_revenue(100)


def test_the_next_best_plans_are_clicked_through(desktop: Page) -> None:
    player = Player(desktop)
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    desktop.click('[aria-label="Plans, best first"] >> button >> nth=1')
    desktop.wait_for_selector("#answer h2:has-text('plan 2')")
    assert desktop.locator("#board [data-run]").count()


def test_a_position_that_cannot_be_says_so_and_stays_editable(
    desktop: Page, tmp_path: Path
) -> None:
    player = Player(desktop)
    open_sion(player, tmp_path)
    player.sees_revenue(100)
    desktop.click('[aria-label="Phase"] >> button:text-is("7")')  # 2H and 3H are scrapped
    desktop.wait_for_selector("#answer .warning:has-text('there is no 2H in phase 7')")
    desktop.click('[aria-label="Phase"] >> button:text-is("3")')
    player.sees_revenue(100)


def test_a_claim_is_typed_and_judged(desktop: Page) -> None:
    player = Player(desktop)
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    desktop.click("text=Claim")
    desktop.fill("textarea", "4: Torino-Sion-Montreux = 100")
    desktop.wait_for_selector("#verdict h2.misstated")
    assert "earns 140" in desktop.inner_text("#verdict")
    assert "Missed 240" in desktop.inner_text("#verdict")


def test_a_claim_is_clicked_stop_by_stop(desktop: Page) -> None:
    player = Player(desktop)
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    desktop.click("text=Claim")
    for stop in ("M8", "K10", "I6"):
        desktop.locator(f'#board [data-stop="{stop}"]').first.dispatch_event("click")
    desktop.wait_for_selector("#verdict h2.improvable")
    assert "earns 140" in desktop.inner_text("#verdict")


def test_advice_is_ranked_and_shown_on_the_board(desktop: Page) -> None:
    player = Player(desktop)
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    before = player.position
    desktop.click("text=Advice")
    desktop.uncheck("text=lay and marker together")
    desktop.click("button:text-is('Advise')")
    desktop.wait_for_selector(".moves li")
    first = desktop.locator(".move").first
    assert first.inner_text().startswith("+20 tile X79 on K14")
    others = desktop.locator(".moves details").first
    assert others.inner_text() == "the same runs after another move"
    others.locator("summary").click()
    assert others.locator(".move span").first.inner_text() == "tile 611 on K10 Sion"
    gain = int(first.inner_text().split()[0])
    assert gain > 0
    first.click()
    desktop.wait_for_selector(".move[aria-pressed=true] >> text=tap again to make it")
    assert player.position["tiles"] == before["tiles"]
    first.click()
    player.waits_for(lambda: player.position["tiles"] != before["tiles"], "the move")
    desktop.click("#tabs >> button:text-is('Board')")
    player.sees_revenue(380 + gain)


def test_a_game_is_opened_and_judged(desktop: Page) -> None:
    game = SHARED / "games" / "1844-a.json"
    if not game.exists():
        pytest.skip("no exported game beside the project")
    player = Player(desktop)
    player.opens(game)
    desktop.wait_for_selector(".headline:has-text('missed 50 in 2 of 70 runs')")
    assert desktop.inner_text(".audit tbody tr >> nth=0").split()[-1] == "40"
    desktop.click(".audit tbody tr >> nth=0 >> button >> nth=0")
    desktop.wait_for_selector("#board [data-run]")
    desktop.click('[aria-label="One turn back"]')
    desktop.click("button:text-is('by company')")
    desktop.wait_for_selector(".audit th:text-is('RhB')")


def test_a_hostile_game_shows_its_text_as_text(desktop: Page, tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)>"
    game = {"id": evil, "title": evil, "players": [], "actions": []}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game))
    Player(desktop).opens(path)
    desktop.wait_for_selector("#panel .wrong")
    assert not desktop.locator("img").count()


def test_a_mid_game_position_is_entered_by_clicks_shared_and_opened_again(
    desktop: Page, address: str
) -> None:
    (case,) = [each for each in real_cases("1844-a") if each["id"] == "1844-a:145"]
    given = case["position"]
    tiles = {hex_id: as_offered(code) for hex_id, code in given["tiles"].items()}
    player = Player(desktop)
    player.choose(company=given["company"], phase=given["phase"], trains=given["trains"])
    for hex_id, code in tiles.items():
        player.lay(hex_id, code)
    for company, stops in given["tokens"].items():
        for stop in stops:
            player.places_marker(stop, company)
    player.sees_revenue(case["optimum"])
    assert player.position["tiles"] == tiles
    shared = desktop.url
    desktop.goto("about:blank")
    desktop.goto(shared)
    player.sees_revenue(case["optimum"])


BEGINNINGS = {
    "TOML": b"title",
    "JSON": b"{",
    "SVG": b"<svg",
    "PNG": b"\x89PNG",
    "PDF": b"%PDF",
}
"""What a file of each kind begins with."""


def test_a_position_is_taken_along(desktop: Page, tmp_path: Path) -> None:
    player = Player(desktop)
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    before = player.position
    for kind, beginning in BEGINNINGS.items():
        desktop.click("#take")
        with desktop.expect_download() as waiting:
            desktop.click(f"dialog button:text-is('{kind}')")
        saved = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(saved)
        assert saved.suffix == f".{kind.lower()}"
        assert saved.read_bytes().startswith(beginning)
        desktop.click("dialog button:text-is('Close')")
    for kind in ("toml", "json"):
        desktop.click("#clear")
        player.sees_revenue(0)
        (saved,) = tmp_path.glob(f"*.{kind}")
        player.opens(saved)
        player.sees_revenue(380)
        assert player.position == before


def test_the_phone_needs_no_sideways_scrolling(phone: Page) -> None:
    player = Player(phone)
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def test_what_is_impossible_is_left_out_and_said(desktop: Page, tmp_path: Path) -> None:
    position = {"title": "1844", "phase": "3", "company": "VZ", "trains": ["2H"]}
    path = tmp_path / "p.json"
    path.write_text(json.dumps(position | {"tiles": {"K10": "57:9", "K8": "58:2"}}))
    Player(desktop).opens(path)
    desktop.wait_for_selector("#answer .wrong:has-text('rotation 9')")
    assert desktop.locator("#board [data-hex]").count() > 100
