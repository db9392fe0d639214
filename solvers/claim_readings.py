"""Readings of a claim's words: the stops, those that pay, the bonuses. No track yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct
from msgspec.structs import replace

from solvers.bonus import Between, Marked, Over, Visited, claims_of
from solvers.bonus import once as only_once
from solvers.judge import can_be_mended
from solvers.pay import best_paid, fits
from solvers.problem import Earnings, Problem, Run, Train

AS_STATED = 1_000_000
"""Weight of earning the stated figure: it outweighs any difference in revenue."""


class Line(Struct, frozen=True):
    """One line of a claim: a train and the stops it names.

    A name can mean several stops (two stations of one town): ``stops`` holds the options
    at each place. ``paid`` tells which of them are paid; only a train that skips leaves some out.
    If such a train names more stops than it is paid for, the best of them pay. ``hexes``, if
    given, are the hexes that the route must follow, ``figure`` is the stated revenue, and
    ``disputed`` are stops for which other lines claim pay, too.
    """

    train: Train
    stops: tuple[tuple[int, ...], ...]
    paid: tuple[bool, ...]
    hexes: tuple[str, ...] | None = None
    figure: int | None = None
    disputed: frozenset[int] = frozenset()


def worth(line: Line, earned: Earnings) -> int:
    """Rank of a way of running a line: its earnings, and a large weight if they are as stated."""
    return earned.total + AS_STATED * (earned.revenue == line.figure)


def said_paid(line: Line, stops: Sequence[int]) -> tuple[int, ...]:
    """The stops that are paid according to a line."""
    return tuple(stop for stop, pays in zip(stops, line.paid, strict=True) if pays)


def earns(run: Run) -> bool:
    """Whether a run earns something by every bonus that it claims."""
    only = [bonus for bonus in run.train.bonuses if only_once(bonus)]
    return {bonus.name for bonus in only if bonus.earned(run, ())}.issuperset(run.once)


def readings(problem: Problem, line: Line) -> Iterator[Run]:
    """Yield the readings of ``line``: runs with stops and pay, but without track yet."""
    for stops in product(*line.stops):
        for once in claims_of(line.train, stops):
            for paid in paying(problem, line, stops, once):
                run = Run(line.train, stops, (), paid, once)
                if can_be_mended(problem, run):
                    yield run


def most(problem: Problem, reading: Run) -> int:
    """Upper bound on the earnings of a reading, on any track."""
    total = problem.earnings(reading).total
    for bonus in reading.train.bonuses:
        if isinstance(bonus, Marked):
            marks = sum(number for _, number in bonus.links)
            times = {"route": 1, "paid": len(reading.paid), "mark": marks}[bonus.per]
            total += bonus.amount * times
        elif isinstance(bonus, Over):
            total += max(0, bonus.amount)
        elif isinstance(bonus, Between):
            total += bonus.most
        elif isinstance(bonus, Visited) and bonus.name in reading.once:
            total += bonus.amount * (len(problem.network.stops) - len(reading.stops))
    return total


def left_to_others(
    problem: Problem, line: Line, stops: Sequence[int], said: Sequence[int]
) -> list[tuple[int, ...]]:
    """Return the choices of paid stops, where those that are disputed may be left to others.

    Of more than the train is paid for the best pay.
    """
    train, ends = line.train, tuple(dict.fromkeys((stops[0], stops[-1])))
    if train.ends_pay:
        said = [stop for stop in said if stop in ends] if problem.paid_once else ends
    disputed = [stop for stop in said if stop in line.disputed]
    found = []
    for size in range(len(disputed) + 1):
        for left in combinations(disputed, size):
            paid: tuple[int, ...] | None = tuple([stop for stop in said if stop not in left])
            if not fits(train, set(paid or ())):
                paid = best_paid(problem, train, tuple(stops), (), (), among=paid)
            found += [] if paid is None else [paid]
    return list(dict.fromkeys(found))


def with_disputes(problem: Problem, lines: Sequence[Line]) -> list[Line]:
    """Return the lines, each with the stops for which other lines claim pay, too."""
    if not problem.paid_once:
        return list(lines)
    said = [
        problem.paid_mask(
            stop for some, pays in zip(line.stops, line.paid, strict=True) if pays for stop in some
        )
        for line in lines
    ]
    found = []
    for at, line in enumerate(lines):
        others = 0
        for mask in (*said[:at], *said[at + 1 :]):
            others |= mask
        paying = enumerate(problem.paying)
        disputed = frozenset([stop for stop, mask in paying if mask & others])
        found.append(replace(line, disputed=disputed))
    return found


def paying(
    problem: Problem, line: Line, stops: Sequence[int], once: tuple[str, ...] = ()
) -> list[tuple[int, ...]]:
    """Return the choices of paid stops among the named ``stops``; one of them is the best.

    There are several in two cases. If a train that skips names more stops than it is paid for, any
    stretch of them can hold the paying ones: leaving out an end that is worth little can still
    lose a bonus between ends, or the mark before it. And if a stop pays only one run of the turn,
    any such stop may be left to another run.
    """
    paid = said_paid(line, stops)
    train = line.train
    if train.ends_pay or problem.paid_once:
        return left_to_others(problem, line, stops, paid)
    if fits(train, set(paid)):
        return [paid]
    way = tuple(stops)
    choices = [best_paid(problem, train, way, (), once, among=paid)]
    for first, last in combinations(range(len(paid)), 2):
        some, ends = paid[first : last + 1], (paid[first], paid[last])
        choices.append(best_paid(problem, train, way, (), once, among=some, forced=ends))
    return list(dict.fromkeys(each for each in choices if each is not None)) or [paid]
