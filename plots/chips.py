"""Chips: what is printed on a hex or lies there beside track and stops, small, on a plate."""

from __future__ import annotations

from plots.drawing import Disc, Ink, Item, Shape
from plots.icons import icon
from plots.labels import Label
from plots.outlines import round_box

SYMBOLS = {"port": ("anchor", "#1d4f7a"), "tree": ("tree", "#4e7d5b"), "mine": ("mine", "#5a4632")}
COLOURS = {"pink": "#e889b3", "green": "#3f9a52", "blue": "#3d7fb0"}


def chip_label(name: str) -> Label:
    """Return the text of a chip around (0, 0), or the room that its symbol needs."""
    if name in COLOURS:
        return Label(("",), 0, 0, 0.14, margin=0.035, before=0.12)
    if name in SYMBOLS:
        return Label(("",), 0, 0, 0.14, margin=0.035, before=0.2)
    text = name.upper() if len(name) < 4 else name
    return Label((text,), 0, 0, 0.14, margin=0.035)


def chip_items(label: Label, name: str) -> list[Item]:
    """Return the plate of a chip, with its symbol if there is one."""
    left, low, right, top = label.box
    if name in COLOURS:
        return [Disc(label.x, label.y, 0.08, Ink(COLOURS[name], "#555555", 0.012))]
    plate = Shape((round_box((left, low, right, top), 0.03),), Ink("#fffbe8", "#8d8a7a", 0.012))
    symbol, tint = SYMBOLS.get(name, ("", ""))
    drawn = icon(symbol, label.x, label.y, min(right - left, top - low) * 0.9, tint)
    return [plate] if drawn is None else [plate, drawn]
