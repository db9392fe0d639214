"""Incomes, dividends, developments and the end of Chicago Express, rule by rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chicago_cases import NORTH, WEST, Position, best, make_tiny, way

from bestrun import api


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tiny(tmp_path)
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))


# Money ------------------------------------------------------------------------------------

CITIES = way("S3 R2 Q2 P1 O1 N0 M0 L0 K1 J1 I2 H2 G2 F2")
"""The NYC with L0 (3, or 5 with a house) and I2 (2, or 4 with a house)."""


def reported(company: str, **more: Any) -> dict[str, Any]:
    answer = api.report({"title": "chicago-express", **more}).to_dict()
    return next(each for each in answer["companies"] if each["company"] == company)


def test_the_opening_bid_counts_the_share_on_offer() -> None:
    """The rulebook's NYC: income 22, two shares sold, so 22 / 3, rounded up."""
    networks = {"NYC": [*CITIES, "E2", "E1", "E0"]}
    more = {"houses": ["L0", "I2"], "industry": {"Detroit": 5}, "shares_sold": {"NYC": 2}}
    nyc = reported("NYC", networks=networks, **more)
    assert (nyc["income"], nyc["opening_bid"]) == (22, 8)


@pytest.mark.parametrize(
    ("houses", "hexes", "sold", "income", "dividend"),
    [(["L0"], ["F1"], 3, 16, 6), (["L0", "I2"], [], 2, 17, 9)],
)
def test_the_dividend_of_each_share_is_rounded_up(
    houses: list[str], hexes: list[str], sold: int, income: int, dividend: int
) -> None:
    """The rulebook's NYC: 16 for three shares, and 17 for two."""
    networks = {"NYC": [*CITIES, *hexes]}
    nyc = reported("NYC", networks=networks, houses=houses, shares_sold={"NYC": sold})
    assert (nyc["income"], nyc["dividend_per_share"]) == (income, dividend)


def test_a_developed_city_raises_the_income_by_its_house() -> None:
    """As the rulebook's Charleston: the C&O from 12 to 13."""
    more: Position = {"networks": {"C&O": way("Q9 P9 O10 N9 M10 L9 K10 J9")}}
    assert reported("C&O", houses=["O10", "M10"], **more)["income"] == 12
    assert reported("C&O", houses=["O10", "M10", "K10"], **more)["income"] == 13


def test_a_step_of_wheeling_raises_both_companies_there() -> None:
    """The rulebook's PRR from 17 to 18 and B&O from 14 to 15."""
    for value, prr, bno in ((3, 17, 14), (4, 18, 15)):
        more = WHEELING | {"industry": {"Wheeling": value}}
        assert reported("PRR", **more)["income"] == prr
        assert reported("B&O", **more)["income"] == bno


@pytest.mark.parametrize(("houses", "income"), [([], 1), (["D3"], 3)])
def test_the_wabash_opens_with_what_fort_wayne_pays(houses: list[str], income: int) -> None:
    wabash = reported("Wabash", networks={"NYC": NORTH}, houses=houses)
    found = wabash["open"], wabash["income"], wabash["locomotives_left"], wabash["opening_bid"]
    assert found == (True, income, 10, income)
    assert wabash["dividend_per_share"] is None


def test_the_wabash_has_no_share_to_auction_before_it_opens() -> None:
    wabash = reported("Wabash")
    assert (wabash["open"], wabash["opening_bid"], wabash["hexes_to_chicago"]) == (
        False,
        None,
        None,
    )


def test_the_start_as_the_rulebook_has_it() -> None:
    for company, income in (("PRR", 7), ("B&O", 6), ("C&O", 5), ("NYC", 8)):
        none_sold = reported(company, shares_sold={company: 0})
        assert (none_sold["income"], none_sold["opening_bid"]) == (income, income)


def test_a_stated_income_that_the_board_does_not_bear_out_is_flagged() -> None:
    right, wrong = ({"income": {"NYC": figure}} for figure in (8, 9))
    assert reported("NYC", **right)["income_agrees"]
    flagged = reported("NYC", **wrong)
    assert (flagged["income_agrees"], flagged["income"], flagged["stated_income"]) == (False, 8, 9)
    text = api.report({"title": "chicago-express", **wrong}).summary()
    assert "9 is stated as income of NYC, but the board gives 8" in text


def test_the_distance_and_the_cheapest_cost_to_chicago() -> None:
    """From D2 it is three hexes: 1 + 1 + 3; and nobody is farther than there."""
    bno = reported("B&O", networks={"B&O": WEST})
    assert (bno["hexes_to_chicago"], bno["cost_to_chicago"]) == (3, 5)
    nyc = reported("NYC", networks={"NYC": NORTH})
    assert (nyc["hexes_to_chicago"], nyc["cost_to_chicago"]) == (0, 0)


# The end ----------------------------------------------------------------------------------


def ends(**more: Any) -> list[str]:
    answer = api.report({"title": "chicago-express", **more}).to_dict()
    return [words for words, holds in answer["end_conditions"].items() if holds]


def test_nothing_ends_the_game_at_the_start() -> None:
    assert ends() == []


def test_detroit_on_8_ends_the_game() -> None:
    assert ends(industry={"Detroit": 7}) == []
    assert ends(industry={"Detroit": 8}) == ["Detroit on 8"]


def test_three_companies_without_shares_end_the_game() -> None:
    sold = {"PRR": 3, "B&O": 4, "C&O": 6}
    assert len(ends(shares_sold=sold)) == 1
    assert ends(shares_sold=sold | {"C&O": 5}) == []


def test_three_houses_left_end_the_game() -> None:
    networks = {"NYC": NORTH, "B&O": WEST}
    cities = way("Q3 Q0 S0 O0 L0 I2 C2 O4 N6 M4 I4 F1 F5 F8 D7 B5 D3")
    assert len(ends(networks=networks, houses=cities)) == 1
    assert ends(networks=networks, houses=cities[1:]) == []


@pytest.mark.usefixtures("tiny")
def test_companies_without_locomotives_end_the_game() -> None:
    """Two on the tiny board, three on the real one."""
    one = {"Y": ["C0", "D0"]}
    assert ends(title="tiny", networks=one) == []
    both = one | {"X": way("A0 A1 A2 A3 B0 B1"), "W": ["C3"]}
    assert ends(title="tiny", networks=both) == ["2 companies without locomotives"]


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
