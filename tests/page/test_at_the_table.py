"""The page under a thumb and in a hurry: what is shown belongs to what is on the table."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

MID_GAME = {
    "E2": "448:4",
    "H7": "448:4",
    "I2": "448:4",
    "F3": "611:5",
    "C4": "611:4",
    "D3": "9:1",
    "F5": "9:0",
    "F7": "9:0",
    "G8": "9:1",
    "G4": "206:5",
    "K8": "15:1",
    "G12": "15:3",
    "C10": "12:2",
    "D9": "23:4",
    "K6": "24:3",
    "E8": "8:5",
    "I6": "8:1",
    "I8": "7:1",
    "J5": "3:3",
    "G10": "437:0",
}
"""Twenty tiles of a game of 1889, by colour and number as somebody enters them."""


def start(page: Page, title: str = "1889") -> Player:
    """Choose a title, and wait for its board."""
    page.select_option("#title", title)
    player = Player(page)
    player.waits_for(lambda: page.url.count("#") == 1 and player.position["title"] == title, title)
    page.wait_for_selector('#board [data-hex="K4"]')
    settled(page)
    return player


def settled(page: Page) -> None:
    """Wait until the answer is that to what is on the table."""
    page.wait_for_selector("body:not(.old) #board:not([aria-busy])")


def middle(page: Page, hex_id: str) -> tuple[float, float]:
    """Centre of a hex on the screen."""
    return middle_of(page, f'#board [data-hex="{hex_id}"]')


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    """Centre of an element on the screen; tried again if it was redrawn meanwhile."""
    for _ in range(50):
        x, y = page.locator(selector).first.evaluate(
            "(each) => { const box = each.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; }"
        )
        if (x, y) != (0, 0):
            return x, y
    raise AssertionError(f"{selector} is not on the screen")


class Thumb:
    """A thumb on a phone: it taps where things are, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.player = Player(page)
        self.taps = 0

    def on(self, selector: str) -> None:
        """Tap something that is on the screen; nothing is scrolled for it."""
        x, y = middle_of(self.page, selector)
        assert 0 <= x <= 390 and 0 <= y <= 844, f"{selector} is out of sight"
        self._tap(x, y)

    def on_hex(self, hex_id: str) -> None:
        """Tap a hex of the board, and wait for what it can have."""
        self._tap(*middle(self.page, hex_id))
        self.page.wait_for_selector(f"section.hex[data-hex='{hex_id}'] .modes")

    def chooses(self, selector: str, value: str) -> None:
        """Choose from a list of the phone: a tap opens it, another chooses."""
        self.page.select_option(selector, value)
        self.taps += 2

    def _tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
        self.taps += 1

    def lays(self, hex_id: str, code: str) -> None:
        """Lay a tile with the brush, or from the sheet, and tap the hex until it lies right."""
        tile = code.partition(":")[0]
        self.on_hex(hex_id)
        brush = self.page.inner_text(".modes button >> nth=1")
        if brush != f"brush {tile}":
            if not self.page.locator(f'.tile[data-tile="{tile}"]').count():
                self.on(f".modes button:text-is('{_colour(tile)}')")
            self.on(f'.tile[data-tile="{tile}"]')
        for _ in range(6):
            self.player.waits_for(
                lambda: self.player.lies(hex_id).startswith(f"{tile}:"), f"{tile} on {hex_id}"
            )
            now = self.player.lies(hex_id)
            if now == code:
                return
            self.on_hex(hex_id)
            self.player.waits_for(lambda b=now: self.player.lies(hex_id) != b, "a turn")
        raise AssertionError(f"{code} never lay on {hex_id}")


def _colour(tile: str) -> str:
    from mapdata.titles import load

    return load("1889").tiles[tile].colour


def offered(code: str) -> str:
    """Return a tile in the turn that the page offers, of those that look alike the first."""
    from hexgraph.turns import smallest_turn
    from mapdata.titles import load

    name, _, turn = code.partition(":")
    return f"{name}:{smallest_turn(load('1889').tiles[name], int(turn))}"


