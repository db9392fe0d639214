"""Real games give exactly the recorded positions and claims (skipped without them)."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from material import PARTLY_FOLLOWED, SHARED, action_of, of_followed_games
from msgspec import to_builtins

from bestrun.auditing.judging import claims
from bestrun.auditing.runs import judge
from bestrun.importers import Export, position_before, read_export, replay
from bestrun.turn import set_up
from mapdata.position import Position
from mapdata.read import read_position

EVERY_GAME = [path.stem for path in of_followed_games((SHARED / "games").glob("*.json"))]
GAMES = [name for name in EVERY_GAME if name not in PARTLY_FOLLOWED]
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
    assert [run.action for run in runs] == [action_of(case) for case in cases]
    for run, case in zip(runs, cases, strict=True):
        assert run.problems == ()
        assert plain(run.position) == plain(read_position(case["position"])), run.id
        assert run.round == f"OR {case.get('round', run.round[3:])}", run.id
    assert played.notes == []


@pytest.mark.parametrize("game", PARTLY_FOLLOWED)
def test_a_run_that_is_not_followed_says_so_and_the_others_are_right(game: str) -> None:
    cases = {action_of(case): case for case in recorded(game)}
    told = list(replay(exported(game)).runs())
    assert cases.keys() <= {run.action for run in told}
    runs = [judge(run) for run in told]
    for run in runs:
        case = cases.get(run.run.action)
        if run.optimum is not None and case is not None:
            assert run.revenue == case["claim"]["revenue"]
            assert run.optimum == case.get("optimum", run.optimum)
    assert sum(run.optimum is None and bool(run.problems) for run in runs) == PARTLY_FOLLOWED[game]


@pytest.mark.parametrize("game", GAMES[::5])
def test_a_game_that_lacks_a_purchase_misses_nothing_that_the_whole_one_does_not(
    game: str,
) -> None:
    """Without a train that somebody bought, runs are right or not reproduced."""
    whole = exported(game)
    true = {run.action: run for run in replay(whole).runs()}
    bought = [at for at, step in enumerate(whole.steps) if step.action.type == "buy_train"]
    for at in bought[1::7]:
        part = replace(whole, steps=(*whole.steps[:at], *whole.steps[at + 1 :]))
        for run in replay(part).runs():
            if not run.problems and run.position != true[run.action].position:
                told, best = judge(run), judge(true[run.action])
                assert told.problems or (told.missed or 0) <= (best.missed or 0), run.id


@pytest.mark.parametrize("game", GAMES)
def test_runs_are_claimed_and_judged_as_recorded(game: str) -> None:
    runs = list(replay(exported(game)).runs())
    for run, case in list(zip(runs, recorded(game), strict=True))[::EVERY]:
        judged = judge(run)
        assert (judged.problems, judged.failure) == ((), ""), run.id
        assert judged.revenue == case["claim"]["revenue"], run.id
        assert judged.optimum == case.get("optimum", judged.optimum), run.id
        claim = next(claims(set_up(run.position), run))
        said = [(each.train, list(each.hexes or ())) for each in claim.runs]
        stated = [(each["train"], each["hexes"]) for each in case["claim"]["runs"]]
        assert [each for each in stated if each in said] == said, run.id


@pytest.mark.parametrize("game", GAMES[::3])
def test_the_position_before_a_tile_or_token_is_the_recorded_one(game: str) -> None:
    for case in recorded(f"moves-{game}")[::29]:
        wanted = read_position(case["position"])
        found = position_before(exported(game), action_of(case), wanted.company).position
        for key in ("phase", "tiles", "tokens", "trains"):
            if key == "trains" and not wanted.trains:
                continue  # after the run
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
