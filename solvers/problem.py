"""The problem a solver gets: a network, the trains, and what routes earn.

Solvers see stops and links as numbers. Whatever makes one title differ from another has
become data by now: which stops a train counts, which it must not enter, which bonuses exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from hexgraph.network import Network
from mapdata.lazy import lazy
from solvers.bonus import once
from solvers.train import Limit, Train
from solvers.visits import VisitRule

if TYPE_CHECKING:
    import networkx as nx

HALF = "half"
"""The name, in a breakdown of revenue, of the half that a train does not earn."""

__all__ = ["Earnings", "Limit", "Problem", "Run", "Train"]


class Run(Struct, frozen=True):
    """A route of one train: stops in order, the links between them, the stops that pay.

    ``once`` names its exclusive claims, which only one run of a plan can have: bonuses, and for a
    local train its markers.
    """

    train: Train
    stops: tuple[int, ...]
    links: tuple[int, ...]
    paid: tuple[int, ...]
    once: tuple[str, ...] = ()

    @property
    def way(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Its stops and links."""
        return self.stops, self.links


class Earnings(Struct, frozen=True):
    """The earnings of a run: its paying stops, its bonuses by name, and subsidies beside them."""

    stops: int
    bonuses: tuple[tuple[str, int], ...] = ()
    subsidies: tuple[tuple[str, int], ...] = ()

    @property
    def revenue(self) -> int:
        """Return the revenue of the run: what can be paid out."""
        return self.stops + sum([amount for _, amount in self.bonuses])

    @property
    def subsidy(self) -> int:
        """Part for the treasury beside the revenue."""
        return sum([amount for _, amount in self.subsidies])

    @property
    def total(self) -> int:
        """Return revenue and subsidy together, which methods maximise."""
        return self.revenue + self.subsidy if self.subsidies else self.revenue

    @property
    def parts(self) -> dict[str, int]:
        """All parts of the revenue by name, with 0 for those that were not earned."""
        return {"stops": self.stops, **dict(self.bonuses)}


