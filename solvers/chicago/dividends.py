"""Dividends to come: what shares and players are paid while nobody acts, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules


def over(position: ChicagoPosition) -> bool:
    """Return whether the game ends after the next general dividend."""
    return any(rules.end_conditions(position).values())


def due(position: ChicagoPosition) -> bool:
    """Return whether so many dials are on red that a dividend comes before the next turn."""
    red = sum(rules.dial_left(position, kind) == 0 for kind in position.dials)
    return red >= position.title.dials.red


def phase(position: ChicagoPosition) -> ChicagoPosition:
    """Return the position after a general dividend: money, dials, then the industry.

    What is paid comes from the bank, and only players whose money is known get richer.
    """
    title = position.title
    paid = payments(position)
    industry = {
        name: title.industry[name].after(value) if title.industry[name].by == "dividends" else value
        for name, value in position.industry.items()
    }
    return replace(
        position,
        cash={name: money + paid[name] for name, money in position.cash.items()},
        dials=dict.fromkeys(position.dials, 0),
        industry=industry,
    )


def payments(position: ChicagoPosition) -> dict[str, int]:
    """Return what each player is paid in a general dividend."""
    a_share = {name: share(position, name) for name in position.networks}
    return {
        player: sum(count * a_share.get(name, 0) for name, count in held.items())
        for player, held in position.players.items()
    }


def share(position: ChicagoPosition, name: str) -> int:
    """Return what a share of an open company pays now (0 if none is sold)."""
    return rules.dividend(position, name, rules.income(position, name)) or 0


def still_paid(position: ChicagoPosition, dividends: int) -> int:
    """Return how many of the next dividends are paid before the game ends, if nobody acts."""
    now = position
    for number in range(1, dividends):
        if over(now):
            return number
        now = phase(now)
    return dividends


def stream(position: ChicagoPosition, name: str, dividends: int) -> tuple[int, ...]:
    """Return what a share pays in each of the next dividends, if nobody acts."""
    now, found = position, []
    for _ in range(still_paid(position, dividends)):
        found.append(share(now, name))
        now = phase(now)
    return tuple(found)


def to_come(position: ChicagoPosition, dividends: int) -> tuple[Mapping[str, int], ...]:
    """Return what each player is paid in each of the next dividends, if nobody acts."""
    now, found = position, []
    for _ in range(still_paid(position, dividends)):
        found.append(payments(now))
        now = phase(now)
    return tuple(found)


def last_dividend(position: ChicagoPosition) -> int | None:
    """Return after how many dividends the game ends at the latest, whatever is done.

    ``None`` if the industry that ends it does not grow with the dividends.
    """
    if over(position):
        return 1
    title = position.title
    industry = title.industry[title.end.industry]
    if industry.by != "dividends":
        return None
    return len(industry.scale) - industry.scale.index(position.industry[title.end.industry])


def between(position: ChicagoPosition, builds: int) -> int:
    """Return how many dividends the dial calls before the last of so many builds."""
    left, length = rules.dial_left(position, "build"), position.title.dials.length("build")
    if left is None or not length or builds <= left:
        return 0
    return -(-(builds - left) // length)


def builds_left(position: ChicagoPosition) -> int | None:
    """Return how many builds the dial allows until the game ends at the latest."""
    left, length = rules.dial_left(position, "build"), position.title.dials.length("build")
    last = last_dividend(position)
    return None if left is None or not length or last is None else left + length * (last - 1)
