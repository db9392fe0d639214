"""The whole table on the page, and what settles an argument: values, claims, what is kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from material import SHARED

from tests.page.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parents[2] / "examples"


def opened(page: Page, name: str, revenue: int) -> Player:
    """Open an example, and wait for its answer."""
    player = Player(page)
    player.opens(EXAMPLES / name)
    player.sees_revenue(revenue)
    return player


def turn_to(page: Page, tab: str) -> None:
    """Choose a tab."""
    page.click(f"#tabs >> button:text-is('{tab}')")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_whole_table_is_answered(size: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(size)
    player = opened(page, "1889-table.toml", 390)
    turn_to(page, "Table")
    page.wait_for_selector("#answer .revenue:text-is('1480')")
    rows = [row.inner_text().split() for row in page.locator(".round tbody tr").all()]
    assert [row[0] for row in rows] == ["KO", "AR", "SR", "UR", "IR", "TR", "KU"]
    assert rows[2][:4] == ["SR", "3,", "3", "320"] and rows[2][-1] == "190"
    page.click("[aria-label='Put SR on turn']")
    player.waits_for(lambda: player.position["company"] == "SR", "SR on turn")
    turn_to(page, "Board")
    player.sees_revenue(320)


def test_a_share_price_puts_a_company_first(desktop: Page) -> None:
    opened(desktop, "1889-table.toml", 390)
    turn_to(desktop, "Table")
    desktop.wait_for_selector("#answer .revenue:text-is('1480')")
    desktop.fill("[aria-label='Price of IR']", "200")
    desktop.locator("[aria-label='Price of IR']").blur()
    desktop.wait_for_selector(".round tbody tr:first-child:has-text('IR')")


def test_another_company_has_its_own_trains(desktop: Page) -> None:
    player = opened(desktop, "1844.toml", 380)
    desktop.select_option('[aria-label="Company"]', "VZ")
    desktop.wait_for_selector("#answer:has-text('VZ has no train')")
    assert player.position["trains"] == {"MOB": ["4", "4"]}
    desktop.click('[aria-label="Add train 4"]')
    player.waits_for(lambda: player.position["trains"].get("VZ") == ["4"], "a train")
    desktop.select_option('[aria-label="Company"]', "MOB")
    player.sees_revenue(380)


def test_a_route_tells_what_each_stop_pays(desktop: Page) -> None:
    opened(desktop, "1844.toml", 380)
    told = desktop.inner_text("#answer table.runs tbody tr >> nth=0")
    assert "Torino 50 – Sion 30 – Montreux 30 – Rochers de Naye 80" in told
    assert "stops 190 + tunnel 40" in told
    desktop.hover("#answer table.runs tbody tr >> nth=0")
    assert desktop.locator("#board .lit").first.get_attribute("data-run") == "1"


def test_a_claim_and_the_best_plan_take_turns_on_the_board(desktop: Page) -> None:
    opened(desktop, "1844.toml", 380)
    turn_to(desktop, "Claim")
    desktop.fill("textarea", "4: Torino-Sion-Montreux")
    desktop.wait_for_selector("#verdict h2.improvable")
    assert desktop.locator("#verdict table.runs").count() == 2
    assert not desktop.locator("#board [data-run='2']").count()
    desktop.click("#verdict button:text-is('the best plan')")
    desktop.wait_for_selector("#board [data-run='2']")
    assert desktop.locator("#verdict h2.improvable").count()


def test_a_position_is_saved_opened_and_forgotten(desktop: Page) -> None:
    player = opened(desktop, "1844.toml", 380)
    desktop.click("#take")
    desktop.fill("[aria-label='Name of the saved position']", "before the auction")
    desktop.click("dialog button:text-is('Save here')")
    desktop.click("dialog button:text-is('Close')")
    desktop.click("#clear")
    player.sees_revenue(0)
    desktop.reload()
    desktop.click("#open")
    desktop.click("dialog button:text-is('before the auction')")
    player.sees_revenue(380)
    desktop.click("#open")
    desktop.click("[aria-label='Forget before the auction']")
    assert desktop.locator("dialog .saved button").count() == 0


def test_a_position_is_pasted(desktop: Page) -> None:
    desktop.click("#open")
    desktop.fill("dialog textarea", (EXAMPLES / "1844.toml").read_text())
    desktop.click("dialog button:text-is('Open the text')")
    Player(desktop).sees_revenue(380)


def test_a_game_a_turn_and_a_claim_survive_a_reload(desktop: Page) -> None:
    game = SHARED / "games" / "1889-314.json"
    if not game.exists():
        pytest.skip("no exported game beside the project")
    Player(desktop).opens(game)
    desktop.wait_for_selector(".headline")
    desktop.click(".audit tbody tr >> nth=1 >> button >> nth=0")
    desktop.wait_for_selector("#verdict h2.improvable")
    label = desktop.inner_text("#timeline output")
    assert label == "OR 6.2: AR claims 440"
    desktop.reload()
    desktop.wait_for_selector(".headline")
    desktop.wait_for_selector(f"#timeline output:text-is('{label}')")
    turn_to(desktop, "Board")
    desktop.click('[aria-label="Phase"] >> button >> nth=0')
    turn_to(desktop, "Game")
    desktop.wait_for_selector("#timeline output:has-text('edited since')")
    desktop.click("button:text-is('by player')")
    desktop.click(".audit tbody tr >> nth=0 >> button")
    assert (
        len({row.inner_text().split()[3] for row in desktop.locator(".audit tbody tr").all()}) == 1
    )


def test_a_picture_shows_one_plan(desktop: Page, tmp_path: Path) -> None:
    opened(desktop, "1844.toml", 380)
    desktop.click('[aria-label="Plans, best first"] >> button >> nth=1')
    desktop.wait_for_selector("#answer h2:has-text('plan 2')")
    second = desktop.inner_text("#answer .revenue")
    desktop.click("#take")
    with desktop.expect_download() as waiting:
        desktop.click("dialog button:text-is('SVG')")
    waiting.value.save_as(tmp_path / "plan.svg")
    text = (tmp_path / "plan.svg").read_text()
    assert text.count("Total ") == 1 and f"Total {second}" in text
