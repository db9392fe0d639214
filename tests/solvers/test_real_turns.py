"""Real turns of finished games: every method proves the optimum, every claim is judged."""

from __future__ import annotations

from typing import Any

import pytest
from material import real_cases
from thorough import for_every, one_in

from bestrun import api
from solvers.methods import METHODS, solve

CASES = [case for name in ("1844-a", "1841-a", "1841-lite-a") for case in real_cases(name)]
each_case = for_every("case", CASES)

Case = dict[str, Any]


def stops_only(claim: Case) -> Case:
    """Return the claim as a director says it: without the hexes run through."""
    runs = [{key: run[key] for key in ("train", "stops", "revenue")} for run in claim["runs"]]
    return {"revenue": claim["revenue"], "runs": runs}


@pytest.mark.parametrize("method", METHODS)
@for_every("case", one_in(5, CASES))
def test_every_method_proves_the_optimum(case: Case, method: str) -> None:
    result = solve(api.load(case["position"]).problem(), method)
    assert (result.revenue, result.bound, result.proven) == (case["optimum"], case["optimum"], True)


@each_case
def test_claims_are_legal_and_improvable_exactly_below_the_optimum(case: Case) -> None:
    verdict = api.check(case["position"], case["claim"])
    claimed, optimum = case["claim"]["revenue"], case["optimum"]
    assert verdict.problems == []
    assert (verdict.legal, verdict.revenue, verdict.optimum) == (True, claimed, optimum)
    assert verdict.verdict == ("best" if claimed == optimum else "improvable")
    assert verdict.missed == optimum - claimed
    better = verdict.to_dict()["better"]
    assert sum(run["revenue"] for run in better) == (optimum if verdict.missed else 0)


@each_case
def test_claims_of_stops_alone_are_realised_on_track(case: Case) -> None:
    verdict = api.check(case["position"], stops_only(case["claim"]))
    assert verdict.problems == []
    assert (verdict.legal, verdict.revenue) == (True, case["claim"]["revenue"])


@each_case
def test_the_best_plan_is_itself_a_claim_that_nothing_beats(case: Case) -> None:
    answer = api.solve(case["position"]).to_dict()
    claim = {"revenue": answer["revenue"], "runs": answer["runs"]}
    for said in (claim, stops_only(claim)):
        verdict = api.check(case["position"], said)
        assert (verdict.verdict, verdict.problems) == ("best", [])


def test_six_of_the_directors_missed_something() -> None:
    assert len(CASES) == 187
    assert sum(case["claim"]["revenue"] < case["optimum"] for case in CASES) == 6
