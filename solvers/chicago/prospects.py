"""The payment of a share by a plan, dividend by dividend, with builds played by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.growth import Growth
from solvers.chicago.moves import BuildMove, after, arrival, play
from solvers.chicago.plan import growth_of, most_income_by_sum
from solvers.clock import Clock
from solvers.errors import SolverFailed

BuildRounds = tuple[tuple[tuple[str, ...], ...], ...]
"""The builds before each dividend, action by action."""


@dataclass(frozen=True)
class PaidPlan:
    """A plan with the payments of a share, and its cost.

    ``paid`` has a figure for each dividend, ``extra`` the dividend on reaching Chicago.
    """

    paid: tuple[int, ...]
    extra: int
    rounds: BuildRounds
    cost: int

    @property
    def total(self) -> int:
        """Payment to the share, altogether."""
        return sum(self.paid) + self.extra

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key, higher is better: the payment, then the least cost."""
        return self.total, -self.cost


@dataclass(frozen=True)
class Stream(PaidPlan):
    """The best plan that is known for some money, and the sum that no plan exceeds."""

    bound: int

    @property
    def proven(self) -> bool:
        """Whether it is proven that no plan pays more."""
        return self.total == self.bound


def played(
    position: ChicagoPosition,
    company: str,
    money: int,
    builds: Sequence[int],
    rounds: BuildRounds,
) -> PaidPlan:
    """The payment of a share by a plan; ``builds`` limits the builds of each round.

    Raises
    ------
    SolverFailed
        The plan breaks a rule, or the company has not so much money.
    """
    now = replace(position, treasuries={**position.treasuries, company: money}, player=None)
    paid: list[int] = []
    extra = 0
    for most, actions in zip(builds, rounds, strict=False):
        if len(actions) > most:
            raise SolverFailed(f"a plan has {len(actions)} builds before a dividend, not {most}")
        for hexes in actions:
            faults = play(now, company, now.treasuries[company], [hexes]).faults
            if faults:
                raise SolverFailed(f"a plan broke a rule: {faults[0].message}")
            move = BuildMove(company, hexes)
            extra += arrival(now, move)
            now = after(now, move)
        paid.append(dividends.share(now, company))
        if dividends.over(now):
            break
        now = dividends.phase(now)
    cost = money - now.treasuries[company]
    return PaidPlan(tuple(paid), extra, rounds[: len(paid)], cost)


@dataclass(frozen=True)
class Richest:
    """Hexes to be built by a dividend, and an upper bound on the income that any hexes add.

    If the search is ``finished``, the bound pays a share as much as the hexes do.
    """

    hexes: frozenset[str]
    bound: int
    finished: bool


Arrived = Literal["maybe", "never", "there"]
"""Whether a company is to be in Chicago by then."""

ARRIVED: tuple[Arrived, ...] = get_args(Arrived)


