"""Networks of one company, compared by the stops and links that trains can use.

The networks after different moves are nearly the same. So every stop and every link gets a bit by
its properties, not by its number in some network. Then one operation on masks tells whether a
network contains another, and in what they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from hexgraph.bits import ones
from hexgraph.network import Link, Network, Stop
from mapdata.rules import Rules

Looks = tuple[object, ...]


@dataclass(frozen=True)
class Key:
    """All that decides the best plan: stops and links as bits, the trains, the rules."""

    stops: int
    links: int
    trains: tuple[str, ...]
    rules: str


@dataclass(frozen=True)
class _Known:
    """A link as it was first met, its ends and what it uses up by their names."""

    link: Link
    ends: tuple[str, str]
    used: tuple[str, ...]
    dead_ends: tuple[str, ...]


@dataclass
class Catalogue:
    """All stops and links of the networks that were looked at."""

    _stops: list[Stop] = field(default_factory=list)
    _links: list[_Known] = field(default_factory=list)
    _stop_bits: dict[Stop, int] = field(default_factory=dict)
    _link_bits: dict[Looks, int] = field(default_factory=dict)
    _rules: dict[int, tuple[Rules, str]] = field(default_factory=dict)

    def key(self, network: Network, trains: Iterable[str], rules: Rules) -> Key:
        """Return the key of a network with trains and rules."""
        stops = sum(map(self._stop_bit, network.stops))
        links = 0
        for bit in self.link_bits(network):
            links |= bit
        if id(rules) not in self._rules:
            self._rules[id(rules)] = rules, repr(rules)
        return Key(stops, links, tuple(sorted(trains)), self._rules[id(rules)][1])

    def link_bits(self, network: Network) -> list[int]:
        """Return the bit of each link of a network."""
        ids = [stop.id for stop in network.stops]
        return [self._link_bit(link, ids, network.resources) for link in network.links]

    def stops(self, bits: int) -> Iterator[Stop]:
        """Yield the stops that bits stand for."""
        return (self._stops[at] for at in ones(bits))

    def joined(self, company: str, keys: Sequence[Key]) -> Network | None:
        """Return a network that contains those of all keys, if there is one.

        A stop pays there what it pays in any of them, and is open if it is so in any. Where
        they differ in more than that there is none.
        """
        stop_bits = link_bits = 0
        for key in keys:
            stop_bits |= key.stops
            link_bits |= key.links
        stops: dict[str, Stop] = {}
        for stop in self.stops(stop_bits):
            other = stops.get(stop.id)
            if other is not None:
                if plain(stop) != plain(other):
                    return None
                stop = _open_in_any(stop, other)
            stops[stop.id] = stop
        index = {id_: at for at, id_ in enumerate(stops)}
        bits: dict[str, int] = {}
        links = []
        for known in (self._links[at] for at in ones(link_bits)):
            mask = 0
            for name in known.used:
                mask |= bits.setdefault(name, 1 << len(bits))
            a, b = known.ends
            dead = tuple(index[end] for end in known.dead_ends)
            links.append(known.link._replace(a=index[a], b=index[b], mask=mask, dead_ends=dead))
        return Network(company, tuple(stops.values()), tuple(links), tuple(bits))

    def _stop_bit(self, stop: Stop) -> int:
        bit = self._stop_bits.get(stop)
        if bit is None:
            bit = self._stop_bits[stop] = 1 << len(self._stops)
            self._stops.append(stop)
        return bit

    def _link_bit(self, link: Link, ids: Sequence[str], resources: Sequence[str]) -> int:
        ends, used = (ids[link.a], ids[link.b]), tuple([resources[at] for at in ones(link.mask)])
        dead = tuple(ids[end] for end in link.dead_ends)
        looks = (
            frozenset(ends),
            frozenset(used),
            link.hexsides,
            frozenset(link.hexes),
            tuple(sorted(link.marks)),
            link.gauges,
            frozenset(dead),
        )
        bit = self._link_bits.get(looks)
        if bit is None:
            bit = self._link_bits[looks] = 1 << len(self._links)
            self._links.append(_Known(link, ends, used, dead))
        return bit


def plain(stop: Stop) -> Stop:
    """Return a stop without what may differ between a network and one within it."""
    return replace(stop, value=0, through=False, blocked=False, home=False, name="")


def _open_in_any(one: Stop, two: Stop) -> Stop:
    """Return a stop that pays what either pays, and is open where either is."""
    return replace(
        one,
        value=max(one.value, two.value),
        through=one.through or two.through,
        blocked=one.blocked and two.blocked,
        home=one.home or two.home,
    )
