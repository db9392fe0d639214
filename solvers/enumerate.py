"""All routes of a train: every way out of a marker, and every two that fit together.

Every route holds a stop with a marker of the company. At the first such stop (in the order
of the network) it falls into two *arms*, one of which may be empty. A depth-first search
finds all arms of a marker, branch by branch: one branch for each link out of it. Two arms
make a route if they are of different branches, share no track and no stop, and the train can
count both. Earlier markers are left out, so that each route is met exactly once.
"""

from __future__ import annotations

from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.problem import Problem, Train
from solvers.route import Arm, Route, best_paid

CHOICE = 4
"""Steps that go into choosing the stops that pay, where not all do."""

LOOKS = 16
"""Pairs of arms that are looked at in the time of one step of the search."""


def routes(
    problem: Problem,
    train: Train,
    max_steps: int | None = None,
    clock: Clock | None = None,
    *,
    best_only: bool = False,
) -> list[Route]:
    """Return every route of ``train``, best first; with ``best_only`` surely the best.

    For a train that may skip stops, one route stands for all that run the same way: the
    one with the best stops paid, and paid at both ends (a route not paid at its end is
    shorter and worth the same when it is cut back).

    Raises :class:`TooLarge` after ``max_steps`` steps of the search, and
    :class:`TimeoutError` when the time of ``clock`` is over.
    """
    found = _Search(problem, train, max_steps, clock, best_only).run()
    found.sort(key=lambda route: (-route.revenue, -route.liked, route.hexsides))
    return found


def routes_if_few(
    problem: Problem,
    train: Train,
    max_steps: int,
    clock: Clock | None = None,
    *,
    best_only: bool = False,
) -> list[Route] | None:
    """Return what :func:`routes` does, or ``None`` where there are too many."""
    try:
        return routes(problem, train, max_steps, clock, best_only=best_only)
    except TooLarge:
        return None


