"""All routes of a train: every way out of a marker, and every two that fit together.

Every route holds a stop with a marker of the company. At the first such stop (in the order
of the network) it falls into two *arms*, one of which may be empty. A depth-first search
finds all arms of a marker, branch by branch: one branch for each link out of it. Two arms
make a route if they are of different branches, share no track and no stop, and the train can
count both. Earlier markers are left out, so that each route is met exactly once.

What a train has counted is one integer, with a field for each of its limits. Every field begins
so high that a guard bit above it is set when the limit is exceeded.
"""

from __future__ import annotations

from bisect import bisect_right

from mapdata.words import with_article
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.pay import best_paid
from solvers.problem import Problem, Run, Train
from solvers.route import Arm, Route
from solvers.tally import Tally

CHOICE = 4
"""Steps that go into choosing the stops that pay, where not all do."""

LOOKS = 16
"""Pairs of arms that are looked at in the time of one step of the search."""

MANY = 64
"""Pairs of arms from which on it is worth while to put them in order first."""


def routes(
    problem: Problem,
    train: Train,
    max_steps: int | None = None,
    clock: Clock | None = None,
    *,
    best_only: bool = False,
) -> list[Route]:
    """Return every route of ``train``, best first; with ``best_only`` the best one, maybe more.

    For a train that may skip stops, one route stands for all that run the same way: the
    one with the best stops paid, and if the train trims, paid at both ends (a route not paid
    at its end is shorter and worth the same when it is cut back). A route that can earn what
    only one route of a plan can is listed with it and without.

    Raises :class:`TooLarge` after ``max_steps`` steps of the search, and
    :class:`TimeoutError` when the time of ``clock`` is over.
    """
    found = _RouteSearch(problem, train, max_steps, clock, best_only).run()
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


class _RouteSearch:
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
        self.best = self.least = 0
        self.tally = Tally(problem, train)
        self.room = _Room(problem, train)
        self.exits, self.last = _exits(problem, train, self.room, self.tally)
        self.found: list[Route] = []

    def run(self) -> list[Route]:
        train = self.train
        closed = sum(1 << stop for stop in train.barred)
        for home, stop in enumerate(self.problem.network.stops):
            if not stop.home or closed >> home & 1:
                continue
            shut, spent = closed | self.problem.shuts[home], self.room.start + self.room.costs[home]
            if spent & self.room.guards:
                continue
            nothing: _Part = (None, home, 0, 0, 0, 0, 0, 0, shut, spent)
            first = (0, 0, 0, nothing)
            joints = [first]
            if train.local:
                self._join(home, [nothing], [first])
            for exit in self.exits[home]:
                branch: list[_Part] = []
                self._grow([exit], nothing, branch)
                self._join(home, branch, joints)
                if stop.through:
                    joints += [(arm[2], arm[3], arm[9] - spent, arm) for arm in branch]
            for exit in self.last[home]:
                branch = []
                self._grow([exit], nothing, branch)
                self._join(home, branch, [first])
            closed |= 1 << home
        return self.found

    def _grow(self, exits: list[_Exit], so_far: _Part, branch: list[_Part]) -> None:
        """Add all arms that begin with ``so_far`` and go on by one of ``exits``."""
        arm, _, mask, stops, value, liked, hexsides, flags, closed, spent = so_far
        guards, grown = self.room.guards, 0
        for bit, used, cost, link, there, shuts, length, pays, likes, marks, through in exits:
            if closed & bit or mask & used or spent + cost & guards:
                continue
            longer = (
                (arm, link, there),
                there,
                mask | used,
                stops | bit,
                value + pays,
                liked + likes,
                hexsides + length,
                flags | marks,
                closed | shuts,
                spent + cost,
            )
            branch.append(longer)
            grown += 1
            if through:
                self._grow(self.exits[there], longer, branch)
        self._step(grown)

    def _hope(self, joint: _Joint) -> int:
        """Return the most that an arm can add to a route, negated for sorting."""
        _, visited, _, arm = joint
        return -arm[4] - self.tally.most_each * visited.bit_count()

    def _join(self, home: int, branch: list[_Part], joints: list[_Joint]) -> None:
        """Record the routes that the arms of a branch make with any of ``joints``.

        If only the best is wanted, the joints are sorted, best first, and those that cannot
        make the best route with an arm are skipped.
        """
        problem, train, tally = self.problem, self.train, self.tally
        guards, end_costs, makers = self.room.guards, self.room.ends, tally.makers
        strict = tally.strict or end_costs is not None or makers is not None
        special, deep, sided = tally.special, tally.deep, tally.sided
        chooses = train.skips or tally.once
        at_home, worth_here, found = 1 << home, train.worth[home], self.found
        liked_here, least = home in problem.prefer_stops, self.least
        each, more, within = tally.most_each, worth_here + tally.most_each + tally.most_more, joints
        hopes: list[int] = []
        if self.best_only and len(branch) * len(joints) > MANY:
            joints.sort(key=self._hope)
            hopes = [self._hope(joint) for joint in joints]
        for arm, end, mask, stops, value, liked, hexsides, flags, closed, spent in branch:
            fitting = 0
            if hopes:
                hope = value + each * stops.bit_count() + more
                within = joints[: bisect_right(hopes, hope - least)]
            for used, visited, cost, two in within:
                if mask & used or closed & visited or spent + cost & guards:
                    continue
                fitting += 1
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
                revenue = value + value_2 + worth_here
                if special and (
                    deep or flags or flags_2 or (sided >> end & 1 and sided >> end_2 & 1)
                ):
                    all_stops = stops | visited | at_home
                    revenue += tally.more(all_stops, flags | flags_2, end, end_2)
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
                if train.local:
                    names = problem.claimed(train, route.stops)
                    mask_too = sum([problem.once[name] for name in names])
                    route = route._replace(mask=route.mask | mask_too, once=names)
                if chooses:
                    made = self._choices(route, flags | flags_2, stops | visited | at_home)
                    found += made
                    if self.best_only and made:
                        self.best = max(self.best, *[each.revenue for each in made])
                        self.least = least = self.best - tally.most_once
                    continue
                found.append(route)
                if self.best_only:
                    self.least = least = revenue
            self._step(fitting * (CHOICE if train.skips else 1) + len(within) // LOOKS)

    def _choices(self, route: Route, flags: int, visited: int) -> list[Route]:
        """Return the route with the best stops paid, for every choice of bonuses to claim."""
        problem, train, tally = self.problem, self.train, self.tally
        if not train.skips:
            return tally.claiming(route, visited)
        stops, links = route.way
        found = []
        for names, mask in tally.claims:
            paid = best_paid(problem, train, stops, links, names)
            if paid is None or not tally.enough(stops, paid):
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
                    mask=route.mask | mask,
                    paying=paid,
                    once=(*route.once, *names),
                )
            )
        return found

    def _step(self, steps: int) -> None:
        """Count steps, and look at the clock now and then."""
        before = self.steps
        self.steps += steps
        if self.max_steps is not None and self.steps > self.max_steps:
            raise TooLarge(f"too many routes for {with_article(self.train.name)}")
        if self.clock is not None and self.steps >> 10 != before >> 10:
            self.clock.check()


