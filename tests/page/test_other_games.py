"""Chicago Express and Island Rails on the page: whole games entered by taps, answers as tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solvers.island.boards.generate import generate
from tests.page.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parents[2] / "examples"


def begin(page: Page, title: str) -> Player:
    """Choose a game, and wait for its board."""
    page.select_option("#title", title)
    player = Player(page)
    player.waits_for(lambda: "#" in page.url and player.position["title"] == title, title)
    page.wait_for_selector("#board [data-hex='S3']" if "chicago" in title else "#board [data-spot]")
    return player


def settled(page: Page) -> None:
    """Wait until the answer is that to what is on the table."""
    page.wait_for_selector("body:not(.old) #board:not([aria-busy])")


def place_of(page: Page, selector: str, share: float = 0.5) -> tuple[float, float]:
    """Where something is on the screen, the picture being drawn anew or not."""
    x, y = page.evaluate(
        """([selector, share]) => {
            const box = document.querySelector(selector).getBoundingClientRect();
            return [box.x + box.width * share, box.y + box.height * share];
        }""",
        [selector, share],
    )
    return x, y


def press_hex(page: Page, hex_id: str) -> None:
    """Click in the middle of a hex, whatever lies there."""
    page.mouse.click(*place_of(page, f'#board [data-hex="{hex_id}"]'))


def press_spot(page: Page, at: str) -> None:
    """Click a little beside a point."""
    page.mouse.click(*place_of(page, f'#board [data-spot="{at}"]', 0.6))


NETWORKS = {
    "PRR": ["Q5", "P4", "O4", "N3", "M4"],
    "B&O": ["P6", "O7", "N6"],
    "NYC": ["R3", "Q3"],
}
"""What stands on the board of ``chicago-action.toml`` beside the starts."""


def test_a_mid_game_of_chicago_express_is_entered_by_clicks(desktop: Page) -> None:
    player = begin(desktop, "chicago-express")
    for company, hexes in NETWORKS.items():
        desktop.click(f"[aria-label='Company'] >> button:text-is('{company}')")
        for hex_id in hexes:
            press_hex(desktop, hex_id)
            player.waits_for(
                lambda h=hex_id, c=company: h in player.position.get("networks", {}).get(c, ()),
                hex_id,
            )
    for name, money in (("PRR", 15), ("B&O", 12)):
        desktop.fill(f"[aria-label='Money of {name}']", str(money))
        desktop.keyboard.press("Tab")
    desktop.click("button:text-is('Next action')")
    for shares, cash in (({"PRR": 1, "B&O": 1}, 20), ({"PRR": 1, "C&O": 1, "NYC": 1}, 16)):
        before = player_names(desktop)
        desktop.click("[aria-label='Add a player']")
        player.waits_for(lambda b=before: player_names(desktop) != b, "a player")
        who = player_names(desktop)[-1]
        for name, many in shares.items():
            for held in range(many):
                desktop.click(f"[aria-label='{who} holds {held} of {name}: one more']")
        desktop.fill(f"[aria-label='Cash of {who}']", str(cash))
        desktop.keyboard.press("Tab")
    desktop.click("[aria-label='Turn the dial auction']")
    for _ in range(2):
        desktop.click("[aria-label='Turn the dial build']")
    desktop.fill("[aria-label='Dividends']", "2")
    desktop.locator("[aria-label='Dividends']").blur()
    desktop.wait_for_selector("#answer .revenue:text-is('+6 for P1')")
    desktop.wait_for_selector("#answer .proven")
    assert desktop.locator("#answer pre").count() == 0
    rows = desktop.locator("#answer table >> nth=0 >> tbody tr").all_inner_texts()
    assert rows[0].split("\t")[0] == "build B&O: M6, L6, K7"
    assert "nobody else acts" in desktop.inner_text("#answer details")


def player_names(page: Page) -> list[str]:
    """The players in the table of companies."""
    heads: list[str] = page.locator("table.round thead th").all_inner_texts()
    return heads[4:]


def test_a_new_game_of_chicago_express_is_one_click(desktop: Page) -> None:
    player = Player(desktop)
    player.opens(EXAMPLES / "chicago-action.toml")
    desktop.wait_for_selector("#answer .revenue:text-is('+6 for Andy')")
    desktop.click("#clear")
    player.waits_for(lambda: "networks" not in player.position, "the printed board")
    desktop.wait_for_selector("#answer .revenue:has-text('income')")


def test_a_click_lands_through_what_is_drawn_on_a_hex(desktop: Page) -> None:
    player = Player(desktop)
    player.opens(EXAMPLES / "chicago-build.toml")
    desktop.wait_for_selector("#answer .revenue:has-text('income 8 → 10')")
    press_hex(desktop, "R2")  # a locomotive is proposed there
    player.waits_for(lambda: "R2" in player.position["networks"]["NYC"], "a locomotive")
    press_hex(desktop, "R2")
    player.waits_for(lambda: "R2" not in player.position["networks"]["NYC"], "none")


def test_a_game_with_money_of_its_company_is_opened(desktop: Page) -> None:
    Player(desktop).opens(EXAMPLES / "chicago-action.toml")
    desktop.wait_for_selector("#answer .revenue:text-is('+6 for Andy')")
    assert desktop.locator("#answer .wrong").count() == 0


@pytest.mark.parametrize(
    ("name", "headline"),
    [
        ("chicago-develop", "develop L6"),
        ("chicago-share", "B&O: bid 4 to 13"),
        ("island-track", "cost 15"),
        ("island-contracts", "the best pays 16"),
        ("island-deliveries", "6.00 a turn"),
    ],
)
def test_answers_are_tables(desktop: Page, name: str, headline: str) -> None:
    Player(desktop).opens(EXAMPLES / f"{name}.toml")
    desktop.wait_for_selector(f"#answer .revenue:text-is('{headline}')")
    assert desktop.locator("#answer table tbody tr").count()
    assert desktop.locator("#answer pre").count() == 0


def test_a_build_of_chicago_express_is_claimed_by_clicks(desktop: Page) -> None:
    Player(desktop).opens(EXAMPLES / "chicago-build.toml")
    desktop.wait_for_selector("#answer .revenue:has-text('income 8 → 10')")
    desktop.click("text=Claim")
    for hex_id in ("R2", "Q3"):
        press_hex(desktop, hex_id)
    desktop.wait_for_selector("#verdict h2.best")


def spot_of(name: str) -> str:
    """The number of a point of board 7, by its name."""
    return str(generate(7).find(name))


def test_island_rails_begins_without_a_complaint(desktop: Page) -> None:
    begin(desktop, "island-rails")
    desktop.wait_for_selector("text=Tap the towns to join.")
    assert desktop.locator("#answer .wrong").count() == 0
    assert desktop.locator("#under").inner_text() == ""


def test_a_game_of_island_rails_is_entered_by_clicks(desktop: Page) -> None:
    player = begin(desktop, "island-rails")
    desktop.fill("[aria-label='Board number']", "7")
    desktop.locator("[aria-label='Board number']").blur()
    player.waits_for(lambda: player.position["board"] == {"seed": 7}, "board 7")
    settled(desktop)
    desktop.click("button:text-is('Best deliveries')")
    desktop.click("button:text-is('my lines')")
    window = desktop.get_attribute("#board svg", "viewBox")
    for name in ("Corvane", "J9", "J7", "Zennock"):
        press_spot(desktop, spot_of(name))
    player.waits_for(lambda: len(player.position.get("network", ())) == 3, "three links")
    settled(desktop)
    assert desktop.get_attribute("#board svg", "viewBox") == window
    desktop.click("button:text-is('the train')")
    press_spot(desktop, spot_of("Corvane"))
    desktop.fill("[aria-label='Money']", "24")
    desktop.click("button:text-is('a delivery on a card')")
    for good, town in (("cheese", "Corvane"), ("machines", "Corvane")):
        desktop.click(f"[aria-label='Good'] >> button:text-is('{good}')")
        press_spot(desktop, spot_of(town))
    player.waits_for(lambda: len(player.position.get("cards", [[]])[0]) == 2, "two deliveries")
    desktop.wait_for_selector("#answer .revenue:has-text('a turn')")
    assert player.position["at"] == "Corvane" and player.position["money"] == 24


def test_a_stretch_that_is_tapped_again_is_taken_off(desktop: Page) -> None:
    player = begin(desktop, "island-rails")
    player.opens(EXAMPLES / "island-deliveries.toml")
    desktop.wait_for_selector("#answer .revenue:has-text('a turn')")
    desktop.click("button:text-is('my lines')")
    for name in ("Corvane", "J9"):
        press_spot(desktop, spot_of(name))
    player.waits_for(lambda: len(player.position["network"]) == 2, "two links")


def test_a_board_of_ones_own_is_painted(desktop: Page) -> None:
    player = begin(desktop, "island-rails")
    desktop.click("button:text-is('Paint an empty one')")
    player.waits_for(lambda: "points" in player.position["board"], "an empty board")
    settled(desktop)
    middle = [84, 85, 86]  # three points of the middle row
    for at, kind in zip(middle, ("small", "plain", "large"), strict=True):
        desktop.click(f"[aria-label='Paint'] >> button:text-is('{kind}')")
        press_spot(desktop, str(at))
        player.waits_for(
            lambda a=at, k=kind: player.position["board"]["points"][a]["kind"] == k, kind
        )
        settled(desktop)
    desktop.click("[aria-label='Paint'] >> button:text-is('river')")
    press_spot(desktop, "84")
    press_spot(desktop, "85")
    player.waits_for(lambda: len(player.position["board"]["rivers"]) == 1, "a river")
    desktop.click("button:text-is('towns to join')")
    for at in ("84", "86"):
        settled(desktop)
        press_spot(desktop, at)
    desktop.wait_for_selector("#answer .revenue:has-text('cost')")
    assert player.position["connect"] == ["Town 1", "Town 2"]
