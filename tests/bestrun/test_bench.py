"""Benchmarks: a smoke of every method with correctness asserted, and no word about speed."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from material import real_cases
from msgspec import structs

import bestrun as bestrun_package
from bestrun import benchmark
from bestrun.benchmark import BenchCase, Sample, measurements, read_set
from bestrun.benchmark_summary import as_table, frontier_width, part, summaries
from bestrun.cli import bestrun
from bestrun.files import Case
from mapdata.errors import InputError
from solvers.errors import SolverFailed
from solvers.methods import METHODS
from solvers.plan import BestPlan, Plan


def run(*args: str) -> Result:
    return CliRunner().invoke(bestrun, ("bench", *args))


def file_of(tmp_path: Path, *cases: dict[str, Any]) -> str:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(cases))
    return str(file)


def test_every_method_proves_every_small_case() -> None:
    result = run("--json")
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    samples = [line for line in lines if "summary" not in line]
    cases = read_set("small")
    assert len(samples) == len(cases) * len(METHODS)
    assert all(sample["proven"] for sample in samples)
    optima = {case.id: case.optimum for case in cases if case.optimum is not None}
    assert len(optima) >= 19
    assert all(
        sample["revenue"] == optima.get(sample["id"], sample["revenue"]) for sample in samples
    )
    told = {line["summary"]: line for line in lines if "summary" in line}
    assert list(told) == list(METHODS)
    for line in told.values():
        assert line["cases"] == line["solved"] == line["proven"] == len(cases)
    assert told["circuit"]["ratio"]["total"] == told["circuit"]["ratio"]["most"] == 1


def test_the_real_set_is_that_of_the_tests() -> None:
    names = ("1844-a", "1841-a", "1841-lite-a")
    known = {case["id"]: case["optimum"] for name in names for case in real_cases(name)}
    assert {case.id: case.optimum for case in read_set("real")} == known


def test_methods_take_turns_and_another_one_begins_each_time(tmp_path: Path) -> None:
    cases = read_set(file_of(tmp_path, *real_cases("1844-a")[:3]))
    order = [sample.method for sample in measurements(cases, ["auto", "routes"], 2, 10)]
    pairs = [tuple(order[at : at + 2]) for at in range(0, len(order), 2)]
    assert len(order) == 12
    assert all(sorted(pair) == ["auto", "routes"] for pair in pairs)
    assert {pair[0] for pair in pairs} == {"auto", "routes"}


def test_a_known_optimum_that_is_not_met_is_an_error(tmp_path: Path) -> None:
    for wrong in (-10, 10):
        case = real_cases("1844-a")[0]
        file = file_of(tmp_path, case | {"optimum": case["optimum"] + wrong})
        result = run(file, "--methods", "routes")
        assert isinstance(result.exception, SolverFailed)
        assert f"routes says {case['optimum']}" in str(result.exception)


def answer(revenue: int, bound: int) -> BestPlan:
    return BestPlan(Plan((), revenue), bound, "", 0.0)


def liars(case: Case, method: str, limit: float | None) -> tuple[float, BestPlan]:
    """Prove 100 and 110, or leave it open between 80 and 90."""
    return 1.0, {"routes": answer(100, 100), "circuit": answer(110, 110)}.get(
        method, answer(80, 90)
    )


@pytest.mark.parametrize("methods", [["routes", "circuit"], ["routes", "auto"]])
def test_methods_that_contradict_each_other_are_an_error(
    methods: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "measure", liars)
    case = real_cases("1844-a")[0]
    cases = read_set(file_of(tmp_path, {"id": "one", "position": case["position"]}))
    with pytest.raises(SolverFailed, match=r"mine one: .* is known"):
        list(measurements(cases, methods, 1, 10))


def die(case: Case, method: str, limit: float | None) -> tuple[float, BestPlan]:
    if method == "circuit":
        os.kill(os.getpid(), signal.SIGKILL)
    return 1.0, answer(100, 100)


def test_a_death_is_a_missing_figure_and_not_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "measure", die)
    case = real_cases("1844-a")[0]
    cases = read_set(file_of(tmp_path, {"id": "one", "position": case["position"]}))
    samples = list(measurements(cases, ["circuit", "auto"], 1, 10))
    assert {sample.method: sample.failure for sample in samples} == {
        "circuit": "died twice",
        "auto": "",
    }
    circuit, auto = summaries(samples, ["circuit", "auto"])
    assert (circuit.solved, circuit.proven, circuit.total) == (0, 0, None)
    assert (auto.solved, auto.ratio) == (1, None)


def bench_case(name: str) -> BenchCase:
    return BenchCase(Case(name, {}, name), "made", None, 2, 1, 1)


def test_figures_are_medians_of_rounds_and_ratios_are_case_by_case() -> None:
    one, two = bench_case("one"), bench_case("two")
    seconds = {
        ("auto", "one"): (1.0, 9.0, 2.0),
        ("auto", "two"): (4.0, 4.0, 4.0),
        ("circuit", "one"): (20.0, 20.0, 20.0),
        ("circuit", "two"): (3.0, 1.0, 2.0),
    }
    samples = [
        Sample(method, at, {"one": one, "two": two}[name], each, 10, 10)
        for (method, name), rounds in seconds.items()
        for at, each in enumerate(rounds)
    ]
    auto, circuit = summaries(samples, ["auto", "circuit"])
    assert (auto.median, auto.p90, auto.worst, auto.total) == (3.0, 4.0, 4.0, 6.0)
    assert (circuit.total, circuit.worst, circuit.slowest) == (22.0, 20.0, "one")
    assert auto.ratio is not None
    assert (auto.ratio.total, auto.ratio.most, auto.ratio.slower) == (6 / 22, 2.0, 1)


def test_a_yardstick_that_ran_out_of_time_is_marked() -> None:
    case = bench_case("one")
    samples = [Sample("auto", 1, case, 1.0, 10, 10), Sample("circuit", 1, case, 20.0, 5, 12)]
    text = as_table(summaries(samples, ["auto", "circuit"]))
    assert "< 1/20" in text
    assert "circuit ran out of time on 1 cases" in text


@pytest.mark.parametrize(
    ("ratio", "words"), [(0.05, "1/20"), (0.5, "1/2"), (1.0, "1"), (3.14, "3.1")]
)
def test_ratios_are_told_as_people_say_them(ratio: float, words: str) -> None:
    assert part(ratio) == words


def test_a_line_of_track_is_narrow() -> None:
    (example, *_) = read_set("small")
    assert frontier_width(example) <= 3


def test_the_command_is_a_function_too(tmp_path: Path) -> None:
    file = file_of(tmp_path, *real_cases("1844-a")[:2])
    (auto,) = bestrun_package.bench(file, methods=["auto"])
    assert (auto.method, auto.proven) == ("auto", 2)


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    file = file_of(tmp_path, *real_cases("1841-lite-a")[:2])
    picture = tmp_path / "bench.svg"
    result = run(file, "--methods", "auto,routes", "--plot", str(picture), "--against", "width")
    assert result.exit_code == 0, result.output
    assert "frontier width" in picture.read_text()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("reel",), "did you mean real"),
        (("small", "--methods", "auto,circut"), "did you mean circuit"),
        (("small", "--plot", "bench.doc"), "png, svg or pdf"),
    ],
)
def test_mistakes_are_one_line(args: tuple[str, ...], words: str) -> None:
    result = run(*args)
    assert isinstance(result.exception, InputError)
    assert words in str(result.exception)


def test_an_optimum_is_a_number(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, real_cases("1844-a")[0] | {"optimum": "much"}))
    assert isinstance(result.exception, InputError)
    assert "optimum" in str(result.exception)


# -- a method of one's own ------------------------------------------------------------------

OWN = """
from solvers.methods import solve