_Part = tuple[Arm, int, int, int, int, int, int, int, int, int]
"""An arm, where it ends, and what it amounts to without the marker that it leaves: mask,
stops, worth, preferred places, hexsides, flags of special track; then what it leaves to the
rest of the route: the stops that are closed, and what may still be spent."""

_Joint = tuple[int, int, int, _Part]
"""An arm to be joined: its mask, stops and cost, which are looked at first."""

_Exit = tuple[int, int, int, int, int, int, int, int, int, int, bool]
"""A link out of a stop: the bit of the stop it leads to, its mask and its cost; then link and
stop, the stops that this one shuts, hexsides, worth, preferred places, flags, runs through."""


class _Room:
    """The limits of a train in one integer: where it starts, and what stops and links add."""

    def __init__(self, problem: Problem, train: Train) -> None:
        stops, links = problem.network.stops, problem.network.links
        self.start = self.guards = self.shift = 0
        self.costs = [0] * len(stops)
        self.lengths = [0] * len(links)
        self.ends: list[int] | None = None
        for limit in train.visits:
            shift, most = self._field(limit.most), limit.most + 1
            more = [min(weight, most) << shift for weight in limit.weights]
            self.costs = [a + b for a, b in zip(self.costs, more, strict=True)] if shift else more
            if limit.ends:
                more = [min(weight, most) << shift for weight in limit.ends]
                ends = self.ends or [0] * len(stops)
                self.ends = [one + two for one, two in zip(ends, more, strict=True)]
        if train.hexes is not None:
            shift = self._field(train.hexes - 1)
            self.lengths = [min(link.hexsides, train.hexes) << shift for link in links]

    def _field(self, most: int) -> int:
        """Add a field for numbers up to ``most``; return its lowest bit."""
        shift, width = self.shift, (most + 2).bit_length()
        self.start |= (1 << width) - 1 - most << shift
        self.guards |= 1 << shift + width
        self.shift = shift + width + 2
        return shift


def _exits(
    problem: Problem, train: Train, room: _Room, tally: Tally
) -> tuple[list[list[_Exit]], list[list[_Exit]]]:
    """Return for each stop the links out of it, as the search takes them.

    Links whose track ends at the stop are apart: a route over one of them begins or ends there.
    """
    through = [stop.through for stop in problem.network.stops]
    costs, lengths, shuts, worth = room.costs, room.lengths, problem.shuts, train.worth
    liked, liked_links = problem.prefer_stops, problem.prefer_links
    exits: list[list[_Exit]] = [[] for _ in through]
    last: list[list[_Exit]] = [[] for _ in through]
    for index, (a, b, mask, hexsides, _, _, _, dead_ends) in enumerate(problem.network.links):
        if index in train.closed:
            continue
        length, flags, own = lengths[index], tally.flags[index], tally.links[index]
        for here, there in ((a, b), (b, a)):
            exit = (
                1 << there,
                mask,
                costs[there] + length,
                index,
                there,
                shuts[there],
                hexsides,
                worth[there] + own,
                (there in liked) + (index in liked_links),
                flags,
                through[there] and there not in dead_ends,
            )
            (last if here in dead_ends else exits)[here].append(exit)
    return exits, last
