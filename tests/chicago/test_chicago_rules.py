"""Building in Chicago Express, rule by rule, each where breaking it would pay."""

from __future__ import annotations

from pathlib import Path

import pytest
from chicago_cases import NORTH, WEST, best, codes, judged, make_tiny, position

from bestrun import api


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tiny(tmp_path)
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))


# Building ---------------------------------------------------------------------------------


def test_a_hex_costs_its_price_for_every_locomotive_then_there() -> None:
    """The rulebook's build: forest 2 and Binghamton, where the PRR stands, 2 x 2."""
    networks = {"NYC": ["S3"], "PRR": ["R5", "Q5", "Q4", "Q3"]}
    verdict = judged("NYC: R3-Binghamton cost 6 income 9", 6, networks=networks)
    assert (verdict["legal"], verdict["problems"]) == (True, [])
    assert codes("NYC: R3-Q3 cost 6 income 9", 5, networks=networks) == {"not-enough-money"}
    near = networks | {"NYC": ["S3", "R3"]}
    assert best("NYC", 3, networks=near)["hexes"] == []
    assert best("NYC", 4, networks=near)["hexes"] == ["Q3"]


def test_an_action_builds_three_hexes_at_most() -> None:
    one = best("NYC", 50)
    assert (one["income"], one["cost"], len(one["hexes"])) == (9, 4, 2)
    assert best("NYC", 50, ask="plan", actions=2)["income"] > 9
    assert codes("NYC: R3-Q3-P3-O4") == {"too-many-hexes"}


def test_a_company_spends_no_more_than_it_has() -> None:
    assert best("NYC", 3)["income"] == 8
    assert best("NYC", 4)["left"] == 0
    assert codes("NYC: R3-Q3", 3) == {"not-enough-money"}


def test_a_forest_takes_one_company() -> None:
    """Over either forest a developed Binghamton would be worth 2 for 8."""
    networks = {"PRR": ["R5", "R4", "R3", "R2", "Q3"]}
    answer = best("NYC", 8, networks=networks, houses=["Q3"])
    assert (answer["hexes"], answer["income"]) == (["S2", "S1", "S0"], 9)
    assert codes("NYC: R2-Q3", networks=networks) == {"taken"}


def test_a_mountain_takes_one_company() -> None:
    """The developed mountain M6 would be worth 3 to the B&O for 4."""
    networks = {"C&O": ["Q9", "P8", "O8", "N7", "M7", "M6"], "B&O": ["Q7", "P6", "O7", "N6"]}
    assert best("B&O", 4, networks=networks, houses=["M6"])["gain"] == 1
    assert codes("B&O: M6", networks=networks) == {"taken"}


def test_cities_industries_and_plains_take_every_company() -> None:
    networks = {
        "PRR": ["R5", "Q5", "P4"],
        "NYC": ["S3", "S4", "R4", "Q5"],
        "B&O": ["Q7", "Q6", "Q5"],
        "C&O": ["Q9", "Q8", "P7", "P6", "P5"],
    }
    verdict = judged("C&O: Q5 cost 4 income 5", 9, networks=networks)
    assert (verdict["legal"], verdict["problems"]) == (True, [])


def test_nobody_builds_on_a_start_hex() -> None:
    assert codes("PRR: Q6-Q7-P7") == {"start-hex"}
    assert codes("B&O: P6-P5-Q5-R5") == {"start-hex", "too-many-hexes"}


def test_fort_wayne_is_a_city_that_all_may_build_and_develop() -> None:
    closed = {"B&O": WEST}
    verdict = judged("B&O: D3 cost 1 income 11", 9, networks=closed)
    assert verdict["problems"] == []
    assert judged("B&O: Fort Wayne cost 2", 9, networks=closed | {"NYC": NORTH})["problems"] == []
    andy = {"ask": "develop", "player": "Andy", "players": {"Andy": {"Wabash": 1}}}
    assert best("Wabash", 9, networks={"NYC": NORTH}, **andy)["hex"] == "D3"


def test_a_company_has_one_locomotive_on_a_hex() -> None:
    """Otherwise the NYC would earn Binghamton again."""
    networks = {"NYC": ["S3", "R3", "Q3"]}
    assert best("NYC", 3, networks=networks)["gain"] == 0
    assert codes("NYC: Q3", networks=networks) == {"own-locomotive"}
    assert codes("NYC: P3-P3", networks=networks) == {"own-locomotive"}


def test_every_hex_touches_the_network_as_it_grows() -> None:
    assert codes("NYC: Q3") == {"not-connected"}
    assert codes("NYC: Q3-R3") == {"not-connected"}
    assert codes("NYC: R3-S4-Q3") == set()


def test_all_broken_rules_are_named() -> None:
    networks = {"NYC": ["S3", "R3"], "PRR": ["R5", "Q5", "Q4"]}
    found = codes("NYC: R3-R5-Q4-K4 cost 1 income 1", 2, networks=networks)
    illegal = {"own-locomotive", "start-hex", "taken", "not-connected"}
    assert illegal | {"too-many-hexes", "not-enough-money"} <= found