class Problem(Struct, frozen=True, dict=True):
    """A network with trains and rules.

    Attributes
    ----------
    names
        The bonuses that can be earned, as they are shown.
    subsidies
        Those that go to the treasury, beside the revenue.
    groups
        Sets of stops of which a route visits one at most.
    needs
        Stops with the number of paying stops that a route over one of them must have.
    visits
        Further rules about stops in one route.
    connect
        Two sets of stops: one run of the plan has an end in each.
    seat
        Stops of the home, if all runs of a plan must be connected by common stops, and one run must
        visit the home; ``None`` without that rule.
    closed
        Stops full of others' markers, of which all runs together may run through one.
    idle
        The number of trains that stay idle.
    beside
        Money that the turn earns beside its runs.
    without
        Rules that could matter here and are not modelled.
    quotas
        Sets of stops, each with the most runs of a plan that may visit one of them.
    paid_once
        Sets of stops that pay at most one run of a plan.
    shared_track
        Whether several runs may use the same track; a single run never uses any twice.
    prefer_stops, prefer_links
        Places that break ties.
    """

    network: Network
    trains: tuple[Train, ...]
    names: tuple[str, ...] = ()
    groups: tuple[frozenset[int], ...] = ()
    needs: tuple[tuple[frozenset[int], int], ...] = ()
    connect: tuple[frozenset[int], frozenset[int]] | None = None
    idle: int = 0
    prefer_stops: frozenset[int] = frozenset()
    prefer_links: frozenset[int] = frozenset()
    beside: int = 0
    without: tuple[str, ...] = ()
    subsidies: tuple[str, ...] = ()
    visits: tuple[VisitRule, ...] = ()
    quotas: tuple[tuple[frozenset[int], int], ...] = ()
    seat: frozenset[int] | None = None
    closed: frozenset[int] = frozenset()
    paid_once: tuple[frozenset[int], ...] = ()
    shared_track: bool = False

    def graph(self) -> nx.MultiGraph:
        """Return the network as a networkx graph that also says what stops pay.

        As :meth:`hexgraph.network.Network.graph`, with ``values`` at each node: what the stop
        pays each train, in the order of the graph's ``trains``.
        """
        graph = self.network.graph()
        graph.graph["trains"] = tuple(train.name for train in self.trains)
        for index, stop in enumerate(self.network.stops):
            graph.nodes[stop.id]["values"] = tuple(train.values[index] for train in self.trains)
        return graph

    @property
    def prefers(self) -> bool:
        """Whether places break ties between plans of equal revenue."""
        return bool(self.prefer_stops or self.prefer_links)

    @lazy
    def links_at(self) -> list[list[int]]:
        """The indexes of the links that end at each stop."""
        return self.network.links_at()

    @lazy
    def fleet(self) -> dict[Train, int]:
        """The number of trains of each type."""
        fleet: dict[Train, int] = {}
        for train in self.trains:
            fleet[train] = fleet.get(train, 0) + 1
        return fleet

    @lazy
    def shuts(self) -> list[int]:
        """For each stop, the bits of the stops that exclude it, its own included."""
        shuts = [1 << at for at in range(len(self.network.stops))]
        for group in self.groups:
            members = sum(1 << at for at in group)
            for at in group:
                shuts[at] |= members
        return shuts

    @lazy
    def once(self) -> dict[str, int]:
        """Claims that only one run of a plan can make, each with a bit for masks."""
        names = {bonus.name for train in self.fleet for bonus in train.bonuses if once(bonus)}
        first = len(self.network.resources)
        return {name: 1 << first + at for at, name in enumerate((*sorted(names), *self.stations))}

    @lazy
    def passage(self) -> int:
        """The bit of running through a closed stop."""
        return 1 << len(self.network.resources) + len(self.once) if self.closed else 0

    @lazy
    def paying(self) -> list[int]:
        """For each stop, the bits taken by the one run of a plan that is paid there."""
        bits = [0] * len(self.network.stops)
        first = len(self.network.resources) + len(self.once) + 1
        for number, some in enumerate(self.paid_once):
            for stop in some:
                bits[stop] |= 1 << first + number
        return bits

    @lazy
    def between_runs(self) -> int:
        """The bits of masks that no two runs may share."""
        shared = (1 << len(self.network.resources)) - 1 if self.shared_track else 0
        return ~shared

    def passes(self, stops: Sequence[int]) -> bool:
        """Whether a route runs through a closed stop."""
        return bool(self.closed) and not self.closed.isdisjoint(stops[1:-1])

    @lazy
    def stations(self) -> dict[str, int]:
        """The stops whose marker serves one local train, by the name of the claim for it."""
        if not any(train.local for train in self.fleet):
            return {}
        stops = enumerate(self.network.stops)
        return {f"marker at {stop.id}": at for at, stop in stops if stop.home}

    def claimed(self, train: Train, stops: Iterable[int]) -> tuple[str, ...]:
        """Exclusive claims of a route by its stops: a local train's own markers."""
        if not train.local:
            return ()
        visited = set(stops)
        return tuple([name for name, stop in self.stations.items() if stop in visited])

    def mask(self, links: Sequence[int]) -> int:
        """The bits of everything that ``links`` use up."""
        mask = 0
        for link in links:
            mask |= self.network.links[link].mask
        return mask

    def mask_of(self, run: Run) -> int:
        """The bits of everything that a run keeps from others: track, and exclusive claims."""
        taken = self.mask(run.links) & self.between_runs
        taken |= sum([self.once[name] for name in run.once]) | self.paid_mask(run.paid)
        return taken | self.passage if self.passes(run.stops) else taken

    def paid_mask(self, paid: Iterable[int]) -> int:
        """The bits that a run takes by being paid at these stops."""
        mask = 0
        for stop in paid if self.paid_once else ():
            mask |= self.paying[stop]
        return mask

    def hexsides(self, links: Sequence[int]) -> int:
        """Number of hexsides that ``links`` cross."""
        return sum(self.network.links[link].hexsides for link in links)

    def earnings(self, run: Run) -> Earnings:
        """Revenue of ``run`` if it is legal."""
        values, seen = run.train.values, self.network.stops
        parts = dict.fromkeys(self.names, 0)
        apart = dict.fromkeys(self.subsidies, 0)
        for bonus in run.train.bonuses:
            some = apart if bonus.name in apart else parts
            some[bonus.name] += bonus.earned(run, seen)
        stops = sum([values[stop] for stop in run.paid])
        if run.train.half:
            whole = stops + sum(parts.values())
            parts[HALF] = (whole // 2 + 5) // 10 * 10 - whole
        return Earnings(stops, tuple(parts.items()), tuple(apart.items()))

    def preference(self, run: Run) -> int:
        """Number of preferred stops and marks that the run visits."""
        return len(self.prefer_stops.intersection(run.paid)) + len(
            self.prefer_links.intersection(run.links)
        )


def connects(problem: Problem, run: Run) -> bool:
    """Whether a run has one end in each of the two places that must be joined."""
    assert problem.connect is not None
    one, two = problem.connect
    first, last = run.stops[0], run.stops[-1]
    return (first in one and last in two) or (first in two and last in one)
