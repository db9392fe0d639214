"""1867 and 1861 replayed: minors auctioned, merged and converted, and the national company."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from bestrun.importers.forming import Forming
from bestrun.importers.ground import City, CompanyToken
from bestrun.importers.shares import WHOLE
from mapdata.tables import Table
from mapdata.title import Title


class NationalTable(Table, frozen=True):
    """The national company, which takes over from those that end.

    Attributes
    ----------
    company
        Its letters.
    reserved
        Hexes for which it keeps a token each.
    tile
        The tile that makes it place the token kept for that hex.
    operates
        Phases in which it operates, last in every round, and takes over trains.
    home
        The hex where it places a token when it first operates, in the last city.
    trainless
        Phases at whose start minors without a train are taken over.
    all_minors
        The phase at whose start all minors are.
    privates_from
        The phase at whose start all privates become its own.
    hidden
        A private that only closes hexes, and that nobody owns.
    """

    company: str
    reserved: tuple[str, ...] = ()
    tile: str = ""
    operates: tuple[str, ...] = ()
    home: str = ""
    trainless: tuple[str, ...] = ()
    all_minors: str = ""
    privates_from: str = ""
    hidden: str = ""


class Import1867(ImportTable, frozen=True):
    """``last_rounds``: rounds of the last set, which follows the start of ``last_phase``.

    ``last_may_be_now``: it is the present one if that has just begun.
    """

    national: NationalTable | None = None
    two_players_lack: dict[str, int] = msgspec.field(default_factory=dict)
    last_phase: str = ""
    last_rounds: int = 0
    last_may_be_now: bool = False


class Replay1867(Forming):
    """A game of 1867 or 1861."""

    TABLE: ClassVar = Import1867
    table: Import1867

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        assert self.table.national is not None
        self.national = self.table.national
        self.holdings.in_play(self.national.hidden)
        self.kept = list(self.national.reserved)
        """Hexes for which the national company still keeps a token."""
        self.operated: set[str] = set()

    def train_counts(self) -> dict[str, int]:
        """Return the numbers of trains for two players."""
        if len(self.export.players) != 2:
            return super().train_counts()
        trains = self.title.trains
        return {
            name: (trains[name].count or 0) - lacking
            for name, lacking in self.table.two_players_lack.items()
        }

    # Time

    def rounds_in_set(self) -> int:
        """The number of rounds in a set; the last set has more."""
        last = self.table.last_phase
        if last and self.phase_reached(last):
            return self.table.last_rounds
        return super().rounds_in_set()

    def begin_turn(self, company: str) -> None:
        """Begin a turn; the national company may place its home token."""
        super().begin_turn(company)
        if company == self.national.company:
            self.place_national_home()
        else:
            self.operated.add(company)

    def end_round(self) -> None:
        """End a round, in which the national company may have operated without an action.

        A company that has not acted in it has ended in debt.
        """
        for company in sorted(self.operated - set(self.clock.had_turn) - self.fresh):
            if self.ground.placed(company):
                self.nationalise(company)
        if self.depot.phase in self.national.operates:
            self.place_national_home()
            self.national_buys()
        super().end_round()

    # Companies come and go

    def do_bid(self, step: StandingAction) -> None:
        """Start a minor by auction: whoever bids last gets it."""
        super().do_bid(step)
        company, player = step.action.corporation or "", step.action.entity
        if company in self.title.companies and player is not None:
            self.shares.start(company, player, WHOLE)
            if not self.ground.placed(company):
                self.fresh.add(company)
                self.place_home(company)

    def do_choose(self, step: StandingAction) -> None:
        """Let a major without a train be taken over, if that is what is chosen."""
        if step.action.choice == "nationalize" and step.company in self.title.companies:
            self.nationalise(step.company)

    def may_come(self, company: str) -> bool:
        """Whether a company may still be started; minors only in the early phases."""
        sold = (self.title.trains[name] for name in self.depot.types_sold)
        ended = any("minors_cannot_start" in train.events for train in sold)
        return super().may_come(company) and not (
            ended and self.title.companies[company].kind == "minor"
        )

    def form(self, new: str, old: list[str]) -> None:
        """Form a company, which operates from the next round on."""
        super().form(new, old)
        self.operated.add(new)

    # The national company

    def phase_started(self, phase: str) -> None:
        """Take over what the phase ends."""
        super().phase_started(phase)
        national = self.national
        if phase == national.hidden:
            self.holdings.close(phase)
        begun = self.clock.round_number == 1 and self.table.last_may_be_now
        if phase == self.table.last_phase and begun:
            self.clock.rounds = self.table.last_rounds
        if phase == national.privates_from:
            for private in [each for each in self.title.privates if each != national.hidden]:
                self.holdings.buy(private, national.company)
        minors = [each.id for each in self.title.companies.values() if each.kind == "minor"]
        for minor in minors:
            trainless = minor in self.operated and not self.depot.held.get(minor)
            if phase == national.all_minors or (phase in national.trainless and trainless):
                self.nationalise(minor)

    def nationalise(self, company: str) -> None:
        """Replace a company's tokens by the national one's while it has some to spare."""
        national = self.national.company
        tokens = self.ground.placed(company)
        tokens.sort(key=self._worth, reverse=True)
        self.ground.tokens.pop(company, None)
        for city in [token.city for token in tokens if token.city]:
            self._replace(city)
        if self.national.operates:
            self.depot.hand_over(company, national)
            self.holdings.hand_over(company, national)
        else:
            self.depot.scrap_all_of(company)
            self.holdings.owned.pop(company, None)
        self.operated.discard(company)
        self.shares.end(company)

    def _worth(self, token: CompanyToken) -> tuple[int, str]:
        assert token.city is not None
        stop = self.ground.face(token.city.hex).stops[token.city.stop]
        return max(stop.values.values()), token.city.hex

    def _replace(self, city: City) -> None:
        national = self.national.company
        if self._stands(city.hex):
            return
        spare = self._spare()
        if not spare:
            return
        if city.hex in self.kept:
            self.kept.remove(city.hex)
        elif spare == len(self.kept):
            return
        self.ground.place(national, city)

    def _stands(self, hex_id: str) -> bool:
        """Whether the national company has a token on a hex, neutral ones aside."""
        mine = self.ground.placed(self.national.company)
        return any(each.city and each.city.hex == hex_id and not each.neutral for each in mine)

    def _spare(self) -> int:
        """The number of tokens that the national company has left."""
        mine = self.ground.placed(self.national.company)
        used = sum(not token.neutral for token in mine)
        return len(self.title.companies[self.national.company].markers) - used

    def _place_kept(self, hex_id: str, city: City) -> None:
        if hex_id in self.kept and not self._stands(hex_id) and self._spare():
            self.kept.remove(hex_id)
            self.ground.place(self.national.company, city)

    def place_national_home(self) -> None:
        """Place the token of the national company when it first operates."""
        home = self.national.home
        if home and self.depot.phase in self.national.operates:
            self._place_kept(home, self.ground.cities(home)[-1])

    def national_buys(self) -> None:
        """Let the national company buy trains at the end of its turn, without an action.

        It must own a train, and buys as many as it can pay for. How many these are is told
        by what comes: trains that it runs next, or that are gone when others buy.
        """
        company, depot = self.national.company, self.depot
        if not depot.held.get(company) and depot.supply:
            on_sale = [*sorted(depot.pool), depot.supply[0]]
            self.national_gets(min(on_sale, key=lambda each: self._price(each)))
        for step in self.ahead_from_here():
            kind, train = step.action.type, step.action.train or ""
            if kind == "run_routes" and step.company == company:
                ran = {route.train for route in step.action.routes or ()}
                while depot.supply and ran & set(depot.supply):
                    self.national_gets(depot.supply[0])
                return
            if kind == "buy_train" and train in depot.supply:
                while first := depot.due_before(train):
                    self.national_gets(first)
                return

    def national_gets(self, train: str) -> None:
        """Give a train to the national company, with all effects of a purchase."""
        if train in self.depot.supply:
            self.sell(train, self.national.company)
        else:
            self.depot.give(train, self.national.company)

    def _price(self, train: str) -> int:
        return self.title.trains[pile(train)].price

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Place the token kept for a hex with its last tile."""
        super().tile_laid(step, hex_id)
        if self.ground.layers[hex_id][0].tile == self.national.tile:
            self._place_kept(hex_id, self.ground.cities(hex_id)[0])


REPLAY = Replay1867
