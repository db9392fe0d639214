"""What crowded orders stand for: the orders in which goods are left in towns and fetched again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.island.deliveries.order import Job, Visit
from solvers.island.deliveries.orders.crowd import NOWHERE, Crowd

Stands = dict[str, Any]
"""Columns of what is known of trains on their way through an order."""
VISITED, LEFT, FETCHED = range(3)
_TOWNS = 10_000
"""More than there are towns, to tell deeds apart by one number."""


class Unpacking:
    """Follows crowded orders, and leaves and fetches goods on the way.

    All that is known of time is how soon the train can be where it is if every line is there.
    Each *stand* has:

    =========== ==================================================================================
    row, next   which order is followed, and its next visit
    at, moment  where the train is, and since when
    aboard      the cards whose goods are aboard, as bits
    town, clock where each other good lies, and how long it does at least
    crossings   how often the train has sailed
    joining     what it costs to visit the towns where goods were left
    left        something was left at some time
    rank        what decides the order of deeds in one place
    still       the cards whose goods were just left here, as bits
    key, lay    its state in two numbers: where the train is with what, and where goods lie
    number      its place in the log, which tells the stand before it and what was done since
    =========== ==================================================================================

    ``late`` is asked now and then; it raises an exception if there is no time left.
    """

    def __init__(self, crowd: Crowd, late: Callable[[], None]) -> None:
        self.crowd, self.times, self._late = crowd, crowd.times, late
        world = self.times.numbers.world
        self.cards = len(self.times.cards)
        self.capacity = max(self.times.calendar.capacities)
        self.hire, self._over = world.least_hire, self.times.rounds.shape[2] - 1
        self._allowed = np.array([self._towns_for(job) for job in self.times.jobs])
        self._bit = 1 << np.arange(self.cards)
        self._log: list[tuple[Any, Any]] = []
        self._size = 0
        self._weights = (len(self.times.numbers.towns) + 1) ** np.arange(self.cards)

    def _towns_for(self, job: Job) -> list[bool]:
        """Return where a good may be left.

        Not where it is wanted, as it is delivered there at once; nor where there is more of it,
        as it need not have been loaded before.
        """
        world, towns = self.times.numbers.world, self.times.numbers.towns
        counted = job.good in world.position.stock
        offered = () if counted else world.board.sources[job.good]
        return [town != job.town and town not in offered for town in towns]

    def _beginnings(self) -> Stands:
        rows = np.arange(len(self.crowd.length))
        nothing, zero = np.zeros((len(rows), self.cards), dtype=np.int64), 0 * rows
        stands = {
            "row": rows,
            "next": zero,
            "at": zero + self.times.numbers.start,
            "moment": zero,
            "aboard": self.crowd.aboard,
            "town": nothing + NOWHERE,
            "clock": nothing,
            "crossings": zero,
            "joining": zero,
            "left": zero > 0,
            "rank": zero - 1,
            "still": zero,
        }
        self._tell(stands)
        return self._noted(stands, zero - 1, zero)

    def _tell(self, stands: Stands) -> None:
        """Note the state of each stand."""
        where = stands["row"] * self.crowd.place.shape[1] + stands["next"]
        where = where * len(self.times.numbers.places) + stands["at"]
        stands["key"] = ((where << self.cards) + stands["aboard"]) * 2 + stands["left"]
        stands["lay"] = ((stands["town"] + 1) * self._weights).sum(axis=1)

    def _noted(self, stands: Stands, before: Any, deed: Any) -> Stands:
        """Note from where stands come and what was done."""
        self._log.append((before, deed))
        stands["number"] = np.arange(self._size, self._size + len(before))
        self._size += len(before)
        return stands

    def _handled(self, stands: Stands) -> Stands:
        """Return the stands with all that come of leaving and fetching before the next visit."""
        known = new = stands
        while len(new["row"]):
            self._late()
            new = self._best(together([self._left(new), self._fetched(new)]), known)
            known = together([known, new])
        return known

    def _in_time(self, stands: Stands) -> Any:
        """Return which stands leave time for their order, and to fetch all that lies."""
        row, at, moment = stands["row"], stands["at"], stands["moment"]
        extra = self._extra(stands)
        fine = self.crowd.latest[row, stands["next"], extra, at] >= moment
        level = np.searchsorted(self.crowd.levels, extra, side="right") - 1
        for card in range(self.cards):
            (some,) = np.nonzero(fine & (stands["town"][:, card] >= 0))
            town, here = stands["town"][some, card], at[some]
            soon = self.times.rounds[here, town, stands["clock"][some, card]] < self._over
            where = row[some], stands["next"][some], level[some], card, town, here
            fine[some] = soon & (self.crowd.back[where] >= moment[some])
        return fine

    def _extra(self, stands: Stands) -> Any:
        """Return what is spent beside what the order costs, at least.

        A train that is elsewhere may have sailed already where the order sails next; and what lies
        on an island where the order does not lead any more is fetched from there.
        """
        island = self.times.numbers.island_of
        row, last = stands["row"], np.maximum(0, stands["next"] - 1)
        begun = stands["next"] > 0
        place = np.where(begun, self.crowd.place[row, last], self.times.numbers.start)
        more = stands["crossings"] - np.where(begun, self.crowd.crossings[row, last], 0)
        here = island[stands["at"]]
        more = np.maximum(0, more - (here != island[place]))
        pending = np.zeros_like(row)
        for card in range(self.cards):
            town = stands["town"][:, card]
            there = island[town]
            off = (town >= 0) & (there != here)
            off &= ~self.crowd.leads[row, stands["next"], card, there]
            pending |= np.where(off & (there < 62), 1 << np.minimum(there, 62), 0)
        sails = more + count_of(pending) + self._trips(stands, here)
        hire = np.maximum(0, sails * self.hire - self.crowd.spare[row])
        return np.minimum(hire + stands["joining"], self.crowd.latest.shape[2] - 1)

    def _trips(self, stands: Stands, here: Any) -> Any:
        """Return how often the train has to come back for goods that are too many to leave with."""
        crowd, row, number = self.crowd, stands["row"], stands["next"]
        island = self.times.numbers.island_of
        many = np.zeros(len(row), dtype=np.int64)
        for card in range(self.cards):
            town = stands["town"][:, card]
            there = (stands["aboard"] & self._bit[card] != 0) | (
                (town >= 0) & (island[town] == here)
            )
            many += there & (crowd.goal[row, card] != here)
        over = number >= crowd.length[row]
        leads_on = island[crowd.place[row, np.minimum(number, crowd.place.shape[1] - 1)]]
        ways = crowd.departures[row, number, here] + (~over & (leads_on != here))
        return np.maximum(0, -(-many // self.capacity) - ways)

    def _visited(self, stands: Stands) -> Stands:
        """Return what becomes of the next visits, if there is room and the good is aboard."""
        crowd, row, number = self.crowd, stands["row"], stands["next"]
        place, card, deliver, pay = (
            each[row, number] for each in (crowd.place, crowd.card, crowd.deliver, crowd.pay)
        )
        rank = np.where(deliver, 0, self.cards) + card
        room = count_of(stands["aboard"]) < self.capacity
        fine = np.where(deliver, stands["aboard"] & self._bit[card] != 0, room)
        fine &= self._in_order(stands, place, card, rank)
        (some,) = np.nonzero(fine)
        old = some_of(stands, some)
        place, card, rank, deliver = place[some], card[some], rank[some], deliver[some]
        new = self._went(old, place, card, rank, ~deliver, pay[some])
        new |= {
            "next": old["next"] + 1,
            "moment": np.maximum(new["moment"], crowd.floor[old["row"], old["next"]]),
            "still": np.where((place == old["at"]) & ~deliver, old["still"], 0),
        }
        return self._kept(new, old, 0 * some + VISITED)

    def _in_order(self, stands: Stands, place: Any, card: Any, rank: Any) -> Any:
        """Return which deeds may be next: what is done in one place has one order."""
        same = stands["rank"] % self.cards == card
        return (stands["at"] != place) | (stands["rank"] < 0) | same | (stands["rank"] <= rank)

    def _fetched(self, stands: Stands) -> Stands:
        """Return what becomes of fetching each good that lies."""
        room = count_of(stands["aboard"]) < self.capacity
        just = (stands["still"][:, None] & self._bit != 0) & (
            stands["town"] == stands["at"][:, None]
        )
        which, card = np.nonzero((stands["town"] >= 0) & room[:, None] & ~just)
        town = stands["town"][which, card]
        old, card, town = self._ordered(stands, which, card, town, self.cards)
        new = self._went(old, town, card, self.cards + card, town >= 0, 0 * town)
        self._lay(new, card, NOWHERE)
        return self._kept(new, old, self._deed(FETCHED, card, town))

    def _left(self, stands: Stands) -> Stands:
        """Return what becomes of leaving each good, if there is no room for all until it is due."""
        crowd, (row, number) = self.crowd, (stands["row"], stands["next"])
        towns = np.arange(self._allowed.shape[1])
        there = self.times.arrival[stands["at"][:, None], towns, stands["moment"][:, None]]
        soon = crowd.latest[row, number, 0][:, towns] >= there
        aboard = stands["aboard"][:, None] & self._bit != 0
        some, card = np.nonzero(aboard & (crowd.fullest[row, number] > self.times.room))
        which, town = np.nonzero(self._allowed[crowd.job[row[some], card]] & soon[some])
        old, card, town = self._ordered(stands, some[which], card[which], town, 0)
        new = self._went(old, town, card, card, town < 0, 0 * town)
        self._lay(new, card, town)
        new |= {
            "joining": np.maximum(old["joining"], crowd.joining[old["row"], town]),
            "still": new["still"] | self._bit[card],
            "left": town >= 0,
        }
        return self._kept(new, old, self._deed(LEFT, card, town))

    def _ordered(
        self, stands: Stands, which: Any, card: Any, town: Any, rank: int
    ) -> tuple[Stands, Any, Any]:
        """Return the stands, cards and towns of deeds that may be next."""
        known = {name: stands[name][which] for name in ("rank", "at")}
        (fine,) = np.nonzero(self._in_order(known, town, card, rank + card))
        return some_of(stands, which[fine]), card[fine], town[fine]

    @staticmethod
    def _lay(stands: Stands, card: Any, town: Any) -> None:
        """Note where the goods of cards lie from now on."""
        rows = np.arange(len(card))
        for name, value in ("town", town), ("clock", 0):
            stands[name] = stands[name].copy()
            stands[name][rows, card] = value

    def _went(self, old: Stands, to: Any, card: Any, rank: Any, loads: Any, pay: Any) -> Stands:
        """Return stands where a good comes aboard, or leaves the train, in some places."""
        island, at = self.times.numbers.island_of, old["at"]
        clock = self.times.rounds[at[:, None], to[:, None], old["clock"]]
        return old | {
            **self._arrived(old, to, loads, pay),
            "at": to,
            "aboard": old["aboard"] ^ self._bit[card],
            "clock": np.where(old["town"] >= 0, clock, 0),
            "crossings": old["crossings"] + (island[at] != island[to]),
            "rank": 0 * to + rank,
            "still": np.where(to == at, old["still"], 0),
        }

    def _arrived(self, old: Stands, to: Any, loads: Any, pay: Any) -> Stands:
        """Return when trains are somewhere to load goods or to be paid for them."""
        load = count_of(old["aboard"])
        return {"moment": self.times.laden[load, old["at"], to, old["moment"]]}

    @staticmethod
    def _deed(kind: int, card: Any, town: Any) -> Any:
        return (card * _TOWNS + town) * 3 + kind

    def _kept(self, new: Stands, old: Stands, deed: Any) -> Stands:
        """Return those of the stands that are in time, noted."""
        raise NotImplementedError

    def _best(self, stands: Stands, known: Stands | None) -> Stands:
        """Return the stands that are worth following, beside others that are there already."""
        raise NotImplementedError

    def visits(self, row: int, number: int) -> tuple[Visit, ...]:
        """Return all that was done up to a stand."""
        if len(self._log) > 1:
            before, deeds = (np.concatenate(column) for column in zip(*self._log, strict=True))
            self._log = [(before, deeds)]
        before, deeds = self._log[0]
        found: list[Visit] = []
        left = list(self.crowd.orders[row].visits)
        while before[number] >= 0:
            deed, kind = divmod(int(deeds[number]), 3)
            if kind == VISITED:
                found.append(left.pop())
            else:
                card, town = divmod(deed, _TOWNS)
                job = self.times.jobs[int(self.crowd.job[row, card])]
                point = self.times.numbers.places[town]
                found.append(Visit(point, job, "leave" if kind == LEFT else "fetch"))
            number = int(before[number])
        return tuple(found[::-1])


class QuickUnpacking(Unpacking):
    """Tells by which states an order can be over in time.

    Ways that come to the same state are taken together, as if each were as soon, as cheap and as
    little time had gone by for what lies as with any of them.
    """

    def __init__(self, crowd: Crowd, late: Callable[[], None]) -> None:
        super().__init__(crowd, late)
        self._steps: list[tuple[Any, Any, Any, Any]] = []

    def states(self) -> States:
        """Return all states from which an order can be over in time with something left."""
        stands, over = self._beginnings(), list[tuple[Any, Any]]()
        while len(stands["row"]):
            handled = self._best(self._handled(stands), None)
            stands = self._best(self._visited(handled), None)
            ended = self.crowd.length[stands["row"]] == stands["next"]
            some = ended & stands["left"]
            over.append((stands["key"][some], stands["lay"][some]))
            stands = some_of(stands, ~ended)
        return States(over, self._steps)

    def _kept(self, new: Stands, old: Stands, deed: Any) -> Stands:
        before = new["key"], new["lay"]
        (some,) = np.nonzero(self._in_time(new))
        new = some_of(new, some)
        self._tell(new)
        self._steps.append((before[0][some], before[1][some], new["key"], new["lay"]))
        new["number"] = 0 * some
        return new

    def _best(self, stands: Stands, known: Stands | None) -> Stands:
        if not len(stands["row"]):
            return stands
        both = stands if known is None else together([stands, known])
        order = np.lexsort((both["moment"], both["lay"], both["key"]))
        key, lay = both["key"][order], both["lay"][order]
        begin = np.flatnonzero(np.append(True, (key[1:] != key[:-1]) | (lay[1:] != lay[:-1])))
        counts = np.diff(np.append(begin, len(order)))
        old = order >= len(stands["row"])
        merged, better = some_of(both, order[begin]), np.zeros(len(begin), dtype=bool)
        merged["rank"] = np.where(counts == 1, merged["rank"], -1)
        merged["still"] = np.where(counts == 1, merged["still"], 0)
        for name in "moment", "crossings", "joining", "clock":
            column = both[name][order]
            merged[name] = np.minimum.reduceat(column, begin)
            same = column == np.repeat(merged[name], counts, axis=0)
            same = same if same.ndim == 1 else same.all(axis=1)
            better |= ~np.logical_or.reduceat(same & old, begin)
        return some_of(merged, np.flatnonzero(better))


class States:
    """States from which some can be reached, and a quick answer whether a state is one of them."""

    def __init__(self, over: list[tuple[Any, Any]], steps: list[tuple[Any, Any, Any, Any]]) -> None:
        self._lays = np.unique(np.concatenate([lay for _, lay in over] + [s[1] for s in steps]))
        ends = np.concatenate([self._names(*each) for each in over])
        before, after = ([self._names(step[at], step[at + 1]) for step in steps] for at in (0, 2))
        names = np.unique(np.concatenate([*before, ends]))
        reached = np.zeros(len(names), dtype=bool)
        reached[np.searchsorted(names, ends)] = True
        linked = [_linked(names, *each) for each in zip(before, after, strict=True)]
        known = 0
        while known < reached.sum():
            known = reached.sum()
            for one, other in reversed(linked):
                reached[one[reached[other]]] = True
        self._found = names[reached]

    def __len__(self) -> int:
        return len(self._found)

    def _names(self, key: Any, lay: Any) -> Any:
        """Return one number for each state; -1 for one of which nothing is known."""
        where = np.minimum(np.searchsorted(self._lays, lay), len(self._lays) - 1)
        return np.where(self._lays[where] == lay, key * len(self._lays) + where, -1)

    def have(self, key: Any, lay: Any) -> Any:
        """Return which of some states are among them."""
        names = self._names(key, lay)
        where = np.minimum(np.searchsorted(self._found, names), len(self._found) - 1)
        return self._found[where] == names


def _linked(names: Any, before: Any, after: Any) -> tuple[Any, Any]:
    """Return the places of states before and after, of those after which there is something."""
    where = np.minimum(np.searchsorted(names, after), len(names) - 1)
    (some,) = np.nonzero(names[where] == after)
    return np.searchsorted(names, before[some]), where[some]


def some_of(stands: Stands, which: Any) -> Stands:
    """Return some of the stands."""
    return {name: column[which] for name, column in stands.items()}


def together(parts: list[Stands]) -> Stands:
    """Return all stands of some parts."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def count_of(bits: Any) -> Any:
    """Return how many bits are set."""
    return np.bitwise_count(bits).astype(np.int64)
