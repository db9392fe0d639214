"""Real turns of all titles, where they are at hand: a sample of every game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from thorough import THOROUGH

from bestrun import api
from solvers.errors import TooLarge
from solvers.methods import solve

POSITIONS = Path(__file__).resolve().parents[3] / "shared" / "positions"
GAMES = sorted(path for path in POSITIONS.glob("1*.json"))

pytestmark = pytest.mark.skipif(not GAMES, reason="the positions are not here")
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)

Case = dict[str, Any]

SPECIAL = ("abilities", "end_double", "must_connect", "markers")
"""What some positions say beyond board and trains."""


def turns(game: Path, step: int) -> list[Case]:
    """Return every so many turns of a game, and one of each that says something special."""
    cases: list[Case] = json.loads(game.read_text(encoding="utf-8"))
    if THOROUGH:
        return cases
    chosen = {case["id"]: case for case in cases[step // 2 :: step]}
    for key in SPECIAL:
        chosen |= {c["id"]: c for c in [c for c in cases if c["position"].get(key)][:1]}
    return list(chosen.values())


def stops_only(claim: Case) -> Case:
    """Return the claim as a director says it: without the hexes run through."""
    runs = [{key: run[key] for key in run if key != "hexes"} for run in claim["runs"]]
    return {"revenue": claim["revenue"], "runs": runs}


@each_game
def test_the_optimum_is_proven(game: Path) -> None:
    for case in turns(game, 12):
        result = solve(api.load(case["position"]).problem())
        assert (case["id"], result.revenue, result.proven) == (case["id"], case["optimum"], True)


@pytest.mark.parametrize("method", ["routes", "frontier", "circuit", "mip"])
@each_game
def test_every_method_that_holds_a_turn_proves_the_optimum(game: Path, method: str) -> None:
    for case in turns(game, 60):
        try:
            result = solve(api.load(case["position"]).problem(), method)
        except TooLarge:
            continue
        assert (case["id"], result.revenue, result.proven) == (case["id"], case["optimum"], True)


@each_game
def test_claims_are_legal_and_improvable_exactly_below_the_optimum(game: Path) -> None:
    for case in turns(game, 20):
        claimed, optimum = case["claim"]["revenue"], case["optimum"]
        for said in (case["claim"], stops_only(case["claim"])):
            verdict = api.check(case["position"], said)
            assert (case["id"], verdict.problems) == (case["id"], [])
            assert (verdict.legal, verdict.revenue, verdict.optimum) == (True, claimed, optimum)
            assert verdict.verdict == ("best" if claimed == optimum else "improvable")


@each_game
def test_the_best_plan_is_itself_a_claim_that_nothing_beats(game: Path) -> None:
    for case in turns(game, 40):
        answer = api.solve(case["position"]).to_dict()
        claim = {"revenue": answer["revenue"], "runs": answer["runs"]}
        for said in (claim, stops_only(claim)):
            verdict = api.check(case["position"], said)
            assert (case["id"], verdict.verdict) == (case["id"], "best"), verdict.problems
