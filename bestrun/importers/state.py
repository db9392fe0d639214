"""The state of a game during its replay: what lies where, who holds what, whose turn it is.

No cash and no market: only what routes need.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from bestrun.importers.actions import Export, StandingAction, with_trains_called
from bestrun.importers.clock import GameClock, ranks
from bestrun.importers.data import ImportTable, import_table
from bestrun.importers.depot import Depot
from bestrun.importers.ground import CompanyToken, Ground
from bestrun.importers.holdings import Holdings
from bestrun.importers.numbering import lost_actions
from bestrun.importers.records import Note, Paid, RecordedRun
from bestrun.importers.reserved import reserved
from bestrun.importers.self_checks import doubts, problems
from bestrun.importers.shares import WHOLE, Shares, drawn_share, ordinary_shares
from mapdata.errors import in_one_line
from mapdata.payout import share_percent
from mapdata.position import Before, MarkersLeft, Position
from mapdata.title import Title, train_limit

WITHOUT_EFFECT = (
    *("pass", "program_", "log", "message", "choose", "respond", "use_graph"),
    *("move_bid", "take_loan", "payoff_", "short", "destination_connection"),
)
"""Kinds of actions, by how they begin, that change nothing that routes need."""


PAID: dict[str, Paid] = {"payout": "payout", "half": "half", "withhold": "withhold"}
"""Kinds of dividends of which it is known who gets them."""


def _doubted(run: int, note: Note) -> bool:
    """Whether what led to a note may have happened before a run."""
    return (note.action if note.since is None else note.since) < run


class BuiltHex(NamedTuple):
    """A lay of a turn: where, whether it is one of the turn's own, and an upgrade."""

    company: str
    hex: str
    counts: bool
    upgrade: bool


