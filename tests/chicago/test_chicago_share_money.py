"""What a share pays for the money that there is: no plan costs more, and no price is left out."""

from __future__ import annotations

from typing import Any

import pytest
from chicago_cases import way
from chicago_referee import Referee, printed_of

from bestrun import api
from mapdata.chicago import load
from mapdata.chicago_position import read_chicago
from solvers.chicago.prospects import played
from solvers.errors import SolverFailed

WEST = way("R5 Q6 P6 O6 N5 M6 L5 K5 J5 I5 H4 G4 F3 E3 D2 C3")
"""The PRR two hexes before Chicago. Who gets there puts the Wabash on Fort Wayne (D3)."""

PRR: dict[str, Any] = {
    "title": "chicago-express",
    "ask": "share",
    "company": "PRR",
    "treasury": 4,
    "actions": 1,
    "dividends": 2,
    "networks": {"PRR": WEST},
}

B_AND_O: dict[str, Any] = PRR | {
    "company": "B&O",
    "treasury": 1,
    "networks": {"C&O": way("Q9 P8 O8 N7 M7 L6 K6 J5 I5 H4 G4 F3 E3 D2")},
    "shares_sold": {"B&O": 1},
}


def worth(data: dict[str, Any]) -> dict[str, Any]:
    """The answer for the share, after a referee has played every plan with its money."""
    (found,) = api.solve(data).to_dict()["companies"]
    for price in found["prices"]:
        refereed(data, price)
    return dict(found)


def refereed(data: dict[str, Any], price: dict[str, Any]) -> None:
    company = data["company"]
    referee = Referee(printed_of(load()), ["Andy"])
    given = data | {"players": {"Andy": {company: 1}}}
    given["treasuries"] = {company: data["treasury"] + price["bid"]}
    given["shares_sold"] = {company: data.get("shares_sold", {}).get(company, 1) + 1}
    state, paid = referee.start(given), []
    for actions in price["builds"]:
        for hexes in actions:
            state = referee.build(state, "Andy", company, hexes)
        paid.append(referee.a_share(state, referee.names.index(company)))
        state = referee.dividend(state)
    assert paid == price["dividends"]
    assert state.cash == (price["pays"],)
    assert state.treasuries[referee.names.index(company)] == (
        data["treasury"] + price["bid"] - price["cost"]
    )


def steps(found: dict[str, Any]) -> list[tuple[int, int]]:
    return [(each["bid"], each["pays"]) for each in found["prices"]]


def test_who_opens_the_wabash_pays_more_for_its_start() -> None:
    """With 9, Pittsburgh, Chicago and then Fort Wayne would pay 31, but cost 10: 30 it is."""
    found = worth(PRR)
    assert found["proven"]
    assert steps(found) == [(5, 30), (6, 31), (7, 32)]
    assert found["highest_bid"] == 32


def test_a_company_without_money_is_asked_about_too() -> None:
    found = worth(PRR | {"treasury": 0, "dividends": 3})
    assert found["proven"]
    assert steps(found) == [(5, 36), (7, 40), (10, 42), (11, 44)]


def test_a_price_that_the_first_plans_miss_is_listed() -> None:
    """With 9, P7, O7, N6 for 4 and P8, P9, O10 for 5 pay 4 and 5."""
    found = worth(B_AND_O)
    assert found["proven"]
    assert steps(found) == [(3, 8), (8, 9)]


@pytest.mark.parametrize(
    ("data", "least"),
    [(B_AND_O, 4), (PRR, 7), (PRR | {"treasury": 12}, 11), (PRR | {"treasury": 0}, 7)],
)
def test_the_least_capital_is_enough_and_less_is_not(data: dict[str, Any], least: int) -> None:
    """What the best bid promises may take less than the company has after the sale."""
    found = worth(data)
    assert found["proven"]
    assert found["minimum_capitalisation"] == found["minimum_capitalisation_bound"] == least
    (best,) = [each for each in found["prices"] if each["bid"] == found["best_bid"]]
    assert least <= data["treasury"] + found["best_bid"]
    for money, enough in ((least, True), (least - 1, False)):
        if money < found["opening_bid"]:
            continue
        poorer = worth(data | {"treasury": money - found["opening_bid"]})
        assert (poorer["prices"][0]["pays"] >= best["pays"]) == enough


def test_a_plan_that_costs_more_than_there_is_is_an_error_of_the_solver() -> None:
    position = read_chicago(PRR)
    rounds = ((("K4", "B2", "A2"),), (("D3",),))
    assert played(position, "PRR", 10, (1, 1), rounds).cost == 10
    with pytest.raises(SolverFailed, match="2 to pay, but PRR has 1"):
        played(position, "PRR", 9, (1, 1), rounds)
    with pytest.raises(SolverFailed, match="1 builds before a dividend, not 0"):
        played(position, "PRR", 10, (0, 1), rounds)
