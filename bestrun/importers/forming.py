"""Majors formed of minors: one that is converted, or several of one owner that merge."""

from __future__ import annotations

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from mapdata.title import Title

SHARE = 10
"""Percent of a share of a major."""


class Forming(Replay):
    """A game in which minors become majors between rounds.

    The minors are named first, one by one, and then the major that all of them become.
    """

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.converting = ""
        self.merging: list[str] = []

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; passing a merger is not."""
        return not self.merging and super().is_turn_action(step)

    def do_convert(self, step: StandingAction) -> None:
        """Name a minor that becomes a major."""
        self.converting = step.company

    def do_merge(self, step: StandingAction) -> None:
        """Name a further minor, or the major that all of them become."""
        company, other = step.company, step.action.corporation or ""
        if other not in self.title.companies:
            self.note(f"there is no company {other}")
        elif self.title.companies[other].kind == "minor":
            self.merging = [*(self.merging or [company]), other]
        else:
            self.form(other, self.merging or [self.converting or company])
            self.merging, self.converting = [], ""

    def form(self, new: str, old: list[str]) -> None:
        """Form a company out of others: tokens, trains and privates pass on."""
        directors = [self.shares.director(each) for each in old]
        for company in old:
            self.ground.hand_over(company, new, given=False)
            self.depot.hand_over(company, new)
            self.holdings.hand_over(company, new)
            self.shares.end(company)
        self.fresh.add(new)
        self.founded.add(new)
        players = [each for each in directors if each is not None]
        if players:
            first = max(players, key=players.count)
            self.shares.start(new, first)
            for player in players:  # a share for each minor, two of them the director's
                self.shares.gain([f"{new}_"], player)
            self.shares.held[new][first] -= min(players.count(first), 2) * SHARE
