"""Beginnings of orders that come to the same, of which only one is carried on.

Goods that are loaded in another order often leave the train in the same place with the same
load, but later. Whatever follows, such a beginning promises no more: it waits. If no order comes of
the other one that is worth a look, none comes of it; otherwise it is carried on, too, as in truth
it may be the better one.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from solvers.island.deliveries.branch import Branch
from solvers.island.deliveries.setting import Setting

Promising = tuple[Fraction, Branch, Setting]
"""The beginning of an order, and what it promises."""


class _Leader:
    """A branch that is carried on, and what waits for it; ``fruitful`` if an order came of it."""

    def __init__(self, branch: Branch, cash: tuple[tuple[int, int], ...]) -> None:
        self.branch, self.cash = branch, cash
        self.waiting: list[Promising] = []
        self.fruitful = False


class Twins:
    """Knows the branches that are carried on, by what they have in common."""

    def __init__(self) -> None:
        self._leaders: dict[Hashable, list[_Leader]] = {}
        self._of: dict[Branch, _Leader] = {}

    def waits(self, promise: Promising) -> bool:
        """Return whether a branch waits for another one; if not, it is carried on itself."""
        _, branch, setting = promise
        cash = _cash(branch, setting)
        leaders = self._leaders.setdefault(_common(branch, setting), [])
        for leader in leaders:
            if not leader.fruitful and _as_good(leader, branch, cash, setting):
                leader.waiting.append(promise)
                return True
        leaders.append(_Leader(branch, cash))
        self._of[branch] = leaders[-1]
        return False

    def fruitful(self, branch: Branch) -> list[Promising]:
        """Note that an order came of a branch; return all that need not wait any more."""
        found: list[Promising] = []
        before: Branch | None = branch
        while before is not None:
            leader = self._of.get(before)
            if leader is not None and not leader.fruitful:
                leader.fruitful = True
                found += leader.waiting
                leader.waiting = []
            before = before.before
        return found


def _common(branch: Branch, setting: Setting) -> Hashable:
    """Return what must be the same: what can follow, what is paid and where lines lead."""
    full = min(branch.fullest, setting.orders.room + 1)
    state = branch.visits[-1], branch.aboard, branch.left, branch.done, branch.crowded, full
    loaded = frozenset(branch.visits) if setting.orders.supplies.counted else None
    joined = branch.stops, frozenset(branch.landfalls[:-1]), branch.landfalls[-1:]
    return id(setting), state, branch.pay, joined, loaded


def _cash(branch: Branch, setting: Setting) -> tuple[tuple[int, int], ...]:
    """Return the turns of the deliveries, and what was paid by then."""
    paid, found = 0, []
    for turn, pay in branch.paid(setting.calendar):
        paid += pay
        found.append((turn, paid))
    return tuple(found)


def _as_good(
    leader: _Leader, branch: Branch, cash: tuple[tuple[int, int], ...], setting: Setting
) -> bool:
    """Return whether a leader is nowhere later, has opened as much and is paid as soon."""
    other, covers = leader.branch, setting.orders.table.covers
    return (
        other.hires <= branch.hires
        and other.opened >= branch.opened
        and len(leader.cash) == len(cash)
        and all(a[0] <= b[0] and a[1] >= b[1] for a, b in zip(leader.cash, cash, strict=True))
        and all(any(covers(a, b) for a in other.labels) for b in branch.labels)
        and all(any(a[0] <= b[0] and a[1] >= b[1] for a in other.slow) for b in branch.slow)
    )
