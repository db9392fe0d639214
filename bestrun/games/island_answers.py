"""Island Rails: the answers of ``solve``, for programs and for people."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bestrun.games.island_claim import line_of
from bestrun.terminal import table
from solvers.island.contracts import Contract
from solvers.island.deliveries import Deliveries
from solvers.island.position import Position
from solvers.island.track import Track

Words = list[list[dict[str, Any]]]
"""Turn by turn, each action in the words of a claim."""


@dataclass(frozen=True)
class Priced:
    """The answer of ``solve`` to ``contracts``: each card's deliveries with their pay."""

    id: str
    position: Position
    cards: tuple[tuple[Contract, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            **_head(self.id, self.position),
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

    def as_text(self) -> str:
        """Return what a person reads on the terminal."""
        board = self.position.board
        rows = []
        for number, card in enumerate(self.cards, 1):
            best = max(each.pay for each in card)
            for at, each in enumerate(card):
                bonus = [f"sea +{each.bonus_sea}"] * bool(each.bonus_sea)
                bonus += [f"{each.good} +{each.bonus_good}"] * bool(each.bonus_good)
                towns = board.label(each.town), board.label(each.source)
                pay = each.pay, "*" * (each.pay == best), each.distance
                rows.append(
                    ("" if at else number, each.good, towns[0], *pay, towns[1], ", ".join(bonus))
                )
        headings = ("card", "good", "to", "pay", "", "distance", "from", "bonus")
        lines = [self.position.figures.name, table(headings, rows, right="pay distance")]
        lines.append("(* the best of its card; distance to the nearest source, in points)")
        return "\n".join(lines)


@dataclass(frozen=True)
class Joined:
    """The answer of ``solve`` to ``track``; ``words`` are its turns, checked."""

    id: str
    position: Position
    track: Track
    words: Words

    @property
    def cost(self) -> int | None:
        """Return what lines and hire cost, nothing if no track joins the towns."""
        return self.track.tree.cost if self.track.tree else None

    @property
    def proven(self) -> bool:
        """Return whether no track is cheaper."""
        return self.track.tree is None or self.track.tree.proven

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        track, board = self.track, self.position.board
        return {
            **_head(self.id, self.position),
            "connect": [board.label(town) for town in self.position.connect],
            "links": [[board.points[a].id, board.points[b].id] for a, b, _ in track.lines],
            "cost": self.cost,
            "hire": track.hire,
            **({} if track.start is None else {"start": board.label(track.start)}),
            "turns": [{"actions": turn} for turn in self.words],
            "bound": track.tree.bound if track.tree else None,
            "proven": self.proven,
            "fewest_turns": track.fewest,
            "seconds": round(track.seconds, 4),
            "method": track.method,
        }

    def as_text(self) -> str:
        """Return what a person reads on the terminal."""
        position, track = self.position, self.track
        towns = ", ".join(map(position.board.label, position.connect))
        lines = [f"{position.figures.name}: the cheapest track that joins {towns}"]
        if track.tree is None:
            bridges = "" if position.bridges else " (bridges = true allows sea bridges)"
            return "\n".join([*lines, f"no track joins them{bridges}"])
        if not track.tree.arcs:
            return "\n".join([*lines, "they are joined already: cost 0"])
        known = "proven" if self.proven else f"not proven, at least {track.tree.bound}"
        hire = f" ({track.hire} of it for hired ships)" if track.hire else ""
        lines.append(f"cost {self.cost}{hire}, {known}; {self._pace()}")
        if track.start is not None:
            lines.append(f"start: {position.board.label(track.start)}")
        lines += _turn_lines(self.words)
        if position.money < track.tree.cost:
            lines.append(f"(with {position.money} in hand: the rest has to be earned meanwhile)")
        return "\n".join(lines)

    def _pace(self) -> str:
        many = len(self.words)
        few = "" if self.track.fewest else ", perhaps fewer are possible"
        return f"{many} turn{'s' * (many > 1)}{few}"


@dataclass(frozen=True)
class Planned:
    """The answer of ``solve`` to ``deliveries``; ``words`` are its turns, checked."""

    id: str
    position: Position
    deliveries: Deliveries
    words: Words

    @property
    def money(self) -> tuple[int, ...]:
        """Return the money at the end of each turn."""
        return self.deliveries.plan.money if self.deliveries.plan else ()

    def measure(self, value: Fraction) -> float | int | None:
        """Return a value as people say it: money a turn, or the turn (nothing if never)."""
        if self.position.target is None:
            return round(float(value), 4)
        return int(self.position.horizon + 1 - value) if value else None

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        deliveries, position = self.deliveries, self.position
        plan = deliveries.plan
        measured = "money_per_turn" if position.target is None else "turn"
        turns = [
            {"actions": actions, "money": money}
            for actions, money in zip(self.words, self.money, strict=True)
        ]
        return {
            **_head(self.id, position),
            "horizon": position.horizon,
            **({"aim": position.aim} if position.target is None else {"target": position.target}),
            measured: self.measure(deliveries.value),
            "bound": self.measure(deliveries.bound),
            "proven": deliveries.proven,
            "start": position.board.label(plan.start) if plan else None,
            "turns": turns,
            "pay": plan.income if plan else 0,
            "money": self.money[-1] if plan else position.money,
            "seconds": round(deliveries.seconds, 4),
        }

    def as_text(self) -> str:
        """Return what a person reads on the terminal; from ``start`` on it is a claim."""
        position, plan = self.position, self.deliveries.plan
        train = position.figures.trains[position.train].name
        lines = [
            f"{position.figures.name}: {train}, {position.money} million, "
            f"{position.horizon} turns at most",
            self._headline(),
        ]
        if plan:
            lines.append(f"start: {position.board.label(plan.start)}")
            lines += _turn_lines(self.words, self.money)
        return "\n".join(lines)

    def _headline(self) -> str:
        position, deliveries = self.position, self.deliveries
        value, bound = self.measure(deliveries.value), self.measure(deliveries.bound)
        plan, target = deliveries.plan, position.target
        if target is None:
            known = "proven" if deliveries.proven else f"not proven, at most {bound:.2f} a turn"
            if plan is None:
                return (
                    f"no plan with a gain {'exists' if deliveries.proven else 'was found'}, {known}"
                )
            change = f"{position.money} to {plan.gain}, {plan.income} of pay"
            many = len(plan.turns)
            return f"{value:.2f} a turn over {many} turn{'s' * (many > 1)} ({change}), {known}"
        known = "proven" if deliveries.proven else f"not proven, turn {bound} at the earliest"
        if value is None:
            return f"{target} million is not reached within the horizon, {known}"
        return (
            f"{target} million by turn {value}, {known}"
            if value
            else f"{target} million is in hand"
        )


def _head(id_: str, position: Position) -> dict[str, Any]:
    return {"id": id_, "title": position.title, "ask": position.ask}


def _turn_lines(words: Words, money: tuple[int, ...] = ()) -> list[str]:
    lines = []
    for number, actions in enumerate(words):
        lines.append(f"turn {number + 1}")
        lines += [f"  {line_of(action)}" for action in actions]
        lines += [f"  money: {money[number]}"] if money else []
    return lines
