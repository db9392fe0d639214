"""Combine routes of several trains so that no track is used twice: branch and bound."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct, field
from msgspec.structs import replace

from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.problem import Problem, connects
from solvers.route import Route
from solvers.whole import bits, hang_together

LOOKS = 4
"""Routes of the last train that are charged as one try, because they take as long."""


class Scale(Struct, frozen=True):
    """Weights that turn the rank of a plan into one number, a sum over its routes.

    Revenue outweighs every preference, a preference every number of trains, and a train
    every length.
    """

    revenue: int
    liked: int
    train: int

    def score(self, route: Route) -> int:
        """Contribution of the route to the score of its plan."""
        return self.revenue * route.revenue + self.liked * route.liked - self.train - route.hexsides


def scale_for(problem: Problem) -> Scale:
    """Return weights large enough for the plans of ``problem``."""
    network = problem.network
    train = len(network.resources) + 1
    liked = train * (len(problem.trains) + 1)
    places = len(problem.prefer_stops) + len(problem.prefer_links)
    return Scale(liked * (places * len(problem.trains) + 1), liked, train)


class Packing(Struct):
    """The best plans found, best first, and an upper bound on the revenue of any plan.

    ``finished`` says that there was time for all.
    """

    plans: list[tuple[Route, ...]]
    bound: int
    finished: bool = True


class _Pool(Struct):
    """The routes of one type of train with their scores, and how many trains there are."""

    routes: Sequence[Route]
    scores: list[int]
    trains: int
    best_later: int = 0

    def most(self, mask: int) -> int:
        """Upper bound on the trains' score beside routes that use ``mask``."""
        total, left = 0, self.trains
        for route, score in zip(self.routes, self.scores, strict=True):
            if score <= 0 or not left:
                break
            if not route[3] & mask:
                total += score
                left -= 1
        return total


