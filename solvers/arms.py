"""The arms of a train: every way out of a marker, as far as the train gets.

Every route visits a stop with a marker of the company. At the first such stop (in the order of
the network) it splits into two *arms*, one of which may be empty. A depth-first search finds all
arms of a marker, branch by branch: one branch for each link out of it. It does not enter earlier
markers, so that each route is met exactly once.

The use of all limits of a train is packed into one integer, with a field for each limit. A field
starts so high that exceeding the limit carries into a guard bit above it: one AND checks all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mapdata.words import with_article
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.problem import Problem, Train
from solvers.route import Arm
from solvers.tally import Tally

GrownArm = tuple[Arm, int, int, int, int, int, int, int, int, int]
"""An arm, the stop where it ends, and its sums without the marker that it leaves: mask, stops,
worth, preferred places, hexsides, flags of special track. Then the state that the rest of the
route starts from: stops that are closed, and the limits used so far."""

_Exit = tuple[int, int, int, int, int, int, int, int, int, int, bool]
"""A link out of a stop: the bit of the stop it leads to, its mask and its cost in limits; then
link, stop, the stops that this one excludes, hexsides, worth, preferred places, flags, and
whether a route may go on from there."""


OFTEN = 256
"""Arms between two updates of the step counter."""


class Effort:
    """Counts steps, and gives up after too many or when the time is over."""

    def __init__(self, most: int | None, clock: Clock | None, name: str) -> None:
        self.most, self.clock, self.name = most, clock, name
        self.steps = 0

    def step(self, steps: int) -> None:
        """Count steps, and look at the clock now and then."""
        before = self.steps
        self.steps = now = before + steps
        if now >> 10 != before >> 10 or (self.most is not None and now > self.most):
            self.look(0)

    def look(self, more: int) -> None:
        """Check the clock, and the number of steps with ``more`` that are not counted yet."""
        if self.most is not None and self.steps + more > self.most:
            raise TooLarge(f"too many routes for {with_article(self.name)}")
        if self.clock is not None:
            self.clock.check()


class Start(NamedTuple):
    """A marker with its arms: the empty one, the others by branch, and those that join no other."""

    home: int
    nothing: GrownArm
    branches: list[list[GrownArm]]
    alone: list[GrownArm]


class LimitRoom:
    """The limits of a train packed into one integer.

    ``start`` is its first value, ``costs`` and ``lengths`` are what stops and links add, and
    ``guards`` the bits that are set once a limit is exceeded.
    """

    def __init__(self, problem: Problem, train: Train) -> None:
        stops, links = problem.network.stops, problem.network.links
        self.start = self.guards = self.shift = 0
        self.costs = [0] * len(stops)
        self.lengths = [0] * len(links)
        self.ends: list[int] | None = None
        for limit in train.visits:
            if limit.links:
                shift, most = self.shift, limit.most + 1
                more = [min(weight, most) << shift for weight in limit.links]
                self.lengths = [a + b for a, b in zip(self.lengths, more, strict=True)]
            self._limit(limit.most, limit.weights, limit.ends)
        for limit in train.pays if train.must_pay else ():
            sure = [each if at in train.must_pay else 0 for at, each in enumerate(limit.weights)]
            if sum(sure) + 2 > limit.most:  # ends pay, too, if the train trims
                ends = [all_in - one for all_in, one in zip(limit.weights, sure, strict=True)]
                self._limit(limit.most, sure, ends if train.trims and not train.local else None)
        if train.hexes is not None:
            shift = self._field(train.hexes - 1)
            lengths = [train.length(at, link.hexsides) for at, link in enumerate(links)]
            more = [min(length, train.hexes) << shift for length in lengths]
            self.lengths = [a + b for a, b in zip(self.lengths, more, strict=True)]

    def _limit(self, at_most: int, weights: Sequence[int], ends: Sequence[int] | None) -> None:
        shift, most = self._field(at_most), at_most + 1
        more = [min(weight, most) << shift for weight in weights]
        self.costs = [a + b for a, b in zip(self.costs, more, strict=True)] if shift else more
        if ends:
            more = [min(weight, most) << shift for weight in ends]
            before = self.ends or [0] * len(more)
            self.ends = [one + two for one, two in zip(before, more, strict=True)]

    def _field(self, most: int) -> int:
        """Add a field for numbers up to ``most``; return its lowest bit."""
        shift, width = self.shift, (most + 2).bit_length()
        self.start |= (1 << width) - 1 - most << shift
        self.guards |= 1 << shift + width
        self.shift = shift + width + 2
        return shift


class ArmSearch:
    """A depth-first search from each marker of the company."""

    def __init__(
        self, problem: Problem, train: Train, room: LimitRoom, tally: Tally, effort: Effort
    ) -> None:
        self.problem, self.train = problem, train
        self.room, self.tally, self.effort = room, tally, effort
        self.guards = room.guards

    def run(self, worth: Sequence[int]) -> list[Start]:
        """Return all markers with all their arms, where a stop adds its ``worth``."""
        self.exits, last = self._exits(worth)
        found = []
        closed = sum([1 << stop for stop in self.train.barred])
        for home, stop in enumerate(self.problem.network.stops):
            if not stop.home or closed >> home & 1:
                continue
            shut, spent = closed | self.problem.shuts[home], self.room.start + self.room.costs[home]
            if spent & self.room.guards:
                continue
            nothing: GrownArm = (None, home, 0, 0, 0, 0, 0, 0, shut, spent)
            start = Start(home, nothing, [], [])
            grown = 0
            for exit in self.exits[home]:
                branch: list[GrownArm] = [] if stop.through else start.alone
                self._grow([exit], nothing, branch)
                if stop.through:
                    start.branches.append(branch)
                    grown += len(branch)
                    if grown > OFTEN:
                        self.effort.step(grown)
                        grown = 0
            if last[home]:
                self._grow(last[home], nothing, start.alone)
            self.effort.step(grown + len(start.alone))
            found.append(start)
            # Routes through this marker are all met now: later searches stay clear of it.
            closed |= 1 << home
        return found

    def _grow(self, exits: list[_Exit], so_far: GrownArm, branch: list[GrownArm]) -> None:
        """Add all arms that begin with ``so_far`` and go on by one of ``exits``."""
        arm, _, mask, stops, value, liked, hexsides, flags, closed, spent = so_far
        guards, before = self.guards, len(branch)
        for bit, used, cost, link, there, shuts, length, pays, likes, marks, through in exits:
            # A longer arm uses no less of any limit, so an arm that exceeds one is not grown.
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
            if through:
                self._grow(self.exits[there], longer, branch)
        if len(branch) - before > OFTEN:
            self.effort.look(len(branch))

    def _exits(self, worth: Sequence[int]) -> tuple[list[list[_Exit]], list[list[_Exit]]]:
        """Return the links out of each stop, in two lists.

        The second has links whose track ends at the stop: a route that takes one of them cannot
        go on through the stop, so its arm joins no other.
        """
        problem, train, tally = self.problem, self.train, self.tally
        skips, closed = train.skips, train.closed
        stops, liked, liked_links = (
            problem.network.stops,
            problem.prefer_stops,
            problem.prefer_links,
        )
        through = [stop.through and at not in train.no_through for at, stop in enumerate(stops)]
        ends = list(zip(problem.shuts, self.room.costs, worth, through, strict=True))
        exits: list[list[_Exit]] = [[] for _ in stops]
        last: list[list[_Exit]] = [[] for _ in stops]
        facts = zip(problem.network.links, self.room.lengths, tally.flags, tally.links, strict=True)
        for index, (link, length, flags, own) in enumerate(facts):
            if index in closed:
                continue
            a, b, mask, hexsides, _, _, _, dead_ends = link
            if skips and own < 0:  # due only between two paying stops: 0 is an upper bound
                own = 0
            likes_link = index in liked_links
            for here, there in ((a, b), (b, a)):
                shuts, cost, pays, onward = ends[there]
                exit = (
                    1 << there,
                    mask | problem.passage if here in problem.closed else mask,
                    cost + length,
                    index,
                    there,
                    shuts,
                    hexsides,
                    pays + own,
                    (there in liked) + likes_link,
                    flags,
                    onward and there not in dead_ends,
                )
                (last if here in dead_ends else exits)[here].append(exit)
        return exits, last
