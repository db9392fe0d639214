"""What a company can pay a share in the next dividends, if everybody builds for it alone.

Between two dividends so many builds go to the company, with the money that it has now. For
each dividend the most income that could be there by then is found exactly, as if nothing had
to be built before: together that bounds what a share can be paid. Plans that really build one
after the other are then played; where the best of them meets the bound, it is proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.board import neighbours
from solvers.chicago.growth import Grown, Growth
from solvers.chicago.moves import BuildMove, after, arrival
from solvers.chicago.order import building_order
from solvers.chicago.plan import METHODS, growth_of
from solvers.chicago.reach import best_way
from solvers.clock import Clock


@dataclass(frozen=True)
class Stream:
    """What a share is paid by a plan, and the sum that no plan exceeds.

    ``paid`` has a figure for each dividend, ``extra`` the dividend on reaching Chicago.
    ``rounds`` has the builds before each dividend, action by action.
    """

    paid: tuple[int, ...]
    extra: int
    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    cost: int
    bound: int

    @property
    def total(self) -> int:
        """Return what the share is paid altogether."""
        return sum(self.paid) + self.extra

    @property
    def proven(self) -> bool:
        """Return whether no plan pays more."""
        return self.total == self.bound


class Future:
    """A company and the dividends to come; remembers what it has worked out.

    Parameters
    ----------
    position
        Shares are sold as they will be: a share on offer counts as sold.
    builds
        How many builds may go to the company before each dividend.
    """

    def __init__(
        self, position: ChicagoPosition, company: str, builds: Sequence[int], clock: Clock
    ) -> None:
        self.company, self.clock = company, clock
        self.builds = tuple(builds)[: dividends.still_paid(position, len(builds))]
        self.positions = [position]
        for _ in self.builds[1:]:
            self.positions.append(dividends.phase(self.positions[-1]))
        most = position.title.building.hexes
        self.limits = [most * sum(self.builds[: at + 1]) for at in range(len(self.builds))]
        self._found: dict[object, tuple[Growth, Grown]] = {}
        self._streams: dict[int, Stream] = {}

    def ceiling(self, money: int) -> int:
        """Return an upper bound on what a share is paid: by the best hexes, connected or not."""
        from solvers.chicago.frontier import to_come

        total = most = 0
        for at, now in enumerate(self.positions):
            growth = growth_of(now, self.company, money, self.limits[at])
            added = int(to_come(growth, tuple(range(len(growth.hexes))))[0][-1, -1])
            earned = rules.income(now, self.company) + added
            most = max(most, rules.rounded_up(earned, now.sold[self.company]))
            total += rules.rounded_up(earned, now.sold[self.company])
        return total + most

    def stream(self, money: int) -> Stream:
        """Return what a share is paid when the company has ``money``.

        What can be built with less money can be built with more.
        """
        if money not in self._streams:
            self._streams[money] = self._stream(money)
        known = [each for less, each in self._streams.items() if less <= money]
        best = max(known, key=lambda each: (each.total, -each.cost))
        return replace(best, bound=self._streams[money].bound)

    def _stream(self, money: int) -> Stream:
        """Return the best of some plans, with the bound on all of them."""
        bound = self._bound(money)
        best = self._played([], money, bound)
        for hexes in self._candidates(money):
            for spare in (False, True):
                if not best.proven:
                    played = self._played(hexes, money, bound, spare=spare)
                    best = max(best, played, key=lambda each: (each.total, -each.cost))
        return best

    def _best(self, at: int, money: int, *, without: str = "") -> tuple[Growth, Grown]:
        """Return the hexes with the most income by a dividend, whatever comes before."""
        now = self.positions[at]
        growth = growth_of(now, self.company, money, self.limits[at], without=without)
        key = growth.limit, growth.treasury, without, tuple(now.industry.values())
        if key not in self._found:
            self._found[key] = growth, METHODS["auto"](growth, self.clock)
        return self._found[key]

    def _bound(self, money: int) -> int:
        """Return an upper bound on what a share is paid, whenever the company gets to Chicago."""
        goal = self.positions[0].title.opening.hex
        most = [self._most(at, money) for at in range(len(self.positions))]
        growth, _ = self._best(len(self.positions) - 1, money)
        if goal not in growth.hexes:
            return sum(most)
        before = [self._most(at, money, without=goal) for at in range(len(self.positions))]
        by_arrival = [
            sum(before[:at]) + most[at] + sum(most[at:]) for at in range(len(self.positions))
        ]
        return max(sum(before), *by_arrival)

    def _most(self, at: int, money: int, *, without: str = "") -> int:
        """Return the most that a share can be paid in a dividend."""
        now = self.positions[at]
        _, grown = self._best(at, money, without=without)
        earned = rules.income(now, self.company) + grown.bound
        return rules.rounded_up(earned, now.sold[self.company])

    def _candidates(self, money: int) -> Iterator[list[str]]:
        """Yield hexes in the order in which they might be built."""
        title = self.positions[0].title
        goal, late = title.opening.hex, title.companies[title.opening.company].start
        last = len(self.positions) - 1
        near, network = neighbours(title), self.positions[0].networks[self.company]
        seen: set[frozenset[str]] = set()
        for at in (last, *range(last)):
            growth, grown = self._best(at, money)
            chosen = frozenset(growth.hexes[each] for each in grown.chosen)
            if chosen in seen:
                continue
            seen.add(chosen)
            worth = {each: rules.pays(self.positions[at], each) for each in chosen}
            early = building_order(near, network, worth, before=(late, goal))
            yield early
            if goal in chosen:
                without = {each: pay for each, pay in worth.items() if each != goal}
                yield [*building_order(near, network, without), goal]
        for at in (0, last):
            growth, grown = self._best(at, money)
            if goal not in growth.hexes:
                continue
            way = best_way(growth, growth.hexes.index(goal), growth.limit)
            yield [growth.hexes[each] for each in way or ()]
            there = _favoured(growth, goal, grown.bound + 1)
            worth = {
                growth.hexes[each]: growth.income[each]
                for each in METHODS["auto"](there, self.clock).chosen
                if growth.hexes[each] != goal
            }
            yield [*building_order(near, network, worth), goal]

    def _played(
        self, hexes: Sequence[str], money: int, bound: int, *, spare: bool = False
    ) -> Stream:
        """Return what a share is paid when hexes are built in this order, as soon as possible.

        What time and money are left over is used for the best build that is then possible.
        With ``spare`` a locomotive is spared whose use would end the game early.
        """
        first, name = self.positions[0], self.company
        now = replace(first, treasuries={**first.treasuries, name: money})
        most = first.title.building.hexes
        waiting = list(hexes)
        paid: list[int] = []
        rounds: list[tuple[tuple[str, ...], ...]] = []
        extra = 0
        for at, count in enumerate(self.builds, 1):
            actions: list[tuple[str, ...]] = []
            for number in range(count):
                waiting = waiting or self._more(now, most * (count - number))
                built, waiting = tuple(waiting[:most]), waiting[most:]
                move = BuildMove(name, built)
                if spare and at < len(self.builds) and dividends.over(after(now, move)):
                    move = BuildMove(name, built[:-1])
                if not move.hexes:
                    break
                extra += arrival(now, move)
                now = after(now, move)
                actions.append(move.hexes)
            rounds.append(tuple(actions))
            paid.append(dividends.share(now, name))
            if dividends.over(now):
                break
            now = dividends.phase(now)
        cost = money - now.treasuries[name]
        return Stream(tuple(paid), extra, tuple(rounds), cost, bound)

    def _more(self, now: ChicagoPosition, limit: int) -> list[str]:
        """Return what else is best to build with the money that is left."""
        growth = growth_of(now, self.company, now.treasuries[self.company], limit)
        grown = METHODS["auto"](growth, self.clock)
        worth = {growth.hexes[each]: growth.income[each] for each in grown.chosen}
        near, network = neighbours(now.title), now.networks[self.company]
        title = now.title
        late = title.companies[title.opening.company].start
        return building_order(near, network, worth, before=(late, title.opening.hex))


def _favoured(growth: Growth, hex_id: str, bonus: int) -> Growth:
    """Return the problem with a hex so rich that it is built wherever it can be."""
    incomes = zip(growth.hexes, growth.income, strict=True)
    more = tuple(income + bonus * (each == hex_id) for each, income in incomes)
    return replace(growth, income=more)
