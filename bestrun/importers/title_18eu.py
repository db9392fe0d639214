"""18EU replayed: minors that become tokens and shares of majors, Pullmans that need an engine."""

from __future__ import annotations

from typing import ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.clock import Begins
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.depot import pile
from bestrun.importers.ground import City
from mapdata.title import Title

_EXCHANGE = frozenset({"place_token", "pass"})


class Import18EU(ImportTable, frozen=True):
    """``last_exchange``: the train after whose set all minors are exchanged or closed."""

    last_exchange: str = ""


class Replay18EU(Replay):
    """A game of 18EU.

    A minor belongs to the player who won it. It becomes the first token of a major that its
    owner starts, or is exchanged for a share of one: from its treasury, then the minor's token
    may become one of the major's; from the market, then the minor's trains go to the pool.
    """

    TABLE: ClassVar = Import18EU
    table: Import18EU

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.market: set[str] = set()
        """Certificates that lie in the market."""
        self.taken: tuple[str, City] | None = None
        """The major that may place a token in the city of a minor that it has just taken over."""

    def minors(self) -> list[str]:
        """Return the minors on the board."""
        kinds = self.title.companies
        return [
            each for each in self.ground.tokens if each in kinds and kinds[each].kind == "minor"
        ]

    # Time

    def tick(self, step: StandingAction) -> None:
        """Let a major forgo the city of a minor that it has taken over."""
        if self.taken and not self._answers(step):
            self.taken = None
        super().tick(step)

    def _answers(self, step: StandingAction) -> bool:
        major = self.taken[0] if self.taken else ""
        return bool(major) and step.company == major and step.action.type in _EXCHANGE

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; an exchange is not."""
        return not self._answers(step) and super().is_turn_action(step)

    def begin(self, what: Begins, company: str) -> None:
        """Begin a turn; minors do not outlive the set in which their end has come."""
        if what is Begins.SET and self.table.last_exchange in self.depot.types_sold:
            for minor in self.minors():
                self.close(minor)
        super().begin(what, company)

    # Minors

    def close(self, company: str) -> None:
        """Take a company's tokens off the board; its trains can be bought again."""
        for train in list(self.depot.held.get(company, ())):
            self.depot.discard(train, to_pool=True)
        super().close(company)

    def do_place_token(self, step: StandingAction) -> None:
        """Place a token; the first of a major takes the place of a minor of its director."""
        company, city = self.tokener(step), self.ground.city(step.action.city or "")
        if city and self.taken == (company, city):
            self.taken = None
        elif city and not self.ground.placed(company):
            for minor in [each for each in self.minors() if each in self.ground.holders(city)]:
                if self.director(minor) == self.director(company):
                    self.ground.tokens.pop(minor)
                    self.depot.hand_over(minor, company)
                    break
        super().do_place_token(step)
        self.return_cars()

    def do_buy_shares(self, step: StandingAction) -> None:
        """Move shares, some of them for a minor."""
        if step.action.entity_type != "minor":
            super().do_buy_shares(step)
            self._move(step)
            return
        minor, shares = step.company, step.action.shares or ()
        if minor not in self.minors() or not shares:
            self.note(f"there is no minor {minor} to be exchanged")
            return
        owner = self.director(minor)
        if owner is not None:
            self.shares.gain(shares, owner, step.action.percent)
        company = shares[0].rpartition("_")[0]
        city = self.ground.tokens[minor][0].city
        if shares[0] in self.market:
            self.close(minor)
        else:
            self.ground.tokens.pop(minor)
            self.depot.hand_over(minor, company)
            if city and company not in self.ground.holders(city):
                self.taken = company, city
        self.market.difference_update(shares)
        self.return_cars()

    do_sell_shares = do_buy_shares
    do_corporate_buy_shares = do_buy_shares
    do_corporate_sell_shares = do_buy_shares

    def _move(self, step: StandingAction) -> None:
        shares = step.action.shares or ()
        if step.action.type.endswith("sell_shares"):
            self.market.update(shares)
        else:
            self.market.difference_update(shares)

    def do_bankrupt(self, step: StandingAction) -> None:
        """Close the minors of a player, and companies that nobody directs."""
        own = step.action.entity if step.action.entity_type == "player" else None
        player = self.director(step.company) if own is None else own
        mine = [each for each in self.minors() if self.director(each) == player]
        super().do_bankrupt(step)
        for company in (*mine, *[each for each in self.founded if self.director(each) is None]):
            if company in self.ground.tokens:
                self.close(company)

    # Trains

    def sold(self, train: str) -> None:
        """Take a train from the supply; cars that are left without an engine go to the pool."""
        super().sold(train)
        self.return_cars()

    def return_cars(self) -> None:
        """Put cars into the pool whose owners have no engine, or too many trains."""
        for company, held in self.depot.held.items():
            cars = [each for each in held if not self.title.trains[pile(each)].runs]
            limit = self.train_limit(company)
            crowded = limit is not None and len(held) > limit
            if cars and (crowded or len(cars) == len(held)):
                self.depot.discard(cars[0], to_pool=True)


REPLAY = Replay18EU
