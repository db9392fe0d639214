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
_AFTER_A_LAY = frozenset({"place_token", "run_routes", "buy_train"})
_SHARES = frozenset({"buy_shares", "sell_shares", "corporate_buy_shares"})


class LostAction(NamedTuple):
    """A missing number, and whether it is certain that it was a move of a turn."""

    number: int
    why: str
    certain: bool


class Gap(NamedTuple):
    """Two actions that follow each other in the file, though not in their numbers."""

    before: ExportedAction
    after: ExportedAction
    has_run: bool
    """Whether the company of the first has run its trains in this turn."""

    @property
    def last(self) -> int:
        """The number before those that are missing."""
        return _number(self.before)

    @property
    def same(self) -> bool:
        """Whether both actions are of the same turn."""
        return self.before.entity == self.after.entity

    @property
    def certain(self) -> bool:
        """Whether what is missing is a move of a turn before its run, if it is no talk."""
        return not self.has_run if self.same else self.after.type in _AFTER_A_LAY

    @property
    def one_in_a_turn(self) -> bool:
        """Whether one number is missing in a turn before its run: what is undone leaves two."""
        return (
            _number(self.after) == self.last + 2
            and self.same
            and self.certain
            and _by_company(self.after)
        )


def lost_actions(actions: Sequence[ExportedAction]) -> Iterator[LostAction]:
    """Yield the numbers of actions that are missing or out of order."""
    odd = list(_odd(actions))
    gaps = [each for each in odd if _number(each.after) > each.last]
    beside_companies = sum(each.after.entity_type in _COMPANIES for each in gaps)
    few = len(gaps) <= FEW_GAPS or beside_companies == 1
    alone = len(gaps) <= SOME_GAPS and sum(each.one_in_a_turn for each in gaps) == 1
    for each in odd:
        after, number = each.after, _number(each.after)
        if number <= each.last:
            yield LostAction(number, f"it stands after action {each.last}", True)
        elif _by_company(after) and 20 * len(gaps) < len(actions):
            certain = few and each.certain
            maybe = (len(gaps) == 1 and not each.same) or (alone and each.one_in_a_turn)
            if certain or maybe:
                why = f"it is missing before the {after.type} of {after.entity}"
                yield LostAction(each.last + 1, why, certain)


def _odd(actions: Sequence[ExportedAction]) -> Iterator[Gap]:
    """The places where numbers do not follow each other."""
    entity: str | int | None = None
    has_run = False
    for before, after in pairwise(actions):
        if before.type == "undo":
            has_run = False  # what it took back may have been the run
        else:
            has_run = before.type in _RUN or (has_run and before.entity == entity)
        entity = before.entity
        if _number(after) != _number(before) + 1:
            yield Gap(before, after, has_run)


def _by_company(action: ExportedAction) -> bool:
    """Whether it is an action of a company, and no trade in shares."""
    return action.entity_type in _COMPANIES and action.type not in _SHARES


def _number(action: ExportedAction) -> int:
    return action.id or 0
