"""Real turns of all titles, where they are at hand: a sample of every game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from material import SHARED, action_of, of_covered_titles
from thorough import THOROUGH

from bestrun import api
from mapdata.titles import load
from solvers.errors import TooLarge
from solvers.methods import solve
from solvers.problem import Problem

GAMES = of_covered_titles((SHARED / "positions").glob("1*.json"))

pytestmark = pytest.mark.skipif(not GAMES, reason="the positions are not here")
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)

Case = dict[str, Any]

SPECIAL = ("abilities", "end_double", "must_connect", "markers")
"""What some positions say beyond board and trains."""

LONG = ("18USA", 1400)
"""A title whose turns from an action on go to CP-SAT: seconds each, in a thorough run only."""


def turns(game: Path, step: int) -> list[Case]:
    """Return every so many turns of a game, and one of each that says something special."""
    cases: list[Case] = json.loads(game.read_text(encoding="utf-8"))
    if THOROUGH:
        return cases
    cases = [c for c in cases if c["position"]["title"] != LONG[0] or action_of(c) < LONG[1]]
    chosen = {case["id"]: case for case in cases[step // 2 :: step]}
    for key in SPECIAL:
        chosen |= {c["id"]: c for c in [c for c in cases if c["position"].get(key)][:1]}
    return list(chosen.values())


def stops_only(claim: Case) -> Case:
    """Return the claim as a director says it: without the hexes run through."""
    runs = [{key: run[key] for key in run if key != "hexes"} for run in claim["runs"]]
    return {"revenue": claim["revenue"], "runs": runs}


def posed(case: Case) -> Problem:
    """The problem of a turn, subsidies aside: recorded optima are revenues."""
    return api.load(case["position"]).problem(aim="dividend")


def optimum(case: Case) -> int:
    """The recorded optimum; else that of ``auto``, which is no less than the claim."""
    if "optimum" in case:
        return int(case["optimum"])
    result = solve(posed(case))
    assert result.revenue >= case["claim"]["revenue"] or result.without, case["id"]
    return result.revenue


def whole(case: Case) -> bool:
    """Whether the title is without no rule: only then answers must be proven."""
    return not load(case["position"]["title"]).without


def judged(case: Case) -> bool:
    """Whether no rule that is left out could matter in the turn: only then claims are judged."""
    return not posed(case).without


@each_game
def test_the_optimum_is_proven(game: Path) -> None:
    for case in turns(game, 20):
        result = solve(posed(case))
        assert (case["id"], result.revenue) == (case["id"], optimum(case))
        assert result.proven or not whole(case), case["id"]


@pytest.mark.parametrize("method", ["routes", "frontier", "circuit", "mip"])
@each_game
def test_every_method_that_holds_a_turn_proves_the_optimum(game: Path, method: str) -> None:
    for case in turns(game, 150):
        try:
            result = solve(posed(case), method)
        except TooLarge:
            continue
        assert (case["id"], result.revenue) == (case["id"], optimum(case))
        assert result.proven or not whole(case), case["id"]


@each_game
def test_claims_are_legal_and_improvable_exactly_below_the_optimum(game: Path) -> None:
    for case in filter(judged, turns(game, 30)):
        claimed, best = case["claim"]["revenue"], optimum(case)
        for said in (case["claim"], stops_only(case["claim"])):
            verdict = api.check(case["position"], said, aim="dividend")
            assert (case["id"], verdict.problems) == (case["id"], [])
            assert (verdict.legal, verdict.revenue) == (True, claimed)
            assert verdict.subsidy == case["claim"].get("subsidy", 0)
            if whole(case):
                assert verdict.optimum == best
                assert verdict.verdict == ("best" if claimed == best else "improvable")


@each_game
def test_the_best_plan_is_itself_a_claim_that_nothing_beats(game: Path) -> None:
    for case in turns(game, 40):
        answer = api.solve(case["position"]).to_dict()
        claim = {"revenue": answer["revenue"], "runs": answer["runs"]}
        expected = "best" if answer["proven"] else "unproven"
        for said in (claim, stops_only(claim)):
            verdict = api.check(case["position"], said)
            assert (case["id"], verdict.verdict) == (case["id"], expected), verdict.problems
