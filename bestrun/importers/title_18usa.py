"""18USA replayed: lots of the start, subsidies of homes, attachments, trains that leave by date."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.depot import pile
from bestrun.importers.ground import City
from bestrun.importers.lots import Lots
from bestrun.importers.title_1817 import Import1817, Replay1817
from mapdata.abilities import TileLay
from mapdata.tables import Table
from mapdata.title import Title


class DealtTable(Table, frozen=True):
    """What the draws of the start decide, in their order.

    Attributes
    ----------
    values
        Rows of values, one for each stage.
    areas
        The hexes that get the first of them, the second and so on.
    always
        Privates that are in every game.
    kept
        Value of a private to how many of the others with it are in the game.
    metropolises
        Hexes of which some are a metropolis from the start, with the tile that lies there.
    number
        How many are.
    subsidies
        Subsidies that are dealt to hexes.
    homes
        Those hexes.
    """

    values: tuple[tuple[int, ...], ...] = ()
    areas: tuple[tuple[str, ...], ...] = ()
    always: tuple[str, ...] = ()
    kept: dict[str, int] = msgspec.field(default_factory=dict)
    metropolises: dict[str, str] = msgspec.field(default_factory=dict)
    number: int = 0
    subsidies: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()


class Import18USA(Import1817, frozen=True):
    """What 18USA asks for beside.

    Attributes
    ----------
    lots
        What is drawn at the start.
    home_marks
        Subsidy to the mark that it puts on the hex of the home.
    area_mark
        The private that marks all hexes of an area.
    new_values
        A private, and the values that its hex gets.
    dated
        Round to the train of which all leave after it, nothing for none; one leaves else.
    begins
        Round to the phase that begins after it at the latest.
    attached
        Private or car to what it adds to the name of a train, in the order of choice.
    only_mortal
        What goes with trains alone that rust or become obsolete.
    towns
        The private that founds a town, with a neutral token and one of its own.
    neutral
        The company of neutral tokens.
    free_train
        The private that brings a train to a company whose home has no subsidy.
    no_subsidies
        Subsidies that are none.
    any_resource
        The subsidy that stands for a marker of any resource.
    """

    lots: DealtTable = DealtTable()
    home_marks: dict[str, str] = msgspec.field(default_factory=dict)
    area_mark: str = ""
    new_values: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    dated: dict[str, str] = msgspec.field(default_factory=dict)
    begins: dict[str, str] = msgspec.field(default_factory=dict)
    attached: dict[str, str] = msgspec.field(default_factory=dict)
    only_mortal: tuple[str, ...] = ()
    towns: str = ""
    neutral: str = ""
    free_train: str = ""
    no_subsidies: tuple[str, ...] = ()
    any_resource: str = ""


class Replay18USA(Replay1817):
    """A game of 18USA."""

    TABLE: ClassVar = Import18USA
    table: Import18USA

    def __init__(self, export: Export, title: Title) -> None:
        self.values: dict[str, dict[str, int]] = {}
        self.subsidies: dict[str, str] = {}
        """Hex to the subsidy that lies there in the first stock round."""
        self.begun_with: dict[str, str] = {}
        """Company to the subsidy of its home."""
        self.attachments: dict[str, str] = {}
        """What is attached in this turn, to its train."""
        super().__init__(export, title)

    def set_up(self) -> None:
        """Draw what lots decide."""
        super().set_up()
        lots, draws = self.table.lots, Lots(self.export.seed)
        for row, area in zip(draws.shuffled(lots.values), lots.areas, strict=False):
            for hex_id in area:
                self.values[hex_id] = dict(zip(self.title.stages, row, strict=False))
        groups: dict[int, int] = {}
        for name, private in self.title.privates.items():
            if name not in (*lots.always, *lots.subsidies):
                groups[private.value] = groups.get(private.value, 0) + 1
        for size in groups.values():
            draws.shuffled(range(size))
        for hex_id in draws.shuffled(list(lots.metropolises))[: lots.number]:
            tile, _, rotation = lots.metropolises[hex_id].partition(":")
            self.ground.lay(hex_id, f"{tile}-0", int(rotation))
        dealt = draws.shuffled(lots.subsidies)
        self.subsidies = dict(zip(lots.homes, dealt, strict=False))

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action; cars are bought before a run."""
        reached, company = self.clock.reached, self.clock.company
        super().tick(step)
        car = pile(step.action.train or "") in self.table.attached
        before = reached if company == step.company else -1
        if step.action.type == "buy_train" and car and before < self.clock.order["run_routes"]:
            self.clock.reached = before

    # Companies that are started

    def token_placed(self, step: StandingAction, company: str, city: City) -> None:
        """Do what comes with a token: a home brings the subsidy of its hex."""
        super().token_placed(step, company, city)
        token = self.ground.holders(city)[company]
        if token.extra:  # beside the places only if none is free
            token.added = True
            token.extra = token.seat >= self.ground.face(city.hex).stops[city.stop].slots
        home = company == self.started and len(self.ground.placed(company)) == 1
        subsidy = self.subsidies.pop(city.hex, "") if home else ""
        if not subsidy:
            return
        self.begun_with[company] = subsidy
        if mark := self.table.home_marks.get(subsidy):
            self.holdings.mark_hex(city.hex, mark)
        else:
            self.holdings.buy(subsidy, company)

    def private_comes(self, private: str, buyer: str) -> None:
        """Give a private to a company; one may bring a train."""
        super().private_comes(private, buyer)
        none = self.begun_with.get(buyer, "") in self.table.no_subsidies
        if private == self.table.free_train and none and self.depot.supply:
            self.sell(self.depot.supply[0], buyer)

    def begin_round(self) -> None:
        """Begin a round; subsidies that were not taken are gone."""
        super().begin_round()
        self.subsidies.clear()

    # Trains

    def sell_abroad(self) -> None:
        """Let trains leave: all of a type at first, then one after each round."""
        if not self.table.dated or not self.depot.supply:
            super().sell_abroad()
            return
        when = self.clock.label.removeprefix("OR ")
        kind = self.table.dated.get(when)
        if kind is None:
            self.leave(self.depot.supply[0])
        else:
            for train in [each for each in self.depot.supply if pile(each) == kind]:
                self.leave(train)
        phase = self.table.begins.get(when, "")
        if phase and not self.phase_reached(phase):
            self.depot.start(phase)
            self.phase_started(phase)

    def do_choose(self, step: StandingAction) -> None:
        """Attach something to a train, named by their places among what there is."""
        train_at, dash, what_at = str(step.action.choice).partition("-")
        if step.action.entity_type == "player" or not (dash and train_at.isdecimal()):
            super().do_choose(step)
            return
        company, names = step.company, self.depot.names
        held = self.depot.held.get(company, [])
        owned = self.holdings.owned.get(company, ())
        there = (*owned, *(names[each] for each in held))
        free = [each for each in self.table.attached if each in there]
        free = [each for each in free if each not in self.attachments]
        what = free[int(what_at)] if what_at.isdecimal() and int(what_at) < len(free) else ""
        trains = [each for each in held if names[each] not in self.table.attached]
        if what in self.table.only_mortal:
            kinds = self.title.trains
            trains = [t for t in trains if kinds[pile(t)].rusts_on or kinds[pile(t)].obsolete_on]
        if not what or int(train_at) >= len(trains):
            self.note(f"{company} has nothing to attach")
            return
        train = trains[int(train_at)]
        self.attachments[what] = train
        names[train] += self.table.attached[what]

    def do_run_routes(self, step: StandingAction) -> None:
        """Note which trains have run; attachments are taken off."""
        super().do_run_routes(step)
        self.detach()

    def end_turn(self, company: str) -> None:
        """End a turn, perhaps without a run."""
        self.detach()
        super().end_turn(company)

    def detach(self) -> None:
        """Take all attachments off."""
        for train in self.attachments.values():
            self.depot.names[train] = pile(train)
        self.attachments.clear()

    # Board

    def do_assign(self, step: StandingAction) -> None:
        """Mark hexes: all of an area, or one that gets other values."""
        private, target = step.company, str(step.action.target)
        area = next((each for each in self.table.lots.areas if target in each), (target,))
        by_private = step.action.entity_type == "company"
        if by_private and (mark := self.holdings.table(private).mark):
            self.holdings.mark_hex(target, mark)  # it may have other uses
        elif by_private and private == self.table.area_mark:
            for hex_id in area:
                self.holdings.mark_hex(hex_id, private)
        elif by_private and private in self.table.new_values:
            row = self.table.new_values[private]
            for hex_id in area:
                self.values[hex_id] = dict(zip(self.title.stages, row, strict=False))
            self.holdings.used(private)
        else:
            super().do_assign(step)

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile: resources use privates up, a town has tokens."""
        super().tile_laid(step, hex_id)
        tile, company = self.ground.layers[hex_id][0].tile, self.actor(step)
        if step.action.entity_type == "company":
            if step.company == self.table.towns:
                city = self.ground.cities(hex_id)[0]
                self.ground.place(self.table.neutral, city).neutral = True
                self.ground.place_given(company, city)
                self.holdings.close(step.company)
            return
        for part in resources(tile):
            providers = [
                each
                for each in self.holdings.owned.get(company, ())
                if each == self.table.any_resource or self._provides(each, part, hex_id)
            ]
            if providers:
                self.holdings.used(providers[0])

    def _provides(self, private: str, part: str, hex_id: str) -> bool:
        """Whether a private has markers of a resource for a hex."""
        return any(
            isinstance(each, TileLay) and hex_id in each.hexes and f"7{part}" in each.tiles
            for each in self.title.privates[private].abilities
        )

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with the values of areas; cars are no trains."""
        fields = super().fields(company)
        trains = tuple(each for each in fields["trains"] if each not in self.table.attached)
        return fields | {"trains": trains, "values": dict(self.values)}


def resources(tile: str) -> list[str]:
    """Return the resources that a tile takes: an ore tile improved takes none."""
    if tile.endswith("ore20"):
        return []
    return [each for each in ("coal", "ore10", "oil") if each in tile]


REPLAY = Replay18USA
