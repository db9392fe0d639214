"""Trains in a replay: bought, traded in, discarded, sold abroad, and what follows from it."""

from __future__ import annotations

from bestrun.importers.actions import StandingAction
from bestrun.importers.data import AbilityTable
from bestrun.importers.depot import pile
from bestrun.importers.laying import Laying


class Trading(Laying):
    """Effects of actions on trains, and of the sale of one."""

    def do_buy_train(self, step: StandingAction) -> None:
        """Move a train to its buyer; out of the supply it may start a phase."""
        train, buyer = step.action.train or "", self.actor(step)
        variant = step.action.variant or ""
        sides = (self.title.trains[variant].base, variant) if variant in self.title.trains else ()
        if not self.depot.on_sale(train):
            self.note(f"there is no train {train} to be had")
        elif buyer not in self.title.companies:
            self.note(f"there is no company {buyer}")
        elif variant and pile(train) not in sides:
            self.note(f"train {train} has no side {variant}")
        else:
            if step.action.exchange:
                self.trade_in(step.action.exchange)
            if train in self.depot.supply:
                self.catch_up(train)
                self.sell(train, buyer, variant)
                self.last_sale = step.id
            else:
                self.depot.give(train, buyer, variant)
            self.holdings.train_bought(buyer)
            if buyer != step.company:
                self.holdings.used(step.company)

    def trade_in(self, train: str) -> None:
        """Put a train that is traded in into the pool."""
        if self.depot.holder(train):
            self.depot.discard(train, to_pool=True)
        else:
            self.note(f"no company holds the train {train} that is traded in")

    def catch_up(self, train: str) -> None:
        """Let the trains go that must have gone before ``train`` could be sold."""
        while first := self.depot.due_before(train):
            self.note(
                f"train {train} is sold, but {first} has not been seen to go", self.unseen_since()
            )
            self.leave(first)

    def leave(self, train: str) -> None:
        """Let an unsold train leave the game, with all effects of a purchase."""
        self.sell(train)
        self.depot.gone.add(train)

    def sell(self, train: str, buyer: str = "", variant: str = "") -> None:
        """Take a train out of the supply, for a buyer or for nobody, with all that follows."""
        first = pile(train) not in self.depot.types_sold
        started = self.depot.sell(train, self.sides_sold(train, buyer, variant))
        if buyer:
            self.depot.give(train, buyer, variant)
        for phase in started:
            self.phase_started(phase)
        for event in self.title.trains[pile(train)].events if first else ():
            self.event(event)
        self.sold(train)

    def sides_sold(self, train: str, buyer: str, variant: str) -> tuple[str, ...]:
        """Return the names under which a train ends others, if not that of its type."""
        return ()

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type."""
        if name == "close_companies":
            self.holdings.close_all()
        elif name in ("remove_bonuses", "remove_tokens"):
            self.holdings.remove_markers(keep=self.title.companies)
        if event := self.table.events.get(name):
            for hex_id in event.clears:
                self.ground.clear(hex_id)
            for hex_id in event.empties:
                self.ground.empty(hex_id)
            for hex_id in event.unmarks:
                for company in self.holdings.assigned.pop(hex_id, []):
                    self.ground.regain(company)
            self.holdings.remove_markers(event.lifts)

    def sold(self, train: str) -> None:
        """Do what comes with one particular train."""

    def phase_started(self, phase: str) -> None:
        """Do what comes with a phase, beside scrapping and turning trains."""
        self.holdings.phase_started(phase)
        for until, company, token in self.passing_tokens:
            if until == phase:
                self.ground.tokens[company].remove(token)
        idle = self.table.idle
        if idle and phase == idle.phase:
            for company in [each for each, trains in self.depot.held.items() if trains]:
                self.holdings.grant(company, AbilityTable(idle.type, count=1))

    def sell_abroad(self) -> None:
        """Let the first unsold train leave the game, if the title says so."""
        export = self.table.export
        if export is None or not self.depot.supply:
            return
        if export.phases and self.depot.phase not in export.phases:
            return
        first = self.depot.supply[0]
        if export.trains and pile(first) not in export.trains:
            return
        if pile(first) in export.whole_type:
            for train in [each for each in self.depot.supply if pile(each) == pile(first)][:-1]:
                self.leave(train)
        self.leave(self.depot.supply[0])

    def do_scrap_train(self, step: StandingAction) -> None:
        """Take a train out of the game."""
        train = step.action.train or ""
        if self.depot.holder(train):
            self.depot.scrap(train)
        else:
            self.note(f"no company holds the train {train}")

    def do_discard_train(self, step: StandingAction) -> None:
        """Take a train from whoever holds it."""
        train = step.action.train or ""
        if not self.depot.holder(train):
            self.note(f"no company holds the train {train}")
        else:
            self.depot.discard(train, to_pool=self.table.discards == "pool")
