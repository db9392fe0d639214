"""Cards in bidding boxes: a shuffled stack of each kind, the first few of which are for sale.

An export shows only bids. What was for sale without a bid is known from the site's shuffle,
and a bid for a card that is in no box shows that the stack is another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bestrun.importers.lots import Lots
from mapdata.tables import Table


class BoxesTable(Table, frozen=True):
    """The cards of a title.

    Attributes
    ----------
    cards
        All of them in their printed order, before they are shuffled; ``P1-18`` for so many.
    first
        Cards that are put on top of their stack.
    boxes
        Boxes of minors.
    """

    cards: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    boxes: int = 4


def listed(cards: Iterable[str]) -> list[str]:
    """Return the cards that entries such as ``P1-18`` stand for."""
    found = []
    for entry in cards:
        first, _, last = entry.partition("-")
        kind, number = first.rstrip("0123456789"), first.lstrip("PCM")
        found += (
            [f"{kind}{each}" for each in range(int(number), int(last) + 1)] if last else [first]
        )
    return found


@dataclass
class MinorStack:
    """The minors that nobody has, in their order, and those that lie in the boxes."""

    cards: list[str]
    boxes: int
    shown: list[str] = field(default_factory=list)
    bids: dict[str, tuple[float, str | int]] = field(default_factory=dict)
    """Minor to the highest bid of this round, and whose it is."""

    def in_boxes(self) -> list[str]:
        """Return the minors that lie in the boxes."""
        return [each for each in self.cards[: self.boxes] if each in self.shown]

    def refill(self) -> None:
        """Fill the boxes; bids of the last round are forgotten."""
        self.shown = self.cards[: self.boxes]

    def take(self, minor: str) -> None:
        """Take a minor out, wherever it lies."""
        if minor in self.cards:
            self.cards.remove(minor)

    def bid(self, minor: str, price: float, player: str | int) -> bool:
        """Note a bid; tell whether the minor is for sale."""
        if price >= self.bids.get(minor, (0, ""))[0]:
            self.bids[minor] = (price, player)
        return minor in self.in_boxes()

    def move(self, minor: str, *, top: bool) -> None:
        """Put a minor right behind the boxes, or at the bottom."""
        if minor in self.cards:
            last = self.in_boxes()[-1:]
            self.cards.remove(minor)
            at = self.cards.index(last[0]) + 1 if top and last else len(self.cards)
            self.cards.insert(at, minor)


def minor_stack(table: BoxesTable, draws: Lots) -> MinorStack:
    """Return the stack of minors after the shuffle of all cards together."""
    shuffled = draws.shuffled(listed(table.cards))
    minors = [each[1:] for each in shuffled if each.startswith("M")]
    return MinorStack(on_top(minors, [each[1:] for each in table.first]), table.boxes)


def on_top(cards: Sequence[str], first: Sequence[str]) -> list[str]:
    """Return cards with some of them at the front."""
    return [
        *(each for each in first if each in cards),
        *(each for each in cards if each not in first),
    ]