def test_a_mid_game_of_1889_takes_sixty_taps_and_no_scrolling(phone: Page) -> None:
    thumb = Thumb(phone)
    start(phone)
    thumb.taps += 2  # the list of titles, and one of them
    thumb.chooses('[aria-label="Company"]', "IR")
    thumb.on('[aria-label="Phase"] >> button:text-is("5")')
    for train in ("3", "4"):
        thumb.on(f'[aria-label="Add train {train}"]')
    for company in ("IR", "SR", "AR", "KU", "KO"):
        thumb.on(f'[aria-label="{company} begins at home"]')
    thumb.on_hex("E2")
    thumb.on(".modes button >> nth=0")
    phone.wait_for_selector(".modes button:text-is('brown')")
    thumb.on(".modes button >> nth=1")
    thumb.on(".modes button:text-is('brown')")
    thumb.on('.tile[data-tile="448"]')
    thumb.lays("H7", offered("448:4"))
    for hex_id, code in list(MID_GAME.items())[2:]:
        thumb.lays(hex_id, offered(code))
        if hex_id == "F3":
            phone.wait_for_selector("section.hex [aria-label='Place a marker of IR']")
            thumb.on("section.hex [aria-label='Place a marker of IR']")
    settled(phone)
    position = thumb.player.position
    assert position["tiles"] == {at: offered(code) for at, code in MID_GAME.items()}
    assert sum(map(len, position["tokens"].values())) == 6
    assert phone.evaluate("window.scrollY") == 0
    assert thumb.taps <= 60, thumb.taps


@pytest.mark.usefixtures("http")
def test_an_answer_that_is_worked_out_anew_is_not_called_proven(desktop: Page) -> None:
    player = start(desktop)
    held: list[Route] = []
    desktop.route("**/api/view", lambda route: held.append(route))
    desktop.click('[aria-label="Add train 3"]')
    player.waits_for(lambda: bool(held), "a question")
    assert desktop.locator("#answer .proven").count() == 0
    assert desktop.inner_text("#answer .working") == "working…"
    held[0].continue_()
    desktop.unroute("**/api/view")
    desktop.wait_for_selector("#answer .proven")


@pytest.mark.usefixtures("http")
def test_a_panel_offers_nothing_of_another_hex(desktop: Page) -> None:
    player = start(desktop)
    player.click_hex("I4")
    held: list[Route] = []
    desktop.route("**/api/hex", lambda route: held.append(route))
    desktop.locator('#board [data-hex="F9"]').first.dispatch_event("click")
    player.waits_for(lambda: bool(held), "a question")
    assert desktop.inner_text("section.hex h2").startswith("F9")
    assert desktop.locator("section.hex button").count() == 0
    held[0].continue_()
    desktop.unroute("**/api/hex")
    desktop.click("section.hex [aria-label='Place a marker of AR']")
    player.waits_for(lambda: player.position["tokens"] == {"AR": ["F9"]}, "a marker in F9")


def test_a_second_tap_on_the_same_spot_turns_the_same_tile(phone: Page) -> None:
    player = start(phone)
    phone.click('[aria-label="Phase"] >> button:text-is("3")')
    thumb = Thumb(phone)
    thumb.on_hex("K8")
    thumb.on(".modes button >> nth=0")
    phone.wait_for_selector(".modes button:text-is('green')")
    picture = phone.locator('.tile[data-tile="6"]')
    picture.wait_for()
    spot = picture.bounding_box()
    assert spot is not None
    seen = set()
    for _ in range(3):
        phone.touchscreen.tap(spot["x"] + 20, spot["y"] + 20)
        player.waits_for(lambda: player.lies("K8") not in {"", *seen}, "another turn")
        seen.add(player.lies("K8"))
        settled(phone)
    assert all(code.startswith("6:") for code in seen)


