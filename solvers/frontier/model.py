"""The problem as the method sees it: rows to share, types of trains, ways to price them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from solvers.bonus import claims_of
from solvers.clock import Clock
from solvers.enumerate import routes_if_few
from solvers.errors import TooLarge
from solvers.frontier.graph import StateGraph
from solvers.frontier.ledger import Ledger
from solvers.frontier.pool import Cut, Ints, RoutePool, in_cuts, to_bits
from solvers.frontier.pricing import Charges, Claiming, ListedTrain, Pricer
from solvers.frontier.sections import Sections, whole_links
from solvers.frontier.states import state_graph
from solvers.frontier.table import Tabled
from solvers.pack import Scale, scale_for
from solvers.problem import Problem, Train
from solvers.route import Route

FEW_STEPS = 3000
"""Up to so many steps of the search a list of all routes is cheaper than a table."""

MAX_STATES = 400_000


@dataclass(frozen=True, eq=False)
class Model:
    """A problem with everything that is built once.

    ``incidence`` has a row for each set of sections of which a plan uses at most one, and a
    column for each section; then both for each bonus that one route of a plan can claim.
    ``trains`` counts the trains of each type.
    """

    problem: Problem
    scale: Scale
    sections: Sections
    incidence: Ints
    types: tuple[Train, ...]
    trains: Ints
    pricers: tuple[Pricer, ...]
    graph: StateGraph | None

    def price(self, prices: Ints) -> tuple[Ints, int]:
        """Set prices of the rows: the best of each type, and a score no plan exceeds.

        Whatever the prices: a plan earns its prices, and no more than the best beyond them
        for each train; together its routes pay no more than the price of all rows.
        """
        charges = Charges(prices @ self.incidence)
        best = np.array([pricer.price(charges) for pricer in self.pricers], np.int64)
        best = np.maximum(best, 0)
        return best, int(prices.sum() + self.trains @ best)

    def routes(
        self, train: int, most: int, least: int, prices: Prices, *, thin: bool
    ) -> tuple[RoutePool, int]:
        """Return routes of a type and down to which score less prices they are complete."""
        charges = Charges(prices.rows @ self.incidence, prices.cuts, prices.of_cuts)
        self.pricers[train].price(charges)
        priced = self.pricers[train].best(most, least, thin=thin)
        bits = to_bits(priced.sections, self.incidence.shape[1])
        uses = bits.astype(np.float32) @ self.incidence.T.astype(np.float32) > 0.5
        pool = RoutePool(np.full(len(bits), train), priced.scores, priced.sections, uses)
        return replace(pool, score=priced.scores + prices.paid(pool)), priced.least


@dataclass(frozen=True, eq=False)
class Prices:
    """Prices of rows and cuts, the best score less prices of each type, and the bound."""

    rows: Ints
    best: Ints
    bound: int
    cuts: Sequence[Cut] = ()
    of_cuts: Ints = field(default_factory=lambda: np.zeros(0, np.int64))

    def paid(self, pool: RoutePool) -> Ints:
        """Return what routes pay."""
        paid: Ints = pool.uses @ self.rows + in_cuts(pool.uses, self.cuts) @ self.of_cuts
        return paid

    def loss(self, pool: RoutePool) -> Ints:
        """Return what a plan loses against the bound by each of these routes."""
        loss: Ints = self.best[pool.train] - pool.score + self.paid(pool)
        return loss


def build(
    problem: Problem,
    clock: Clock,
    listed: Mapping[Train, Sequence[Route] | None] | None = None,
) -> Model:
    """Return the model of a problem; ``listed`` has all routes of trains that have few.

    Raises :class:`TooLarge` when a train has too many routes for a list, and the network
    too many states for a table.
    """
    if problem.connect is not None or problem.idle:
        raise TooLarge("frontier cannot hold rules of the whole plan")
    network = problem.network
    if not all(link.mask for link in network.links):
        raise TooLarge("there are links that any number of trains can share")
    if listed is None:
        listed = {train: routes_if_few(problem, train, FEW_STEPS, clock) for train in problem.fleet}
    graph: StateGraph | None = None
    if any(listed[train] is None for train in problem.fleet):
        clock.check()
        graph = state_graph(problem, MAX_STATES)
    sections = whole_links(network) if graph is None else graph.track.sections
    count = len(sections.sections)
    claims = {name: count + at for at, name in enumerate(problem.once)}
    incidence = np.zeros((len(sections.rows) + len(claims), count + len(claims)), np.int64)
    for at, row in enumerate([*sections.rows, *[(column,) for column in claims.values()]]):
        incidence[at, list(row)] = 1
    scale = scale_for(problem)
    pricers: list[Pricer] = []
    for train in problem.fleet:
        known = listed[train]
        if known is not None or graph is None:
            of_links = sections.of_links
            pricers.append(ListedTrain(known or (), scale, incidence, of_links, claims))
            continue
        clock.check()
        tabled = [
            Tabled(
                graph,
                Ledger(problem, train, scale, graph, once),
                incidence,
                [claims[name] for name in once],
            )
            for once in claims_of(train)
        ]
        pricers.append(Claiming(tabled) if len(tabled) > 1 else tabled[0])
    return Model(
        problem,
        scale,
        sections,
        incidence,
        tuple(problem.fleet),
        np.array(list(problem.fleet.values()), np.int64),
        tuple(pricers),
        graph,
    )
