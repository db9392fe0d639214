"""Developments, ranked for a player by the dividends they add to him and to the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mapdata.chicago import HOUSED
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules


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
        """Return what the player gains on the others."""
        return self.gain_player - self.gain_others

    @property
    def rank(self) -> tuple[int, int, Fraction]:
        """Return how good it is for the player; doing nothing is worth (0, 0, 0)."""
        return self.net, self.gain_player, self.part


def developments(position: ChicagoPosition, player: str) -> list[Development]:
    """Return every legal development, the best for ``player`` first."""
    held = position.players[player]
    found = []
    for hex_id, place in position.title.hexes.items():
        companies = tuple(rules.standing(position, hex_id))
        added = _added(position, hex_id) if companies else None
        if added is None:
            continue
        rise, money = added
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
        found.append(Development(place.id, companies, rise, money, own, others, part))
    return sorted(found, key=lambda each: each.rank, reverse=True)


def advised(ranked: Sequence[Development]) -> Development | None:
    """Return the first of ``ranked``, or none if even that serves the others more."""
    return ranked[0] if ranked and ranked[0].rank >= (0, 0, 0) else None


def _added(position: ChicagoPosition, hex_id: str) -> tuple[int, int] | None:
    """Return what a development adds to incomes, and pays at once; nothing if it is illegal."""
    title, place = position.title, position.title.hexes[hex_id]
    if place.kind == "industry":
        name = title.industry_at[hex_id]
        industry, value = title.industry[name], position.industry[name]
        if industry.by != "players" or value == industry.scale[-1]:
            return None
        return industry.after(value) - value, 0
    if place.kind not in HOUSED or hex_id in position.houses or not rules.houses_left(position):
        return None
    return place.develop, title.development.forest if place.kind == "forest" else 0
