"""The dividends of a share in the future: plans, bounds, and CP-SAT where these differ.

CP-SAT finds the least money with which a plan pays a sum, or proves that none does. Its total
effort is limited by its deterministic time, so that answers are the same on every machine.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.growth import Growth, best_way, building_order, make_growth
from solvers.chicago.moves import BuildMove, after
from solvers.chicago.plan import good_hexes, growth_of
from solvers.chicago.prospects import ARRIVED, BuildRounds, PaidPlan, Prospects, Stream, played
from solvers.chicago.rules import neighbours
from solvers.errors import SolverFailed
from solvers.isolate import WorkerDied, WorkerStopped, isolated

EFFORT = 6.0
"""Limit on CP-SAT's deterministic time for a company: some ten seconds."""


@dataclass(frozen=True)
class RoundsQuestion:
    """The question: the cheapest builds of a company before each of several dividends.

    Attributes
    ----------
    positions
        The position before each dividend, if nobody acts.
    builds
        How many builds there may be before each.
    growth
        The hexes that can be built by the last.
    most
        What a share is paid at most by each dividend.
    """

    positions: tuple[ChicagoPosition, ...]
    company: str
    builds: tuple[int, ...]
    growth: Growth
    most: tuple[int, ...]


@dataclass(frozen=True)
class CheapestRounds:
    """The hexes to be built before each dividend, if any were found.

    Of the sums that were asked about none below ``least`` is enough.
    """

    hexes: tuple[frozenset[str], ...] | None
    least: int
    effort: float = 0.0
    """Deterministic time that the search took."""


class Closer:
    """Looks for the least money that pays a sum, until its effort is used up."""

    def __init__(self, prospects: Prospects) -> None:
        self.prospects, self.effort = prospects, EFFORT

    def cheapest(self, value: int, sums: range) -> CheapestRounds:
        """Return a plan that pays a share ``value`` with the least of several sums of money."""
        prospects, clock = self.prospects, self.prospects.clock
        every = range(len(prospects.builds))
        growth = prospects.growth(every[-1], sums[-1])
        nothing = CheapestRounds(None, sums.start)
        if self.effort <= 0 or clock.left == 0 or not growth.hexes:
            return nothing
        asked = RoundsQuestion(
            tuple(prospects.positions),
            prospects.company,
            prospects.builds,
            growth,
            tuple(prospects.most_paid(at, sums[-1]) for at in every),
        )
        try:
            found = isolated(_native, asked, value, sums, self.effort, clock.left, clock=clock)
        except (WorkerDied, WorkerStopped):
            self.effort = 0.0
            return nothing
        self.effort -= found.effort
        return found

    def in_actions(self, hexes: Sequence[frozenset[str]]) -> BuildRounds:
        """The builds before each dividend, in building order with Chicago last."""
        first = self.prospects.positions[0]
        near, most = neighbours(first.title), first.title.building.hexes
        built = first.networks[self.prospects.company]
        rounds = []
        for new in hexes:
            worth = {each: rules.pays(first, each) for each in new - {self.prospects.goal}}
            order = building_order(near, built, worth)
            order += [self.prospects.goal] if self.prospects.goal in new else []
            rounds.append(tuple(tuple(order[at : at + most]) for at in range(0, len(order), most)))
            built |= new
        return tuple(rounds)


def _native(
    asked: RoundsQuestion, value: int, sums: range, effort: float, limit: float | None
) -> CheapestRounds:
    from solvers.chicago.rounds import cheapest_rounds

    return cheapest_rounds(asked, value, sums, effort, limit)


@dataclass(frozen=True)
class LeastMoney:
    """The least money known to pay a share some sum (none, if no plan is known to).

    ``bound`` is the money below which no plan pays it.
    """

    money: int | None
    bound: int


