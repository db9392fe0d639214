"""Island Rails: upgrades, ships and new cards, by what cards to come are worth on average."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bestrun.terminal import table
from solvers.island.deck import CardsToCome

ASSUMES = (
    "an expected value, not a plan: every good to every town that does not offer it is as likely, "
    "lines are there, and to the goods it is as far as with them"
)


@dataclass(frozen=True)
class DeckFuture:
    """The cards to come over ``turns`` turns, beside the plan for the cards in hand.

    The plan brings ``gain`` in its ``length`` turns, nothing if there is no plan.
    """

    cards: CardsToCome
    turns: int
    gain: int
    length: int | None

    @property
    def _redraw(self) -> Fraction:
        """What it brings to pass a turn and draw new cards, instead of the plan."""
        keeping = Fraction(0)
        if self.length is not None:
            keeping = self.cards.keeping(self.gain, self.length, self.turns)
        return self.cards.redrawn(self.turns) - keeping

    def to_dict(self) -> dict[str, Any]:
        """The fields of the JSON contract."""
        mean, rate = self.cards.mean, self.cards.rate
        return {
            "turns": self.turns,
            "pay": _rounded(mean.pay),
            "points_by_land": _rounded(mean.land),
            "points_over_sea": _rounded(mean.sea),
            "crossings": _rounded(mean.crossings),
            "money_per_turn": _rounded(rate),
            "choices": [
                {
                    "action": each.words,
                    "cost": each.cost,
                    "money_per_turn": _rounded(each.rate),
                    "gain": _rounded(each.gain(rate, self.turns)),
                    "pays_back": each.pays_back(rate),
                }
                for each in self.cards.choices
            ],
            "redraw": {"gain": _rounded(self._redraw)},
            "assumes": ASSUMES,
        }

    def lines(self) -> list[str]:
        """The same as people read it."""
        mean, rate = self.cards.mean, self.cards.rate
        rows: list[tuple[object, ...]] = [("as things are", "", f"{float(rate):.2f}", "", "", "")]
        for each in self.cards.choices:
            gain, back = each.gain(rate, self.turns), each.pays_back(rate)
            after = "never" if back is None else f"{back} turns"
            rows.append((each.words, each.cost, f"{float(each.rate):.2f}", after, *_verdict(gain)))
        rows.append(("pass, draw new cards", "", f"{float(rate):.2f}", "", *_verdict(self._redraw)))
        headings = ("over " + f"{self.turns} turns", "cost", "a turn", "pays back", "gain", "")
        return [
            "",
            f"cards to come: {float(mean.pay):.1f} of pay on average, {float(mean.land):.1f} "
            f"points by land and {float(mean.sea):.1f} over sea from the goods",
            table(headings, rows, right="cost gain"),
            f"({ASSUMES})",
        ]


def _rounded(value: Fraction) -> float:
    return round(float(value), 2)


def _verdict(gain: Fraction) -> tuple[str, str]:
    return f"{float(gain):+.1f}", "yes" if gain > 0 else "no"
