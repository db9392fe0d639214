"""The states that the cards can be in, numbered for tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from solvers.island.deliveries.order import Job


class Fates:
    """A *fate* is the state of all cards: each is open, used, or its good for a job is aboard."""

    def __init__(self, jobs: Sequence[Job], room: int) -> None:
        import numpy as np

        self.jobs, self.room = jobs, room
        cards = sorted({job.card for job in jobs})
        own = {card: [job for job in jobs if job.card == card] for card in cards}
        self._digit = {job: 2 + own[job.card].index(job) for job in jobs}
        self._weight: dict[int, int] = {}
        size = 1
        for card in cards:
            self._weight[card] = size
            size *= 2 + len(own[card])
        aboard = np.zeros(size, dtype=np.int8)
        numbers = np.arange(size)
        self._digits = {}
        for card in cards:
            digit = numbers // self._weight[card] % (2 + len(own[card]))
            self._digits[card] = digit
            aboard += digit >= 2
        known = np.flatnonzero(aboard <= room)
        self.known = known[np.argsort(aboard[known], kind="stable")]
        self.place = np.full(size, -1, dtype=np.int32)
        self.place[self.known] = np.arange(len(self.known))
        self._aboard = aboard

    def light(self, room: int) -> int:
        """Return how many fates, the first ones, have no more goods aboard than there is room."""
        import numpy as np

        return int(np.count_nonzero(self._aboard[self.known] <= room))

    def dense(self, aboard: Iterable[Job]) -> int:
        """Return the code of a fate in which goods are aboard and no card is used."""
        known = (job for job in aboard if job in self._digit)
        return sum(self._weight[job.card] * self._digit[job] for job in known)

    def step(self, job: Job, *, deliver: bool) -> int:
        """Return by how much a code changes if a good is loaded, or delivered."""
        if job not in self._digit:
            return 0
        digit = self._digit[job]
        return self._weight[job.card] * (1 - digit if deliver else digit)

    def loaded(self, job: Job) -> tuple[Any, Any]:
        """Return the fates in which a job's good can be loaded, and what they become."""
        able = (self._digits[job.card] == 0) & (self._aboard < self.room)
        return self._changed(job, able, self._digit[job])

    def delivered(self, job: Job) -> tuple[Any, Any]:
        """Return the fates in which a job's good can be delivered, and what they become."""
        able = (self._digits[job.card] == self._digit[job]) & (self._aboard <= self.room)
        return self._changed(job, able, 1 - self._digit[job])

    def handed_on(self, job: Job) -> tuple[Any, Any]:
        """Return the fates in which a good can be loaded and delivered in one place."""
        able = (self._digits[job.card] == 0) & (self._aboard < self.room)
        return self._changed(job, able, 1)

    def _changed(self, job: Job, able: Any, more: int) -> tuple[Any, Any]:
        import numpy as np

        dense = np.flatnonzero(able)
        after = dense + more * self._weight[job.card]
        return self.place[dense].astype(np.intp), self.place[after].astype(np.intp)


def how_many(jobs: Sequence[Job], cards: Sequence[int], room: int) -> int:
    """Return how many fates the cards have with room for so many goods."""
    ways = [1]
    for card in cards:
        offers = sum(job.card == card for job in jobs)
        more = [0, *(offers * each for each in ways)]
        ways = [2 * one + other for one, other in zip([*ways, 0], more, strict=True)]
    return sum(ways[: room + 1])
