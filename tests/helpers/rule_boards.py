"""Small boards and trains for single rules, in few letters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from ruled import Game

from hexgraph.network import Link, Network, Stop
from mapdata.rules import Bonus, Rules, TrainRow, TrainType

ALL = frozenset({"city", "town", "red"})
CITY, TOWN, RED = frozenset({"city"}), frozenset({"town"}), frozenset({"red"})


def board(places: str, links: str, **changes: dict[str, Any]) -> Network:
    """Return a network.

    ``places``: ``A*30 b20 C!40``, large letters for cities, small ones for towns, ``*`` for a
    marker of the company and ``!`` for red areas. ``links``: ``A-b b-C``; a second one beside
    the first is another track. ``changes`` are those of single stops.
    """
    stops = []
    for at, text in enumerate(places.split()):
        name, value = text[0], int(text.lstrip("*!" + text[0]))
        kind = "red" if "!" in text else "city" if name.isupper() else "town"
        stop = Stop(name, (name, at), name, kind, value, (name,), through=kind != "red")
        stops.append(replace(stop, home="*" in text, **changes.get(name, {})))
    names = [stop.id for stop in stops]
    made = []
    for at, pair in enumerate(links.split()):
        one, *between, two = pair.split("-")
        marks = tuple(("narrow", each) for each in between if each.isupper())
        hexes = (stops[names.index(one)].hexes[0], *between, stops[names.index(two)].hexes[0])
        ends = names.index(one), names.index(two)
        pieces = tuple((each, 0) for each in hexes)
        made.append(Link(*ends, 1 << at, len(hexes) - 1, hexes, marks, pieces))
    return Network("X", tuple(stops), tuple(made), tuple(f"r{at}" for at in range(len(made))))


def train(*rows: TrainRow, name: str = "T", **rest: Any) -> TrainType:
    return TrainType(name, rows or (TrainRow(ALL),), **rest)


def run(network: Network, *trains: TrainType, **rules: Any) -> Game:
    return Game(network, trains or (train(),), Rules(**rules))


LINE = board("A*10 B20 C30 D40", "A-B B-C C-D")
TOWNS = board("A*10 b20 c30 D40", "A-b b-c c-D")


def visits(number: int) -> TrainType:
    return train(TrainRow(ALL, visits=number))


def bonus(amount: int = 0, *sets: dict[str, int], **rest: Any) -> tuple[Bonus, ...]:
    return (Bonus("x", amount, sets, **rest),)
