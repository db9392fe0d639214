"""What comes before an action and between actions: dividends that are due, and the end."""

from __future__ import annotations

from typing import Any

import pytest
from chicago_cases import NORTH, WEST, best, judged, position

from bestrun import api
from mapdata.errors import InputError

SHORE = ["S3", "R2", "Q2", "P1", "O1", "N0", "M0", "L0", "K1", "J1", "I2", "H2", "G2", "F2"]
"""The NYC, three hexes from Detroit."""

DUE = {"auction": 3, "develop": 4}
"""Two dials on red: a dividend comes first."""


def asked(company: str, treasury: int, **more: Any) -> dict[str, Any]:
    return dict(api.solve(position(company, treasury, **more)).to_dict())


def test_a_dividend_that_is_due_lets_detroit_grow_before_the_build() -> None:
    networks = {"NYC": [*SHORE, "E2", "E1"]}
    now = best("NYC", 3, networks=networks)
    later = best("NYC", 3, networks=networks, dials=DUE)
    assert (now["hexes"], now["gain"]) == (["F1"], 1)
    assert (later["hexes"], later["gain"]) == (["E0"], 2)
    assert "a dividend is paid first" in later["notes"][0]
    claim = {"networks": networks, "dials": DUE}
    assert judged("NYC: E0 income 15", 3, **claim)["verdict"] == "best"
    assert judged("NYC: E0 income 14", 3, **claim)["verdict"] == "misstated"


def test_a_development_waits_for_the_dividend_that_is_due() -> None:
    share = {"players": {"Andy": {"NYC": 1}}, "ask": "develop", "networks": {"NYC": ["S3", "R3"]}}
    assert asked("NYC", 3, **share, dials=DUE)["hex"] == "R3"
    with pytest.raises(InputError, match=r"dials\.develop: the dial for 'develop' is on red"):
        asked("NYC", 3, **share, dials={"develop": 4})


def test_nobody_builds_once_the_dividend_ends_the_game() -> None:
    with pytest.raises(InputError, match="the game ends with it"):
        best("NYC", 3, dials=DUE, industry={"Detroit": 8})


def test_a_plan_longer_than_the_dial_does_not_know_what_detroit_grows_to() -> None:
    """Four builds in a row are proven; of seven, two come after a dividend."""
    plan = {"networks": {"NYC": SHORE}, "ask": "plan"}
    four, seven = (asked("NYC", 12, **plan, actions=many) for many in (4, 7))
    assert four["proven"] and not four["notes"]
    assert not seven["proven"]
    assert seven["bound"] == seven["income"] + 1
    assert "the dial allows 5 before a dividend" in seven["notes"][0]
    far = asked("C&O", 12, ask="plan", actions=7)
    assert far["proven"] and not far["notes"]


def test_a_plan_ends_with_the_game() -> None:
    plan = {"ask": "plan", "actions": 4, "industry": {"Detroit": 8}, "dials": {"build": 3}}
    answer = asked("NYC", 30, **plan)
    assert len(answer["hexes"]) == 2
    assert answer["proven"]
    assert "the game ends after 2 builds at the latest, not 4" in answer["notes"][0]
    late = judged("NYC: R3-Q3\nNYC: R2-Q2\nNYC: P2", 30, **plan)
    assert {each["code"] for each in late["problems"]} == {"too-many-actions"}
    west = {"networks": {"B&O": WEST[:-3]}, "ask": "plan", "goal": "chicago"}
    assert best("B&O", 99, **west)["reached"]
    ended = best("B&O", 99, **west, industry={"Detroit": 8}, dials={"build": 4})
    assert not ended["reached"]


def test_the_sale_of_a_share_turns_a_dial_and_may_call_the_dividend() -> None:
    """Then nothing is built before the first dividend that the share is paid."""
    share = {"ask": "share", "dividends": 2, "actions": 1, "networks": {"B&O": WEST[:4]}}
    free, called = (
        asked("B&O", 12, **share, dials={"auction": 2, "develop": turned})["companies"][0]
        for turned in (3, 4)
    )
    assert (free["builds"], called["builds"]) == ([1, 1], [0, 1])
    assert free["prices"][0]["dividends"][0] > called["prices"][0]["dividends"][0]
    due = asked("B&O", 12, **share, dials=DUE)
    assert due["companies"][0]["builds"] == [1, 1]
    assert "a dividend is paid first" in due["notes"][0]


def test_no_share_is_sold_while_the_dial_is_on_red() -> None:
    with pytest.raises(InputError, match="no share is sold before the next dividend"):
        asked("B&O", 12, ask="share", dials={"auction": 3})


def _andy(company: str, network: list[str], **more: Any) -> dict[str, Any]:
    data = {
        "title": "chicago-express",
        "ask": "action",
        "networks": {company: network},
        "treasuries": {"PRR": 0, "B&O": 0, "C&O": 0, "NYC": 0} | {company: 9},
        "players": {"Andy": {company: 1, "cash": 3}},
        **more,
    }
    return dict(api.solve(data).to_dict())


def test_plans_that_open_the_wabash_are_not_proven_with_auctions() -> None:
    """Its first share is auctioned at once, and its dividends are not in the plan."""
    two = _andy("NYC", NORTH[:-1], dividends=2)
    assert "A2" in two["moves"][0]["hexes"]
    assert two["proven"]
    assert (two["with_auctions"]["proven"], two["with_auctions"]["bound"]) == (False, None)
    assert "no share of Wabash is bought by who opens it" in two["assumes"]


def test_one_dividend_of_the_wabash_pays_what_its_first_share_costs() -> None:
    assert _andy("NYC", NORTH[:-1], dividends=1)["with_auctions"]["proven"]


def test_far_from_chicago_nothing_is_said_of_the_wabash() -> None:
    far = _andy("NYC", NORTH[:4], dividends=2)
    assert far["with_auctions"]["proven"]
    assert not any("Wabash" in each for each in far["assumes"])
