"""Island Rails: the answers of ``solve``, for programs and for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bestrun.claims.island import line_of
from bestrun.games.base import Result, known
from bestrun.terminal import table
from mapdata.island.position import IslandPosition
from solvers.island.deliveries.deliveries import Deliveries
from solvers.island.rules.contract import Contract
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

    @property
    def bound(self) -> None:
        """Return nothing: pay is no aim."""
        return None

    @property
    def proven(self) -> bool:
        """Return true: pay is reckoned, nothing is looked for."""
        return True

    @property
    def heading(self) -> str:
        """Return the name of the game."""
        return self.position.figures.name

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.island_picture import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return the deliveries of each card in lines."""
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
        """Return what lines and hire cost, nothing if no track joins the towns."""
        return self.track.tree.cost if self.track.tree else None

    @property
    def proven(self) -> bool:
        """Return whether no track is cheaper."""
        return self.track.tree is None or self.track.tree.proven

    @property
    def pace(self) -> str:
        """Return the number of turns in words."""
        many = len(self.words)
        few = "" if self.track.fewest else " (perhaps fewer)"
        return f"{many} turn{'s' * (many != 1)}{few}"

    @property
    def bound(self) -> int | None:
        """Return a cost that no track undercuts, nothing if no track joins the towns."""
        return self.track.tree.bound if self.track.tree else None

    @property
    def known(self) -> str:
        """Return how good the track is known to be."""
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
            **_head(self.id, self.position),
            "connect": [board.label(town) for town in self.position.connect],
            "links": [[board.points[a].id, board.points[b].id] for a, b, _ in track.lines],
            "cost": self.cost,
            "hire": track.hire,
            **({} if track.start is None else {"start": board.label(track.start)}),
            "turns": self.turns,
            "bound": self.bound,
            "proven": self.proven,
            "fewest_turns": track.fewest,
            "seconds": round(track.seconds, 4),
            "method": track.method,
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.island_picture import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return the track in lines, turn by turn."""
        position, track = self.position, self.track
        if track.tree is None:
            bridges = "" if position.bridges else " (bridges = true allows sea bridges)"
            return [f"no track joins them{bridges}"]
        if not track.tree.arcs:
            return ["they are joined already: cost 0"]
        hire = f" ({track.hire} of it for hired ships)" if track.hire else ""
        lines = [f"cost {self.cost}{hire} in {self.pace}, {self.known}"]
        if track.start is not None:
            lines.append(f"start: {position.board.label(track.start)}")
        lines += _turn_lines(self.words)
        if position.money < track.tree.cost:
            lines.append(f"(with {position.money} in hand: the rest has to be earned meanwhile)")
        return lines


@dataclass(frozen=True, repr=False)
class Planned(Result):
    """The answer of ``solve`` to ``deliveries``; ``words`` are its turns, checked.

    ``other_ships`` has the best plans if the pile yields another kind of ship.
    """

    id: str
    position: IslandPosition
    deliveries: Deliveries
    words: TurnWords
    other_ships: Mapping[str, Deliveries] = field(default_factory=dict)

    @property
    def money(self) -> tuple[int, ...]:
        """Return the money at the end of each turn."""
        return self.deliveries.plan.money if self.deliveries.plan else ()

    def measure(self, value: Fraction) -> float | int | None:
        """Return a value as people say it: a gain, money a turn, or the turn (nothing if never)."""
        if self.position.target is None:
            return int(value) if self.position.aim == "total" else round(float(value), 4)
        return int(self.position.horizon + 1 - value) if value else None

    @property
    def proven(self) -> bool:
        """Return whether no plan that is compared is better."""
        return self.deliveries.proven

    @property
    def known(self) -> str:
        """Return how good the plan is known to be."""
        if self.position.target is None:
            a_turn = "" if self.position.aim == "total" else " a turn"
            return known(self.proven, f"at most {self.bound:.2f}{a_turn}")
        return known(self.proven, f"turn {self.bound} at the earliest")

    @property
    def bound(self) -> float | int | None:
        """Return money a turn that no plan exceeds, or a turn that none undercuts."""
        return self.measure(self.deliveries.bound)

    @property
    def heading(self) -> str:
        """Return the line that says with what the player begins."""
        position = self.position
        train = position.figures.trains[position.train].name
        means = f"{train}, {position.money} million, {position.horizon} turns at most"
        return f"{position.figures.name}: {means}"

    @property
    def turns(self) -> list[dict[str, Any]]:
        """Return the turns as the JSON contract has them."""
        return [
            {"actions": actions, "money": money}
            for actions, money in zip(self.words, self.money, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        deliveries, position = self.deliveries, self.position
        plan = deliveries.plan
        measured = "gain" if position.aim == "total" else "money_per_turn"
        measured = measured if position.target is None else "turn"
        return {
            **_head(self.id, position),
            "horizon": position.horizon,
            **({"aim": position.aim} if position.target is None else {"target": position.target}),
            measured: self.measure(deliveries.value),
            "bound": self.bound,
            "proven": deliveries.proven,
            "start": position.board.label(plan.start) if plan else None,
            "turns": self.turns,
            "pay": plan.income if plan else 0,
            "money": self.money[-1] if plan else position.money,
            **({"without_upgrade": self._without_upgrade} if self._upgrades else {}),
            "ship": position.ship,
            **self._chances(),
            "seconds": round(deliveries.seconds, 4),
        }

    @property
    def _upgrades(self) -> bool:
        return any(action["do"] == "upgrade" for turn in self.words for action in turn)

    @property
    def _without_upgrade(self) -> float | int | None:
        return self.measure(self.deliveries.without_upgrade)

    def _chances(self) -> dict[str, Any]:
        """Return what the plan is worth for each kind of ship in the pile, and on the whole.

        As if all ships that are drawn were of one kind.
        """
        pile = self.position.pile
        if not pile:
            return {}
        known = {self.position.ship: self.deliveries, **self.other_ships}
        ships = [
            {"ship": kind, "count": pile[kind], "value": self.measure(found.value)}
            | {"bound": self.measure(found.bound), "proven": found.proven}
            for kind, found in known.items()
            if pile.get(kind)
        ]
        drawn = [(known[kind].value, many) for kind, many in pile.items() if many]
        all_ = sum(many for _, many in drawn)
        expected = sum((value * many for value, many in drawn), Fraction(0)) / all_
        least = self.measure(min(value for value, _ in drawn))
        return {"ships": ships, "least": least, "expected": round(float(expected), 4)}

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.island_picture import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return the plan in lines; from ``start`` on it is a claim."""
        lines, plan = [self._headline()], self.deliveries.plan
        if plan:
            lines.append(f"start: {self.position.board.label(plan.start)}")
            lines += _turn_lines(self.words, self.money)
        if self._upgrades:
            lines.append(f"(the best plan found without an upgrade: {self._without_upgrade})")
        chances = self._chances()
        if chances:
            values = ", ".join(f"{each['ship']} {each['value']}" for each in chances["ships"])
            lines.append(f"(by the ship that is drawn: {values}; least {chances['least']})")
        elif any(action["do"] == "hire" for turn in self.words for action in turn):
            lines.append(f"(every ship that is drawn is taken to be a {self.position.ship})")
        return lines

    def _headline(self) -> str:
        position, deliveries = self.position, self.deliveries
        value, plan, target = self.measure(deliveries.value), deliveries.plan, position.target
        if target is None:
            if plan is None:
                found = "exists" if self.proven else "was found"
                return f"no plan with a gain {found}, {self.known}"
            change = f"{position.money} to {plan.gain}, {plan.income} of pay"
            many = len(plan.turns)
            if position.aim == "total":
                return f"{value} more by turn {position.horizon} ({change}), {self.known}"
            return f"{value:.2f} a turn over {many} turn{'s' * (many > 1)} ({change}), {self.known}"
        if value is None:
            return f"{target} million is not reached within the horizon, {self.known}"
        return (
            f"{target} million by turn {value}, {self.known}"
            if value
            else f"{target} million is in hand"
        )