class Prospects:
    """The best hexes of a company for each of the next dividends; results are cached.

    Parameters
    ----------
    position
        With shares sold as they will be: a share on offer counts as sold.
    builds
        The most builds of the company before each dividend.
    exact
        Whether to distinguish incomes that pay a share the same.
    """

    def __init__(
        self,
        position: ChicagoPosition,
        company: str,
        builds: Sequence[int],
        clock: Clock,
        *,
        exact: bool = False,
    ) -> None:
        self.company, self.clock, self.exact = company, clock, exact
        self.builds = tuple(builds)[: dividends.still_paid(position, len(builds))]
        self.positions = [position]
        for _ in self.builds[1:]:
            self.positions.append(dividends.phase(self.positions[-1]))
        most = position.title.building.hexes
        self.limits = [most * sum(self.builds[: at + 1]) for at in range(len(self.builds))]
        self._together: tuple[int, ...] = ()
        self._growths: dict[tuple[int, int, str], Growth] = {}
        self._apart: dict[int, Sequence[int]] = {}
        self._found: dict[tuple[int, Arrived, int], dict[int, Richest]] = {}

    @property
    def goal(self) -> str:
        """Return the hex that pays a dividend on arrival."""
        return self.positions[0].title.opening.hex

    def work_out_together(self, sums: Iterable[int]) -> None:
        """Note sums of money that will all be asked for, so that one search serves them."""
        self._together = tuple(sums)

    def growth(self, at: int, money: int, *, without: str = "") -> Growth:
        """Return the problem of growing as rich as possible by a dividend."""
        key = at, money, without
        if key not in self._growths:
            now, limit = self.positions[at], self.limits[at]
            self._growths[key] = growth_of(now, self.company, money, limit, without=without)
        return self._growths[key]

    def apart(self, at: int, money: int) -> int:
        """Upper bound on added income: that of the best hexes, connected or not."""
        if at not in self._apart:
            self._apart[at] = _most_apart(self.growth(at, rules.RICH))
        return int(self._apart[at][min(money, len(self._apart[at]) - 1)])

    def best(self, at: int, money: int, arrived: Arrived = "maybe") -> Richest:
        """Return the hexes that pay most in a dividend, whatever comes before.

        If the company is to be ``there`` but cannot, they are hexes without Chicago.
        """
        known = self._found.setdefault((at, arrived, at), {})
        if money not in known:
            asked = self._asked(money, known)
            if arrived != "maybe":
                free = {each: self.best(at, each) for each in asked}
                wanted = arrived == "there"
                fits = [each for each in asked if (self.goal in free[each].hexes) == wanted]
                known |= {each: free[each] for each in fits}
            asked = [each for each in asked if each not in known]
            if asked and arrived == "there":
                growth = self.growth(at, asked[-1])
                known |= self._to_goal(at, asked, growth, growth.income)
            elif asked:
                without = self.goal if arrived == "never" else ""
                known |= self._searched(at, asked, self.growth(at, asked[-1], without=without))
        return known[money]

    def best_on_the_way(self, at: int, then: int, money: int) -> Richest:
        """Return hexes that pay most in a dividend of those that lead to Chicago by a later one.

        Hexes too far away to be built by the first dividend count 0. So the result is an upper
        bound on any plan that reaches Chicago at that time and not before.
        """
        known = self._found.setdefault((at, "there", then), {})
        if money not in known:
            asked = self._asked(money, known)
            growth = self.growth(then, asked[-1])
            near = set(self.growth(at, asked[-1]).hexes) - {self.goal}
            now = self.positions[at]
            income = tuple(rules.pays(now, each) * (each in near) for each in growth.hexes)
            known |= self._to_goal(at, asked, growth, income)
        return known[money]

    def _asked(self, money: int, known: Mapping[int, Richest]) -> list[int]:
        return sorted({money, *self._together} - known.keys())

    def _to_goal(
        self, at: int, sums: list[int], growth: Growth, income: tuple[int, ...]
    ) -> dict[int, Richest]:
        """Return the richest hexes that lead to Chicago, where any do.

        A bonus on Chicago exceeds the income of all other hexes, so that it is reached if possible.
        """
        if self.goal not in growth.hexes:
            return dict.fromkeys(sums, Richest(frozenset(), 0, finished=True))
        bonus = 1 + _most_apart(replace(growth, income=income))[-1]
        goal = growth.hexes.index(self.goal)
        more = tuple(each + bonus * (at == goal) for at, each in enumerate(income))
        return self._searched(at, sums, replace(growth, income=more), bonus)

    def _searched(
        self, at: int, sums: list[int], growth: Growth, bonus: int = 0
    ) -> dict[int, Richest]:
        """Return the richest hexes for each sum; what a share is paid may tell them apart."""
        earned = rules.income(self.positions[at], self.company)
        sold = self.positions[at].sold[self.company]

        def better(income: int) -> int:
            if income < bonus:
                return bonus
            paid = rules.rounded_up(earned + income - bonus, sold)
            return paid * sold + 1 - earned + bonus

        useful = sorted({min(each, growth.treasury) for each in sums})
        grown = most_income_by_sum(growth, useful, self.clock, None if self.exact else better)
        found = {
            money: Richest(
                frozenset(growth.hexes[each] for each in one.chosen),
                one.bound - bonus,
                one.finished,
            )
            for money, one in zip(useful, grown, strict=True)
        }
        return {each: found[min(each, growth.treasury)] for each in sums}

    def bound(self, money: int) -> int:
        """Return an upper bound on what a share is paid, whenever the company gets to Chicago."""
        every = range(len(self.positions))
        never = [self._most(at, self.best(at, money, "never")) for at in every]
        sums = [sum(never)]
        for then in every:
            if not self.leads_there(then, money):
                continue
            there = [self._most(at, self.best(at, money, "there")) for at in every[then:]]
            on_the_way = [
                min(never[at], self._most(at, self.best_on_the_way(at, then, money)))
                for at in every[:then]
            ]
            sums.append(sum(on_the_way) + there[0] + sum(there))
        return max(sums)

    def leads_there(self, at: int, money: int) -> bool:
        """Whether a company may be in Chicago by a dividend; false only if that is proven."""
        if self.goal not in self.growth(at, money).hexes:
            return False
        best = self.best(at, money, "there")
        return self.goal in best.hexes or not best.finished

    def most_paid(self, at: int, money: int) -> int:
        """Upper bound on what a share is paid in a dividend, whatever comes before."""
        return self._most(at, self.best(at, money))

    def _most(self, at: int, best: Richest) -> int:
        """Upper bound on what a share is paid in a dividend, from the hexes of ``best``."""
        now = self.positions[at]
        earned = rules.income(now, self.company) + best.bound
        return rules.rounded_up(earned, now.sold[self.company])

    def ceiling(self, money: int) -> int:
        """Return an upper bound on what a share is paid: by the best hexes, connected or not."""
        total = most = 0
        for at, now in enumerate(self.positions):
            earned = rules.income(now, self.company) + self.apart(at, money)
            most = max(most, rules.rounded_up(earned, now.sold[self.company]))
            total += rules.rounded_up(earned, now.sold[self.company])
        return total + most


def _most_apart(growth: Growth) -> list[int]:
    """Return the income of the best hexes, connected or not, for each sum of money."""
    from solvers.chicago.frontier import to_come

    table = to_come(growth, tuple(range(len(growth.hexes))))[0]
    return [int(each) for each in table[-1]]
