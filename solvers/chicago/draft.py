"""Drafts of an agenda: plans that are the best in most cases, and found fast.

Shares are bought at their opening bids, then each company builds what is richest for it, then
the best is developed; or the other way round, for the money that forests pay.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from solvers.chicago import dividends, rules
from solvers.chicago.action import DividendLedger, development_options
from solvers.chicago.agenda import Agenda
from solvers.chicago.ceiling import Ceilings
from solvers.chicago.moves import (
    AuctionMove,
    BuildMove,
    ChicagoMove,
    after,
    refusals,
)
from solvers.chicago.plan import good_hexes, growth_of, ordered
from solvers.chicago.prospects import Arrived
from solvers.chicago.turns import TurnQuestion

FEW = 6
"""Developments that are tried before builds."""

ARRIVALS: tuple[Arrived, ...] = ("maybe", "there")


def legal(question: TurnQuestion, moves: list[ChicagoMove]) -> bool:
    """Return whether a player may make these moves one after the other."""
    now = question.position
    for move in moves:
        if dividends.due(now) or any(refusals(now, question.player, move)):
            return False
        now = after(now, move)
    return True


def drafts(
    question: TurnQuestion, agenda: Agenda, ceilings: Ceilings
) -> Iterator[list[ChicagoMove]]:
    """Yield some legal plans of an agenda, if there are any."""
    first = range(-1, FEW) if agenda.developments and agenda.builds else range(-1, 0)
    for names in permutations(dict.fromkeys(agenda.builds)):
        for arrived, choice in product(ARRIVALS, first):
            draft = _Draft(question, agenda, ceilings, arrived)
            draft.buy()
            if choice >= 0:
                draft.develop(choice)
            for name in names:
                draft.build(name)
            if choice < 0:
                draft.develop()
            if legal(question, draft.moves):
                yield draft.moves


class _Draft:
    """A plan in the making."""

    def __init__(
        self, question: TurnQuestion, agenda: Agenda, ceilings: Ceilings, arrived: Arrived
    ) -> None:
        self.question, self.agenda = question, agenda
        self.ceilings, self.arrived = ceilings, arrived
        self.now = question.position
        self.moves: list[ChicagoMove] = []

    def _add(self, move: ChicagoMove) -> None:
        self.moves.append(move)
        self.now = after(self.now, move)

    def buy(self) -> None:
        """Buy the shares of the agenda."""
        for name in self.agenda.purchases:
            bid = rules.opening_bid(self.now, name) or 0
            self._add(AuctionMove(name, self.question.player, bid))

    def develop(self, choice: int = 0) -> None:
        """Develop what is best, one after the other; of the first so many are passed over."""
        for number in range(self.agenda.developments):
            ledger = DividendLedger(self.now, self.question.player, self.question.number)
            options = development_options(ledger)[0 if number else choice :]
            if options:
                self._add(options[0].move)

    def build(self, name: str) -> None:
        """Build what is rich for a company: the richest, if nobody else has built before.

        An arrival in Chicago pays the more the later it is.
        """
        now, goal = self.now, self.now.title.opening.hex
        most, count = now.title.building.hexes, self.agenda.builds.count(name)
        growth = growth_of(now, name, now.treasuries[name], most * count)
        if now.networks == self.question.position.networks:
            prospects = self.ceilings.prospects(name, count)
            best = prospects.best(0, now.treasuries[name], self.arrived).hexes
            chosen = frozenset(at for at, each in enumerate(growth.hexes) if each in best)
        else:
            chosen = good_hexes(growth, self.ceilings.clock)
        at_last = {at for at in chosen if growth.hexes[at] == goal}
        hexes = ordered(now, name, growth, chosen - at_last) + [goal] * len(at_last)
        for at in range(0, len(hexes), most):
            self._add(BuildMove(name, tuple(hexes[at : at + most])))
