"""Who directs which company: shares counted as far as the actions show them.

Certificates bear ids such as ``KO_3``; number 0 is the director's and counts for two. A
company whose director the actions do not show has none: nothing is guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bestrun.importers.actions import ExportedAction

Player = str | int

DIRECTORS = 2
"""Shares that the director's certificate counts for."""


@dataclass
class Shares:
    """Shares by company and holder, and the directors that follow from them."""

    players: Sequence[Player]
    """In the order of seats."""
    held: dict[str, Counter[Player]] = field(default_factory=dict)
    directors: dict[str, Player] = field(default_factory=dict)
    issued: dict[str, set[str]] = field(default_factory=dict)
    """Company to its certificates that have ever left the initial offer."""

    def follow(self, action: ExportedAction) -> None:
        """Follow an action that moves certificates."""
        entity = action.entity
        if entity is None:
            return
        if action.type == "par" and action.corporation:
            self.start(action.corporation, entity)
        elif action.type in ("buy_shares", "corporate_buy_shares"):
            self.gain(action.shares or (), entity)
        elif action.type in ("sell_shares", "corporate_sell_shares"):
            self._lose(action.shares or (), entity, action.percent)

    def start(self, company: str, player: Player) -> None:
        """Give a player the director's certificate of a company."""
        self.held[company] = Counter()
        self.gain([f"{company}_0"], player)
        if player in self.players:
            self.directors[company] = player
        else:
            self.directors.pop(company, None)

    def gain(self, shares: Iterable[str], holder: Player) -> None:
        """Give certificates to a holder."""
        for share in shares:
            company, _, number = share.rpartition("_")
            self.issued.setdefault(company, set()).add(share)
            self.held.setdefault(company, Counter())[holder] += DIRECTORS if number == "0" else 1
            self._direct(company)

    def _lose(self, shares: Sequence[str], seller: Player, percent: float | None) -> None:
        """Take certificates; part of the director's can be sold, another gives change."""
        for share in shares:
            company, _, number = share.rpartition("_")
            whole = DIRECTORS if number == "0" else 1
            part = round(percent / 10) if percent and len(shares) == 1 else whole
            self.held.setdefault(company, Counter())[seller] -= min(whole, part)
            self._direct(company)

    def bankrupt(self, player: Player) -> None:
        """Take all shares from a player; companies may be left without a director."""
        for company, shares in self.held.items():
            shares.pop(player, None)
            self._direct(company)

    def end(self, company: str) -> None:
        """Forget a company that has ended: it may be started again."""
        self.held.pop(company, None)
        self.directors.pop(company, None)
        self.issued.pop(company, None)

    def sold(self, company: str) -> int:
        """Return how many shares of a company have left the initial offer."""
        return sum(
            DIRECTORS if share.endswith("_0") else 1 for share in self.issued.get(company, ())
        )

    def director(self, company: str) -> Player | None:
        """Return the player who directs a company, if there is one and it is known."""
        player = self.directors.get(company)
        enough = player is not None and self.held[company][player] >= DIRECTORS
        return player if enough else None

    def _direct(self, company: str) -> None:
        """Make the largest holder director; of equals the old one, then the next seat."""
        now = self.directors.get(company)
        if now is None:
            return
        seats = list(self.players)
        at = seats.index(now)
        shares = self.held[company]
        largest = max(seats[at:] + seats[:at], key=lambda each: shares[each])
        if shares[largest] > shares[now]:
            self.directors[company] = largest
