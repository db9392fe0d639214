"""Agendas: the actions of a player's plan without their hexes, and upper bounds on their gain.

There are few agendas, and most of them cannot be the best: see :mod:`solvers.chicago.ceiling`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb

from mapdata.chicago import DIALS
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.action import TurnQuestion, builders, offered
from solvers.chicago.prospects import Arrived, Prospects
from solvers.clock import Clock


@dataclass(frozen=True)
class Agenda:
    """So many actions of each kind, in whatever order.

    ``builds`` and ``purchases`` have the company of each build and of each share bought.
    """

    builds: tuple[str, ...] = ()
    developments: int = 0
    purchases: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Number of actions."""
        return len(self.builds) + self.developments + len(self.purchases)

    def count(self, kind: str) -> int:
        """Number of actions of a kind; all of a kind turn one dial."""
        return {
            "build": len(self.builds),
            "develop": self.developments,
            "auction": len(self.purchases),
        }[kind]


def agendas(
    position: ChicagoPosition, player: str, actions: int, *, auctions: bool
) -> Iterator[Agenda]:
    """Yield what a player's next actions can consist of, the shortest first.

    With ``auctions`` at least one share is bought, otherwise none. He builds for companies of
    which he has a share by then, if their money is known.
    """
    own, on_offer = builders(position, player), offered(position) if auctions else []
    companies = [name for name in dict.fromkeys(own + on_offer) if name in position.treasuries]
    every = [("build", name) for name in companies] + [("develop", "")]
    every += [("auction", name) for name in on_offer]
    for size in range(1, min(actions, most_actions(position)) + 1):
        for chosen in combinations_with_replacement(every, size):
            builds, purchases = (
                tuple(name for each, name in chosen if each == kind)
                for kind in ("build", "auction")
            )
            agenda = Agenda(builds, chosen.count(("develop", "")), purchases)
            if bool(purchases) == auctions and _fits(position, agenda, {*own, *purchases}):
                yield agenda


def most_actions(position: ChicagoPosition) -> int:
    """Upper bound on the number of actions before a dividend; 1 or more.

    Dials end it; and so do locomotives, shares, houses and the steps of industries.
    """
    title, companies = position.title, position.title.companies
    steps = sum(len(each.scale) for each in title.industry.values())
    supply = {
        "auction": sum(each.shares for each in companies.values()),
        "build": sum(each.locomotives for each in companies.values()),
        "develop": title.development.houses + steps,
    }
    left = {kind: rules.dial_left(position, kind) for kind in DIALS}
    return max(1, sum(supply[kind] if each is None else each for kind, each in left.items()))


def _fits(position: ChicagoPosition, agenda: Agenda, held: set[str]) -> bool:
    """Whether dials and shares suffice, and a share is held of each company built for."""
    dials = ((rules.dial_left(position, kind), agenda.count(kind)) for kind in DIALS)
    return (
        held.issuperset(agenda.builds)
        and all(left is None or wanted <= left for left, wanted in dials)
        and all(
            agenda.purchases.count(name) <= rules.shares_left(position, name)
            for name in agenda.purchases
        )
    )


MANY = 300
"""Choices of developments after which they are not told apart."""

Boost = tuple[tuple[int, int], ...]
"""Additions by a development to the income and the treasury of each company."""

Rise = tuple[bool, tuple[int, ...]]
"""Whether a company gets to Chicago, and what its builds add to each income that is paid out."""


