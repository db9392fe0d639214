"""The problem a solver gets: a network, the trains, and what routes earn.

Solvers see stops and links as numbers. Whatever makes one title differ from another has
become data by now: which stops a train counts, which it must not enter, which bonuses exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hexgraph.network import Network
from mapdata.errors import InputError
from mapdata.title import Bonuses, TrainType


@dataclass(frozen=True)
class Train:
    """A train on one network.

    Attributes
    ----------
    limit
        The most it can count: stops by ``weights``, or hexes.
    by_length
        It counts hexes run through (hexsides crossed + 1) and no stops.
    skips
        Any stop may be passed without paying; only paying stops count.
    weights
        What each stop counts.
    barred
        Stops it never enters.
    """

    name: str
    limit: int
    by_length: bool
    skips: bool
    weights: tuple[int, ...]
    barred: frozenset[int]


@dataclass(frozen=True)
class Run:
    """A route of one train: stops in order, the links between them, the stops that pay."""

    train: Train
    stops: tuple[int, ...]
    links: tuple[int, ...]
    paid: tuple[int, ...]

    @property
    def way(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return where it runs, whatever it is paid."""
        return self.stops, self.links


@dataclass(frozen=True)
class Earnings:
    """What a run earns: its paying stops and its bonuses."""

    stops: int
    tunnel: int = 0
    transit: int = 0

    @property
    def total(self) -> int:
        """Return the revenue of the run."""
        return self.stops + self.tunnel + self.transit


@dataclass(frozen=True)
class Problem:
    """A network with trains; ``prefer`` are stops and tunnel hexes that break ties."""

    network: Network
    trains: tuple[Train, ...]
    bonuses: Bonuses
    prefer_stops: frozenset[int] = frozenset()
    prefer_links: frozenset[int] = frozenset()

    @cached_property
    def links_at(self) -> list[list[int]]:
        """Return for each stop the indexes of the links that end there."""
        return self.network.links_at()

    @cached_property
    def fleet(self) -> dict[Train, int]:
        """Return each different train with how many of it there are."""
        fleet: dict[Train, int] = {}
        for train in self.trains:
            fleet[train] = fleet.get(train, 0) + 1
        return fleet

    def mask(self, links: Sequence[int]) -> int:
        """Return everything that ``links`` use up."""
        mask = 0
        for link in links:
            mask |= self.network.links[link].mask
        return mask

    def hexsides(self, links: Sequence[int]) -> int:
        """Return how many hexsides ``links`` cross."""
        return sum(self.network.links[link].hexsides for link in links)

    def transit(self, one: int, two: int) -> int:
        """Return the transit bonus of a train paid at both stops."""
        a, b = self.network.stops[one], self.network.stops[two]
        if a.side is None or b.side is None:
            return 0
        pair = frozenset((a.side, b.side))
        return a.transit_bonus + b.transit_bonus if pair in self.bonuses.transit else 0

    def earnings(self, run: Run) -> Earnings:
        """Return what ``run`` earns if it is legal."""
        stops, paid = self.network.stops, run.paid
        transit = self.transit(run.stops[0], run.stops[-1])
        if transit and not {run.stops[0], run.stops[-1]} <= set(paid):
            transit = 0
        tunnel = self.bonuses.tunnel * len(paid) if self.uses_tunnel(run) else 0
        return Earnings(sum([stops[stop].value for stop in paid]), tunnel, transit)

    def uses_tunnel(self, run: Run) -> bool:
        """Return whether the run has a tunnel with a paying stop on each side of it."""
        paying = [at for at, stop in enumerate(run.stops) if stop in run.paid] or [0]
        between = run.links[paying[0] : paying[-1]]
        return any(self.network.links[link].tunnels for link in between)

    def preference(self, run: Run) -> int:
        """Return how many preferred stops and tunnels the run visits."""
        return len(self.prefer_stops.intersection(run.paid)) + len(
            self.prefer_links.intersection(run.links)
        )


def pose(
    network: Network,
    trains: Sequence[TrainType],
    bonuses: Bonuses,
    prefer: Sequence[str] = (),
) -> Problem:
    """Return the problem of running ``trains`` on ``network``.

    ``prefer`` names stop ids and hexes with tunnels; names that are not on the network
    have no effect, since no plan can run there.
    """
    made = {train.name: _on(network, train) for train in trains}
    posed = Problem(network, tuple([made[train.name] for train in trains]), bonuses)
    if not prefer:
        return posed
    wanted = set(prefer)
    return replace(
        posed,
        prefer_stops=_where(wanted & {stop.id, *stop.hexes} for stop in network.stops),
        prefer_links=_where(wanted & set(link.tunnels) for link in network.links),
    )


def _on(network: Network, train: TrainType) -> Train:
    """Return a train as it is on ``network``."""
    kinds = [stop.kind for stop in network.stops]
    if train.skips and not all(stop.makes_route for stop in network.stops):
        raise InputError(f"a {train.name} passes stops without paying: every stop must count")
    counts = train.counts if train.measure == "stops" else ()
    return Train(
        train.name,
        train.limit,
        train.measure == "hexes",
        train.skips,
        tuple([int(kind in counts) for kind in kinds]),
        _where([kind in train.avoids for kind in kinds]),
    )


def _where(these: Iterable[object]) -> frozenset[int]:
    """Return the indexes of what is true."""
    return frozenset([at for at, each in enumerate(these) if each])
