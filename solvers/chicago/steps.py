"""The steps of an agenda as a CP-SAT model: what may be chosen, and when.

Time goes in steps of one action each. Within a step the hexes of a build stand on layers, so that
each touches the network as it grows. Costs only have lower bounds and money from forests only upper
ones, so that no plan spends more than it has.

Import of OR-Tools takes half a second, so this module is imported only when it is used.
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from mapdata.chicago import DIALS, FOR_ONE, HOUSED
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.action import builders
from solvers.chicago.ceiling import Agenda
from solvers.chicago.moves import AuctionMove, BuildMove, ChicagoMove, DevelopMove
from solvers.chicago.plan import growth_of
from solvers.chicago.rules import neighbours


class Steps:
    """The variables of a plan, by company (c), hex (h), step (t) and layer (s)."""

    def __init__(self, position: ChicagoPosition, player: str, agenda: Agenda) -> None:
        self.position, self.title, self.player = position, position.title, player
        self.held, self.agenda = position.players[player], agenda
        self.offered = list(dict.fromkeys(agenda.purchases))
        own = builders(position, player)
        self.companies = own + [c for c in self.offered if c not in own]
        self.steps, self.layers = range(agenda.size), range(position.title.building.hexes)
        self.model = cp_model.CpModel()
        self.near = neighbours(position.title)
        self._reachable()
        self._kinds()
        self._purchases()
        self._builds()
        self._developments()
        self._treasuries()

    # What is chosen -----------------------------------------------------------------------

    def _reachable(self) -> None:
        """Find the hexes that each company can build at all by the builds that go to it."""
        forests = self.title.development.forest * self.agenda.developments
        self.hexes = {}
        for c in self.companies:
            limit = self.agenda.builds.count(c) * len(self.layers)
            money = (
                rules.RICH if c in self.offered else self.position.treasuries.get(c, 0) + forests
            )
            self.hexes[c] = growth_of(self.position, c, money, limit).hexes

    def _kinds(self) -> None:
        """Choose one action a step, as often as the agenda says, as long as dials allow."""
        new, add = self.model.new_bool_var, self.model.add
        reach = {h for hexes in self.hexes.values() for h in hexes}
        self.sites = [
            h
            for h in self.title.hexes
            if self.agenda.developments
            and rules.forbidden(self.position, h) is None
            and (rules.standing(self.position, h) or h in reach or h == self._late_start)
        ]
        self.auction = {(c, t): new(f"auction {c} {t}") for c in self.offered for t in self.steps}
        self.build = {(c, t): new(f"build {c} {t}") for c in self.companies for t in self.steps}
        self.develop = {(h, t): new(f"develop {h} {t}") for h in self.sites for t in self.steps}
        for t in self.steps:
            self.model.add_exactly_one(v for k in DIALS for v in self._of(k, t))
        for c in self.companies:
            add(sum(self.build[c, t] for t in self.steps) == self.agenda.builds.count(c))
        for c in self.offered:
            add(sum(self.auction[c, t] for t in self.steps) == self.agenda.purchases.count(c))
        self._dials()

    @property
    def _late_start(self) -> str:
        return self.title.companies[self.title.opening.company].start

    def _of(self, kind: str, t: int) -> list[Any]:
        """Return the choices of a kind in a step."""
        chosen = {"auction": self.auction, "build": self.build, "develop": self.develop}[kind]
        return [var for (_, at), var in chosen.items() if at == t]

    def _dials(self) -> None:
        """No action comes when so many dials are on red that a dividend comes first."""
        red: list[list[Any]] = [[] for _ in self.steps]
        for kind in DIALS:
            left = rules.dial_left(self.position, kind)
            if left is None:
                continue
            for t in self.steps:
                if left == 0:
                    red[t].append(1)
                if not left or not self._of(kind, t):
                    continue
                turned = sum(var for at in range(t) for var in self._of(kind, at))
                full = self.model.new_bool_var(f"{kind} red {t}")
                self.model.add(turned <= left - 1 + len(self.steps) * full)
                red[t].append(full)
            self.model.add(self.agenda.count(kind) <= left)
        most = self.title.dials.red - 1
        for t in self.steps:
            if len(red[t]) > most:
                self.model.add(sum(red[t]) <= most)

    # Shares -------------------------------------------------------------------------------

    def _purchases(self) -> None:
        """The player pays for shares that are left; who has none of a company builds after that."""
        model = self.model
        self.price = {at: model.new_int_var(0, rules.RICH, "price") for at in self.auction}
        for at, bought in self.auction.items():
            model.add(self.price[at] <= rules.RICH * bought)
        for c in self.offered:
            for t in () if self.held.get(c, 0) else self.steps:
                model.add(self.build[c, t] <= sum(self.auction[c, at] for at in range(t)))

    def bought(self, c: str, end: int) -> list[Any]:
        """Return literals for none, one, two ... shares of a company bought before step ``end``."""
        if c not in self.offered or not end:
            return [True]
        most = min(end, self.agenda.purchases.count(c))
        found = [self.model.new_bool_var(f"{c} bought {count}") for count in range(most + 1)]
        self.model.add_exactly_one(found)
        self.model.add(
            sum(count * each for count, each in enumerate(found))
            == sum(self.auction[c, t] for t in range(end))
        )
        return found

    # Builds -------------------------------------------------------------------------------

    def _builds(self) -> None:
        """Hexes stand on layers of steps, each once and each beside the network as it grows."""
        model = self.model
        places = [(t, s) for t in self.steps for s in self.layers]
        self.on = {
            (c, h, t, s): model.new_bool_var(f"{c} {h} {t} {s}")
            for c in self.companies
            for h in self.hexes[c]
            for t, s in places
        }
        for c in self.companies:
            network = self.position.networks[c]
            for h in self.hexes[c]:
                model.add_at_most_one(self.on[c, h, t, s] for t, s in places)
                if network & set(self.near[h]):
                    for t, s in places:  # the first layer is as good as any
                        if s:
                            model.add(self.on[c, h, t, s] == 0)
                    continue
                beside = [other for other in self.near[h] if other in self.hexes[c]]
                for at, (t, s) in enumerate(places):
                    earlier = [self.on[c, o, *place] for o in beside for place in places[:at]]
                    model.add_bool_or(~self.on[c, h, t, s], *earlier)
            for t in self.steps:
                built = sum(self.on[c, h, t, s] for h in self.hexes[c] for s in self.layers)
                model.add(built <= len(self.layers) * self.build[c, t])
                model.add(built >= self.build[c, t])
            left = rules.locomotives_left(self.position, c)
            model.add(sum(self.built(c, h) for h in self.hexes[c]) <= left)
        for h, place in self.title.hexes.items():
            if place.kind in FOR_ONE:
                model.add(sum(self.built(c, h) for c in self.companies) <= 1)

    def built(self, c: str, h: str, end: int | None = None) -> Any:
        """Literal: a company builds a hex before step ``end``; 0 if it never can."""
        if h not in self.hexes[c]:
            return 0
        end = len(self.steps) if end is None else end
        return sum(self.on[c, h, t, s] for t in range(end) for s in self.layers)

    def _opened(self, end: int) -> Any:
        """Number of arrivals in Chicago before step ``end``."""
        if rules.is_open(self.position, self.title.opening.company):
            return 0
        return sum(self.built(c, self.title.opening.hex, end) for c in self.companies)

    def _price(self, c: str, h: str, t: int) -> Any:
        """Lower bound on a company's price for a hex in a step: dearer if others come first."""
        here = sum(self.on[c, h, t, s] for s in self.layers)
        price = rules.price(self.position, h) * here
        before = [self.built(other, h, t) for other in self.companies if other != c]
        if h == self._late_start:
            before.append(self._opened(t))
        for each in before:
            if isinstance(each, int):
                continue
            both = self.model.new_bool_var(f"dearer {c} {h} {t}")
            self.model.add(len(self.companies) * (both + 1 - here) >= each)
            price = price + self.title.hexes[h].cost * both
        return price

    def _treasuries(self) -> None:
        """A company never spends more than it has by then, forests included."""
        for c in self.companies:
            spent: Any = 0
            gained: Any = 0
            for t in self.steps:
                spent = spent + sum(self._price(c, h, t) for h in self.hexes[c])
                self.model.add(spent <= self.position.treasuries.get(c, 0) + gained)
                gained = gained + sum(self._forest(c, h, t) for h in self.sites)
                gained = gained + self.price.get((c, t), 0)

    def _forest(self, c: str, h: str, t: int) -> Any:
        """Upper bound on what a company is paid for a forest developed in a step."""
        if self.title.hexes[h].kind != "forest":
            return 0
        there = self.on_network(c, h, t)
        paid = self.title.development.forest
        if isinstance(there, int):
            return paid * there * self.develop[h, t]
        return paid * self.both(there, self.develop[h, t])

    # Developments -------------------------------------------------------------------------

    def _developments(self) -> None:
        """A locomotive stands there; a house is built once, an industry has its scale."""
        model = self.model
        supply: Any = 0
        for h in self.sites:
            total = sum(self.develop[h, t] for t in self.steps)
            if self.title.hexes[h].kind in HOUSED:
                model.add(total <= 1)
                supply = supply + total
            else:
                model.add(total <= rules.steps_left(self.position, h))
            if rules.standing(self.position, h):
                continue
            for t in self.steps:
                there = sum(self.built(c, h, t) for c in self.companies)
                if h == self._late_start:
                    there = there + self._opened(t)
                model.add(self.develop[h, t] <= there)
        self.supply = supply
        model.add(supply <= rules.houses_left(self.position))

    def on_network(self, c: str, h: str, end: int) -> Any:
        """Literal: a hex is part of a network before step ``end``."""
        return 1 if h in self.position.networks[c] else self.built(c, h, end)

    def both(self, one: Any, two: Any) -> Any:
        """Return a literal that is true only where both are; where bids count, just there."""
        both = self.model.new_bool_var("")
        self.model.add(both <= one)
        self.model.add(both <= two)
        if self.offered:
            self.model.add(both >= one + two - 1)
        return both

    # What comes out ---------------------------------------------------------------------

    def effort(self) -> Any:
        """Return the tie-breaker between equally good plans: fewer hexes."""
        return sum(self.on.values())

    def moves(self, solver: cp_model.CpSolver) -> list[ChicagoMove]:
        """Return the moves of a solution, hexes in building order."""
        found: list[ChicagoMove] = []
        for t in self.steps:
            for c in self.companies:
                hexes = tuple(
                    h
                    for s in self.layers
                    for h in self.hexes[c]
                    if solver.value(self.on[c, h, t, s])
                )
                found += [BuildMove(c, hexes)] if hexes else []
            for c in self.offered:
                if solver.value(self.auction[c, t]):
                    price = solver.value(self.price[c, t])
                    found.append(AuctionMove(c, self.player, price))
            found += [DevelopMove(h) for h in self.sites if solver.value(self.develop[h, t])]
        return found
