"""The 18xx family: positions solved, and runs as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from bestrun.files import Case
from bestrun.games.base import OfTurn, Result, SolveOptions, known
from bestrun.terminal import table
from bestrun.turn import Turn, set_up
from mapdata.errors import InputError, within
from mapdata.read import read_position
from solvers.errors import TooLarge
from solvers.methods import solve as solve_problem
from solvers.plan import BestPlan, Plan
from solvers.problem import Earnings, Problem, Run
from solvers.subsidy import with_subsidies

if TYPE_CHECKING:
    from plots.drawing import Drawing


def turn_of(case: Case) -> Turn:
    """Return the turn that a case describes."""
    with within(case.place):
        return set_up(read_position(case.data, ""))


class ShownRun(Struct, frozen=True):
    """A run as people read it: names, hexes and earnings.

    ``stops`` are those that pay; all visited ones, if the route runs on beyond them because a visit
    earns something by itself. ``values`` has the pay of each stop without bonuses.
    """

    train: str
    stops: tuple[str, ...]
    values: tuple[int, ...]
    paid: tuple[str, ...]
    names: tuple[str, ...]
    hexes: tuple[str, ...]
    earnings: Earnings

    def to_dict(self) -> dict[str, Any]:
        """Return the run as the JSON contract has it, with ``paid`` if not all stops pay."""
        return {
            "train": self.train,
            "revenue": self.revenue,
            **subsidised(self.earnings.subsidies, self.earnings.subsidy),
            "stops": list(self.stops),
            **({} if self.paid == self.stops else {"paid": list(self.paid)}),
            "hexes": list(self.hexes),
            "parts": self.earnings.parts,
        }

    @property
    def revenue(self) -> int:
        """Revenue of the run, subsidies aside."""
        return self.earnings.revenue

    @property
    def breakdown(self) -> str:
        """Parts of the revenue, in words."""
        parts = [f"stops {self.earnings.stops}"]
        parts += [f"{name} {amount}" for name, amount in self.earnings.bonuses if amount]
        beside = [f"subsidy {name} {amount}" for name, amount in self.earnings.subsidies if amount]
        return "; ".join([" + ".join(parts), *beside])


def subsidised(some: Sequence[object], amount: int) -> dict[str, int]:
    """Return the subsidy as a field of the JSON contract, where there are such."""
    return {"subsidy": amount} if some else {}


def earned_text(problem: Problem, revenue: int, subsidy: int) -> str:
    """Revenue in words, with the subsidy where the title has one."""
    return f"{revenue} and a subsidy of {subsidy}" if problem.subsidies else str(revenue)


def show_run(problem: Problem, run: Run) -> ShownRun:
    """Return a run in words; an area of several hexes is called by the hex entered."""
    network = problem.network
    hexes: list[str] = []
    ids = []
    for at, stop in enumerate(run.stops):
        if at:
            way = network.links[run.links[at - 1]].hexes_from(run.stops[at - 1])
            hexes += way if not hexes else way[1:]
        seen = network.stops[stop]
        if len(seen.hexes) == 1 or not run.links:
            ids.append(seen.id)
        elif at:
            ids.append(hexes[-1])
        else:
            ids.append(network.links[run.links[0]].hexes_from(stop)[0])
    if not run.links:
        hexes = [network.stops[run.stops[0]].key[0]]
    paid = set(run.paid)
    visited = list(zip(ids, run.stops, strict=True))
    paying = [(name, stop) for name, stop in visited if stop in paid]
    shown = paying if paid.issuperset((run.stops[0], run.stops[-1])) else visited
    return ShownRun(
        run.train.name,
        tuple(name for name, _ in shown),
        tuple(run.train.values[stop] if stop in paid else 0 for _, stop in shown),
        tuple(name for name, _ in paying),
        tuple(
            network.stops[stop].name if stop in paid else f"({network.stops[stop].name})"
            for stop in run.stops
        ),
        tuple(hexes),
        problem.earnings(run),
    )


def runs_table(runs: Sequence[ShownRun]) -> str:
    """Return one line a train: revenue, route by names, hexes, breakdown."""
    rows = [
        (run.train, run.revenue, "-".join(run.names), " ".join(run.hexes), run.breakdown)
        for run in runs
    ]
    return table(("train", "revenue", "route", "hexes", "of which"), rows, right="revenue")


@dataclass(frozen=True, repr=False)
class Solution(OfTurn, Result):
    """The answer of ``solve`` for one position."""

    id: str
    turn: Turn
    problem: Problem
    result: BestPlan
    prefer: tuple[str, ...] = ()
    """Places that were to break ties, as the user wrote them."""

    @property
    def revenue(self) -> int:
        """Return the revenue of the best plan."""
        return self.result.revenue

    @property
    def subsidy(self) -> int:
        """Subsidy of the best plan, beside its revenue."""
        return self.result.plan.subsidy

    @property
    def total(self) -> int:
        """Return revenue and subsidy together."""
        return self.result.total

    @property
    def bound(self) -> int:
        """Upper bound on all plans, by the aim."""
        return self.result.bound

    @property
    def proven(self) -> bool:
        """Whether no plan can earn more."""
        return self.result.proven

    @property
    def runs(self) -> list[ShownRun]:
        """Return the runs of the best plan."""
        return self.shown(self.result.plan)

    @property
    def alternatives(self) -> list[list[ShownRun]]:
        """Return the runs of the next best plans, if they were asked for."""
        return [self.shown(plan) for plan in self.result.others]

    @property
    def unmet(self) -> list[str]:
        """Return the preferred places that the best plan does not run to."""
        visited: set[str] = set()
        for run in self.result.plan.runs:
            for stop in run.paid:
                seen = self.problem.network.stops[stop]
                visited |= {seen.id, *seen.hexes}
            for link in run.links:
                visited |= {hex_id for _, hex_id in self.problem.network.links[link].marks}
        return [text for text in self.prefer if self.turn.preferred(text) not in visited]

    def shown(self, plan: Plan) -> list[ShownRun]:
        """Return the runs of ``plan`` in words."""
        return [show_run(self.problem, run) for run in plan.runs]

    def earned(self, plan: Plan) -> str:
        """Revenue of a plan, in words."""
        return earned_text(self.problem, plan.revenue, plan.subsidy)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        result = self.result
        answer: dict[str, Any] = {
            "id": self.id,
            "title": self.turn.title.id,
            "company": self.turn.company.id,
            "revenue": result.revenue,
            **subsidised(self.problem.subsidies, self.subsidy),
            "bound": result.bound,
            "proven": result.proven,
            **({"without": list(result.without)} if result.without else {}),
            "seconds": round(result.seconds, 4),
            "method": result.method,
            "runs": [run.to_dict() for run in self.runs],
            **self.warned(),
        }
        if self.unmet:
            answer["unmet"] = self.unmet
        if result.others:
            answer["alternatives"] = [
                {
                    "revenue": plan.revenue,
                    **subsidised(self.problem.subsidies, plan.subsidy),
                    "runs": [run.to_dict() for run in self.shown(plan)],
                }
                for plan in result.others
            ]
        return answer

    @property
    def known(self) -> str:
        """Quality of the best plan, in words."""
        if self.result.without:
            return f"not proven, without: {', '.join(self.result.without)}"
        return known(self.proven, f"at most {self.bound}")

    @property
    def heading(self) -> str:
        """Return the line that says whose turn it is."""
        return str(self.turn)

    def body(self) -> list[str]:
        """Return the best plan and the next best ones, in lines."""
        result = self.result
        lines = [f"revenue {self.earned(result.plan)}, {self.known}", self._plan_text(result.plan)]
        lines += [] if result.plan.runs else self._why_no_route
        lines += [f"(preferred, but not on it: {', '.join(self.unmet)})"] if self.unmet else []
        for number, plan in enumerate(result.others, 2):
            lines += ["", f"{number}. revenue {self.earned(plan)}", self._plan_text(plan)]
        return lines

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.eighteen.draw import draw_solution

        return draw_solution(self)

    @property
    def _why_no_route(self) -> list[str]:
        """The reason why there is no route, where a look at the board tells."""
        network, company = self.problem.network, self.turn.company.id
        if not network.stops:
            if any(company in names for names in self.turn.board.markers.values()):
                return [f"(no marker of {company} stands where a route may begin)"]
            return [f"({company} has no marker on the board)"]
        if not network.links:
            return [f"(no track joins a marker of {company} to another stop)"]
        if sum(stop.makes_route for stop in network.stops) < 2:
            return [
                "(a route needs two stops, and of those in reach fewer are of kinds that count)"
            ]
        return []

    def _plan_text(self, plan: Plan) -> str:
        idle = self.turn.idle([run.train.name for run in plan.runs])
        text = runs_table(self.shown(plan)) if plan.runs else "no route"
        return f"{text}\nidle: {', '.join(idle)}" if idle else text


def solve(case: Case, options: SolveOptions) -> Solution:
    """Answer ``bestrun solve`` for one case."""
    turn = turn_of(case)
    with within(case.place):
        return solve_turn(case.id, turn, options)


def solve_turn(id_: str, turn: Turn, options: SolveOptions) -> Solution:
    """Return the best runs of a turn that is set up."""
    problem = turn.problem(options.prefer, options.aim)
    try:
        result = solve_problem(
            problem,
            options.method,
            time_limit=options.time_limit,
            alternatives=options.alternatives,
            every=options.every,
        )
    except TooLarge as error:
        raise InputError(f"{error}: the method {options.method} cannot hold it") from None
    if options.aim == "dividend":
        problem = turn.problem(options.prefer)
        result = replace(
            result,
            plan=_with_subsidies(problem, result.plan),
            others=tuple(_with_subsidies(problem, plan) for plan in result.others),
            aim=options.aim,
        )
    return Solution(id_, turn, problem, result, options.prefer)


def _with_subsidies(problem: Problem, plan: Plan) -> Plan:
    """Return a plan that was chosen for its revenue, with what it earns beside."""
    runs = with_subsidies(problem, plan.runs)
    return Plan(runs, plan.revenue, sum([problem.earnings(run).subsidy for run in runs]))
