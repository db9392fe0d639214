"""The page on a phone and a desktop, in light and dark: every title in view, nothing too small."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from thorough import one_in

from mapdata.titles import title_ids
from tests.page.conftest import _open
from tests.page.player import Player
from tests.page.test_at_the_table import Thumb, middle, settled, start

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EXAMPLES = Path(__file__).parents[2] / "examples"
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}

COVERED = """() => {
    const board = document.querySelector("#board").getBoundingClientRect();
    return [...document.querySelectorAll("#board [data-hex]")].filter((hex) => {
        const box = hex.getBoundingClientRect();
        const inside = box.left > board.left - 1 && box.right < board.right + 1
            && box.top > board.top - 1 && box.bottom < board.bottom + 1;
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !inside || !top?.closest("#board");
    }).map((hex) => hex.dataset.hex);
}"""
"""Hexes that are out of view, or with something of the page over them."""


@pytest.mark.parametrize("size", SIZES)
def test_no_control_covers_a_hex_of_any_title(browser: Browser, address: str, size: str) -> None:
    for page in _open(browser, address, **SIZES[size]):
        for title in one_in(17, title_ids()):
            page.select_option("#title", title)
            Player(page).waits_for(
                lambda t=title, p=page: "#" in p.url and Player(p).position["title"] == t, title
            )
            settled(page)
            assert page.evaluate(COVERED) == [], title
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= SIZES[size]["viewport"]["width"], title


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_dark_in_the_dark_and_the_chosen_hex_is_seen(
    browser: Browser, address: str, size: str
) -> None:
    for page in _open(browser, address, color_scheme="dark", **SIZES[size]):
        start(page)
        page.locator('#board [data-hex="K4"]').first.dispatch_event("click")
        page.wait_for_selector("section.hex .modes")
        ground = page.evaluate(
            "getComputedStyle(document.querySelector('#board')).backgroundColor.match(/\\d+/g)"
        )
        assert max(map(int, ground[:3])) < 80
        rims = [page.locator(f"#board .cursor .{kind}") for kind in ("light", "dark")]
        assert [each.count() for each in rims] == [1, 1]


def test_the_answer_stands_beside_the_board_of_a_phone(phone: Page) -> None:
    player = Player(phone)
    player.opens(EXAMPLES / "1844.toml")
    phone.wait_for_selector("#brief:text-is('380 proven')")
    box = phone.locator("#brief").bounding_box()
    assert box is not None and box["y"] + box["height"] < 500
    phone.tap("#tabs >> button:text-is('Table')")
    phone.wait_for_selector("#brief:has-text('proven')")


def test_a_hex_too_small_for_a_finger_is_enlarged(phone: Page) -> None:
    phone.select_option("#title", "1822")
    phone.wait_for_selector('#board [data-hex="N29"]')
    settled(phone)
    hexagon = phone.locator('#board [data-hex="N29"]').first
    assert hexagon.evaluate("each => each.getBoundingClientRect().width") < 26
    Thumb(phone).on_hex("N29")
    assert hexagon.evaluate("each => each.getBoundingClientRect().width") > 35


def test_a_point_too_small_for_a_finger_is_enlarged_before_it_counts(phone: Page) -> None:
    phone.select_option("#title", "island-rails")
    phone.wait_for_selector("#board [data-spot]")
    settled(phone)
    player = Player(phone)
    phone.click("button:text-is('the train')")
    spot = '#board [data-spot="84"]'
    for taken in (False, True):
        box = phone.locator(spot).bounding_box()
        assert box is not None
        aside = 8 if taken else 0  # a finger is never in the middle
        phone.touchscreen.tap(box["x"] + box["width"] / 2 + aside, box["y"] + box["height"] / 2)
        player.waits_for(
            lambda wide=box["width"]: (
                phone.locator(spot).bounding_box()["width"] != wide or "at" in player.position
            ),
            "a larger board, or the train",
        )
        assert ("at" in player.position) is taken


def test_another_position_closes_the_hex_of_the_old_one(desktop: Page) -> None:
    player = start(desktop)
    player.click_hex("K4")
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    assert not desktop.locator("section.hex").is_visible()


@pytest.mark.usefixtures("http")
def test_what_is_too_large_says_so_and_gives_the_file(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    start(page)
    late = {"status": 504, "json": {"error": "the time for one question is over"}}
    page.route("**/api/view", lambda route: route.fulfill(**late))
    page.click('[aria-label="Add train 2"]')
    page.wait_for_selector("#answer:has-text('Too large for the browser: `bestrun solve`')")
    with page.expect_download() as waiting:
        page.click("#answer button:text-is('The file for it')")
    assert waiting.value.suggested_filename.endswith(".toml")
    context.close()


@pytest.mark.usefixtures("http")
def test_what_is_not_proven_in_time_is_not_called_proven(desktop: Page) -> None:
    start(desktop)
    asked: list[float] = []

    def unproven(route: Any) -> None:
        asked.append(json.loads(route.request.post_data)["seconds"])
        told = route.fetch().json()
        told["answer"] |= {"proven": False, "revenue": 0, "bound": 90, "runs": []}
        route.fulfill(json=told)

    desktop.route("**/api/view", unproven)
    desktop.click('[aria-label="Add train 2"]')
    desktop.wait_for_selector("#answer .bound:text-is('not proven, at most 90')")
    assert desktop.locator("#answer .proven, #answer .revenue").count() == 0
    assert desktop.locator("#answer:has-text('Too large for the browser')").count() == 1
    assert asked == sorted(asked) and len(asked) > 1
    desktop.unroute("**/api/view")


def test_the_back_button_goes_back_in_the_page(desktop: Page) -> None:
    player = start(desktop)
    player.opens(EXAMPLES / "1844.toml")
    player.sees_revenue(380)
    desktop.click("#tabs >> button:text-is('Claim')")
    desktop.wait_for_selector("#tab-2[aria-selected=true]")
    desktop.go_back()
    desktop.wait_for_selector("#tab-0[aria-selected=true]")
    player.sees_revenue(380)
    desktop.go_back()
    desktop.wait_for_selector('#board [data-hex="K4"]')
    player.waits_for(lambda: player.position["title"] == "1889", "1889 again")


def test_a_broken_link_says_so(browser: Browser, address: str) -> None:
    for page in _open(browser, f"{address}#no-position"):
        page.wait_for_selector("#said:has-text('This link is broken')")


def test_a_file_without_company_opens_as_a_board(desktop: Page, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text('title = "1889"\nphase = "3"\n[tiles]\nK4 = "5:3"\n')
    player = Player(desktop)
    player.opens(tmp_path / "board.toml")
    player.waits_for(lambda: player.position.get("tiles") == {"K4": "5:3"}, "the board")
    settled(desktop)
    assert desktop.locator("#answer .wrong").count() == 0
    assert middle(desktop, "K4") != (0, 0)
