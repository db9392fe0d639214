"""The figures of the rulebook, and what the board generator needs beside them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mapdata.folders import chain, merged, read_title_toml
from mapdata.tables import Table, explained

PointKind = Literal["plain", "mountain", "alpine", "small", "medium", "large", "port", "sea"]

TOWNS = frozenset({"small", "medium", "large"})
PLACES = TOWNS | {"port"}
"""Kinds that players join, and to whose number of players there is a limit."""


class BuildCosts(Table, frozen=True):
    """Millions for joining a point of each kind, and the limits of a turn."""

    plain: int
    mountain: int
    alpine: int
    port: int
    small: int
    medium: int
    large: int
    sea: int
    river: int
    limit: int
    lines_from_large: int


class Locomotive(Table, frozen=True):
    """A locomotive; ``step`` is its place on the ladder of upgrades."""

    name: str
    speed: int
    capacity: int
    step: int


class UpgradeCosts(Table, frozen=True):
    """Millions for one step up, and for another train of the same step."""

    step: int
    sideways: int


class Ship(Table, frozen=True):
    """A ship: points a turn, hire for one crossing, price of an own one."""

    speed: int
    hire: int
    price: int


class Pay(Table, frozen=True):
    """Payments for a delivery beside its distance."""

    sea: int
    goods: dict[str, int] = msgspec.field(default_factory=dict)


class GameFigures(Table, frozen=True):
    """The start of the game and the ways to win; ``lying``: rounds that a good can lie in a town.

    From round ``public_from`` on so many contracts are ``public``.
    """

    money: int
    train: str
    cards: int
    offers: int
    toll: int
    win: int
    lying: int
    public: int
    public_from: int


Few = Annotated[int, Meta(ge=0, le=20)]
Some = Annotated[int, Meta(ge=0, le=200)]
SizePair = tuple[Some, Some]


class BoardPlan(Table, frozen=True):
    """Numbers of things that the generator puts on a board; pairs are fewest and most."""

    radius: Annotated[int, Meta(ge=4, le=12)]
    halves: Few
    twins: Few
    island: SizePair
    twin: SizePair
    half: SizePair
    large: Some
    medium: Some
    small: Some
    ports: SizePair
    rivers: Few
    river_length: SizePair
    mountains: SizePair
    alpine: Some
    goods_of: dict[str, Few]
    sources: Few


class Names(Table, frozen=True):
    """Names that the generator gives."""

    goods: tuple[str, ...]
    towns: tuple[str, ...]
    ports: tuple[str, ...]


class Figures(Table, frozen=True):
    """Every figure of ``title.toml``."""

    name: str
    family: str
    build: BuildCosts
    places: dict[str, int]
    trains: dict[str, Locomotive]
    upgrade: UpgradeCosts
    ships: dict[str, Ship]
    pay: Pay
    game: GameFigures
    board: BoardPlan
    shapes: dict[str, tuple[tuple[int, int], ...]]
    names: Names
    base: str | list[str] = ""

    def joining(self, kind: PointKind) -> int:
        """Return the cost of joining a point of this kind, rivers aside."""
        cost: int = getattr(self.build, kind)
        return cost

    def upgrades(self, train: str) -> dict[str, int]:
        """Price of each other train as the next upgrade of ``train``."""
        step = self.trains[train].step
        price = {step: self.upgrade.sideways, step + 1: self.upgrade.step}
        return {
            name: price[other.step]
            for name, other in self.trains.items()
            if name != train and other.step in price
        }


def figures(title_id: str = "island-rails") -> Figures:
    """Return the figures of a title of this family, read once."""
    return _figures(chain(title_id))


@cache
def _figures(folders: tuple[Path, ...]) -> Figures:
    table: dict[str, object] = {}
    for folder in folders:
        table = merged(table, read_title_toml(folder))
    try:
        return msgspec.convert(table, Figures)
    except msgspec.ValidationError as error:
        raise explained(error).at(f"{folders[-1].name}/title.toml") from None
