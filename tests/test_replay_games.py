"""Real games give exactly the recorded positions and claims (skipped without them)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bestrun.importers import Export, Replay, position_before, read_export, replay
from mapdata.position import Position

SHARED = Path(__file__).resolve().parents[2] / "shared"
GAMES = {"1844-a": 70, "1841-a": 58, "1841-lite-a": 59}

pytestmark = pytest.mark.skipif(
    not (SHARED / "games").is_dir(), reason="the games are not part of the project"
)


@cache
def exported(game: str) -> Export:
    return read_export(SHARED / "games" / f"{game}.json")


def written(position: Position) -> dict[str, Any]:
    """The position as the recorded ones are written; the order of tokens means nothing."""
    return {
        "title": position.title,
        "phase": position.phase,
        "company": position.company,
        "trains": list(position.trains),
        "tiles": dict(position.tiles),
        "tokens": {company: sorted(stops) for company, stops in position.tokens.items()},
    }


def recorded(name: str) -> list[dict[str, Any]]:
    cases = json.loads((SHARED / "positions" / f"{name}.json").read_text())
    for case in cases:
        tokens = case["position"]["tokens"]
        case["position"]["tokens"] = {each: sorted(stops) for each, stops in tokens.items()}
    return cases


@pytest.mark.parametrize("game", GAMES)
def test_every_run_of_a_game_is_reproduced(game: str) -> None:
    played: Replay = replay(exported(game))
    cases = [
        {
            "id": run.id,
            "position": written(run.position),
            "claim": {
                "revenue": run.claim.revenue,
                "runs": [
                    {
                        "train": each.train,
                        "stops": list(each.stops),
                        "hexes": list(each.hexes or ()),
                        "revenue": each.revenue,
                    }
                    for each in run.claim.runs
                ],
            },
        }
        for run in played.runs()
        if not run.problems
    ]
    wanted = [{key: case[key] for key in ("id", "position", "claim")} for case in recorded(game)]
    assert len(cases) == GAMES[game]
    assert cases == wanted
    assert played.notes == []


@pytest.mark.parametrize("game", GAMES)
def test_the_position_before_every_tile_and_token_is_the_recorded_one(game: str) -> None:
    moves = recorded(f"moves-{game}")
    for case in moves[::7]:
        action = int(case["id"].partition(":")[2])
        assert written(position_before(exported(game), action).position) == case["position"]


@pytest.mark.parametrize(
    ("game", "last"), [("1844-a", "OR 7.3"), ("1841-a", "OR 7.1"), ("1841-lite-a", "OR 6.3")]
)
def test_rounds_are_counted_as_the_site_counts_them(game: str, last: str) -> None:
    """The exports state in which turn the games ended."""
    assert list(replay(exported(game)).runs())[-1].round == last


@pytest.mark.parametrize("game", GAMES)
def test_a_game_broken_off_anywhere_gives_the_same_runs_up_to_there(game: str) -> None:
    whole = exported(game)
    runs = list(replay(whole).runs())
    for end in range(0, len(whole.steps), 37):
        part = Export(whole.name, whole.title, whole.steps[:end])
        some = list(replay(part).runs())
        assert [run.id for run in some] == [run.id for run in runs[: len(some)]]
        same = [run == again for run, again in zip(some, runs, strict=False)]
        assert all(same), end
