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
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import chain, pairwise
from typing import Any

from ortools.math_opt.python import mathopt

from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.mip_path import TrainVariables, total
from solvers.pack import scale_for
from solvers.plan import Plan, make_plan
from solvers.problem import Problem
from solvers.rings import rings
from solvers.route import run_along

ROUNDS = 20
"""Rounds of cuts in the linear relaxation; later ones gain little."""

_ROUNDING = 0.01
"""Tolerance of a bound, since SCIP computes in floating point."""

_ANSWERS = (
    mathopt.TerminationReason.OPTIMAL,
    mathopt.TerminationReason.FEASIBLE,
    mathopt.TerminationReason.NO_SOLUTION_FOUND,
)


class PathProgram:
    """The mixed-integer program of one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.links = problem.network.links
        self.model = mathopt.Model()
        self.row = self.model.add_linear_constraint
        self.paths = [TrainVariables(self.model, problem, train) for train in problem.trains]
        self.revenue = [each for path in self.paths for each in path.revenue]
        for one, two in pairwise(self.paths):
            if one.train == two.train:  # which of them stays idle makes no difference
                self.row(one.used >= two.used)
        rows = {
            tuple(at for at, link in enumerate(self.links) if link.mask >> bit & 1)
            for bit in range(len(problem.network.resources))
        }
        for row in sorted(rows):
            takers = [[path.links[at] for at in row if at in path.links] for path in self.paths]
            for some in takers if problem.shared_track else [list(chain.from_iterable(takers))]:
                self.row(total(some) <= 1)
        self._keep_the_plan_rules()

    def _keep_the_plan_rules(self) -> None:
        """Add the rules of the whole plan, except that track is used once."""
        problem, paths = self.problem, self.paths
        for name in problem.once:
            self.row(total(path.once[name] for path in paths if name in path.once) <= 1)
        if problem.idle:
            self.row(total(path.used for path in paths) <= len(paths) - problem.idle)
        self.row(total(path.passing(at) for path in paths for at in problem.closed) <= 1)
        for some in problem.paid_once:
            self.row(total(path.paid[at] for path in paths for at in some & path.paid.keys()) <= 1)
        if problem.seat is not None:
            self._hang_together(problem.seat)
        if problem.connect is not None:
            joins = total(path.connecting() for path in paths)
            for path in paths:
                self.row(path.used <= joins)

    def _hang_together(self, seat: frozenset[int]) -> None:
        """Connect all runs to one that visits the home: a tree, whose levels rule out rings."""
        paths = self.paths
        most = len(paths)
        levels = [self.model.add_variable(lb=0, ub=most - 1) for _ in paths]
        roots = [self.model.add_variable(lb=0, ub=1) for _ in paths]
        self.row(total(roots) <= 1)
        for at, path in enumerate(paths):
            self.row(roots[at] <= total(path.stops[stop] for stop in seat & path.stops.keys()))
            parents = []
            for other, above in enumerate(paths):
                if other == at:
                    continue
                parent = self.model.add_variable(lb=0, ub=1)
                parents.append(parent)
                self.row(parent <= above.used)
                self.row(levels[at] - levels[other] >= 1 - most * (1 - parent))
                common = []
                for stop in path.stops.keys() & above.stops.keys():
                    both = self.model.add_variable(lb=0, ub=1)
                    self.row(both <= path.stops[stop])
                    self.row(both <= above.stops[stop])
                    common.append(both)
                self.row(parent <= total(common))
            self.row(path.used <= roots[at] + total(parents))

    def solve(self, clock: Clock, *, tidy: bool = True) -> tuple[Plan, int]:
        """Return the best plan within the time, and an upper bound on all plans.

        With ``tidy``, once the revenue is proven a second search picks among the plans
        that earn it: preferred places, fewer trains, the shorter way.
        """
        revenue = total(value * earned for value, earned in self.revenue)
        unit = math.gcd(*(value for value, _ in self.revenue)) or 1
        self.model.maximize(revenue)
        relaxed = self._relaxed(clock)
        for variable in self.model.variables():
            variable.integer = True
        found, whole = self._whole(clock, unit)
        plan, bound = found or make_plan(self.problem, ()), optimistic(self.problem)
        if math.isfinite(least := min(relaxed, whole)):
            bound = min(bound, math.floor((least + _ROUNDING) / unit) * unit)
        if tidy and plan.total >= bound:
            self.row(revenue >= plan.total - 0.5)
            self.model.maximize(total(worth * each for worth, each in self._neatness()))
            plan = self._whole(clock, 1)[0] or plan
        return plan, max(bound, plan.total)

    def _neatness(self) -> Iterator[tuple[int, Any]]:
        """Tie-break coefficient of each variable."""
        problem, scale = self.problem, scale_for(self.problem)
        for path in self.paths:
            yield -scale.train, path.used
            for at in problem.prefer_stops & path.paid.keys():
                yield scale.liked, path.paid[at]
            for at, taken in path.links.items():
                yield scale.liked * (at in problem.prefer_links) - self.links[at].hexsides, taken

    def _relaxed(self, clock: Clock) -> float:
        """Add cuts to the linear relaxation, and return its bound."""
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
        """Return the best plan, if one was found, and its bound; revenues differ by ``unit``.

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
        """Add the cuts that ``values`` violate; return whether there are any."""
        found: list[tuple[set[int], int]] = []
        for path in self.paths:
            kinds = (path.links, path.stops, path.ends)
            taken, stops, ends = ({at: values[each] for at, each in k.items()} for k in kinds)
            for at, alone in path.alone.items():
                ends[at] += 2 * values[alone]
            found += rings(self.links, taken, stops, ends)
        for ring, stop in found:
            inside = [at for at, link in enumerate(self.links) if {link.a, link.b} <= ring]
            for path in self.paths:
                if ring <= path.stops.keys():
                    within = total(path.links[at] for at in inside if at in path.links)
                    self.row(within <= total(path.stops[at] for at in ring if at != stop))
        return bool(found)

    def _plan(self, values: Mapping[Any, float]) -> Plan:
        runs = []
        for path in self.paths:
            links = [at for at, taken in path.links.items() if values[taken] > 0.5]
            alone = any(values[each] > 0.5 for each in path.alone.values())
            once = tuple(name for name, claimed in path.once.items() if values[claimed] > 0.5)
            if links or alone:
                paid = None
                if self.problem.paid_once and not path.train.ends_pay:
                    paid = [at for at, pays in path.paid.items() if values[pays] > 0.5]
                runs.append(run_along(self.problem, path.train, links, once, paid))
        return make_plan(self.problem, runs)


def _parameters(clock: Clock, **others: Any) -> Any:
    left = None if clock.left is None else timedelta(seconds=clock.left)
    return mathopt.SolveParameters(
        time_limit=left, random_seed=1, relative_gap_tolerance=0, **others
    )
