"""Chicago Express from its rules alone: every build tried, hex by hex, with nothing clever.

It shares only the printed figures with the toolkit (and those are compared with the facts
elsewhere); neighbours, costs, incomes and the opening of the Wabash are worked out anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from mapdata.chicago import load

TITLE = load()
PRINTED = TITLE.hexes
WABASH, FORT_WAYNE, CHICAGO = "Wabash", "D3", "A2"
STARTS = {"PRR": "R5", "B&O": "Q7", "C&O": "Q9", "NYC": "S3", WABASH: FORT_WAYNE}
INCOMES = {"PRR": 7, "B&O": 6, "C&O": 5, "NYC": 8, WABASH: 0}
LOCOMOTIVES = {"PRR": 20, "B&O": 22, "C&O": 26, "NYC": 24, WABASH: 11}
SHARES = {"PRR": 3, "B&O": 4, "C&O": 6, "NYC": 5, WABASH: 2}
INDUSTRY = {"E0": ("Detroit", 1), "I6": ("Wheeling", 3), "K4": ("Pittsburgh", 4)}


@cache
def beside(hex_id: str) -> tuple[str, ...]:
    """Letters are columns; every second column lies half a hex lower."""
    column, row = ord(hex_id[0]) - ord("A"), int(hex_id[1:])
    sides = (row, row + 1) if column % 2 else (row - 1, row)
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + step, each) for step in (-1, 1) for each in sides]
    named = [f"{chr(ord('A') + c)}{r}" for c, r in around if c >= 0 and r >= 0]
    return tuple(each for each in named if each in PRINTED)


@dataclass(frozen=True)
class Game:
    """A position as written in a file, with what the rules say about it."""

    data: Mapping[str, Any]

    @property
    def company(self) -> str:
        return str(self.data["company"])

    @property
    def money(self) -> int:
        return int(self.data.get("treasury", 0))

    @cached_property
    def networks(self) -> dict[str, frozenset[str]]:
        written = self.data.get("networks", {})
        every = {
            name: frozenset(written.get(name, ())) | {start}
            for name, start in STARTS.items()
            if name != WABASH
        }
        if any(CHICAGO in hexes for hexes in every.values()) or written.get(WABASH):
            every[WABASH] = frozenset(written.get(WABASH, ())) | {FORT_WAYNE}
        return every

    def pays(self, hex_id: str) -> int:
        """What a company earns by a locomotive there."""
        place = PRINTED[hex_id]
        if place.kind == "industry":
            name, start = INDUSTRY[hex_id]
            return int(self.data.get("industry", {}).get(name, start))
        if place.kind in ("plain", "forest", "start"):
            return 0
        house = hex_id in self.data.get("houses", ())
        return place.income + (place.develop if house else 0)

    def income(self, company: str) -> int:
        return INCOMES[company] + sum(map(self.pays, self.networks[company]))

    def sold(self, company: str) -> int:
        return int(self.data.get("shares_sold", {}).get(company, company != WABASH))

    def dividend(self, company: str, income: int) -> int:
        sold = self.sold(company)
        return -(-income // sold) if sold else 0


Built = tuple[frozenset[str], int]
"""The hexes that are new, and what they have cost."""

MOST = 10_000


class TooMany(Exception):
    """There are more builds than one should try."""


def price(game: Game, new: Collection[str], each: str) -> int | None:
    """Cost of a hex after the new ones are built; nothing if it is forbidden.

    Whether an arrival in Chicago opens the Wabash at once or after the action makes no
    difference to the best: Fort Wayne can always be built before Chicago.
    """
    kind = PRINTED[each].kind
    standing = sum(each in hexes for hexes in game.networks.values())
    if each == FORT_WAYNE and CHICAGO in new and WABASH not in game.networks:
        standing += 1
    if kind == "start" or (kind in ("forest", "mountain") and standing):
        return None
    return PRINTED[each].cost * (standing + 1)


def builds(game: Game, hexes: int) -> Iterator[Built]:
    """Yield everything that can be built with so many hexes at most, nothing included."""
    own = game.networks[game.company]
    costs = {each: price(game, (), each) for each in PRINTED}
    wave: set[Built] = {(frozenset(), 0)}
    for _ in range(1 + min(hexes, LOCOMOTIVES[game.company] - len(own))):
        yield from wave
        grown: set[Built] = set()
        for new, cost in wave:
            for each in {two for one in own | new for two in beside(one)} - own - new:
                more = price(game, new, each) if CHICAGO in new else costs[each]
                if more is not None and cost + more <= game.money:
                    grown.add((new | {each}, cost + more))
            if len(grown) > MOST:
                raise TooMany
        wave = grown


def best_build(game: Game, hexes: int = 3) -> tuple[int, int, int]:
    """Return income, cost and hexes of the best: most income, least cost, fewest hexes."""
    before = game.income(game.company)
    income, cost, count = max(
        (before + sum(map(game.pays, new)), -cost, -len(new)) for new, cost in builds(game, hexes)
    )
    return income, -cost, -count


def to_chicago(game: Game, hexes: int) -> tuple[int, int, int, int] | None:
    """Return actions, cost, income and hexes of the best way to Chicago, if there is one.

    Only ways are tried, hex after hex: whatever lies beside the way costs money, and the
    least cost is wanted.
    """
    own = game.networks[game.company]
    if CHICAGO in own:
        return 0, 0, game.income(game.company), 0
    hexes = min(hexes, LOCOMOTIVES[game.company] - len(own))
    ways: list[tuple[int, int, int, int]] = []
    tried = 0

    def go(way: list[str], cost: int) -> None:
        nonlocal tried
        tried += 1
        if tried > MOST:
            raise TooMany
        if way and way[-1] == CHICAGO:
            income = game.income(game.company) + sum(map(game.pays, way))
            ways.append((-(-len(way) // 3), cost, -income, len(way)))
            return
        around = beside(way[-1]) if way else {two for one in own for two in beside(one)}
        for each in set(around) - own - set(way):
            more = price(game, (), each)
            if more is not None and cost + more <= game.money:
                columns = ord(each[0]) - ord("A")
                if len(way) + 1 + columns <= hexes:
                    go([*way, each], cost + more)

    go([], 0)
    if not ways:
        return None
    actions, cost, income, count = min(ways)
    return actions, cost, -income, count


def developments(game: Game, player: str) -> dict[str, tuple[int, int]]:
    """Return for each hex that may be developed what the player and all others gain."""
    held = game.data["players"][player]
    here: dict[str, list[str]] = {}
    for name, hexes in game.networks.items():
        for each in hexes:
            here.setdefault(each, []).append(name)
    found = {}
    for each, companies in here.items():
        place = PRINTED[each]
        if place.kind == "industry":
            scale = {"I6": (3, 4, 5, 6), "K4": (4, 6, 8)}.get(each, ())
            higher = [value for value in scale if value > game.pays(each)]
            if not higher:
                continue
            rise = higher[0] - game.pays(each)
        elif place.kind in ("city", "mountain", "forest") and each not in game.data["houses"]:
            if len(game.data["houses"]) >= 20:
                continue
            rise = place.develop
        else:
            continue
        mine = others = 0
        for name in companies:
            income = game.income(name)
            more = game.dividend(name, income + rise) - game.dividend(name, income)
            mine += more * held.get(name, 0)
            others += more * (game.sold(name) - held.get(name, 0))
        found[each] = mine, others
    return found
