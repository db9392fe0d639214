"""1817 replayed: companies auctioned, merged, acquired or liquidated between rounds."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.ground import CompanyToken
from bestrun.importers.shares import WHOLE
from mapdata.position import MarkersLeft
from mapdata.title import Title

LIMIT = 8
"""Tokens that a company has at most, on the board and on its charter."""
TOKENS = {2: 1, 5: 2, 10: 4}
"""Shares of a company to the tokens that it begins with."""
GROWS = {2: 5, 5: 10}
"""Shares before and after a conversion, or a merger of two of a size."""
MERGED = {2: 5, 5: 2}
"""Shares of merging companies to what their percents are divided by: two of a pair's four
shares are paid out, of ten none."""
_SETTLES = frozenset({"take_loan", "payoff_loan", "discard_train", "remove_token"})


class Import1817(ImportTable, frozen=True):
    """What 1817 adds.

    ``sizes``: the shares of companies begun in a phase, where there is no choice.
    ``beginning``: what a company does when it is started, before its first turn.
    """

    sizes: dict[str, int] = msgspec.field(default_factory=dict)
    beginning: tuple[str, ...] = ("place_token",)


class Replay1817(Replay):
    """A game of 1817.

    All tokens of a company are known, those on its charter too: they cost nothing to place.
    """

    TABLE: ClassVar = Import1817
    table: Import1817

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.started = ""
        """The company whose start is auctioned, or was last."""
        self.for_sale = ""
        """The company whose acquisition is auctioned."""
        self.bidder: str | int = ""
        self.buyer = ""
        """The company that has just acquired another, and may settle loans."""
        self.shares_of: dict[str, int] = {}
        """Company to the number of its shares."""

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
        """Tell whether an action is part of a turn.

        What a buyer settles is not, nor what a company does when it is started.
        """
        if step.company == self.buyer and step.action.type == "pass":
            return False
        if step.company == self.started and step.action.type in self.table.beginning:
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
        for company in [each for each in self.shares_of if self.ground.placed(each)]:
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
        self.shares_of.pop(company, None)
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
            size = self.table.sizes.get(self.depot.phase, 2)
            self.shares.start(company, player, 2 * WHOLE // size)
            self.sized(company, size)

    def do_short(self, step: StandingAction) -> None:
        """Owe a share that is sold: it pays the dividend instead of getting it."""
        company, player = step.action.corporation or "", step.action.entity
        if company in self.shares_of and player is not None:
            share = WHOLE // self.shares_of[company]
            self.shares.held.setdefault(company, Counter())[player] -= share
            self.shares.direct(company)

    def do_choose(self, step: StandingAction) -> None:
        """Choose how many shares the company has that is being started."""
        choice = step.action.choice
        if step.action.entity_type == "player" and self.started and choice in TOKENS:
            self.sized(self.started, choice)

    def sized(self, company: str, shares: int) -> None:
        """Give a company so many shares, and the tokens that come with them."""
        size = self.shares_of.get(company, shares)
        before = TOKENS.get(self.shares_of.get(company, 0), 0)
        self.shares.resize(company, size, shares)
        self.shares_of[company] = shares
        self.more_tokens(company, TOKENS[shares] - before)

    def more_tokens(self, company: str, number: int) -> None:
        """Put tokens on the charter of a company."""
        mine = self.ground.tokens.setdefault(company, [])
        mine += [CompanyToken() for _ in range(min(number, LIMIT - len(mine)))]

    def do_convert(self, step: StandingAction) -> None:
        """Make a company larger; it buys tokens at once, or has to be liquidated."""
        now = self.shares_of.get(step.company, 0)
        if now in GROWS and self._goes_on(step.company):
            self.sized(step.company, GROWS[now])

    def _goes_on(self, company: str) -> bool:
        """Tell whether a company is not sold after a round without a turn of its own."""
        others = False
        for step in self.ahead():
            if step.action.type == "bid" and step.action.corporation == company:
                return not others
            acts = step.action.type in self.clock.order and self.clock.is_turn_action(step)
            if step.company == company and (others or acts):
                return True
            others = others or acts
        return True

    def left(self, company: str) -> MarkersLeft | None:
        """Return the tokens on the charter, which are paid for."""
        mine = self.ground.tokens.get(company, ())
        placed = len(self.ground.placed(company))
        return (0,) * min(len(mine) - placed, LIMIT - placed) or None

    def do_assign(self, step: StandingAction) -> None:
        """Give a private to the company that is being started, or mark a hex."""
        if step.action.entity_type == "player" and step.action.target_type == "company":
            private = str(step.action.target)
            self.private_comes(private, self.started)
            self.more_tokens(self.started, self.holdings.more_tokens(private))
        else:
            super().do_assign(step)

    def do_merge(self, step: StandingAction) -> None:
        """Merge with another company, or say which company acquires the one for sale."""
        other = step.action.corporation or ""
        if other not in self.title.companies:
            self.note(f"there is no company {other}")
        elif step.action.entity_type != "player":
            now = self.shares_of.get(step.company, 0)
            size = GROWS.get(now, now)
            both, seats = [step.company, other], self.shares.players
            self.shares.exchange(
                both,
                step.company,
                [self.shares.directors.get(step.company, ""), *seats],
                lambda _, percent: percent // MERGED.get(now, 1),
            )
            self.acquire(step.company, other)
            self.shares_of[step.company] = size
        elif self.for_sale:
            self.acquire(other, self.for_sale)
        else:
            self.note(f"nothing is for sale that {other} could acquire")

    def acquire(self, buyer: str, company: str) -> None:
        """Give all that a company has to its buyer."""
        self.for_sale = ""
        self.buyer = buyer
        self.shares.end(company)
        if buyer:
            self._join_tokens(buyer, company)
            self.depot.hand_over(company, buyer)
            self.holdings.hand_over(company, buyer)

    def _join_tokens(self, buyer: str, company: str) -> None:
        """Give tokens to a buyer; of two in a city one goes to its charter.

        Beyond the limit those on the charter go. More on the board are taken off by actions.
        """
        mine, new = (self.ground.tokens.pop(each, []) for each in (buyer, company))
        cities = {token.city for token in new}
        for token in mine:
            token.city = None if token.city in cities else token.city
        together = sorted((*mine, *new), key=lambda token: token.city is None)
        placed = sum(token.city is not None for token in together)
        self.ground.tokens[buyer] = together[: max(LIMIT, placed)]
        self.shares_of.pop(company, None)

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
