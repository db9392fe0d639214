"""The rules that hold for one company now: what its title says, with conditions decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hexgraph.also import Also
from hexgraph.board import Board
from mapdata.rules import Bonus, Rules
from mapdata.title import Title


def live_rules(board: Board, company: str) -> Rules:
    """Return the rules for the routes of ``company`` on ``board``."""
    title, also = board.title, board.also
    pair = also.must_connect
    return Rules(
        bonuses=tuple(_bonuses(board, company)),
        route=title.route_rules,
        must_connect=None if pair is None else (frozenset(pair[:1]), frozenset(pair[1:])),
        idle=sum(title.rights[right.type] == "idle" for right in also.rights),
    )


def _bonuses(board: Board, company: str) -> Iterator[Bonus]:
    """Yield what routes can earn now, with the sets that count."""
    title, also = board.title, board.also
    for bonus in title.bonuses:
        if _holds(bonus, board, company):
            sets = bonus.sets
            if bonus.marker is not None:
                sets = (_marked(bonus, also.assigned),)
            yield replace(bonus, amount=bonus.figure(board.phase.stage), sets=sets)
    if also.end_double:
        yield Bonus("destination", sets=(dict.fromkeys(also.end_double, 0),), per="end")
    yield from _rights(title, also)


def _holds(bonus: Bonus, board: Board, company: str) -> bool:
    """Return whether the conditions of a bonus are met, those about trains aside."""
    also = board.also
    return (
        bonus.company in (None, company)
        and (bonus.phases is None or board.phase.name in bonus.phases)
        and (bonus.if_private is None or bonus.if_private in also.privates)
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
