"""1844 replayed: trains sold abroad, homes at the first turn, Furka-Oberalp, EVA, the SBB."""

from __future__ import annotations

from typing import ClassVar

from bestrun.importers.actions import Export, Step
from bestrun.importers.replay import Replay
from mapdata.title import Title


class Replay1844(Replay):
    """A game of 1844."""

    ORDER: ClassVar = {
        "lay_tile": 0,
        "place_token": 1,
        "run_routes": 2,
        "dividend": 3,
        "buy_train": 4,
    }
    REPEATS: ClassVar = frozenset({"buy_train"})
    PASSES: ClassVar = 2

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.national = self.facts["formation"]
        self.furka = self.facts["furka_oberalp"]
        self.gift = self.facts["gift"]
        self.due = False
        """The national company forms at the end of this round."""
        self.formed = False
        self.furka_laid = False
        self.founded: set[str] = set()
        self.does |= {"choose_ability": self.do_choose_ability, "bankrupt": self.do_end_game}

    # Time

    def tick(self, step: Step) -> None:
        """Form the national company before its first action, which proves that it exists."""
        if step.company == self.national["company"] and not self.formed:
            if not self.due and self.clock.operating:
                self.end_set()
                self.clock.close_set()
            if not self.due:
                self.note(f"{step.company} acts before it can have been formed")
            self.end_round()
        super().tick(step)

    def end_round(self) -> None:
        """Form the national company if it is due."""
        if self.due and not self.formed:
            self.form()

    def end_set(self) -> None:
        """Sell the first unsold train abroad, as if it had been bought."""
        phases = list(self.title.phases)
        if phases.index(self.depot.phase) < phases.index(self.facts["exports_from_phase"]):
            return
        if self.depot.supply:
            self.leave(self.depot.supply[0])
        self.end_round()

    def begin_turn(self, company: str) -> None:
        """Place the home token when the first turn of a company begins."""
        if company not in self.founded:
            self.founded.add(company)
            self.board.place_home(company)

    # Events

    def phase_started(self, phase: str) -> None:
        """Lay Furka-Oberalp at the latest now; from now on the national company is due."""
        if phase == self.furka["phase"]:
            self.lay_furka()
        if phase == self.national["phase"]:
            self.due = True

    def lay_furka(self) -> None:
        """Lay the special tiles, below any tunnel."""
        if self.furka_laid:
            return
        self.furka_laid = True
        for hex_id, laid in self.furka["tiles"].items():
            tile, _, rotation = laid.partition(":")
            self.board.underlay(hex_id, tile, int(rotation))

    def form(self) -> None:
        """Merge the old companies into the national one: tokens in place, all trains."""
        self.formed = self.clock.round_over = True
        company = self.national["company"]
        for train, name in self.national["trains"].items():
            self.depot.give(train, company, name)
        for old in self.national["from"]:
            self.board.release_home(old)
            self.board.hand_over(old, company)
            self.depot.hand_over(old, company)

    def do_choose_ability(self, step: Step) -> None:
        """Use a private: Furka-Oberalp at once, or the train that is given away."""
        if step.company == self.furka["private"]:
            self.lay_furka()
        elif step.company == self.gift["private"]:
            company, train = step.action.choice, self.gift["train"]
            if not isinstance(company, str) or company not in self.title.companies:
                self.note(f"there is no company {company}")
            elif self.depot.holder(train) or train in self.depot.gone:
                self.note(f"train {train} has been given away already")
            else:
                self.depot.give(train, company, self.gift["name"])
