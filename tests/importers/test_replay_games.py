"""Real games give exactly the recorded positions and claims (skipped without them)."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from bestrun.audits import judge
from bestrun.importers import Export, position_before, read_export, replay
from bestrun.judging import claims
from bestrun.turn import set_up
from mapdata.position import Position
from mapdata.read import read_position

SHARED = Path(__file__).resolve().parents[3] / "shared"
GAMES = sorted(path.stem for path in (SHARED / "games").glob("*.json"))
EVERY = 17
"""One run of so many is judged: all of them take as long as an audit."""

pytestmark = pytest.mark.skipif(not GAMES, reason="the games are not part of the project")


@cache
def exported(game: str) -> Export:
    return read_export(SHARED / "games" / f"{game}.json")


@cache
def recorded(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((SHARED / "positions" / f"{name}.json").read_text())
    return cases


def plain(position: Position) -> dict[str, Any]:
    """What a run depends on, in an order of its own; what building asks for is left out."""
    found = to_builtins(position)
    for key in ("blocked", "reserved", "left", "before", "by", "nth", "cash"):
        del found[key]
    for key in ("trains", "neutral", "markers", "privates", "end_double"):
        found[key] = sorted(found[key])
    for key in ("tokens", "assigned"):
        found[key] = {name: sorted(each) for name, each in found[key].items()}
    found["abilities"] = sorted(found["abilities"], key=repr)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_game_is_the_recorded_one(game: str) -> None:
    played = replay(exported(game))
    runs = list(played.runs())
    cases = recorded(game)
    assert [run.id for run in runs] == [case["id"] for case in cases]
    for run, case in zip(runs, cases, strict=True):
        assert run.problems == ()
        assert plain(run.position) == plain(read_position(case["position"])), run.id
        assert run.round == f"OR {case.get('round', run.round[3:])}", run.id
    assert played.notes == []


@pytest.mark.parametrize("game", GAMES)
def test_runs_are_claimed_and_judged_as_recorded(game: str) -> None:
    runs = list(replay(exported(game)).runs())
    for run, case in list(zip(runs, recorded(game), strict=True))[::EVERY]:
        judged = judge(run)
        assert (judged.problems, judged.failure) == ((), ""), run.id
        assert (judged.revenue, judged.optimum) == (case["claim"]["revenue"], case["optimum"])
        claim = next(claims(set_up(run.position), run))
        said = [(each.train, list(each.hexes or ())) for each in claim.runs]
        stated = [(each["train"], each["hexes"]) for each in case["claim"]["runs"]]
        assert [each for each in stated if each in said] == said, run.id


@pytest.mark.parametrize("game", GAMES[::3])
def test_the_position_before_a_tile_or_token_is_the_recorded_one(game: str) -> None:
    for case in recorded(f"moves-{game}")[::29]:
        action = int(case["id"].rpartition(":")[2])
        wanted = read_position(case["position"])
        found = position_before(exported(game), action, wanted.company).position
        for key in ("phase", "tiles", "tokens", "trains"):
            assert plain(found)[key] == plain(wanted)[key], (case["id"], key)


@pytest.mark.parametrize("game", GAMES[::4])
def test_a_game_broken_off_anywhere_gives_the_same_runs_up_to_there(game: str) -> None:
    """But for what only later actions show, at most the last round differs."""
    whole = exported(game)
    runs = list(replay(whole).runs())
    for end in range(0, len(whole.steps), 97):
        part = replace(whole, steps=whole.steps[:end])
        some = list(replay(part).runs())
        assert [run.id for run in some] == [run.id for run in runs[: len(some)]]
        last = some[-1].round if some else ""
        for run, again in zip(some, runs, strict=False):
            assert run == again or run.round == last, (end, run.id)