@dataclass(frozen=True, repr=False)
class KeptCards(Result):
    """The answer of ``solve`` to ``keep``: plans for each hand, and for the best without a card."""

    id: str
    position: IslandPosition
    hands: Mapping[tuple[int, ...], Planned]
    best: tuple[int, ...]
    less: Mapping[int, Planned]

    @property
    def plan(self) -> Planned:
        """Return the plan for the cards that are kept."""
        return self.hands[self.best]

    @property
    def proven(self) -> bool:
        """Return whether no other hand can be better."""
        value = self.plan.deliveries.value
        return all(each.deliveries.bound <= value for each in self.hands.values())

    @property
    def bound(self) -> float | int | None:
        """Return what no hand exceeds."""
        return self.plan.measure(max(each.deliveries.bound for each in self.hands.values()))

    @property
    def heading(self) -> str:
        """Return the line that says what was asked."""
        many = len(self.position.cards)
        return f"{self.position.figures.name}: which {self.position.keep} of {many} cards to keep"

    @property
    def turns(self) -> list[dict[str, Any]]:
        """Return the turns of the plan for the cards that are kept."""
        return self.plan.turns

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            **_head(self.id, self.position),
            "keep": [number + 1 for number in self.best],
            "value": self.plan.measure(self.plan.deliveries.value),
            "bound": self.bound,
            "proven": self.proven,
            "hands": [
                {
                    "cards": [number + 1 for number in hand],
                    "value": plan.measure(plan.deliveries.value),
                    "bound": plan.bound,
                    "proven": plan.proven,
                }
                for hand, plan in self._ranked()
            ],
            "without": [
                {"card": number + 1, "value": plan.measure(plan.deliveries.value)}
                for number, plan in self.less.items()
            ],
            "turns": self.turns,
        }

    def draw(self) -> Drawing:
        """Return a picture of the plan for the cards that are kept, laid out."""
        return self.plan.draw()

    def _ranked(self) -> list[tuple[tuple[int, ...], Planned]]:
        return sorted(self.hands.items(), key=lambda each: (-each[1].deliveries.value, each[0]))

    def body(self) -> list[str]:
        """Return the hands in lines, the best first, and what each of its cards is worth."""
        cards = ", ".join(str(number + 1) for number in self.best)
        lines = [f"keep {cards}, {known(self.proven, f'at most {self.bound}')}"]
        rows = [
            (" ".join(str(n + 1) for n in hand), plan.measure(plan.deliveries.value), plan.known)
            for hand, plan in self._ranked()
        ]
        lines.append(table(("cards", "value", ""), rows, right="value"))
        for number, plan in self.less.items():
            value = plan.measure(plan.deliveries.value)
            lines.append(f"without card {number + 1}: {value}")
        return lines


def _head(id_: str, position: IslandPosition) -> dict[str, Any]:
    return {"id": id_, "title": position.title, "ask": position.ask}


def _turn_lines(words: TurnWords, money: tuple[int, ...] = ()) -> list[str]:
    lines = []
    for number, actions in enumerate(words):
        lines.append(f"turn {number + 1}")
        lines += [f"  {line_of(action)}" for action in actions]
        lines += [f"  money: {money[number]}"] if money else []
    return lines
