"""The best plan of deliveries: best first over orders, routes and ways, with a bound.

An order says what is loaded and delivered when; a route fixes its crossings; the ways by
land are chosen last. Each has bounds on cost and turn, so that the item with the highest
bound is looked at next, and as soon as none can beat the best plan that was carried out,
that plan is proven.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.plan import DeliveryPlan

DRY_SHARE = 0.3
"""How much of the time is for plans without sea bridges, which are easier to find."""


@dataclass(frozen=True)
class Deliveries:
    """The answer: a plan, its value and an upper bound on plans that leave no goods on the way.

    ``plan`` is ``None`` if doing nothing is best. ``interrupted`` says that Ctrl-C ended it.
    ``without_upgrade`` is the value of the best plan that was found without one. ``ended`` is why
    the search ended without a proof. ``by_cards`` has the best plan that was found for each set of
    cards that plans use.
    """

    plan: DeliveryPlan | None
    aim: Aim
    value: Fraction
    bound: Fraction
    seconds: float
    interrupted: bool = False
    without_upgrade: Fraction = NOTHING
    ended: str = ""
    by_cards: tuple[tuple[Fraction, DeliveryPlan], ...] = ()

    @property
    def proven(self) -> bool:
        """Return whether no plan is better."""
        return self.bound == self.value


def best_deliveries(position: IslandPosition, time_limit: float | None = None) -> Deliveries:
    """Return the plan with the most money a turn, or the earliest with the target."""
    from solvers.island.deliveries.search import PATIENCE, Search

    time = Clock(PATIENCE if time_limit is None else time_limit)
    aim = Aim.of(position)
    if aim.target is not None and position.money >= aim.target:
        now = Fraction(aim.horizon + 1)
        return Deliveries(None, aim, now, now, time.seconds)
    with time.stopped_by_interrupt():
        search = Search(position, aim, time)
        if position.bridges:
            search.begin_with(Search(replace(position, bridges=False), aim, time, DRY_SHARE))
        bound = search.run()
    known = search.plan, aim, search.best, bound, time.seconds, time.interrupted
    some = tuple(search.by_cards.values())
    return Deliveries(*known, search.without_upgrade, search.ended, some)
