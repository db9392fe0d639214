"""Legs of the train, by land and over sea, and what they mean for the lines to build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from solvers.island.deliveries.world import World


class Leg(msgspec.Struct, frozen=True):
    """A leg of a route: by land to a stop, or a crossing.

    ``visit`` is the number of the visit that it ends at. A crossing ``waits`` if the
    train, landing where nothing is joined, cannot go on by land before the next turn; with
    a ``tie`` it need not, because lines to that point have been built before. ``own``: it is
    made with the player's own ship.
    """

    start: int
    end: int
    sails: bool
    visit: int | None = None
    waits: bool = False
    tie: int | None = None
    own: bool = False


def landfalls(world: World, legs: Sequence[Leg]) -> tuple[tuple[int, frozenset[int]], ...]:
    """Return, from landing to landing, where building begins and what is to be joined.

    Building begins where the train comes ashore; but if the lines are to be there before, it
    begins at the point they are tied to, and the port is one more point to join.
    """
    found: list[tuple[int, frozenset[int]]] = []
    entry, points = world.start, set[int]()
    for leg in legs:
        if leg.sails:
            found.append((entry, frozenset(points)))
            entry, points = leg.end, set()
            if leg.tie is not None:
                entry, points = leg.tie, {leg.end}
        else:
            points.add(leg.end)
    found.append((entry, frozenset(points)))
    return tuple((entry, points - {entry}) for entry, points in found)


def openings(
    world: World, legs: tuple[Leg, ...], middle: int
) -> Iterator[tuple[int, tuple[Leg, ...]]]:
    """Yield the legs with a landing at ``middle`` before the last one, to open its island.

    How many of them stay as they are, and the others. That serves only to build lines there before
    the train comes by land. It comes by on a crossing, or makes a round trip from a port while it
    would have to wait for lines or money.
    """
    ashore = {port for port in world.sails if not world.board.sea(port)}
    for number, each in enumerate(legs):
        after = legs[number + 1 :]
        if each.sails and middle in world.sails[each.start] and each.end in world.sails[middle]:
            out = Leg(each.start, middle, True, waits=True, own=each.own)
            yield number, (out, replace(each, start=middle), *after)
        ports = {each.start} if each.sails else world.lengths(each.start).keys()
        for port in sorted(ashore & ports):
            if middle in world.sails[port]:
                there = [Leg(each.start, port, False)] * (port != each.start)
                for own in (False, True) if world.own_ship else (False,):
                    trip = Leg(port, middle, True, waits=True, own=own)
                    back = Leg(middle, port, True, own=own)
                    yield number, (*there, trip, back, replace(each, start=port), *after)
