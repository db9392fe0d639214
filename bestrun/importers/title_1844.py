"""1844 replayed: trains sold abroad, homes at the first turn, Furka-Oberalp, EVA, the SBB."""

from __future__ import annotations

from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from mapdata.tables import Table
from mapdata.title import Title

MEMBERS = 5
"""Companies of one size that make up the national one: its shares are a fifth of theirs."""


class SpecialTilesTable(Table, frozen=True):
    """Tiles that a private lays all at once, by the start of a phase at the latest."""

    private: str
    phase: str
    tiles: dict[str, str]


class GiftTable(Table, frozen=True):
    """A train that a private gives to a company."""

    private: str
    train: str
    name: str


class UnionTable(Table, frozen=True):
    """A company formed out of others at the end of the round in which a phase starts."""

    company: str
    phase: str
    members: tuple[str, ...]
    trains: dict[str, str]


class Import1844(ImportTable, frozen=True):
    """What 1844 adds."""

    furka_oberalp: SpecialTilesTable | None = None
    gift: GiftTable | None = None
    formation: UnionTable | None = None


class Replay1844(Replay):
    """A game of 1844."""

    TABLE: ClassVar = Import1844
    table: Import1844

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        table = self.table
        assert table.formation and table.furka_oberalp and table.gift
        self.national, self.furka, self.gift = table.formation, table.furka_oberalp, table.gift
        self.due = False
        """The national company forms at the end of this round."""
        self.formed = False
        self.furka_laid = False

    # Time

    def tick(self, step: StandingAction) -> None:
        """Form the national company before its first action, which proves that it exists."""
        if step.company == self.national.company and not self.formed:
            if not self.due and self.clock.operating:
                self.end_set()
                self.clock.close_set()
            if not self.due:
                self.note(f"{step.company} acts before it can have been formed")
            self.form_if_due()
        super().tick(step)

    def end_round(self) -> None:
        """Form the national company if it is due."""
        super().end_round()
        self.form_if_due()

    def end_set(self) -> None:
        """Form it, too, if the train sold abroad has made it due."""
        super().end_set()
        self.form_if_due()

    # Events

    def phase_started(self, phase: str) -> None:
        """Lay Furka-Oberalp at the latest now; from now on the national company is due."""
        super().phase_started(phase)
        if phase == self.furka.phase:
            self.lay_furka()
        if phase == self.national.phase:
            self.due = True

    def lay_furka(self) -> None:
        """Lay the special tiles, below any tunnel."""
        if self.furka_laid:
            return
        self.furka_laid = True
        for hex_id, laid in self.furka.tiles.items():
            tile, _, rotation = laid.partition(":")
            self.ground.underlay(hex_id, tile, int(rotation))

    def form_if_due(self) -> None:
        """Merge the old companies into the national one: tokens in place, all trains."""
        if not self.due or self.formed:
            return
        self.formed = self.clock.round_over = True
        company = self.national.company
        for train, name in self.national.trains.items():
            self.depot.give(train, company, name)
        members, shares = self.national.members, self.shares
        directors = [shares.directors[each] for each in members if each in shares.directors]
        shares.exchange(members, company, directors, lambda _, percent: percent // MEMBERS)
        for old in members:
            self.ground.release_home(old)
            self.ground.hand_over(old, company)
            self.depot.hand_over(old, company)

    def do_choose_ability(self, step: StandingAction) -> None:
        """Use a private: Furka-Oberalp at once, or the train that is given away."""
        if step.company == self.furka.private:
            self.lay_furka()
        elif step.company == self.gift.private:
            company, train = step.action.choice, self.gift.train
            if not isinstance(company, str) or company not in self.title.companies:
                self.note(f"there is no company {company}")
            elif self.depot.holder(train) or train in self.depot.gone:
                self.note(f"train {train} has been given away already")
            else:
                self.depot.give(train, company, self.gift.name)


REPLAY = Replay1844