class _Packing(Struct):
    scale: Scale
    pools: list[_Pool]
    keep: int
    clock: Clock
    max_tries: int | None
    trains: int
    """The number of trains that may run."""
    forced: bool = False
    """Whether every plan takes a route of the first pool."""
    seat: int | None = None
    """The home stops as bits, if all routes must be connected to one of them; else ``None``."""
    visits: dict[int, int] = field(default_factory=dict)
    """The stops of routes as bits, by the identity of the route: a cache."""
    tries: int = 0
    offered: int = 0
    threshold: int = -1
    """The score a plan must exceed to be kept."""
    heap: list[tuple[int, int, tuple[Route, ...]]] = field(default_factory=list)
    seen: set[frozenset[object]] = field(default_factory=set)

    def offer(self, score: int, chosen: tuple[Route, ...]) -> None:
        """Keep a plan if it is among the best and differs from those kept in stops or links."""
        if score <= self.threshold or not self.legal(chosen):
            return
        if self.keep > 1:
            look = signature(chosen)
            if look in self.seen:
                return
            self.seen.add(look)
        push = heapq.heappushpop if len(self.heap) == self.keep else heapq.heappush
        self.offered += 1
        push(self.heap, (score, -self.offered, chosen))
        if len(self.heap) == self.keep:
            self.threshold = self.heap[0][0]

    def legal(self, chosen: tuple[Route, ...]) -> bool:
        """Whether routes without common track keep the rules of the whole plan, too."""
        if self.seat is None or not chosen:
            return True
        known = self.visits
        for route in chosen:
            if id(route) not in known:
                known[id(route)] = bits(route.stops)
        return hang_together(self.seat, [known[id(route)] for route in chosen])

    def descend(
        self, at: int, start: int, left: int, mask: int, score: int, chosen: tuple[Route, ...]
    ) -> None:
        """Branch: choose the next route of pool ``at`` from ``start`` on, for ``left`` trains."""
        must = self.forced and not chosen
        threshold = self.threshold
        if score > threshold and not must:
            self.offer(score, chosen)
            threshold = self.threshold
        pool = self.pools[at]
        more = at + 1 < len(self.pools) and not must
        if left > self.trains - len(chosen):
            left = self.trains - len(chosen)
        later = pool.best_later
        routes, scores = pool.routes, pool.scores
        if left == 1 and self.keep == 1 and at + 1 == len(self.pools) and not must:
            self._end(pool, start, mask, score, chosen)
        elif left and start < len(routes):
            if mask and later and score + left * scores[start] + later > threshold:
                later = self._later(at, mask)
            # Routes come best first. If the next one earns no more than this, all trains left and
            # the later pools together do not exceed the threshold.
            least = (threshold - score - later) // left  # what the next route must exceed
            rest = zip(islice(routes, start, None), islice(scores, start, None), strict=True)
            for index, (route, own) in enumerate(rest, start):
                if own <= least or (own <= 0 and not must):
                    break
                if route[3] & mask:
                    continue
                self.descend(
                    at, index + 1, left - 1, mask | route[3], score + own, (*chosen, route)
                )
                if self.threshold > threshold:
                    threshold = self.threshold
                    least = (threshold - score - later) // left
            self._step(index + 1 - start)
        elif more and mask and at + 2 < len(self.pools) and score + later > threshold:
            later = self._later(at, mask)
        if more and score + later > self.threshold:
            self.descend(at + 1, 0, self.pools[at + 1].trains, mask, score, chosen)

    def _end(
        self, pool: _Pool, start: int, mask: int, score: int, chosen: tuple[Route, ...]
    ) -> None:
        """Choose the last route: routes come best first, so the first that fits is the best."""
        least, looked = self.threshold - score, start
        rest = zip(islice(pool.routes, start, None), islice(pool.scores, start, None), strict=True)
        for looked, (route, own) in enumerate(rest, start):  # noqa: B007 -- counted below
            if own <= least:
                break
            if not route[3] & mask:
                self.offer(score + own, (*chosen, route))
                if self.seat is None or self.threshold >= score + own:
                    break
        self._step(1 + (looked - start) // LOOKS)

    def _step(self, tries: int) -> None:
        """Count routes tried, and look at the clock now and then."""
        before = self.tries
        self.tries += tries
        if self.max_tries is not None and self.tries > self.max_tries:
            raise TooLarge("too many combinations of routes")
        if self.tries >> 10 != before >> 10:
            self.clock.check()

    def _later(self, at: int, mask: int) -> int:
        """Upper bound on what pools after ``at`` add to routes that use ``mask``."""
        return sum([pool.most(mask) for pool in self.pools[at + 1 :]])


def pack(
    problem: Problem,
    pools: Sequence[tuple[int, Sequence[Route]]],
    *,
    keep: int = 1,
    clock: Clock,
    max_tries: int | None = None,
    known: Sequence[tuple[Route, ...]] = (),
) -> Packing:
    """Return the ``keep`` best plans, given routes (best first) and trains for each type.

    Plans that are ``known`` need not be found again. When the clock runs out, what was found so
    far is returned with the bound that holds for any plan. Raises :class:`TooLarge` after
    ``max_tries`` routes tried.
    """
    scale = scale_for(problem)
    if problem.shared_track:  # two trains of a type can run the same route: each has a list
        pools = [(1, routes) for trains, routes in pools for _ in range(trains)]
    if keep == 1 and not problem.idle and problem.connect is None and problem.seat is None:
        best = _best_of_all(scale, pools)
        if best is not None:
            return Packing([best], sum([route.revenue for route in best]))
    made = [
        _Pool(list(routes), [scale.score(route) for route in routes], trains)
        for trains, routes in pools
    ]
    if not made:
        return Packing([()], 0)
    # Any order of the pools is exact; a good one prunes sooner.
    if len(made) == len(problem.trains) == 2:  # all is tried of the first, little of the second
        made.sort(key=lambda pool: len(pool.routes))
    else:  # what decides most is settled first
        made.sort(key=lambda pool: -pool.most(0))
    search = _Packing(scale, [], keep, clock, max_tries, len(problem.trains) - problem.idle)
    search.forced = problem.connect is not None
    search.seat = None if problem.seat is None else bits(tuple(problem.seat))
    for plan in known:
        search.offer(sum(map(scale.score, plan)), plan)
    finished = True
    for some in _connecting(problem, made) if search.forced else [made]:
        for at in reversed(range(len(some) - 1)):
            after = some[at + 1]
            some[at].best_later = after.best_later + after.most(0)
        search.pools = some
        try:
            search.descend(0, 0, some[0].trains, 0, 0, ())
        except TimeoutError:
            finished = False
    ranked = sorted(search.heap, key=lambda entry: (-entry[0], -entry[1]))
    plans = [chosen for _, _, chosen in ranked]
    if finished:
        bound = sum([route.revenue for route in plans[0]]) if plans else 0
    else:
        bound = sum(_most([r.revenue for r in pool.routes[:1]], pool.trains) for pool in made)
    return Packing(plans, bound, finished)


def _best_of_all(
    scale: Scale, pools: Sequence[tuple[int, Sequence[Route]]]
) -> tuple[Route, ...] | None:
    """Return the best routes of all trains if they share no track, which is optimal then."""
    chosen: list[Route] = []
    used = 0
    for trains, routes in pools:
        for route in routes[:trains]:
            if route[3] & used:
                return None
            if scale.score(route) <= 0:
                break
            used |= route[3]
            chosen.append(route)
    return tuple(chosen)


def _connecting(problem: Problem, pools: Sequence[_Pool]) -> Iterator[list[_Pool]]:
    """Yield the pools once for each type of train, of which one must join the two places."""
    for at, pool in enumerate(pools):
        joining = [index for index, route in enumerate(pool.routes) if connects(problem, route.run)]
        apart = _Pool([pool.routes[i] for i in joining], [pool.scores[i] for i in joining], 1)
        rest = replace(pool, trains=pool.trains - 1)
        yield [apart, *[replace(each) for each in pools[:at]], rest, *pools[at + 1 :]]


def signature(routes: Sequence[Route]) -> frozenset[object]:
    """A plan as a player sees it: trains with their stops and links."""
    looks = [
        (route.train.name, route.paid, tuple(sorted(route.links)), route.once) for route in routes
    ]
    return frozenset((look, looks.count(look)) for look in looks)


def _most(values: Sequence[int], trains: int) -> int:
    """Upper bound on the sum of ``trains`` routes, which ignores track."""
    return trains * max([0, *values[:1]])