def test_a_full_city_offers_no_place_and_a_marker_too_many_is_taken_out(
    desktop: Page, tmp_path: Any
) -> None:
    position = {"title": "1889", "phase": "2", "company": "KO", "trains": ["2"]}
    tokens = {"KO": ["K4"], "AR": ["K4"], "IR": ["E2"]}
    (tmp_path / "full.json").write_text(json.dumps(position | {"tokens": tokens}))
    player = start(desktop)
    player.opens(tmp_path / "full.json")
    desktop.wait_for_selector("#answer .mistake")
    assert "tokens" not in desktop.inner_text("#answer")
    assert desktop.locator('#board [data-marker="IR"]').count()
    player.click_hex("K4")
    assert desktop.locator("section.hex [aria-label^='Place a marker']").count() == 0
    desktop.click("section.hex .mistake button")
    desktop.wait_for_selector("#answer .proven")
    assert player.position["tokens"] == {"KO": ["K4"], "IR": ["E2"]}


@pytest.mark.usefixtures("http")
def test_quick_edits_are_joined(desktop: Page) -> None:
    player = start(desktop)
    asked: list[str] = []
    desktop.on("request", lambda sent: asked.append(sent.url))
    desktop.evaluate(
        """() => { for (let n = 0; n < 10; n++)
            document.querySelector('[aria-label="Add train 2"]').click(); }"""
    )
    settled(desktop)
    assert len(player.position["trains"]) == 10
    assert sum(url.endswith("/api/view") for url in asked) <= 3
    assert desktop.locator("#answer .working").count() == 0


@pytest.mark.usefixtures("http")
def test_a_server_that_is_away_is_said_and_asked_again(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    player = start(page)
    page.route("**/api/view", lambda route: route.abort())
    page.click('[aria-label="Add train 2"]')
    page.wait_for_selector("#under:has-text('does not answer')")
    assert page.locator("#answer .proven").count() == 0
    page.unroute("**/api/view")
    page.wait_for_selector("#answer .proven")
    assert player.position["trains"] == ["2"]
    page.close()


def test_arrow_keys_go_to_the_neighbour(desktop: Page) -> None:
    start(desktop)
    desktop.focus("#board")
    desktop.locator('#board [data-hex="E6"]').first.dispatch_event("click")
    desktop.focus("#board")
    walked = []
    for key in ("Down", "Up", "Right", "Left"):
        before = desktop.locator("#board .cursor").get_attribute("transform") or ""
        desktop.keyboard.press(f"Arrow{key}")
        after = desktop.locator("#board .cursor").get_attribute("transform") or ""
        (x, y), (u, v) = (map(float, re.findall(r"-?[\d.]+", each)) for each in (before, after))
        walked.append((round(u - x), round(v - y)))
    assert walked[0][0] == 0 and walked[0][1] > 0
    assert walked[1] == (0, -walked[0][1])
    assert walked[2][0] > 0 and abs(walked[2][1]) < walked[0][1]
    assert walked[3][0] == -walked[2][0]


def test_skipping_to_the_answer_leaves_the_position(desktop: Page) -> None:
    player = start(desktop)
    before = desktop.url
    desktop.focus("#skip")
    desktop.keyboard.press("Enter")
    assert desktop.evaluate("document.activeElement.id") == "answer"
    assert desktop.url == before and player.position["title"] == "1889"


def test_the_board_cannot_be_dragged_out_of_reach(desktop: Page) -> None:
    start(desktop)
    box = desktop.locator("#board").bounding_box()
    assert box is not None
    for _ in range(4):
        desktop.mouse.move(box["x"] + 40, box["y"] + 40)
        desktop.mouse.down()
        desktop.mouse.move(box["x"] + 700, box["y"] + 600, steps=4)
        desktop.mouse.up()
    x, y = middle(desktop, "A8")
    assert x < box["x"] + box["width"] and y < box["y"] + box["height"]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_no_control_lies_over_the_board(size: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(size)
    board = page.locator("#board").bounding_box()
    assert board is not None
    for control in page.locator("button:visible, select:visible").all():
        box = control.bounding_box()
        assert box is not None
        above = box["y"] + box["height"] <= board["y"] + 1
        below = box["y"] >= board["y"] + board["height"] - 1
        beside = box["x"] >= board["x"] + board["width"] - 1
        assert above or below or beside
