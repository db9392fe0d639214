"""What runs earn for the treasury: maximised with the revenue, or beside it, and always told."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import bestrun, written

from bestrun import api
from solvers.methods import METHODS

HJR = {
    "title": "1888",
    "phase": "4",
    "company": "HJR",
    "trains": ["3", "4"],
    "tiles": {
        "G5": "55:0",
        "E5": "6:3",
        "F6": "14:2",
        "D6": "8:0",
        "C5": "L41:1",
        "H4": "8858:1",
    },
    "tokens": {"HJR": ["F6", "H4.0"]},
}
"""The mine in C5 is worth 40 to the treasury, and nothing else."""

MR = {
    "title": "1822NRS",
    "phase": "3",
    "company": "MR",
    "trains": ["2P", "2"],
    "tiles": {"J29": "619:1", "K28": "6:5"},
    "tokens": {"MR": ["J29"]},
    "privates": ["P7"],
}
"""Two runs, and one mail contract."""


def test_revenue_and_subsidy_are_maximised_together() -> None:
    answer = api.solve(HJR).to_dict()
    assert (answer["revenue"], answer["subsidy"], answer["bound"]) == (160, 40, 200)
    assert [run["subsidy"] for run in answer["runs"]] == [40, 0]


def test_the_dividend_may_be_larger_without_it() -> None:
    answer = api.solve(HJR, aim="dividend").to_dict()
    assert (answer["revenue"], answer["subsidy"], answer["bound"]) == (170, 0, 170)


@pytest.mark.parametrize("method", METHODS)
def test_a_contract_is_carried_by_one_run(method: str) -> None:
    answer = api.solve(MR, method=method).to_dict()
    assert (answer["revenue"], answer["subsidy"]) == (130, 40)
    assert sorted(run["subsidy"] for run in answer["runs"]) == [0, 40]


def test_a_plan_for_the_dividend_tells_its_subsidy() -> None:
    answer = api.solve(MR, aim="dividend").to_dict()
    assert (answer["revenue"], answer["subsidy"], answer["proven"]) == (130, 40, True)


def test_what_is_said_of_a_run_is_its_revenue() -> None:
    claim = "3: F6-E5-C5 = 50\n4: H2-H4-G5-F6 = 110"
    verdict = api.check(HJR, claim)
    assert (verdict.verdict, verdict.revenue, verdict.subsidy) == ("best", 160, 40)
    assert "160 and a subsidy of 40" in verdict.summary()
    other = api.check(HJR, claim, aim="dividend")
    assert (other.verdict, other.missed) == ("improvable", 10)


def test_the_aim_is_an_option(tmp_path: Path) -> None:
    file = written(tmp_path, HJR)
    assert "revenue 160 and a subsidy of 40, proven" in bestrun("solve", file).out
    told = bestrun("solve", file, "--aim", "dividend").out
    assert "revenue 170 and a subsidy of 0, proven" in told
