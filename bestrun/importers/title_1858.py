"""1858 replayed: private railways that build and are exchanged, wounded trains."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from mapdata.tables import Table
from mapdata.title import Title

_EXCHANGE = frozenset({"place_token", "pass"})


class CountedTable(Table, frozen=True):
    """Trains that rust with one of a number of others sold; fewer for two players."""

    trains: tuple[str, ...] = ()
    sold: tuple[str, ...] = ()
    number: int = 0
    for_two: int = 0


class Import1858(ImportTable, frozen=True):
    """``wounds``: phase to the trains that are wounded from then on. ``late``: what rusts late."""

    wounds: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    late: CountedTable = CountedTable()


class Replay1858(Replay):
    """A game of 1858.

    A private railway builds like a company, but has no token and no train. Its owner starts a
    company with it, or exchanges it for a share of one: from the treasury, then that company
    has it and may place a token in its city; from the market, then it is gone.
    """

    TABLE: ClassVar = Import1858
    table: Import1858

    def __init__(self, export: Export, title: Title) -> None:
        self.market: set[str] = set()
        """Certificates that lie in the market."""
        self.taken = ""
        """The company that may place a token for a railway that it has just taken over."""
        self.wounded: set[str] = set()
        """Trains, by name, that earn half."""
        self.late_sold = 0
        super().__init__(export, title)

    def is_private(self, company: str) -> bool:
        """Whether a company is a private railway."""
        return company in self.title.privates

    def homes(self, company: str) -> tuple[str, ...]:
        """Return the home stops of a company; private railways have no token."""
        return () if self.is_private(company) else super().homes(company)

    # Time

    def tick(self, step: StandingAction) -> None:
        """Let a company forgo the city of a railway that it has taken over."""
        if self.taken and not self._answers(step):
            self.taken = ""
        super().tick(step)

    def _answers(self, step: StandingAction) -> bool:
        return step.company == self.taken and step.action.type in _EXCHANGE

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; an exchange is not."""
        answers = bool(self.taken) and self._answers(step)
        return not answers and super().is_turn_action(step)

    # Shares

    def do_buy_shares(self, step: StandingAction) -> None:
        """Move shares, some of them for a private railway."""
        private, shares = step.company, step.action.shares or ()
        if not self.is_private(private):
            super().do_buy_shares(step)
            if step.action.type.endswith("sell_shares"):
                self.market.update(shares)
            else:
                self.market.difference_update(shares)
            return
        owner = self.director(private)
        if owner is not None and shares:
            company = shares[0].rpartition("_")[0]
            if shares[0].endswith("_0"):
                self.shares.start(company, owner, round(step.action.percent or 0))
                self.fresh.add(company)
            else:
                self.shares.gain(shares, owner, step.action.percent)
            first = shares[0].endswith("_0")
            self.exchange(private, company, "" if first or shares[0] in self.market else "treasury")
        self.market.difference_update(shares)

    do_sell_shares = do_buy_shares
    do_corporate_buy_shares = do_buy_shares
    do_corporate_sell_shares = do_buy_shares

    def exchange(self, private: str, company: str, source: str, *, keeps: bool = True) -> None:
        """End a private railway; a company that gives a share of its own may keep it a while."""
        if source == "treasury":
            self.taken = company
        if source == "treasury" and keeps:
            self.holdings.buy(private, company)
        else:
            self.holdings.close(private)

    def do_choose(self, step: StandingAction) -> None:
        """Exchange a private railway when all of them end."""
        chosen = step.action.choice
        if not isinstance(chosen, dict) or not self.is_private(step.company):
            super().do_choose(step)
            return
        company, owner = str(chosen.get("corporation")), self.director(step.company)
        if company in self.title.companies:
            if owner is not None:
                self.shares.gain([f"{company}_"], owner)
            self.exchange(step.company, company, str(chosen.get("from")), keeps=False)

    def do_convert(self, step: StandingAction) -> None:
        """Make ten shares of a company's five."""
        self.shares.resize(step.company, 5, 10)

    def do_dividend(self, step: StandingAction) -> None:
        """Pay, and close the private railways that have earned with it."""
        super().do_dividend(step)
        for private in list(self.holdings.owned.get(step.company, ())):
            self.holdings.close(private)

    # Trains

    def phase_started(self, phase: str) -> None:
        """Do what comes with a phase: older trains are wounded."""
        super().phase_started(phase)
        self.wounded.update(self.table.wounds.get(phase, ()))

    def sold(self, train: str) -> None:
        """Do what comes with one train: the last of some rust with a number of others."""
        super().sold(train)
        late = self.table.late
        self.late_sold += pile(train) in late.sold
        two = len(self.export.players) == 2
        if self.late_sold == (late.for_two if two else late.number):
            self.depot.scrap_named(late.trains)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with the trains that are wounded."""
        fields = super().fields(company)
        names = dict.fromkeys(fields["trains"])
        return fields | {"wounded": tuple(each for each in names if each in self.wounded)}


REPLAY = Replay1858
