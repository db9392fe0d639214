"""1822MX replayed: the national railway, which takes over what nobody wants, and its end."""

from __future__ import annotations

from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.depot import pile
from bestrun.importers.ground import City
from bestrun.importers.title_1822 import Import1822, Replay1822
from mapdata.title import Title


class Import1822MX(Import1822, frozen=True):
    """``national``: its letters. ``first_of``: minors of which it replaces the first at once.

    ``ends``: the train that ends it. ``last``: minors at the bottom of the stack.
    """

    national: str = ""
    first_of: tuple[str, ...] = ()
    ends: str = ""
    last: tuple[str, ...] = ()


class Replay1822MX(Replay1822):
    """A game of 1822MX."""

    TABLE: ClassVar = Import1822MX
    table: Import1822MX

    def __init__(self, export: Export, title: Title) -> None:
        self.sold_token: City | None = None
        """Where the token of the national railway stands that is being auctioned."""
        super().__init__(export, title)

    def set_up(self) -> None:
        """Replace a minor by the national railway."""
        super().set_up()
        for minor in self.table.last:
            self.stack.move(minor, top=False)
        first = next(each for each in self.stack.cards if each in self.table.first_of)
        self.minor_leaves(first)
        self.stack.refill()

    def goes_on(self) -> bool:
        """Whether the national railway still takes over what is left."""
        return self.table.ends not in self.depot.types_sold

    def minor_leaves(self, minor: str) -> None:
        """Close a minor; the national railway takes its home."""
        home = next((each.city for each in self.ground.homes if each.company == minor), None)
        super().minor_leaves(minor)
        national = self.table.national
        if home and self.goes_on() and national not in self.ground.holders(home):
            self.ground.place(national, home)

    def train_leaves(self) -> None:
        """Give the next train to the national railway, which gives up its oldest for it."""
        national, (first, second) = self.table.national, self.table.flip
        if not self.goes_on() or not self.depot.supply:
            return
        train = self.depot.supply[0]
        self.sell(train)
        limit = self.train_limit(national)
        while limit is not None and len(self.depot.held.get(national, ())) >= limit:
            self.depot.scrap(self.depot.held[national][0])
        flips = pile(train) == first and self.depot.phase == second
        self.depot.give(train, national, second if flips else "")

    def do_discard_train(self, step: StandingAction) -> None:
        """Take a train from its holder; those of the national railway leave the game."""
        train = step.action.train or ""
        if self.depot.holder(train) == self.table.national:
            self.depot.scrap(train)
        else:
            super().do_discard_train(step)

    # Its tokens are sold

    def do_bid(self, step: StandingAction) -> None:
        """Note a bid, but for one of those tokens."""
        if step.company != self.table.national:
            super().do_bid(step)

    def do_remove_token(self, step: StandingAction) -> None:
        """Name the token that is auctioned."""
        if step.company == self.table.national:
            self.sold_token = self.city(step)
        else:
            super().do_remove_token(step)

    def do_merge(self, step: StandingAction) -> None:
        """Name the minor that is taken over, or the buyer of a token."""
        buyer, city = step.action.corporation or "", self.sold_token
        if step.company != self.table.national:
            super().do_merge(step)
        elif city is None or self.table.national not in self.ground.holders(city):
            self.note("no token is being sold")
        else:
            self.ground.tokens[step.company].remove(self.ground.holders(city)[step.company])
            self.ground.place_given(buyer, city)
            self.sold_token = None


REPLAY = Replay1822MX
