"""The routes of a run as a claim: stops and hexes in order, found on the company's network.

An export writes a route as connections from stop to stop, in order, but each in the
direction in which it was found: hexes, which a link of the network must have. The claim is
the chain that they make. The oldest exports name only the hexes of the stops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from bestrun.claims.eighteen import ClaimedRun
from bestrun.importers.actions import ExportedRoute
from hexgraph.network import Network
from mapdata.errors import InputError

Chain = tuple[tuple[int, ...], tuple[str, ...]]
"""Stops of the network, and the hexes run through."""

MOST_CHAINS = 64
"""Ways to read a route that are followed; more than one is rare."""


class NotOnTheBoard(InputError):
    """A stated route that the replayed board does not have; the message says what differs."""


def claimed(network: Network, route: ExportedRoute, train: str) -> list[ClaimedRun]:
    """Return a route as a line of a claim, in every way that it can be read.

    Raises
    ------
    NotOnTheBoard
        If there is no such track or stop, or the connections make no chain.
    """
    revenue = None if route.revenue is None else round(route.revenue)
    if hex_id := _single(route):
        named = [
            stop.id
            for at, stop in enumerate(network.stops)
            if hex_id in stop.hexes and _named(network, route, at)
        ]
        if not named:
            raise NotOnTheBoard(f"there is no stop at {hex_id}")
        return [ClaimedRun(train, (stop,), revenue=revenue) for stop in named]
    if not route.connections:
        if len(route.hexes or ()) < 2:
            raise NotOnTheBoard("names no connection")
        hexes = tuple(route.hexes or ())
        if len(set(hexes)) == len(hexes):
            return [_by_hexes(network, hexes, train, revenue)]
        found = list(islice(_through(network, frozenset(hexes)), MOST_CHAINS))
        if not found:
            raise NotOnTheBoard(f"no way over the board is {_joined(hexes)}")
        return [
            ClaimedRun(train, tuple(_names(network, stops, way)), hexes=way, revenue=revenue)
            for stops, way in found
        ]
    return [
        ClaimedRun(train, tuple(_names(network, stops, hexes)), hexes=hexes, revenue=revenue)
        for stops, hexes in chains(network, route)
    ]


def _single(route: ExportedRoute) -> str:
    """Return the hex of a route that visits one stop alone; nothing for any other."""
    connections, hexes = route.connections or (), route.hexes or ()
    if connections and len(connections[0]) == 2 and connections[0][0] == "local":
        return connections[0][1]
    return hexes[0] if not connections and len(hexes) == 1 else ""


def _through(network: Network, hexes: frozenset[str]) -> Iterator[Chain]:
    """Yield the ways through all of these hexes and no others.

    A hex that is named twice belongs to connections of which one is written backwards, so
    that the order of the hexes says nothing.
    """
    links = [link for link in network.links if hexes.issuperset(link.hexes_from(link.a))]
    ways: list[Chain] = [
        ((stop,), ()) for stop in {end for link in links for end in (link.a, link.b)}
    ]
    while ways:
        stops, way = ways.pop()
        if len(stops) > 1 and stops[0] < stops[-1] and hexes.issubset(way):
            yield stops, way
        for link in links:
            if stops[-1] in (link.a, link.b):
                end = link.b if link.a == stops[-1] else link.a
                onward = link.hexes_from(stops[-1])
                if end not in stops:
                    ways.append(((*stops, end), (*way, *onward[1:]) if way else onward))


def _by_hexes(
    network: Network, hexes: tuple[str, ...], train: str, revenue: int | None
) -> ClaimedRun:
    """Return a route of which only hexes are named: those of its stops, or all of its way."""
    stopping = {hex_id for stop in network.stops for hex_id in stop.hexes}
    stops = tuple(each for each in hexes if each in stopping)
    if len(stops) == len(hexes) or len(stops) < 2:
        return ClaimedRun(train, hexes, revenue=revenue)
    return ClaimedRun(train, stops, hexes=hexes, revenue=revenue)


def chains(network: Network, route: ExportedRoute) -> list[Chain]:
    """Every reading of a route on the network: stops and hexes in the order of the run."""
    found: list[Chain] = []
    for number, connection in enumerate(route.connections or ()):
        ways = list(_ways(network, route, connection)) or list(_turned(network, route, connection))
        if not ways:  # numbers of stops may count tracks as well
            ways = list(_ways(network, _unnumbered(route), connection))
        if not ways:
            raise NotOnTheBoard(f"no track of the board is {_joined(connection)}")
        if number == 0:
            found = ways
            continue
        found = [
            ((*stops, onward[-1]), (*hexes, *beyond[1:]))
            for stops, hexes in found
            for onward, beyond in ways
            if onward[0] == stops[-1]
        ][:MOST_CHAINS]
        if not found:
            raise NotOnTheBoard(f"{_joined(connection)} does not continue the route")
    fitting = [each for each in found if _fits(network, route, each[0])]
    if not fitting:
        stated = " ".join(route.nodes or route.hexes or ())
        has = " ".join(_names(network, *found[0]))
        raise NotOnTheBoard(f"states stops {stated}, the track has {has}")
    kept: dict[Chain, None] = {}
    for stops, hexes in fitting:
        if (stops[::-1], hexes[::-1]) not in kept:
            kept[stops, hexes] = None
    return list(kept)


def _unnumbered(route: ExportedRoute) -> ExportedRoute:
    """Return a route whose stops are named by their hexes alone."""
    nodes = [f"{node.rpartition('-')[0]}-" for node in route.nodes or ()]
    return msgspec.structs.replace(route, nodes=tuple(nodes))


def _ways(network: Network, route: ExportedRoute, connection: Sequence[str]) -> Iterator[Chain]:
    """Yield the links that a connection can be, as written and then backwards."""
    hexes = tuple(connection)
    for written in (hexes, hexes[::-1]):
        for link in network.links:
            for start, end in ((link.a, link.b), (link.b, link.a)):
                if link.hexes_from(start) == written and _named(network, route, start, end):
                    yield (start, end), written


def _turned(network: Network, route: ExportedRoute, connection: Sequence[str]) -> Iterator[Chain]:
    """Yield the links that a connection can be which runs round a loop the other way.

    Both ways round use up the same hexsides: the network has one of them.
    """
    if len(set(connection)) == len(connection):
        return
    for link in network.links:
        for start, end in ((link.a, link.b), (link.b, link.a)):
            hexes = link.hexes_from(start)
            same = Counter(hexes) == Counter(connection)
            ends = hexes[0] in (connection[0], connection[-1])
            if same and ends and _named(network, route, start, end):
                yield (start, end), hexes


def _named(network: Network, route: ExportedRoute, *stops: int) -> bool:
    """Whether the route names all these stops; true of a route that names none at all."""
    nodes = route.nodes or ()
    return not nodes or all(any(_is_node(network, stop, node) for node in nodes) for stop in stops)


def _is_node(network: Network, stop: int, node: str) -> bool:
    """Whether a stop can be the one that an export names; an area is named by any of its hexes.

    The index counts all that is printed on the tile, so it matters only among several stops,
    and says nothing where it is that of none.
    """
    seen = network.stops[stop]
    hex_id, _, index = node.rpartition("-")
    if hex_id not in seen.hexes or index == str(seen.key[1]):
        return hex_id in seen.hexes
    beside = [str(each.key[1]) for each in network.stops if hex_id in each.hexes]
    return len(beside) == 1 or index not in beside


def _fits(network: Network, route: ExportedRoute, stops: Sequence[int]) -> bool:
    """Compare a chain with what else the export states of the route."""
    if route.nodes:
        return len(route.nodes) == len(stops)
    if route.hexes:
        hexes = set(route.hexes)
        here = [set(network.stops[stop].hexes) for stop in stops]
        return len(route.hexes) == len(stops) and all(each & hexes for each in here)
    return True


def _names(network: Network, stops: Sequence[int], hexes: Sequence[str]) -> Iterator[str]:
    """Yield stops as positions write them; an area of several hexes by the hex entered."""
    for stop in stops:
        seen = network.stops[stop]
        entered = next((each for each in hexes if each in seen.hexes), seen.id)
        yield seen.id if len(seen.hexes) == 1 else entered


def _joined(connection: Sequence[str]) -> str:
    return "-".join(connection) or "an empty connection"
