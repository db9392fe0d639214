"""Plans that leave goods in towns, looked for on another core while the others are.

They are many, and good bounds on them take long. The process is one that may die: then all is as
if there were no other core. Each side tells the other when it has found a better plan: what cannot
beat it need not be looked for any more.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from mapdata.island.position import IslandPosition
from solvers import worker
from solvers.clock import Clock
from solvers.errors import WorkerDied, WorkerStopped
from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.plan import DeliveryPlan
from solvers.island.deliveries.terms import Terms
from solvers.isolate import GRACE, Crew

_GLANCE = 0.1
"""Seconds between two looks at a clock that Ctrl-C may have stopped."""


@dataclass(frozen=True)
class LeavingFound:
    """The best plan that leaves goods in towns, if one beats what was known, and the bound."""

    plan: DeliveryPlan | None
    value: Fraction
    bound: Fraction
    without_upgrade: Fraction


class Partner(Protocol):
    """The other side of a search on two cores."""

    def tell(self, plan: DeliveryPlan, value: Fraction) -> None:
        """Tell of a better plan."""

    def heard(self) -> list[tuple[DeliveryPlan | None, Fraction]]:
        """Return the values of better plans of the other side, and the plans if they come here."""


class Owner:
    """The process that has asked for help, as the helper sees it."""

    def tell(self, plan: DeliveryPlan, value: Fraction) -> None:
        """Tell of a better plan."""
        worker.tell((plan, value))

    def heard(self) -> list[tuple[DeliveryPlan | None, Fraction]]:
        """Return the values of better plans that the owner has."""
        return [(None, value) for value in worker.heard()]


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        return os.cpu_count() or 1


def look_for_leaving(
    position: IslandPosition, aim: Aim, terms: Sequence[Terms], best: Fraction, until: float
) -> LeavingFound:
    """Look for half of the plans that leave goods and are better than ``best``."""
    from solvers.island.deliveries.search import Search

    clock = Clock(max(0.0, until - time.time()))
    with clock.stopped_by_interrupt():
        search = Search(position, aim, clock, terms=terms)
        search.partner = Owner()
        bound = search.run_leaving(best)
    return LeavingFound(search.plan, search.best, bound, search.without_upgrade)


class Helper:
    """Looks for such plans beside the search that has started it."""

    def __init__(
        self,
        position: IslandPosition,
        aim: Aim,
        terms: Sequence[Terms],
        best: Fraction,
        left: float,
    ) -> None:
        self._crew, self._found = Crew(), list[LeavingFound]()
        self._heard: queue.SimpleQueue[tuple[DeliveryPlan, Fraction]] = queue.SimpleQueue()
        self._error: Exception | None = None
        task = position, aim, terms, best, time.time() + left
        self._thread = threading.Thread(target=self._run, args=task, daemon=True)
        self._thread.start()

    def _run(self, *task: object) -> None:
        try:
            answer = self._crew.call(look_for_leaving, *task, heard=self._heard.put)
            self._found.append(answer)
        except (WorkerDied, WorkerStopped):
            pass
        except Exception as error:
            self._error = error

    def tell(self, plan: DeliveryPlan, value: Fraction) -> None:
        """Tell of a better plan; its value is enough."""
        self._crew.send(value)

    def heard(self) -> list[tuple[DeliveryPlan | None, Fraction]]:
        """Return the better plans that were found there meanwhile."""
        return [self._heard.get() for _ in range(self._heard.qsize())]

    def wait(self, clock: Clock) -> LeavingFound | None:
        """Return what was found when it is done or the time is over; nothing if it died.

        A fault of the search itself is raised here, as if it had been met in this process.
        """
        while self._thread.is_alive() and (clock.left is None or clock.left > 0):
            self._thread.join(_GLANCE)
        if clock.interrupted:
            self._crew.interrupt()
        self._thread.join(GRACE)
        if self._thread.is_alive():
            self._crew.close()
        if self._error is not None:
            raise self._error
        return self._found[0] if self._found else None
