"""1856 replayed: rights that are bought, and the railway that indebted companies form."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import AbilityTable, ImportTable
from mapdata.tables import Table
from mapdata.title import Title

_ANSWERS = frozenset({"merge", "pass", "sell_shares", "take_loan", "payoff_loan"})


class DebtFormationTable(Table, frozen=True):
    """The company that indebted ones form at the start of a phase."""

    company: str
    phase: str


class Import1856(ImportTable, frozen=True):
    """``rights``: what is bought by its description, and what it adds to routes."""

    formation: DebtFormationTable | None = None
    rights: dict[str, AbilityTable] = msgspec.field(default_factory=dict)


class Replay1856(Replay):
    """A game of 1856."""

    TABLE: ClassVar = Import1856
    table: Import1856

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        assert self.table.formation is not None
        self.formation = self.table.formation
        self.asking = False
        """Directors are being asked whether their companies merge."""
        self.merged: list[str] = []
        self.trigger: str | int | None = None
        """Who bought the train that begins the phase: shares are exchanged from there on."""
        self.borrowed = ""
        """A train that must be given back."""

    # Time

    def tick(self, step: StandingAction) -> None:
        """Form the company when all have answered, before whatever comes then."""
        if self.asking and not self._answers(step):
            self.asking = False
            self.form()
        super().tick(step)

    def _answers(self, step: StandingAction) -> bool:
        if step.action.type not in _ANSWERS or step.company == self.formation.company:
            return False
        return step.action.type != "pass" or bool(step.company)

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; the answers are not."""
        return not self.asking and super().is_turn_action(step)

    def phase_started(self, phase: str) -> None:
        """Ask the directors of indebted companies."""
        super().phase_started(phase)
        if phase == self.formation.phase and self.step is not None:
            self.asking, self.trigger = True, self.director(self.step.company)

    # The formation

    def do_merge(self, step: StandingAction) -> None:
        """Let a company join; its trains pass on at once."""
        company = step.action.corporation or step.company
        if not self.ground.placed(company):
            self.note(f"{company} has no token to pass on")
            return
        self.merged.append(company)
        self.depot.hand_over(company, self.formation.company)
        self.holdings.hand_over(company, self.formation.company)

    def form(self) -> None:
        """Pass the tokens on: homes first, then others, none on the hex of a home."""
        new, ground = self.formation.company, self.ground
        old = [ground.tokens.pop(company, []) for company in self.merged]
        homes = [mine[0].city for mine in old if mine and mine[0].city]
        for city in homes:
            if new not in ground.holders(city):
                ground.place(new, city)
        hexes = {city.hex for city in homes}
        others = [token.city for mine in old for token in mine[1:] if token.city]
        for city in others:
            if city.hex not in hexes and new not in ground.holders(city):
                ground.place(new, city)
        if self.merged:
            self.founded.add(new)
            self.clock.had_turn.append(new)  # it operates from the next round on
        self._exchange_shares()
        self.merged = []

    def _exchange_shares(self) -> None:
        """Exchange shares two for one; if they are more than ten, each is of 5 %."""
        new, held = self.formation.company, self.shares.held
        pairs = [
            sum(held[each][player] for each in self.merged if each in held) // 20
            for player in self.export.players
        ]
        if new not in self.shares.ordinary:
            small = sum(pairs) > 10
            self.shares.ordinary = {**self.shares.ordinary, new: 5 if small else 10}
            if not small:
                self.shares.vague.add(new)  # shares in the market count, too
        one = self.shares.ordinary[new]
        seats = list(self.export.players)
        at = seats.index(self.trigger) if self.trigger in seats else 0
        order = [*seats[at:], *seats[:at]]
        self.shares.exchange(self.merged, new, order, lambda _, percent: percent // 20 * one)

    # Rights and borrowed trains

    def do_special_buy(self, step: StandingAction) -> None:
        """Buy a right."""
        right = self.table.rights.get(step.action.description or "")
        if right is None:
            self.note(f"there is no right called {step.action.description}")
        else:
            self.holdings.grant(step.company, right)

    def do_borrow_train(self, step: StandingAction) -> None:
        """Borrow a train of the supply for one run."""
        train = step.action.train or ""
        if train not in self.depot.supply:
            self.note(f"there is no train {train} to be borrowed")
            return
        self.borrowed = train
        self.depot.supply.remove(train)
        self.depot.give(train, step.company)

    def do_run_routes(self, step: StandingAction) -> None:
        """Give a borrowed train back after its run."""
        super().do_run_routes(step)
        self._give_back()

    def end_turn(self, company: str) -> None:
        """Give a borrowed train back that has not run."""
        super().end_turn(company)
        self._give_back()

    def _give_back(self) -> None:
        if self.borrowed:
            self.depot.lend_back(self.borrowed)
            self.borrowed = ""


REPLAY = Replay1856
