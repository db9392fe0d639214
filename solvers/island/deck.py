"""What cards to come are worth: a plain expected value, by the mean delivery of the deck.

The deck is not known card by card. Every good to every town that does not offer it counts as
equally likely, and so does every turn: a train that makes the mean way again and again earns the
mean pay. Lines are taken to be there. That is no bound, and no plan is proven by it; it says
whether an upgrade, a ship or new cards pay in the long run, which cards in hand cannot tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from mapdata.errors import InputError
from mapdata.island.board import IslandBoard
from mapdata.island.figures import Figures, Locomotive, Ship
from mapdata.island.position import IslandPosition, Offer
from solvers.island.rules.contract import contract, measure


@dataclass(frozen=True)
class MeanDelivery:
    """The mean of all deliveries: pay, points by land and over sea from the source, crossings."""

    pay: Fraction
    land: Fraction
    sea: Fraction
    crossings: Fraction

    def a_turn(self, train: Locomotive, ship: Ship, *, hired: bool) -> Fraction:
        """The money a turn of a train that makes the mean delivery again and again.

        To the goods it is as far as with them, and each way there serves as many goods as the train
        has room for. To board a ship ends the move, which costs half a turn on average.
        """
        way = self.land / train.speed + self.sea / ship.speed + self.crossings / 2
        hire = self.crossings * ship.hire * hired
        share = 1 + Fraction(1, train.capacity)
        turns = way * share
        return (self.pay - hire * share) / turns if turns else Fraction(0)


def mean_delivery(board: IslandBoard, figures: Figures) -> MeanDelivery:
    """The mean over every good and every town that does not offer it."""
    sums, many = [0, 0, 0, 0], 0
    for town in board.of_kind("small", "medium", "large"):
        ways = measure(board, town)
        for good in board.sources:
            if good in board.points[town].goods:
                continue
            try:
                found = contract(board, figures.pay, Offer(good, town))
            except InputError:  # no way leads there: no card can ask for it
                continue
            way = ways[found.source]
            for at, each in enumerate((found.pay, way.distance - way.sea, way.sea, way.crossings)):
                sums[at] += each
            many += 1
    return MeanDelivery(*(Fraction(each, max(1, many)) for each in sums))


@dataclass(frozen=True)
class DeckChoice:
    """Something to be done at the end of the first turn: its cost, and the rate after it."""

    words: str
    cost: int
    rate: Fraction

    def gain(self, before: Fraction, turns: int) -> Fraction:
        """What it brings in so many turns, the first of them excepted, against ``before``."""
        return (self.rate - before) * (turns - 1) - self.cost

    def pays_back(self, before: Fraction) -> int | None:
        """After how many turns it has brought in its cost; nothing if it never does."""
        more = self.rate - before
        return 1 + -int(-self.cost // more) if more > 0 else None


@dataclass(frozen=True)
class CardsToCome:
    """What the future is worth with the train and ship of a position, and with others.

    Attributes
    ----------
    mean
        The mean delivery.
    rate
        The money a turn as things are.
    choices
        Upgrades, and ships of one's own.
    """

    mean: MeanDelivery
    rate: Fraction
    choices: tuple[DeckChoice, ...]

    def keeping(self, gain: int, turns: int, of: int) -> Fraction:
        """The money of ``of`` turns if the cards in hand bring ``gain`` in ``turns`` of them."""
        return gain + self.rate * max(0, of - turns)

    def redrawn(self, of: int) -> Fraction:
        """The money of ``of`` turns if one is passed to draw new cards."""
        return self.rate * (of - 1)


def cards_to_come(position: IslandPosition) -> CardsToCome:
    """What the cards to come are worth in a position."""
    figures = position.figures
    mean = mean_delivery(position.board, figures)
    own = position.own_ship
    now, ship = figures.trains[position.train], figures.ships[own or position.ship]
    rate = mean.a_turn(now, ship, hired=own is None)
    found = [
        DeckChoice(
            f"upgrade: {name}",
            cost,
            mean.a_turn(figures.trains[name], ship, hired=own is None),
        )
        for name, cost in figures.upgrades(position.train).items()
    ]
    kinds, price = list(figures.ships), 0
    for kind in kinds[0 if own is None else 1 + kinds.index(own) :]:
        price += figures.ships[kind].price
        better = mean.a_turn(now, figures.ships[kind], hired=False)
        found.append(DeckChoice(f"buy: {kind}", price, better))
    return CardsToCome(mean, rate, tuple(found))