class _Search:
    """One search from each marker of the company."""

    def __init__(
        self,
        problem: Problem,
        train: Train,
        max_steps: int | None,
        clock: Clock | None,
        best_only: bool,
    ) -> None:
        self.problem = problem
        self.train = train
        self.max_steps = max_steps
        self.clock = clock
        self.best_only = best_only
        self.steps = 0
        self.least = 0
        self.exits = _exits(problem, train)
        stops = problem.network.stops
        self.sided = [stop.side is not None for stop in stops]
        self.makers = sum(1 << at for at, stop in enumerate(stops) if stop.makes_route)
        self.bonus = problem.bonuses.tunnel
        tunnels = self.bonus and any(link.tunnels for link in problem.network.links)
        self.plain = not tunnels and not any(self.sided) and self.makers + 1 == 1 << len(stops)
        """Any two stops make a route, and it earns their values and no more."""
        self.found: list[Route] = []

    def run(self) -> list[Route]:
        train = self.train
        closed = sum(1 << stop for stop in train.barred)
        for home, stop in enumerate(self.problem.network.stops):
            if not stop.home or closed >> home & 1:
                continue
            spent = 1 if train.by_length else 0 if train.skips else train.weights[home]
            shut, left = closed | _shuts(self.problem, home), train.limit - spent
            nothing: _Part = (None, home, 0, 0, 0, 0, 0, False, shut, left)
            joints = [(0, 0, 0, nothing)]
            for exit in self.exits[home]:
                branch: list[_Part] = []
                self._grow([exit], nothing, branch)
                self._join(home, branch, joints)
                if stop.through:
                    joints += [(arm[2], arm[3], left - arm[9], arm) for arm in branch]
            closed |= 1 << home
        return self.found

    def _grow(self, exits: list[_Exit], so_far: _Part, branch: list[_Part]) -> None:
        """Add all arms that begin with ``so_far`` and go on by one of ``exits``."""
        arm, _, mask, stops, value, liked, hexsides, tunnel, closed, left = so_far
        for bit, used, cost, link, there, shuts, length, pays, likes, narrow, through in exits:
            if cost > left or closed & bit or mask & used:
                continue
            longer = (
                (arm, link, there),
                there,
                mask | used,
                stops | bit,
                value + pays,
                liked + likes,
                hexsides + length,
                tunnel or narrow,
                closed | shuts,
                left - cost,
            )
            branch.append(longer)
            self._step(1)
            if through:
                self._grow(self.exits[there], longer, branch)

    def _join(self, home: int, branch: list[_Part], joints: list[_Joint]) -> None:
        """Record the routes that the arms of a branch make with any of ``joints``."""
        problem, train, plain, sided = self.problem, self.train, self.plain, self.sided
        here, at_home = problem.network.stops[home], 1 << home
        liked_here, least = home in problem.prefer_stops, self.least
        for arm, end, mask, stops, value, liked, hexsides, tunnel, closed, left in branch:
            fitting = 0
            for used, visited, cost, two in joints:
                if mask & used or closed & visited or cost > left:
                    continue
                fitting += 1
                arm_2, end_2, _, _, value_2, liked_2, hexsides_2, tunnel_2, _, _ = two
                revenue = value + value_2 + here.value
                if not plain:
                    all_stops = stops | visited | at_home
                    if (all_stops & self.makers).bit_count() < 2:
                        continue
                    if tunnel or tunnel_2:
                        revenue += self.bonus * all_stops.bit_count()
                    if sided[end] and sided[end_2]:
                        revenue += problem.transit(end, end_2)
                if revenue < least:
                    continue
                route = Route(
                    revenue,
                    liked + liked_2 + liked_here,
                    hexsides + hexsides_2,
                    mask | used,
                    train,
                    home,
                    (arm_2, arm),
                    None,
                )
                if train.skips:
                    paid = best_paid(problem, train, route.stops)
                    if paid is None:
                        continue
                    route = self._skipping(route, paid, tunnel or tunnel_2)
                if self.best_only:
                    self.least = least = max(least, route.revenue)
                self.found.append(route)
            self._step(fitting * (CHOICE if train.skips else 1) + len(joints) // LOOKS)

    def _skipping(self, route: Route, paid: tuple[int, ...], tunnel: bool) -> Route:
        """Return a route of which only some stops are paid, and share in the bonus."""
        revenue, liked = route.revenue, route.liked
        for stop in set(route.stops).difference(paid):
            revenue -= self.problem.network.stops[stop].value + tunnel * self.bonus
            liked -= stop in self.problem.prefer_stops
        return route._replace(revenue=revenue, liked=liked, paying=paid)

    def _step(self, steps: int) -> None:
        """Count steps, and look at the clock now and then."""
        before = self.steps
        self.steps += steps
        if self.max_steps is not None and self.steps > self.max_steps:
            raise TooLarge(f"too many routes for a {self.train.name}")
        if self.clock is not None and self.steps >> 10 != before >> 10:
            self.clock.check()


_Part = tuple[Arm, int, int, int, int, int, int, bool, int, int]
"""An arm, where it ends, and what it amounts to without the marker that it leaves: mask,
stops, value, preferred places, hexsides, tunnel; then what it leaves to the rest of the route:
the stops that are closed, and what may still be spent."""

_Joint = tuple[int, int, int, _Part]
"""An arm to be joined: its mask, stops and cost, which are looked at first."""

_Exit = tuple[int, int, int, int, int, int, int, int, int, bool, bool]
"""A link out of a stop: the bit of the stop it leads to, its mask and its cost; then link and
stop, the stops that this one shuts, hexsides, value, preferred places, tunnel, runs through."""


def _exits(problem: Problem, train: Train) -> list[list[_Exit]]:
    """Return for each stop the links out of it, as the search takes them."""
    stops, by_length = problem.network.stops, train.by_length
    costs = (0,) * len(stops) if train.skips else train.weights
    likes = [at in problem.prefer_stops for at in range(len(stops))]
    shuts = [_shuts(problem, at) for at in range(len(stops))]
    exits: list[list[_Exit]] = [[] for _ in stops]
    for index, (a, b, mask, hexsides, _, tunnels) in enumerate(problem.network.links):
        liked, narrow = index in problem.prefer_links, bool(tunnels)
        for here, there in ((a, b), (b, a)):
            stop = stops[there]
            exits[here].append(
                (
                    1 << there,
                    mask,
                    hexsides if by_length else costs[there],
                    index,
                    there,
                    shuts[there],
                    hexsides,
                    stop.value,
                    likes[there] + liked,
                    narrow,
                    stop.through,
                )
            )
    return exits


def _shuts(problem: Problem, stop: int) -> int:
    """Return the stops that ``stop`` keeps out of its route: itself, and its group."""
    stops = problem.network.stops
    group = stops[stop].group
    if group is None:
        return 1 << stop
    return sum(1 << mate for mate, other in enumerate(stops) if other.group == group)
