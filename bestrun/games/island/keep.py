"""Island Rails: which cards to keep, by the best plan for each hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from bestrun.games.base import Result, known
from bestrun.games.island.answers import head
from bestrun.games.island.plans import Planned, carried
from bestrun.terminal import table
from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.deliveries.plan import DeliveryPlan
from solvers.island.deliveries.search import Deliveries, best_deliveries
from solvers.island.win import fewest_turns

if TYPE_CHECKING:
    from plots.drawing import Drawing

KEEPING = 120.0
"""Seconds for all choices of cards together, if the user names no limit."""
BRIEF = 1.5
"""Seconds a hand; with less time than that all cards are looked at together first."""


@dataclass(frozen=True, repr=False)
class KeptCards(Result):
    """The answer of ``solve`` to ``keep``: plans for each hand, and for the best without a card.

    ``skipped`` hands were not looked at themselves for lack of time.
    """

    id: str
    position: IslandPosition
    hands: Mapping[tuple[int, ...], Planned]
    best: tuple[int, ...]
    less: Mapping[int, Planned]
    skipped: int = 0

    @property
    def plan(self) -> Planned:
        """Return the plan for the cards that are kept."""
        return self.hands[self.best]

    @property
    def proven(self) -> bool:
        """Whether it is proven that no other hand is better."""
        return self._most <= self.plan.deliveries.value

    @property
    def bound(self) -> float | int | None:
        """Upper bound on the value of any hand."""
        return self.plan.measure(self._most)

    @property
    def _most(self) -> Fraction:
        return max(each.deliveries.bound for each in self.hands.values())

    @property
    def heading(self) -> str:
        """Return the line that says what was asked."""
        many = len(self.position.hand)
        return f"{self.position.figures.name}: which {self.position.keep} of {many} cards to keep"

    @property
    def turns(self) -> list[dict[str, Any]]:
        """Return the turns of the plan for the cards that are kept."""
        return self.plan.turns

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            **head(self.id, self.position),
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
            "hands_skipped": self.skipped,
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
        lines = [f"keep {cards}, {known(self.proven, self.plan.limit(self._most))}"]
        rows = [
            (" ".join(str(n + 1) for n in hand), plan.said(plan.deliveries.value), plan.known)
            for hand, plan in self._ranked()
        ]
        lines.append(table(("cards", "value", ""), rows, right="value"))
        for number, plan in self.less.items():
            others = ", ".join(str(each + 1) for each in self.best if each != number)
            lines.append(f"{others} without {number + 1}: {plan.said(plan.deliveries.value)}")
        if self.skipped:
            lines.append(f"{self.skipped} hands were not looked at themselves: the time was over")
        if not self.plan.deliveries.value and self.position.aim in ("money", "total"):
            lines.append('(aim = "income" does not count what is spent)')
        return lines


def kept_cards(id_: str, position: IslandPosition, time_limit: float | None) -> KeptCards:
    """The plans for each hand that can be kept, and for the best hand without each of its cards.

    Hands share the time that is left. When it is over, or after Ctrl-C, the others are not looked
    at themselves; what is known of all cards, or of other hands, tells of them.
    """
    numbers = tuple(range(len(position.hand)))
    hands = list(combinations(numbers, position.keep))
    clock = Clock(KEEPING if time_limit is None else time_limit)
    plans = _HandPlans(id_, position)
    if (clock.left or 0.0) < BRIEF * len(hands):
        plans.search(numbers, (clock.left or 0.0) / 2)
    waiting = list(hands)
    while waiting and not plans.interrupted and (clock.left or not plans.searched):
        plans.search(waiting.pop(0), (clock.left or 0.0) / (1 + len(waiting) + position.keep))
    if waiting and not plans.knows(numbers):
        plans.search(numbers, 0.0)
    ranks = {hand: (plans.value(hand), plans.bound(hand)) for hand in hands}
    best = max(hands, key=ranks.__getitem__)
    parts = combinations(best, len(best) - 1) if len(best) > 1 else ()
    less: dict[int, Planned] = {}
    for part in parts:
        if clock.left and not plans.interrupted:
            plans.search(part, clock.left)
        (without,) = set(best) - set(part)
        less[without] = plans.planned(part)
    answers = {hand: plans.planned(hand) for hand in hands}
    return KeptCards(id_, position, answers, best, dict(sorted(less.items())), len(waiting))


class _HandPlans:
    """The best plan known for each hand; public contracts belong to every hand.

    A plan that uses some cards is one for every hand that holds them, so that a hand is worth at
    least as much as its parts. An upper bound for some cards holds for every part of them.
    """

    def __init__(self, id_: str, position: IslandPosition) -> None:
        self._id, self._position = id_, position
        self._bounds: dict[frozenset[int], Fraction] = {}
        self._plans: dict[frozenset[int], tuple[Fraction, DeliveryPlan | None]] = {}
        """By the cards that are used, numbered as in the position."""
        self._known: dict[frozenset[int], Deliveries] = {}
        self.interrupted = False

    @property
    def searched(self) -> int:
        """How many hands were looked at."""
        return len(self._known)

    def knows(self, hand: tuple[int, ...]) -> bool:
        """Whether a hand was looked at."""
        return self._cards(hand) in self._known

    def _numbers(self, hand: tuple[int, ...]) -> tuple[int, ...]:
        mine, all_ = len(self._position.hand), len(self._position.cards)
        return (*hand, *range(mine, all_))

    def _cards(self, hand: tuple[int, ...]) -> frozenset[int]:
        return frozenset(self._numbers(hand))

    def _asked(self, hand: tuple[int, ...]) -> IslandPosition:
        cards = tuple(self._position.cards[number] for number in self._numbers(hand))
        return replace(self._position, cards=cards, ask="deliveries", pile={})

    def search(self, hand: tuple[int, ...], seconds: float) -> None:
        """Look for the best plan of a hand."""
        question = fewest_turns if self._position.aim == "win" else best_deliveries
        found = question(self._asked(hand), seconds)
        self.interrupted |= found.interrupted
        numbers, cards = self._numbers(hand), self._cards(hand)
        self._known[cards] = found
        for value, plan in (*found.by_cards, (found.value, found.plan)):
            used = frozenset(numbers[card] for card in plan.cards) if plan else frozenset[int]()
            if used not in self._plans or value > self._plans[used][0]:
                self._plans[used] = value, plan and plan.with_cards(dict(enumerate(numbers)))

    def _best(self, hand: tuple[int, ...]) -> tuple[Fraction, DeliveryPlan | None]:
        able = [known for used, known in self._plans.items() if used <= self._cards(hand)]
        return max(able, key=lambda known: known[0], default=(Fraction(0), None))

    def value(self, hand: tuple[int, ...]) -> Fraction:
        """Lower bound on the worth of a hand: the best plan that is known for its cards."""
        return self._best(hand)[0]

    def bound(self, hand: tuple[int, ...]) -> Fraction:
        """Upper bound on the worth of a hand: the least of those for it and for more cards."""
        cards = self._cards(hand)
        return min(found.bound for known, found in self._known.items() if cards <= known)

    def planned(self, hand: tuple[int, ...]) -> Planned:
        """The answer for one hand."""
        value, plan = self._best(hand)
        numbers = self._numbers(hand)
        if plan is not None:
            plan = plan.with_cards({number: at for at, number in enumerate(numbers)})
        bound = self.bound(hand)
        template = self._known.get(self._cards(hand)) or next(iter(self._known.values()))
        ended = "" if bound == value else template.ended or "time is over"
        deliveries = replace(template, plan=plan, value=value, bound=bound, ended=ended)
        asked = self._asked(hand)
        return Planned(self._id, asked, deliveries, carried(asked, deliveries))
