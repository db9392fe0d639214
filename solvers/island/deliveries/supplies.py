"""What goods there are to be loaded: offered by towns, from a stock that may be empty, or lying."""

from __future__ import annotations

from collections.abc import Sequence

from mapdata.island.position import IslandPosition
from solvers.island.deliveries.order import Visit


class Supplies:
    """The goods of a position."""

    def __init__(self, position: IslandPosition) -> None:
        self._position, self._sources = position, position.board.sources

    @property
    def counted(self) -> bool:
        """Return whether it matters how many goods have been loaded."""
        return bool(self._position.stock or self._position.lying)

    def towns(self, good: str) -> tuple[int, ...]:
        """Return the towns that offer a good, and those where some lies."""
        lying = {each.town for each in self._position.lying if each.good == good}
        return tuple(dict.fromkeys((*self._sources[good], *sorted(lying))))

    def left(self, visits: Sequence[Visit], load: Visit) -> bool:
        """Return whether there can be a good to load after some visits.

        What is delivered goes back to the stock; so does, in time, what lies in a town or was
        aboard at the beginning and is not delivered.
        """
        good, stock = load.job.good, self._position.stock
        offered = load.point in self._sources[good]
        if offered and good not in stock:
            return True
        loads = [visit for visit in visits if visit.deed == "load" and visit.job.good == good]
        if not offered:
            here = sum(visit.point == load.point for visit in loads)
            return here < self._lying(good, load.point)
        delivered = [visit.job for visit in visits if visit.deliver and visit.job.good == good]
        loaded = {visit.job for visit in loads}
        brought = sum(job not in loaded for job in delivered)
        idle = self._position.load.count(good) - brought + self._lying(good)
        return len(loads) < stock[good] + len(delivered) + max(0, idle)

    def _lying(self, good: str, town: int | None = None) -> int:
        return sum(each.good == good and town in (None, each.town) for each in self._position.lying)

    def until(self, load: Visit) -> int | None:
        """Return the last turn in which a good is there to be loaded; nothing if there is none."""
        good, town = load.job.good, load.point
        if town in self._sources[good]:
            return None
        turns = (e.turns for e in self._position.lying if (e.good, e.town) == (good, town))
        return max(turns, default=0)
