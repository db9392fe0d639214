"""The two painters: what they paint is the same, and the SVG is safe to put into a page."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from drawn import items_of
from material import real_cases
from PIL import Image, ImageFilter
from svg_reader import read

from bestrun import api
from mapdata.title import Title
from plots import svg
from plots.drawing import Drawing, Ink, Shape, Words, group, polygon
from plots.paint import png
from plots.room import Room

EXAMPLES = Path(__file__).parents[2] / "examples"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
Picture = np.ndarray


CLAIM = (EXAMPLES / "1844-claim.txt").read_text(encoding="utf-8")


def late() -> dict[str, Any]:
    position: dict[str, Any] = real_cases("1844-a")[-1]["position"]
    return position


def tiles() -> Drawing:
    return api.tiles("1841", hex="Milano").draw()


DRAWINGS = {
    "1844": lambda: api.draw(late(), solve=True, focus=False),
    "1841": lambda: api.draw(EXAMPLES / "1841.toml", solve=True, focus=False),
    "claim": lambda: api.draw(EXAMPLES / "1844.toml", claim=CLAIM, solve=True),
    "chicago": lambda: api.draw(EXAMPLES / "chicago-plan.toml", solve=True),
    "island": lambda: api.draw(EXAMPLES / "island-ferry.toml", solve=True, focus=True),
    "tiles": tiles,
}


@cache
def drawing_of(name: str) -> Drawing:
    """Return one of the drawings, which several tests look at."""
    return DRAWINGS[name]()


def pixels(data: bytes) -> Picture:
    """Return a picture, a little blurred: an edge may lie half a pixel beside another."""
    image = Image.open(io.BytesIO(data)).convert("RGB").filter(ImageFilter.GaussianBlur(1.0))
    return np.asarray(image, dtype=float) / 255


def difference(one: Picture, two: Picture) -> tuple[float, float]:
    """Return the mean difference, and the share of pixels that differ plainly."""
    height, width = (min(each) for each in zip(one.shape[:2], two.shape[:2], strict=True))
    apart = np.abs(one[:height, :width] - two[:height, :width]).max(axis=2)
    return float(apart.mean()), float((apart > 0.35).mean())


@pytest.mark.parametrize("name", DRAWINGS)
def test_svg_read_back_is_the_same_picture(name: str) -> None:
    drawing = drawing_of(name)
    again = read(svg.write(drawing))
    one, two = (pixels(png(each, 96)) for each in (drawing, again))
    assert np.abs(np.subtract(one.shape, two.shape)).max() <= 1
    mean, plain = difference(one, two)
    assert mean < 0.004 and plain < 0.001


@pytest.mark.parametrize("name", DRAWINGS)
def test_both_painters_paint_the_same_things(name: str) -> None:
    drawing = drawing_of(name)
    again = read(svg.write(drawing))
    kinds = [
        sorted(type(item).__name__ for item, *_ in items_of(each.items))
        for each in (drawing, again)
    ]
    assert kinds[0] == kinds[1]
    texts = [
        sorted(item.text for item, *_ in items_of(each.items) if isinstance(item, Words))
        for each in (drawing, again)
    ]
    assert texts[0] == texts[1]


def test_a_wrong_picture_would_be_noticed() -> None:
    """A board without its track, or moved by a tenth of a hex, is told apart."""
    drawing = api.draw(late(), focus=False)
    text = svg.write(drawing)
    shifted = text.replace('viewBox="0 ', 'viewBox="6 ', 1)
    colourless = text.replace("#f4d95b", "#86c07a")
    for wrong in (shifted, colourless):
        assert wrong != text
        mean, plain = difference(pixels(png(drawing, 96)), pixels(png(read(wrong), 96)))
        assert mean > 0.01 or plain > 0.01


@pytest.mark.skipif(BROWSER is None, reason="no chromium on this machine to show SVG with")
@pytest.mark.parametrize("name", ["1844", "chicago", "island"])
def test_a_browser_shows_what_matplotlib_paints(name: str, tmp_path: Path) -> None:
    drawing = drawing_of(name)
    file, shot = tmp_path / "picture.svg", tmp_path / "shot.png"
    file.write_text(svg.write(drawing), encoding="utf-8")
    width, height = (round(inches * 96) for inches in drawing.size)
    options = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={tmp_path / 'profile'}",
        f"--window-size={width},{height}",
        f"--screenshot={shot}",
    ]
    assert BROWSER is not None
    subprocess.run([BROWSER, *options, file.as_uri()], capture_output=True, timeout=120, check=True)
    mean, plain = difference(pixels(png(drawing, 96)), pixels(shot.read_bytes()))
    assert mean < 0.02 and plain < 0.015


def test_svg_of_a_full_board_is_small() -> None:
    text = svg.write(api.draw(late(), solve=True, focus=False))
    assert len(text.encode()) < 100_000


def test_every_hex_stop_marker_and_run_is_a_group_with_its_name() -> None:
    text = svg.write(api.draw(late(), solve=True, focus=False))
    hexes = set(re.findall(r'data-hex="([^"]+)"', text))
    assert len(hexes) > 130 and {"K10", "L15"} <= hexes
    assert {"K10", "C20.0", "C20.1", "L15"} <= set(re.findall(r'data-stop="([^"]+)"', text))
    assert {"VZ", "SBB"} <= set(re.findall(r'data-marker="([^"]+)"', text))
    assert set(re.findall(r'data-run="([^"]+)"', text)) == {"1"}


def test_svg_has_no_style_no_script_and_hostile_text_stays_text() -> None:
    words = '</text><script>alert(1)</script>"\x00\x1b&'
    shape = Shape((polygon([(0, 0), (1, 0), (1, 1)]),), Ink(fill="#123456"))
    inside = group([shape, Words(words, 0, 0, 0.2)], ("hex", '"><b onload="x'), alt=words)
    text = svg.write(Drawing((0, 0, 1, 1), (inside,), alt=words))
    root = ET.fromstring(text)
    tags = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert tags == {"svg", "g", "path", "text", "title"}
    assert not any("style" in each.attrib or "onload" in each.attrib for each in root.iter())
    shown = next(each for each in root.iter() if each.tag.endswith("}text"))
    assert shown.text == '</text><script>alert(1)</script>"&'


def test_pictures_of_one_page_do_not_share_ids() -> None:
    drawing = api.draw(EXAMPLES / "1844.toml")
    one, two = svg.write(drawing, ids="a-"), svg.write(drawing, ids="b-")
    first, second = (set(re.findall(r' id="([^"]+)"', text)) for text in (one, two))
    assert first and not first & second
    used = set(re.findall(r'href="#([^"]+)"', one))
    assert used == first


def test_svg_is_drawn_without_matplotlib_shapely_or_numpy(tmp_path: Path) -> None:
    out, position = tmp_path / "board.svg", EXAMPLES / "1844.toml"
    code = (
        "import sys; from bestrun.cli import main\n"
        f"sys.argv = ['bestrun', 'plot', {str(position)!r}, '--solve', '-o', {str(out)!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('matplotlib', 'shapely', 'numpy', 'networkx') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "[]", done
    assert out.stat().st_size > 5000


def test_what_did_not_change_is_not_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from bestrun.turn import set_up
    from mapdata.read import read_position
    from plots import names
    from plots.board import set_scene

    position = dict(late())
    set_scene(set_up(read_position(position)).board)
    laid: list[str] = []
    real = names.hex_room

    def counted(title: Title, look: names.Look) -> Room:
        laid.append(look.face.hex)
        return real(title, look)

    monkeypatch.setattr(names, "hex_room", counted)
    changed = {**position, "tiles": {**position["tiles"], "I10": "58:3"}}
    set_scene(set_up(read_position(changed)).board)
    assert set(laid) == {"I10"}
