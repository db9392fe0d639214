"""18CZ replayed: cards of three sides, companies that buy companies, the third of two players."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from bestrun.importers.lots import Lots
from mapdata.title import Title


class Import18CZ(ImportTable, frozen=True):
    """What 18CZ asks for beside.

    Attributes
    ----------
    rounds
        Operating rounds of each set.
    kinds
        Kind of company to the mark in the names of its trains; nothing for the plain ones.
    third
        For two players: event to the kind of company that the third one gets by lot, and ``""``
        to the kind of the first.
    red
        Large company to the tile that it lays as its home.
    """

    rounds: tuple[int, ...] = ()
    kinds: dict[str, str] = msgspec.field(default_factory=dict)
    third: dict[str, str] = msgspec.field(default_factory=dict)
    red: dict[str, str] = msgspec.field(default_factory=dict)


class Replay18CZ(Replay):
    """A game of 18CZ."""

    TABLE: ClassVar = Import18CZ
    table: Import18CZ

    def __init__(self, export: Export, title: Title) -> None:
        self.draws = Lots(export.seed)
        self.third: list[str] = []
        """Companies of the third player, in the order in which he got them."""
        super().__init__(export, title)

    def set_up(self) -> None:
        """Give the third player his first company."""
        super().set_up()
        if "" in self.table.third:
            self.third_gets(self.table.third[""])

    def kind(self, company: str) -> str:
        """Return the kind of a company."""
        return self.title.companies[company].kind

    def side(self, train: str, company: str) -> str:
        """Return the side of a card that companies of this kind run."""
        first = pile(train)
        sides = [
            each.name for each in self.title.trains.values() if first in (each.name, each.base)
        ]
        return next((each for each in sides if self.can_run(each, company)), first)

    def can_run(self, train: str, company: str) -> bool:
        """Whether a company runs trains of this name."""
        marks = [each for each in self.table.kinds.values() if each and each in train]
        mark = self.table.kinds.get(self.kind(company), "")
        return marks == ([mark] if mark else [])

    # Time

    def rounds_in_set(self) -> int:
        """The number of operating rounds in a set that begins now."""
        rounds = self.table.rounds
        return rounds[min(self.clock.set_number, len(rounds) - 1)]

    def end_set(self) -> None:
        """End a set of rounds: a train leaves, or the third player gets new ones."""
        super().end_set()
        for company in list(self.third):
            self.third_gets_train(company)

    # The third of two players

    def third_gets(self, kind: str) -> None:
        """Give the third player a company of a kind by lot, with a train."""
        free = [
            each.id
            for each in self.title.companies.values()
            if each.kind == kind and each.id not in self.shares.held
        ]
        company = free[self.draws.draw() % len(free)]
        self.third.append(company)
        self.fresh.add(company)
        self.third_gets_train(company)

    def third_gets_train(self, company: str) -> None:
        """Replace the trains of one of his companies by the next one."""
        self.depot.scrap_all_of(company)
        if self.depot.supply:
            train = self.depot.supply[0]
            self.sell(train, company, self.side(train, company))

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type."""
        super().event(name)
        if name in self.table.third:
            self.third_gets(self.table.third[name])

    # Trains

    def sides_sold(self, train: str, buyer: str, variant: str) -> tuple[str, ...]:
        """Return the side under which a card is sold; one that leaves counts as all."""
        if buyer:
            return (variant or pile(train),)
        first = pile(train)
        kinds = self.title.trains.values()
        return tuple(each.name for each in kinds if first in (each.name, each.base))

    def do_swap_train(self, step: StandingAction) -> None:
        """Turn a card to the side that its company runs."""
        train = step.action.train or ""
        if train not in self.depot.held.get(step.company, ()):
            self.note(f"{step.company} has no train {train}")
        else:
            self.depot.names[train] = self.side(train, step.company)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with only the trains that the company runs."""
        fields = super().fields(company)
        return fields | {"trains": tuple(t for t in fields["trains"] if self.can_run(t, company))}

    # Companies

    def do_buy_corporation(self, step: StandingAction) -> None:
        """Give all that a company has to the one that buys it."""
        old = step.action.corporation or ""
        if old not in self.title.companies:
            self.note(f"there is no company {old}")
            return
        self.ground.hand_over(old, step.company, given=False)
        self.ground.release_home(old)
        self.depot.hand_over(old, step.company)
        self.holdings.hand_over(old, step.company)
        self.shares.end(old)

    def do_remove_token(self, step: StandingAction) -> None:
        """Take one of two tokens on a hex back."""
        city = self.city(step)
        token = self.ground.holders(city).get(step.company) if city else None
        if token is None:
            self.note(f"{step.company} has no token to take back")
        else:
            token.city = None

    def do_sell_company(self, step: StandingAction) -> None:
        """Sell a private to the bank, which closes it."""
        private = step.action.company or step.company
        self.holdings.close(private)

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile: a large company lays its home."""
        super().tile_laid(step, hex_id)
        company, tile = step.company, self.ground.layers[hex_id][0].tile
        if self.table.red.get(company) == tile and not self.ground.placed(company):
            self.ground.place(company, self.ground.cities(hex_id)[0])
            self.founded.add(company)


REPLAY = Replay18CZ
