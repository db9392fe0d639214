"""1841 replayed: starts, mergers, transformations, bought tokens, the events of phase 4."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import ClassVar

from bestrun.importers.actions import Export, Step
from bestrun.importers.board import City, Token
from bestrun.importers.replay import Replay
from hexgraph.board import lay_out
from hexgraph.reach import own_stations, reach_of
from mapdata.errors import InputError
from mapdata.title import Title

_SPLIT_ANSWERS = ("a", "b", "y", "n")
_QUESTIONS = frozenset({"choose", "discard_train", "remove_token"})
_SILENT = frozenset({"program_disable", "destination_connection", "log"})


class Replay1841(Replay):
    """A game of 1841, either edition, long or lite."""

    ORDER: ClassVar = {
        "lay_tile": 0,
        "place_token": 1,
        "run_routes": 2,
        "dividend": 3,
        "buy_token": 4,
        "buy_train": 5,
    }
    REPEATS: ClassVar = frozenset({"lay_tile", "place_token", "buy_train"})
    POOL: ClassVar = True

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.historical = frozenset(self.facts["historical"])
        self.running: set[str] = set()
        self.closed: set[str] = set()
        self.partners: tuple[str, str] | None = None
        """A merger half named: the company on turn and the one it merges with."""
        self.merged = ""
        """The company formed last, which may have to give up tokens."""
        self.does |= {
            "par": self.do_par,
            "merge": self.do_merge,
            "buy_token": self.do_buy_token,
        }

    # Time

    def tick(self, step: Step) -> None:
        """Bring the clock to an action; a new company's first tokens are not its turn."""
        founding = step.action.type in ("pass", "place_token") and step.company in self.fresh
        if not founding or step.company == self.clock.company:
            super().tick(step)

    def begin_round(self) -> None:
        """Let the companies formed before this round operate."""
        self.fresh.clear()

    # Companies come and go

    def do_par(self, step: Step) -> None:
        """Start a company; a historical one places its home tokens without an action."""
        company = step.action.corporation or ""
        if company not in self.title.companies:
            self.note(f"there is no company {company}")
        elif company in self.running or company in self.closed:
            self.note(f"{company} is running already or closed for good")
        else:
            self._open(company)
            self.board.place_home(company)

    def do_merge(self, step: Step) -> None:
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
        for company in old:
            self.board.hand_over(company, new)
            self.depot.hand_over(company, new)
            self._close(company)
        self._open(new)
        self.merged = new

    def _open(self, company: str) -> None:
        self.running.add(company)
        self.fresh.add(company)

    def _close(self, company: str) -> None:
        self.running.discard(company)
        if company in self.historical:
            self.closed.add(company)

    # Tokens

    def do_buy_token(self, step: Step) -> None:
        """Put a token in place of another company's, which goes back to its owner."""
        city = self.city(step)
        if city is None:
            return
        others = {c: t for c, t in self.board.holders(city).items() if c != step.company}
        sold = [token for token in others.values() if token.seat == step.action.slot]
        if len(others) == 1:
            sold = list(others.values())
        if step.company not in self.running or not sold:
            where = f"{self.board.stop_name(*city)}, place {step.action.slot}"
            self.note(f"{step.company} finds no token to buy in {where}")
        else:
            sold[0].city = None
            self.board.place(step.company, city)

    def do_remove_token(self, step: Step) -> None:
        """Give up a token in a merger, for good.

        The new company may have no owner: then a player removes it, or the company that
        stood in between two steps.
        """
        city = self.city(step)
        if city is None:
            return
        holders = self.board.holders(city)
        for company in (step.company, self.merged):
            if company in holders:
                self.board.tokens[company].remove(holders[company])
                return
        self.note(f"{step.company or 'a player'} has no token in {self.board.stop_name(*city)}")

    # Phase 4

    def phase_started(self, phase: str) -> None:
        """Close what was never started; split one company, merge others."""
        split, merger = self.facts["split"], self.facts.get("merger")
        if phase == split["phase"]:
            for company in self.title.companies.values():
                if company.homes and company.id not in self.running:
                    self.closed.add(company.id)
                    self.board.release_home(company.id)
            if split["company"] in self.running and self._is_split():
                self._split()
        if merger is None or phase != merger["phase"]:
            return
        parts = tuple(each for each in merger["from"] if each in self.running)
        if len(parts) > 1:
            self._form(merger["company"], parts)
            if self._nobody_chooses():
                self._keep_only(merger["keeps"])

    def _is_split(self) -> bool:
        """Tell from what follows whether the split is called off.

        It is when two cities are connected, which the export never says. But the next to
        be named is either one of the new companies or still the old one. Only where the
        game breaks off before that, the board has to tell.
        """
        split = self.facts["split"]
        if any(step.action.choice in _SPLIT_ANSWERS for step in self._questions()):
            return True
        for step in self.ahead():
            names = set(_mentioned(step))
            if names & set(split["into"]):
                return True
            if split["company"] in names:
                return False
        return not self._connected()

    def _connected(self) -> bool:
        """Tell whether some company has a route by which the split is called off."""
        split = self.facts["split"]
        cities = {
            token.city
            for token in self.board.tokens.get(split["company"], ())
            if token.city is not None and token.city.hex in split["connects"]
        }
        if len(cities) < len(split["connects"]):
            return False
        try:
            board = lay_out(self.position(split["company"]), self.title)
        except InputError:
            return False
        return any(
            cities <= reach_of(board, company, starts=[station]).stops
            for company in self.board.tokens
            for station in own_stations(board, company)
        )

    def _split(self) -> None:
        """Deal tokens by region and trains in turn; surplus tokens stay and block."""
        split = self.facts["split"]
        old, (first, second) = split["company"], split["into"]
        limit = split["markers_each"]
        staying: list[Token] = []
        for token in self.board.tokens.pop(old, []):
            if token.city is None:
                continue
            new = first if token.city.hex in split["first_takes"] else second
            taken = self.board.tokens.setdefault(new, [])
            (staying if limit and len(taken) >= limit else taken).append(token)
        if staying:
            self.board.tokens[old] = staying
        trains = sorted(self.depot.held.pop(old, []), key=lambda each: self.depot.names[each])
        for number, train in enumerate(reversed(trains)):
            self.depot.give(train, second if number % 2 else first)
        self._close(old)
        self._open(first)
        self._open(second)

    def _nobody_chooses(self) -> bool:
        """Tell whether the merged company has no owner to say which tokens it gives up.

        An owner says so after the purchase, or passes.
        """
        company, kept = self.facts["merger"]["company"], self.facts["merger"]["keeps"]
        if all(token.city and token.city.hex in kept for token in self.board.tokens[company]):
            return False
        questions = list(self._questions())
        if any(s.company == company and s.action.type == "remove_token" for s in questions):
            return False
        rest = [step for step in self.ahead() if step.action.type not in _SILENT]
        after = rest[len(questions)] if len(rest) > len(questions) else None
        if after is None:
            return False
        return not (after.company == company and after.action.type == "pass")

    def _keep_only(self, kept: list[str]) -> None:
        """Take an ownerless company's tokens away, all but those in the cities kept.

        If it has none there, the city first in the alphabet stays.
        """
        company = self.facts["merger"]["company"]
        mine = self.board.tokens[company]
        staying = [token for token in mine if token.city and token.city.hex in kept]
        if not staying:
            in_cities = [each for each in mine if each.city and self._is_city(each.city)]
            staying = sorted(in_cities, key=self._place_name)[:1]
        self.board.tokens[company] = staying

    def _is_city(self, city: City) -> bool:
        return self.title.stop_kinds[self.board.stops(city.hex)[city.stop].kind].marker

    def _place_name(self, token: Token) -> str:
        assert token.city is not None
        return self.title.hexes[token.city.hex].name or ""

    def _questions(self) -> Iterator[Step]:
        """Yield what is asked and answered directly after the present action."""
        told = (step for step in self.ahead() if step.action.type not in _SILENT)
        return takewhile(lambda step: step.action.type in _QUESTIONS, told)


def _mentioned(step: Step) -> Iterator[str]:
    """Yield the companies that an action names, by whole names."""
    yield step.company
    yield step.action.corporation or ""
    for share in step.action.shares or ():
        yield share.rpartition("_")[0]
