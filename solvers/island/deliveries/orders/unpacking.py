"""What crowded orders stand for: the orders in which goods are left in towns and fetched again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from solvers.island.deliveries.order import Job, Visit
from solvers.island.deliveries.orders.crowd import NOWHERE, Crowd
from solvers.island.deliveries.orders.renewals import VisitOrTown, with_renewals

Stands = dict[str, Any]
"""Columns of what is known of trains on their way through an order."""
VISITED, LEFT, FETCHED, RENEWED = _KINDS = range(4)
_TOWNS = 10_000
"""More than there are towns, to tell deeds apart by one number."""


class Unpacking:
    """Follows crowded orders, and leaves and fetches goods on the way.

    All that is known of time is how soon the train can be where it is if every line is there.
    A train that comes to a town where a good lies can fetch it and leave it again, so that it lies
    for as long as at first: the good is *renewed*. A full train leaves another one meanwhile.

    Each *stand* has:

    =========== ==================================================================================
    row, next   which order is followed, and its next visit
    at, moment  where the train is, and since when
    aboard      the cards whose goods are aboard, as bits
    town, clock where each other good lies, and how long it does at least since it was left, or
                since the train was there
    crossings   how often the train has sailed
    joining     what it costs to visit the towns where goods were left
    left        something was left at some time
    rank        what decides the order of deeds in one place
    still       the cards whose goods were just left here, as bits
    free        those that lie and for which there was room since they were left, or since the train
                was where there is more of them, as bits
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
        self._wanted = self._cards_at([[job.town] for job in self.times.jobs])
        self._offered = self._cards_at([self._sources(job) for job in self.times.jobs])
        self._log: list[tuple[Any, Any]] = []
        self._size = 0
        self._weights = (len(self.times.numbers.towns) + 1) ** np.arange(self.cards)

    def _towns_for(self, job: Job) -> list[bool]:
        """Return where a good may be left.

        Not where it is wanted, as it is delivered there at once; nor where there is more of it,
        as it need not have been loaded before.
        """
        offered = self._sources(job)
        towns = self.times.numbers.towns
        return [town != job.town and town not in offered for town in towns]

    def _sources(self, job: Job) -> Collection[int]:
        """Return where there is always more of a good."""
        world = self.times.numbers.world
        return () if job.good in world.position.stock else world.board.sources[job.good]

    def _cards_at(self, points: list[Collection[int]]) -> Any:
        """Return which cards of each order belong to each place, as bits, by points for jobs."""
        there = np.array([np.isin(self.times.numbers.places, [*some]) for some in points])
        job = self.crowd.job
        cards = there[job] & (job >= 0)[..., None]
        return (cards * self._bit[:, None]).sum(axis=1)

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
            "free": zero,
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
        """Return the stands with all that is left, fetched or renewed before the next visit."""
        known = new = stands
        while len(new["row"]):
            self._late()
            found = [self._left(new), self._fetched(new), self._renewed(new)]
            new = self._best(together(found), known)
            known = together([known, new])
        return known

    def _in_time(self, stands: Stands) -> Any:
        """Return which stands leave time for their order, and to fetch all that lies."""
        row, at, moment = stands["row"], stands["at"], stands["moment"]
        extra = self._extra(stands)
        fine = self.crowd.latest[row, stands["next"], extra, at] >= moment
        for card in range(self.cards):
            (some,) = np.nonzero(fine & (stands["town"][:, card] >= 0))
            town, here = stands["town"][some, card], at[some]
            soon = self.times.rounds[here, town, stands["clock"][some, card]] < self._over
            where = row[some], stands["next"][some], card, town, here
            fine[some] = soon & (self.crowd.back[where] >= moment[some])
        return fine

    def _extra(self, stands: Stands) -> Any:
        """Return what is spent beside what the order costs, at least."""
        hire = np.maximum(0, self._sails(stands) * self.hire - self.crowd.spare[stands["row"]])
        return np.minimum(hire + stands["joining"], self.crowd.latest.shape[2] - 1)

    def _sails(self, stands: Stands) -> Any:
        """Return how often trains sail at least, beside the crossings of their orders.

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
        return more + count_of(pending) + self._trips(stands, here)

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
        rank = np.where(deliver, 0, 2 * self.cards) + card
        room = count_of(stands["aboard"]) < self.capacity
        fine = np.where(deliver, stands["aboard"] & self._bit[card] != 0, room)
        fine &= self._in_order(stands, place, card, rank)
        fine &= ~self._needless(stands, place)
        (some,) = np.nonzero(fine)
        old = some_of(stands, some)
        place, card, rank, deliver = place[some], card[some], rank[some], deliver[some]
        new, way = self._went(old, place, self._bit[card], rank, ~deliver, pay[some])
        new |= {
            "next": new["next"] + 1,
            "moment": np.maximum(new["moment"], crowd.floor[new["row"], new["next"]]),
            "still": np.where(deliver[way], 0, new["still"]),
        }
        return self._kept(new, some_of(old, way), 0 * way + VISITED)

    def _needless(self, stands: Stands, to: Any) -> Any:
        """Return for which trains something else is as good as to do something in a place.

        What they left and had room for could be delivered there. What is aboard could have been
        delivered where they are; or it could be loaded there, where there is more of it.
        """
        row, at, aboard = stands["row"], stands["at"], stands["aboard"]
        begun = (stands["next"] > 0) | stands["left"]
        goes = at != to
        found = stands["free"] & self._wanted[row, to] != 0
        found |= goes & begun & (aboard & self._wanted[row, at] != 0)
        return found | (goes & (aboard & self._offered[row, to] != 0))

    def _in_order(self, stands: Stands, place: Any, card: Any, rank: Any) -> Any:
        """Return which deeds may be next: what is done in one place has one order.

        After a good was loaded it may be left there, if it lay there before.
        """
        later = (stands["rank"] < 0) | (stands["rank"] <= rank)
        return (stands["at"] != place) | later | (stands["rank"] == 2 * self.cards + card)

    def _fetched(self, stands: Stands) -> Stands:
        """Return what becomes of fetching each good that lies."""
        room = count_of(stands["aboard"]) < self.capacity
        just = (stands["still"][:, None] & self._bit != 0) & (
            stands["town"] == stands["at"][:, None]
        )
        just |= stands["free"][:, None] & self._bit != 0
        which, card = np.nonzero((stands["town"] >= 0) & room[:, None] & ~just)
        town = stands["town"][which, card]
        old, card, town = self._ordered(stands, which, card, town, self.cards)
        new, way = self._went(old, town, self._bit[card], self.cards + card, town >= 0, 0 * town)
        self._lay(new, card[way], NOWHERE)
        return self._kept(new, some_of(old, way), self._deed(FETCHED, card[way], town[way]))

    def _left(self, stands: Stands) -> Stands:
        """Return what becomes of leaving each good, if there is no room for all until it is due.

        One that lay there when it was loaded lies for longer then; another one may have been left
        to make room for that, and be fetched at once.
        """
        crowd, (row, number) = self.crowd, (stands["row"], stands["next"])
        towns = np.arange(self._allowed.shape[1])
        there = self.times.arrival[stands["at"][:, None], towns, stands["moment"][:, None]]
        soon = crowd.latest[row, number, 0][:, towns] >= there
        aboard = stands["aboard"][:, None] & self._bit != 0
        some, card = np.nonzero(aboard & (crowd.fullest[row, number] > self.times.room))
        which, town = np.nonzero(self._allowed[crowd.job[row[some], card]] & soon[some])
        old, card, town = self._ordered(stands, some[which], card[which], town, 0)
        new, way = self._went(old, town, self._bit[card], card, town < 0, 0 * town)
        card, town = card[way], town[way]
        self._lay(new, card, town)
        again = (new["at"] == old["at"][way]) & (old["rank"][way] == 2 * self.cards + card)
        new |= {
            "joining": np.maximum(new["joining"], crowd.joining[new["row"], town]),
            "still": np.where(again, 0, new["still"]) | self._bit[card],
            "free": new["free"]
            | np.where(count_of(new["aboard"]) < self.times.room, self._bit[card], 0),
            "left": town >= 0,
        }
        return self._kept(new, some_of(old, way), self._deed(LEFT, card, town))

    def _renewed(self, stands: Stands) -> Stands:
        """Return what becomes of coming by where goods lie for which there was no room."""
        which, card = np.nonzero(
            (stands["town"] >= 0)
            & (stands["town"] != stands["at"][:, None])
            & (stands["free"][:, None] & self._bit == 0)
        )
        town = stands["town"][which, card]
        _, first = np.unique(which * _TOWNS + town, return_index=True)
        which, card, town = which[first], card[first], town[first]
        rank = 3 * self.cards
        old, card, town = self._ordered(stands, which, card, town, rank)
        new, way = self._went(old, town, 0 * card, 0 * card + rank, town < 0, 0 * town)
        return self._kept(new, some_of(old, way), self._deed(RENEWED, card[way], town[way]))

    def _ordered(
        self, stands: Stands, which: Any, card: Any, town: Any, rank: int
    ) -> tuple[Stands, Any, Any]:
        """Return the stands, cards and towns of deeds that may be next."""
        names = "rank", "at", "row", "free", "aboard", "next", "left"
        known = {name: stands[name][which] for name in names}
        (fine,) = np.nonzero(
            self._in_order(known, town, card, rank + card) & ~self._needless(known, town)
        )
        return some_of(stands, which[fine]), card[fine], town[fine]

    @staticmethod
    def _lay(stands: Stands, card: Any, town: Any) -> None:
        """Note where the goods of cards lie from now on."""
        rows = np.arange(len(card))
        for name, value in ("town", town), ("clock", 0):
            stands[name] = stands[name].copy()
            stands[name][rows, card] = value

    def _went(
        self, old: Stands, to: Any, change: Any, rank: Any, loads: Any, pay: Any
    ) -> tuple[Stands, Any]:
        """Return stands where goods come aboard, or leave the train, in some places.

        ``change`` are the cards of these goods, as bits. What lies there still is renewed.
        With each goes from which of the old ones it comes: there may be several ways, or none.
        """
        arrived, way = self._arrived(old, to, loads, pay)
        old, to, change, rank = some_of(old, way), to[way], change[way], rank[way]
        arrived["moment"] = self._carried(old["aboard"], arrived["moment"])
        island, at = self.times.numbers.island_of, old["at"]
        clock = self.times.rounds[at[:, None], to[:, None], old["clock"]]
        clock = np.where((old["town"] == to[:, None]) & (clock < self._over), 0, clock)
        aboard = old["aboard"] ^ change
        lies = ((old["town"] >= 0) * self._bit).sum(axis=1)
        free = old["free"] | (lies & self._offered[old["row"], to])
        return old | arrived | {
            "at": to,
            "aboard": aboard,
            "free": np.where(count_of(aboard) < self.times.room, free, 0),
            "clock": np.where(old["town"] >= 0, clock, 0),
            "crossings": old["crossings"] + (island[at] != island[to]),
            "rank": rank,
            "still": np.where(to == at, old["still"], 0),
        }, way

    def _carried(self, aboard: Any, moment: Any) -> Any:
        """Return when trains arrive with what is aboard: never if there is no room for it then."""
        room = self.times.room_by[count_of(aboard), np.minimum(moment, self.times.never)]
        return np.where(room < self.times.never, moment, self.times.never)

    def _arrived(self, old: Stands, to: Any, loads: Any, pay: Any) -> tuple[Stands, Any]:
        """Return when trains are somewhere to load goods or to be paid for them, and which are."""
        load, way = count_of(old["aboard"]), np.arange(len(to))
        moment = self.times.laden[load, old["at"], to, old["moment"]]
        room = self.times.room_by[np.minimum(load + 1, self.capacity), moment]
        return {"moment": np.where(loads, room, moment)}, way

    @staticmethod
    def _deed(kind: int, card: Any, town: Any) -> Any:
        return (card * _TOWNS + town) * len(_KINDS) + kind

    def _kept(self, new: Stands, old: Stands, deed: Any) -> Stands:
        """Return those of the stands that are in time, noted."""
        raise NotImplementedError

    def _best(self, stands: Stands, known: Stands | None) -> Stands:
        """Return the stands that are worth following, beside others that are there already."""
        raise NotImplementedError

    def visits(self, row: int, number: int) -> list[tuple[Visit, ...]]:
        """Return all that was done up to a stand: as it is, and with goods renewed wherever."""
        stops, room = self._stops(row, number), self.times.room
        both = with_renewals(stops, room), with_renewals(stops, room, everywhere=True)
        return list(dict.fromkeys(both))

    def _stops(self, row: int, number: int) -> list[VisitOrTown]:
        if len(self._log) > 1:
            before, deeds = (np.concatenate(column) for column in zip(*self._log, strict=True))
            self._log = [(before, deeds)]
        before, deeds = self._log[0]
        found: list[VisitOrTown] = []
        left = list(self.crowd.orders[row].visits)
        while before[number] >= 0:
            deed, kind = divmod(int(deeds[number]), len(_KINDS))
            card, town = divmod(deed, _TOWNS)
            if kind == VISITED:
                found.append(left.pop())
            elif kind == RENEWED:
                found.append(self.times.numbers.places[town])
            else:
                job = self.times.jobs[int(self.crowd.job[row, card])]
                point = self.times.numbers.places[town]
                found.append(Visit(point, job, "leave" if kind == LEFT else "fetch"))
            number = int(before[number])
        return found[::-1]


def some_of(stands: Stands, which: Any) -> Stands:
    """Return some of the stands."""
    return {name: column[which] for name, column in stands.items()}


def together(parts: list[Stands]) -> Stands:
    """Return all stands of some parts."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def count_of(bits: Any) -> Any:
    """Return how many bits are set."""
    return np.bitwise_count(bits).astype(np.int64)
