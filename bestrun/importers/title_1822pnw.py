"""1822PNW replayed: minors that merge into majors, regional railways, forests and the mine."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.bid_boxes import MinorStack, listed, on_top
from bestrun.importers.title_1822 import Import1822, Replay1822
from mapdata.position import Position
from mapdata.title import Title


class Import1822PNW(Import1822, frozen=True):
    """What 1822PNW asks for beside.

    Attributes
    ----------
    associates
        Minor to the major that is formed with it.
    layers
        How many associates and how many other minors are shuffled together, layer by layer.
    regional
        Railways that are won as minors are, place their token at once, and never operate.
    backroom
        The private by which another minor becomes an associate.
    forests
        Hexes that are marked once they have a tile; ``forest``: their mark.
    mine
        The private that lays the mine.
    lacking
        Trains that leave before the game begins.
    """

    associates: dict[str, str] = msgspec.field(default_factory=dict)
    layers: tuple[tuple[int, int], ...] = ()
    regional: tuple[str, ...] = ()
    backroom: str = ""
    forests: tuple[str, ...] = ()
    forest: str = "forest"
    mine: str = ""
    lacking: int = 0


class Replay1822PNW(Replay1822):
    """A game of 1822PNW."""

    TABLE: ClassVar = Import1822PNW
    table: Import1822PNW

    def __init__(self, export: Export, title: Title) -> None:
        self.mine = ""
        """The hex of the mine."""
        self.becoming = ""
        """The minor that takes the place of an associate that is to be named."""
        self.merging: tuple[str, str] | None = None
        """An associate and another minor that merge, while price, shares and token are chosen."""
        self.choices: list[str] = []
        self.converted = ""
        """The major that a player has made of a minor, until its shares are chosen."""
        super().__init__(export, title)

    def set_up(self) -> None:
        """Shuffle the minors in layers."""
        super().set_up()
        self.associates = dict(self.table.associates)
        draws = type(self.draws)(self.export.seed)
        cards = draws.shuffled(listed(self.table.boxes.cards))
        first = [each[1:] for each in self.table.boxes.first]
        minors = [each[1:] for each in cards if each.startswith("M") and each[1:] not in first]
        special = [each for each in minors if each in self.associates]
        others = [each for each in minors if each not in self.associates]
        order: list[str] = []
        for some, more in self.table.layers:
            order += draws.shuffled([*special[:some], *others[:more]])
            special, others = special[some:], others[more:]
        self.stack = MinorStack(on_top([*first, *order], first), self.table.boxes.boxes)
        self.stack.refill()
        for _ in range(self.table.lacking):
            self.depot.gone.add(self.depot.supply.pop(0))

    def boxes_empty(self) -> None:
        """Do nothing: an empty box counts for nothing here."""

    # Companies

    def start_minor(self, minor: str, player: str | int) -> None:
        """Give a minor to who bid most for it; a regional railway places its token."""
        super().start_minor(minor, player)
        if minor in self.table.regional:
            self.founded.add(minor)
            self.place_home(minor)

    def _keep_home(self, company: str, home: str) -> None:
        """Keep a place for the home of a minor: majors get one anyway."""
        if self.title.companies[company].kind == "minor":
            super()._keep_home(company, home)

    def place_home(self, company: str) -> None:
        """Place the home token, a major's beside the places if none is free."""
        if self.title.companies[company].kind != "major" or self.ground.placed(company):
            super().place_home(company)
            return
        hex_id = self.homes(company)[0].partition(".")[0]
        token = self.ground.place_added(company, self.ground.cities(hex_id)[0])
        token.given = False

    def do_par(self, step: StandingAction) -> None:
        """Start a major: its associate comes no more, or becomes it if it is the player's."""
        super().do_par(step)
        for minor, major in self.associates.items():
            if major == step.action.corporation and minor in self.stack.cards:
                self.retire(minor)
            elif major == step.action.corporation and self.director(minor) == step.action.entity:
                self.converted = major
                self.founded.add(major)
                for city in [each.city for each in self.ground.tokens.pop(minor, []) if each.city]:
                    self.ground.place(major, city)
                self.depot.hand_over(minor, major)
                self.holdings.hand_over(minor, major)
                self.shares.end(minor)

    def do_acquire_company(self, step: StandingAction) -> None:
        """Give a private to a company; one closes to make a minor an associate."""
        if step.action.company != self.table.backroom:
            super().do_acquire_company(step)
            return
        self.holdings.close(self.table.backroom)
        waiting = [each for each in self.associates if each in self.stack.cards]
        if step.company not in self.associates and set(waiting) - set(self.stack.in_boxes()):
            self.becoming = step.company

    def do_choose(self, step: StandingAction) -> None:
        """Name an associate to be replaced, or settle a merger; else as in 1822."""
        chosen = str(step.action.choice)
        if self.becoming and chosen in self.associates:
            self.associates[self.becoming] = self.associates.pop(chosen)
            self.retire(chosen)
            self.becoming = ""
        elif self.converted and step.action.entity_type == "player":
            more = int(chosen) - 2 if chosen.isdecimal() else 0
            if step.action.entity is not None:
                self.shares.gain([f"{self.converted}_"] * more, step.action.entity)
            self.converted = ""
        elif self.merging:
            self.choices.append(chosen)
            self.merge_minors(*self.merging)
        else:
            super().do_choose(step)

    def do_merge(self, step: StandingAction) -> None:
        """Name the minor that is taken over, or that merges with another."""
        pair = (step.company, step.action.corporation or "")
        kinds = [self.title.companies[each].kind for each in pair if each in self.title.companies]
        if kinds != ["minor", "minor"]:
            super().do_merge(step)
            return
        special = [each for each in pair if each in self.associates]
        if not special:
            self.note(f"neither {pair[0]} nor {pair[1]} goes with a major")
            return
        other = pair[1] if pair[0] == special[0] else pair[0]
        self.merging, self.choices = (special[0], other), []

    def merge_minors(self, associate: str, other: str) -> None:
        """Form a major as soon as enough is chosen: its price, its shares, and a token."""
        major = self.associates[associate]
        there = self.ground.placed(associate)
        hexes = {each.city.hex for each in there if each.city}
        on_destination = self.table.destinations[major] in hexes
        if len(self.choices) < (2 if on_destination else 3):
            return
        owner = self.director(associate)
        if owner is not None and self.choices[1].isdecimal():
            self.shares.start(major, owner)
            self.shares.gain([f"{major}_"] * (int(self.choices[1]) - 2), owner)
        self.founded.add(major)
        self.fresh.add(major)
        for minor in (associate, other):
            self.depot.hand_over(minor, major)
            self.holdings.hand_over(minor, major)
            self.shares.end(minor)
        home, second = (other, associate) if on_destination else (associate, other)
        tokens = {each: self.ground.tokens.pop(each, []) for each in (home, second)}
        cities = {each: [t.city for t in mine if t.city] for each, mine in tokens.items()}
        for city in cities[home]:
            self.ground.place(major, city)
        if on_destination:
            self.place_destination(major)
        elif self.choices[2] == "replace":
            self.release_token(major)
            for city in cities[second]:
                self.ground.place(major, city)
        else:
            self.release_token(major)
        self.merging = None

    # Board

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile: a forest is marked, the mine is opened."""
        super().tile_laid(step, hex_id)
        if hex_id in self.table.forests:
            self.holdings.mark_hex(hex_id, self.table.forest)
        if step.action.entity_type == "company" and step.company == self.table.mine:
            self.mine = hex_id

    def position(self, company: str) -> Position:
        """Return the position of this moment, with the marker of the mine."""
        found = super().position(company)
        owner = self.holdings.owner(self.table.mine)
        if not self.mine or not owner:
            return found
        stop = self.ground.stop_name(self.mine, 0)
        tokens = {**found.tokens, owner: (*found.tokens.get(owner, ()), stop)}
        mine: Any = {"company": owner, "stop": stop}
        return msgspec.structs.replace(found, tokens=tokens, no_station=mine)


REPLAY = Replay1822PNW
