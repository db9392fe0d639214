"""Chicago Express: the dividends to come, the end of the game, and who wins by then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bestrun.games.chicago.notes import IDLE, dials_text
from bestrun.terminal import table
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules


@dataclass(frozen=True)
class Outlook:
    """The players' money in the future, if nobody acts any more."""

    position: ChicagoPosition

    @cached_property
    def last(self) -> int | None:
        """The number of dividends after which the game ends at the latest."""
        return dividends.last_dividend(self.position)

    @cached_property
    def paid(self) -> list[dict[str, int]]:
        """Payment to each player in each dividend up to the last."""
        number = self.last or self.position.dividends
        return [dict(each) for each in dividends.to_come(self.position, number)]

    def total(self, player: str) -> int:
        """Payment to a player in all dividends up to the last together."""
        return sum(each[player] for each in self.paid)

    def at_the_end(self, player: str) -> int | None:
        """Return the money of a player after the last dividend, if his cash is known."""
        cash = self.position.cash.get(player)
        return None if cash is None else cash + self.total(player)

    @property
    def winners(self) -> list[str] | None:
        """The players with the most money at the end of the game; ``None`` if unknown."""
        ends = {name: self.at_the_end(name) for name in self.position.players}
        known = {name: money for name, money in ends.items() if money is not None}
        if self.last is None or not known or len(known) < len(ends):
            return None
        return [name for name, money in known.items() if money == max(known.values())]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for programs."""
        position = self.position
        return {
            "dials": {
                kind: {"turned": turned, "length": position.title.dials.length(kind)}
                for kind, turned in position.dials.items()
            },
            "dividend_due": dividends.due(position),
            "last_dividend": self.last,
            "treasuries": dict(position.treasuries),
            "players": [
                {
                    "player": name,
                    "cash": position.cash.get(name),
                    "next_dividend": self.paid[0][name],
                    "all_dividends": self.total(name),
                    "cash_at_the_end": self.at_the_end(name),
                }
                for name in position.players
            ],
            "winners": self.winners,
            "assumes": [IDLE],
        }

    def lines(self) -> list[str]:
        """Return the same in words."""
        position = self.position
        due = ": a dividend comes before the next turn" if dividends.due(position) else ""
        lines = [dials_text(position) + due, self._end()]
        if position.players:
            headings = ("player", "cash", "next", "all", "end")
            rows = [
                (
                    name,
                    _shown(position.cash.get(name)),
                    self.paid[0][name],
                    self.total(name),
                    _shown(self.at_the_end(name)),
                )
                for name in position.players
            ]
            lines.append(table(headings, rows, right="cash next all end"))
            lines.append("(what the next dividend and all up to the last bring, if nobody acts)")
        if self.winners is not None:
            ahead = " and ".join(self.winners)
            lines.append(f"if nobody acts, {ahead} {'wins' if len(self.winners) == 1 else 'tie'}")
        return lines

    def _end(self) -> str:
        held = [words for words, holds in rules.end_conditions(self.position).items() if holds]
        if held:
            return "the game ends after the next general dividend: " + "; ".join(held)
        if self.last is None:
            return "no end condition holds"
        return f"no end condition holds; at the latest it ends after {self.last} more dividends"


def _shown(figure: int | None) -> str:
    return "–" if figure is None else str(figure)
