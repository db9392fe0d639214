"""Chicago Express: what a player should develop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bestrun.games.base import Result
from bestrun.games.chicago.ahead import settled
from bestrun.games.chicago.notes import bare, holder_text, oddities, player_of
from bestrun.terminal import table
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.dividends import Development, advised, developments
from solvers.clock import Clock

if TYPE_CHECKING:
    from plots.drawing import Drawing

FEW = 8
"""Most developments listed; if there is just one more, it is listed, too."""


@dataclass(frozen=True, repr=False)
class Developed(Result):
    """The answer of ``solve`` to a question for a development."""

    id: str
    position: ChicagoPosition
    player: str
    options: Sequence[Development]
    notes: tuple[str, ...]
    seconds: float

    @property
    def best(self) -> Development | None:
        """The best development, if any is worth it."""
        return advised(self.options)

    @property
    def bound(self) -> int:
        """Return the gain over the others that no development exceeds."""
        return self.best.net if self.best else 0

    @property
    def proven(self) -> bool:
        """Return true: every development is compared."""
        return True

    @property
    def heading(self) -> str:
        """Return the line that says who holds what."""
        return holder_text(self.position, self.player)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract; ``hex`` is null if none should be developed."""
        return {
            "id": self.id,
            "title": self.position.title.id,
            "company": self.position.company,
            "ask": "develop",
            "player": self.player,
            "hex": self.best.hex if self.best else None,
            "gain_player": self.best.gain_player if self.best else 0,
            "gain_others": self.best.gain_others if self.best else 0,
            "worth": self.best.worth if self.best else "nothing",
            "bound": self.bound,
            "proven": True,
            "seconds": round(self.seconds, 4),
            "options": [
                {
                    "hex": each.hex,
                    "companies": list(each.companies),
                    "rise": each.rise,
                    "money": each.money,
                    "gain_player": each.gain_player,
                    "gain_others": each.gain_others,
                    "worth": each.worth,
                }
                for each in self.options
            ],
            "notes": bare(list(self.notes)),
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.chicago.draw import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """The best development in words, and a table of the others."""
        lines = []
        hexes = self.position.title.hexes
        if self.best and self.best.worth == "nothing":
            label = hexes[self.best.hex].label
            lines.append(f"develop {label} or waive the action: no dividend changes, proven")
        elif self.best:
            gains = (
                f"+{self.best.gain_player} for {self.player}, +{self.best.gain_others} for others"
            )
            lines.append(f"develop {hexes[self.best.hex].label}: {gains} a dividend, proven")
        elif self.options:
            lines.append("develop nothing: every development serves the others more, proven")
        else:
            return ["nothing can be developed", *self.notes]
        shown = FEW if len(self.options) > FEW + 1 else FEW + 1
        rows = [
            (
                hexes[each.hex].label,
                ", ".join(each.companies),
                f"income +{each.rise}" if not each.money else f"treasury +{each.money}",
                f"{each.gain_player:+d}",
                f"{each.gain_others:+d}",
                f"{each.net:+d}",
                "gains nothing" if each.worth == "nothing" else "",
            )
            for each in self.options[:shown]
        ]
        headings = ("hex", "companies", "each gets", self.player, "others", "net", "")
        lines.append(table(headings, rows, right=f"{self.player} others net"))
        if len(self.options) > len(rows):
            lines.append(f"... and {len(self.options) - len(rows)} more")
        return [*lines, *self.notes]


def develop(case_id: str, position: ChicagoPosition) -> Developed:
    """Return every development of a position, ranked for the player it asks about."""
    player = player_of(position)
    clock = Clock()
    now, notes = settled(position)
    red = rules.dial_left(now, "develop") == 0
    ranked = [] if red else developments(now, player)
    notes += oddities(position)
    if red:
        notes.append("note: the dial for 'develop' is on red: nobody may choose it now")
    return Developed(case_id, now, player, ranked, tuple(notes), clock.seconds)
