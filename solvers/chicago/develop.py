"""Developments, ranked for a player by the dividends they add to him and to the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.houses import effect, house_refusal


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
    def worth(self) -> str:
        """Return in a word whom it serves: ``gains``, ``even`` or ``loses`` on the others.

        ``nothing`` if no dividend changes at all.
        """
        if not self.gain_player and not self.gain_others:
            return "nothing"
        return "gains" if self.net > 0 else "loses" if self.net < 0 else "even"

    @property
    def rank(self) -> tuple[int, int, Fraction]:
        """Return how good it is for the player; doing nothing is worth (0, 0, 0)."""
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
    """Return what a legal development adds to the dividends of a player and of all others."""
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