class Ceilings:
    """The most that agendas can bring a player; remembers what it has worked out.

    ``rough`` ones take no search: hexes need not be connected.
    """

    def __init__(self, question: TurnQuestion, clock: Clock, *, rough: bool = False) -> None:
        self.question, self.clock, self.rough = question, clock, rough
        self.position = position = question.position
        self.names = list(position.networks)
        self.held = position.players[question.player]
        ahead = [position]
        for _ in range(dividends.still_paid(position, question.number) - 1):
            ahead.append(dividends.phase(ahead[-1]))
        self.earned = {name: [rules.income(now, name) for now in ahead] for name in self.names}
        self._prospects: dict[tuple[str, int], Prospects] = {}
        self._rises: dict[tuple[str, int, int], list[Rise]] = {}
        self._worth: dict[tuple[object, ...], int | None] = {}

    def prospects(self, name: str, builds: int) -> Prospects:
        """The prospects of a company with this many builds, all before the next dividend."""
        key = name, builds
        if key not in self._prospects:
            ahead = (builds, *[0] * (len(self.earned[name]) - 1))
            found = Prospects(self.position, name, ahead, self.clock, exact=True)
            has, forest = self.position.treasuries[name], self.position.title.development.forest
            others = max(0, self.question.actions - builds)
            found.work_out_together(has + forest * each for each in range(others + 1))
            self._prospects[key] = found
        return self._prospects[key]

    def of(self, agenda: Agenda) -> int | None:
        """Upper bound on the gain of any plan of an agenda; ``None`` if it has no plan."""
        boosts, times = self._boosts(agenda), agenda.developments
        if times and comb(len(boosts) + times - 1, times) > MANY:
            boosts = [_of_all(boosts)]
        sums = [
            self._sum(agenda, chosen) for chosen in combinations_with_replacement(boosts, times)
        ]
        known = [each for each in sums if each is not None]
        return max(known) - self.question.before if known else None

    def of_any(self, *, auctions: bool) -> int:
        """Upper bound on the gain of any plan: each company gets every action for itself."""
        position, actions = self.position, self.question.actions
        known = [name for name in self.names if name in position.treasuries]
        every = Agenda(tuple(known) * actions, actions)
        boost = _of_all(self._boosts(every) or [((0, 0),) * len(self.names)])
        total = 0
        for name, (added, money) in zip(self.names, boost, strict=True):
            most = min(actions, rules.shares_left(position, name)) if auctions else 0
            builds = actions if name in known else 0
            number = len(self.earned[name])
            brings = [
                self._brings(name, builds, shares, actions * added, actions * money, number)
                for shares in range(most + 1)
            ]
            total += max(each for each in brings if each is not None)
        return total - self.question.before

    def _sum(self, agenda: Agenda, boosts: tuple[Boost, ...]) -> int | None:
        """Upper bound on the money from all companies together, under the chosen boosts."""
        number = self._dividends(agenda)
        total = 0
        for at, name in enumerate(self.names):
            added, money = (sum(each[at][part] for each in boosts) for part in (0, 1))
            brings = self._brings(
                name,
                agenda.builds.count(name),
                agenda.purchases.count(name),
                added,
                money,
                number,
            )
            if brings is None:
                return None
            total += brings
        return total

    def _dividends(self, agenda: Agenda) -> int:
        """Number of dividends paid once the shares of an agenda are sold."""
        sold = dict(self.position.sold)
        for name in agenda.purchases:
            sold[name] += 1
        return dividends.still_paid(replace(self.position, sold=sold), self.question.number)

    # One company ----------------------------------------------------------------------------

    def _brings(
        self, name: str, builds: int, shares: int, added: int, money: int, number: int
    ) -> int | None:
        """Upper bound on the player's money from one company, less what its shares cost him."""
        if not shares and not self.held.get(name, 0):
            return 0
        key = name, builds, shares, added, money, number
        if key not in self._worth:
            has = self.position.treasuries.get(name, 0) + money
            brings = [
                self._paid(name, rise, shares, added, number) - price
                for price in self._prices(name, builds, shares)
                for rise in self._rise(name, builds, has + price)
            ]
            self._worth[key] = max(brings, default=None)
        return self._worth[key]

    def _paid(self, name: str, rise: Rise, shares: int, added: int, number: int) -> int:
        """Dividends that the player gets from a company whose income has risen this much."""
        arrives, more = rise
        held, sold = self.held.get(name, 0), self.position.sold[name]
        incomes = [
            before + added + by
            for before, by in zip(self.earned[name][:number], more, strict=False)
        ]
        paid = sum((held + shares) * rules.rounded_up(each, sold + shares) for each in incomes)
        if arrives:
            paid += max(
                (held + bought) * rules.rounded_up(incomes[0], sold + bought)
                for bought in range(shares + 1)
                if sold + bought
            )
        return paid

    def _prices(self, name: str, builds: int, shares: int) -> range:
        """Prices worth considering for so many shares: from today's opening bids up.

        More than the company can build with is never worth paying.
        """
        income, sold = self.earned[name][0], self.position.sold[name]
        least = sum(rules.rounded_up(income, sold + each) for each in range(1, shares + 1))
        if not shares or not builds:
            return range(least, least + 1) if least <= self._purse else range(0)
        prospects = self.prospects(name, builds)
        has = self.position.treasuries[name]
        most = max(least, prospects.growth(0, rules.RICH).treasury - has)
        forests = self.position.title.development.forest * self.question.actions
        found = range(least, min(most, self._purse) + 1)
        prospects.work_out_together(range(has + least, has + max(found, default=0) + forests + 1))
        return found

    @cached_property
    def _purse(self) -> int:
        """Upper bound on what the player can pay; unlimited if Chicago may pay him on the way."""
        goal, cash = self.position.title.opening.hex, self.position.cash.get(self.question.player)
        if cash is None or any(
            goal in self._reach(name, self.question.actions - 1) for name in self.names
        ):
            return rules.RICH
        return cash

    def _rise(self, name: str, builds: int, money: int) -> list[Rise]:
        """Upper bounds on added income: by any builds, and by those that lead to Chicago."""
        if not builds:
            return [(False, (0,) * len(self.earned[name]))]
        key = name, builds, money
        if key not in self._rises:
            prospects = self.prospects(name, builds)
            found = [(False, self._incomes(prospects, money, "maybe"))]
            if self._leads_there(prospects, money):
                found.append((True, self._incomes(prospects, money, "there")))
            self._rises[key] = found
        return self._rises[key]

    def _leads_there(self, prospects: Prospects, money: int) -> bool:
        if self.rough:
            return prospects.goal in prospects.growth(0, rules.RICH).hexes
        return prospects.leads_there(0, money)

    def _incomes(self, prospects: Prospects, money: int, arrived: Arrived) -> tuple[int, ...]:
        """Return the most that is added to the income of each dividend.

        That is never more than in a later one, nor than now and what industries grow by then.
        """
        title, ahead = self.position.title, prospects.positions
        if self.rough:
            return tuple(prospects.apart(at, money) for at in range(len(ahead)))
        growing = [each for each in title.industry.values() if each.by == "dividends"]
        last = prospects.best(len(ahead) - 1, money, arrived)
        if last.finished and not any(each.hex in last.hexes for each in growing):
            return (last.bound,) * len(ahead)
        first = prospects.best(0, money, arrived).bound
        grown = [sum(rules.pays(now, each.hex) for each in growing) for now in ahead]
        return tuple(min(last.bound, first + each - grown[0]) for each in grown)

    def _reach(self, name: str, builds: int) -> tuple[str, ...]:
        """Return the hexes that a company can build at all, whatever it has."""
        if not builds or name not in self.position.treasuries:
            return ()
        return self.prospects(name, builds).growth(0, rules.RICH).hexes

    # Developments ---------------------------------------------------------------------------

    def _boosts(self, agenda: Agenda) -> list[Boost]:
        """The boosts that one development may give, dominated ones left out."""
        if not agenda.developments:
            return []
        found = set(self._every_boost(agenda))
        return [
            one
            for one in found
            if not any(one != two and all(map(_no_more, one, two)) for two in found)
        ]

    def _every_boost(self, agenda: Agenda) -> Iterator[Boost]:
        position, forest = self.position, self.position.title.development.forest
        reach = {
            name: {*self._reach(name, agenda.builds.count(name)), *position.networks[name]}
            for name in self.names
        }
        for hex_id, place in position.title.hexes.items():
            if rules.forbidden(position, hex_id) is not None:
                continue
            there = [hex_id in reach[name] for name in self.names]
            if place.kind == "forest":
                for at, possible in enumerate(there):
                    if possible:
                        yield tuple((0, forest * (each == at)) for each in range(len(there)))
            else:
                rise = rules.most_added(position, hex_id)
                yield tuple((rise * possible, 0) for possible in there)


def _of_all(boosts: Sequence[Boost]) -> Boost:
    """The smallest boost that dominates each of several."""
    return tuple(
        (max(added for added, _ in each), max(money for _, money in each))
        for each in zip(*boosts, strict=True)
    )


def _no_more(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return one[0] <= two[0] and one[1] <= two[1]
