"""From Python: results are typed, short to look at, and their docstrings are true."""

from __future__ import annotations

import doctest
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

import bestrun
from bestrun import api
from bestrun.games.base import Answer, Result, Verdict
from bestrun.games.families import FAMILIES
from bestrun.games.family import Family
from mapdata.errors import InputError
from plots import svg

ROOT = Path(__file__).resolve().parents[2]
SION = api.DATA / "sion.toml"
EXAMPLES = sorted(ROOT.glob("examples/*.toml"))
DOCUMENTED = [api]


@pytest.mark.parametrize("module", DOCUMENTED, ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_are_true(
    module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(SION, tmp_path)
    monkeypatch.chdir(tmp_path)
    done = doctest.testmod(module, extraglobs={"bestrun": bestrun}, verbose=False)
    assert done.failed == 0 and done.attempted > 0


def every_answer() -> Iterator[type[Answer]]:
    for family in ("chicago.check", "chicago.report", "eighteen.check", "island.check"):
        __import__(f"bestrun.games.{family}")
    for command in ("advise", "moves", "payout", "reach"):
        __import__(f"bestrun.operating.{command}")
    waiting: list[Any] = [Answer]
    while waiting:
        found = waiting.pop().__subclasses__()
        waiting += found
        yield from found


def test_every_answer_is_shown_in_one_line() -> None:
    kinds = set(every_answer()) - {Result, Verdict}
    assert len(kinds) > 12
    assert [kind for kind in kinds if kind.__repr__ is not Answer.__repr__] == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_results_are_typed_and_short(path: Path) -> None:
    result = bestrun.solve(path)
    assert isinstance(result, Result)
    assert len(repr(result)) < 200 and "\n" not in repr(result)
    assert result.heading in result.summary()
    assert result.proven is result.to_dict().get("proven", True)
    assert result.bound == result.to_dict().get("bound", result.bound)


def test_a_verdict_is_typed_and_short() -> None:
    verdict = bestrun.check(SION, "3H: Sion-Visp-Brig = 50")
    assert isinstance(verdict, Verdict)
    assert repr(verdict).endswith("verdict: misstated>")
    assert [(fault.code, fault.at) for fault in verdict.faults] == [("wrong-figure", 0)]
    assert not verdict.good and bestrun.check(SION, api.DATA / "sion-claim.txt").good


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_results_draw_themselves(path: Path) -> None:
    result = bestrun.solve(path)
    assert len(result.plot().axes) == 1
    left, right = Figure().subplots(1, 2)
    assert result.plot(left) is left
    assert left.artists and not right.artists


def test_a_verdict_draws_the_better_plan_beside_the_claim() -> None:
    worse, best = (
        svg.write(bestrun.check(SION, claim).draw())
        for claim in ("3H: Sion-Visp-Brig", api.DATA / "sion-claim.txt")
    )
    assert "The claim" in worse and "The best plan" in worse
    assert "The best plan" not in best


def test_a_turn_is_shown_in_one_line() -> None:
    assert repr(bestrun.load(SION)) == "<Turn: 1844 Switzerland, VZ in phase 3: 2H, 3H>"


def test_a_notebook_shows_what_a_person_reads() -> None:
    shown = bestrun.solve(SION)._repr_html_()
    assert shown.startswith("<svg ") and "revenue 100, proven" in shown
    report = bestrun.report(ROOT / "examples" / "chicago-plan.toml")
    assert "B&amp;O" in report._repr_html_() and "B&O" not in report._repr_html_()


def test_a_run_that_goes_on_for_what_a_visit_earns_names_all_that_it_visits() -> None:
    """The mail of 1846 pays for every stop: the fourth of this run is visited, not paid."""
    data = {
        "title": "1846",
        "phase": "II",
        "company": "IC",
        "trains": ["3/5"],
        "tiles": {
            **{"I3": "9:1", "H6": "8:0", "G5": "7:4", "F6": "8:2", "F8": "7:0", "J4": "9:0"},
            **{"G7": "14:0", "G9": "619:3"},
        },
        "tokens": {"IC": ["I5", "K3"], "BIG4": ["G9"]},
        "privates": ["MAIL"],
    }
    (run,) = bestrun.solve(data).to_dict()["runs"]
    assert len(run["stops"]) > len(run["paid"]) == 3
    said = {"runs": [{key: run[key] for key in ("train", "stops", "paid", "revenue")}]}
    assert bestrun.check(data, said).verdict == "best"


def position() -> dict[str, Any]:
    import tomllib

    return tomllib.loads(SION.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", ["moves", "reach", "report", "payout", "advise"])
def test_what_a_family_has_no_answer_to_is_refused_in_one_line(command: str) -> None:
    title = "1844" if command == "report" else "chicago-express"
    more = [40] if command == "payout" else []
    with pytest.raises(InputError, match=f"^position: {title} has no answer to '{command}'$"):
        getattr(api, command)({**position(), "title": title}, *more)


def test_a_title_of_no_family_says_which_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "title.toml").write_text('name = "Odd"\nfamily = "19xx"\n')
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    with pytest.raises(InputError, match=r"unknown family '19xx' \(did you mean 18xx\?\)"):
        bestrun.solve({"title": "odd"})
    assert all(isinstance(family, Family) for family in FAMILIES.values())


@pytest.mark.parametrize("name", ["plots", "solvers", "mapdata", "hexgraph"])
def test_a_file_that_hides_a_package_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text("")
    script = tmp_path / "script.py"
    script.write_text("import bestrun")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert f"{name}.py has that name: rename that file" in done.stderr.splitlines()[-1]
