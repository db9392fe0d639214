"""``bestrun advise``: what is printed and drawn, and what is known when time runs out."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from advised import SION, revenue_by_move
from click.testing import CliRunner
from command import bestrun as on_the_command_line
from material import DATA, real_cases

import bestrun
from bestrun.commands.advise import command
from bestrun.operating import advise as advising
from bestrun.operating.worth import Worth
from mapdata.errors import InputError
from solvers.clock import Clock

OPEN = DATA / "positions" / "open-board.json"


def test_json_is_one_object_with_the_new_runs() -> None:
    result = CliRunner().invoke(command, [str(SION), "--json", "--top", "3"])
    answer = json.loads(result.stdout)
    assert [answer[key] for key in ("id", "title", "company", "revenue", "proven")] == [
        "sion",
        "1844",
        "VZ",
        100,
        True,
    ]
    best, idle = answer["moves"]
    assert best["lay"] == {"hex": "I6", "tile": "14:1", "alike": ["619:5"]}
    assert best["gain"] == 10 and best["proven"]
    assert sum(run["revenue"] for run in best["runs"]) == best["revenue"] == 110
    assert [(each["token"], each["cost"]) for each in best["variants"]] == [("I6", 40)]
    assert best["variants"][0]["lay"] == best["lay"] and best["variants"][0]["train"] is None
    assert idle["gain"] == 0 and len(idle["variants"]) > 5


def test_the_text_says_if_nothing_helps(tmp_path: Path) -> None:
    path = tmp_path / "idle.toml"
    path.write_text('title = "1844"\nphase = "2"\ncompany = "VZ"\n')
    text = CliRunner().invoke(command, [str(path)]).stdout
    assert "VZ has no train: --trains ranks what one would add" in text
    assert "moves adds to it" in text


def test_the_best_few_are_drawn_side_by_side(tmp_path: Path) -> None:
    picture = tmp_path / "best.svg"
    result = CliRunner().invoke(command, [str(SION), "--plot", str(picture)])
    assert result.exit_code == 0
    drawn = picture.read_text()
    assert drawn.count("Total 110") == 1
    assert drawn.count('data-new="I6"') == drawn.count('data-new="I4.1"') == 1


def test_a_picture_of_several_positions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a picture shows one position, there are 2"):
        CliRunner().invoke(
            command,
            [str(SION), str(SION), "--plot", str(tmp_path / "x.png")],
            catch_exceptions=False,
        )


def test_a_batch_goes_on_after_a_case_that_cannot_be_answered(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "1844"\nphase = "2"\ncompany = "VV"\n')
    result = CliRunner().invoke(command, [str(SION), str(bad), str(SION), "--json", "--single"])
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["sion", "sion"]
    assert result.exit_code == 2 and "unknown company 'VV'" in result.stderr


class Looks(Clock):
    """A clock that is over when it was looked at so often."""

    looks = 10**9

    def check(self) -> None:
        Looks.looks -= 1
        if Looks.looks < 0:
            raise TimeoutError

    @property
    def left(self) -> float | None:
        Looks.looks -= 1
        return 0.0 if Looks.looks < 0 else None


@pytest.mark.parametrize("looks", [0, 1, 5, 20, *range(60, 200, 7), 10**9])
def test_when_the_time_is_over_the_ranking_so_far_is_true(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (late,) = [case["position"] for case in real_cases("1844-a") if case["id"] == "1844-a:712"]
    full = bestrun.advise(late, top=10**6, turn=True, jobs=1)
    monkeypatch.setattr(advising, "Clock", Looks)
    monkeypatch.setattr(Looks, "looks", looks)
    part = bestrun.advise(late, top=10**6, turn=True, jobs=1)
    best = max(move.solution.revenue for move in full.moves)
    if looks in (0, 10**9):
        assert part.complete == (looks > 0)
    assert all(move.solution.proven for move in part.moves)
    singles = {move for move in revenue_by_move(part) if sum(map(bool, move)) == 1}
    assert {move: revenue_by_move(part)[move] for move in singles}.items() <= revenue_by_move(
        full
    ).items()
    if part.complete:
        assert revenue_by_move(part) == revenue_by_move(full)
        assert "complete" not in part.to_dict()
    else:
        assert part.at_most is None or part.at_most >= best
        assert part.to_dict()["complete"] is False
        assert "the ranking so far, not complete" in part.summary()


def test_no_time_at_all_says_what_is_known_now() -> None:
    advice = bestrun.advise(OPEN, time_limit=0)
    assert (advice.complete, advice.now.proven, advice.moves) == (False, False, ())
    assert "not proven, at most" in advice.summary()


@pytest.mark.parametrize("after", [1, 2, 5])
def test_ctrl_c_gives_the_ranking_so_far_and_begins_no_other_case(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solving = Worth.solve
    calls: list[object] = []

    def interrupted(worth: Worth, keys: Any) -> None:
        calls.append(keys)
        solving(worth, keys)
        if len(calls) == after:
            raise KeyboardInterrupt

    monkeypatch.setattr(Worth, "solve", interrupted)
    said = on_the_command_line("advise", SION, "--json")
    (answer,) = said.objects
    assert (said.code, answer["complete"]) == (0, False)
    assert all(move["proven"] for move in answer["moves"])
    calls.clear()
    position = tomllib.loads(SION.read_text())
    two = tmp_path / "two.json"
    two.write_text(json.dumps([position, position]))
    said = on_the_command_line("advise", two, "--json")
    assert (said.code, len(said.objects)) == (130, 1)
    assert said.err == "bestrun: stopped, 1 of 2 answered\n"
