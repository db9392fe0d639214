"""What a company can pay a share in the next dividends, if everybody builds for it alone.

Plans that really build one after the other are played; where the best of them meets the
bound on all plans, it is proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.board import neighbours
from solvers.chicago.growth import make_growth
from solvers.chicago.moves import BuildMove, after, arrival
from solvers.chicago.order import building_order
from solvers.chicago.plan import good_hexes, growth_of
from solvers.chicago.prospects import ARRIVED, Prospects
from solvers.chicago.reach import best_way


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
    """What the dividends to come pay a share; remembers what it has worked out."""

    def __init__(self, prospects: Prospects) -> None:
        self.prospects = prospects
        self.company, self.clock, self.builds = prospects.company, prospects.clock, prospects.builds
        self._streams: dict[int, Stream] = {}
        self._further: dict[object, list[str]] = {}

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
        bound = self.prospects.bound(money)
        best = self._played([], money, bound)
        for hexes in self._candidates(money):
            if best.proven:
                break
            played = self._played(hexes, money, bound)
            tried = [played]
            if len(played.paid) < len(self.builds):
                tried.append(self._played(hexes, money, bound, spare=True))
            best = max(best, *tried, key=lambda each: (each.total, -each.cost))
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
        """Return what of a set has the most income by a dividend."""
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

    def _played(
        self, hexes: Sequence[str], money: int, bound: int, *, spare: bool = False
    ) -> Stream:
        """Return what a share is paid when hexes are built in this order, as soon as possible.

        What time and money are left over is used for the best build that is then possible.
        With ``spare`` a locomotive is spared whose use would end the game early.
        """
        first, name = self.prospects.positions[0], self.company
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
        key = growth.hexes, growth.limit, growth.treasury, growth.income, growth.touching
        if key not in self._further:
            worth = {
                growth.hexes[each]: growth.income[each] for each in good_hexes(growth, self.clock)
            }
            near, network = neighbours(now.title), now.networks[self.company]
            title = now.title
            late = title.companies[title.opening.company].start
            self._further[key] = building_order(
                near, network, worth, before=(late, title.opening.hex)
            )
        return self._further[key]
