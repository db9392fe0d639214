"""Events of 18CO without an action: companies that other companies take over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.ground import City
from mapdata.position import MarkersLeft
from mapdata.title import Title


class Replay18CO(Replay):
    """A game of 18CO.

    A company of which another company holds more than any player is taken over: its trains
    and privates pass on, its tokens come off the board, and the owner says by actions which
    of their places it wants.
    """

    TABLE: ClassVar = ImportTable

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.choosing = ""
        """The company that has taken over another and may place tokens for it."""

    def left(self, company: str) -> MarkersLeft | None:
        """Return the tokens that are left: those placed for another were the dearest."""
        own = self.ground.left(company)
        given = sum(token.given for token in self.ground.placed(company))
        return own[: max(0, len(own) - given)] or None

    def too_many(self, company: str, held: list[str]) -> Iterator[str]:
        """Take any number of trains: those of a company taken over are discarded after the run."""
        return iter(())

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn: choosing tokens of another is not."""
        chooses = step.action.type == "place_token" and step.company == self.choosing
        return not chooses and super().is_turn_action(step)

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action: any other ends the choice of tokens."""
        super().tick(step)
        if step.action.type not in ("place_token", "message"):
            self.choosing = ""

    def token_placed(self, step: StandingAction, company: str, city: City) -> None:
        """Note a token that takes the place of one of a company taken over."""
        super().token_placed(step, company, city)
        if step.company == self.choosing:
            self.ground.holders(city)[company].given = True

    def do_buy_shares(self, step: StandingAction) -> None:
        """Move shares, and see which company holds most of another."""
        super().do_buy_shares(step)
        for company in self._moved(step):
            owner = self._owner(company)
            if owner and not self._acts_again(company):
                self.take_over(company, owner)

    do_sell_shares = do_buy_shares
    do_corporate_buy_shares = do_buy_shares
    do_corporate_sell_shares = do_buy_shares

    def _moved(self, step: StandingAction) -> list[str]:
        """Return the companies of which shares moved, if they are on the board."""
        named = [share.rpartition("_")[0] for share in step.action.shares or ()]
        return [each for each in dict.fromkeys(named) if self.ground.placed(each)]

    def _owner(self, company: str) -> str:
        """Return the company that holds more of another than any player does."""
        held = self.shares.held.get(company, Counter())
        most = max([held[player] for player in self.export.players], default=0)
        others = [each for each in self.title.companies if each != company]
        largest = max(others, key=lambda each: held[each])
        return largest if held[largest] >= max(20, most + 1) else ""

    def _acts_again(self, company: str) -> bool:
        """Whether a company acts later in the game, so that nobody has taken it over."""
        return any(
            step.company == company and step.action.entity_type == "corporation"
            for step in self.ahead()
        )

    def take_over(self, company: str, owner: str) -> None:
        """Give what a company has to another, but for its tokens."""
        self.ground.tokens.pop(company, None)
        for train in self.depot.held.get(company, ()):
            self.depot.ran.pop(train, None)  # it runs for its new owner in the same round
        self.depot.hand_over(company, owner)
        self.holdings.hand_over(company, owner)
        self.shares.end(company)
        self.choosing = owner


REPLAY = Replay18CO
