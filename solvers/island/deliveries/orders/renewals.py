"""Goods that lie in a town, fetched and left again when the train comes by.

So they lie for as long as at first. It takes room for one good: a train that may be full leaves
another one meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from solvers.island.deliveries.order import Job, Visit

VisitOrTown = Visit | int
"""A visit, or a town in which all that lies there is renewed."""


def with_renewals(
    stops: Sequence[VisitOrTown], room: int, *, everywhere: bool = False
) -> tuple[Visit, ...]:
    """Return visits with those by which goods are renewed.

    Parameters
    ----------
    stops
        What is done, stop by stop.
    room
        For how many goods there is room at any time.
    everywhere
        Whether goods are renewed wherever the train comes by.
    """
    aboard, lies = _aboard(stops), dict[Job, int]()
    found: list[Visit] = []
    for point, stay in groupby(stops, key=_point):
        here = list(stay)
        visits = [stop for stop in here if isinstance(stop, Visit)]
        taken = {visit.job for visit in visits if visit.deed == "fetch"}
        asked = everywhere or len(visits) < len(here)
        old = [job for job, town in lies.items() if town == point and job not in taken and asked]
        found += _renewed(point, old, aboard, room)
        for visit in visits:
            _note(visit, aboard, lies)
        found += visits
        if any(visit.loads for visit in visits):
            found += _renewed(point, old, aboard, room)
    return tuple(found)


def _point(stop: VisitOrTown) -> int:
    return stop.point if isinstance(stop, Visit) else stop


def _aboard(stops: Iterable[VisitOrTown]) -> list[Job]:
    """Return the goods that are aboard at the beginning: nobody loads them."""
    visits = [stop for stop in stops if isinstance(stop, Visit)]
    loaded = {visit.job for visit in visits if visit.deed == "load"}
    return [visit.job for visit in visits if visit.deliver and visit.job not in loaded]


def _note(visit: Visit, aboard: list[Job], lies: dict[Job, int]) -> None:
    if visit.loads:
        aboard.append(visit.job)
        lies.pop(visit.job, None)
    else:
        aboard.remove(visit.job)
        if not visit.deliver:
            lies[visit.job] = visit.point


def _renewed(point: int, old: list[Job], aboard: list[Job], room: int) -> Iterator[Visit]:
    meanwhile = aboard[:1] if old and len(aboard) >= room else []
    yield from (Visit(point, job, "leave") for job in meanwhile)
    for job in old:
        yield Visit(point, job, "fetch")
        yield Visit(point, job, "leave")
    yield from (Visit(point, job, "fetch") for job in meanwhile)
