"""A game replayed far enough to know each run: tiles, tokens, trains, phase, markers.

No cash and no market: only what routes need. What follows from the rules without an
action of its own is said by the title's ``[import]`` table; what a table cannot say, by
a module that extends this replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from bestrun.importers.actions import Export, Step
from bestrun.importers.clock import STOCK_ROUND, Begins, Clock, ranks
from bestrun.importers.data import AbilityTable, ImportTable, import_table
from bestrun.importers.depot import Depot, pile
from bestrun.importers.ground import City, Ground, Home
from bestrun.importers.holdings import Holdings
from bestrun.importers.records import Note, RecordedRun
from bestrun.importers.shares import Shares
from mapdata.errors import InputError, told
from mapdata.position import Position
from mapdata.title import Title


class Replay:
    """The moves of one game, made one after the other.

    Subclasses add what their title does without an action, by extending :meth:`tick`
    (before an action: what the time brings), the ``do`` methods (what it does) and the
    methods that tell of an event.
    """

    TABLE: ClassVar[type[ImportTable]] = ImportTable

    def __init__(self, export: Export, title: Title) -> None:
        self.export = export
        self.title = title
        table = import_table(title, self.TABLE, export.options)
        self.table = table
        self.ground = Ground(title)
        self.depot = Depot(
            title,
            table.outside_supply,
            table.reserved,
            table.rusts_on,
            table.obsolete_on,
            self.train_counts(),
        )
        self.clock = Clock(
            ranks(table.turn), frozenset(table.once), table.passes, table.asked_between
        )
        self.holdings = Holdings(title.privates, table.privates)
        self.shares = Shares(tuple(export.players))
        self.notes: list[Note] = []
        self.fresh: set[str] = set()
        """Companies started or formed since the round began: they operate from the next."""
        self.founded: set[str] = set()
        """Companies whose home tokens have been seen to."""
        self.index = 0
        self.step = export.steps[0] if export.steps else None
        self.does: dict[str, Callable[[Step], None]] = {
            "lay_tile": self.do_lay_tile,
            "place_token": self.do_place_token,
            "remove_token": self.do_remove_token,
            "buy_train": self.do_buy_train,
            "discard_train": self.do_discard_train,
            "buy_company": self.do_buy_company,
            "assign": self.do_assign,
            "par": self.do_par,
            "buy_shares": self.do_shares,
            "sell_shares": self.do_shares,
            "corporate_buy_shares": self.do_shares,
            "corporate_sell_shares": self.do_shares,
            "run_routes": self.do_run_routes,
            "dividend": self.do_dividend,
            "bankrupt": self.do_bankrupt,
            "end_game": self.do_end_game,
        }
        self.set_up()

    def train_counts(self) -> dict[str, int]:
        """Return the numbers of trains that differ from the title's."""
        return dict(self.table.counts)

    def set_up(self) -> None:
        """Put on the board what lies there before the first action."""
        for company in self.title.companies:
            for home in self.homes(company):
                self._keep_home(company, home)
        start = self.table.start
        for company in start.homes:
            self.place_home(company)
        for company, stops in start.tokens.items():
            for stop in stops:
                hex_id, _, index = stop.partition(".")
                city = City(hex_id, int(index or 0))
                self.ground.place(company, city).neutral = stop in start.neutral
        for company, name in start.trains.items():
            first = next(each for each in self.depot.supply if pile(each) == name)
            self.depot.supply.remove(first)
            self.depot.give(first, company)
        for hex_id, marks in start.assigned.items():
            for mark in marks:
                self.holdings.mark_hex(hex_id, mark)

    def runs(self) -> Iterator[RecordedRun]:
        """Replay the game and yield every run in it."""
        for step in self.moments():
            if step.action.type == "run_routes" and step.company:
                yield self.run(step)

    def moments(self) -> Iterator[Step]:
        """Replay the game, stopping before each action, when its time has come."""
        for index, step in enumerate(self.export.steps):
            self.index, self.step = index, step
            self.tick(step)
            yield step
            if step.action.type in self.does:
                self.does[step.action.type](step)

    def ahead(self) -> Sequence[Step]:
        """Return the actions after the present one."""
        return self.export.steps[self.index + 1 :]

    def ahead_from_here(self) -> Sequence[Step]:
        """Return the present action and those after it: what is due before it asks for these."""
        return self.export.steps[self.index :]

    def note(self, message: str) -> None:
        """Remember that the present action could not be followed."""
        assert self.step is not None
        self.notes.append(Note(self.step.id, told(f"{self.step.action.type}: {message}")))

    # Time

    def tick(self, step: Step) -> None:
        """Bring the clock to an action, with all that is due before it."""
        if self.clock.ends_set(step):
            self.end_set()
            self.clock.close_set()
        elif self.is_turn_action(step):
            begins = self.clock.begins(step)
            if self.clock.operating and begins is Begins.SET:
                self.end_set()
            elif self.clock.operating and begins is Begins.ROUND:
                self.end_round()
            if begins:
                self.begin(begins, step.company)
            if step.action.type == "buy_train":
                self.depot.paid_out(step.company)
            self.clock.go_on(step)

    def is_turn_action(self, step: Step) -> bool:
        """Tell whether an action is part of a company's turn.

        A company's first token is not, nor what it is asked between rounds.
        """
        if not self.clock.is_turn_action(step) or self.clock.only_asked(step):
            return False
        return step.action.type != "place_token" or bool(self.ground.placed(step.company))

    def begin(self, what: Begins, company: str) -> None:
        """Begin a turn, and the round or set that it opens."""
        if self.clock.company and self.clock.operating:
            self.end_turn(self.clock.company)
        self.clock.begin(what, company, self.rounds_in_set())
        if what >= Begins.ROUND:
            self.begin_round()
        self.depot.begin_turn(company)
        self.begin_turn(company)

    def rounds_in_set(self) -> int:
        """Return how many rounds a set has that begins now."""
        return self.title.phases[self.depot.phase].operating_rounds

    def end_turn(self, company: str) -> None:
        """Do what is due when the turn of a company ends.

        Who has not come to run keeps no obsolete trains either.
        """
        if self.clock.reached < self.clock.order.get("dividend", 0):
            self.depot.paid_out(company)

    def end_round(self) -> None:
        """Do what is due at the end of an operating round."""
        for moment in self.table.timetable:
            if moment.round == self.clock.number:
                self.depot.scrap_named(moment.scraps)
        export = self.table.export
        if export and export.after == "round":
            self.sell_abroad()

    def end_set(self) -> None:
        """Do what is due at the end of a set of operating rounds."""
        self.end_turn(self.clock.company)
        self.end_round()
        export = self.table.export
        if export and export.after == "set":
            self.sell_abroad()

    def begin_round(self) -> None:
        """Do what is due when an operating round begins."""
        self.fresh.clear()
        for moment in self.table.timetable:
            if moment.phase and moment.round == self.clock.number:
                self.depot.start(moment.phase)
                self.phase_started(moment.phase)
        if self.table.home == "round":
            for company in self._operating_now():
                self.place_home(company)

    def begin_turn(self, company: str) -> None:
        """Do what is due when the turn of a company begins."""
        if self.table.home == "operate" and company not in self.founded:
            self.place_home(company)
        self.founded.add(company)

    def _operating_now(self) -> list[str]:
        """Return the companies that operate in the round that begins now.

        All that act in it; and, where the game breaks off, those that had floated.
        """
        sold = self.table.float_percent // 10
        floated = [each for each in self.title.companies if self.shares.sold(each) >= sold]
        return list(dict.fromkeys([*self.acting_now()[0], *floated]))

    def acting_now(self) -> tuple[list[str], bool]:
        """Return the companies that act in the round that begins now, and if it is whole."""
        acting: list[str] = []
        for step in self.export.steps[self.index :]:
            if step.action.entity_type == "player" and step.action.type in STOCK_ROUND:
                return acting, True
            if not self.clock.is_turn_action(step):
                continue
            if step.company in acting[:-1]:
                return acting, True
            if step.company not in acting and step.company in self.title.companies:
                acting.append(step.company)
        return acting, False

    # Homes

    def homes(self, company: str) -> tuple[str, ...]:
        """Return the home stops of a company."""
        moved = self.table.homes.get(company)
        return (moved,) if moved else self.title.companies[company].homes

    def place_home(self, company: str) -> None:
        """Place the home tokens of a company.

        A home with several cities is chosen by an action, unless it has no track yet: then
        any city does until a tile tells them apart.
        """
        self.ground.place_home(company)
        if self.ground.placed(company):
            return
        for home in self.homes(company):
            hex_id = home.partition(".")[0]
            cities = self.ground.cities(hex_id)
            bare = not self.ground.has_track(hex_id) and company not in self.table.home_by_choice
            if cities and (bare or len(cities) == 1):
                self.ground.place(company, cities[0])

    def _keep_home(self, company: str, home: str) -> None:
        """Keep a place for a home token; a home that leaves a choice keeps none."""
        hex_id, _, index = home.partition(".")
        cities = self.ground.cities(hex_id)
        if index and company not in self.table.home_by_choice:
            cities = [city for city in cities if city.stop == int(index)]
        if len(cities) == 1:
            seat = sum(each.city == cities[0] for each in self.ground.homes)
            self.ground.homes.append(Home(company, cities[0], seat))

    # Tiles and tokens

    def do_lay_tile(self, step: Step) -> None:
        """Lay a tile, a panel or a tunnel."""
        hex_id, tile_id = step.action.hex or "", step.action.tile or ""
        rotation = step.action.rotation
        name = tile_id.rpartition("-")[0]
        if hex_id not in self.title.hexes:
            self.note(f"there is no hex {hex_id}")
        elif name not in self.title.tiles:
            self.note(f"there is no tile {tile_id}")
        elif self.title.tiles[name].layer == "panel":
            self.ground.panel(hex_id, name)
        elif rotation is None:
            self.note("no rotation is given")
        elif self.title.tiles[name].layer == "overlay":
            self.ground.overlay(hex_id, name, rotation)
        else:
            try:
                self.ground.lay(hex_id, tile_id, rotation)
            except InputError as error:
                self.note(str(error))
                return
            self.tile_laid(step, hex_id)

    def tile_laid(self, step: Step, hex_id: str) -> None:
        """Do what comes with a tile: its twin; a private may be used up or mark the hex."""
        tile, rotation = self.ground.layers[hex_id][0]
        twin = self.table.twins.get(tile)
        if twin:
            copy = (step.action.tile or "").rpartition("-")[2]
            self.ground.lay(twin.hex, f"{twin.tile}-{copy}", rotation)
        if step.action.entity_type == "company":
            for each in self.table.track_marks:
                if step.company in each.privates:
                    self.holdings.mark_hex(hex_id, each.mark)
            self.holdings.used(step.company)

    def do_place_token(self, step: Step) -> None:
        """Place a token of the company that the action names."""
        company = self.tokener(step)
        city = self.city(step)
        if company not in self.title.companies:
            self.note(f"there is no company {company}")
        elif city and company in self.ground.holders(city):
            if len(self.ground.placed(company)) == 1:
                return
            self.note(f"{company} has a token in {self.ground.stop_name(*city)} already")
        elif city:
            if not self.ground.placed(company):
                self.ground.release_home(company)
                self.founded.add(company)
            self.ground.place(company, city)
            self.token_placed(step, company, city)

    def tokener(self, step: Step) -> str:
        """Return the company whose token an action places."""
        named = step.action.tokener
        return named if isinstance(named, str) and named else self.actor(step)

    def actor(self, step: Step) -> str:
        """Return the company that acts: a private acts for its owner."""
        if step.action.entity_type == "company":
            return self.holdings.owner(step.company) or self.clock.company
        return step.company

    def token_placed(self, step: Step, company: str, city: City) -> None:
        """Do what comes with a token."""
        for each in self.table.token_grants:
            if city.hex in each.hexes and not self.phase_reached(each.until):
                self.holdings.grant(company, each)

    def do_remove_token(self, step: Step) -> None:
        """Take a token off the map, back to its company."""
        city = self.city(step)
        if city is None:
            return
        company = self.actor(step)
        token = self.ground.holders(city).get(company)
        if token is None:
            self.note(f"{company} has no token in {self.ground.stop_name(*city)}")
        else:
            token.city = None
            self.holdings.used(step.company)

    def city(self, step: Step) -> City | None:
        """Return the city that an action names, if the board has it."""
        city = self.ground.city(step.action.city or "")
        if city is None:
            self.note(f"the board has no city {step.action.city}")
        return city

    # Trains

    def do_buy_train(self, step: Step) -> None:
        """Move a train to its buyer; out of the supply it may start a phase."""
        train, buyer = step.action.train or "", self.actor(step)
        variant = step.action.variant or ""
        sides = (self.title.trains[variant].base, variant) if variant in self.title.trains else ()
        if not self.depot.on_sale(train):
            self.note(f"there is no train {train} to be had")
        elif buyer not in self.title.companies:
            self.note(f"there is no company {buyer}")
        elif variant and pile(train) not in sides:
            self.note(f"train {train} has no side {variant}")
        else:
            if step.action.exchange:
                self.trade_in(step.action.exchange)
            if train in self.depot.supply:
                self.catch_up(train)
                self.sell(train, buyer, variant)
            else:
                self.depot.give(train, buyer, variant)
            self.holdings.train_bought(buyer)
            if buyer != step.company:
                self.holdings.used(step.company)

    def trade_in(self, train: str) -> None:
        """Put a train into the pool that is given in payment for another."""
        if self.depot.holder(train):
            self.depot.discard(train, to_pool=True)
        else:
            self.note(f"no company holds the train {train} that is traded in")

    def catch_up(self, train: str) -> None:
        """Let the trains go that must have gone before ``train`` could be sold."""
        while not self.depot.next_to_sell(train):
            first = self.depot.supply[0]
            self.note(f"train {train} is sold, but {first} has not been seen to go")
            self.leave(first)

    def leave(self, train: str) -> None:
        """Let an unsold train leave the game, with all effects of a purchase."""
        self.sell(train)
        self.depot.gone.add(train)

    def sell(self, train: str, buyer: str = "", variant: str = "") -> None:
        """Take a train out of the supply, for a buyer or for nobody, with all that follows."""
        first = pile(train) not in self.depot.types_sold
        started = self.depot.sell(train)
        if buyer:
            self.depot.give(train, buyer, variant)
        for phase in started:
            self.phase_started(phase)
        for event in self.title.trains[pile(train)].events if first else ():
            self.event(event)
        self.sold(train)

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type."""
        if name == "close_companies":
            self.holdings.close_all()
        elif name in ("remove_bonuses", "remove_tokens"):
            self.holdings.remove_markers(keep=self.title.companies)

    def sold(self, train: str) -> None:
        """Do what comes with one particular train."""

    def sell_abroad(self) -> None:
        """Let the first unsold train leave the game, if the title says so."""
        export = self.table.export
        if export is None or not self.depot.supply:
            return
        if export.phases and self.depot.phase not in export.phases:
            return
        first = self.depot.supply[0]
        if export.trains and pile(first) not in export.trains:
            return
        if pile(first) in export.whole_type:
            for train in [each for each in self.depot.supply if pile(each) == pile(first)][:-1]:
                self.leave(train)
        self.leave(self.depot.supply[0])

    def do_discard_train(self, step: Step) -> None:
        """Take a train from whoever holds it."""
        train = step.action.train or ""
        if not self.depot.holder(train):
            self.note(f"no company holds the train {train}")
        else:
            self.depot.discard(train, to_pool=self.table.discards == "pool")

    def phase_started(self, phase: str) -> None:
        """Do what comes with a phase, beside scrapping and turning trains."""
        self.holdings.phase_started(phase)
        idle = self.table.idle
        if idle and phase == idle.phase:
            for company in [each for each, trains in self.depot.held.items() if trains]:
                self.holdings.grant(company, AbilityTable(idle.type, count=1))

    # Privates, markers, shares

    def do_buy_company(self, step: Step) -> None:
        """Give a private to the company that buys it, with the train that comes with it."""
        private, buyer = step.action.company or "", step.company
        if not buyer or step.action.entity_type == "player":
            return
        self.holdings.buy(private, buyer)
        table = self.holdings.table(private)
        if table.train and not self.phase_reached(table.train_until):
            self.depot.give(table.train, buyer)
        if self.holdings.marks_buyer(private):
            self.holdings.mark_company(buyer, private)
        for ability in table.grants:
            self.holdings.grant(buyer, ability, director=self.shares.director(buyer))

    def phase_reached(self, phase: str) -> bool:
        """Return whether a phase has begun; never if none is named."""
        phases = list(self.title.phases)
        return bool(phase) and phases.index(self.depot.phase) >= phases.index(phase)

    def do_assign(self, step: Step) -> None:
        """Put the marker of a private on a hex, or give it to a company."""
        target, kind = step.action.target, step.action.target_type
        if step.action.entity_type != "company" or not isinstance(target, str):
            return
        if kind == "hex":
            table = self.holdings.table(step.company)
            if not table.mark:
                self.holdings.lift(step.company)
            self.holdings.mark_hex(target, table.mark or step.company)
            marks = table.marks
            if marks is not None:
                self.holdings.grant(self.actor(step), marks, (target,))
            self.holdings.used(step.company)
        elif kind in ("corporation", "minor"):
            self.holdings.mark_company(target, step.company)

    def do_par(self, step: Step) -> None:
        """Start a company."""
        company = step.action.corporation or ""
        if company not in self.title.companies:
            self.note(f"there is no company {company}")
            return
        self.shares.follow(step.action)
        self.fresh.add(company)
        if self.table.home == "par":
            self.place_home(company)
        self.do_float()

    def do_shares(self, step: Step) -> None:
        """Move shares, by which directors change and companies float."""
        self.shares.follow(step.action)
        for company in list(self.holdings.granted):
            self.holdings.directed_by(company, self.shares.director(company))
        self.do_float()

    def do_float(self) -> None:
        """Place the homes of companies that have floated, if that is the time."""
        if self.table.home == "float":
            for company in self.title.companies:
                enough = self.shares.sold(company) * 10 >= self.table.float_percent
                if enough and company not in self.founded:
                    self.founded.add(company)
                    self.place_home(company)

    # Runs

    def do_run_routes(self, step: Step) -> None:
        """Note which trains have run; obsolete ones have for the last time."""
        self.depot.ran.update(route.train for route in step.action.routes or ())
        self.depot.paid_out(step.company)
        if self.table.idle:
            self.holdings.end(step.company, self.table.idle.type)

    def do_dividend(self, step: Step) -> None:
        """Let the obsolete trains go, if the company had none to run."""
        self.depot.paid_out(step.company)

    def do_bankrupt(self, step: Step) -> None:
        """End the game, unless it goes on without the player."""
        self.clock.over = self.clock.over or not self.table.plays_on

    def do_end_game(self, step: Step) -> None:
        """End the game."""
        self.clock.over = True

    def fields(self, company: str) -> dict[str, Any]:
        """Return what a position of this moment has beside title, phase and company."""
        ground, holdings = self.ground, self.holdings
        return {
            "slots": ground.slots_written(),
            "neutral": ground.neutral_written(),
            "assigned": {h: tuple(marks) for h, marks in holdings.assigned.items() if marks},
            "markers": tuple(holdings.markers.get(company, ())),
            "privates": tuple(
                each for each in holdings.owned.get(company, ()) if each in self.title.privates
            ),
            "abilities": holdings.abilities_of(company),
        }

    def position(self, company: str) -> Position:
        """Return the position of this moment, for one company."""
        return Position(
            title=self.title.id,
            phase=self.depot.phase,
            company=company,
            trains=self.depot.trains_of(company),
            tiles=self.ground.tiles_written(),
            tokens=self.ground.tokens_written(),
            **self.fields(company),
        )

    def run(self, step: Step) -> RecordedRun:
        """Return the run of this moment, with what cannot be reproduced of it."""
        company = step.company
        routes = step.action.routes or ()
        held = self.depot.held.get(company, [])
        problems = list(self._problems(company, [route.train for route in routes], held))
        director = self.shares.director(company)
        return RecordedRun(
            game=self.export.name,
            action=step.id,
            round=self.clock.label,
            company=company,
            position=self.position(company),
            routes=routes,
            trains={train: self.depot.names[train] for train in held},
            player="" if director is None else self.export.players.get(director, ""),
            problems=tuple(map(told, problems)),
        )

    def _problems(self, company: str, ran: list[str], held: list[str]) -> Iterator[str]:
        """Say what a run states of its trains that the replay does not have."""
        if company not in self.title.companies:
            yield f"there is no company {company}"
        elif not self.ground.placed(company):
            yield f"{company} has no token on the board"
        elif not held:
            yield f"{company} has no train"
        for at, train in enumerate(ran):
            if train in ran[:at]:
                yield f"train {train}: runs twice"
            elif train not in held:
                holder = self.depot.holder(train)
                elsewhere = f"{holder} holds it" if holder else "no company holds it"
                yield f"train {train}: {company} does not hold it ({elsewhere})"


REPLAY = Replay
