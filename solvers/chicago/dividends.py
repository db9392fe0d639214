"""Dividends to come while nobody acts, and developments ranked by what they add to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.rules import effect, house_refusal


def over(position: ChicagoPosition) -> bool:
    """Whether the game ends after the next general dividend."""
    return any(rules.end_conditions(position).values())


def due(position: ChicagoPosition) -> bool:
    """Whether enough dials are on red for a dividend before the next turn."""
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
    """Payment to each player in a general dividend."""
    a_share = {name: share(position, name) for name in position.networks}
    return {
        player: sum(count * a_share.get(name, 0) for name, count in held.items())
        for player, held in position.players.items()
    }


def share(position: ChicagoPosition, name: str) -> int:
    """Dividend of one share of an open company now; 0 if no share is sold."""
    return rules.dividend(position, name, rules.income(position, name)) or 0


def still_paid(position: ChicagoPosition, dividends: int) -> int:
    """Number of the next dividends that are paid before the game ends, if nobody acts."""
    now = position
    for number in range(1, dividends):
        if over(now):
            return number
        now = phase(now)
    return dividends


def stream(position: ChicagoPosition, name: str, dividends: int) -> tuple[int, ...]:
    """Payment of one share in each of the next dividends, if nobody acts."""
    now, found = position, []
    for _ in range(still_paid(position, dividends)):
        found.append(share(now, name))
        now = phase(now)
    return tuple(found)


def to_come(position: ChicagoPosition, dividends: int) -> tuple[Mapping[str, int], ...]:
    """Payment to each player in each of the next dividends, if nobody acts."""
    now, found = position, []
    for _ in range(still_paid(position, dividends)):
        found.append(payments(now))
        now = phase(now)
    return tuple(found)


def last_dividend(position: ChicagoPosition) -> int | None:
    """The number of dividends after which the game ends at the latest, whatever is done.

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
    """Number of dividends that the dial calls before the last of so many builds."""
    left, length = rules.dial_left(position, "build"), position.title.dials.length("build")
    if left is None or not length or builds <= left:
        return 0
    return -(-(builds - left) // length)


def builds_left(position: ChicagoPosition) -> int | None:
    """Number of builds that the dial allows until the latest possible end of the game."""
    left, length = rules.dial_left(position, "build"), position.title.dials.length("build")
    last = last_dividend(position)
    return None if left is None or not length or last is None else left + length * (last - 1)


@dataclass(frozen=True)
class Development:
    """A hex developed: what it adds to each dividend that follows.

    ``rise`` is what every company there earns more, ``money`` what a forest pays at once
    into the treasury of ``companies[0]``.
    """

    hex: str
    companies: tuple[str, ...]
    rise: int
    money: int
    gain_player: int
    gain_others: int
    part: Fraction
    """The player's part of all that is added, less that of the others, before rounding."""

    @property
    def net(self) -> int:
        """The player's gain, less that of all others."""
        return self.gain_player - self.gain_others

    @property
    def worth(self) -> str:
        """Its worth for the player against the others, in a word: ``gains``, ``even`` or ``loses``.

        ``nothing`` if no dividend changes at all.
        """
        if not self.gain_player and not self.gain_others:
            return "nothing"
        return "gains" if self.net > 0 else "loses" if self.net < 0 else "even"

    @property
    def rank(self) -> tuple[int, int, Fraction]:
        """Sort key, higher is better for the player; doing nothing ranks (0, 0, 0)."""
        return self.net, self.gain_player, self.part


def developments(position: ChicagoPosition, player: str) -> list[Development]:
    """Return every legal development, the best for ``player`` first."""
    found = [
        development(position, player, hex_id)
        for hex_id in position.title.hexes
        if house_refusal(position, hex_id) is None
    ]
    return sorted(found, key=lambda each: each.rank, reverse=True)


def development(position: ChicagoPosition, player: str, hex_id: str) -> Development:
    """The effect of a legal development on the dividends of a player and of all others."""
    held = position.players[player]
    companies = tuple(rules.standing(position, hex_id))
    rise, money = effect(position, hex_id)
    own = others = 0
    part = Fraction(0)
    for name in companies:
        sold, mine = position.sold[name], held.get(name, 0)
        if not sold:
            continue
        before = rules.income(position, name)
        more = rules.rounded_up(before + rise, sold) - rules.rounded_up(before, sold)
        own += more * mine
        others += more * (sold - mine)
        part += Fraction((rise + money) * (2 * mine - sold), sold)
    return Development(hex_id, companies, rise, money, own, others, part)


def advised(ranked: Sequence[Development]) -> Development | None:
    """Return the first of ``ranked``, or none if even that serves the others more."""
    return ranked[0] if ranked and ranked[0].net >= 0 else None
