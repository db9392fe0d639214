"""Actions that an export has lost: the site numbers them one by one.

Exports from which talk was taken out have gaps as well, nearly all between turns or in stock
rounds. So a gap counts only where hardly any other is. In a turn, before its run, a lay or a
token is missing for certain; between two turns it may be the first of the second one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bestrun.importers.actions import ExportedAction

FEW_GAPS = 2
"""More gaps than these are talk taken out, unless this one alone is beside a company's action."""

_COMPANIES = frozenset({"corporation", "minor"})
_RUN = frozenset({"run_routes", "dividend", "buy_train", "discard_train"})
_AFTER_A_LAY = frozenset({"place_token", "run_routes", "buy_train"})
_SHARES = frozenset({"buy_shares", "sell_shares", "corporate_buy_shares"})


class LostAction(NamedTuple):
    """A missing number, and whether it is certain that it was a move of a turn."""

    number: int
    why: str
    certain: bool


def lost_actions(actions: Sequence[ExportedAction]) -> Iterator[LostAction]:
    """Yield the numbers of actions that are missing or out of order."""
    pairs = list(pairwise(actions))
    gaps = [after for before, after in pairs if _number(after) > _number(before) + 1]
    beside_companies = sum(after.entity_type in _COMPANIES for after in gaps)
    few = len(gaps) <= FEW_GAPS or beside_companies == 1
    entity: str | int | None = None
    has_run = False
    for before, after in pairs:
        has_run = before.type in _RUN or (has_run and before.entity == entity)
        entity = before.entity
        last, number = _number(before), _number(after)
        if number <= last:
            place = "it stands" if number else "action without a number, it stands"
            yield LostAction(number, f"{place} after action {last}", True)
        elif number == last + 1 or after.entity_type not in _COMPANIES or after.type in _SHARES:
            continue
        elif 20 * len(gaps) < len(actions):
            same = before.entity == after.entity
            certain = not has_run if same else after.type in _AFTER_A_LAY
            why = f"it is missing before the {after.type} of {after.entity}"
            if (few and certain) or (len(gaps) == 1 and not same):
                yield LostAction(last + 1, why, certain)


def _number(action: ExportedAction) -> int:
    return action.id or 0
