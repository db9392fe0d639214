"""1841 replayed: starts, mergers, transformations, bought tokens, the events of phase 4."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.ground import City, CompanyToken
from bestrun.importers.shares_1841 import deal, merged, shareholders
from hexgraph.bases import own_stations
from hexgraph.board import lay_out
from hexgraph.reach import reach_of
from mapdata.errors import InputError
from mapdata.tables import Table
from mapdata.title import Title

_SPLIT_ANSWERS = ("a", "b", "y", "n")
_QUESTIONS = frozenset({"choose", "discard_train", "remove_token"})
_SILENT = frozenset({"program_disable", "destination_connection", "log"})


class SplitTable(Table, frozen=True):
    """A company that a phase splits in two.

    Attributes
    ----------
    connects
        Hexes whose connection calls it off.
    into
        The two companies, in the order in which trains are dealt.
    first_takes
        Hexes whose tokens go to the first of them.
    markers_each
        Tokens that each takes; surplus ones stay as they are and block. 0: no limit.
    """

    company: str
    phase: str
    connects: tuple[str, ...]
    into: tuple[str, str]
    first_takes: tuple[str, ...]
    markers_each: int = 0


class PhaseMergerTable(Table, frozen=True):
    """A company that a phase forms out of at least two others; tokens that it keeps."""

    company: str
    phase: str
    members: tuple[str, ...]
    keeps: tuple[str, ...]


class Import1841(ImportTable, frozen=True):
    """``historical``: companies that are closed for good when they end."""

    historical: tuple[str, ...] = ()
    split: SplitTable | None = None
    merger: PhaseMergerTable | None = None


class Replay1841(Replay):
    """A game of 1841, either edition, long or lite."""

    TABLE: ClassVar = Import1841
    table: Import1841

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        assert self.table.split is not None
        self.split = self.table.split
        self.historical = frozenset(self.table.historical)
        self.running: set[str] = set()
        self.closed: set[str] = set()
        self.partners: tuple[str, str] | None = None
        """A merger half named: the company on turn and the one it merges with."""
        self.merged = ""
        """The company formed last, which may have to give up tokens."""

    # Time

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; a new company's first tokens are not."""
        founding = step.action.type in ("pass", "place_token") and step.company in self.fresh
        if founding and step.company != self.clock.company:
            return False
        return super().is_turn_action(step)

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action; one of a company that was never started is odd."""
        super().tick(step)
        known = self.running | self.closed | {self.split.company}
        operates = step.action.type in ("lay_tile", "place_token", "run_routes")
        if operates and step.company in self.title.companies and step.company not in known:
            self.note(f"{step.company} was never started", step.id - 1)

    # Companies come and go

    def do_par(self, step: StandingAction) -> None:
        """Start a company; a historical one places its home tokens without an action."""
        company = step.action.corporation or ""
        if company in self.running or company in self.closed:
            self.note(f"{company} is running already or closed for good")
            return
        super().do_par(step)
        if company in self.title.companies:
            self._open(company)
            if company in self.historical and not self.phase_reached(self.split.phase):
                self.shares.fixed.add(company)  # who has the concession directs it

    def do_merge(self, step: StandingAction) -> None:
        """Name a partner, form the new company of a merger, or transform."""
        company, other = step.company, step.action.corporation or ""
        if company not in self.running or other not in self.title.companies:
            self.note(f"{company} and {other} cannot merge: no such running companies")
        elif other in self.running:
            self.partners = (company, other)
        elif other in self.closed:
            self.note(f"{other} is closed for good")
        elif self.partners and self.partners[0] == company and self.partners[1] in self.running:
            self._form(other, self.partners)
            self.partners = None
        else:
            self._form(other, (company,))
            self.partners = None

    def _form(self, new: str, old: tuple[str, ...]) -> None:
        """Form a company out of others; in a shared city the token named first stays."""
        self._exchange_shares(new, old)
        for company in old:
            self.ground.hand_over(company, new)
            self.depot.hand_over(company, new)
            self._close(company)
        self._open(new)
        self.merged = new

    def _exchange_shares(self, new: str, old: tuple[str, ...]) -> None:
        """Exchange shares: of majors two for one, of minors one for one of half the size."""
        majors = [each for each in old if self.title.companies[each].kind == "major"]
        if majors:
            for minor in set(old) - set(majors):
                self.shares.resize(minor, 1, 2)
        order = shareholders(self.shares, self.shares.director(old[0]), self.running)
        merged(self.shares, old, new, order, self._answers(), pairs=bool(majors) and len(old) > 1)

    def _answers(self) -> list[tuple[str | int, str]]:
        """The answers given directly after this action: who, and which choice."""
        answers = ((each.action.entity, each.action.choice) for each in self._questions())
        return [(who, str(what)) for who, what in answers if who is not None and what is not None]

    def _open(self, company: str) -> None:
        self.running.add(company)
        self.fresh.add(company)

    def _close(self, company: str) -> None:
        self.running.discard(company)
        if company in self.historical:
            self.closed.add(company)

    # Tokens

    def do_buy_token(self, step: StandingAction) -> None:
        """Put a token in place of another company's, which goes back to its owner."""
        city = self.city(step)
        if city is None:
            return
        others = {c: t for c, t in self.ground.holders(city).items() if c != step.company}
        sold = [token for token in others.values() if token.seat == step.action.slot]
        if len(others) == 1:
            sold = list(others.values())
        if step.company not in self.running or not sold:
            where = f"{self.ground.stop_name(*city)}, place {step.action.slot}"
            self.note(f"{step.company} finds no token to buy in {where}")
        else:
            sold[0].city = None
            self.ground.place(step.company, city)

    def do_remove_token(self, step: StandingAction) -> None:
        """Give up a token in a merger, for good.

        The new company may have no owner: then a player removes it, or the company that
        stood in between two steps.
        """
        city = self.city(step)
        if city is None:
            return
        holders = self.ground.holders(city)
        for company in (step.company, self.merged):
            if company in holders:
                self.ground.tokens[company].remove(holders[company])
                return
        self.note(f"{step.company or 'a player'} has no token in {self.ground.stop_name(*city)}")

    # Phase 4

    def phase_started(self, phase: str) -> None:
        """Close what was never started; split one company, merge others."""
        super().phase_started(phase)
        if phase == self.split.phase:
            fixed, self.shares.fixed = self.shares.fixed, set()
            for name in sorted(fixed):
                self.shares.direct(name)
            for company in self.title.companies.values():
                if company.homes and company.id not in self.running:
                    self.closed.add(company.id)
                    self.ground.release_home(company.id)
            if self.split.company in self.running and self._is_split():
                self._split()
        merger = self.table.merger
        if merger is None or phase != merger.phase:
            return
        parts = tuple(each for each in merger.members if each in self.running)
        if len(parts) > 1:
            self._form(merger.company, parts)
            if self._nobody_chooses(merger):
                self._keep_only(merger)

    def _is_split(self) -> bool:
        """Tell from what follows whether the split is called off.

        It is when two cities are connected, which the export never says. But the next to
        be named is either one of the new companies or still the old one. Only where the
        game breaks off before that, the board has to tell.
        """
        split = self.split
        if any(step.action.choice in _SPLIT_ANSWERS for step in self._questions()):
            return True
        for step in self.ahead():
            names = set(_mentioned(step))
            if names & set(split.into):
                return True
            if split.company in names:
                return False
        return not self._connected()

    def _connected(self) -> bool:
        """Tell whether some company has a route by which the split is called off."""
        split = self.split
        cities = {
            token.city
            for token in self.ground.tokens.get(split.company, ())
            if token.city is not None and token.city.hex in split.connects
        }
        if len(cities) < len(split.connects):
            return False
        try:
            board = lay_out(self.position(split.company), self.title)
        except InputError:
            return False
        return any(
            cities <= reach_of(board, company, starts=[station]).stops
            for company in self.ground.tokens
            for station in own_stations(board, company)
        )

    def _split(self) -> None:
        """Deal tokens by region and trains in turn; surplus tokens stay and block."""
        split = self.split
        old, (first, second) = split.company, split.into
        limit = split.markers_each
        staying: list[CompanyToken] = []
        for token in self.ground.tokens.pop(old, []):
            if token.city is None:
                continue
            new = first if token.city.hex in split.first_takes else second
            taken = self.ground.tokens.setdefault(new, [])
            (staying if limit and len(taken) >= limit else taken).append(token)
        if staying:
            self.ground.tokens[old] = staying
        trains = sorted(self.depot.held.pop(old, []), key=lambda each: self.depot.names[each])
        for number, train in enumerate(reversed(trains)):
            self.depot.give(train, second if number % 2 else first)
        order = shareholders(self.shares, self.shares.director(old), self.running)
        deal(self.shares, old, (first, second), order, self._answers())
        self._close(old)
        self._open(first)
        self._open(second)

    def _nobody_chooses(self, merger: PhaseMergerTable) -> bool:
        """Tell whether the merged company has no owner to say which tokens it gives up.

        An owner says so after the purchase, or passes.
        """
        company, kept = merger.company, merger.keeps
        if all(token.city and token.city.hex in kept for token in self.ground.tokens[company]):
            return False
        questions = list(self._questions())
        if any(s.company == company and s.action.type == "remove_token" for s in questions):
            return False
        rest = [step for step in self.ahead() if step.action.type not in _SILENT]
        after = rest[len(questions)] if len(rest) > len(questions) else None
        if after is None:
            return False
        return not (after.company == company and after.action.type == "pass")

    def _keep_only(self, merger: PhaseMergerTable) -> None:
        """Take an ownerless company's tokens away, all but those in the cities kept.

        If it has none there, the city first in the alphabet stays.
        """
        company, kept = merger.company, merger.keeps
        mine = self.ground.tokens[company]
        staying = [token for token in mine if token.city and token.city.hex in kept]
        if not staying:
            in_cities = [each for each in mine if each.city and self._is_city(each.city)]
            staying = sorted(in_cities, key=self._place_name)[:1]
        self.ground.tokens[company] = staying

    def _is_city(self, city: City) -> bool:
        return self.title.stop_kinds[self.ground.face(city.hex).stops[city.stop].kind].marker

    def _place_name(self, token: CompanyToken) -> str:
        assert token.city is not None
        return self.title.hexes[token.city.hex].name or ""

    def _questions(self) -> Iterator[StandingAction]:
        """Yield what is asked and answered directly after the present action."""
        steps = (step for step in self.ahead() if step.action.type not in _SILENT)
        return takewhile(lambda step: step.action.type in _QUESTIONS, steps)


def _mentioned(step: StandingAction) -> Iterator[str]:
    """Yield the companies that an action names, by whole names."""
    yield step.company
    yield step.action.corporation or ""
    for share in step.action.shares or ():
        yield share.rpartition("_")[0]


REPLAY = Replay1841
