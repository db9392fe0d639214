"""Lines of Island Rails, new ones over old ones, and the ways of the train beside them."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

from mapdata.island.board import PointPair
from plots import palette
from plots.drawing import INK, XY, Disc, Ink, Item, Outline, Shape, group, line, polygon
from plots.icons import icon
from plots.island_view import IslandView
from plots.outlines import beside

OWN = INK


OTHERS = ("#a3551f", "#6f7d1e", "#8a4f8f", "#b08a00", "#3f7f86")
"""The player's own lines are black; other players' keep clear of the colours of turns."""


def lines(view: IslandView) -> list[Item]:
    """Return the players' lines, and over them the new ones with a white core."""
    items: list[Item] = []
    for each in view.lines:
        ways = tuple(view.line(link) for link in view.in_sight(each.links))
        items += [Shape(ways, Ink(rim=each.colour, width=0.16, round=True))] if ways else []
    for each in view.new:
        ways = tuple(view.line(link) for link in view.in_sight(each.links))
        if ways:
            dash = palette.train_dash(each.turn - 1, 0.26)
            outer = Shape(ways, Ink(rim=each.colour, width=0.26, dash=dash, round=not dash))
            core = Shape(ways, Ink(rim="#ffffff", width=0.09, round=True))
            items.append(group([outer, core], ("run", str(each.turn))))
    return items


def legs(view: IslandView) -> list[Item]:
    """The train's way: beside the line on its right, an arrow at each end.

    Who goes the same way again goes further outside.
    """
    items: list[Item] = []
    gone: Counter[PointPair] = Counter()
    for leg in view.legs:
        steps = list(pairwise(leg.path))
        if not view.visible.issuperset(leg.path) or not steps:
            continue
        before = max(gone[step] for step in steps)
        gone.update(steps)
        way = beside([view.at[each] for each in leg.path], -0.24 - 0.12 * before)
        colour = palette.train_colour(leg.turn - 1)
        dash = palette.train_dash(leg.turn - 1, 0.12)
        course = Shape((line(*way),), Ink(rim=colour, width=0.09, dash=dash, round=not dash))
        arrow = Shape((_arrow(way[-2], way[-1]),), Ink(fill=colour))
        items.append(group([course, arrow], ("run", str(leg.turn))))
    return items


def _arrow(start: XY, end: XY) -> Outline:
    """Return an arrowhead at the end of a way."""
    (x0, y0), (x1, y1) = start, end
    length = math.dist(start, end) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    back = x1 - 0.3 * dx, y1 - 0.3 * dy
    return polygon(
        [
            (x1 + 0.08 * dx, y1 + 0.08 * dy),
            (back[0] - 0.15 * dy, back[1] + 0.15 * dx),
            (back[0] + 0.15 * dy, back[1] - 0.15 * dx),
        ]
    )


def train(view: IslandView) -> list[Item]:
    """Return the train where it stands, and a ring around the towns that are wanted."""
    items: list[Item] = []
    for each in view.wanted:
        if each in view.visible:
            reach = view.size(each) if view.board.kind(each) == "large" else 0.3
            ring = Ink(rim=palette.WRONG, width=0.07)
            items.append(Disc(*view.at[each], reach + 0.14, ring))
    if view.train is not None and view.train in view.visible:
        x, y = view.at[view.train]
        shape = icon("locomotive", x, y + 0.1, 0.95, OWN, "#ffffff", 0.025)
        items += [shape] if shape is not None else []
    return items
