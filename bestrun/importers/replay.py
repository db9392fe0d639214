"""A game replayed far enough to know each run: tiles, tokens, trains, phase.

No cash, no shares, no market: only what routes need. What follows from the rules without
an action of its own differs from title to title and stands in the title's own replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from bestrun.claims.eighteen import Claim, ClaimedRun
from bestrun.importers.actions import Export, Route, Step
from bestrun.importers.board import Board, City, Home
from bestrun.importers.clock import Begins, Clock
from bestrun.importers.depot import Depot
from bestrun.importers.records import Note, RecordedRun, one_line
from bestrun.importers.routes import NotOnTheBoard, chain
from mapdata.position import Position
from mapdata.title import Title


class Replay:
    """The moves of one game, made one after the other.

    Subclasses add what their title does without an action, by extending :meth:`tick`
    (before an action: what the time brings) and the ``do`` methods (what it does).
    """

    ORDER: ClassVar[dict[str, int]] = {}
    REPEATS: ClassVar[frozenset[str]] = frozenset()
    PASSES: ClassVar[int | None] = None
    POOL: ClassVar[bool] = False
    """Discarded trains can be bought again."""

    def __init__(self, export: Export, title: Title) -> None:
        self.export = export
        self.title = title
        self.facts = import_facts(title)
        self.board = Board(title)
        self.depot = Depot(title, self.facts.get("outside_supply", ()))
        self.clock = Clock(self.ORDER, self.REPEATS, self.PASSES)
        self.notes: list[Note] = []
        self.fresh: set[str] = set()
        """Companies started or formed since the round began: they operate from the next."""
        self.index = 0
        self.step = export.steps[0] if export.steps else None
        for company in title.companies.values():
            for home in company.homes:
                self._keep_home(company.id, home)
        self.does: dict[str, Callable[[Step], None]] = {
            "lay_tile": self.do_lay_tile,
            "place_token": self.do_place_token,
            "remove_token": self.do_remove_token,
            "buy_train": self.do_buy_train,
            "discard_train": self.do_discard_train,
            "end_game": self.do_end_game,
        }

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

    def note(self, message: str) -> None:
        """Remember that the present action could not be followed."""
        assert self.step is not None
        self.notes.append(Note(self.step.id, one_line(f"{self.step.action.type}: {message}")))

    # Time

    def tick(self, step: Step) -> None:
        """Bring the clock to an action, with all that is due before it."""
        if self.clock.ends_set(step):
            self.end_round()
            self.end_set()
            self.clock.close_set()
        elif self.clock.is_turn_action(step):
            begins = self.clock.begins(step)
            if self.clock.operating and begins >= Begins.ROUND:
                self.end_round()
                if begins is Begins.SET:
                    self.end_set()
            if begins:
                rounds = self.title.phases[self.depot.phase].operating_rounds
                self.clock.begin(begins, step.company, rounds)
                if begins >= Begins.ROUND:
                    self.begin_round()
                self.begin_turn(step.company)
            self.clock.go_on(step)

    def end_round(self) -> None:
        """Do what is due at the end of an operating round."""

    def end_set(self) -> None:
        """Do what is due at the end of a set of operating rounds."""

    def begin_round(self) -> None:
        """Do what is due when an operating round begins."""

    def begin_turn(self, company: str) -> None:
        """Do what is due when the turn of a company begins."""

    # What actions do

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
            self.board.panel(hex_id, name)
        elif rotation is None:
            self.note("no rotation is given")
        elif self.title.tiles[name].layer == "overlay":
            self.board.overlay(hex_id, name, rotation)
        else:
            self.board.lay(hex_id, tile_id, rotation)

    def do_place_token(self, step: Step) -> None:
        """Place a token of the company that the action names."""
        tokener = step.action.tokener
        company = tokener if isinstance(tokener, str) and tokener else step.company
        city = self.city(step)
        if company not in self.title.companies:
            self.note(f"there is no company {company}")
        elif city and company in self.board.holders(city):
            self.note(f"{company} has a token in {self.board.stop_name(*city)} already")
        elif city:
            self.board.place(company, city)

    def do_remove_token(self, step: Step) -> None:
        """Take a token off the map, back to its company."""
        city = self.city(step)
        if city is None:
            return
        token = self.board.holders(city).get(step.company)
        if token is None:
            self.note(f"{step.company} has no token in {self.board.stop_name(*city)}")
        else:
            token.city = None

    def do_buy_train(self, step: Step) -> None:
        """Move a train to its buyer; out of the supply it may start a phase."""
        train, buyer = step.action.train or "", step.company
        variant = step.action.variant or ""
        sides = (self.title.trains[variant].base, variant) if variant in self.title.trains else ()
        if not self.depot.on_sale(train):
            self.note(f"there is no train {train} to be had")
        elif buyer not in self.title.companies:
            self.note(f"there is no company {buyer}")
        elif variant and train.rpartition("-")[0] not in sides:
            self.note(f"train {train} has no side {variant}")
        else:
            if train in self.depot.supply:
                self.catch_up(train)
                phase = self.depot.sell(train)
                self.depot.give(train, buyer, variant)
                self.phase_started(phase)
            else:
                self.depot.give(train, buyer, variant)

    def catch_up(self, train: str) -> None:
        """Let the trains go that must have gone before ``train`` could be sold."""
        while self.depot.supply[0] != train:
            first = self.depot.supply[0]
            self.note(f"train {train} is sold, but {first} has not been seen to go")
            self.leave(first)

    def leave(self, train: str) -> None:
        """Let an unsold train leave the game, with all effects of a purchase."""
        phase = self.depot.sell(train)
        self.depot.gone.add(train)
        self.phase_started(phase)

    def do_discard_train(self, step: Step) -> None:
        """Take a train from whoever holds it."""
        train = step.action.train or ""
        if not self.depot.holder(train):
            self.note(f"no company holds the train {train}")
        else:
            self.depot.discard(train, to_pool=self.POOL)

    def do_end_game(self, step: Step) -> None:
        """End the game."""
        self.clock.over = True

    def phase_started(self, phase: str) -> None:
        """Do what comes with a phase, beside scrapping and turning trains; "" is none."""

    def city(self, step: Step) -> City | None:
        """Return the city that an action names, if the board has it."""
        city = self.board.city(step.action.city or "")
        if city is None:
            self.note(f"the board has no city {step.action.city}")
        return city

    # A run

    def position(self, company: str) -> Position:
        """Return the position of this moment, for one company."""
        return Position(
            title=self.title.id,
            phase=self.depot.phase,
            company=company,
            trains=self.depot.trains_of(company),
            tiles=self.board.tiles_written(),
            tokens=self.board.tokens_written(),
        )

    def run(self, step: Step) -> RecordedRun:
        """Return the run of this moment, with what cannot be reproduced of it."""
        company = step.company
        runs: list[ClaimedRun] = []
        problems: list[str] = []
        if company not in self.title.companies:
            problems.append(f"there is no company {company}")
        elif not self.board.tokens_written().get(company):
            problems.append(f"{company} has no token on the board")
        elif not self.depot.held.get(company):
            problems.append(f"{company} has no train")
        routes = step.action.routes or ()
        used: set[str] = set()
        for route in routes:
            try:
                runs.append(self._claimed(company, route, used))
            except NotOnTheBoard as error:
                problems.append(f"train {route.train}: {error}")
        return RecordedRun(
            game=self.export.name,
            action=step.id,
            round=self.clock.label,
            company=company,
            position=self.position(company),
            claim=Claim(tuple(runs), sum(route.revenue or 0 for route in routes)),
            problems=tuple(map(one_line, problems)),
        )

    def _claimed(self, company: str, route: Route, used: set[str]) -> ClaimedRun:
        if route.train not in self.depot.held.get(company, ()):
            holder = self.depot.holder(route.train)
            elsewhere = f"{holder} holds it" if holder else "no company holds it"
            raise NotOnTheBoard(f"{company} does not hold it ({elsewhere})")
        if route.train in used:
            raise NotOnTheBoard("runs twice")
        used.add(route.train)
        if route.revenue is None:
            raise NotOnTheBoard("states no revenue")
        stops, hexes = chain(self.board, route)
        written = tuple(self.board.stop_name(*stop) for stop in stops)
        name = self.depot.names[route.train]
        return ClaimedRun(name, written, hexes=hexes, revenue=route.revenue)

    def _keep_home(self, company: str, home: str) -> None:
        """Keep a place for a home token; a home that leaves a choice keeps none."""
        hex_id, _, index = home.partition(".")
        cities = self.board.cities(hex_id)
        if index:
            cities = [city for city in cities if city.stop == int(index)]
        if len(cities) == 1:
            seat = sum(each.city == cities[0] for each in self.board.homes)
            self.board.homes.append(Home(company, cities[0], seat))


def import_facts(title: Title) -> dict[str, Any]:
    """Return the title's data on what happens in an exported game without an action."""
    facts = title.extra.get("import")
    return facts if isinstance(facts, dict) else {}
