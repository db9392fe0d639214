"""The whole method against brute force, CP-SAT and the proven optima of real turns."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from boards import turn_of
from material import real_cases
from msgspec.structs import replace
from networks import all_plans, random_problem, score
from thorough import for_every, one_in

from bestrun.benchmark import BENCH
from solvers.bound import optimistic
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.frontier import beam, cuts, method, model
from solvers.frontier.kept import Kept
from solvers.judge import judge
from solvers.methods import METHODS, NATIVE, solve, solve_circuit, solve_frontier
from solvers.pack import scale_for
from solvers.problem import Problem


def open_cases() -> list[dict[str, Any]]:
    return json.loads((BENCH / "open.json").read_text())


@pytest.fixture(params=["tables", "lists", "few at a time"])
def manner(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Force every part of the method to be used, on networks that would not need it."""
    if request.param != "lists":
        monkeypatch.setattr(model, "FEW_STEPS", 0)
    if request.param == "few at a time":
        monkeypatch.setattr(method, "_POOLS", (2, 8, 1000))
        monkeypatch.setattr(method, "_FEW", 4)
        monkeypatch.setattr(cuts, "_FEW", 2)
        monkeypatch.setattr(beam, "_ABREAST", 1)
    return str(request.param)


def total(problem: Problem, plan: Any) -> int:
    scale = scale_for(problem)
    return sum(score(problem, scale, run) for run in plan.runs)


@for_every("seed", one_in(3, range(200)))
def test_the_best_plan_by_brute_force(manner: str, seed: int) -> None:
    """Revenue, then preferred places, fewer trains, the shorter way: all at once.

    Where not all routes near the best fit into the first list, only the revenue counts.
    """
    problem = random_problem(seed)
    (plan,), bound = solve_frontier(problem, Clock())
    best = all_plans(problem)[0]
    if manner == "few at a time" and not problem.prefers:
        assert plan.revenue == method.revenue_bound(scale_for(problem), best)
    else:
        assert total(problem, plan) == best
    assert bound == plan.revenue
    assert not judge(problem, plan.runs)


@pytest.mark.usefixtures("manner")
@for_every("seed", one_in(5, range(0, 200, 3)))
def test_the_next_best_plans_by_brute_force(seed: int) -> None:
    problem = random_problem(seed)
    plans, _ = solve_frontier(problem, Clock(), 6)
    assert [total(problem, plan) for plan in plans] == all_plans(problem)[:6]
    assert len({frozenset((run.train, run.links) for run in plan.runs) for plan in plans}) == len(
        plans
    )


@for_every("seed", one_in(5, [seed for seed in range(1000, 1040) if seed != 1014]))
def test_cp_sat_finds_the_same(seed: int) -> None:
    """1014 is left out: CP-SAT takes as long over it as over all others together."""
    problem = random_problem(seed, stops=10, links=18)
    (plan,), _ = solve_frontier(problem, Clock())
    (other,), bound = solve_circuit(problem, Clock())
    assert plan.revenue == other.revenue == bound
    assert total(problem, plan) == total(problem, other)


@pytest.mark.parametrize("name", ["1844-a", "1841-a", "1841-lite-a"])
def test_real_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Late turns, with tables even where a list would do."""
    monkeypatch.setattr(model, "FEW_STEPS", 0)
    for case in real_cases(name)[-12:]:
        result = solve(turn_of(case["position"]).problem(), "frontier")
        assert (result.revenue, result.proven) == (case["optimum"], True), case["id"]


@pytest.mark.parametrize("case", one_in(3, open_cases()[::6]), ids=lambda case: case["id"])
def test_open_boards(case: dict[str, Any]) -> None:
    result = solve(turn_of(case["position"]).problem())
    assert (result.revenue, result.proven) == (case["optimum"], True)


# Limits


def hard_problem() -> Problem:
    (case,) = [case for case in open_cases() if case["id"] == "1844 large 8E,8E,8E,8E 2"]
    return turn_of(case["position"]).problem()


class Looks(Clock):
    """A clock that is over when it was looked at so often, on however slow a machine."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def check(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise TimeoutError


