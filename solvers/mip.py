"""A mixed-integer program of the whole problem, solved by SCIP through OR-Tools' MathOpt.

A train is a path: a variable for each link, each stop it visits and each end, and a row for
each rule. That a path is in one piece would take a row for every set of stops. Such rows are
added where an answer breaks them (*cuts*): first to the linear relaxation, for a good bound,
then to whole answers until one is in order.

Neither CP-SAT nor any search of our own has a part in this: it is a second opinion. SCIP
calculates with a tolerance, so its proofs are as good as that.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import combinations, pairwise
from typing import Any

from ortools.math_opt.python import mathopt

from solvers.bonus import Marked, Sets
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.held import hold_simple
from solvers.pack import scale_for
from solvers.plan import Plan, make_plan
from solvers.problem import Problem, Train
from solvers.rings import rings
from solvers.route import run_along

ROUNDS = 20
"""Of cuts to the relaxation: later ones gain little."""

_ROUNDING = 0.01
"""What a bound may be short of, since solvers round."""

_ANSWERS = (
    mathopt.TerminationReason.OPTIMAL,
    mathopt.TerminationReason.FEASIBLE,
    mathopt.TerminationReason.NO_SOLUTION_FOUND,
)

_sum = mathopt.fast_sum


@dataclass(frozen=True)
class _Path:
    """The variables of one train, by stop and by link."""

    train: Train
    used: Any
    stops: dict[int, Any]
    ends: dict[int, Any]
    paid: dict[int, Any]
    links: dict[int, Any]


class Model:
    """The program of one problem."""

    def __init__(self, problem: Problem) -> None:
        hold_simple(problem, "mip")
        self.problem = problem
        self.stops, self.links = problem.network.stops, problem.network.links
        self.model = mathopt.Model()
        self.row = self.model.add_linear_constraint
        self.revenue: list[tuple[int, Any]] = []
        self.paths = [self._path(train) for train in problem.trains]
        for one, two in pairwise(self.paths):
            if one.train == two.train:  # which of them stays idle makes no difference
                self.row(one.used >= two.used)
        rows = {
            tuple(at for at, link in enumerate(self.links) if link.mask >> bit & 1)
            for bit in range(len(problem.network.resources))
        }
        for row in sorted(rows):
            takers = [path.links[at] for path in self.paths for at in row if at in path.links]
            self.row(_sum(takers) <= 1)

    def _variable(self) -> Any:
        """Return a variable that will have to be 0 or 1."""
        return self.model.add_variable(lb=0, ub=1)

    def _path(self, train: Train) -> _Path:
        visited = {at: self._variable() for at in range(len(self.stops)) if at not in train.barred}
        ends = {at: self._variable() if self.stops[at].through else visited[at] for at in visited}
        paid = {at: self._variable() for at in visited} if train.skips else visited
        links = {
            at: self._variable()
            for at, link in enumerate(self.links)
            if link.a in visited and link.b in visited
        }
        path = _Path(train, self._variable(), visited, ends, paid, links)
        self._lead_from_end_to_end(path)
        self._keep_the_rules(path)
        self._earn(path)
        return path

    def _lead_from_end_to_end(self, path: _Path) -> None:
        """Ask for two links at every stop visited, one at an end, and two ends."""
        joining: dict[frozenset[int], list[Any]] = defaultdict(list)
        for at, taken in path.links.items():
            joining[frozenset((self.links[at].a, self.links[at].b))].append(taken)
        for pair, options in joining.items():
            for stop in pair:
                self.row(_sum(options) <= path.stops[stop])
        for stop, visited in path.stops.items():
            leaving = [path.links[at] for at in self.problem.links_at[stop] if at in path.links]
            self.row(_sum(leaving) == 2 * visited - path.ends[stop])
            self.row(path.ends[stop] <= path.paid[stop])
            self.row(path.paid[stop] <= visited)
            self.row(visited <= path.used)
        self.row(_sum(path.ends.values()) == 2 * path.used)

    def _keep_the_rules(self, path: _Path) -> None:
        """Ask for a marker, for stops that make a route, and for what the train can count."""
        train, seen = path.train, self.stops
        self.row(_sum(paid for at, paid in path.paid.items() if seen[at].home) >= path.used)
        making = [visited for at, visited in path.stops.items() if seen[at].makes_route]
        self.row(_sum(making) >= 2 * path.used)
        for group in self.problem.groups:
            members = [visited for at, visited in path.stops.items() if at in group]
            self.row(_sum(members) <= path.used)
        if train.hexes is not None:
            length = _sum(self.links[at].hexsides * taken for at, taken in path.links.items())
            self.row(length <= (train.hexes - 1) * path.used)
        for limits, counted in ((train.visits, path.stops), (train.pays, path.paid)):
            for limit in limits:
                count = _sum(limit.weights[at] * here for at, here in counted.items())
                self.row(count <= limit.most * path.used)

    def _earn(self, path: _Path) -> None:
        self.revenue += [(path.train.worth[at], paid) for at, paid in path.paid.items()]
        for bonus in path.train.bonuses:
            if isinstance(bonus, Sets):
                self._earn_at_ends(path, bonus)
            elif isinstance(bonus, Marked):
                marked = dict(bonus.links)
                through = self._variable()
                self.row(through <= _sum(path.links[at] for at in marked if at in path.links))
                for paid in path.paid.values():
                    both = self._variable()
                    self.row(both <= paid)
                    self.row(both <= through)
                    self.revenue.append((bonus.amount, both))

    def _earn_at_ends(self, path: _Path, bonus: Sets) -> None:
        earned: dict[int, list[Any]] = defaultdict(list)
        for pair in combinations(path.stops, 2):
            if amount := bonus.of_ends(*pair):
                both = self._variable()
                self.revenue.append((amount, both))
                for end in pair:
                    earned[end].append(both)
        for end, some in earned.items():
            self.row(_sum(some) <= path.ends[end])

    def solve(self, clock: Clock, *, tidy: bool = True) -> tuple[Plan, int]:
        """Return the best plan within the time and the bound on all plans.

        With ``tidy``, once the revenue is proven a second search picks among the plans
        that earn it: preferred places, fewer trains, the shorter way.
        """
        revenue = _sum(value * earned for value, earned in self.revenue)
        unit = math.gcd(*(value for value, _ in self.revenue)) or 1
        self.model.maximize(revenue)
        relaxed = self._relaxed(clock)
        for variable in self.model.variables():
            variable.integer = True
        found, whole = self._whole(clock, unit)
        plan, bound = found or make_plan(self.problem, ()), optimistic(self.problem)
        if math.isfinite(least := min(relaxed, whole)):
            bound = min(bound, math.floor((least + _ROUNDING) / unit) * unit)
        if tidy and plan.revenue >= bound:
            self.row(revenue >= plan.revenue - 0.5)
            self.model.maximize(_sum(worth * each for worth, each in self._neatness()))
            plan = self._whole(clock, 1)[0] or plan
        return plan, max(bound, plan.revenue)

    def _neatness(self) -> Iterator[tuple[int, Any]]:
        """Yield what each variable adds to or takes from the neatness of a plan."""
        problem, scale = self.problem, scale_for(self.problem)
        for path in self.paths:
            yield -scale.train, path.used
            for at in problem.prefer_stops & path.paid.keys():
                yield scale.liked, path.paid[at]
            for at, taken in path.links.items():
                yield scale.liked * (at in problem.prefer_links) - self.links[at].hexsides, taken

    def _relaxed(self, clock: Clock) -> float:
        """Cut the linear relaxation, and return its bound."""
        bound = math.inf
        with mathopt.IncrementalSolver(self.model, mathopt.SolverType.GLOP) as solver:
            for _ in range(ROUNDS):
                if clock.left == 0:
                    break
                result = solver.solve(params=_parameters(clock))
                if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
                    break
                bound = result.objective_value()
                if not self._cut(result.variable_values()):
                    break
        return bound

    def _whole(self, clock: Clock, unit: int) -> tuple[Plan | None, float]:
        """Return the best plan, if there was time for one, and its bound; all differ by ``unit``.

        The cuts that SCIP makes itself cost more than they gain. Ctrl-C ends its search early.
        """
        bound = math.inf
        while clock.left != 0:
            parameters = _parameters(clock, absolute_gap_tolerance=0.9 * unit)
            parameters.cuts = mathopt.Emphasis.OFF
            parameters.gscip.bool_params["misc/catchctrlc"] = True
            result = mathopt.solve(self.model, mathopt.SolverType.GSCIP, params=parameters)
            ended = result.termination
            if ended.reason not in _ANSWERS:
                raise SolverFailed(f"SCIP says {ended.reason.name}")
            bound = min(bound, ended.objective_bounds.dual_bound)
            if result.has_primal_feasible_solution():
                values = result.variable_values()
                if not self._cut(values):
                    return self._plan(values), bound
            if ended.reason != mathopt.TerminationReason.OPTIMAL:
                break
        return None, bound

    def _cut(self, values: Mapping[Any, float]) -> bool:
        """Add the cuts that ``values`` break; return whether there are any."""
        found: list[tuple[set[int], int]] = []
        for path in self.paths:
            kinds = (path.links, path.stops, path.ends)
            parts = ({at: values[each] for at, each in kind.items()} for kind in kinds)
            found += rings(self.links, *parts)
        for ring, stop in found:
            inside = [at for at, link in enumerate(self.links) if {link.a, link.b} <= ring]
            for path in self.paths:
                if ring <= path.stops.keys():
                    taken = _sum(path.links[at] for at in inside)
                    self.row(taken <= _sum(path.stops[at] for at in ring if at != stop))
        return bool(found)

    def _plan(self, values: Mapping[Any, float]) -> Plan:
        ways = [
            (path.train, [at for at, taken in path.links.items() if values[taken] > 0.5])
            for path in self.paths
        ]
        return make_plan(
            self.problem,
            [run_along(self.problem, train, links) for train, links in ways if links],
        )


def _parameters(clock: Clock, **others: Any) -> Any:
    left = None if clock.left is None else timedelta(seconds=clock.left)
    return mathopt.SolveParameters(
        time_limit=left, random_seed=1, relative_gap_tolerance=0, **others
    )
