"""The rules of payout of a title: the ``[payout]`` table of ``title.toml``, typed."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from mapdata.errors import InputError, look_up, within
from mapdata.tables import Table, to_table
from mapdata.title import Company, Title
from mapdata.written import whole

Receiver = Literal["treasury", "bank"]
Chart = tuple[tuple[int | None, ...], ...]


class PayoutRules(Table, frozen=True):
    """Receivers of dividends by kind of share, and the moves of the share price.

    Attributes
    ----------
    pool, offering
        Who is paid for shares in the bank pool, and for those that were never sold.
    unsold_in_pool
        Companies, or kinds of them, whose unsold shares lie in the pool.
    players_round_up
        Holders are paid the next whole figure; treasury and bank never are.
    rises_above_price
        The price rises only if more is paid out than one share costs.
    ends
        What ends the game, in words.
    share
        Percent of one share, for a company or a kind of company.
    rows
        The chart of prices, row by row from the top, as it is written.
    last_column
        For a kind of company the last column its marker may enter from a phase on,
        counted from 1; at the end of its row it moves up.
    """

    pool: Receiver
    offering: Receiver
    unsold_in_pool: tuple[str, ...] = ()
    players_round_up: bool = False
    rises_above_price: bool = False
    ends: str = ""
    share: dict[str, int] = msgspec.field(default_factory=dict)
    rows: tuple[str, ...] = msgspec.field(default=(), name="chart")
    last_column: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)

    @property
    def chart(self) -> Chart:
        """The prices, row by row from the top; ``None`` where a row has no such column."""
        return _prices(self.rows)


@cache
def payout_rules(title: Title) -> PayoutRules:
    """Payout rules of ``title``, read once."""
    if "payout" not in title.extra:
        raise InputError(f"{title.id} does not say how it pays out ([payout] in title.toml)")
    with within(f"{title.id}/title.toml"):
        rules = to_table(title.extra["payout"], PayoutRules, "payout")
        names = {company.kind for company in title.companies.values()} | set(title.companies)
        for name in (*rules.share, *rules.last_column, *rules.unsold_in_pool):
            look_up(dict.fromkeys(names), name, "company or kind of company")
        for columns in rules.last_column.values():
            for phase in columns:
                look_up(title.phases, phase, "phase")
        _prices(rules.rows)
    return rules


def share_percent(title: Title, company: Company) -> int | None:
    """Return the percent of one share of a company, where its title says it."""
    if "payout" not in title.extra:
        return None
    share = payout_rules(title).share
    return share.get(company.id) or share.get(company.kind)


@cache
def _prices(rows: tuple[str, ...]) -> Chart:
    return tuple(_row(row) for row in rows)


def _row(row: str) -> tuple[int | None, ...]:
    """Return a row of the chart; a dot stands for a column that the row does not have."""
    prices = {cell: whole(cell) for cell in row.split()}
    for cell, price in prices.items():
        if cell != "." and price is None:
            raise InputError(f"payout.chart: {cell!r} is no price")
    return tuple(prices[cell] for cell in row.split())
