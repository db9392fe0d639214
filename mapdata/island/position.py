"""A position of Island Rails: one player's view of the game, usually with a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from mapdata.island.board import IslandBoard, PointPair
from mapdata.island.figures import Figures, figures

IslandAsk = Literal["contracts", "track", "deliveries", "keep"]
ASKS: tuple[IslandAsk, ...] = ("contracts", "track", "deliveries", "keep")
Wish = Literal["money", "income", "total", "win"]
WISHES: tuple[Wish, ...] = ("money", "income", "total", "win")


@dataclass(frozen=True, slots=True)
class Offer:
    """A delivery that a card offers: a good, and the town that wants it."""

    good: str
    town: int


@dataclass(frozen=True, slots=True)
class Lying:
    """A good that was left in a town, and the last of the player's turns in which it is there."""

    good: str
    town: int
    turns: int


@dataclass(frozen=True)
class IslandPosition:
    """One player's view of the game, and what is asked about it, if anything.

    ``others`` are the other players' lines by name. ``ship`` is what the pile is expected
    to yield when a ship is hired; ``aboard``: it has been hired and lies ready.
    ``own_ship`` and ``own_ship_at``: a ship the player has built, and its port.
    ``lying`` are goods that were left in towns. ``stock`` says how many pieces of a good
    there are for all its sources; of those it does not name there are enough. ``pile`` has
    the ships of each kind in the pile, if they are known; ``keep`` is how many cards are kept.
    ``round`` is that of the first turn to come, if it is known: in the first round lines are
    built, and nothing else is done. ``turns_left`` is how many turns the game may still take, if
    cards to come are to be valued. The last ``public`` of the ``cards`` lie open for everybody.
    """

    title: str
    board: IslandBoard
    network: frozenset[PointPair]
    others: Mapping[str, frozenset[PointPair]]
    players: int
    train: str
    money: int
    cards: tuple[tuple[Offer, ...], ...]
    at: int | None
    load: tuple[str, ...]
    ask: IslandAsk | None = None
    connect: tuple[int, ...] = ()
    bridges: bool = False
    ferries: bool = False
    horizon: int = 12
    target: int | None = None
    aim: Wish = "money"
    ship: str = "ferry"
    aboard: bool = False
    own_ship: str | None = None
    own_ship_at: int | None = None
    lying: tuple[Lying, ...] = ()
    stock: Mapping[str, int] = field(default_factory=dict)
    pile: Mapping[str, int] = field(default_factory=dict)
    keep: int = 3
    round: int | None = None
    public: int = 0
    turns_left: int | None = None

    @property
    def hand(self) -> tuple[tuple[Offer, ...], ...]:
        """The player's own cards."""
        return self.cards[: len(self.cards) - self.public]

    @property
    def open_cards(self) -> tuple[tuple[Offer, ...], ...]:
        """The public contracts, which anybody may fulfil."""
        return self.cards[len(self.cards) - self.public :]

    def card_name(self, number: int) -> str:
        """The name of a card: its number, counted from 1, and whether it is public."""
        return f"{number + 1}{' (public)' * (number >= len(self.hand))}"

    @property
    def figures(self) -> Figures:
        """Return the figures the position is played with."""
        return figures(self.title)

    @property
    def first_round(self) -> bool:
        """Whether the first turn to come is in the first round, in which no train moves."""
        return self.round == 1

    @property
    def start_town(self) -> int | None:
        """The large town where a player without lines has put his train, if it still stands there.

        His first line begins there. If the train stands elsewhere, the town is not known.
        """
        begun = self.network or self.at is None or self.board.kind(self.at) != "large"
        return None if begun else self.at
