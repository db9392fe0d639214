"""1817 replayed: companies auctioned, merged, acquired or liquidated between rounds."""

from __future__ import annotations

from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from mapdata.title import Title

_SETTLES = frozenset({"take_loan", "payoff_loan", "discard_train", "remove_token"})


class Replay1817(Replay):
    """A game of 1817."""

    TABLE: ClassVar = ImportTable

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.started = ""
        """The company whose start is auctioned, or was last."""
        self.for_sale = ""
        """The company whose acquisition is auctioned."""
        self.bidder: str | int = ""
        self.buyer = ""
        """The company that has just acquired another, and may settle loans."""

    # Time

    def tick(self, step: StandingAction) -> None:
        """Settle an acquisition that needed no choice before the next action."""
        if self.for_sale and not self._still_bidding(step):
            self.acquire(self._only_buyer(step), self.for_sale)
        super().tick(step)

    def _still_bidding(self, step: StandingAction) -> bool:
        action = step.action
        if action.type == "bid":
            return action.corporation == self.for_sale
        return action.entity_type == "player" and action.type in ("pass", "merge")

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; what a buyer settles is not."""
        if step.company == self.buyer and step.action.type == "pass":
            return False
        if self.clock.is_turn_action(step):
            self.buyer = ""
        return super().is_turn_action(step)

    def begin_round(self) -> None:
        """Begin a round; a company that does not act in it has been liquidated.

        Unless it is to be: then it waits, and is still bid for.
        """
        super().begin_round()
        self.started = ""
        acting, whole = self.acting_now()
        for company in [each for each in self.ground.tokens if self.ground.placed(each)]:
            if whole and company not in acting and not self._waits(company):
                self.end(company)

    def _waits(self, company: str) -> bool:
        """Tell whether a company is bid for that is not started anew, with a first token."""
        steps = self.ahead_from_here()
        for at, step in enumerate(steps):
            if step.action.type == "bid" and step.action.corporation == company:
                following = steps[at + 1 : at + 2]
                return not any(
                    each.company == company and each.action.type == "place_token"
                    for each in following
                )
        return False

    def end(self, company: str) -> None:
        """Take a company off the board: it may be started again."""
        self.shares.end(company)
        self.ground.tokens.pop(company, None)
        self.holdings.owned.pop(company, None)
        self.depot.scrap_all_of(company)

    # Companies come and go

    def do_bid(self, step: StandingAction) -> None:
        """Bid for the start of a company, or for one that runs."""
        super().do_bid(step)
        company, player = step.action.corporation or "", step.action.entity
        if company not in self.title.companies or player is None:
            return
        if self.ground.placed(company) and company != self.started:
            self.for_sale, self.bidder = company, player
        else:
            self.started = company
            self.shares.start(company, player)

    def do_assign(self, step: StandingAction) -> None:
        """Give a private to the company that is being started, or mark a hex."""
        if step.action.entity_type == "player" and step.action.target_type == "company":
            self.holdings.buy(str(step.action.target), self.started)
        else:
            super().do_assign(step)

    def do_merge(self, step: StandingAction) -> None:
        """Merge with another company, or say which company acquires the one for sale."""
        other = step.action.corporation or ""
        if other not in self.title.companies:
            self.note(f"there is no company {other}")
        elif step.action.entity_type != "player":
            self.acquire(step.company, other)
        elif self.for_sale:
            self.acquire(other, self.for_sale)
        else:
            self.note(f"nothing is for sale that {other} could acquire")

    def acquire(self, buyer: str, company: str) -> None:
        """Give all that a company has to its buyer; in a shared city one token stays."""
        self.for_sale = ""
        self.buyer = buyer
        self.shares.end(company)
        if buyer:
            self.ground.hand_over(company, buyer)
            self.depot.hand_over(company, buyer)
            self.holdings.hand_over(company, buyer)

    def _only_buyer(self, step: StandingAction) -> str:
        """Return the company that acquires the one for sale without being named.

        Its bidder directs one company that can pay. It settles loans or gives up a train
        or a token now, or it has the trains afterwards.
        """
        here = step.company if self.ground.placed(step.company) else ""
        if here and step.action.type in _SETTLES:
            return here
        trains = set(self.depot.held.get(self.for_sale, ()))
        for later in self.ahead_from_here():
            ran = {route.train for route in later.action.routes or ()}
            if trains & (ran | {later.action.train or ""}) and later.company != self.for_sale:
                return later.company
        if here and step.action.type == "pass":
            return here
        directed = [each for each in self.title.companies if each != self.for_sale]
        directed = [each for each in directed if self.shares.director(each) == self.bidder]
        if len(directed) != 1:
            self.note(f"nothing shows who acquires {self.for_sale}")
        return directed[0] if directed else ""


REPLAY = Replay1817