def test_wrong_figures_are_misstated() -> None:
    verdict = judged("NYC: R3-Q3 cost 5 income 10", 12)
    assert (verdict["verdict"], verdict["legal"]) == ("misstated", True)
    assert {each["code"] for each in verdict["problems"]} == {"wrong-cost", "wrong-income"}


def test_a_claim_is_best_improvable_or_illegal() -> None:
    assert judged("NYC: R3-Q3 cost 4 income 9", 12)["verdict"] == "best"
    assert judged("NYC: R3 cost 2 income 8", 12)["verdict"] == "improvable"
    assert judged("NYC: R5", 12)["verdict"] == "illegal"


def test_ties_go_to_the_least_cost_then_to_the_fewest_hexes() -> None:
    """Binghamton and S0 both add 1 for 4, with two hexes and with three."""
    assert best("NYC", 12)["hexes"][-1] == "Q3"
    dearer = {"PRR": ["R5", "Q5", "Q4", "Q3"]}
    assert best("NYC", 12, networks=dearer)["hexes"] == ["S2", "S1", "S0"]


# Income -----------------------------------------------------------------------------------


def test_a_house_adds_to_a_city_and_to_a_mountain() -> None:
    networks = {"NYC": ["S3", "R3"]}
    assert best("NYC", 2, networks=networks)["gain"] == 1
    assert best("NYC", 2, networks=networks, houses=["Q3"])["gain"] == 2
    mountain = {"B&O": ["Q7", "P6", "O7", "N6"]}
    assert best("B&O", 2, networks=mountain)["gain"] == 1
    assert best("B&O", 2, networks=mountain, houses=["M6"])["gain"] == 3


def test_an_industry_pays_what_the_scale_says() -> None:
    networks = {"PRR": ["R5", "Q5", "P4", "O4", "N3", "M4", "L3"]}
    assert best("PRR", 4, networks=networks)["gain"] == 4
    assert best("PRR", 4, networks=networks, industry={"Pittsburgh": 8})["gain"] == 8


def test_forests_and_plains_add_nothing() -> None:
    """Not even with a house: R3 is not worth building, with money for nothing else."""
    assert best("NYC", 2, houses=["R3"])["hexes"] == []


def test_the_dividend_is_that_of_the_new_income_rounded_up() -> None:
    assert best("NYC", 12, shares_sold={"NYC": 2})["dividend_per_share"] == 5
    assert best("NYC", 12, shares_sold={"NYC": 3})["dividend_per_share"] == 3


# Plans ------------------------------------------------------------------------------------


def test_chicago_opens_the_wabash_on_fort_wayne() -> None:
    """A developed Fort Wayne pays 3; with 6 it must be built before it costs 2."""
    networks = {"B&O": WEST}
    plan = best("B&O", 6, networks=networks, houses=["D3"], ask="plan", actions=2)
    assert (plan["cost"], plan["gain"]) == (6, 10)
    assert "D3" in plan["hexes"][0]
    assert plan["chicago"]["opens"] == "Wabash"
    arrived = {"B&O": [*WEST, "C3", "B2", "A2"]}
    assert judged("B&O: D3 cost 2", 9, networks=arrived)["problems"] == []


def test_a_dividend_is_paid_on_arrival_before_the_wabash_opens() -> None:
    """Income rises first: 10 + 7, over two shares and rounded up."""
    way_there = position("B&O", 5, networks={"B&O": WEST}, shares_sold={"B&O": 2})
    for houses, income in (([], 1), (["D3"], 3)):
        plan = api.solve(way_there | {"ask": "plan", "goal": "chicago", "houses": houses})
        arrival = plan.to_dict()["chicago"]
        assert (arrival["income"], arrival["dividend_per_share"]) == (17, 9)
        assert (arrival["opens"], arrival["opens_with_income"]) == ("Wabash", income)
        assert "extra dividend of 9 a share, then the Wabash opens" in plan.summary()


@pytest.mark.usefixtures("tiny")
def test_the_way_to_chicago_takes_the_fewest_actions_then_the_least_money() -> None:
    """Three hexes over the dear A1, or four around it: that is one action more."""
    ask = {"title": "tiny", "ask": "plan", "actions": 3, "goal": "chicago"}
    rich = best("X", 9, **ask)
    assert (rich["hexes"], rich["cost"]) == ([["A1", "A2", "A3"]], 9)
    poor = best("X", 8, **ask)
    assert (len(poor["hexes"]), poor["cost"]) == (2, 6)
    assert best("X", 5, **ask)["hexes"] == []
    assert best("X", 8, **(ask | {"actions": 1}))["hexes"] == []


@pytest.mark.usefixtures("tiny")
def test_a_company_without_locomotives_builds_no_more() -> None:
    """The Y has one left: the city is two hexes away."""
    assert best("Y", 9, title="tiny", ask="plan", actions=3)["hexes"] == []
    verdict = api.check(position("Y", 9, title="tiny"), "Y: D0-E1").to_dict()
    assert [each["code"] for each in verdict["problems"]] == ["no-locomotives-left"]


@pytest.mark.usefixtures("tiny")
def test_a_start_hex_is_no_way_through() -> None:
    """E1 pays 9 and lies behind the start of the Y, which would cost nothing."""
    answer = best("X", 99, title="tiny", networks={"X": ["A0", "B0"]})
    assert answer["hexes"] == ["B1", "A2", "A3"]
