"""Exported games of 1841, begun: companies started, trains bought."""

from __future__ import annotations

from exported import Exported

LONG = {"2": 8, "3": 6, "4": 4, "5": 3, "6": 2, "7": 2, "8": 7}

SUPPLY = [f"{pile}-{copy}" for pile, count in LONG.items() for copy in range(count)]


def second_edition(*started: str) -> Exported:
    game = Exported("1841")
    for company in started:
        game.par(company)
    return game


def first_edition(*started: str) -> Exported:
    game = Exported("1841", "version_1")
    for company in started:
        game.par(company)
    return game


def buys(game: Exported, company: str, first: str, last: str) -> None:
    for train in SUPPLY[SUPPLY.index(first) : SUPPLY.index(last) + 1]:
        game.buy(company, train)


def mention(game: Exported, company: str) -> None:
    """Name a company by one of its shares."""
    game.add("buy_shares", 1, shares=[f"{company}_3"])
