"""The best plans, packed from the routes near the best of each train.

Upper bound on any plan: the best route of each train, added up. In a plan that falls short of
the bound by some gap, no route falls short of the best of its train by more than the gap. So
routes within the gap are enough, and a plan packed from the best few routes bounds the gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solvers.clock import Clock
from solvers.enumerate import EVERYTHING, RouteLister
from solvers.pack import Packing, pack
from solvers.problem import Problem, Train
from solvers.route import Route

FEW_PAIRS, FEW_CHOICES = 400, 50
"""Up to this many pairs of arms, all routes are listed at once. The second number holds where
paying stops must be chosen for each route."""

SHARE = 8
"""The first slack is the revenue of the best route divided by this."""

GROWTH = 2
"""Factor by which the slack grows from one round to the next, unless less closes the gap."""


class NearRoutes:
    """The routes of one type of train that earn at most ``slack`` less than its best."""

    def __init__(
        self, lister: RouteLister, trains: int, *, whole: bool, best: bool, payers: bool
    ) -> None:
        self.lister, self.trains, self.payers = lister, trains, payers
        chooses = lister.train.skips and (payers or lister.dearest is None)
        few = FEW_CHOICES if chooses else FEW_PAIRS
        self.routes: Sequence[Route] = ()
        self.slack = 0
        if best and not whole:
            self.widen(0)
        elif whole or lister.pairs <= few:
            self.widen(EVERYTHING)
        else:
            self.widen(lister.most // SHARE)

    @property
    def most(self) -> int:
        """Upper bound on the revenue of the trains."""
        return self.trains * max([0, *[route.revenue for route in self.routes[:1]]])

    def widen(self, slack: int) -> None:
        """List the routes that earn at most ``slack`` less than the best."""
        if slack >= EVERYTHING:
            self.routes = self.lister.every(payers=self.payers)
        else:
            self.routes = self.lister.within(slack, payers=self.payers)
        self.slack = slack


def pack_nearest(
    problem: Problem, listers: Mapping[Train, RouteLister], keep: int, clock: Clock, max_tries: int
) -> Packing:
    """Return the ``keep`` best plans.

    When the clock runs out, the best plans so far are returned with a bound that is still valid.
    Raises :class:`TooLarge` if there are too many routes or combinations of them, and
    :class:`TimeoutError` if there was no time for any plan.
    """
    packing = _packed(problem, listers, keep, clock, max_tries)
    packing.plans = settled(packing.plans, listers)
    return packing


def settled(
    plans: Iterable[Iterable[Route]], listers: Mapping[Train, RouteLister]
) -> list[tuple[Route, ...]]:
    """Return plans with the paying stops of all routes chosen."""
    return [tuple([listers[route.train].settled(route) for route in plan]) for plan in plans]


def _packed(
    problem: Problem, listers: Mapping[Train, RouteLister], keep: int, clock: Clock, max_tries: int
) -> Packing:
    """Return the best plans; if only one is kept, its paying stops may not be chosen yet."""
    whole = problem.connect is not None or problem.idle > 0  # rules of the whole plan
    best = keep == 1 and len(problem.trains) == 1
    near = [
        NearRoutes(lister, problem.fleet[train], whole=whole, best=best, payers=keep > 1)
        for train, lister in listers.items()
    ]
    bound = sum([each.most for each in near])
    plans: list[tuple[Route, ...]] = []
    while True:
        pools = [(each.trains, each.routes) for each in near]
        known = pack(problem, pools, keep=keep, clock=clock, max_tries=max_tries, known=plans)
        plans = known.plans
        if not known.finished:
            return Packing(known.plans, bound, finished=False)
        # The plans known are a lower bound: a better one lies less than the gap below the bound,
        # and so does each of its routes below the best of its train.
        gap = EVERYTHING
        if len(known.plans) == keep:
            gap = bound - sum([route.revenue for route in known.plans[-1]])
        narrow = [each for each in near if each.slack < gap]
        if not narrow:
            return known  # a better plan would need a route that falls short by more than the gap
        slack = min(gap, max(GROWTH * max([each.slack for each in narrow]), 1))
        try:
            for each in narrow:
                each.widen(slack)
        except TimeoutError:
            return Packing(known.plans, bound, finished=False)
