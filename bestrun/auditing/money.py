"""What missed runs cost each player: the shares held then times the missed dividend.

It is a sum and no more: other prices, purchases and ends of a game are not thought through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bestrun.auditing.runs import PAID_OUT, AuditedRun


@dataclass(frozen=True)
class Account:
    """Where the revenue that was missed would have gone; the four parts add up to it."""

    players: Mapping[str, int]
    companies: int = 0
    """Kept by the companies."""
    bank: int = 0
    """Paid on shares that no player held."""
    unknown: int = 0
    """Of runs without a stated dividend, or where it is not known who held the shares."""

    def __add__(self, other: Account) -> Account:
        names = dict.fromkeys([*self.players, *other.players])
        return Account(
            {name: self.players.get(name, 0) + other.players.get(name, 0) for name in names},
            self.companies + other.companies,
            self.bank + other.bank,
            self.unknown + other.unknown,
        )

    @property
    def missed(self) -> int:
        """All of it."""
        return sum(self.players.values()) + self.companies + self.bank + self.unknown


def account(runs: Sequence[AuditedRun]) -> Account:
    """The revenue missed in these runs, by who would have received it."""
    players: dict[str, Fraction] = {}
    kept = known = Fraction(0)
    unknown = 0
    for each in runs:
        if not each.missed:
            continue
        part, holders = PAID_OUT.get(each.run.paid), each.run.holders
        if part is None or (part and holders is None):
            unknown += each.missed
            continue
        known += each.missed
        kept += each.missed * (1 - part)
        for player, amount in each.costs.items():
            players[player] = players.get(player, Fraction(0)) + amount
    whole = {name: _rounded(amount) for name, amount in players.items() if amount}
    companies = _rounded(kept)
    # Each figure is rounded by itself: the bank takes what is left over, so that all add up.
    return Account(whole, companies, int(known) - companies - sum(whole.values()), unknown)


@dataclass(frozen=True)
class PlayerRank:
    """A player at the end of a game."""

    player: str
    cost: int
    value: int | None = None
    """What the player was worth, if the export states it."""

    @property
    def best(self) -> int | None:
        """The player's worth had every run been best: worth and cost added up."""
        return None if self.value is None else self.value + self.cost


def ranks(
    cost: Mapping[str, int], standing: Mapping[str, int], players: Sequence[str]
) -> list[PlayerRank]:
    """The players with what misses cost them: in their final order, where it is known."""
    found = [PlayerRank(name, cost.get(name, 0), standing.get(name)) for name in players]
    return sorted(found, key=lambda each: (-(each.value or 0), -each.cost))


def places(found: Sequence[PlayerRank]) -> dict[str, tuple[int, int]]:
    """The place of each player in the end, and had every run been best."""
    if any(each.value is None for each in found):
        return {}
    values = [each.value or 0 for each in found]
    best = [each.best or 0 for each in found]
    return {
        each.player: (1 + sum(v > now for v in values), 1 + sum(b > then for b in best))
        for each, now, then in zip(found, values, best, strict=True)
    }


def _rounded(amount: Fraction) -> int:
    return int(amount + Fraction(1, 2))
