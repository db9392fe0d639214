"""1824 replayed: coal railways exchanged, state railways formed of their forerunners."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from mapdata.title import Title


class Import1824(ImportTable, frozen=True):
    """What 1824 asks for beside.

    Attributes
    ----------
    coal
        Coal railway to the regional railway for which it is exchanged.
    coal_train
        The train that a coal railway buys as soon as somebody has it.
    coal_ends
        The event by which those left are exchanged.
    blocker
        The company whose tokens stand where those of coal railways stood.
    formed
        Event to the state railway that is formed after that round, and to its forerunners.
    """

    coal: dict[str, str] = msgspec.field(default_factory=dict)
    coal_train: str = ""
    coal_ends: str = ""
    blocker: str = ""
    formed: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


class Replay1824(Replay):
    """A game of 1824."""

    TABLE: ClassVar = Import1824
    table: Import1824

    def __init__(self, export: Export, title: Title) -> None:
        self.forming: list[str] = []
        """Events whose state railways are formed at the end of the round."""
        self.returning = ""
        """The state railway that chooses which of two tokens in a hex it gives back."""
        super().__init__(export, title)

    # Companies that players buy

    def do_buy_company(self, step: StandingAction) -> None:
        """Give a company to a player; a coal railway buys its first train at once."""
        company, player = step.action.company or "", step.action.entity
        if step.action.entity_type != "player" or player is None:
            super().do_buy_company(step)
            return
        self.bids[company] = (step.action.price or 0, player)
        first = next((t for t in self.depot.supply if pile(t) == self.table.coal_train), "")
        if company in self.table.coal and first:
            self.sell(first, company)

    def do_special_buy(self, step: StandingAction) -> None:
        """Exchange a coal railway for its regional railway."""
        company = step.action.description or ""
        if company not in self.table.coal:
            self.note(f"nothing is known about {company}")
        else:
            self.exchange_coal(company)

    def exchange_coal(self, company: str) -> None:
        """Give all that a coal railway has to its regional one; its token blocks."""
        regional, owner = self.table.coal[company], self.director(company)
        for token in self.ground.tokens.pop(company, []):
            if token.city:
                self.ground.place_given(self.table.blocker, token.city)
        self.ground.release_home(company)
        self.depot.hand_over(company, regional)
        self.bids.pop(company, None)
        if owner is not None:
            before = dict(self.shares.held.get(regional, {}))
            self.shares.start(regional, owner)
            for holder, percent in before.items():
                self.shares.held[regional][holder] += percent
            self.shares.direct(regional)

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type."""
        super().event(name)
        if name == self.table.coal_ends:
            for company in [each for each in self.table.coal if each not in self.depot.heirs]:
                self.exchange_coal(company)
        if name in self.table.formed:
            self.forming.append(name)

    # State railways

    def end_round(self) -> None:
        """End a round; state railways that are due are formed."""
        super().end_round()
        self.form_all()

    def end_set(self) -> None:
        """End a set of rounds; a train that leaves may be the one that forms another."""
        super().end_set()
        self.form_all()

    def form_all(self) -> None:
        """Form the state railways that are due."""
        while self.forming:
            new, *old = self.table.formed[self.forming.pop(0)]
            self.form(new, [each for each in old if each not in self.depot.heirs])

    def form(self, new: str, old: list[str]) -> None:
        """Form a state railway out of its forerunners."""
        limit = self.train_limit(new)
        for at, company in enumerate(old):
            owner = self.director(company)
            if owner is not None and at == 0:
                self.shares.start(new, owner)
            elif owner is not None:
                self.shares.gain([f"{new}_"], owner)
            full = limit is not None and len(self.depot.held.get(new, ())) >= limit
            if full:
                self.depot.scrap_all_of(company)
            self.depot.hand_over(company, new)
            self.place_home(company)
            self.ground.hand_over(company, new, given=False)
            self.bids.pop(company, None)
        self.founded.add(new)
        hexes = [each.city.hex for each in self.ground.placed(new) if each.city]
        self.returning = new if len(set(hexes)) < len(hexes) else ""

    def do_choose(self, step: StandingAction) -> None:
        """Give one of two tokens in a hex back."""
        if not self.returning:
            super().do_choose(step)
            return
        placed = self.ground.placed(self.returning)
        placed[0 if step.action.choice == "Return one token" else -1].city = None
        self.returning = ""


REPLAY = Replay1824
