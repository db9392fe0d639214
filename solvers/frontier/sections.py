"""Links split into sections of track, where they share some.

Where track joins, many links run over the same hexside. As whole links they are many, and states
must keep all that they share. Split up they are few *sections* of track that meet at *points*. A
path crosses a point at most once, from one side to the other, and no two paths cross the same
point. So conflicts are local: they show at the frontier where the track is.

This is valid only if the paths over sections and points are exactly the links, and exclude each
other just as the masks of the links do. That is checked. Where it fails, every link becomes a
section of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hexgraph.network import Link, Network, Stop
from solvers.frontier.rows import rows_of

SectionEnd = tuple[int, int]
"""A stop with side 0, or a point (numbered after the stops) with one of its two sides."""

_STEPS = 40
"""Steps for each link that checking the paths over points may take before it gives up."""


@dataclass(frozen=True, slots=True)
class TrackSection:
    """Track from node ``a`` to node ``b``; at stops in ``dead_ends`` a route cannot go on."""

    a: int
    b: int
    sides: tuple[int, int] = (0, 0)
    hexsides: int = 0
    dead_ends: tuple[int, ...] = ()

    @property
    def nodes(self) -> tuple[SectionEnd, SectionEnd]:
        """Return its two ends with their sides."""
        return (self.a, self.sides[0]), (self.b, self.sides[1])


@dataclass(frozen=True, eq=False)
class Sections:
    """The track of a network.

    ``of_links`` has the sections of every link, ``rows`` sets of sections of each of which a plan
    uses at most one: the same rows as those of the links.
    """

    stops: tuple[Stop, ...]
    points: int
    sections: tuple[TrackSection, ...]
    of_links: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]

    @cached_property
    def users(self) -> list[frozenset[int]]:
        """Return the links that run over each section."""
        return _users(self.of_links, len(self.sections))

    def passable(self, item: int) -> bool:
        """Whether an item is a point, or a stop that can be run through."""
        stops = len(self.stops)
        return self.stops[item].through if item < stops else item < stops + self.points

    def any_of(self, links: Iterable[int]) -> frozenset[int] | None:
        """Return sections that together mark these links: each link uses one, no other link does.

        ``None`` if there is no such set.
        """
        some = frozenset(links)
        found = frozenset(at for at, users in enumerate(self.users) if users and users <= some)
        return found if all(found.intersection(self.of_links[link]) for link in some) else None

    def shared_out(self, numbers: Mapping[int, int]) -> list[int] | None:
        """Spread numbers of links over sections, so that the sections of each link add up to it.

        Links without a number must add up to 0; ``None`` if the greedy spreading fails.
        """
        left = [numbers.get(link, 0) for link in range(len(self.of_links))]
        shares = [0] * len(self.sections)
        for at in sorted(range(len(shares)), key=lambda at: -len(self.users[at])):
            shares[at] = min((left[link] for link in self.users[at]), default=0)
            if shares[at]:
                for link in self.users[at]:
                    left[link] -= shares[at]
        return None if any(left) else shares

    def links_along(self, sections: Iterable[int]) -> list[int]:
        """Return the links that a path over these sections consists of."""
        some = set(sections)
        return [at for at, parts in enumerate(self.of_links) if some.issuperset(parts)]


def whole_links(network: Network) -> Sections:
    """Return every link as a section of its own."""
    sections = tuple(TrackSection(k.a, k.b, (0, 0), k.hexsides, k.dead_ends) for k in network.links)
    alone = tuple((at,) for at in range(len(sections)))
    return Sections(network.stops, 0, sections, alone, tuple(rows_of(network)))


def take_apart(network: Network) -> Sections | None:
    """Return the sections of a network; ``None`` if the split would change routes or conflicts."""
    if not all(link.pieces for link in network.links):
        return None
    parts = _Parts(network)
    if parts.ambiguous or not parts.sections:
        return None
    rows = _rows(network, parts)
    if rows is None or not _same_ways(network, parts):
        return None
    return Sections(
        network.stops, parts.points, tuple(parts.sections), tuple(parts.of_links), tuple(rows)
    )


_End = tuple[tuple[str, int], str]
"""A piece of track with the hex that it leads to."""


class _Parts:
    """Pieces of track joined to sections, which end only where several pieces meet."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.stops = len(network.stops)
        self.joins = _Joins()
        for link in network.links:
            for here, there in _crossings(link):
                self.joins.join(here, there)
        self.ambiguous = False
        self.sides: dict[_End, dict[str, set[tuple[str, int]]]] = {}
        for end in list(self.joins.parent):
            (hex_id, _), _ = end
            sides = self.sides.setdefault(self.joins.find(end), {})
            sides.setdefault(hex_id, set()).add(end[0])
        self.ambiguous = any(len(sides) != 2 for sides in self.sides.values())
        self.numbers: dict[_End, int] = {}
        self.sections: list[TrackSection] = []
        self.of_links: list[tuple[int, ...]] = []
        if not self.ambiguous:
            self._cut()

    @property
    def points(self) -> int:
        """Number of points."""
        return len(self.numbers)

    def _cut(self) -> None:
        """Cut every link at its points."""
        known: dict[tuple[tuple[str, int], ...], int] = {}
        for link in self.network.links:
            parts, first, begin = [], 0, (link.a, 0)
            dead = tuple(end for end in link.dead_ends if end == link.a)
            for at, (here, there) in enumerate(_crossings(link)):
                join = self.joins.find(here)
                sides = self.sides[join]
                if all(len(pieces) == 1 for pieces in sides.values()):
                    continue
                point = self.stops + self.numbers.setdefault(join, len(self.numbers))
                order = sorted(sides)
                near, far = order.index(here[0][0]), order.index(there[0][0])
                parts.append(self._section(known, link, first, at + 1, begin, (point, near), dead))
                first, begin, dead = at + 1, (point, far), ()
            dead += tuple(end for end in link.dead_ends if end == link.b)
            last = self._section(known, link, first, len(link.pieces), begin, (link.b, 0), dead)
            self.of_links.append((*parts, last))

    def _section(
        self,
        known: dict[tuple[tuple[str, int], ...], int],
        link: Link,
        first: int,
        last: int,
        begin: SectionEnd,
        end: SectionEnd,
        dead: tuple[int, ...],
    ) -> int:
        """Return the number of the section over some pieces of a link.

        To cross a point is counted on its side 0.
        """
        pieces = link.pieces[first:last]
        if end < begin:
            begin, end, pieces = end, begin, pieces[::-1]
        crossed = sum(node >= self.stops and not side for node, side in (begin, end))
        made = TrackSection(
            begin[0], end[0], (begin[1], end[1]), last - first - 1 + crossed, tuple(sorted(dead))
        )
        number = known.setdefault(pieces, len(self.sections))
        if number == len(self.sections):
            self.sections.append(made)
        elif self.sections[number] != made:
            self.ambiguous = True
        return number


