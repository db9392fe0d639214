"""Tiny boards of Island Rails, written as a list of points and ways over them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any


def board(points: str, ways: str, rivers: str = "", **goods: str) -> dict[str, Any]:
    """Return a board: points by kind (``large:A,B plain:c``), links along ways ``A-c-B``."""
    kinds = {}
    for group in points.split():
        kind, names = group.split(":")
        kinds.update(dict.fromkeys(names.split(","), kind))
    listed = []
    for x, (name, kind) in enumerate(kinds.items()):
        point = {"id": name, "x": x, "y": 0, "kind": kind, "name": name}
        if name in goods:
            point["goods"] = goods[name].split()
        listed.append(point)
    return {"points": listed, "links": _pairs(ways), "rivers": _pairs(rivers)}


def _pairs(ways: str) -> list[list[str]]:
    return [list(ends) for way in ways.split() for ends in pairwise(way.split("-"))]


def links(ways: str) -> list[list[str]]:
    """Return the links along ways, for ``network`` and ``others``."""
    return _pairs(ways)


def position(made: dict[str, Any], ask: str, **more: Any) -> dict[str, Any]:
    """Return a position on a board."""
    return {"title": "island-rails", "board": made, "ask": ask, **more}


def card(*offers: str) -> list[dict[str, str]]:
    """Return a card with offers like ``coal:B``."""
    return [dict(zip(("good", "town"), offer.split(":"), strict=True)) for offer in offers]
