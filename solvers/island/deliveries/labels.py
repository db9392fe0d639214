"""Beginnings of orders, grown a visit at a time: labels with bounds on what comes of them.

Label setting, as for resource-constrained shortest paths: a label is a row of visits with lower
bounds on its time and cost, and is extended by every visit that can come next. Its promise is an
upper bound on the value of every plan that begins so: what was earned, less what must be spent,
plus what a dynamic programme can still earn (:class:`StillToEarn`). Labels that promise no more
than the best plan are cut off. So are those for whose visits another order is at least as good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import count, product

import msgspec

from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.costs import PARTS, JoiningShares
from solvers.island.deliveries.order import Job, Order, Supplies, Visit, built_by
from solvers.island.deliveries.still_to_earn import StillToEarn
from solvers.island.deliveries.timetable import TimeLabel, Timetable


class OrderLabel(msgspec.Struct, frozen=True):
    """Some visits, where they leave the train, and lower bounds for plans that begin so.

    Attributes
    ----------
    visits, moments
        The visits, and the earliest arrival at each.
    at, time
        Where the train is, since when, and how many islands can be open beside ``opened``.
    aboard, cards
        The jobs whose goods are aboard, and the cards that are not begun.
    code
        The state of all cards as a number, for the table of what can still be earned.
    opened, stops
        The islands that are open; the places visited, those that own lines join being one.
    pay, paid
        What was paid, and the turn and the pay of each delivery.
    hires, cost
        What ships cost, and lines and ships together.
    charged, to_come
        What was charged to visits, in parts; what lines and ships cost beside, goods aboard
        delivered.
    promise
        Upper bound on the value of plans that begin so.
    """

    visits: tuple[Visit, ...]
    moments: tuple[int, ...]
    at: int
    time: TimeLabel
    aboard: tuple[Job, ...]
    cards: frozenset[int]
    code: int
    opened: frozenset[int]
    stops: frozenset[int]
    pay: int
    paid: tuple[tuple[int, int], ...]
    hires: int
    cost: int
    charged: int
    to_come: int
    promise: Fraction


class NextVisit(msgspec.Struct, frozen=True):
    """A visit with what is known of it beforehand.

    ``number`` counts the visits there are; ``stop`` stands for all places that own lines join to
    this one; ``until`` is the last turn in which the visit is of use; ``step`` is what it adds to
    the code of the cards.
    """

    number: int
    visit: Visit
    job: Job
    point: int
    loads: bool
    pay: int
    stop: int
    until: int
    step: int


class Trains:
    """The train of a calendar: how soon it arrives, by what is aboard.

    With more goods aboard than the fastest train of the calendar has room for it is slower.
    """

    def __init__(self, table: Timetable) -> None:
        self.table, self.calendar = table, table.calendar
        self.last = self.calendar.ends[-1]
        self._slow: dict[int, Timetable] = {}

    def arrival(
        self, start: int, time: TimeLabel, opened: frozenset[int], aboard: int, target: int
    ) -> TimeLabel | None:
        """The earliest arrival, with the most islands that can be open; ``None`` if too late."""
        calendar, speed = self.calendar, self.calendar.speed(aboard)
        if speed == calendar.speeds[-1]:
            return self.table.earliest(start, time, opened, target)
        if speed not in self._slow:
            self._slow[speed] = Timetable(self.table.world, calendar.slowed(speed))
        table = self._slow[speed]
        since = table.calendar.seen_from(calendar, time[0])
        found = table.earliest(start, (since, time[1]), opened, target)
        if found is None:
            return None
        then = max(time[0], calendar.seen_from(table.calendar, found[0]))
        return (then, found[1]) if then <= self.last else None

    def waited(self, arrival: TimeLabel, built: int, room_for: int | None) -> TimeLabel:
        """An arrival that waits for lines, and for room for one good more than ``room_for``.

        The last line is used a point later than it is built. A train that has to wait can open an
        island in each turn that it waits.
        """
        moment, extra = arrival
        then = max(moment, self.calendar.end(built) + 1) if built else moment
        if room_for is not None and then <= self.last:
            then = self.calendar.room_by(then, room_for)
        if then == moment or then > self.last:
            return then, extra
        return then, extra + self.calendar.turn(then) - self.calendar.turn(moment)


class LabelGrowth:
    """Extends labels by a visit, if they promise more than a value.

    Parameters
    ----------
    table
        How soon the train can be somewhere, in which world and by which calendar.
    jobs, supplies
        The deliveries that cards offer; the goods there are.
    aim, earn, shares
        What makes a plan good; what can still be earned; what visits bear of joining towns.
    """

    def __init__(
        self,
        table: Timetable,
        jobs: Sequence[Job],
        supplies: Supplies,
        aim: Aim,
        earn: StillToEarn,
        shares: JoiningShares,
    ) -> None:
        world, calendar = table.world, table.calendar
        self.world, self.calendar, self.aim, self.earn = world, calendar, aim, earn
        self._jobs, self._supplies, self._shares = jobs, supplies, shares
        self.trains = Trains(table)
        self._room = max(calendar.capacities)
        self._hire = world.ship.hire if world.least_hire or world.purchase else 0
        """What a crossing costs as long as there is no money for an own ship."""
        self._known_charges: dict[tuple[frozenset[int], int, int], int] = {}
        visits = [*self._next_visits()]
        self._delivery = {each.job: each for each in visits if not each.loads}
        self._loads: dict[int, list[NextVisit]] = {job.card: [] for job in jobs}
        for each in visits:
            if each.loads:
                self._loads[each.job.card].append(each)

    def _next_visits(self) -> Iterator[NextVisit]:
        number = count()
        for job in self._jobs:
            towns = [(town, True) for town in self._supplies.towns(job.good)]
            for point, loads in [(job.town, False), *towns]:
                visit = Visit(point, job, "load" if loads else "deliver")
                until = self._supplies.until(visit) if loads else None
                yield NextVisit(
                    next(number),
                    visit,
                    job,
                    point,
                    loads,
                    pay=0 if loads else job.pay,
                    stop=self.world.joined(point),
                    until=self.aim.horizon if until is None else min(until, self.aim.horizon),
                    step=self.earn.states.step(job, deliver=not loads),
                )

    @cached_property
    def _offered(self) -> dict[Job, frozenset[int]]:
        """Where the good of each job is offered, if its pieces are not counted."""
        sources, stock = self.world.board.sources, self.world.position.stock
        return {
            job: frozenset(() if job.good in stock else sources[job.good]) for job in self._jobs
        }

    def roots(self) -> list[OrderLabel]:
        """The empty orders, one for each use of what is aboard at the start.

        A ship that is hired already saves the first hire.
        """
        world, cards = self.world, frozenset(job.card for job in self._jobs)
        promise = self._everything()
        hired = self._hire if world.position.aboard else 0
        return [
            OrderLabel(
                visits=(),
                moments=(),
                at=world.start,
                time=(0, 0),
                aboard=aboard,
                cards=cards - {job.card for job in aboard},
                code=self.earn.states.code(aboard),
                opened=world.settled,
                stops=frozenset(),
                pay=0,
                paid=(),
                hires=-hired,
                cost=0,
                charged=0,
                to_come=0,
                promise=promise,
            )
            for aboard in self._assignments()
        ]

    def _everything(self) -> Fraction:
        """Upper bound on the value of every order, without a look at any."""
        best: dict[int, int] = {}
        for job in self._jobs:
            best[job.card] = max(job.pay, best.get(job.card, 0))
        spent = self.calendar.cost if self.aim.net else 0
        return self.aim.most([(1, sum(best.values()) - spent)])

    def _assignments(self) -> Iterator[tuple[Job, ...]]:
        """Each way to reserve goods that are aboard at the start for jobs."""
        units = self.world.position.load
        choices = [[None, *(job for job in self._jobs if job.good == unit)] for unit in units]
        seen = set()
        for choice in product(*choices):
            taken = tuple(job for job in choice if job is not None)
            if len({job.card for job in taken}) == len(taken) and frozenset(taken) not in seen:
                seen.add(frozenset(taken))
                yield taken

    def order(self, label: OrderLabel) -> Order | None:
        """The order that ends with a label: all is delivered and can have been paid.

        Upgrades too must be paid before the last delivery: after it they would serve nothing.
        """
        cost = label.cost + self.calendar.cost
        if label.aboard or not label.visits:
            return None
        if cost > self.world.position.money + label.pay - label.visits[-1].job.pay:
            return None
        hires = max(0, label.hires)
        return Order(label.visits, label.moments, cost, hires, label.pay, self.calendar)

    def grown(self, label: OrderLabel, beat: Fraction) -> list[OrderLabel]:
        """The labels with one more visit that promise more than ``beat``."""
        arrivals: dict[tuple[int, int], TimeLabel | None] = {}

        def arrival(point: int, aboard: int) -> TimeLabel | None:
            key = point, self.calendar.speed(aboard)
            if key not in arrivals:
                known = label.at, label.time, label.opened, aboard, point
                arrivals[key] = self.trains.arrival(*known)
            return arrivals[key]

        if label.visits and not self._all_in_time(label, arrival, beat):
            return []
        found = []
        for each in self._candidates(label):
            there = arrival(each.point, len(label.aboard))
            if there is not None and self.calendar.turn(there[0]) <= each.until:
                longer = self._extended(label, each, there, beat)
                if longer is not None:
                    found.append(longer)
        return found

    def _all_in_time(
        self, label: OrderLabel, arrival: Callable[[int, int], TimeLabel | None], beat: Fraction
    ) -> bool:
        """Whether all that is aboard can be delivered early enough to beat a value."""
        last = label.time[0]
        for job in label.aboard:
            # The others may be delivered on the way: then the train is as fast as with one good.
            there = arrival(job.town, 1)
            if there is None:
                return False
            last = max(last, there[0])
        earned = PARTS * label.pay - label.charged - self._spent(label.hires, label.to_come)
        first = self.calendar.turn(last)
        return self._promise(earned, label.at, label.code, label.time[0], first, beat) is not None

    def _candidates(self, label: OrderLabel) -> Iterator[NextVisit]:
        """The visits that can be next, unless another order of visits is at least as good.

        What is done in one place has one order: goods leave the train before others come aboard,
        each by rank. At another place nothing is done as long as something aboard is wanted here,
        nor where something aboard is offered as well: it could be loaded there.
        """
        at, aboard, last = label.at, label.aboard, label.visits[-1] if label.visits else None
        wanted_here = last is not None and any(job.town == at for job in aboard)
        able = [self._delivery[job] for job in aboard]
        if len(aboard) < self._room:
            able += [load for card in label.cards for load in self._loads[card]]
        for each in able:
            if each.point == at:
                if last is not None and last.job != each.job and last.rank > each.visit.rank:
                    continue
            elif wanted_here or any(
                each.point in self._offered[job] for job in aboard if each.loads or job != each.job
            ):
                continue
            counted = each.loads and self._supplies.counted
            if not counted or self._supplies.left(label.visits, each.visit):
                yield each

    def _extended(
        self, label: OrderLabel, each: NextVisit, arrival: TimeLabel, beat: Fraction
    ) -> OrderLabel | None:
        """The label with one more visit, unless it comes too late, costs too much or is too bad."""
        turn, position = self.calendar.turn, self.world.position
        charged, code = self._charged_with(label, each), label.code + each.step
        earned, here = PARTS * (label.pay + each.pay) - charged, (each.point, code)
        most = earned - self._spent(label.hires, label.to_come)
        if self._promise(most, *here, arrival[0], turn(arrival[0]), beat) is None:
            return None
        aboard, cards, stops = self._after(label, each)
        hires = self._hires(label, each.point)
        costs, near = self.world.costs, self.world.least_hire
        cost = costs.trees(stops, near) + max(0, hires)
        if cost > position.money + label.pay:
            return None
        built = built_by(self.world, self.calendar, costs.trees(stops, 0), label.paid)
        room_for = len(label.aboard) if each.loads else None
        time = self.trains.waited(arrival, built, room_for)
        if time[0] > self.trains.last or turn(time[0]) > each.until:
            return None
        towns = stops.union(self.world.joined(job.town) for job in aboard)
        to_come = self._shares.costs.trees(towns, near) if self.aim.net else 0
        most = earned - self._spent(hires, to_come)
        promise = self._promise(most, *here, time[0], turn(time[0]), beat)
        if promise is None:
            return None
        paid = label.paid if each.loads else (*label.paid, (max(1, turn(time[0])), each.pay))
        return OrderLabel(
            visits=(*label.visits, each.visit),
            moments=(*label.moments, time[0]),
            at=each.point,
            time=(time[0], min(time[1], self.aim.horizon)),
            aboard=aboard,
            cards=cards,
            code=code,
            opened=label.opened | {self.world.island[each.point]},
            stops=stops,
            pay=label.pay + each.pay,
            paid=paid,
            hires=hires,
            cost=cost,
            charged=charged,
            to_come=to_come,
            promise=promise,
        )

    def _hires(self, label: OrderLabel, point: int) -> int:
        """Lower bound on hire with a visit there: a hired ship as long as none can be bought."""
        world = self.world
        if world.island[label.at] == world.island[point]:
            return label.hires
        poor = label.cost + world.purchase > world.position.money + label.pay
        return label.hires + world.least_hire + (self._hire if world.purchase and poor else 0)

    def _spent(self, hires: int, to_come: int) -> int:
        """Lower bound on ships and lines, in parts, beside what visits bear."""
        return PARTS * (hires + to_come) if self.aim.net else 0

    def _after(
        self, label: OrderLabel, each: NextVisit
    ) -> tuple[tuple[Job, ...], frozenset[int], frozenset[int]]:
        """The goods aboard after a visit, the cards that are not begun, and the stops."""
        stops = label.stops | {each.stop}
        if each.loads:
            return (*label.aboard, each.job), label.cards - {each.job.card}, stops
        return tuple(job for job in label.aboard if job != each.job), label.cards, stops

    def _charged_with(self, label: OrderLabel, each: NextVisit) -> int:
        """What is charged to a label's visits and one more; asked often, as orders vary."""
        key = label.stops, label.code, each.number
        # The code says all about the cards that are listed in the table, and nothing of others.
        if key not in self._known_charges or self.earn.unlisted:
            self._known_charges[key] = self._charged(*self._after(label, each))
        return self._known_charges[key]

    def _charged(
        self, aboard: tuple[Job, ...], cards: frozenset[int], stops: frozenset[int]
    ) -> int:
        """Lower bound on upgrades and on joining what is visited, in parts.

        Joining a place is charged to all visits there that there can be: what open cards can bear
        of it, and goods aboard will bear, is not charged yet. Where the train begins joining costs
        nothing, so that a visit there bears too much.
        """
        unused = [*cards, *(job.card for job in aboard)]
        charged = -sum(self.earn.unlisted.get(card, 0) for card in unused)
        if not self.aim.net:
            return charged
        charged += PARTS * self.calendar.cost
        shares, start = self._shares, self.world.start
        there = {start, *stops, *(job.town for job in aboard)}
        charged += sum(PARTS * shares.price.get(each, 0) for each in there - {start})
        charged -= sum(shares.share.get(job.town, 0) for job in aboard)
        bears = {each: shares.share[each] for each in there if each in shares.share}
        for card in cards if bears else ():
            charged -= max(
                max(bears.get(town, 0) for town in shares.sources[job.good])
                + bears.get(job.town, 0)
                for job in shares.by_card[card]
            )
        return charged

    def _promise(
        self, earned: int, at: int, code: int, moment: int, first: int, beat: Fraction
    ) -> Fraction | None:
        """Upper bound on the value of plans over by some turn from the first on, if it beats one.

        ``earned`` is in parts; ``moment`` is when the train is at a place with cards of a code.
        """
        aim, ends, horizon = self.aim, self.calendar.ends, self.aim.horizon
        first, gains = max(first, self.calendar.least, 1), self.earn.gains
        # No turn has more than the last one: one look is enough for most labels.
        if first > horizon or not aim.beats(
            first, (earned + gains(at, code, ends[horizon] - moment)) // PARTS, beat
        ):
            return None
        turns = range(first, horizon + 1)
        sums = [(turn, (earned + gains(at, code, ends[turn] - moment)) // PARTS) for turn in turns]
        if not any(aim.beats(turn, sum_, beat) for turn, sum_ in sums):
            return None
        return aim.most(sums)
