"""Exported games of 1844: trains sold in their order, rounds told."""

from __future__ import annotations

from exported import Exported

SUPPLY = [
    f"{pile}-{copy}"
    for pile, count in (("2", 13), ("3", 9), ("4", 6), ("5", 6), ("6", 4), ("8E", 20))
    for copy in range(count)
    if f"{pile}-{copy}" not in ("5-1", "5-2")
]


def sell_until(game: Exported, last: str, company: str = "AB") -> None:
    """Let one company buy the supply up to and with ``last``, in its turn."""
    for train in SUPPLY[: SUPPLY.index(last) + 1]:
        game.buy(company, train, train.rpartition("-")[0])


def first_unsold(game: Exported) -> str:
    return game.replayed().depot.supply[0]


def rounds(game: Exported) -> list[tuple[str, str]]:
    return [(run.company, run.round) for run in game.runs()]
