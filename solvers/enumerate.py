"""The routes of a train: every two arms that fit together, or those that come near the best.

Two arms of a marker (:mod:`solvers.arms`) make a route if they are of different branches, share
no track and no stop, and the train can count both.

Mostly only the best routes matter. The *hope* of an arm is an upper bound on what it adds to a
route: what its stops pay, or can pay (:mod:`solvers.hope`). Arms are sorted by hope
(:mod:`solvers.pairings`), and pairs whose hopes add up to too little are never looked at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from mapdata.lazy import lazy
from solvers.arms import ArmSearch, Effort, GrownArm, LimitRoom
from solvers.clock import Clock
from solvers.dearest import Dearest, dearest_of
from solvers.errors import TooLarge
from solvers.hope import first_prices, hope_at, prices_on
from solvers.pairings import Joint, Pairing, pairings_of, pairs_of
from solvers.pay import best_paid, payments
from solvers.problem import Problem, Run, Train
from solvers.route import Route
from solvers.tally import Tally

CHOICE = 4
"""Steps charged for choosing the paying stops of a route, where not all pay."""

LOOKS = 16
"""Pairs of arms charged as one step of the search, because they take as long."""

OFTEN = 2048
"""Pairs of arms between two updates of the step counter."""

FEW_PAIRS = 200
"""Up to this many pairs of arms, all are joined and none are sorted by hope."""

AHEAD = 1000
"""Steps after which the remaining pairs are counted, since a good route is mostly known by then."""

EVERYTHING = 1 << 60
"""A slack that admits every route."""


def routes(
    problem: Problem, train: Train, max_steps: int | None = None, clock: Clock | None = None
) -> list[Route]:
    """Return every route of ``train``, best first.

    For a train that may skip stops, one route stands for all that run the same way: the one
    with the best choice of paying stops. If the train trims, both of its ends pay: a route that
    is not paid at an end can be cut back there and earns the same. A route that can earn a bonus
    of which a plan has only one is listed with the bonus and without.

    Raises :class:`TooLarge` after ``max_steps`` steps of the search, and
    :class:`TimeoutError` when the time of ``clock`` is over.
    """
    return RouteLister(problem, train, max_steps, clock).every()


def routes_if_few(
    problem: Problem, train: Train, max_steps: int, clock: Clock | None = None
) -> list[Route] | None:
    """As :func:`routes`, or ``None`` where there are too many."""
    try:
        return routes(problem, train, max_steps, clock)
    except TooLarge:
        return None


class RouteLister:
    """The arms of a train, and the routes made of two of them.

    Attributes
    ----------
    pairs
        Number of pairs of arms.
    best
        The highest revenue of a route found so far.
    slack, least
        Routes are wanted that earn at most ``slack`` less than the best, so at least ``least``.
    quick
        The order in which stops pay, if the choice of paying stops is put off (:meth:`settled`).
    """

    def __init__(
        self,
        problem: Problem,
        train: Train,
        max_steps: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.problem, self.train = problem, train
        self.tally = Tally(problem, train)
        self.room = LimitRoom(problem, train)
        self.effort = Effort(max_steps, clock, train.name)
        self.arms = ArmSearch(problem, train, self.room, self.tally, self.effort)
        self.hope = hope_at(train, first_prices(train) if train.skips else ())
        self.starts = self.arms.run(self.hope.worth)
        self.pairs = sum(map(pairs_of, self.starts))
        self.best, self.slack, self.least = 0, EVERYTHING, 0
        self.found: list[Route] = []
        self.quick: Dearest | None = None
        self.chosen: dict[tuple[int, int, int], list[Route]] = {}
        """Routes made of a marker and two arms, with paying stops and bonuses chosen: a cache."""

    def every(self, *, payers: bool = True) -> list[Route]:
        """Return every route, best first.

        Without ``payers`` the choice of paying stops may be put off (:meth:`settled`).
        """
        self.quick = None if payers else self.dearest
        self.slack, self.least, self.found = EVERYTHING, -EVERYTHING, []
        self._join(self._all())
        return self._ranked(self.found)

    def _all(self) -> Iterator[_Work]:
        """Yield each arm with all arms of earlier branches, so that no pair comes twice."""
        for home, nothing, branches, alone in self.starts:
            joints: list[Joint] = [(0, 0, 0, nothing)]
            for arm in (*alone, nothing) if self.train.local else alone:
                yield home, arm, joints
            for branch in branches:
                for arm in branch:
                    yield home, arm, joints
                spent = nothing[9]
                joints = joints + [(arm[2], arm[3], arm[9] - spent, arm) for arm in branch]

    @lazy
    def most(self) -> int:
        """Upper bound on the revenue of any route."""
        return max(0, self._pairings[0].most) if self._pairings else 0

    @lazy
    def dearest(self) -> Dearest | None:
        """The order in which stops pay, or ``None`` if a fixed order is not always best."""
        if not self.train.skips or self.train.half or self.problem.paid_once or self.tally.between:
            return None
        return dearest_of(self.problem, self.train, self.tally)

    def settled(self, route: Route) -> Route:
        """Return a route with its paying stops chosen, if that was put off."""
        if self.dearest is None or route.paying is not None:
            return route
        return route._replace(paying=best_paid(self.problem, self.train, *route.way))

    def within(self, slack: int, *, payers: bool = True) -> list[Route]:
        """Return every route that earns at most ``slack`` less than the best, best first.

        Routes with a negative revenue are left out, since an idle train earns more. ``payers``
        is as in :meth:`every`. Where revenues are rounded, all routes are listed first: bounds
        on single arms do not survive the rounding.
        """
        if self.train.half:
            every = self.every(payers=payers)
            least = max([0, *[route.revenue - slack for route in every[:1]]])
            return [route for route in every if route.revenue >= least]
        # The best route so far is a lower bound on the best of all: what earns less than it by
        # more than the slack is not wanted, and the threshold only rises.
        self.quick = None if payers else self.dearest
        self.slack, self.found = slack, []
        self.least = max(0, self.best - slack)
        self._join(self._all() if self.pairs <= FEW_PAIRS else self._near(self._pairings))
        return self._ranked([route for route in self.found if route.revenue >= self.least])

    def _ranked(self, found: list[Route]) -> list[Route]:
        """Return routes best first, with their revenues rounded where the train asks for it."""
        if self.train.half:
            earned = self.problem.earnings
            found = [route._replace(revenue=earned(route.run).total) for route in found]
        found.sort(key=lambda route: (-route.revenue, -route.liked, route.hexsides))
        return found

    def _near(self, pairings: Sequence[Pairing]) -> Iterator[_Work]:
        """Yield each arm with the partners whose hopes reach the threshold ``least``."""
        ahead = self.effort.steps + AHEAD
        for number, (most, start, beyond, one, two) in enumerate(pairings):
            if most < self.least:
                return  # pairings are sorted by their bound: none of the rest reaches it either
            hopes, joints, same = two.hopes, two.joints, one is two
            for at, (_, _, _, arm) in enumerate(one.joints):
                if self.effort.steps > ahead:
                    ahead = EVERYTHING
                    self.effort.look(self._left(pairings[number:]) // LOOKS)
                near = bisect_right(hopes, beyond - one.hopes[at] - self.least)
                if not near:
                    break  # later arms of the group hope for less
                # Two arms of one group: each pair is met once, at its later arm.
                if same and near > at:
                    near = at
                if near:
                    yield start.home, arm, joints[:near]

    def _left(self, pairings: Iterable[Pairing]) -> int:
        """Number of pairs of arms above the threshold known so far."""
        left = 0
        for _, _, beyond, one, two in pairings:
            for at, hope in enumerate(one.hopes):
                near = bisect_right(two.hopes, beyond - hope - self.least)
                if not near:
                    break
                left += min(near, at) if one is two else near
        return left

    @lazy
    def _pairings(self) -> list[Pairing]:
        """Pairs of groups of arms that can be joined, by their bound, highest first."""
        if self.train.skips and not any(self.hope.prices):
            prices = prices_on(self.train, self._long_way())
            if any(prices):
                self.hope = hope_at(self.train, prices)
                self.starts = self.arms.run(self.hope.worth)
        return pairings_of(self.train, self.starts, self.room, self.tally, self.hope)

    def _long_way(self) -> int:
        """The stops of some long route, as bits: they show how many stops compete for pay."""
        long = 0
        for start in self.starts:
            arms = sorted([arm for branch in start.branches for arm in branch], key=itemgetter(4))
            for one in arms[-1:]:
                others = [two for two in arms if not two[3] & one[8] and not two[2] & one[2]]
                stops = 1 << start.home | one[3] | (others[-1][3] if others else 0)
                long = max(long, stops, key=int.bit_count)
        return long

    def _join(self, works: Iterable[_Work]) -> None:
        """Record the routes made of an arm and each of the partners it comes with.

        This is the innermost loop of the solver. So it is one long function, without calls that
        can be avoided, and its checks go from cheap to dear.
        """
        problem, train, tally = self.problem, self.train, self.tally
        guards, end_costs, makers = self.room.guards, self.room.ends, tally.makers
        strict = tally.strict or end_costs is not None or makers is not None
        deep, sided = tally.deep, tally.sided
        skips, local, liked_stops = train.skips, train.local, problem.prefer_stops
        quick = self.quick
        chooses = (skips and quick is None) or tally.once
        special = tally.special and (quick is not None or not skips)
        between_runs = problem.between_runs
        (_, worth, cut, places), found, chosen = self.hope, self.found, self.chosen
        bounded, least, steps = self.slack < EVERYTHING, self.least, 0
        for home, one, joints in works:
            arm, end, mask, stops, value, liked, hexsides, flags, closed, spent = one
            at_home, worth_here, liked_here = 1 << home, worth[home], home in liked_stops
            steps += len(joints)
            for used, visited, cost, two in joints:
                if mask & used or closed & visited or spent + cost & guards:
                    continue
                steps += LOOKS
                arm_2, end_2, _, _, value_2, liked_2, hexsides_2, flags_2, _, _ = two
                if strict:
                    all_stops = stops | visited | at_home
                    fewest = 1 if all_stops == at_home else 2
                    if makers is not None and (all_stops & makers).bit_count() < fewest:
                        continue
                    if tally.strict and not tally.allows(all_stops, end, end_2):
                        continue
                    if end_costs is not None:
                        ends = end_costs[end] + end_costs[end_2]
                        if spent + cost + ends & guards:
                            continue
                more = 0
                if special and (
                    deep or flags or flags_2 or (sided >> end & 1 and sided >> end_2 & 1)
                ):
                    all_stops = stops | visited | at_home
                    if quick is not None:
                        all_stops = quick.paying(all_stops)
                    more = tally.more(all_stops, flags | flags_2, end, end_2)
                if skips and bounded:
                    # The hopes of both arms bound the revenue, whichever stops pay in the end.
                    most = value + value_2 + worth_here + places + cut[end] + cut[end_2]
                    most += tally.most(stops | visited | at_home) if quick is None else more
                    if most < least:
                        continue
                if quick is None:
                    revenue = value + value_2 + worth_here + more
                else:
                    paid = quick.paid(home, arm, arm_2)
                    if paid is None:
                        continue
                    revenue = paid + more
                if not chooses and revenue < least:
                    continue
                if chooses and (made := chosen.get((home, id(arm), id(arm_2)))) is not None:
                    found += made
                    continue
                route = Route(
                    revenue,
                    liked + liked_2 + liked_here,
                    hexsides + hexsides_2,
                    (mask | used) & between_runs,
                    train,
                    home,
                    (arm_2, arm),
                    None,
                )
                if local:
                    names = problem.claimed(train, route.stops)
                    mask_too = sum([problem.once[name] for name in names])
                    route = route._replace(mask=route.mask | mask_too, once=names)
                if not chooses:
                    found.append(route)
                else:
                    steps += CHOICE * LOOKS
                    made = self._choices(route, flags | flags_2, stops | visited | at_home)
                    if bounded:
                        chosen[home, id(arm), id(arm_2)] = made
                    found += made
                    revenue = max([each.revenue for each in made], default=0)
                if bounded and revenue > self.best:
                    self.best = revenue
                    self.least = least = max(0, revenue - self.slack)
            if steps > OFTEN:
                self.effort.step(steps // LOOKS)
                steps = 0
        self.effort.step(steps // LOOKS)

    def _choices(self, route: Route, flags: int, visited: int) -> list[Route]:
        """Return the route with the best stops paid, for every choice of bonuses to claim."""
        problem, train, tally = self.problem, self.train, self.tally
        if not train.skips:
            return tally.claiming(route, visited)
        stops, links = route.way
        found = []
        for names, mask in tally.claims(visited):
            for paid in payments(problem, train, stops, links, names):
                if not tally.enough(stops, paid):
                    continue
                run = Run(train, stops, links, paid, names)
                if names and not tally.earns(run):
                    continue
                revenue = tally.paid(run, flags)
                liked = route.liked
                for stop in set(stops).difference(paid):
                    liked -= stop in problem.prefer_stops
                found.append(
                    route._replace(
                        revenue=revenue,
                        liked=liked,
                        mask=route.mask | mask | problem.paid_mask(paid),
                        paying=paid,
                        once=(*route.once, *names),
                    )
                )
            self.effort.step(CHOICE * len(found))
        return found


_Work = tuple[int, GrownArm, Sequence[Joint]]
"""A marker, one of its arms, and the partners with which the arm is to be joined."""
