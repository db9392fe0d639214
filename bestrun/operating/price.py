"""The move of the share price after a dividend: a step on the title's chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mapdata.building import in_force
from mapdata.errors import InputError
from mapdata.payout import PayoutRules
from mapdata.title import Company, Title
from mapdata.written import whole

ChartCell = tuple[int, int]
"""Row from the top and column from the left of the chart, from 0."""


@dataclass(frozen=True)
class SharePrice:
    """A share price as written, with the cells of the chart that it can mean."""

    value: int
    cells: tuple[ChartCell, ...]


@dataclass(frozen=True)
class Movement:
    """A move of the share price.

    ``moves`` are the ways the marker may go (``right``, ``up``, ``left``, ``down``, ``stays``):
    several only if the price stands in several cells of the chart. ``rises_below`` is the price
    below which it rises, if the price itself is not known.
    """

    before: int | None
    moves: tuple[str, ...]
    after: tuple[int, ...] = ()
    rises_below: int | None = None
    at_end: bool = False
    """Whether the marker can go no further although the price would move."""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs; lists only where the chart leaves it open."""
        return {
            "before": self.before,
            "moves": _one(self.moves),
            "after": _one(self.after),
            "rises_below": self.rises_below,
            **({"end_of_chart": True} if self.at_end else {}),
        }

    def summary(self) -> str:
        """Return one line."""
        if self.rises_below is not None:
            below = self.rises_below
            return f"the share price moves right if it is below {below}, else it stays"
        line = f"the share price moves {' or '.join(self.moves)}".replace("moves stays", "stays")
        if self.before is None or self.moves == ("stays",):
            return line
        return f"{line}, from {self.before} to {' or '.join(map(str, self.after))}"


def _one(values: tuple[Any, ...]) -> Any:
    return None if not values else values[0] if len(values) == 1 else list(values)


def price_of(data: object) -> int | None:
    """Return the figure of a price as a position gives it, or ``None`` if that is none."""
    return None if isinstance(data, bool) else whole(str(data).partition("/")[0])


def read_price(data: object, rules: PayoutRules) -> SharePrice | None:
    """Return the price a position gives: ``160``, or ``"160/5"`` for that of row 5."""
    if data is None:
        return None
    stated, slash, row = str(data).partition("/")
    value, number = whole(stated), whole(row)
    if isinstance(data, bool) or value is None or (slash and number is None):
        raise InputError(f"expected a price like 160 or 160/5 (row 5), got {data!r}", "share_price")
    cells = tuple(
        (r, c)
        for r, line in enumerate(rules.chart)
        for c, price in enumerate(line)
        if price == value and (not slash or r + 1 == number)
    )
    if not cells and rules.chart:
        where = f" in row {row}" if slash else ""
        near = sorted(
            {price for line in rules.chart for price in line if price},
            key=lambda price: abs(price - value),
        )[:2]
        options = " or ".join(map(str, sorted(near)))
        raise InputError(f"no share costs {value}{where}; near it: {options}", "share_price")
    return SharePrice(value, cells)


def price_after(
    phase: str,
    company: Company,
    title: Title,
    rules: PayoutRules,
    price: SharePrice | None,
    paid: int,
) -> Movement:
    """Price change when ``paid`` is paid out; with nothing paid it falls."""
    way = "right" if paid else "left"
    if paid and rules.rises_above_price:
        if price is None:
            return Movement(None, ("right", "stays"), rises_below=paid)
        if paid <= price.value:
            return Movement(price.value, ("stays",), (price.value,))
    if price is None:
        return Movement(None, (way,))
    last = in_force(title, rules.last_column.get(company.kind, {}), phase)
    steps = [_step(rules, cell, way, last) for cell in price.cells]
    moves = tuple(dict.fromkeys(move for move, _ in steps))
    after = tuple(dict.fromkeys(value for _, value in steps))
    return Movement(price.value, moves, after, at_end=moves == ("stays",))


def _step(rules: PayoutRules, cell: ChartCell, way: str, last: int | None) -> tuple[str, int]:
    """Move of the price marker and its new price; at the end of a row up or down."""
    row, column = cell
    ways = {"right": (0, 1), "up": (-1, 0), "left": (0, -1), "down": (1, 0)}
    for move in (way, "up" if way == "right" else "down"):
        down, right = ways[move]
        to = _price(rules, row + down, column + right)
        past = last is not None and column + right >= last and right > 0
        if to is not None and not past:
            return move, to
    stays = _price(rules, row, column)
    assert stays is not None
    return "stays", stays


def _price(rules: PayoutRules, row: int, column: int) -> int | None:
    if not 0 <= row < len(rules.chart) or not 0 <= column < len(rules.chart[row]):
        return None
    return rules.chart[row][column]
