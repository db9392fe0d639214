"""Chicago Express rule by rule, each where breaking it would pay, and the rulebook's examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestrun import api

Position = dict[str, Any]


def way(hexes: str) -> list[str]:
    return hexes.split()


WEST = way("Q7 P6 O7 N6 M6 L6 K6 J5 I5 H4 G4 F3 E3 D2")
"""The B&O on its way to Chicago, which is three hexes farther."""

NORTH = way("S3 R2 Q2 P1 O1 N0 M0 L0 K1 J1 I2 H2 G2 F2 E2 D1 C2 B2 A2")
"""The NYC, arrived."""


def position(company: str, treasury: int, **more: Any) -> Position:
    return {"title": "chicago-express", "company": company, "treasury": treasury, **more}


def best(company: str, treasury: int, **more: Any) -> dict[str, Any]:
    answer = api.solve(position(company, treasury, **more)).as_json()
    assert answer["proven"]
    return dict(answer)


def judged(claim: str, treasury: int, **more: Any) -> dict[str, Any]:
    company = claim.split(":")[0]
    return dict(api.check(position(company, treasury, **more), claim).as_json())


def codes(claim: str, treasury: int = 99, **more: Any) -> set[str]:
    verdict = judged(claim, treasury, **more)
    assert verdict["legal"] is (verdict["verdict"] != "illegal")
    return {problem["code"] for problem in verdict["problems"]}


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
        "NYC": ["S3", "R4", "Q5"],
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
    verdict = judged("B&O: D3 cost 1 income 12", 9, networks=closed)
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
    """Fort Wayne is built for 1 in the action that reaches Chicago, and for 2 thereafter."""
    networks = {"B&O": WEST}
    plan = best("B&O", 9, networks=networks, ask="plan", actions=2)
    flat = [each for action in plan["hexes"] for each in action]
    assert {"A2", "D3"} <= set(flat)
    assert plan["cost"] == 1 + 1 + 1 + 3 + (2 if "C2" in flat else 0)
    after = networks | {"B&O": [*WEST, "C3", "B2", "A2"]}
    assert judged("B&O: D3 cost 2", 9, networks=after)["problems"] == []


TINY = """
name = "Tiny"
family = "chicago-express"
[companies.X]
name = "Xenia"
start = "A0"
shares = 2
sold = 1
locomotives = 6
income = 4
colour = "#aa0000"
[companies.Y]
name = "Yarrow"
start = "C0"
shares = 2
sold = 1
locomotives = 2
income = 4
colour = "#0000aa"
[companies.W]
name = "Wells"
start = "C3"
shares = 2
sold = 0
locomotives = 3
income = 0
colour = "#222222"
[industry]
Mill = { hex = "E5", scale = [1, 2], by = "dividends" }
[building]
hexes = 3
[development]
houses = 4
forest = 2
[opening]
hex = "A3"
company = "W"
[end]
without_locomotives = 2
without_shares = 2
houses_left = 1
industry = "Mill"
"""

TINY_MAP = """
[start]
"A0 C0" = {}
[plain]
A1 = { cost = 5 }
"A2 B0 B1" = { cost = 1 }
"C1" = { cost = 1 }
[chicago]
A3 = { cost = 3, income = 7 }
[city]
C2 = { cost = 1, income = 3, develop = 1 }
C3 = { cost = 1, income = 1, develop = 1 }
D0 = { cost = 1, income = 9, develop = 1 }
[industry]
E5 = { cost = 1 }
"""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of a few hexes, on which single rules decide."""
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "title.toml").write_text(TINY)
    (tmp_path / "tiny" / "map.toml").write_text(TINY_MAP)
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))


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
    answer = best("Y", 9, title="tiny", ask="plan", actions=3)
    assert answer["hexes"] in ([], [["D0"]])
    networks = {"Y": ["C0", "D0"]}
    assert best("Y", 9, title="tiny", networks=networks, ask="plan", actions=3)["hexes"] == []
    verdict = api.check(position("Y", 9, title="tiny"), "Y: C1-C2").as_json()
    assert [each["code"] for each in verdict["problems"]] == ["no-locomotives-left"]


@pytest.mark.usefixtures("tiny")
def test_a_start_hex_is_no_way_through() -> None:
    """D0 pays 9 and lies behind the start of the Y, which would cost nothing."""
    networks = {"X": ["A0", "B0"]}
    answer = best("X", 99, title="tiny", networks=networks)
    assert "C0" not in answer["hexes"]
    assert "D0" not in answer["hexes"]


# Development ------------------------------------------------------------------------------


def developed(networks: dict[str, list[str]], held: dict[str, int], **more: Any) -> Any:
    asked = {"ask": "develop", "player": "Andy", "players": {"Andy": held}, **more}
    answer = best("NYC", 0, networks=networks, **asked)
    return answer["hex"], answer["gain_player"], answer["gain_others"]


WHEELING: Position = {
    "networks": {
        "PRR": way("R5 Q5 P4 O4 N3 M4 L3 K4 J4 I5 I6"),
        "B&O": way("Q7 P6 O7 N6 M6 L6 K6 J6 I6"),
    },
    "houses": ["O4"],
}


def test_an_industry_raises_everyone_there() -> None:
    """All cities and mountains have houses, Pittsburgh has no step left: Wheeling remains."""
    houses = way("O4 M4 N6 M6 L6 K6 J6")
    more = {"houses": houses, "industry": {"Pittsburgh": 8}}
    both = developed(WHEELING["networks"], {"PRR": 1, "B&O": 1}, **more)
    assert both == ("I6", 2, 0)
    one = developed(WHEELING["networks"], {"PRR": 1}, **more)
    assert one[1] - one[2] == 0


def test_pittsburgh_moves_by_two() -> None:
    networks = {"PRR": way("R5 Q5 P4 O4 N3 M4 L3 K4")}
    houses = ["O4", "M4", "N3", "L3"]
    assert developed(networks, {"PRR": 1}, houses=houses) == ("K4", 2, 0)
    at_the_end = {"Pittsburgh": 8}
    assert developed(networks, {"PRR": 1}, houses=houses, industry=at_the_end)[1:] == (0, 0)


def test_players_never_develop_detroit_chicago_starts_or_plains() -> None:
    networks = {"NYC": [*NORTH, "D0", "E0"]}
    houses = ["R2", "Q2", "P1", "O1", "L0", "I2", "C2"]
    assert developed(networks, {"NYC": 1}, houses=houses)[1:] == (0, 0)


def test_a_hex_is_developed_once_and_only_where_a_locomotive_stands() -> None:
    networks = {"NYC": ["S3", "R3", "Q3"]}
    assert developed(networks, {"NYC": 1}) == ("Q3", 1, 0)
    assert developed(networks, {"NYC": 1}, houses=["Q3"])[1:] == (0, 0)


def test_what_others_gain_counts_against_a_development() -> None:
    """S0 adds 2, but the other share gains as much; Binghamton adds 1 to Andy alone."""
    networks = {"NYC": ["S3", "S2", "S1", "S0"], "PRR": ["R5", "Q5", "Q4", "Q3"]}
    sold = {"NYC": 2, "PRR": 1}
    assert developed(networks, {"NYC": 1, "PRR": 1}, shares_sold=sold) == ("Q3", 1, 0)


def test_a_forest_adds_no_dividend() -> None:
    networks = {"NYC": ["S3", "R3"]}
    assert developed(networks, {"NYC": 1})[1:] == (0, 0)
