"""Small symbols: terrain, passes, ports, houses, locomotives; chips that hold them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from plots.curves import Curve, arc, straight
from plots.drawing import XY, Disc, Group, Ink, Item, Outline, Part, Shape, line, polygon
from plots.labels import Label
from plots.outlines import round_box

_STROKE = 0.1

Symbol = tuple[tuple[Outline, ...], tuple[Outline, ...]]
"""The filled shapes of an icon, and those drawn as lines."""


def icon(
    name: str, x: float, y: float, size: float, colour: str, rim: str = "none", width: float = 0.0
) -> Group | None:
    """Return the symbol ``name`` centred on a point, or ``None`` if there is none."""
    if name not in _ICONS:
        return None
    return Group(_part(name, colour, rim, round(width / size, 4)), x, y, size)


@cache
def _part(name: str, colour: str, rim: str, width: float) -> Part:
    """Return a symbol one wide; its rim lies under all of it, so that parts become one."""
    filled, lines = _ICONS[name]()
    shapes = []
    if rim != "none":
        shapes.append(Shape(filled, Ink(rim=rim, width=2 * width)))
    if filled:
        shapes.append(Shape(filled, Ink(fill=colour)))
    if lines:
        shapes.append(Shape(lines, Ink(rim=colour, width=_STROKE, round=True)))
    return Part(tuple(shapes))


def _curved(curve: Curve) -> Outline:
    return curve.outline()


def _circle(x: float, y: float, radius: float) -> Outline:
    circle = arc((x, y), radius, 0.0, math.tau)
    return Outline(circle.start, circle.outline().steps, True)


def _polygons(*shapes: Sequence[XY]) -> tuple[Outline, ...]:
    """Return polygons that all turn the same way, so that where they overlap is no hole."""
    return tuple(polygon(each if _turns_left(each) else each[::-1]) for each in shapes)


def _turns_left(points: Sequence[XY]) -> bool:
    ends = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x * y2 - x2 * y for (x, y), (x2, y2) in ends) > 0


def _mountain() -> Symbol:
    front = [(-0.5, -0.36), (-0.12, 0.42), (0.24, -0.36)]
    back = [(0.317, -0.36), (0.149, 0.005), (0.22, 0.16), (0.5, -0.36)]
    return _polygons(front, back), ()


def _waves() -> Symbol:
    rows = []
    for low in (-0.26, 0.0, 0.26):
        steps = []
        for at in range(4):
            x, lift = at / 4 - 0.5, 0.19 if at % 2 == 0 else -0.19
            steps.append((x + 0.09, low + lift, x + 0.16, low + lift, x + 0.25, low))
        rows.append(Outline((-0.5, low), tuple(steps)))
    return (), tuple(rows)


def _reeds() -> Symbol:
    stalks = [line((x / 3, -0.3), (x * 0.5, top)) for x, top in _REEDS]
    return (), (*stalks, line((-0.5, -0.32), (0.5, -0.32)))


_REEDS = ((-0.9, 0.1), (-0.4, 0.34), (0.0, 0.44), (0.4, 0.34), (0.9, 0.1))


def _anchor() -> Symbol:
    shank, stock = straight((0, 0.27), (0, -0.46)), straight((-0.22, 0.14), (0.22, 0.14))
    arms = arc((0, -0.02), 0.44, math.radians(200), math.radians(140))
    flukes = _polygons(
        [(-0.52, -0.2), (-0.26, -0.16), (-0.46, 0.06)],
        [(0.52, -0.2), (0.46, 0.06), (0.26, -0.16)],
    )
    return flukes, (*map(_curved, (shank, stock, arms)), _circle(0, 0.38, 0.095))


def _tree() -> Symbol:
    crowns = [[(-w, low), (0.0, low + 0.42), (w, low)] for w, low in _CROWNS]
    return _polygons(*crowns, [(-0.06, -0.5), (0.06, -0.5), (0.06, -0.2), (-0.06, -0.2)]), ()


_CROWNS = ((0.34, -0.3), (0.27, -0.08), (0.19, 0.12))


def _house() -> Symbol:
    walls = [(-0.36, -0.4), (-0.36, 0.06), (0.0, 0.44), (0.36, 0.06), (0.36, -0.4)]
    return _polygons(walls), ()


def _locomotive() -> Symbol:
    """A steam engine heading west, one wide, with a long boiler that letters fit on."""
    boiler = [(-0.5, -0.16), (0.3, -0.16), (0.3, 0.2), (-0.5, 0.2)]
    cab = [(0.2, -0.16), (0.2, 0.34), (0.14, 0.42), (0.5, 0.42), (0.46, 0.34), (0.46, -0.16)]
    chimney = [(-0.4, 0.15), (-0.44, 0.42), (-0.22, 0.42), (-0.26, 0.15)]
    catcher = [(-0.5, -0.05), (-0.5, -0.16), (-0.62, -0.28), (-0.42, -0.28)]
    wheels = [_circle(x, -0.2, 0.12) for x in (-0.34, -0.04, 0.28)]
    return (*_polygons(boiler, cab, chimney, catcher), *wheels), ()


def _mine() -> Symbol:
    """A pick and a hammer, crossed."""
    handles = (line((-0.36, -0.4), (0.26, 0.28)), line((0.36, -0.4), (-0.26, 0.28)))
    pick = arc((0.0, -0.12), 0.52, math.radians(20), math.radians(62))
    head = _polygons([(-0.44, 0.22), (-0.3, 0.42), (-0.08, 0.26), (-0.24, 0.08)])
    return head, (*handles, _curved(pick))


def _cactus() -> Symbol:
    stem = line((0.0, -0.45), (0.0, 0.42))
    arms = (
        line((-0.3, 0.15), (-0.3, -0.1), (0.0, -0.1)),
        line((0.3, 0.3), (0.3, 0.02), (0.0, 0.02)),
    )
    return (), (stem, *arms)


_ICONS = {
    "mine": _mine,
    "desert": _cactus,
    "lake": _waves,
    "mountain": _mountain,
    "river": _waves,
    "water": _waves,
    "swamp": _reeds,
    "anchor": _anchor,
    "tree": _tree,
    "house": _house,
    "locomotive": _locomotive,
}


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
