"""Claims of several actions in Chicago Express, and what makes one better than another."""

from __future__ import annotations

from typing import Any

import pytest
from chicago_cases import WEST, position

from bestrun import api


def judged(claim: object, company: str, treasury: int, **more: Any) -> dict[str, Any]:
    return dict(api.check(position(company, treasury, **more), claim).to_dict())


def faults(verdict: dict[str, Any]) -> list[tuple[str, int]]:
    return [(each["code"], each["action"]) for each in verdict["problems"]]


TWO = {"ask": "plan", "actions": 2}


def test_figures_are_those_of_each_action() -> None:
    claim = "NYC: R3-Q3-P3 cost 6 income 9\nNYC: O4 cost 2 income 10"
    assert judged(claim, "NYC", 9, **TWO)["problems"] == []
    wrong = "NYC: R3-Q3-P3 cost 8 income 10\nNYC: O4 cost 8 income 9"
    found = [("wrong-cost", 1), ("wrong-income", 1), ("wrong-cost", 2), ("wrong-income", 2)]
    assert faults(judged(wrong, "NYC", 9, **TWO)) == found


def test_figures_of_a_whole_plan_are_judged_too() -> None:
    claim = {"hexes": [["R3", "Q3", "P3"], ["O4"]], "cost": 8, "income": 10}
    assert judged(claim, "NYC", 9, **TWO)["problems"] == []
    wrong = judged(claim | {"cost": 6, "income": 9}, "NYC", 9, **TWO)
    assert faults(wrong) == [("wrong-cost", 2), ("wrong-income", 2)]


def test_money_is_spent_once() -> None:
    claim = "NYC: R3-Q3-P3\nNYC: O4"
    assert faults(judged(claim, "NYC", 8, **TWO)) == []
    assert faults(judged(claim, "NYC", 7, **TWO)) == [("not-enough-money", 2)]


def test_locomotives_are_spent_once() -> None:
    """The PRR has 20; 16 of them stand on the board."""
    hexes = [f"{column}{row}" for column in "QP" for row in (4, 5, 6)] + ["R5", "R4", "R6"]
    hexes += ["P7", "P8", "P9", "O7", "O6", "O5", "Q8"]
    more = {"networks": {"PRR": hexes}, "ask": "plan", "actions": 2}
    claim = "PRR: S5-S4-O8\nPRR: N8"
    assert faults(judged(claim, "PRR", 99, **more)) == []
    claim = "PRR: S5-S4-O8\nPRR: N8-N9"
    assert faults(judged(claim, "PRR", 99, **more)) == [("no-locomotives-left", 2)]


def test_a_hex_of_an_earlier_action_is_part_of_the_network() -> None:
    assert faults(judged("NYC: R3\nNYC: Q3", "NYC", 9, **TWO)) == []
    assert faults(judged("NYC: R3\nNYC: R3", "NYC", 9, **TWO)) == [("own-locomotive", 2)]


def test_more_actions_than_asked_about() -> None:
    assert faults(judged("NYC: R3\nNYC: Q3", "NYC", 9)) == [("too-many-actions", 2)]


def test_the_wabash_makes_fort_wayne_dearer_in_the_next_action_only() -> None:
    more = {"networks": {"B&O": WEST}, **TWO}
    at_once = "B&O: C3-B2-A2 cost 5\nB&O: D3 cost 2"
    assert judged(at_once, "B&O", 9, **more)["problems"] == []
    near = {"networks": {"B&O": [*WEST, "C3", "B2"]}}
    assert judged("B&O: A2-D3 cost 4", "B&O", 9, **near)["problems"] == []


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("NYC: R3-Q3", "best"),
        ("NYC: R2-Q3", "best"),
        ("NYC: S2-S1-S0", "improvable"),
        ("NYC: S4-R3-Q3", "improvable"),
    ],
)
def test_the_same_income_for_more_money_or_hexes_is_improvable(claim: str, verdict: str) -> None:
    """Each of them makes it 9; S0 takes as much money, but a locomotive more."""
    found = judged(claim, "NYC", 9)
    assert (found["verdict"], found["income"], found["missed"]) == (verdict, 9, 0)
    assert bool(found["better"]) is (verdict == "improvable")


def test_on_the_way_to_chicago_actions_come_first_then_money() -> None:
    more = {"networks": {"B&O": WEST}, "ask": "plan", "goal": "chicago"}
    assert judged("B&O: C3-B2-A2", "B&O", 20, **more)["verdict"] == "best"
    dear = judged("B&O: C2-B2-A2", "B&O", 20, **more)
    assert (dear["verdict"], dear["better"]) == ("improvable", [["C3", "B2", "A2"]])
    assert judged("B&O: C3-B2\nB&O: A2", "B&O", 20, **more)["verdict"] == "improvable"
    assert judged("B&O: C3-B2", "B&O", 20, **more)["verdict"] == "improvable"


def test_a_claim_without_a_company_is_the_positions_own() -> None:
    assert judged({"hexes": ["R3", "Q3"]}, "NYC", 9)["company"] == "NYC"
    alone = {"title": "chicago-express", "treasury": 9}
    assert api.check(alone, "NYC: R3-Q3").to_dict()["verdict"] == "best"


def test_the_verdict_is_open_when_time_runs_out() -> None:
    more = position("NYC", 30, ask="plan", actions=4)
    best = api.solve(more).to_dict()
    found = api.check(more, {"hexes": best["hexes"]}, time_limit=0.0).to_dict()
    assert (found["verdict"], found["proven"]) == ("unproven", False)
    assert api.check(more, {"hexes": best["hexes"]}).to_dict()["verdict"] == "best"
