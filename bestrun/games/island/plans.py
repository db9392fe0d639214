"""Island Rails: plans of deliveries as answers of ``solve``, for programs and for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bestrun.claims.island import spelt
from bestrun.games.base import Result, known
from bestrun.games.island.answers import TurnWords, head, turn_lines
from bestrun.games.island.to_come import DeckFuture
from mapdata.island.position import IslandPosition
from solvers.errors import SolverFailed
from solvers.island.deck import cards_to_come
from solvers.island.deliveries.search import Deliveries
from solvers.island.rules.game import Game

if TYPE_CHECKING:
    from plots.drawing import Drawing


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

    @property
    def _timed(self) -> bool:
        """Whether it is a turn that is asked for: of a sum, or of the win."""
        return self.deliveries.aim.target is not None

    def measure(self, value: Fraction) -> float | int | None:
        """Return a value as people say it: a gain, money a turn, or the turn (nothing if never)."""
        if not self._timed:
            return int(value) if self.position.aim == "total" else round(float(value), 4)
        return int(self.position.horizon + 1 - value) if value else None

    def said(self, value: Fraction) -> str:
        """Return a value in words."""
        measured = self.measure(value)
        if self._timed:
            return "never" if measured is None else f"turn {measured}"
        return f"{measured} more" if self.position.aim == "total" else f"{measured:.2f} a turn"

    @property
    def proven(self) -> bool:
        """Whether it is proven that no plan within the scope is better."""
        return self.deliveries.proven

    @property
    def known(self) -> str:
        """The proof in words: proven, or the bound."""
        return known(self.proven, self.limit(self.deliveries.bound))

    def limit(self, bound: Fraction) -> str:
        """Return in words that no plan is better than this."""
        if not self._timed:
            return f"at most {self.said(bound)}"
        return f"{self.said(bound)} at the earliest" if bound else "never"

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
        measured = "turn" if self._timed else measured
        return {
            **head(self.id, position),
            "horizon": position.horizon,
            **({"aim": position.aim} if position.target is None else {"target": position.target}),
            measured: self.measure(deliveries.value),
            "bound": self.bound,
            "proven": deliveries.proven,
            **({"ended": deliveries.ended} if deliveries.ended else {}),
            "scope": self.scope,
            "start": position.board.label(plan.start) if plan else None,
            "turns": self.turns,
            "pay": plan.income if plan else 0,
            "money": self.money[-1] if plan else position.money,
            **({"without_upgrade": self._without_upgrade} if self._upgrades else {}),
            "ship": position.ship,
            **self._chances(),
            **({"to_come": self._future.to_dict()} if self._future else {}),
            "seconds": round(deliveries.seconds, 4),
        }

    @property
    def scope(self) -> str:
        """The set of plans among which the answer is best, in words."""
        bridges = "" if self.position.bridges else ", without sea bridges"
        return f"plans that leave no goods on the way{bridges}"

    @property
    def _upgrades(self) -> bool:
        return any(action["do"] == "upgrade" for turn in self.words for action in turn)

    @property
    def _without_upgrade(self) -> float | int | None:
        return self.measure(self.deliveries.without_upgrade)

    def _chances(self) -> dict[str, Any]:
        """The value of the plan for each kind of ship in the pile, and its mean.

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
        least = self.measure(min(value for value, _ in drawn))
        return {"ships": ships, "least": least, "expected": self._expected(drawn)}

    def _expected(self, drawn: list[tuple[Fraction, int]]) -> float | None:
        """Return the mean of values, each as often as it is drawn; nothing if one is never."""
        if self._timed and not all(value for value, _ in drawn):
            return None
        sum_ = sum((value * many for value, many in drawn), Fraction(0))
        mean = sum_ / sum(many for _, many in drawn)
        return round(float(self.position.horizon + 1 - mean if self._timed else mean), 4)

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.island.draw import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return the plan in lines; from ``start`` on it is a claim."""
        lines, plan = [self._headline()], self.deliveries.plan
        if plan:
            lines.append(f"start: {self.position.board.label(plan.start)}")
            lines += turn_lines(self.words, self.money)
        lines.append(f"({'proven' if self.proven else 'compared'} among {self.scope})")
        if self.deliveries.ended:
            lines.append(f"(search ended: {self.deliveries.ended})")
        if not self.position.network and self.position.round is None:
            lines.append("(not the first round: trains move in turn 1; round = 1 says otherwise)")
        if self._upgrades:
            without = self.said(self.deliveries.without_upgrade)
            lines.append(f"(the best plan found without an upgrade: {without})")
        chances = self._chances()
        if chances:
            values = ", ".join(f"{each['ship']} {each['value']}" for each in chances["ships"])
            rest = f"least {chances['least']}, expected {chances['expected']}"
            lines.append(f"(by the ship that is drawn: {values}; {rest})")
        elif any(action["do"] == "hire" for turn in self.words for action in turn):
            lines.append(f"(every ship that is drawn is taken to be a {self.position.ship})")
        if self._public:
            cards = ", ".join(map(str, self._public))
            lines.append(f"(public contracts may be taken before: card {cards})")
        return [*lines, *(self._future.lines() if self._future else [])]

    @cached_property
    def _future(self) -> DeckFuture | None:
        """What cards to come are worth, if that is asked."""
        turns, plan = self.position.turns_left, self.deliveries.plan
        if turns is None:
            return None
        gain = plan.gain - self.position.money if plan else 0
        return DeckFuture(
            cards_to_come(self.position), turns, gain, len(plan.turns) if plan else None
        )

    @property
    def _public(self) -> list[int]:
        """The numbers of the public contracts that the plan fulfils."""
        acts = [action for turn in self.words for action in turn if action["do"] == "deliver"]
        mine = len(self.position.hand)
        return sorted(action["card"] for action in acts if action["card"] > mine)

    def _headline(self) -> str:
        if self._timed:
            return self._turn_line()
        position, deliveries = self.position, self.deliveries
        value, plan = self.measure(deliveries.value), deliveries.plan
        if plan is None:
            found = "exists" if self.proven else "was found"
            return f"no plan with a gain {found}, {self.known}{self._hint}"
        change = f"{position.money} to {plan.gain}, {plan.income} of pay"
        many = len(plan.turns)
        if position.aim == "total":
            return f"{value} more by turn {position.horizon} ({change}), {self.known}"
        return f"{value:.2f} a turn over {many} turn{'s' * (many > 1)} ({change}), {self.known}"

    @property
    def _hint(self) -> str:
        """The other aim, where what is spent keeps every plan from a gain."""
        counts = self.position.aim != "income" and self.position.cards
        return ' (aim = "income" does not count what is spent)' if counts else ""

    def _turn_line(self) -> str:
        """Return in a line when the sum is there, or the game won."""
        turn, wins = self.measure(self.deliveries.value), self.position.aim == "win"
        sum_ = f"{self.deliveries.aim.target} million"
        if turn is None:
            what = "a win with these cards" if wins else sum_
            return f"{what} is not reached within the horizon, {self.known}"
        if not turn:
            return "won already" if wins else f"{sum_} is in hand"
        return f"{'won in' if wins else f'{sum_} by'} turn {turn}, {self.known}"


def carried(position: IslandPosition, deliveries: Deliveries) -> TurnWords:
    """Carry a plan out under the rules, and return it in the words of a claim."""
    if deliveries.plan is None:
        return []
    game = Game(position, deliveries.plan.start)
    words: TurnWords = []
    for turn, money in zip(deliveries.plan.turns, deliveries.plan.money, strict=True):
        game.begin_turn()
        words.append([])
        for action in turn.actions:
            words[-1].append(spelt(position.board, action, game.at))
            game.do(action)
        if game.money != money:
            raise SolverFailed(f"turn {game.turn} ends with {game.money}, not {money}")
    must_be_legal(game)
    return words


def must_be_legal(game: Game) -> None:
    """Refuse turns that were played against a rule: what is shown is legal."""
    for fault in (*game.problems, *game.misstated):
        raise SolverFailed(f"turn {(fault.at or 0) + 1}: {fault.message} [{fault.code}]")