@pytest.mark.parametrize("looks", [0, 1, 5, 20, 40, 80, 160])
def test_when_the_time_is_over_the_bound_holds(looks: int) -> None:
    problem = hard_problem()
    (plan,), bound = solve_frontier(problem, Looks(looks))
    assert plan.revenue <= 2130 <= bound


@pytest.mark.usefixtures("manner")
@for_every("seed", one_in(5, range(0, 200, 7)))
def test_with_alternatives_too_the_bound_holds_whenever_the_time_is_over(seed: int) -> None:
    problem = random_problem(seed)
    best = solve_frontier(problem, Clock())[1]
    for looks in range(60):
        clock = Looks(looks)
        plans, bound = solve_frontier(problem, clock, 6)
        assert plans[0].revenue <= best <= bound
        if clock.looks >= 0:  # it came to its end: more time changes nothing
            break


def test_the_bound_falls_and_the_plan_improves_with_time() -> None:
    problem = hard_problem()
    unlisted = dict.fromkeys(problem.fleet)
    (early,), most = solve_frontier(problem, Looks(0), 1, unlisted)
    (late,), bound = solve_frontier(problem, Looks(20), 1, unlisted)
    assert early.revenue <= late.revenue <= bound < most == optimistic(problem)


def test_many_alternatives_are_not_long_in_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two looks at the clock there is work for no more plans than are wanted."""
    offered = [0]
    offer = Kept.offer

    class Counting(Clock):
        def check(self) -> None:
            offered.append(0)

    def counted(kept: Kept, *plan: Any) -> None:
        offered[-1] += 1
        offer(kept, *plan)

    monkeypatch.setattr(Kept, "offer", counted)
    plans, _ = solve_frontier(hard_problem(), Counting(), 300)
    assert len(plans) == 300
    assert max(offered) <= 2 * 300
    assert sum(offered) > 300


def test_no_trains_is_no_plan_but_the_empty_one() -> None:
    problem = replace(random_problem(1), trains=())
    for name in METHODS:
        for alternatives in (0,) if name in NATIVE else (0, 3):
            result = solve(problem, name, alternatives=alternatives)
            assert (result.revenue, result.proven, result.others) == (0, True, ())


def test_a_board_that_is_too_large_says_so_with_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(method, "_POOLS", (5,))
    problem = hard_problem()
    with pytest.raises(TooLarge, match="nearly as good") as refused:
        solve_frontier(problem, Clock(), 4)
    (plan, *_), bound = refused.value.known
    assert 0 < plan.revenue <= 2130 <= bound < optimistic(problem)
    assert not judge(problem, plan.runs)


@pytest.mark.parametrize(
    ("where", "name", "limit"),
    [(model, "MAX_STATES", 50), (method, "_POOLS", (1,)), (method, "_NODES", 0)],
)
def test_auto_goes_on_with_another_method(
    where: Any, name: str, limit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.methods.FEW_STEPS", 5)
    monkeypatch.setattr(model, "FEW_STEPS", 5)
    monkeypatch.setattr(where, name, limit)
    cases = [case for case in real_cases("1844-a") if len(case["position"]["trains"]) > 1]
    case = cases[-1]
    result = solve(turn_of(case["position"]).problem())
    assert (result.revenue, result.proven) == (case["optimum"], True)


def test_links_that_use_nothing_up_are_left_to_others() -> None:
    problem = random_problem(2)
    free = [link._replace(mask=0) for link in problem.network.links]
    network = problem.network.__class__("A", problem.network.stops, tuple(free), ())
    with pytest.raises(TooLarge, match="share"):
        solve_frontier(replace(problem, network=network), Clock())


def test_the_same_plan_every_time() -> None:
    for seed in itertools.islice(range(0, 400), 0, 400, 40):
        problem = random_problem(seed, stops=9, links=16)
        one, two = (solve(problem, "frontier").plan for _ in range(2))
        assert one == two


def test_small_positions_load_neither_numpy_nor_or_tools(tmp_path: Path) -> None:
    import subprocess
    import sys

    case = real_cases("1844-a")[-1]
    (tmp_path / "case.json").write_text(json.dumps(case["position"]))
    code = (
        "import sys; from bestrun import api; print(api.solve(sys.argv[1]).to_dict()['revenue']);"
        "print(sorted({'numpy', 'ortools', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "case.json")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(case["optimum"]), "[]"]
