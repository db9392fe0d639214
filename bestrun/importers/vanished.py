"""Companies that end without an action, told from their silence.

Every company acts in every operating round. One that misses a whole round and all later
ones has ended: by a share price of nothing, or by debts that it could not pay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bestrun.importers.common import Replay


def vanished(scout: Replay) -> dict[int, list[str]]:
    """Return the companies that have ended, each by the number of the step that follows.

    A company ends with the last sale of its shares, or else with its own last turn; one that
    sold a train after that was still there, and ended in the turn that it missed: the end of
    that round is taken. One that ends where the game breaks off cannot be recognised; one that
    is started again has ended before. ``scout`` is a replay in which no company ends.
    """
    clock = scout.clock
    turns: dict[str, tuple[int, int]] = {}
    sales: dict[str, int] = {}
    traded: dict[str, int] = {}
    holders: dict[str, str] = {}
    ended: dict[int, list[str]] = {}
    ends: list[tuple[int, int]] = []
    number, operating = 0, False
    for at, step in enumerate(scout.moments()):
        if operating and (clock.number > number or not clock.operating):
            ends.append((number, at))
        number, operating = clock.number, clock.operating
        if operating and step.company == clock.company:
            turns[step.company] = (at, number)
        action, train = step.action, step.action.train or ""
        again = action.corporation or ""
        if action.type == "par" and again in turns:
            end = max(turns.pop(again)[0], sales.pop(again, 0))
            ended.setdefault(end + 1, []).append(again)
        elif action.type == "sell_shares":
            sales |= {share.rpartition("_")[0]: at for share in action.shares or ()}
        elif action.type == "discard_train":
            holders.pop(train, None)
        elif action.type == "buy_train":
            if train in holders and not action.variant:  # a side is chosen of the bank's alone
                traded[holders[train]] = at
            holders[train] = step.company
    for company, (at, acted) in turns.items():
        last = max(at, sales.get(company, 0))
        missed = next((end for begun, end in ends if begun > acted), None)
        if missed is not None:
            later = traded.get(company, 0) > last
            ended.setdefault(missed if later else last + 1, []).append(company)
    return ended