class Future:
    """Dividends of a share in the future, for any money of the company; results are cached.

    A plan is possible with any money from its cost up. So more money never pays less.
    """

    def __init__(self, prospects: Prospects) -> None:
        self.prospects, self.closer = prospects, Closer(prospects)
        self.company, self.clock, self.builds = prospects.company, prospects.clock, prospects.builds
        self._plans: list[PaidPlan] = []
        self._tried: set[int] = set()
        self._least: dict[int, int] = {}
        """The money below which no plan pays a share so much, as far as it was looked into."""
        self._further: dict[Growth, list[str]] = {}

    def bound(self, money: int) -> int:
        """Upper bound on what a share is paid when the company has ``money``."""
        too_much = [value for value, least in self._least.items() if money < least]
        return min([self.prospects.bound(money), *(value - 1 for value in too_much)])

    def stream(self, money: int) -> Stream:
        """Return the best plan known for ``money``, with the bound on all plans."""
        bound = self.bound(money)
        if money not in self._tried:
            self._tried.add(money)
            self._plans.append(self._tried_out(money, bound))
        best = max((each for each in self._plans if each.cost <= money), key=_rank)
        if best.total > bound:
            raise SolverFailed(f"a plan pays {best.total}, more than the proven bound {bound}")
        return Stream(best.paid, best.extra, best.rounds, best.cost, bound)

    def least_money(self, value: int, low: int, high: int) -> LeastMoney:
        """Return the least money from ``low`` to ``high`` with which a share is paid ``value``.

        Where the best known plan and the bound differ, CP-SAT narrows the gap.
        """
        bound = _first(low, high, lambda money: self.bound(money) >= value)
        if bound > high:
            return LeastMoney(None, bound)
        known = bound
        if self.stream(bound).total < value:
            known = _first(bound + 1, high, lambda money: self.stream(money).total >= value)
            found = self.closer.cheapest(value, range(bound, known))
            if found.least > bound:
                bound = self._least[value] = found.least
            if found.hexes is not None:
                plan = self._judged(self.closer.in_actions(found.hexes), known - 1)
                self._plans.append(plan)
                known = max(low, plan.cost)
        return LeastMoney(known if known <= high else None, bound)

    def _judged(self, rounds: BuildRounds, money: int) -> PaidPlan:
        """The plan as played by the rules, which it must not break."""
        return played(self.prospects.positions[0], self.company, money, self.builds, rounds)

    def _tried_out(self, money: int, bound: int) -> PaidPlan:
        """The best of the plans that :meth:`_candidates` suggests."""
        best = self._judged(self._soonest([], money), money)
        for hexes in self._candidates(money):
            if best.total >= bound:
                break
            plan = self._judged(self._soonest(hexes, money), money)
            best = max(best, plan, key=_rank)
            if len(plan.paid) < len(self.builds):
                plan = self._judged(self._soonest(hexes, money, spare=True), money)
                best = max(best, plan, key=_rank)
        return best

    def _candidates(self, money: int) -> Iterator[list[str]]:
        """Yield hexes in the order in which they might be built."""
        prospects, goal = self.prospects, self.prospects.goal
        last = len(prospects.positions) - 1
        seen: set[frozenset[str]] = set()
        for arrived in ARRIVED:
            for at in (last, *range(last)):
                growth = prospects.growth(at, money)
                if arrived == "there" and goal not in growth.hexes:
                    continue
                chosen = prospects.best(at, money, arrived).hexes
                if chosen in seen:
                    continue
                seen.add(chosen)
                yield self._earliest(chosen, at)
                if goal in chosen:
                    yield [*self._earliest(chosen - {goal}, at), goal]
                    way = best_way(growth, growth.hexes.index(goal), growth.limit)
                    yield [growth.hexes[each] for each in way or ()]

    def _earliest(self, chosen: frozenset[str], last: int) -> list[str]:
        """Return the hexes of a set, first those that pay most in the first dividend, and so on."""
        prospects = self.prospects
        title = prospects.positions[0].title
        near, network = neighbours(title), prospects.positions[0].networks[self.company]
        late = title.companies[title.opening.company].start
        order: list[str] = []
        parts = [chosen]
        for at in range(last - 1, -1, -1):
            parts.append(self._part(parts[-1], at))
        for at, part in enumerate(reversed(parts)):
            worth = {each: rules.pays(prospects.positions[at], each) for each in part - set(order)}
            order += building_order(
                near, network | set(order), worth, before=(late, title.opening.hex)
            )
        return order

    def _part(self, chosen: frozenset[str], at: int) -> frozenset[str]:
        """The part of a set that earns most by a dividend."""
        now = self.prospects.positions[at]
        hexes = now.title.hexes
        printed = {each: (hexes[each].xy, 1, rules.pays(now, each)) for each in chosen}
        growth = make_growth(
            printed,
            neighbours(now.title),
            now.networks[self.company],
            limit=self.prospects.limits[at],
            treasury=len(chosen),
        )
        return frozenset(growth.hexes[each] for each in good_hexes(growth, self.clock))

    def _soonest(self, hexes: Sequence[str], money: int, *, spare: bool = False) -> BuildRounds:
        """Return the rounds in which hexes are built in this order, as soon as possible.

        Time and money left over are used for the best build that is then possible. The same
        happens when the next hexes cannot be paid, as an arrival in Chicago may have made one
        dearer. With ``spare`` a locomotive is saved whose use would end the game early.
        """
        first, name = self.prospects.positions[0], self.company
        now = replace(first, treasuries={**first.treasuries, name: money})
        most = first.title.building.hexes
        waiting = list(hexes)
        rounds: list[tuple[tuple[str, ...], ...]] = []
        for at, count in enumerate(self.builds, 1):
            actions: list[tuple[str, ...]] = []
            for number in range(count):
                if not waiting or _too_dear(now, name, waiting[:most]):
                    waiting = self._more(now, most * (count - number))
                built, waiting = tuple(waiting[:most]), waiting[most:]
                move = BuildMove(name, built)
                if spare and at < len(self.builds) and dividends.over(after(now, move)):
                    move, waiting = BuildMove(name, built[:-1]), []
                if not move.hexes:
                    break
                now = after(now, move)
                actions.append(move.hexes)
            rounds.append(tuple(actions))
            if dividends.over(now):
                break
            now = dividends.phase(now)
        return tuple(rounds)

    def _more(self, now: ChicagoPosition, limit: int) -> list[str]:
        """The best further hexes for the money that is left."""
        growth = growth_of(now, self.company, now.treasuries[self.company], limit)
        if growth not in self._further:
            worth = {
                growth.hexes[each]: growth.income[each] for each in good_hexes(growth, self.clock)
            }
            near, network = neighbours(now.title), now.networks[self.company]
            title = now.title
            late = title.companies[title.opening.company].start
            self._further[growth] = building_order(
                near, network, worth, before=(late, title.opening.hex)
            )
        return self._further[growth]


def _rank(plan: PaidPlan) -> tuple[int, int]:
    return plan.rank


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the first number for which something holds, and then for all after it."""
    return low + bisect_left(range(low, high + 1), True, key=holds)


def _too_dear(position: ChicagoPosition, company: str, hexes: Sequence[str]) -> bool:
    """Whether a build costs more than the company has."""
    cost = sum(rules.price(position, each) for each in hexes)
    return cost > position.treasuries[company]
