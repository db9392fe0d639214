"""The packing problem of the method: its rows, the types of trains, a pricer for each type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd

import numpy as np

from mapdata.words import with_article
from solvers.bonus import claims_of
from solvers.clock import Clock
from solvers.enumerate import routes_if_few
from solvers.errors import TooLarge
from solvers.frontier.graph import StateGraph
from solvers.frontier.ledger import Ledger
from solvers.frontier.plan_rows import PlanRows, plan_rows
from solvers.frontier.pool import Cut, Ints, RoutePool, paid, pairs_of
from solvers.frontier.pricing import Claiming, ListedTrain, Pricer
from solvers.frontier.sections import Sections, whole_links
from solvers.frontier.states import graph_with_cuts, state_graph
from solvers.frontier.table import Tabled
from solvers.pack import Scale, scale_for
from solvers.problem import Problem, Train
from solvers.route import Route

FEW_STEPS = 3000
"""Search steps up to which a list of all routes is cheaper than a table."""

MAX_STATES = 400_000

MOST_PLACES = 25_000_000
"""Entries of the tables of one train: states by places on the axes, 200 MB."""

MOST_CLAIMS = 64
"""Most combinations of bonuses that a run can claim: each needs a table of its own."""

RouteLists = Mapping[Train, Sequence[Route] | None]
"""All routes of trains that have few, ``None`` for the others."""


@dataclass(frozen=True, eq=False)
class Model:
    """A problem with everything that is built once for it.

    ``rows`` are the resources that the routes of a plan share, ``trains`` the number of trains of
    each type.
    """

    problem: Problem
    scale: Scale
    sections: Sections
    rows: PlanRows
    types: tuple[Train, ...]
    trains: Ints
    pricers: tuple[Pricer, ...]
    graph: StateGraph | None
    listed: RouteLists

    @property
    def unit(self) -> int:
        """Common divisor of the revenues of all plans."""
        return max(1, gcd(*[pricer.unit for pricer in self.pricers]))

    def with_cuts(self, cuts: Sequence[Cut], max_states: int) -> Model:
        """Return the same problem with other cuts among its rows.

        Raises :class:`TooLarge` when the graph that distinguishes them has more states than that.
        """
        rows = replace(self.rows, cuts=tuple(cuts))
        graph = self.graph
        if graph is not None:
            graph = graph_with_cuts(self.problem, graph, rows, max_states)
        return _model(self.problem, self.sections, rows, graph, self.listed)

    def priced(self, prices: Ints) -> Prices:
        """Set prices of the rows; return them with the bound that they give."""
        return Prices(prices, self.rows.cuts, *self.price(prices))

    def price(self, prices: Ints) -> tuple[Ints, int]:
        """Set prices of the rows; return the best reduced score of each type, and a bound.

        The Lagrangian bound is valid at any prices. The score of a plan is the prices its routes
        pay, plus their reduced scores. The routes pay at most the price of all rows, since they
        share none, and no reduced score exceeds the best of its type.
        """
        best = np.array([pricer.price(prices) for pricer in self.pricers], np.int64)
        best = np.maximum(best, 0)
        return best, int(prices @ self.rows.supply + self.trains @ best)

    def routes(
        self, train: int, most: int, least: int, prices: Prices, *, thin: bool
    ) -> tuple[RoutePool, int]:
        """Return routes of a type, and the reduced score down to which they are complete."""
        self.pricers[train].price(prices.rows)
        priced = self.pricers[train].best(most, least, thin=thin)
        kinds, uses = np.full(len(priced.scores), train), self.rows.used(priced.sections)
        pool = RoutePool(kinds, priced.scores, priced.sections, uses)
        return replace(pool, score=priced.scores + prices.paid(pool)), priced.least


@dataclass(frozen=True, eq=False)
class Prices:
    """Prices of rows (the last are cuts), the best reduced score of each type, and the bound."""

    rows: Ints
    cuts: tuple[Cut, ...]
    best: Ints
    bound: int

    def paid(self, pool: RoutePool) -> Ints:
        """The prices that each route pays for its rows and cuts."""
        plain = len(self.rows) - len(self.cuts)
        total = paid(pool.uses, self.rows[:plain])
        if self.cuts:
            total += paid(pairs_of(pool.uses, self.cuts), self.rows[plain:])
        return total

    def loss(self, pool: RoutePool) -> Ints:
        """The reduced cost of each route: how far below the bound a plan with it must stay."""
        loss: Ints = self.best[pool.train] - pool.score + self.paid(pool)
        return loss


def build(
    problem: Problem,
    clock: Clock,
    listed: RouteLists | None = None,
) -> Model:
    """Return the model of a problem; ``listed`` has all routes of trains that have few.

    Raises :class:`TooLarge` when a train has too many routes for a list, and the network
    too many states for a table.
    """
    whole = problem.connect is not None or problem.seat is not None or problem.idle
    whole = whole or problem.shared_track or bool(problem.paid_once)
    if whole or (problem.closed and len(problem.trains) > 1):
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
    return _model(problem, sections, plan_rows(sections, len(problem.once)), graph, listed)


def _model(
    problem: Problem,
    sections: Sections,
    rows: PlanRows,
    graph: StateGraph | None,
    listed: RouteLists,
) -> Model:
    claims = {name: len(sections.sections) + at for at, name in enumerate(problem.once)}
    scale = scale_for(problem)
    pricers: list[Pricer] = []
    for train in problem.fleet:
        known = listed[train]
        if known is not None or graph is None:
            of_links = sections.of_links
            pricers.append(ListedTrain(known or (), scale, rows, of_links, claims))
            continue
        choices = claims_of(train)
        if len(choices) > MOST_CLAIMS:
            raise TooLarge("frontier cannot hold so many bonuses that one run earns")
        ledgers = [Ledger(problem, train, scale, graph, once) for once in choices]
        if graph.states * sum(ledger.places for ledger in ledgers) > MOST_PLACES:
            raise TooLarge(f"{with_article(train.name)} has too much to keep in mind on this board")
        tabled = [
            Tabled(graph, ledger, rows, [claims[name] for name in once])
            for ledger, once in zip(ledgers, choices, strict=True)
        ]
        pricers.append(Claiming(tabled) if len(tabled) > 1 else tabled[0])
    return Model(
        problem,
        scale,
        sections,
        rows,
        tuple(problem.fleet),
        np.array(list(problem.fleet.values()), np.int64),
        tuple(pricers),
        graph,
        listed,
    )