class _Joins:
    """Ends of pieces that meet: disjoint sets with union and find."""

    def __init__(self) -> None:
        self.parent: dict[_End, _End] = {}

    def find(self, end: _End) -> _End:
        """Return the representative of the ends that meet this one."""
        parent = self.parent
        parent.setdefault(end, end)
        while parent[end] != end:
            parent[end] = parent[parent[end]]
            end = parent[end]
        return end

    def join(self, one: _End, two: _End) -> None:
        """Unite the sets of two ends that meet."""
        self.parent[self.find(one)] = self.find(two)


def _crossings(link: Link) -> Iterator[tuple[_End, _End]]:
    """Yield for every hexside the ends of the two pieces that meet there."""
    for at in range(len(link.pieces) - 1):
        yield (link.pieces[at], link.hexes[at + 1]), (link.pieces[at + 1], link.hexes[at])


def _users(of_links: Sequence[tuple[int, ...]], sections: int) -> list[frozenset[int]]:
    found: list[set[int]] = [set() for _ in range(sections)]
    for link, parts in enumerate(of_links):
        for part in parts:
            found[part].add(link)
    return [frozenset(each) for each in found]


def _rows(network: Network, parts: _Parts) -> list[tuple[int, ...]] | None:
    """Return the rows of the links as rows of sections; ``None`` if some cannot be written so."""
    users = _users(parts.of_links, len(parts.sections))
    at: dict[SectionEnd, list[int]] = defaultdict(list)
    for number, section in enumerate(parts.sections):
        for node in section.nodes:
            at[node].append(number)
    rows = rows_of(network)
    known = {frozenset(row): row for row in rows}
    for node, some in at.items():
        if node[0] >= parts.stops:
            crossing = frozenset().union(*[users[each] for each in some])
            if not any(crossing <= row for row in known):
                return None
    alone = {links: (section,) for section, links in enumerate(users)}
    meeting = {
        frozenset().union(*[users[each] for each in some]): tuple(some)
        for node, some in at.items()
        if node[0] >= parts.stops
    }
    found = []
    for row in rows:
        links = frozenset(row)
        made = alone.get(links) or meeting.get(links) or _at_a_stop(links, users, at, parts)
        if made is None:
            return None
        found.append(made)
    return found


def _at_a_stop(
    links: frozenset[int],
    users: Sequence[frozenset[int]],
    at: Mapping[SectionEnd, Sequence[int]],
    parts: _Parts,
) -> tuple[int, ...] | None:
    """Return sections at one stop such that each of these links uses one of them, no other any."""
    for (node, _), some in at.items():
        if node < parts.stops:
            own = tuple(each for each in some if users[each] <= links)
            if sum(len(users[each]) for each in own) == len(links):
                return own
    return None


def _same_ways(network: Network, parts: _Parts) -> bool:
    """Whether the paths over points are exactly the links.

    Paths between two stops that are neither a home nor can be run through may be extra: such
    links serve no route, so the network leaves them out.
    """
    onward: dict[SectionEnd, list[tuple[int, SectionEnd]]] = defaultdict(list)
    for number, part in enumerate(parts.sections):
        one, two = part.nodes
        onward[one].append((number, two))
        onward[two].append((number, one))
    links = {frozenset(some) for some in parts.of_links}
    if len(links) < len(network.links):
        return False
    steps = 0
    for stop, start in enumerate(network.stops):
        if not (start.through or start.home):
            continue
        ways: list[tuple[SectionEnd, tuple[int, ...], frozenset[int]]] = [
            ((stop, 0), (), frozenset())
        ]
        while ways:
            node, way, met = ways.pop()
            for section, (there, side) in onward[node]:
                steps += 1
                if there in met:
                    continue
                longer = (*way, section)
                if there >= parts.stops:
                    ways.append(((there, 1 - side), longer, met | {there}))
                elif there != stop and frozenset(longer) not in links:
                    return False
        if steps > _STEPS * len(network.links):
            return False
    return True
