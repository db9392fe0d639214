"""1894 replayed: cities that split, homes that are chosen late, ferry markers."""

from __future__ import annotations

import re
from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.ground import City
from mapdata.title import Title


class Import1894(ImportTable, frozen=True):
    """What 1894 asks for beside.

    Attributes
    ----------
    split
        Tiles on which every token of a hex is placed again, by choice of its company.
    bought
        What can be bought, as exports describe it, and the marker that it is.
    late
        Companies whose home is chosen when they are started.
    """

    split: tuple[str, ...] = ()
    bought: dict[str, str] = msgspec.field(default_factory=dict)
    late: tuple[str, ...] = ()


class Replay1894(Replay):
    """A game of 1894."""

    TABLE: ClassVar = Import1894
    table: Import1894

    def __init__(self, export: Export, title: Title) -> None:
        self.chosen: dict[str, str] = {}
        """Company to the home that was chosen for it."""
        self.choosing = ""
        """The company whose home is to be chosen."""
        super().__init__(export, title)

    def homes(self, company: str) -> tuple[str, ...]:
        """Return the home stops of a company."""
        chosen = self.chosen.get(company)
        return (chosen,) if chosen else super().homes(company)

    def place_home(self, company: str) -> None:
        """Place the home tokens of a company, but where it has a city to choose."""
        for home in self.ground.homes:
            several = len(self.ground.cities(home.city.hex)) > 1
            if home.company == company and several and "." not in "".join(self.homes(company)):
                home.kept = False
        super().place_home(company)

    def do_par(self, step: StandingAction) -> None:
        """Start a company, whose home may be chosen next."""
        super().do_par(step)
        company = step.action.corporation or ""
        self.choosing = company if company in self.table.late else ""

    def do_choose(self, step: StandingAction) -> None:
        """Choose a home, told as ``Amiens (E6)``."""
        told = re.search(r"\((\w+)\)$", str(step.action.choice))
        if self.choosing and told and told[1] in self.title.hexes:
            self.chosen[self.choosing], self.choosing = told[1], ""
        else:
            super().do_choose(step)

    def do_special_buy(self, step: StandingAction) -> None:
        """Buy a marker."""
        marker = self.table.bought.get(step.action.description or "")
        if marker is None:
            self.note(f"nothing is known about {step.action.description}")
        else:
            self.holdings.mark_company(step.company, marker, shared=True)

    # Cities that split

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile: one that splits a city takes all tokens up."""
        super().tile_laid(step, hex_id)
        if self.ground.layers[hex_id][0].tile not in self.table.split:
            return
        for company in list(self.ground.tokens):
            token = self.ground.on_hex(company, hex_id)
            if token is not None:
                token.city, token.lifted = None, True
                self.lifted.append((company, hex_id))

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; a token that is placed again is not."""
        if step.action.type == "place_token" and self._waits(step):
            return False
        return super().is_turn_action(step)

    def _waits(self, step: StandingAction) -> City | None:
        """Return the city where a company's token is placed again, if it is."""
        city = self.ground.city(step.action.city or "")
        return city if city and (step.company, city.hex) in self.lifted else None

    def do_place_token(self, step: StandingAction) -> None:
        """Place a token; one that was taken up stands beside the places if none is free."""
        city = self._waits(step)
        if city is None:
            super().do_place_token(step)
            return
        self.lifted.remove((step.company, city.hex))
        mine = self.ground.tokens[step.company]
        mine.remove(next(each for each in mine if each.lifted))
        token = self.ground.place_added(step.company, city)
        token.given = False
        mine.insert(0, mine.pop())


REPLAY = Replay1894
