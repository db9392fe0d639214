"""The rules that hold for one company now: what its title says, with conditions decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from hexgraph.also import NOTHING, Also
from hexgraph.board import Board
from mapdata.rules import OWN_MARK, Bonus, Rules
from mapdata.title import Title


def live_rules(board: Board, company: str, trains: Iterable[str] = ()) -> Rules:
    """Return the rules for the routes of ``company``, which has ``trains``, on ``board``."""
    title = board.title
    cars = frozenset([train for train in trains if not title.trains[train].runs])
    if board.also is NOTHING:
        return _usual(title, board.phase.name, company, cars)
    return _rules(title, board.phase.name, company, board.also, cars)


@lru_cache(maxsize=1024)
def _usual(title: Title, phase: str, company: str, cars: frozenset[str]) -> Rules:
    """Return the rules of a position without further facts: the same on every board."""
    return _rules(title, phase, company, NOTHING, cars)


def _rules(title: Title, phase: str, company: str, also: Also, cars: frozenset[str]) -> Rules:
    pair = also.must_connect
    return Rules(
        bonuses=tuple(_bonuses(title, phase, company, also, cars)),
        route=title.route_rules,
        must_connect=None if pair is None else (frozenset(pair[:1]), frozenset(pair[1:])),
        idle=sum(title.rights[right.type] == "idle" for right in also.rights),
        barred=_barred(title, company, also),
    )


def _barred(title: Title, company: str, also: Also) -> frozenset[str]:
    """Return the hexes and kinds of stop that a company has no permit for."""
    names = (company, title.companies[company].kind)
    barred: set[str] = set()
    for permit in title.route_rules.permits:
        allowed = (
            permit.if_marker in also.held
            or permit.if_private in also.privates
            or any(name in permit.companies for name in names)
        )
        barred |= frozenset() if allowed else permit.places
    return frozenset(barred)


def _bonuses(
    title: Title, phase: str, company: str, also: Also, cars: frozenset[str]
) -> Iterator[Bonus]:
    """Yield the bonuses that routes can earn now, each with the hexes that count."""
    for bonus in _stated(title, phase, company):
        if _holds(bonus, also) and (bonus.if_train is None or bonus.if_train in cars):
            if bonus.marker is None:
                yield bonus
            else:
                yield replace(bonus, sets=(_marked(bonus, also.assigned),))
    if also.end_double:
        yield Bonus("end_double", sets=(dict.fromkeys(also.end_double, 0),), per="end")
    yield from _rights(title, also)


@lru_cache(maxsize=1024)
def _stated(title: Title, phase: str, company: str) -> tuple[Bonus, ...]:
    """Return the bonuses of a company in a phase, with amounts of that stage and its own mark."""
    stage = title.phases[phase].stage
    return tuple(
        replace(
            bonus,
            amount=bonus.figure(stage),
            marker=company if bonus.marker == OWN_MARK else bonus.marker,
        )
        for bonus in title.bonuses
        if bonus.company in (None, company) and (bonus.phases is None or phase in bonus.phases)
    )


def _holds(bonus: Bonus, also: Also) -> bool:
    """Return whether the position meets the conditions of a bonus, those about trains aside."""
    return (
        (bonus.if_private is None or bonus.if_private in also.privates)
        and (bonus.if_marker is None or bonus.if_marker in also.held)
        and (bonus.unless_marker is None or bonus.unless_marker not in also.held)
        and (bonus.marker is None or any(bonus.marker in each for each in also.assigned.values()))
    )


def _marked(bonus: Bonus, assigned: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Return the hexes that carry the mark of a bonus now, with what each adds."""
    return {
        hex_id: bonus.by_hex.get(hex_id, 0)
        for hex_id, marks in assigned.items()
        if bonus.marker in marks
    }


def _rights(title: Title, also: Also) -> Iterator[Bonus]:
    """Yield what the rights of the company pay."""
    for right in also.rights:
        way = title.rights[right.type]
        if way == "idle":
            continue
        sets: tuple[dict[str, int], ...] = (dict.fromkeys(right.hexes, 0),)
        if way == "all once":  # on one route that is paid at each of the hexes
            sets = tuple({hex_id: 0} for hex_id in right.hexes)
            yield Bonus(right.type, right.amount, sets, once=True)
        else:
            yield Bonus(right.type, right.amount, sets, way)