class State:
    """The moves of one game, made one after the other.

    An action of type ``x`` is followed by the method ``do_x``. Where there is none, and it is
    not known to be without effect, that is noted.
    """

    TABLE: ClassVar[type[ImportTable]] = ImportTable

    def __init__(self, export: Export, title: Title) -> None:
        self.title = title
        table = import_table(title, self.TABLE, export.options, len(export.players))
        self.table = table
        export = with_trains_called(export, table.called)
        self.export = export
        self.ground = Ground(title, numbers=table.city_numbers)
        self.depot = Depot(
            title,
            table.outside_supply,
            table.reserved,
            table.rusts_on,
            table.obsolete_on,
            self.train_counts(),
            table.rusted_for,
        )
        self.clock = GameClock(
            ranks(table.turn),
            frozenset(table.once),
            table.passes,
            table.asked_between,
            table.protects_prices,
        )
        self.clock.set_number = table.first_set - 1
        own = {company.id: company.abilities for company in title.companies.values()}
        self.holdings = Holdings(title.privates, table.privates, own)
        shares = {each.id: share_percent(title, each) for each in title.companies.values()}
        known = {company: percent for company, percent in shares.items() if percent}
        self.shares = Shares(tuple(export.players), ordinary_shares(export.steps) | known)
        self.lost = tuple(lost_actions(export.recorded))
        self.notes = [
            Note(each.number, each.why, each.number - 1) for each in self.lost if each.certain
        ]
        self.last_sale = 0
        """The action by which the last train was bought out of the supply: a phase that
        began unseen has begun after it."""
        self.began = 0
        """The last action before the operating round that goes on."""
        self.unknown_options: tuple[str, ...] = ()
        """Optional rules that are not known."""
        self.fresh: set[str] = set()
        """Companies started or formed since the round began: they operate from the next."""
        self.taken_out: set[str] = set()
        """Companies that are out of the game: they are not started any more."""
        self.founded: set[str] = set()
        """Companies whose home tokens have been seen to."""
        self.lifted: list[tuple[str, str]] = []
        """Companies whose tokens were taken up, and the hexes where they are placed again."""
        self.bids: dict[str, tuple[float, str | int]] = {}
        """Private to the highest bid for it, and whose it is."""
        self.built: list[BuiltHex] = []
        """Lays of the turn that goes on, in their order."""
        self.passing_tokens: list[tuple[str, str, CompanyToken]] = []
        """Phases, and the tokens that go when they begin."""
        self.ending: dict[int, list[str]] = {}
        """Companies that end without an action, by the number of the step that follows."""
        self.labels: dict[str, str] = {}
        """Hexes to the labels that a lot has given them."""
        self.index = 0
        self.step = export.steps[0] if export.steps else None
        self.set_up()

    def train_counts(self) -> dict[str, int]:
        """Return the numbers of trains that differ from the title's."""
        return dict(self.table.counts)

    def set_up(self) -> None:
        """Put on the board what lies there before the first action."""

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action, with all that is due before it."""

    def runs(self) -> Iterator[RecordedRun]:
        """Replay the game and yield every run in it.

        An action that could not be followed casts doubt on runs before it as well, if what
        led to it may have happened before them.
        """
        steps = self.moments()
        runs = [
            self.run(each) for each in steps if each.action.type == "run_routes" and each.company
        ]
        for run in runs:
            notes = [note for note in self.notes if _doubted(run.action, note)][:1]
            problems = [f"action {note.action} was not followed ({note.message})" for note in notes]
            yield dataclasses.replace(run, problems=(*problems, *run.problems))

    def moments(self) -> Iterator[StandingAction]:
        """Replay the game, stopping before each action, when its time has come."""
        for index, step in enumerate(self.export.steps):
            self.index, self.step = index, step
            self.holdings.in_play(step.action.company or "")
            self.tick(step)
            yield step
            follow = getattr(self, f"do_{step.action.type}", None)
            if follow is not None:
                follow(step)
            elif not step.action.type.startswith((*WITHOUT_EFFECT, *self.table.ignored)):
                self.note("nothing is known about actions of this kind")

    def ahead(self) -> Sequence[StandingAction]:
        """Return the actions after the present one."""
        return self.export.steps[self.index + 1 :]

    def ahead_from_here(self) -> Sequence[StandingAction]:
        """Return the present action and those after it, for what is due before that action."""
        return self.export.steps[self.index :]

    def note(self, message: str, since: int | None = None) -> None:
        """Remember that the present action could not be followed."""
        assert self.step is not None
        text = in_one_line(f"{self.step.action.type}: {message}")
        self.notes.append(Note(self.step.id, text, since))

    def unseen_since(self) -> int:
        """Return the last action before a train can have gone, or a phase begun, unseen."""
        return self.last_sale

    def phase_reached(self, phase: str) -> bool:
        """Whether a phase has begun; false if none is named."""
        phases = list(self.title.phases)
        return bool(phase) and phases.index(self.depot.phase) >= phases.index(phase)

    def actor(self, step: StandingAction) -> str:
        """Return the company that acts: a private acts for its owner."""
        if step.action.entity_type == "company":
            return self.holdings.owner(step.company) or self.clock.company
        return step.company

    def director(self, company: str) -> str | int | None:
        """Return the player who directs a company, as far as the actions show it.

        A minor that is a private at the same time belongs to whoever bid most for it.
        """
        player = self.shares.director(company)
        return self.bids[company][1] if player is None and company in self.bids else player

    def do_bid(self, step: StandingAction) -> None:
        """Remember the highest bid for a private."""
        private = step.action.company or step.action.minor or ""
        price = step.action.price or 0
        if step.action.entity is not None and price >= self.bids.get(private, (0, ""))[0]:
            self.bids[private] = (price, step.action.entity)
            table = self.holdings.table(private)
            drawn = drawn_share(table.drawn, self.export.steps)
            self.shares.give([*table.shares, *drawn], step.action.entity)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment as a file has it, but for title, phase and company."""
        ground, holdings = self.ground, self.holdings
        return {
            "trains": self.depot.trains_of(company),
            "slots": ground.slots_written(),
            "neutral": ground.neutral_written(),
            "assigned": {h: tuple(marks) for h, marks in holdings.assigned.items() if marks},
            "markers": tuple(holdings.markers.get(company, ())),
            "privates": tuple(
                each for each in holdings.owned.get(company, ()) if each in self.title.privates
            ),
            "abilities": holdings.abilities_of(company),
            "labels": self.labels,
        }

    def position(self, company: str) -> Position:
        """Return the position of this moment, for one company."""
        return Position(
            title=self.title.id,
            phase=self.depot.phase,
            company=company,
            tiles=self.ground.tiles_written(),
            tokens=self.ground.tokens_written(),
            **self.fields(company),
        )

    def to_build(self, company: str) -> Position:
        """Return the position of this moment with what matters for the next lay or token."""
        found = replace(
            self.position(company),
            blocked=self.holdings.blocked(self.phase_reached_or_none),
            reserved=reserved(self),
            left=self.left(company),
        )
        built = [each for each in self.built if each.company == company]
        if not built or not self.clock.operating or self.clock.round_over:
            return found
        before = Before(
            lays=tuple(each.hex for each in built),
            used=sum(each.counts for each in built),
            upgraded=any(each.counts and each.upgrade for each in built),
        )
        return replace(found, before=before)

    def may_come(self, company: str) -> bool:
        """Whether a company may still be started."""
        return company not in self.depot.heirs and company not in self.taken_out

    def left(self, company: str) -> MarkersLeft | None:
        """Return the prices of the tokens that a company has left, if they are known."""
        return self.ground.left(company) or None

    def phase_reached_or_none(self, phase: str) -> bool:
        """Whether a phase of that name has begun; false for words that name no phase."""
        return phase in self.title.phases and self.phase_reached(phase)

    def run(self, step: StandingAction) -> RecordedRun:
        """Return the run of this moment, with what cannot be reproduced of it."""
        company = step.company
        routes = step.action.routes or ()
        held = self.depot.held.get(company, [])
        ran = [route.train for route in routes]
        director = self.director(company)
        if director is None:
            director = step.action.user
        player = "" if director is None else self.export.players.get(director, "")
        return RecordedRun(
            game=self.export.name,
            action=step.id,
            round=self.clock.label,
            company=company,
            position=self.position(company),
            routes=routes,
            trains={train: self.depot.names[train] for train in held},
            player=player,
            undirected="" if player else self.undirected(company),
            holders=self.holders(company),
            paid=self.paid(company),
            year=self.export.year,
            problems=tuple(map(in_one_line, problems(self, company, ran))),
            doubts=tuple(map(in_one_line, (*self.gaps_before(step), *doubts(self, company, ran)))),
        )

    def gaps_before(self, step: StandingAction) -> Iterator[str]:
        """Say which actions before this one may be missing: a lay, or a token that blocks."""
        for each in self.lost:
            if each.number < step.id:
                yield f"action {each.number}: {each.why}"

    def undirected(self, company: str) -> str:
        """Say why it is not known who directs a company."""
        held = self.shares.held.get(company)
        if held is None:
            return "the actions do not show who holds its shares"
        if any(self.shares.held[company][player] > 0 for player in self.shares.players):
            return "no player holds enough of it to direct it"
        return "no player holds a share of it"

    def holders(self, company: str) -> dict[str, int] | None:
        """Percent of a company that each player holds, if that is known."""
        if company not in self.shares.held and company in self.bids:
            return {self.export.players.get(self.bids[company][1], ""): WHOLE}
        found = self.shares.of_players(company)
        names = self.export.players
        return None if found is None else {names[key]: part for key, part in found.items()}

    def paid(self, company: str) -> Paid:
        """How the revenue of this run was paid out: to the shares, half, or kept."""
        for step in self.ahead():
            if step.company == company and step.action.type == "run_routes":
                break
            if step.company == company and step.action.type == "dividend":
                return PAID.get(step.action.kind or "", "")
        return ""

    def too_many(self, company: str, held: list[str]) -> Iterator[str]:
        """Say it if a company has more trains than it may have when a turn begins.

        Obsolete trains do not count against the limit, nor those that never do.
        """
        limit, kinds = self.train_limit(company), self.title.trains
        counted = sum(
            train not in self.depot.obsolete and kinds[self.depot.names[train]].counted
            for train in held
        )
        if limit is not None and counted > limit:
            yield f"{company} has {counted} trains, {limit} are allowed"

    def train_limit(self, company: str) -> int | None:
        """The train limit of a company in this phase, if it is known."""
        known = company in self.title.companies
        return train_limit(self.title, self.depot.phase, company) if known else None
