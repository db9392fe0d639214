"""1882 replayed: the rebellion by lot, neutral tokens, the company that comes late."""

from __future__ import annotations

from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from bestrun.importers.ground import City
from bestrun.importers.lots import Lots
from mapdata.position import MarkersLeft
from mapdata.tables import Table
from mapdata.title import Title


class RebellionTable(Table, frozen=True):
    """By lot one of these types brings the rebellion; tiles of this colour go from these hexes."""

    trains: tuple[str, ...]
    colour: str
    hexes: tuple[str, ...]


class LateTable(Table, frozen=True):
    """A company that brings one reserved train of the type sold at its start, if there is one."""

    company: str
    trains: tuple[str, ...]


class Import1882(ImportTable, frozen=True):
    """``neutral``: the company whose tokens close nothing."""

    rebellion: RebellionTable | None = None
    late: LateTable | None = None
    neutral: str = ""


class Replay1882(Replay):
    """A game of 1882."""

    TABLE: ClassVar = Import1882
    table: Import1882

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        rebellion = self.table.rebellion
        drawn = Lots(export.seed).draw()
        self.placed_neutral: set[str] = set()
        """Companies that have placed their neutral token."""
        self.trigger = ""
        """The train whose purchase brings the rebellion."""
        if rebellion:
            self.trigger = f"{rebellion.trains[drawn % len(rebellion.trains)]}-0"

    def do_par(self, step: StandingAction) -> None:
        """Start a company; the late one may add a train."""
        super().do_par(step)
        late = self.table.late
        if late and step.action.corporation == late.company:
            self.holdings.close(late.company)  # the private that it comes of
        if late and step.action.corporation == late.company and self.depot.supply:
            first = pile(self.depot.supply[0])
            for train in late.trains:
                if pile(train) == first and train not in self.depot.supply:
                    self.depot.supply.insert(0, train)

    def sold(self, train: str) -> None:
        """Let the rebellion break out with its train."""
        super().sold(train)
        rebellion = self.table.rebellion
        if rebellion is None or train != self.trigger:
            return
        for hex_id in rebellion.hexes:
            laid = self.ground.layers.get(hex_id)
            if laid and self.title.tiles[laid[0].tile].colour == rebellion.colour:
                self.ground.clear(hex_id)

    def left(self, company: str) -> MarkersLeft | None:
        """Return the tokens that are left; a last one without a price is neutral."""
        own = self.ground.left(company)
        if not own or self.title.companies[company].markers[-1]:
            return own or None
        neutral = () if company in self.placed_neutral else ((own[-1], "neutral"),)
        return (*own[:-1], *neutral) or None

    def tokener(self, step: StandingAction) -> str:
        """The owner of the token placed: nobody if it is the neutral one."""
        return self.table.neutral if step.action.token_type == "neutral" else super().tokener(step)

    def do_place_token(self, step: StandingAction) -> None:
        """Place a token; the late company may put its first in place of a neutral one."""
        late, city = self.table.late, self.ground.city(step.action.city or "")
        if late and city and step.company == late.company and step.action.token_type is None:
            neutral = self.ground.holders(city).get(self.table.neutral)
            first = not self.ground.placed(late.company)
            if first and neutral and step.action.slot in (None, neutral.seat):
                self.ground.tokens[self.table.neutral].remove(neutral)
        super().do_place_token(step)

    def token_placed(self, step: StandingAction, company: str, city: City) -> None:
        """Mark what closes nothing to anybody."""
        if company == self.table.neutral:
            self.placed_neutral.add(self.actor(step))
            self.ground.holders(city)[company].neutral = True

    def do_remove_token(self, step: StandingAction) -> None:
        """Take up a token to be moved; a home token leaves a neutral one behind."""
        city = self.city(step)
        company = self.actor(step)
        token = self.ground.holders(city).get(company) if city else None
        if city and token and token is self.ground.tokens[company][0]:
            super().do_remove_token(step)
            self.ground.place(self.table.neutral, city).neutral = True
        else:
            super().do_remove_token(step)


REPLAY = Replay1882
