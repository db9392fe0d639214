"""The best choice of paying stops, where a train need not be paid for all it visits.

A set of stops can pay together if its stops find places in the rows of the train. Such sets form
a matroid: as long as each stop counts for itself, greedy is optimal, the dearest stop first.
Stops that are tied to each other (by a marker, or by the set of a bonus) are no such case. For
them every choice is tried, and the greedy fill completes each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations

from solvers.bonus import Again, Counted, Marked, Markers, Sets, Stations
from solvers.problem import Problem, Run, Train


def best_run(
    problem: Problem,
    train: Train,
    stops: tuple[int, ...],
    links: tuple[int, ...],
    once: tuple[str, ...] = (),
    among: Collection[int] | None = None,
) -> Run | None:
    """Return the run along a way that earns the most; ``None`` if nothing can pay.

    ``among``: the stops that can pay, if others are paid to other runs of the plan.
    """
    if not train.skips:
        return Run(train, stops, links, stops, once)
    paid = best_paid(problem, train, stops, links, once, among=among)
    return None if paid is None else Run(train, stops, links, paid, once)


def payments(
    problem: Problem,
    train: Train,
    stops: tuple[int, ...],
    links: tuple[int, ...] = (),
    once: tuple[str, ...] = (),
) -> list[tuple[int, ...]]:
    """Return the best stops to be paid, for every choice of those left to other runs.

    Only where a stop pays one run of a plan is there more than one choice.
    """
    first = best_paid(problem, train, stops, links, once)
    if not problem.paid_once or train.trims:
        return [] if first is None else [first]
    free = [stop for stop in stops if stop not in train.must_pay and fits(train, {stop})]
    some = chain.from_iterable(combinations(free, size) for size in range(len(free) + 1))
    found = [
        best_paid(problem, train, stops, links, once, among=set(stops).difference(left))
        for left in some
    ]
    return list(dict.fromkeys(paid for paid in (first, *found) if paid is not None))


def best_paid(
    problem: Problem,
    train: Train,
    stops: tuple[int, ...],
    links: tuple[int, ...] = (),
    once: tuple[str, ...] = (),
    *,
    among: Collection[int] | None = None,
    forced: Collection[int] = (),
) -> tuple[int, ...] | None:
    """Return the best paying stops for a train that skips; ``None`` if the limits allow none.

    Parameters
    ----------
    once
        Bonuses that the run claims and no other run of the plan may.
    among
        The stops that can pay, if not all. Then a train that trims need not be paid at its ends.
    forced
        Stops that must pay.
    """
    sure = {*train.must_pay.intersection(stops), *forced}
    trims = train.trims and among is None
    if trims:
        sure |= {stops[0], stops[-1]}
    if not fits(train, sure) or (among is not None and not sure.issubset(among)):
        return None
    ranked = sorted(
        [stop for stop in stops if stop not in sure and (among is None or stop in among)],
        key=lambda stop: (-train.worth[stop], stop not in problem.prefer_stops, stop),
    )
    seen = problem.network.stops
    homes = [stop for stop in ranked if seen[stop].home]
    settled = not train.marker_must_pay or any(seen[stop].home for stop in sure)
    tied = _tied(problem, train, stops, once) if train.bonuses else set()
    some_tied = [stop for stop in ranked if stop in tied]
    loose = not trims and _marked(train, links)
    plain = not some_tied and not loose
    best: tuple[tuple[int, int], tuple[int, ...]] | None = None
    for some in [()] if plain else _options(ranked if loose else (), some_tied):
        chosen = {*sure, *some}
        if some and not fits(train, chosen):
            continue
        # The rest stands for itself alone, so the greedy fill is optimal (a matroid).
        filled = _filled(train, chosen, ranked)
        if not settled and not any(seen[stop].home for stop in filled):
            filled = _with_marker(train, chosen, ranked, homes)
            if not filled:
                continue
        paid = tuple([stop for stop in stops if stop in filled])
        if plain:
            return paid
        run = Run(train, stops, links, paid, once)
        score = problem.earnings(run).total, problem.preference(run)
        if best is None or score > best[0]:
            best = score, paid
    return None if best is None else best[1]


def _options(outer: Sequence[int], tied: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield sets of stops to be paid for sure; the greedy fill of one of them is optimal.

    These are all subsets of ``tied``, the stops whose pay depends on others. Where the marks
    between paying stops count, each comes with every choice of one or two ``outer`` stops.
    """
    for pair in chain([()], combinations(outer, 1), combinations(outer, 2)):
        rest = [stop for stop in tied if stop not in pair]
        sizes = range(len(rest) + 1)
        for some in chain.from_iterable(combinations(rest, size) for size in sizes):
            yield (*pair, *some)


def _marked(train: Train, links: Sequence[int]) -> bool:
    """Whether a link of the way has a mark that the train is paid for."""
    for bonus in train.bonuses:
        if isinstance(bonus, Marked) and not dict(bonus.links).keys().isdisjoint(links):
            return True
    return False


def _tied(problem: Problem, train: Train, stops: Sequence[int], once: Sequence[str]) -> set[int]:
    """Return the stops of a way whose pay decides a bonus, beside what they are worth alone."""
    found: set[int] = set()
    ends = (stops[0], stops[-1])
    for bonus in train.bonuses:
        counted: list[int] = []
        if isinstance(bonus, Markers | Again):
            among = stops if isinstance(bonus, Markers) else ends
            counted = [stop for stop, _ in bonus.stops if stop in among]
        sets = bonus.where if isinstance(bonus, Stations) else bonus
        if isinstance(sets, Sets) and not (sets.once and sets.name not in once):
            among = ends if sets.ends else stops
            met = [[stop for stop, _ in each if stop in among] for each in sets.sets]
            counted = list(chain.from_iterable(met)) if all(met) else []
        if isinstance(bonus, Counted):
            counted = [stop for stop in stops if stop in bonus.stops]
        found.update(counted)
        if isinstance(bonus, Markers | Stations) and (counted or sets is None):
            found.update([stop for stop in stops if problem.network.stops[stop].home])
    return found


def fits(train: Train, paid: set[int]) -> bool:
    """Whether ``paid`` can all pay."""
    return all(limit.count(paid) <= limit.most for limit in train.pays)


def _filled(train: Train, chosen: set[int], ranked: Sequence[int]) -> set[int]:
    """Greedy fill: ``chosen`` and the dearest other stops for which there are places."""
    filled = set(chosen)
    if len(train.pays) == 1:
        limit = train.pays[0]
        room = limit.most - limit.count(chosen)
        counted = [stop for stop in ranked if limit.weights[stop] and stop not in chosen]
        filled.update([stop for stop in ranked if not limit.weights[stop]])
        filled.update(counted[: max(0, room)])
        return filled
    left = [limit.most - limit.count(chosen) for limit in train.pays]
    weights = [limit.weights for limit in train.pays]
    for stop in ranked:
        if stop not in filled and all(
            each[stop] <= room for each, room in zip(weights, left, strict=True)
        ):
            filled.add(stop)
            left = [room - each[stop] for each, room in zip(weights, left, strict=True)]
    return filled


def _with_marker(
    train: Train, chosen: set[int], ranked: Sequence[int], homes: Sequence[int]
) -> set[int]:
    """Return the best choice that includes a stop with an own marker."""
    options = [
        _filled(train, {*chosen, home}, ranked) for home in homes if fits(train, {*chosen, home})
    ]
    return max(options, key=lambda some: sum(train.worth[stop] for stop in some), default=set())
