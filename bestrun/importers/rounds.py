"""Turns, rounds and sets in a replay, and what is due when they begin and end."""

from __future__ import annotations

from bestrun.importers.actions import StandingAction
from bestrun.importers.clock import STOCK_ROUND, Begins
from bestrun.importers.trading import Trading


class Rounds(Trading):
    """Events by time before an action."""

    def vanishes(self, company: str) -> None:
        """End a company that has ended without an action."""
        self.close(company)

    def close(self, company: str) -> None:
        """Take a company's tokens off the board and its trains away; it may start again."""
        self.ground.tokens.pop(company, None)
        self.ground.release_home(company)
        for train in list(self.depot.held.get(company, ())):
            self.depot.discard(train, to_pool=self.table.closes == "pool")
        for private in list(self.holdings.owned.get(company, ())):
            self.holdings.close(private)
        self.founded.discard(company)
        self.shares.end(company)

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action, with all that is due before it."""
        for company in self.ending.get(self.index, ()):
            self.vanishes(company)
        if self.clock.ends_set(step):
            self.end_set()
            self.clock.close_set()
        elif self.is_turn_action(step):
            begins = self.clock.begins(step)
            if self.clock.operating and begins is Begins.SET and self.table.longer_last_set:
                self.clock.rounds += 1
                begins = Begins.ROUND
            if self.clock.operating and begins is Begins.SET:
                self.end_set()
            elif self.clock.operating and begins is Begins.ROUND:
                self.end_round()
            if begins:
                self.begin(begins, step.company)
            if step.action.type == "buy_train" and self._paid_nothing():
                self.depot.paid_out(step.company)
            self.clock.go_on(step)

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a company's turn.

        A company's first token is not, nor what it is asked between rounds.
        """
        if not self.clock.is_turn_action(step) or self.clock.only_asked(step):
            return False
        if step.company not in self.title.companies or self.lays_home(step):
            return False
        return step.action.type != "place_token" or bool(self.ground.placed(step.company))

    def begin(self, what: Begins, company: str) -> None:
        """Begin a turn, and the round or set that it opens."""
        if self.clock.company and self.clock.operating:
            self.end_turn(self.clock.company)
        going_on = company != self.clock.company  # its privates may have built before it acts
        self.built[:] = [each for each in self.built if going_on and each.company == company]
        self.clock.begin(what, company, self.rounds_in_set())
        if what is Begins.SET and self.table.first_set == 0 and not self.shares.held:
            self.clock.set_number = 0  # before the first stock round
        if what >= Begins.ROUND:
            self.began = self.export.steps[self.index - 1].id if self.index else 0
            self.depot.ran.clear()
            self.begin_round()
        self.depot.begin_turn(company)
        self.begin_turn(company)

    def rounds_in_set(self) -> int:
        """The number of operating rounds in a set that begins now."""
        return self.title.phases[self.depot.phase].operating_rounds

    def end_turn(self, company: str) -> None:
        """Do what is due when the turn of a company ends.

        Who has not come to run keeps no obsolete trains either.
        """
        if self._paid_nothing():
            self.depot.paid_out(company)

    def _paid_nothing(self) -> bool:
        """Whether the company on turn has not come to a dividend, as one without routes."""
        return self.clock.reached < self.clock.order.get("dividend", 0)

    def end_round(self) -> None:
        """Do what is due at the end of an operating round."""
        for moment in self.table.timetable:
            if moment.round == self.clock.number:
                self.depot.scrap_named(moment.scraps)
        export = self.table.export
        if export and export.after == "round":
            self.sell_abroad()

    def end_set(self) -> None:
        """Do what is due at the end of a set of operating rounds."""
        self.end_turn(self.clock.company)
        self.end_round()
        export = self.table.export
        if export and export.after == "set":
            self.sell_abroad()

    def begin_round(self) -> None:
        """Do what is due when an operating round begins."""
        self.fresh.clear()
        for moment in self.table.timetable:
            if moment.phase and moment.round == self.clock.number:
                self.depot.start(moment.phase)
                self.phase_started(moment.phase)
        if self.table.home == "round":
            for company in self._operating_now():
                self.place_home(company)
        elif self.table.home == "float":
            for company in set(self.acting_now()[0]) - self.founded:
                self.place_home(company)

    def begin_turn(self, company: str) -> None:
        """Do what is due when the turn of a company begins."""
        if self.table.home == "operate" and company not in self.founded:
            self.place_home(company)
        self.founded.add(company)

    def _operating_now(self) -> list[str]:
        """Return the companies that operate in the round that begins now.

        All that act in it; and, where the game breaks off, those that had floated.
        """
        sold = self.table.float_percent // 10
        floated = [each for each in self.title.companies if self.shares.sold(each) >= sold]
        return list(dict.fromkeys([*self.acting_now()[0], *floated]))

    def acting_now(self) -> tuple[list[str], bool]:
        """Return the companies that act in the round that begins now, and if it is whole."""
        acting: list[str] = []
        for step in self.export.steps[self.index :]:
            if step.action.entity_type == "player" and step.action.type in STOCK_ROUND:
                return acting, True
            if not self.clock.is_turn_action(step):
                continue
            if step.company in acting[:-1]:
                return acting, True
            if step.company not in acting and step.company in self.title.companies:
                acting.append(step.company)
        return acting, False