def nothing(problem):
    return []


def best(problem):
    found = solve(problem, "routes")
    return found.plan.runs, found.bound


def twice(problem):
    runs = solve(problem, "routes").plan.runs
    return [*runs, *runs]
"""


def test_a_method_of_one_s_own_runs_beside_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_methods_of_a_test.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    sion = str(Path(bestrun_package.__file__).parent / "data" / "sion.toml")
    own = [f"{name}=own_methods_of_a_test:{name}" for name in ("nothing", "best", "twice")]
    rows = {row.method: row for row in bestrun_package.bench(sion, methods=["routes", *own])}
    assert (rows["best"].proven, rows["best"].gap) == (1, 0.0)
    assert (rows["nothing"].solved, rows["nothing"].proven, rows["nothing"].gap) == (1, 0, 1.0)
    assert rows["twice"].solved == 0  # the judge refuses it
    assert "gap" in as_table(list(rows.values()))


@pytest.mark.parametrize("text", ["mine=", "mine=json", "mine=json:nothing", "=json:loads"])
def test_a_method_that_is_not_there_is_refused(text: str) -> None:
    result = run("--method", text, "--methods", "auto")
    assert result.exit_code != 0


def test_a_set_can_be_named_by_an_option(tmp_path: Path) -> None:
    file = file_of(tmp_path, *real_cases("1844-a")[:2])
    named = run("--set", file, "--methods", "routes", "--json")
    assert named.exit_code == 0, named.output
    lines = [json.loads(line) for line in named.stdout.splitlines()]
    assert [line["proven"] for line in lines if "round" in line] == [True, True]


def test_half_of_the_tail_is_kept_away_from_tuning() -> None:
    cases = json.loads((benchmark.BENCH / "tail.json").read_text())
    halves = [case["id"].split()[0] for case in cases]
    assert halves == ["tuning"] * 200 + ["unseen"] * 200
    titles = [{case["position"]["title"] for case in half} for half in (cases[:200], cases[200:])]
    assert titles[0] == titles[1]


def test_what_a_turn_earns_beside_its_runs_counts_for_every_method(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Native methods are asked without picking among equal plans, but for the same total."""
    (case, *_) = real_cases("1844-a")[5:]
    (only,) = read_set(file_of(tmp_path, {"id": "one", "position": case["position"]}))
    posed = benchmark.turn_of(only.case).problem()
    more = structs.replace(posed, beside=70)
    totals = {name: benchmark._solve(more, name, None, ()).total for name in ("auto", "circuit")}
    assert totals == dict.fromkeys(totals, case["optimum"] + 70)
