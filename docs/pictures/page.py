"""Photograph the page for the documents: ``python docs/pictures/page.py GAME.json``.

It needs Playwright, Chromium, and an exported game for the picture of an audit.
"""

from __future__ import annotations

import io
import shutil
import socket
import sys
import threading
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from bestrun.page.guard import LOOPBACK
from bestrun.page.protocol import PageServer
from bestrun.page.server import make_app

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "1844.toml"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1200, "height": 740}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def board(page: Page) -> None:
    """The best runs, and the tiles for a hex."""
    page.set_input_files("#file", EXAMPLE)
    page.wait_for_selector("#answer .revenue:text-is('380')")
    page.locator('#board [data-hex="K10"]').first.dispatch_event("click")
    page.wait_for_selector("section.hex .modes")


def claim(page: Page) -> None:
    """A claim with a wrong figure, beside what was possible."""
    page.set_input_files("#file", EXAMPLE)
    page.wait_for_selector("#answer .revenue:text-is('380')")
    page.click("#tabs >> button:text-is('Claim')")
    page.fill("textarea", "4: Torino-Sion-Montreux = 100\n4: Brig-Thun-Sarnen")
    page.wait_for_selector("#verdict h2.verdict")


def game(page: Page) -> None:
    """An exported game, every run judged, and one that missed something."""
    page.set_input_files("#file", sys.argv[1])
    page.wait_for_selector(".headline", timeout=120_000)
    page.click(".audit tbody tr >> nth=0 >> button >> nth=0")
    page.wait_for_selector("#verdict h2.verdict")


def reduced(png: bytes) -> Image.Image:
    """A picture in 200 colours, to keep the repository small."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    return image.quantize(200, dither=Image.Dither.NONE)


def photograph(address: str) -> None:
    """Take all four pictures."""
    pictures = {
        "page-board": (board, DESKTOP),
        "page-claim": (claim, DESKTOP),
        "page-game": (game, DESKTOP),
        "page-phone": (board, PHONE),
    }
    with sync_playwright() as playwright:
        found = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name, (scene, options) in pictures.items():
            page = browser.new_page(**options)
            page.goto(address)
            page.wait_for_selector("body:not(.old) #board svg")
            scene(page)
            page.wait_for_selector("body:not(.old) #said:empty", state="attached")
            reduced(page.screenshot()).save(HERE / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = PageServer(make_app(hosts=LOOPBACK))
    threading.Thread(target=server.run, args=([listener],), daemon=True).start()
    photograph(f"http://127.0.0.1:{listener.getsockname()[1]}")
    server.should_exit = True
