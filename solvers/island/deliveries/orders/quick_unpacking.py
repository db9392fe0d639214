"""Crowded orders unpacked quickly: which states are worth a careful look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.island.deliveries.orders.crowd import Crowd
from solvers.island.deliveries.orders.unpacking import Stands, Unpacking, some_of, together


class QuickUnpacking(Unpacking):
    """Tells by which states an order can be over in time.

    Ways that come to the same state are taken together, as if each were as soon, as cheap and as
    little time had gone by for what lies as with any of them.
    """

    def __init__(self, crowd: Crowd, late: Callable[[], None]) -> None:
        super().__init__(crowd, late)
        self._steps: list[tuple[Any, Any, Any, Any]] = []

    def states(self) -> States:
        """Return all states from which an order can be over in time with something left."""
        stands, over = self._beginnings(), list[tuple[Any, Any]]()
        while len(stands["row"]):
            handled = self._best(self._handled(stands), None)
            stands = self._best(self._visited(handled), None)
            ended = self.crowd.length[stands["row"]] == stands["next"]
            some = ended & stands["left"]
            over.append((stands["key"][some], stands["lay"][some]))
            stands = some_of(stands, ~ended)
        return States(over, self._steps)

    def _kept(self, new: Stands, old: Stands, deed: Any) -> Stands:
        before = new["key"], new["lay"]
        (some,) = np.nonzero(self._in_time(new))
        new = some_of(new, some)
        self._tell(new)
        self._steps.append((before[0][some], before[1][some], new["key"], new["lay"]))
        new["number"] = 0 * some
        return new

    def _best(self, stands: Stands, known: Stands | None) -> Stands:
        if not len(stands["row"]):
            return stands
        both = stands if known is None else together([stands, known])
        order = np.lexsort((both["moment"], both["lay"], both["key"]))
        key, lay = both["key"][order], both["lay"][order]
        begin = np.flatnonzero(np.append(True, (key[1:] != key[:-1]) | (lay[1:] != lay[:-1])))
        counts = np.diff(np.append(begin, len(order)))
        old = order >= len(stands["row"])
        merged, better = some_of(both, order[begin]), np.zeros(len(begin), dtype=bool)
        merged["rank"] = np.where(counts == 1, merged["rank"], -1)
        merged["still"] = np.where(counts == 1, merged["still"], 0)
        for name in "moment", "crossings", "joining", "clock":
            column = both[name][order]
            merged[name] = np.minimum.reduceat(column, begin)
            same = column == np.repeat(merged[name], counts, axis=0)
            same = same if same.ndim == 1 else same.all(axis=1)
            better |= ~np.logical_or.reduceat(same & old, begin)
        free = both["free"][order]
        merged["free"] = np.bitwise_and.reduceat(free, begin)
        same = free == np.repeat(merged["free"], counts)
        better |= ~np.logical_or.reduceat(same & old, begin)
        return some_of(merged, np.flatnonzero(better))


class States:
    """States from which some can be reached, and a quick answer whether a state is one of them."""

    def __init__(self, over: list[tuple[Any, Any]], steps: list[tuple[Any, Any, Any, Any]]) -> None:
        self._lays = np.unique(np.concatenate([lay for _, lay in over] + [s[1] for s in steps]))
        ends = np.concatenate([self._names(*each) for each in over])
        before, after = ([self._names(step[at], step[at + 1]) for step in steps] for at in (0, 2))
        names = np.unique(np.concatenate([*before, ends]))
        reached = np.zeros(len(names), dtype=bool)
        reached[np.searchsorted(names, ends)] = True
        linked = [_linked(names, *each) for each in zip(before, after, strict=True)]
        known = 0
        while known < reached.sum():
            known = reached.sum()
            for one, other in reversed(linked):
                reached[one[reached[other]]] = True
        self._found = names[reached]

    def __len__(self) -> int:
        return len(self._found)

    def _names(self, key: Any, lay: Any) -> Any:
        """Return one number for each state; -1 for one of which nothing is known."""
        where = np.minimum(np.searchsorted(self._lays, lay), len(self._lays) - 1)
        return np.where(self._lays[where] == lay, key * len(self._lays) + where, -1)

    def have(self, key: Any, lay: Any) -> Any:
        """Return which of some states are among them."""
        names = self._names(key, lay)
        where = np.minimum(np.searchsorted(self._found, names), len(self._found) - 1)
        return self._found[where] == names


def _linked(names: Any, before: Any, after: Any) -> tuple[Any, Any]:
    """Return the places of states before and after, of those after which there is something."""
    where = np.minimum(np.searchsorted(names, after), len(names) - 1)
    (some,) = np.nonzero(names[where] == after)
    return np.searchsorted(names, before[some]), where[some]
