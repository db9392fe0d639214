"""The time in a replay: turns, operating rounds and sets of them, told from the actions.

An export names no rounds. What tells them is who acts: a company that has had its turn
and begins another begins a new operating round; a player who buys, passes or starts a
company shows that the set of operating rounds is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from bestrun.importers.actions import StandingAction

STOCK_ROUND = frozenset(
    {"bid", "pass", "par", "buy_shares", "buy_company", "payoff_player_debt", "short"}
)
_WITHOUT_ORDER = frozenset({"pass", "buy_company", "acquire_company"})


class Begins(IntEnum):
    """The beginning that an action is: of a turn, round or set; each includes those before."""

    NOTHING = 0
    TURN = 1
    ROUND = 2
    SET = 3


def ranks(turn: Sequence[str]) -> dict[str, int]:
    """Return the place of each action in a turn; an entry may name several."""
    return {kind: place for place, entry in enumerate(turn) for kind in entry.split()}


@dataclass
class GameClock:
    """The clock of a replay: company on turn, round and set.

    Attributes
    ----------
    order
        What a company does in its turn, in this order: a step back is a new turn.
    once
        What it may do once only in a turn.
    passes
        Automatic passes in a turn; one more is a new turn. 0: no sign.
    asked_between
        Between rounds every company is asked something that it may pass: a single pass
        begins no turn then.
    protects_prices
        Directors may buy, in the middle of a round, what is sold to pay for a train.
    """

    order: Mapping[str, int]
    once: frozenset[str]
    passes: int = 0
    asked_between: bool = False
    protects_prices: bool = False

    set_number: int = 0
    round_number: int = 0
    rounds: int = 0
    """Rounds of this set: the figure of the phase in which it began."""
    operating: bool = False
    round_over: bool = False
    """Something has happened that ends a round, and nobody has had a turn since."""
    over: bool = False
    company: str = ""
    """On turn, or the last to be."""
    reached: int = -1
    """How far its turn has come, in terms of ``order``."""
    passed: int = 0
    had_turn: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    """Who had a turn in the round before this one, in order."""
    passing: str = ""
    """Who has just passed outside of a turn."""
    sold: set[str] = field(default_factory=set)
    """Certificates sold in this set, which their directors may still buy."""

    @property
    def label(self) -> str:
        """Return the round as the site calls it: ``OR 3.2``."""
        begun = self.number > 0
        return f"OR {self.set_number}.{self.round_number}" if begun else "before OR 1.1"

    @property
    def number(self) -> int:
        """The number of operating rounds begun so far, this one included."""
        return self._rounds_begun

    _rounds_begun: int = 0

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether only the company on turn does this."""
        known = step.action.type in self.order or step.action.type in _WITHOUT_ORDER
        return known and step.action.entity_type in ("corporation", "minor") and bool(step.company)

    def ends_set(self, step: StandingAction) -> bool:
        """Tell whether a player's action shows that the operating rounds are over."""
        if self.asked_between and self.round_number < self.rounds:
            return False
        player = step.action.entity_type == "player"
        if self.operating and player and self.protects_prices and self._protected(step):
            return False
        return self.operating and player and step.action.type in STOCK_ROUND

    def _protected(self, step: StandingAction) -> bool:
        """Tell whether a director answers to a sale: buys what was sold, or passes."""
        shares, kind = set(step.action.shares or ()), step.action.type
        if kind == "sell_shares":
            self.sold |= shares
        answers = bool(self.sold) and (
            kind == "pass" or (kind == "buy_shares" and shares <= self.sold)
        )
        if answers:
            self.sold -= shares
        return answers

    def only_asked(self, step: StandingAction) -> bool:
        """Tell whether a company only passes something that it is asked between rounds."""
        before, self.passing = self.passing, ""
        if not self.asked_between or step.action.type != "pass":
            return False
        waiting = not self.operating or step.company in self.had_turn
        if not waiting or (self.operating and step.company == self.company):
            return False
        self.passing = step.company
        return before != step.company

    def begins(self, step: StandingAction) -> Begins:
        """Tell what an action of a company in its turn begins."""
        if not self.operating:
            return Begins.SET
        if self.round_over:
            again = True
        elif step.company == self.company:
            again = self._steps_back(step)
        else:
            again = step.company in self.had_turn
        if not again:
            return Begins.NOTHING if step.company == self.company else Begins.TURN
        return Begins.ROUND if self.round_number < self.rounds else Begins.SET

    def _steps_back(self, step: StandingAction) -> bool:
        kind = step.action.type
        if kind == "pass":
            return step.automatic and 0 < self.passes == self.passed
        if kind not in self.order:
            return False
        place = self.order[kind]
        return place < self.reached or (place == self.reached and kind in self.once)

    def begin(self, what: Begins, company: str, rounds: int) -> None:
        """Begin a turn of ``company``, and the round or the set of ``rounds`` it opens."""
        if what >= Begins.ROUND:
            self.round_number += 1
            self._rounds_begun += 1
            self.before, self.had_turn = self.had_turn, []
            self.round_over = False
        if what is Begins.SET:
            self.operating = True
            self.set_number += 1
            self.round_number = 1
            self.rounds = rounds
        self.company, self.reached, self.passed = company, -1, 0
        self.had_turn.append(company)

    def go_on(self, step: StandingAction) -> None:
        """Note how far the turn has come."""
        if step.action.type in self.order:
            self.reached = max(self.reached, self.order[step.action.type])
        elif step.action.type == "pass" and step.automatic:
            self.passed += 1

    def close_set(self) -> None:
        """End the set of operating rounds."""
        self.operating = False
        self.sold.clear()
