"""The beginning of an order of visits, with lower bounds for every plan that begins so."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.costs import Landfall
from solvers.island.deliveries.order import Job, Visit
from solvers.island.deliveries.timetable import TimeLabel


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """Some visits, and where they leave the train.

    ``labels`` and ``slow`` are the arrivals at the last visit, with the train of the calendar
    and with the first one; ``left`` are jobs whose good was left in a town. What is ``crowded``
    has no regard to the room on the train; ``fullest`` is the most that was aboard. ``cost`` bounds
    lines and hire so far, ``hires`` being the hire alone; ``stops`` are the places visited.
    ``landfalls`` are the journeys by land: where the train came ashore and what is to be joined to
    that; nothing if it is left open in which ports the train boards and lands. ``before`` is the
    branch without its last visit.
    """

    visits: tuple[Visit, ...]
    moments: tuple[int, ...]
    labels: tuple[TimeLabel, ...]
    slow: tuple[TimeLabel, ...]
    pay: int
    hires: int
    cost: int
    stops: frozenset[int]
    aboard: frozenset[Job]
    at: int
    opened: frozenset[int]
    done: frozenset[int] = frozenset()
    left: frozenset[Job] = frozenset()
    crowded: bool = False
    fullest: int = 0
    before: Branch | None = None
    landfalls: tuple[Landfall, ...] = ()

    def paid(self, calendar: Calendar) -> list[tuple[int, int]]:
        """Return the turn and the pay of each delivery."""
        pairs = zip(self.visits, self.moments, strict=True)
        return [(calendar.turn(moment), v.job.pay) for v, moment in pairs if v.deliver]

    def in_order(self, visit: Visit) -> bool:
        """Return whether a visit may be next: what is done in one place has one order.

        First goods leave the train, then others come aboard, each by the job's number. Any
        other order of the same visits is worth no more.
        """
        if not self.visits or self.at != visit.point:
            return True
        last = self.visits[-1]
        return last.job == visit.job or last.rank <= visit.rank
