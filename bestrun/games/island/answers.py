"""Island Rails: the answers of ``solve``, for programs and for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bestrun.claims.island import line_of
from bestrun.games.base import Result, known
from bestrun.terminal import table
from mapdata.island.position import IslandPosition
from solvers.island.rules.contract import Contract
from solvers.island.track.problem import ways_out
from solvers.island.track.track import Track

if TYPE_CHECKING:
    from plots.drawing import Drawing

TurnWords = list[list[dict[str, Any]]]
"""Turn by turn, each action in the words of a claim."""


@dataclass(frozen=True, repr=False)
class PricedCards(Result):
    """The answer of ``solve`` to ``contracts``: each card's deliveries with their pay."""

    id: str
    position: IslandPosition
    cards: tuple[tuple[Contract, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            **head(self.id, self.position),
            "cards": [[*map(self._one, c)] for c in self.cards],
        }

    def _one(self, each: Contract) -> dict[str, Any]:
        board = self.position.board
        return {
            "good": each.good,
            "town": board.label(each.town),
            "pay": each.pay,
            "source": board.label(each.source),
            "distance": each.distance,
            "crossings": each.crossings,
            "bonus_sea": each.bonus_sea,
            "bonus_good": each.bonus_good,
        }

    @property
    def bound(self) -> None:
        """Return ``None``: prices are computed, not optimised."""
        return None

    @property
    def proven(self) -> bool:
        """Return true: prices are computed, not searched for."""
        return True

    @property
    def heading(self) -> str:
        """Return the name of the game."""
        return self.position.figures.name

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.island.draw import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return the deliveries of each card in lines."""
        board = self.position.board
        rows = []
        for number, card in enumerate(self.cards):
            name = self.position.card_name(number)
            best = max(each.pay for each in card)
            for at, each in enumerate(card):
                bonus = [f"sea +{each.bonus_sea}"] * bool(each.bonus_sea)
                bonus += [f"{each.good} +{each.bonus_good}"] * bool(each.bonus_good)
                towns = board.label(each.town), board.label(each.source)
                pay = each.pay, "*" * (each.pay == best), each.distance
                rows.append(
                    ("" if at else name, each.good, towns[0], *pay, towns[1], ", ".join(bonus))
                )
        headings = ("card", "good", "to", "pay", "", "distance", "from", "bonus")
        note = "(* the best of its card; distance to the nearest source, in points)"
        return [table(headings, rows, right="pay distance"), note]


@dataclass(frozen=True, repr=False)
class Joined(Result):
    """The answer of ``solve`` to ``track``; ``words`` are its turns, checked."""

    id: str
    position: IslandPosition
    track: Track
    words: TurnWords

    @property
    def cost(self) -> int | None:
        """Cost of lines and ship hire; ``None`` if no track joins the towns."""
        return self.track.tree.cost if self.track.tree else None

    @property
    def proven(self) -> bool:
        """Whether it is proven that no track is cheaper."""
        return self.track.tree is None or self.track.tree.proven

    @property
    def pace(self) -> str:
        """Return the number of turns in words, with how few there can be if that is open."""
        many, least = len(self.words), self.track.least
        few = f" (at least {least})" if self.proven and not self.track.fewest else ""
        return f"in {many} turn{'s' * (many != 1)}{few}"

    @property
    def bound(self) -> int | None:
        """Return a cost that no track undercuts, nothing if no track joins the towns."""
        return self.track.tree.bound if self.track.tree else None

    @property
    def known(self) -> str:
        """The proof in words: of the cost, then of the number of turns."""
        if self.proven and not self.track.fewest:
            return "the cost is proven"
        return known(self.proven, f"at least {self.bound}")

    @property
    def heading(self) -> str:
        """Return the line that says what is to be joined."""
        towns = ", ".join(map(self.position.board.label, self.position.connect))
        return f"{self.position.figures.name}: the cheapest track that joins {towns}"

    @property
    def turns(self) -> list[dict[str, Any]]:
        """Return the turns as the JSON contract has them."""
        return [{"actions": turn} for turn in self.words]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        track, board = self.track, self.position.board
        return {
            **head(self.id, self.position),
            "connect": [board.label(town) for town in self.position.connect],
            "links": [[board.points[a].id, board.points[b].id] for a, b, _ in track.lines],
            "cost": self.cost,
            "hire": track.hire,
            **({} if track.start is None else {"start": board.label(track.start)}),
            "turns": self.turns,
            "bound": self.bound,
            "proven": self.proven,
            "fewest_turns": track.fewest,
            "turns_bound": track.least if self.proven else None,
            "seconds": round(track.seconds, 4),
            "method": track.method,
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.island.draw import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return the track in lines, turn by turn."""
        position, track = self.position, self.track
        if track.tree is None:
            hint = " or ".join(f"{word} = true" for word in ways_out(position))
            return [f"no track joins them{hint and f' (but perhaps with {hint})'}"]
        if not track.tree.arcs:
            return ["they are joined already: cost 0"]
        hire = f" ({track.hire} of it for hired ships)" if track.hire else ""
        lines = [f"cost {self.cost}{hire} {self.pace}, {self.known}"]
        if track.start is not None:
            lines.append(f"start: {position.board.label(track.start)}")
        lines += turn_lines(self.words)
        if position.money < track.tree.cost:
            lines.append(f"(with {position.money} in hand: the rest has to be earned meanwhile)")
        return lines


def head(id_: str, position: IslandPosition) -> dict[str, Any]:
    """Return the fields with which every answer begins."""
    return {"id": id_, "title": position.title, "ask": position.ask}


def turn_lines(words: TurnWords, money: tuple[int, ...] = ()) -> list[str]:
    """Return turns as people write them, and the money after each."""
    lines = []
    for number, actions in enumerate(words):
        lines.append(f"turn {number + 1}")
        lines += [f"  {line_of(action)}" for action in actions]
        lines += [f"  money: {money[number]}"] if money else []
    return lines
