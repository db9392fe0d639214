"""1846 replayed: companies taken out by lot, minors that are bought, companies that close."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from bestrun.importers.lots import Lots
from mapdata.tables import Table
from mapdata.title import Title


class LotsTable(Table, frozen=True):
    """What is taken out by lot at the start.

    Attributes
    ----------
    drawn
        Cards that are shuffled before, beside one for each of more than two players.
    groups
        Sizes of the groups of privates from which some are taken out, in this order.
    companies
        The groups of companies from which some are taken out, in this order.
    full
        Players with whom no company is taken out; one more for each player missing.
    most
        Companies of a group that are taken out at most.
    second
        Company to the hex where it has a second token once it is taken out.
    second_when_green
        That token is placed with the green tile.
    """

    drawn: int
    groups: tuple[int, ...]
    companies: tuple[tuple[str, ...], ...]
    full: int
    most: int = 9
    second: dict[str, str] = msgspec.field(default_factory=dict)
    second_when_green: bool = False


class CountTable(Table, frozen=True):
    """How many trains of a type there are: so many, and one for each player."""

    fixed: int
    each_player: int = 0


class Import1846(ImportTable, frozen=True):
    """``minors``: companies that are bought as privates, and the phase that closes them."""

    lots: LotsTable | None = None
    counts_by_players: dict[str, CountTable] = msgspec.field(default_factory=dict)
    two_players_have: dict[str, int] = msgspec.field(default_factory=dict)
    minors: tuple[str, ...] = ()
    minors_close: str = ""
    player_markers_close: dict[str, str] = msgspec.field(default_factory=dict)


class Replay1846(Replay):
    """A game of 1846."""

    TABLE: ClassVar = Import1846
    table: Import1846

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.silent_since: int | None = None
        """When a company that buys without an action could first buy the next train."""

    def vanishes(self, company: str) -> None:
        """Close a company; minors and those without a director and a train only wait."""
        waits = not self.depot.held.get(company) and self.shares.director(company) is None
        if company not in self.table.minors and not waits:
            super().vanishes(company)

    def tick(self, step: StandingAction) -> None:
        """Note when a company first could buy a train without an action."""
        super().tick(step)
        if self.silent_since is None and self._without_director():
            self.silent_since = step.id - 1

    def sold(self, train: str) -> None:
        """Do what comes with a train; from now on another is the next to go unseen."""
        super().sold(train)
        self.silent_since = None

    def unseen_since(self) -> int:
        """Return the last action before a train can have gone unseen.

        A company without a director buys without an action, in a turn of its own.
        """
        return self.last_sale if self.silent_since is None else self.silent_since

    def _without_director(self) -> bool:
        """Whether a company without director and train has yet to operate in this round."""
        out = (*self.clock.had_turn, *self.taken_out, *self.table.minors)
        return any(
            self.director(each) is None and not self.depot.held.get(each)
            for each in self.founded
            if each not in out and self.ground.placed(each)
        )

    def end_turn(self, company: str) -> None:
        """End a turn; a company without a director may have bought a train by itself.

        It does as soon as it can pay for the cheaper side of one. What it runs next tells.
        """
        super().end_turn(company)
        if self.director(company) is not None or self.depot.held.get(company):
            return
        for step in self.ahead_from_here():
            if step.action.type == "run_routes" and step.company == company:
                ran = [route.train for route in step.action.routes or ()]
                for train in [each for each in ran if each == self.depot.supply[0]]:
                    self.sell(train, company, self._cheaper(train))
                return

    def _cheaper(self, train: str) -> str:
        kind = pile(train)
        sides = [each for each in self.title.trains.values() if kind in (each.name, each.base)]
        return min(sides, key=lambda each: each.price).name

    def do_bankrupt(self, step: StandingAction) -> None:
        """Close the minors of the player who is bankrupt."""
        player = self.director(step.company)
        super().do_bankrupt(step)
        for minor in self.table.minors:
            if not self.holdings.owner(minor) and self.director(minor) == player:
                self.close(minor)

    def train_counts(self) -> dict[str, int]:
        """The number of trains of each kind with this many players."""
        players = len(self.export.players)
        if players == 2 and self.table.two_players_have:
            return self.table.two_players_have
        return {
            name: count.fixed + count.each_player * players
            for name, count in self.table.counts_by_players.items()
        }

    def set_up(self) -> None:
        """Take companies out by lot; their tokens lie on the board and block."""
        super().set_up()
        lots = self.table.lots
        if lots is None:
            return
        players = len(self.export.players)
        passes = players if lots.drawn and players > 2 else 0
        draws = Lots(self.export.seed)
        for size in (lots.drawn + passes, *lots.groups):
            draws.shuffled(range(size))
        number = min(lots.most, max(0, lots.full - players))
        for group in lots.companies:
            for company in draws.shuffled(group)[:number]:
                self.founded.add(company)
                self.taken_out.add(company)
                self.place_home(company)
                if company in lots.second and not lots.second_when_green:
                    self.place_second(company, lots.second[company])

    def place_second(self, company: str, hex_id: str) -> None:
        """Place the second token of a company that is taken out."""
        self.ground.place(company, self.ground.cities(hex_id)[0])

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Place the second tokens that wait for the green tile."""
        super().tile_laid(step, hex_id)
        lots = self.table.lots
        if lots is None or not lots.second_when_green:
            return
        green = self.title.tiles[self.ground.layers[hex_id][0].tile].colour == "green"
        for company, second in lots.second.items():
            if green and second == hex_id and company in self.taken_out:
                self.place_second(company, hex_id)

    def do_buy_company(self, step: StandingAction) -> None:
        """Buy a minor with its train and token, or a private with its marker."""
        super().do_buy_company(step)
        minor, buyer = step.action.company or "", step.company
        if minor in self.table.minors and buyer in self.title.companies:
            self.depot.hand_over(minor, buyer)
            self.ground.hand_over(minor, buyer)

    def phase_started(self, phase: str) -> None:
        """Close the minors; markers of privates that no company has bought go, too."""
        for private, until in self.table.player_markers_close.items():
            if phase == until and not self.holdings.owner(private):
                self.holdings.remove_markers([private])
        super().phase_started(phase)
        if phase == self.table.minors_close:
            for minor in self.table.minors:
                self.close(minor)


REPLAY = Replay1846
