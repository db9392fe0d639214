"""Options of a solve: time, alternatives, preferences, batches, and what is not loaded."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from boards import turn, turn_of
from command import bestrun, written
from material import DATA, real_cases
from msgspec.structs import replace
from networks import random_problem
from thorough import for_every, one_in

from bestrun import api
from bestrun.games.eighteen import solve as eighteen
from bestrun.turn import Turn
from solvers import methods
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.methods import METHODS, NATIVE, solve, solve_if_easy
from solvers.plan import BestPlan
from solvers.problem import Problem

OPEN = DATA / "positions" / "open-board.json"
SION = api.DATA / "sion.toml"
EXAMPLE = Path(__file__).parents[2] / "examples" / "1844.toml"
COMMAND = [sys.executable, "-c", "from bestrun.cli import main; main()"]


def open_board(trains: str) -> Turn:
    (case,) = json.loads(OPEN.read_text())
    return turn_of(case["position"] | {"trains": trains.split()})


# -- time ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_no_time_at_all_leaves_a_bound_that_holds(method: str) -> None:
    problem = open_board("8E 8E 6 6").problem()
    result = solve(problem, method, time_limit=0)
    assert not result.proven
    assert result.revenue <= 1780 <= result.bound


@pytest.mark.parametrize("limit", ["inf", "nan", "1e300"])
@pytest.mark.parametrize("method", METHODS)
def test_a_limit_that_never_comes_is_none(method: str, limit: str) -> None:
    said = bestrun("solve", SION, "--method", method, "--time-limit", limit)
    assert (said.code, said.err) == (0, "") and "revenue 100, proven" in said.out


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", real_cases("1841-lite-a")[-4:], ids=lambda case: case["id"])
def test_no_time_never_proves_too_much(case: dict[str, Any], method: str) -> None:
    result = solve(turn_of(case["position"]).problem(), method, time_limit=0)
    assert result.revenue <= case["optimum"] <= result.bound


def test_the_answer_says_that_it_is_not_proven() -> None:
    said = bestrun("solve", OPEN, "--time-limit", "0")
    assert said.code == 0 and "not proven, at most " in said.out
    (answer,) = bestrun("solve", OPEN, "--time-limit", "0", "--json").objects
    assert (answer["proven"], answer["bound"] >= 1780) == (False, True)


def test_what_was_not_proven_is_not_said_to_exist_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(problem: Problem, *_: object, **__: object) -> BestPlan:
        return replace(methods.solve(problem), bound=110)

    monkeypatch.setattr(eighteen, "solve_problem", hasty)
    verdict = api.check(api.DATA / "sion.toml", api.DATA / "sion-claim.txt")
    assert verdict.verdict == "unproven"
    last = verdict.summary().splitlines()[-1]
    assert last == "nothing better was found: 100 (not proven, at most 110)"


def test_a_claim_is_not_called_best_without_proof(tmp_path: Path) -> None:
    claim = written(tmp_path, "6: Rochers de Naye-Montreux-Lausanne-Nyon-Genève-Lyon = 320", "c")
    said = bestrun("check", OPEN, claim, "--time-limit", "0", "--json")
    (verdict,) = said.objects
    assert (said.code, verdict["legal"], verdict["revenue"]) == (1, True, 320)
    assert verdict["verdict"] in ("unproven", "improvable")
    assert verdict["optimum"] >= 320 and verdict["missed"] == verdict["optimum"] - 320


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for the worker in /proc")
@pytest.mark.parametrize("method", ["circuit", "mip"])
def test_ctrl_c_still_gives_an_answer_with_its_bound(method: str) -> None:
    words = [*COMMAND, "solve", str(OPEN), "--json", "--method", method]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        patience = time.monotonic() + 60
        while not children.read_text() and time.monotonic() < patience:
            time.sleep(0.1)  # the solver works in a process of its own: wait until it is there
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    answer = json.loads(out)
    assert (run.returncode, answer["proven"]) == (0, False)
    assert all(line.startswith("warning: ") for line in err.splitlines())
    assert answer["revenue"] <= 1780 <= answer["bound"]


def test_a_method_that_cannot_hold_a_position_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "MANY_STEPS", 10_000)
    said = bestrun("solve", OPEN, "--method", "routes")
    assert said.code == 2
    assert "too many routes for an 8E: the method routes cannot hold it" in said.err


@for_every("seed", range(20))
def test_what_is_easy_is_solved_as_ever(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = random_problem(seed)
    easy = solve_if_easy(problem)
    assert easy is not None and easy.proven
    assert easy.revenue == solve(problem).revenue
    monkeypatch.setattr(methods, "_solve_near", lambda *_: None)
    assert solve_if_easy(problem) is None


def test_a_board_with_too_many_routes_is_not_easy() -> None:
    assert solve_if_easy(open_board("8E 8E 6 6").problem()) is None


def test_too_many_combinations_are_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "MANY_TRIES", 10)
    with pytest.raises(TooLarge, match="too many combinations"):
        methods.solve_routes(open_board("6 6 6 6").problem(), Clock())


@pytest.mark.parametrize("method", ["auto", "frontier"])
def test_large_positions_are_proven(method: str) -> None:
    if method not in METHODS:
        pytest.skip(f"there is no {method}")
    result = solve(open_board("8E 8E 6 6").problem(), method)
    assert (result.revenue, result.proven) == (1780, True)


# -- alternatives and preferences ------------------------------------------------------------


def test_alternatives_come_best_first_and_differ() -> None:
    (answer,) = bestrun("solve", EXAMPLE, "--alternatives", "5", "--json").objects
    plans = answer["alternatives"]
    assert len(plans) == 5
    revenues = [answer["revenue"], *[plan["revenue"] for plan in plans]]
    assert revenues == sorted(revenues, reverse=True)
    for plan in plans:
        assert sum(run["revenue"] for run in plan["runs"]) == plan["revenue"]
    looks = {json.dumps(plan["runs"]) for plan in (answer, *plans)}
    assert len(looks) == 6


def test_an_alternative_is_no_better_plan_shortened_or_with_an_idle_train() -> None:
    (answer,) = bestrun("solve", SION, "--alternatives", "5", "--json").objects
    (every,) = bestrun("solve", SION, "--alternatives", "5", "--all", "--json").objects
    best = [set(run["stops"]) for run in answer["runs"]]
    shortened = [
        all(any(set(run["stops"]) <= stops for stops in best) for run in plan["runs"])
        for plan in every["alternatives"]
    ]
    assert any(shortened)
    assert answer["alternatives"]
    for plan in answer["alternatives"]:
        assert any(not any(set(run["stops"]) <= stops for stops in best) for run in plan["runs"])


@for_every("seed", one_in(3, range(60)))
def test_alternatives_are_all_that_differ(seed: int) -> None:
    """Against a list of all plans: nothing that differs is left out, nothing else is in."""
    problem = random_problem(seed)
    best, *others = (p for p in plans_of(solve(problem, "routes", alternatives=2000, every=True)))
    differing = [best]
    for plan in others:
        if not any(is_part(problem, plan, better) for better in differing):
            differing.append(plan)
    for method in ("routes", "frontier", "auto"):
        found = plans_of(solve(problem, method, alternatives=4))
        assert [p.revenue for p in found] == [p.revenue for p in differing[:5]]
        assert not any(is_part(problem, two, one) for one, two in combinations(found, 2))


def plans_of(result: Any) -> list[Any]:
    return [result.plan, *result.others]


def is_part(problem: Any, plan: Any, better: Any) -> bool:
    """Whether some order of the better runs holds the runs of the plan, one in one."""
    return any(
        all(
            set(run.paid) <= set(other.paid)
            and problem.earnings(run).total <= problem.earnings(other).total
            for run, other in zip(plan.runs, order, strict=True)
        )
        for order in permutations(better.runs, len(plan.runs))
    )


def test_a_method_that_lists_no_alternatives_says_so() -> None:
    said = bestrun("solve", SION, "--alternatives", "2", "--method", "circuit")
    assert said.code == 2
    assert "for alternatives use auto" in said.err


def test_alternatives_are_printed_with_their_rank() -> None:
    said = bestrun("solve", EXAMPLE, "--alternatives", "2")
    assert "\n2. revenue" in said.out and "\n3. revenue" in said.out


def test_fewer_alternatives_than_asked_for() -> None:
    here = turn("1844", "3", "VZ", "2H", {"K10": "15:0", "K8": "58:2"}, VZ="K10")
    assert "alternatives" not in api.solve(here.position, alternatives=5).to_dict()
    answer = api.solve(here.position, alternatives=5, every=True).to_dict()
    assert [plan["revenue"] for plan in answer["alternatives"]] == [0]


@pytest.mark.parametrize("method", sorted(METHODS.keys() - NATIVE.keys()))
def test_methods_that_list_alternatives_list_the_same(method: str) -> None:
    problem = api.load(EXAMPLE).problem()
    wanted = [plan.revenue for plan in solve(problem, "routes", alternatives=3).others]
    assert wanted
    assert [plan.revenue for plan in solve(problem, method, alternatives=3).others] == wanted


def paid(result: Any, problem: Any) -> set[str]:
    stops = problem.network.stops
    return {stops[stop].id for run in result.plan.runs for stop in run.paid}


@pytest.mark.parametrize("method", METHODS)
def test_a_preferred_stop_breaks_ties(method: str) -> None:
    tiles = {"K10": "15:0", "K8": "58:2", "J11": "58:4"}
    here = turn("1844", "3", "VZ", "2H", tiles, VZ="K10")
    for place, stop in (("Martigny", "K8"), ("Visp", "J11"), ("J11.0", "J11")):
        problem = here.problem([place])
        result = solve(problem, method)
        assert (result.revenue, paid(result, problem)) == (40, {"K10", stop})


@pytest.mark.parametrize("method", METHODS)
def test_a_preference_never_lowers_the_total(method: str) -> None:
    tiles = {"K10": "15:0", "K8": "58:2", "J11": "58:4"}
    here = turn("1844", "3", "VZ", "3H", tiles, VZ="K10")
    problem = here.problem(["Martigny"])
    result = solve(problem, method)
    assert (result.revenue, paid(result, problem)) == (60, {"K10", "J11", "J13"})


@pytest.mark.parametrize("method", METHODS)
def test_a_preferred_tunnel_breaks_ties(method: str) -> None:
    # Gstaad through the tunnel at J9, Brig through none, and both for the same.
    tiles = {"K10": "15:0", "J9": "X78:3", "I10": "58:0", "J11": "58:4"}
    here = turn("1844", "3", "VZ", "3H", tiles, VZ="K10")
    with_tunnel, with_brig = here.problem(["J9"]), here.problem(["Brig"])
    assert paid(solve(with_tunnel, method), with_tunnel) == {"K10", "I10"}
    assert paid(solve(with_brig, method), with_brig) == {"K10", "J11", "J13"}


def test_a_preferred_place_out_of_reach_changes_nothing() -> None:
    plain = api.solve(SION).to_dict()
    wished = api.solve(SION, prefer=("Jungfraubahnen", "Lausanne")).to_dict()
    assert (plain["revenue"], plain["runs"]) == (wished["revenue"], wished["runs"])
    assert wished["unmet"] == ["Jungfraubahnen", "Lausanne"]


def test_a_preference_that_is_not_met_is_said() -> None:
    said = bestrun("solve", SION, "--prefer", "Lausanne", "--prefer", "Visp")
    assert "(preferred, but not on it: Lausanne)" in said.out
    assert "preferred" not in bestrun("solve", SION, "--prefer", "Visp").out


@pytest.mark.parametrize("method", METHODS)
def test_among_equals_fewer_trains_and_the_shorter_way(method: str) -> None:
    tiles = {"G26": "5:5", "H25": "58:3", "H27": "OP1:3", "I26": "7:2"}
    here = turn("1844", "5", "RhB", "5 5H", tiles, RhB="G26")
    result = solve(here.problem(), method)
    assert result.revenue == 2 * (20 + 10)
    alone = turn("1844", "5", "RhB", "5", tiles, RhB="G26")
    problem = alone.problem()
    (run,) = solve(problem, method).plan.runs
    assert problem.hexsides(run.links) == 1
    idle = turn("1844", "5", "RhB", "5 5", tiles | {"H27": "X79:0"}, RhB="G26")
    assert len(solve(idle.problem(), method).plan.runs) == 1


# -- batches and what a program reads ----------------------------------------------------------


def test_a_batch_is_one_json_object_a_line() -> None:
    path = DATA / "positions" / "1844-a.json"
    said = bestrun("solve", path, SION, "--json", "--jobs", "1")
    cases = real_cases("1844-a")
    assert [answer["id"] for answer in said.objects] == [*[case["id"] for case in cases], "sion"]
    assert [a["revenue"] for a in said.objects] == [*[case["optimum"] for case in cases], 100]
    assert all(answer["proven"] for answer in said.objects)
    assert said.err == ""


def test_a_batch_streams(tmp_path: Path) -> None:
    easy = real_cases("1844-a")[0]
    (hard,) = json.loads(OPEN.read_text())
    path = tmp_path / "two.json"
    path.write_text(json.dumps([easy, hard]))
    words = [*COMMAND, "solve", str(path), "--json", "--method", "circuit", "--jobs", "1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        first = json.loads(run.stdout.readline())
        assert (first["id"], run.poll()) == (easy["id"], None)
        run.kill()


def test_the_fields_of_the_contract() -> None:
    (answer,) = bestrun("solve", SION, "--json").objects
    assert list(answer) == [
        *("id", "title", "company", "revenue", "bound", "proven", "seconds", "method", "runs")
    ]
    for run in answer["runs"]:
        assert list(run) == ["train", "revenue", "stops", "hexes", "parts"]
        assert run["revenue"] == sum(run["parts"].values())
    (verdict,) = bestrun("check", SION, api.DATA / "sion-claim.txt", "--json").objects
    fields = ["legal", "revenue", "optimum", "missed", "verdict", "problems", "better"]
    assert [field for field in verdict if field != "id"] == fields


# -- what is not loaded ------------------------------------------------------------------------


def test_real_turns_never_need_or_tools() -> None:
    script = (
        "import json, sys\n"
        "from bestrun import api\n"
        f"for case in json.load(open({str(DATA / 'positions' / '1844-a.json')!r})):\n"
        "    assert api.solve(case['position']).revenue == case['optimum']\n"
        "    assert api.check(case['position'], case['claim']).legal\n"
        "assert 'ortools' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
