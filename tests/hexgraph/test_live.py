"""The rules that hold for a company now: each condition decided from the position."""

from __future__ import annotations

from typing import Any

import pytest
from small import small_title, small_turn

from hexgraph.live import live_rules
from mapdata.rules import Bonus, Rules
from solvers.methods import solve

LINE = {
    "A1": "city=revenue:10;path=a:4,b:_0",
    "A3": "city=revenue:10;path=a:1,b:_0;path=a:4,b:_0",
    "A5": "city=revenue:50;path=a:1,b:_0",
}
RIGHTS = """\
[rights]
toll = "hex"
ferry = "stop"
charter = "route"
named = "all once"
war = "idle"
"""


def live(rules: str, **told: Any) -> Rules:
    turn = small_turn(small_title(LINE, rules), "9", tokens={"RED": ["A1"]}, **told)
    return live_rules(turn.board, "RED")


def bonus(text: str, **told: Any) -> Bonus | None:
    found = live(f'[bonuses.x]\nsets = [["A5"]]\namount = 10\n{text}', **told).bonuses
    return found[0] if found else None


@pytest.mark.parametrize(
    ("text", "told", "without"),
    [
        ('if_private = "MAIL"', {"privates": ["MAIL"]}, {}),
        ('if_marker = "SC"', {"markers": ["SC"]}, {"markers": ["MPC"]}),
        ('unless_marker = "SC"', {}, {"markers": ["SC"]}),
        ('phases = ["2"]', {"phase": "2"}, {"phase": "1"}),
    ],
)
def test_conditions(text: str, told: dict[str, Any], without: dict[str, Any]) -> None:
    assert bonus(text, **told) is not None
    assert bonus(text, **without) is None


def test_a_bonus_of_one_company() -> None:
    assert bonus('company = "RED"') is not None
    assert bonus('company = "BLUE"') is None


def test_a_mark_with_the_letters_of_the_company_is_its_own() -> None:
    rules = '[bonuses.hotel]\nmarker = "own"\nper = "stop"\namount = 10'
    (hotel,) = live(rules, assigned={"A3": ["BLUE"], "A5": ["RED", "SC"]}).bonuses
    assert hotel.sets == ({"A5": 0},)
    assert live(rules, assigned={"A3": ["BLUE"]}).bonuses == ()


@pytest.mark.parametrize(
    ("permit", "told"),
    [
        ('if_marker = "SC"', {"markers": ["SC"]}),
        ('if_private = "MAIL"', {"privates": ["MAIL"]}),
        ('companies = ["RED"]', {}),
        ('companies = ["BLUE", "major"]', {}),
        ('companies = ["minor"], if_marker = "SC"', {"markers": ["SC"]}),
    ],
)
def test_a_permit_lets_a_company_run_to_a_place(permit: str, told: dict[str, Any]) -> None:
    def rules(text: str) -> str:
        return f'[route]\npermits = [{{ places = ["A5", "town"], {text} }}]'

    assert live(rules(permit), **told).barred == frozenset()
    assert live(rules('if_marker = "OTHER"'), **told).barred == {"A5", "town"}


def test_an_amount_by_stage_is_one_figure() -> None:
    rules = '[bonuses.x]\nsets = [["A5"]]\namount = { yellow = 10, green = 30 }'
    (early,), (late,) = live(rules).bonuses, live(rules, phase="2").bonuses
    assert (early.amount, late.amount) == (10, 30)


def test_the_hexes_that_carry_a_mark_now() -> None:
    rules = '[bonuses.x]\nmarker = "SC"\nby_hex = { A5 = 40 }\namount = 5'
    assert live(rules).bonuses == ()
    assert live(rules, assigned={"A3": ["MPC"]}).bonuses == ()
    (found,) = live(rules, assigned={"A3": ["SC", "MPC"], "A5": "SC"}).bonuses
    assert found.sets == ({"A3": 0, "A5": 40},)


def test_rights_pay_as_the_title_says() -> None:
    told = [
        {"type": "toll", "hexes": ["A3", "A5"], "amount": 10},
        {"type": "ferry", "hexes": ["A3"], "amount": 20},
        {"type": "charter", "hexes": ["A5"], "amount": 30},
        {"type": "named", "hexes": ["A1", "A5"], "amount": 40},
        {"type": "war"},
    ]
    rules = live(RIGHTS, abilities=told)
    assert [(each.name, each.amount, each.per, each.once) for each in rules.bonuses] == [
        ("toll", 10, "hex", False),
        ("ferry", 20, "stop", False),
        ("charter", 30, "route", False),
        ("named", 40, "route", True),
    ]
    assert rules.bonuses[-1].sets == ({"A1": 0}, {"A5": 0})
    assert rules.idle == 1


def test_what_rights_add_to_a_run() -> None:
    title = small_title(LINE, RIGHTS)

    def best(*rights: dict[str, Any]) -> int:
        turn = small_turn(title, "9", tokens={"RED": ["A1"]}, abilities=list(rights))
        return solve(turn.problem()).revenue

    assert best() == 70
    assert best({"type": "toll", "hexes": ["A3", "A5"], "amount": 10}) == 90
    assert best({"type": "named", "hexes": ["A1", "A5"], "amount": 40}) == 110
    assert best({"type": "war"}) == 0


def test_a_stop_that_counts_twice_at_an_end() -> None:
    title = small_title(LINE)
    for hexes, revenue in (([], 70), (["A5"], 120), (["A3"], 70)):
        turn = small_turn(title, "9", tokens={"RED": ["A1"]}, end_double=hexes)
        assert solve(turn.problem()).revenue == revenue


def test_two_places_that_one_run_must_join() -> None:
    """The best single run would be to A5."""
    title = small_title(LINE)
    told = {"tokens": {"RED": ["A3"]}}
    assert solve(small_turn(title, "2", **told).problem()).revenue == 60
    joined = small_turn(title, "2", must_connect=["A1", "A3"], **told)
    assert live_rules(joined.board, "RED").must_connect == ({"A1"}, {"A3"})
    assert solve(joined.problem()).revenue == 20
