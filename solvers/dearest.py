"""The pay of a route where greedy is optimal, the dearest stops first: sorting a few numbers.

This holds for a train with some number of paying places that any stop may take. Some stops may
have to pay wherever they are visited, and one with a marker must pay; nothing else may tie stops
to each other. Then the revenue of a route is known at once, and its paying stops are chosen only
if it becomes part of a plan (:mod:`solvers.pay`).
"""

from __future__ import annotations

from solvers.problem import Problem, Train
from solvers.route import Arm
from solvers.tally import Tally

_WORTH, _SURE = 16, 48
"""The lowest bits of what stops add, and of how many must pay; below: how many have a marker."""
_MARKERS = (1 << _WORTH) - 1
_PAID = (1 << _SURE) - 1


class Dearest:
    """Sort keys of the stops of one train: numbers that can also be added up.

    From the highest bits: whether the stop must pay, its worth, whether it has an own marker.
    """

    def __init__(self, problem: Problem, train: Train, tally: Tally) -> None:
        must = train.must_pay
        self.keys = [
            (at in must) << _SURE | worth << _WORTH | stop.home
            for at, (worth, stop) in enumerate(zip(train.worth, problem.network.stops, strict=True))
        ]
        self.places = train.pays[0].most - 2
        """Beside both ends, which pay."""
        self.marker_must_pay = train.marker_must_pay
        self.deep = tally.deep
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
        """Pay of the route of two arms; ``None`` if some stop finds no place."""
        keys, inner, places = self.keys, self.between(one) + self.between(two), self.places
        total = keys[home if one is None else one[2]] + keys[home if two is None else two[2]]
        if one is not None and two is not None:
            inner.append(keys[home])
        if len(inner) <= places:
            return (total + sum(inner) & _PAID) >> _WORTH
        inner.sort(reverse=True)
        # The first stop without a place is one that must pay: the train cannot run this way.
        if inner[places] > _PAID:
            return None
        best = total + sum(inner[:places])
        if not best & _MARKERS and self.marker_must_pay:
            if not places or inner[places - 1] > _PAID:
                return None
            # No paying stop has a marker: the last place goes to the dearest stop that has one.
            served = next(key for key in inner if key & _MARKERS)
            best = total + sum(inner[: places - 1]) + served
        return (best & _PAID) >> _WORTH

    def paying(self, stops: int) -> int:
        """Return the visited stops as the tally takes them: those it knows, or as many as pay."""
        return stops if self.deep else (1 << min(stops.bit_count(), self.places + 2)) - 1


def dearest_of(problem: Problem, train: Train, tally: Tally) -> Dearest | None:
    """Pay function if the dearest stops are the ones that pay; else ``None``."""
    plain = (
        train.trims
        and len(train.pays) == 1
        and not train.local
        and not tally.once
        and not problem.needs
        and not problem.prefer_stops
        and all(one == 1 or at in train.barred for at, one in enumerate(train.pays[0].weights))
        and min(train.worth) >= 0
        and not any(tally.links)
        and (not tally.deep or _settled(problem, train, tally))
    )
    return Dearest(problem, train, tally) if plain else None


def _settled(problem: Problem, train: Train, tally: Tally) -> bool:
    """Whether the stops that bonuses ask for pay wherever they are visited.

    Those that must pay do, and those that only end a route.
    """
    if (
        tally.markers
        or tally.stations
        or tally.again
        or tally.counted
        or any(each for _, _, each in tally.marked)
    ):
        return False
    counted = {stop for _, sets in tally.sets for _, some in sets for stop, _ in some}
    return all(at in train.must_pay or not problem.network.stops[at].through for at in counted)
