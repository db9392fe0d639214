"""Minors that majors take over in their turn, and the tokens that are kept for this."""

from __future__ import annotations

from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from mapdata.position import MarkersLeft
from mapdata.title import Title

PAID_IN_SHARES = {"money": 0, "one_share": 1, "two_shares": 2}
"""The payment for a minor, and the shares of the major that its owner gets."""

TOKEN_PRICE = 100
"""Of a token that comes from those that are kept."""


class Acquiring(Replay):
    """A game in which a major names a minor, then how it pays, then what its token becomes.

    ``replace``: a kept token of the major stands there instead. ``exchange``: a kept token
    becomes one that can be placed. ``remove``: nothing.
    """

    TABLE: ClassVar = ImportTable

    def __init__(self, export: Export, title: Title) -> None:
        self.acquired: str = ""
        """The minor that is being taken over."""
        self.paid_in_shares: int | None = None
        self.released: dict[str, int] = {}
        """Company to its kept tokens that can be placed now."""
        super().__init__(export, title)

    def do_merge(self, step: StandingAction) -> None:
        """Name the minor that is taken over."""
        minor = step.action.corporation or ""
        if minor not in self.title.companies:
            self.note(f"there is no company {minor}")
        else:
            self.acquired, self.paid_in_shares = minor, None

    def settles(self, step: StandingAction) -> bool:
        """Settle how a minor is paid for, or what its token becomes; tell whether it was that."""
        chosen = str(step.action.choice)
        if self.acquired and self.paid_in_shares is None and chosen in PAID_IN_SHARES:
            self.paid_in_shares = PAID_IN_SHARES[chosen]
            return True
        if self.acquired and self.paid_in_shares is not None:
            self.take_over(step.company, self.acquired, chosen)
            self.acquired = ""
            return True
        return False

    def do_choose(self, step: StandingAction) -> None:
        """Settle what becomes of a minor; other choices are those of all titles."""
        if not self.settles(step):
            super().do_choose(step)

    def take_over(self, major: str, minor: str, token: str) -> None:
        """Give all that a minor has to a major, and end it."""
        owner = self.director(minor)
        if owner is not None and self.paid_in_shares:
            self.shares.gain([f"{major}_"] * self.paid_in_shares, owner)
        self.depot.hand_over(minor, major)
        self.holdings.hand_over(minor, major)
        self.replace_token(major, minor, token)
        self.shares.end(minor)

    def replace_token(self, major: str, minor: str, token: str) -> None:
        """Replace the token of a minor by one of a major's, or take it off the board."""
        old = self.ground.tokens.pop(minor, [])
        self.ground.release_home(minor)
        standing = next((each for each in old if each.city), None)
        city = standing.city if standing else None
        has = city is not None and major in self.ground.holders(city)
        if token == "exchange" or (token == "replace" and has):
            self.release_token(major)
        elif token == "replace" and standing is not None:
            standing.given = True
            self.ground.tokens.setdefault(major, []).append(standing)

    def release_token(self, major: str) -> None:
        """Make a kept token one that can be placed."""
        self.released[major] = self.released.get(major, 0) + 1

    def left(self, company: str) -> MarkersLeft | None:
        """Return the prices of the tokens that a company can place, kept ones aside."""
        own = [each for each in self.ground.placed(company) if not each.given]
        prices = (*self.own_prices(company), *[TOKEN_PRICE] * self.released.get(company, 0))
        return prices[len(own) :] or None

    def own_prices(self, company: str) -> tuple[int, ...]:
        """Return the prices of the tokens that a company begins with."""
        return tuple(self.title.companies[company].markers)
