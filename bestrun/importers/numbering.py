"""Actions that an export has lost: the site numbers them one by one.

Exports from which talk was taken out have gaps as well, nearly all between turns or in stock
rounds. So a gap counts only where hardly any other is, or none like it. In a turn, before its
run, a lay or a token is missing for certain; between two turns it may be the first of the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bestrun.importers.actions import ExportedAction

FEW_GAPS = 2
"""More gaps than these are talk taken out, unless this one alone is beside a company's action."""

SOME_GAPS = 10
"""Among no more gaps than these a single one in the middle of a turn stands out."""

_COMPANIES = frozenset({"corporation", "minor"})
_RUN = frozenset({"run_routes", "dividend", "buy_train", "discard_train"})
_BEFORE_A_CHOICE = frozenset({"par", "dividend", "buy_train"})
_AFTER_A_LAY = frozenset({"place_token", "run_routes", "buy_train"})
_BUILDS = frozenset({"lay_tile", "place_token"})
_SHARES = frozenset({"buy_shares", "sell_shares", "corporate_buy_shares"})
_STARTS = frozenset({"par", "bid"})


class LostAction(NamedTuple):
    """A missing number, and whether it is certain that it was a move of a turn."""

    number: int
    why: str
    certain: bool


class Gap(NamedTuple):
    """A place where numbers do not follow each other, and the actions around it.

    ``last`` and ``next`` are the numbers there; talk stands aside from the actions.
    """

    last: int
    next: int
    before: ExportedAction
    after: ExportedAction
    has_run: bool
    """Whether the company of the first has run its trains in this turn."""

    @property
    def same(self) -> bool:
        """Whether both actions are of the same turn."""
        return self.before.entity == self.after.entity

    @property
    def in_a_turn(self) -> bool:
        """Whether the next action is a company's move, and no trade in shares but after a lay.

        A bankruptcy is none: a player who looks for money tries and undoes much before it.
        """
        trades = self.after.type in _SHARES and not (self.same and self.before.type in _BUILDS)
        moves = self.after.entity_type in _COMPANIES and self.after.type != "bankrupt"
        return moves and not trades

    @property
    def certain(self) -> bool:
        """Whether what is missing is a move of a turn before its run, if it is no talk."""
        return not self.has_run if self.same else self.after.type in _AFTER_A_LAY

    @property
    def between_turns(self) -> bool:
        """Whether another company's turn begins there."""
        return self.in_a_turn and not self.same

    @property
    def after_a_start_or_run(self) -> bool:
        """Whether a home may have been chosen there, or a train bought."""
        return self.before.type in _BEFORE_A_CHOICE

    @property
    def one_in_a_turn(self) -> bool:
        """Whether one number is missing in a turn before its run: what is undone leaves two."""
        return self.next == self.last + 2 and self.same and self.certain and self.in_a_turn


def lost_actions(actions: Sequence[ExportedAction]) -> Iterator[LostAction]:
    """Yield the numbers of actions that are missing or out of order."""
    moves = [each for each in actions if each.type != "message"]
    odd = list(_odd(actions))
    gaps = [each for each in odd if each.next > each.last]
    if 20 * len(gaps) >= len(actions):
        odd = [each for each in odd if each.next <= each.last]
    beside_companies = sum(each.after.entity_type in _COMPANIES for each in gaps)
    few = len(gaps) <= FEW_GAPS or beside_companies == 1
    in_turns = [each for each in gaps if each.one_in_a_turn]
    homes = _with_homes(moves)
    starts = [each for each in gaps if each.before.type in homes]
    for each in odd:
        if each.next <= each.last:
            yield LostAction(each.next, f"it stands after action {each.last}", True)
            continue
        certain = few and each.certain and each.in_a_turn
        maybe = len(gaps) == 1 and (each.after_a_start_or_run or each.between_turns)
        alone = len(gaps) <= SOME_GAPS and ([each] in (in_turns, starts))
        if certain or maybe or alone:
            why = f"it is missing before the {each.after.type} of {each.after.entity}"
            yield LostAction(each.last + 1, why, certain)


def _odd(actions: Sequence[ExportedAction]) -> Iterator[Gap]:
    """The places where numbers do not follow each other."""
    before: ExportedAction | None = None
    has_run = False
    found: list[tuple[int, int]] = []
    last = actions[0].id or 0 if actions else 0
    for action in actions:
        number = action.id or 0
        if before is not None and number != last + 1:
            found.append((last, number))
        last = number
        if _aside(action, before):
            continue
        if before is not None:
            for gap in found:
                yield Gap(*gap, before, action, has_run)
        found = []
        same = before is not None and before.entity == action.entity
        # What an undo takes back may have been the run.
        has_run = action.type != "undo" and (action.type in _RUN or (has_run and same))
        before = action


def _aside(action: ExportedAction, before: ExportedAction | None) -> bool:
    """Whether an action is talk, or a sale by which a director helps a company on turn."""
    helps = action.type == "sell_shares" and action.entity_type == "player"
    on_turn = before is not None and before.entity_type in _COMPANIES
    return action.type == "message" or (helps and on_turn)


def _with_homes(moves: Sequence[ExportedAction]) -> frozenset[str]:
    """Kinds of actions by which a company starts and chooses its home, as far as seen."""
    return frozenset(
        before.type
        for before, after in pairwise(moves)
        if before.type in _STARTS and after.type == "place_token"
    )
