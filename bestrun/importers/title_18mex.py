"""18MEX replayed: minors that close, and the company that merges into the national railway."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.ground import City, CompanyToken
from mapdata.position import MarkersLeft
from mapdata.tables import Table
from mapdata.title import Title

_ANSWERS = frozenset({"pass", "merge", "assign"})


class MinorsTable(Table, frozen=True):
    """Companies that close with a phase, or with the stock round after it."""

    companies: tuple[str, ...]
    close: str
    delayed: bool = False
    shares: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """Percent of which companies their owners get instead."""


class MergerTable(Table, frozen=True):
    """The merger that a phase asks for.

    ``never`` are companies that are no candidates; so many ``tokens`` at this ``price`` come
    with it, for those of the merged company, its home first.
    """

    company: str
    phase: str
    never: tuple[str, ...]
    tokens: int
    price: int


class Import18MEX(ImportTable, frozen=True):
    """What 18MEX adds."""

    minors: MinorsTable | None = None
    merger: MergerTable | None = None


class Replay18MEX(Replay):
    """A game of 18MEX."""

    TABLE: ClassVar = Import18MEX
    table: Import18MEX

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        assert self.table.minors is not None and self.table.merger is not None
        self.minors, self.merger = self.table.minors, self.table.merger
        self.asking = False
        """Directors are being asked whether their companies merge."""
        self.closing = False
        self.choosing: list[CompanyToken] = []
        """Tokens of the merged company of which one may stay."""

    # Time

    def left(self, company: str) -> MarkersLeft | None:
        """Return the tokens that are left, with those of the merger that stand nowhere."""
        own = self.ground.left(company)
        if company not in self.depot.heirs.values():
            return own or None
        placed = len(self.ground.placed(company)) + len(own)
        beside = placed - len(self.title.companies[company].markers)
        return (*own, *[self.merger.price] * (self.merger.tokens - beside)) or None

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action; answers to the question of a merger are no turns."""
        if self.asking and step.action.type not in _ANSWERS:
            self.asking = False
        super().tick(step)

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn."""
        return not self.asking and super().is_turn_action(step)

    def end_set(self) -> None:
        """End a set; minors whose end was delayed close now."""
        super().end_set()
        if self.closing:
            self.close_minors()

    # Events

    def phase_started(self, phase: str) -> None:
        """Close the minors, ask for the merger."""
        super().phase_started(phase)
        if phase == self.minors.close:
            self.closing = True
            if not self.minors.delayed:
                self.close_minors()
        if phase == self.merger.phase and self.floated(self.merger.company):
            self.asking = True
            self._merge_by_itself()

    def close_minors(self) -> None:
        """Take the minors off the board, with their trains."""
        self.closing = False
        for minor in self.minors.companies:
            owner = self.director(minor)
            for company, percent in self.minors.shares.get(minor, {}).items():
                if owner is not None:
                    self.shares.gain([f"{company}_"], owner, percent)
            self.ground.tokens.pop(minor, None)
            self.depot.scrap_all_of(minor)

    def floated(self, company: str) -> bool:
        """Whether a company has operated, or will be able to from the next round on."""
        enough = self.shares.sold(company) * 10 >= self.table.float_percent
        return company in self.founded or enough

    def _merge_by_itself(self) -> None:
        """Merge the last candidate without an action, if it has not floated.

        Directors of others have declined then: there is no merger among their answers.
        """
        asked = []
        for step in self.ahead():
            if step.action.type == "merge":
                return
            if step.action.type not in _ANSWERS:
                break
            asked.append(step.company)
        out = (self.merger.company, *self.merger.never, *self.minors.companies, *asked)
        idle = [each for each in self.title.companies if each not in out and not self.floated(each)]
        unsold = [each for each in idle if not self.shares.sold(each)]
        left = unsold or idle
        if len(left) == 1:
            self.merge(left[0])

    def do_merge(self, step: StandingAction) -> None:
        """Merge a company that agrees, or that is chosen."""
        company = step.action.corporation or step.company
        if company not in self.title.companies or company == self.merger.company:
            self.note(f"there is no company {company} to merge")
        else:
            self.merge(company)

    def merge(self, company: str) -> None:
        """Merge a company: its home and one more token pass on, and all its trains."""
        into, ground = self.merger.company, self.ground
        mine = ground.tokens.pop(company, [])
        home = mine[0].city if mine else self._home(company)
        ground.release_home(company)
        left = self.merger.tokens
        if home and into not in ground.holders(home):
            ground.place_given(into, home)
            left -= 1
        rest = [each for each in mine[1:] if each.city and into not in ground.holders(each.city)]
        if len(rest) <= left:
            self._keep(rest)
        else:
            self.choosing = rest
            ground.tokens[company] = list(rest)
        self.depot.hand_over(company, into)

    def _home(self, company: str) -> City | None:
        hex_id = self.title.companies[company].homes[0].partition(".")[0]
        return next(iter(self.ground.cities(hex_id)), None)

    def _keep(self, tokens: list[CompanyToken]) -> None:
        for token in tokens:
            if token.city:
                self.ground.place_given(self.merger.company, token.city)

    def do_assign(self, step: StandingAction) -> None:
        """Choose the token of the merged company that stays; the others go."""
        if step.company != self.merger.company or not self.choosing:
            super().do_assign(step)
            return
        chosen, self.choosing = self.choosing, []
        for mine in self.ground.tokens.values():
            mine[:] = [token for token in mine if not any(token is each for each in chosen)]
        self._keep([each for each in chosen if each.city and each.city.hex == step.action.target])


REPLAY = Replay18MEX
