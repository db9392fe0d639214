"""A closer look where the best plan known falls short of the bound on what a share is paid.

CP-SAT finds the least money with which a plan pays a sum, or that none does. What it may take
altogether is limited by its own measure of effort: answers are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.board import neighbours
from solvers.chicago.growth import Growth
from solvers.chicago.order import building_order
from solvers.chicago.prospects import Prospects
from solvers.chicago.stream import BuildRounds
from solvers.isolate import WorkerDied, WorkerStopped, isolated

EFFORT = 6.0
"""What CP-SAT may take for a company: some ten seconds."""


@dataclass(frozen=True)
class RoundsQuestion:
    """What a company may build before each of several dividends.

    Attributes
    ----------
    positions
        The position before each dividend, if nobody acts.
    builds
        How many builds there may be before each.
    growth
        The hexes that can be built by the last.
    most
        What a share is paid at most by each dividend.
    """

    positions: tuple[ChicagoPosition, ...]
    company: str
    builds: tuple[int, ...]
    growth: Growth
    most: tuple[int, ...]


@dataclass(frozen=True)
class CheapestRounds:
    """The hexes to be built before each dividend, if any were found.

    Of the sums that were asked about none below ``least`` is enough.
    """

    hexes: tuple[frozenset[str], ...] | None
    least: int
    effort: float = 0.0
    """What the search took."""


class Closer:
    """Looks for the least money that pays a sum, until its effort is used up."""

    def __init__(self, prospects: Prospects) -> None:
        self.prospects, self.effort = prospects, EFFORT

    def cheapest(self, value: int, sums: range) -> CheapestRounds:
        """Return a plan that pays a share ``value`` with the least of several sums of money."""
        prospects, clock = self.prospects, self.prospects.clock
        every = range(len(prospects.builds))
        growth = prospects.growth(every[-1], sums[-1])
        nothing = CheapestRounds(None, sums.start)
        if self.effort <= 0 or clock.left == 0 or not growth.hexes:
            return nothing
        asked = RoundsQuestion(
            tuple(prospects.positions),
            prospects.company,
            prospects.builds,
            growth,
            tuple(prospects.most_paid(at, sums[-1]) for at in every),
        )
        try:
            found = isolated(_native, asked, value, sums, self.effort, clock.left, clock=clock)
        except (WorkerDied, WorkerStopped):
            self.effort = 0.0
            return nothing
        self.effort -= found.effort
        return found

    def in_actions(self, hexes: Sequence[frozenset[str]]) -> BuildRounds:
        """Return what is built before each dividend in building order, Chicago last."""
        first = self.prospects.positions[0]
        near, most = neighbours(first.title), first.title.building.hexes
        built = first.networks[self.prospects.company]
        rounds = []
        for new in hexes:
            worth = {each: rules.pays(first, each) for each in new - {self.prospects.goal}}
            order = building_order(near, built, worth)
            order += [self.prospects.goal] if self.prospects.goal in new else []
            rounds.append(tuple(tuple(order[at : at + most]) for at in range(0, len(order), most)))
            built |= new
        return tuple(rounds)


def _native(
    asked: RoundsQuestion, value: int, sums: range, effort: float, limit: float | None
) -> CheapestRounds:
    from solvers.chicago.rounds import cheapest_rounds

    return cheapest_rounds(asked, value, sums, effort, limit)
