"""18Ireland replayed: minors auctioned and merged, trains that become smaller ones."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from bestrun.importers.forming import Forming
from bestrun.importers.lots import Lots
from mapdata.title import Title


class Import18Ireland(ImportTable, frozen=True):
    """What 18Ireland asks for beside.

    Attributes
    ----------
    with_private
        A private, and the minor that is started with it and has a train at once.
    lots_before
        Cards that are shuffled before the minors.
    minors
        Minors of which the first of their shuffle is taken out.
    becomes
        A train, and the smaller one that it becomes when it rusts.
    minors_end
        The event after which no minor is started.
    """

    with_private: dict[str, str] = msgspec.field(default_factory=dict)
    lots_before: int = 0
    minors: tuple[str, ...] = ()
    becomes: dict[str, str] = msgspec.field(default_factory=dict)
    minors_end: str = ""


class Replay18Ireland(Forming):
    """A game of 18Ireland.

    A player names the minors that would merge, all vote, and then the major is named.
    """

    TABLE: ClassVar = Import18Ireland
    table: Import18Ireland

    def __init__(self, export: Export, title: Title) -> None:
        self.voted = False
        """Whether there was a vote since the last minor was named."""
        self.minors_over = False
        super().__init__(export, title)

    def set_up(self) -> None:
        """Take a minor out by lot; one is started with a private, if that is sold."""
        super().set_up()
        draws = Lots(self.export.seed)
        draws.shuffled(range(self.table.lots_before))
        started = {step.action.corporation for step in self.export.steps}
        self.taken_out.update(each for each in draws.shuffled(self.table.minors)[:1])
        self.taken_out -= started
        sold = {step.action.company for step in self.export.steps if step.action.type == "bid"}
        for private, minor in self.table.with_private.items():
            if private in sold:
                self.place_home(minor)
                self.founded.add(minor)
                self.sell(self.depot.supply[0], minor)
            else:
                self.taken_out.add(minor)
        for minor in self.taken_out:
            self.ground.release_home(minor)

    def may_come(self, company: str) -> bool:
        """Whether a company may still be started."""
        found = self.title.companies.get(company)
        minor = found is not None and found.kind == "minor"
        over = self.minors_over and minor and company not in self.shares.held
        return not over and super().may_come(company)

    def do_bid(self, step: StandingAction) -> None:
        """Start a minor by auction: whoever bids last gets it."""
        super().do_bid(step)
        company, player = step.action.corporation or "", step.action.entity
        if company in self.title.companies and player is not None:
            self.shares.start(company, player)
            if not self.ground.placed(company):
                self.fresh.add(company)
                self.place_home(company)
        minor = self.table.with_private.get(step.action.company or "")
        if minor and player is not None:
            self.shares.start(minor, player)

    # Mergers

    def do_choose(self, step: StandingAction) -> None:
        """Vote on a merger."""
        self.voted = True

    def do_merge(self, step: StandingAction) -> None:
        """Name a minor that would merge, or the major that those named become."""
        company = step.action.corporation or ""
        if company not in self.title.companies:
            self.note(f"there is no company {company}")
        elif self.title.companies[company].kind == "minor":
            self.merging = [*([] if self.voted else self.merging), company]
            self.voted = False
        else:
            self.form(company, self.merging)
            self.merging = []

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn, whatever was voted down before."""
        return super(Forming, self).is_turn_action(step)

    def form(self, new: str, old: list[str]) -> None:
        """Form a major: of two tokens on a hex one goes."""
        for company in old:
            self.ground.hand_over(company, new, one_a_hex=True, given=False)
        super().form(new, old)

    # Trains

    def sell(self, train: str, buyer: str = "", variant: str = "") -> None:
        """Take a train out of the supply; trains that rust by it become smaller ones."""
        gone = set(self.depot.gone)
        super().sell(train, buyer, variant)
        for rusted in sorted(self.depot.gone - gone):
            smaller = self.table.becomes.get(pile(rusted))
            waiting = [
                each
                for each in self.table.reserved
                if pile(each) == smaller and each not in (*self.depot.pool, *self.depot.gone)
            ]
            free = [each for each in waiting if not self.depot.holder(each)]
            self.depot.pool.update(free[:1])

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type."""
        super().event(name)
        if name == self.table.minors_end:
            self.minors_over = True


REPLAY = Replay18Ireland
