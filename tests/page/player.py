"""A player at the page: what a person does with mouse and keyboard, and what is seen."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 600
"""Looks at the page, a twentieth of a second apart, before it is given up."""


class Player:
    """Someone who uses the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def waits_for(self, seen: Callable[[], bool], what: str) -> None:
        """Look at the page until something is so."""
        for _ in range(PATIENCE):
            if seen():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never seen: {what}")

    def sees_revenue(self, figure: int) -> None:
        """Wait until the page says that the best run earns so much."""
        self.page.wait_for_selector(f"#answer .revenue:text-is('{figure}')")

    @property
    def position(self) -> dict[str, Any]:
        """Return the position that is in the address of the page."""
        packed = self.page.url.partition("#")[2]
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        found: dict[str, Any] = json.loads(zlib.decompress(raw, -15))
        return found

    def opens(self, path: Path) -> None:
        """Choose a file."""
        self.page.set_input_files("#file", path)

    def choose(self, *, company: str, phase: str, trains: Sequence[str] = ()) -> None:
        """Say whose turn it is."""
        self.page.select_option('[aria-label="Company"]', company)
        self.waits_for(lambda: self.position["company"] == company, company)
        self.page.click(f'[aria-label="Phase"] >> button:text-is("{phase}")')
        self.waits_for(lambda: self.position["phase"] == phase, f"phase {phase}")
        for number, train in enumerate(trains, 1):
            self.page.click(f'[aria-label="Add train {train}"]')
            self.waits_for(lambda n=number: len(self.position["trains"]) == n, train)

    def click_hex(self, hex_id: str) -> None:
        """Open a hex of the board, unless it is open."""
        opened = self.page.locator(f"section.hex[data-hex='{hex_id}'] .modes")
        if not opened.count() or not opened.is_visible():
            self.page.locator(f'#board [data-hex="{hex_id}"]').first.dispatch_event("click")
        opened.wait_for()

    def lay(self, hex_id: str, code: str) -> None:
        """Lay tiles by their pictures, clicked again until they lie as they should."""
        self.click_hex(hex_id)
        for part in code.split("+"):
            self._lay_one(hex_id, part)

    def _lay_one(self, hex_id: str, part: str) -> None:
        picture = f'.tile[data-tile="{part.partition(":")[0]}"]'
        if not self.page.locator(picture).count():
            self._finds(picture)
        for _ in range(7):
            now = self.lies(hex_id)
            if part in now.split("+"):
                return
            self.page.click(picture)
            self.waits_for(lambda before=now: self.lies(hex_id) != before, f"{part} on {hex_id}")
            self.page.wait_for_selector(f"{picture}.on[data-code='{self.lies(hex_id)}']")
        raise AssertionError(f"{part} was never offered on {hex_id}")

    def _finds(self, picture: str) -> None:
        """Turn to the colours of any tile until a picture is there."""
        mode = self.page.locator(".modes button:text-is('as it lies')")
        if mode.get_attribute("aria-pressed") == "false":
            mode.click()
        self.page.wait_for_selector(".modes button:nth-child(3)")
        for colour in self.page.locator(".modes button").all_inner_texts()[2:]:
            self.page.click(f".modes button:text-is('{colour}')")
            if self.page.locator(picture).count():
                return
        raise AssertionError(f"no {picture}")

    def lies(self, hex_id: str) -> str:
        """Return the code of what lies on a hex, nothing if nothing does."""
        return str(self.position.get("tiles", {}).get(hex_id, ""))

    def places_marker(self, stop: str, company: str) -> None:
        """Place a marker at a stop by choosing its company."""
        self.click_hex(stop.partition(".")[0])
        place = f"section.hex [data-stop='{stop}'] [aria-label='Place a marker of {company}']"
        self.page.click(place)
        self.waits_for(
            lambda: stop in self.position.get("tokens", {}).get(company, ()), f"{company} in {stop}"
        )
