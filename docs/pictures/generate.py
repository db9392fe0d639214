"""Draw the pictures of the documents anew: ``python docs/pictures/generate.py``.

Boards and charts of tiles are SVG; the pictures of the examples are PNG, reduced to 200
colours to keep the repository small.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from PIL import Image

import bestrun
from mapdata.titles import family, name_of, title_ids
from plots import svg
from plots.drawing import Drawing
from plots.paint import png

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LATE = ROOT / "tests" / "data" / "late.json"
EXAMPLES = {
    "1844": "1844.toml",
    "1841": "1841.toml",
    "chicago-express": "chicago-plan.toml",
    "island-rails": "island-ferry.toml",
}


def reduced(drawing: Drawing) -> bytes:
    """Return a drawing as a small PNG."""
    image = Image.open(io.BytesIO(png(drawing)))
    file = io.BytesIO()
    image.quantize(200, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def boards() -> None:
    """Draw a late position of every title with its best runs, or the board as printed."""
    late = {case["id"]: case["position"] for case in json.loads(LATE.read_text(encoding="utf-8"))}
    for title in titles():
        position = late.get(title, {"title": title})
        drawing = bestrun.draw(position, solve=title in late, focus=False)
        (HERE / "boards" / f"{title}.svg").write_text(svg.write(drawing), encoding="utf-8")


def tiles() -> None:
    """Draw the tiles of every title."""
    for title in titles():
        chart = bestrun.tiles(title).draw()
        (HERE / "tiles" / f"{title}.svg").write_text(svg.write(chart), encoding="utf-8")


def examples() -> None:
    """Draw the best runs of the examples."""
    for name, file in EXAMPLES.items():
        drawing = bestrun.draw(ROOT / "examples" / file, solve=True, focus=True)
        (HERE / f"{name}.png").write_bytes(reduced(drawing))


def page() -> None:
    """Write the list of titles into the gallery."""
    gallery = ROOT / "docs" / "gallery.md"
    text = gallery.read_text(encoding="utf-8")
    head, _, _ = text.partition("## Every title")
    parts = [head.rstrip(), "", "## Every title", ""]
    parts += ["A late position with its best runs (two first editions: the empty board), and the"]
    parts += ["tiles. Drawn by `python docs/pictures/generate.py`.", ""]
    for title in titles():
        parts += [f"### {name_of(title)}", ""]
        parts += [f"![Board of {title}](pictures/boards/{title}.svg)", ""]
        parts += [f"[All tiles](pictures/tiles/{title}.svg): `bestrun tiles {title} -o tiles.svg`"]
        parts += [""]
    gallery.write_text("\n".join(parts).rstrip() + "\n", encoding="utf-8")


def titles() -> list[str]:
    """Return the titles of the 18xx family."""
    return [title for title in title_ids() if family(title) == "18xx"]


if __name__ == "__main__":
    for name in sys.argv[1:] or ("boards", "tiles", "examples", "page"):
        {"boards": boards, "tiles": tiles, "examples": examples, "page": page}[name]()
