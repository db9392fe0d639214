"""What the stops of a way pay where simply the dearest pay: by sorting a few numbers.

This holds for a train with so many places to pay, which any stop may take, where nothing ties
stops to each other but that a marker must pay. Then what a route earns is told at once, and which
stops pay is only asked of the routes that make a plan (:mod:`solvers.pay`).
"""

from __future__ import annotations

from solvers.problem import Problem, Train
from solvers.route import Arm
from solvers.tally import Tally

_MARKER_BITS = 16
_MARKERS = (1 << _MARKER_BITS) - 1


class Dearest:
    """The stops of one train as numbers: what they add to a route, and below it their marker.

    Sums tell what some stops add together and how many of them hold a marker.
    """

    def __init__(self, problem: Problem, train: Train) -> None:
        stops = zip(train.worth, problem.network.stops, strict=True)
        self.keys = [worth << _MARKER_BITS | stop.home for worth, stop in stops]
        self.places = train.pays[0].most - 2
        """Beside both ends, which pay."""
        self.marker_must_pay = train.marker_must_pay
        self.known: dict[int, tuple[Arm, list[int]]] = {}

    def between(self, arm: Arm) -> list[int]:
        """Return the stops of an arm but its end, dearest first."""
        if arm is None or arm[0] is None:
            return []
        known = self.known.get(id(arm))
        if known is None:
            before = arm[0]
            inner = [*self.between(before), self.keys[before[2]]]
            inner.sort(reverse=True)
            self.known[id(arm)] = known = arm, inner  # kept, so that its id stays its own
        return known[1]

    def paid(self, home: int, one: Arm, two: Arm) -> int | None:
        """Return what the route of two arms is paid; ``None`` if no marker finds a place."""
        keys, inner = self.keys, self.between(one) + self.between(two)
        total = keys[home if one is None else one[2]] + keys[home if two is None else two[2]]
        if one is not None and two is not None:
            inner.append(keys[home])
        if len(inner) <= self.places:
            return total + sum(inner) >> _MARKER_BITS
        inner.sort(reverse=True)
        best = total + sum(inner[: self.places])
        if best & _MARKERS or not self.marker_must_pay:
            return best >> _MARKER_BITS
        if not self.places:
            return None
        dearest = next(key for key in inner if key & _MARKERS)
        return total + sum(inner[: self.places - 1]) + dearest >> _MARKER_BITS


def dearest_of(problem: Problem, train: Train, tally: Tally) -> Dearest | None:
    """Return what tells the pay of routes if the dearest stops pay; else ``None``."""
    plain = (
        train.trims
        and len(train.pays) == 1
        and not train.must_pay
        and not train.local
        and not tally.deep
        and not tally.once
        and not problem.needs
        and not problem.prefer_stops
        and all(one == 1 or at in train.barred for at, one in enumerate(train.pays[0].weights))
        and min(train.worth) >= 0
        and not any(tally.links)
    )
    return Dearest(problem, train) if plain else None
