"""Island Rails: cards to come by the mean of the deck, worked out by hand on a tiny board."""

from __future__ import annotations

from typing import Any

import pytest
from island_boards import board, card, links, position

from bestrun import api
from mapdata.errors import InputError

LINE = board("large:A plain:u,v,w,x,y small:Z", "A-u-v-w-x-y-Z", A="coal", Z="fish")
"""Two deliveries, coal to Z and fish to A: each pays 6 for six points by land."""

SEA = board("large:A port:P,Q sea:s,t small:Z", "A-P-s-t-Q-Z", A="coal", Z="fish")
"""Each pays 5 and 1 for the sea: two points by land, three over sea, a crossing."""


def to_come(made: dict[str, Any], **more: Any) -> dict[str, Any]:
    asked = position(made, "deliveries", at="A", cards=[card("coal:Z")], turns_left=21) | more
    found: dict[str, Any] = api.solve(asked).to_dict()["to_come"]
    return found


def test_the_mean_delivery_and_the_rate_by_land() -> None:
    """6 of pay in (6 / 6) * (1 + 1/2) turns; with speed 9 in two thirds of that."""
    found = to_come(LINE)
    assert (found["pay"], found["points_by_land"], found["crossings"]) == (6, 6, 0)
    assert found["money_per_turn"] == 4
    by = {each["action"]: each for each in found["choices"]}
    assert by["upgrade: B-9"]["money_per_turn"] == 6
    assert by["upgrade: B-9"]["gain"] == 2 * 20 - 20
    assert by["upgrade: B-9"]["pays_back"] == 11
    assert by["upgrade: B-6"]["money_per_turn"] == 4.5
    assert by["upgrade: B-6"]["gain"] == 10 - 20
    assert by["buy: ferry"]["pays_back"] is None
    assert by["buy: ferry"]["gain"] == -20


def test_a_ship_of_ones_own_saves_the_hire_and_a_clipper_time() -> None:
    """(2 / 6 + 3 / 9 + 1 / 2) * 3 / 2 turns for 6, less a hire of 2 for one and a half ways."""
    found = to_come(SEA)
    assert (found["points_by_land"], found["points_over_sea"], found["crossings"]) == (2, 3, 1)
    assert found["money_per_turn"] == pytest.approx((6 - 3) / 1.75, abs=0.01)
    by = {each["action"]: each for each in found["choices"]}
    assert by["buy: ferry"]["money_per_turn"] == pytest.approx(6 / 1.75, abs=0.01)
    assert by["buy: clipper"]["money_per_turn"] == pytest.approx(6 / 1.625, abs=0.01)
    assert (by["buy: ferry"]["cost"], by["buy: clipper"]["cost"]) == (20, 40)
    own = to_come(SEA, own_ship={"kind": "ferry", "at": "P"}, network=links("A-P"))
    assert own["money_per_turn"] == pytest.approx(6 / 1.75, abs=0.01)
    assert [each["action"] for each in own["choices"]][-1] == "buy: clipper"
    assert own["choices"][-1]["cost"] == 20


def test_new_cards_against_the_plan_in_hand() -> None:
    """With the line built, coal to Z pays 6 in a turn: to pass loses it, and a turn."""
    there = {"network": links("A-u-v-w-x-y-Z")}
    assert to_come(LINE, **there)["redraw"]["gain"] == 20 * 4 - (6 + 20 * 4)
    nothing = to_come(LINE, money=0)
    assert nothing["redraw"]["gain"] == 20 * 4


def test_the_plan_and_its_proof_are_as_without_it() -> None:
    asked = position(LINE, "deliveries", at="A", cards=[card("coal:Z")])
    plain, valued = api.solve(asked).to_dict(), api.solve({**asked, "turns_left": 9}).to_dict()
    for each in ("turns", "money_per_turn", "bound", "proven"):
        assert plain[each] == valued[each]
    assert "to_come" not in plain
    assert "an expected value, not a plan" in api.solve({**asked, "turns_left": 9}).summary()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"turns_left": 0}, "1 to 100 turns are expected, not 0"),
        ({"turns_left": 9, "ask": "keep"}, "turns_left goes with ask"),
    ],
)
def test_turns_left_has_a_range_and_a_question(more: dict[str, Any], words: str) -> None:
    asked = position(LINE, "deliveries", at="A", cards=[card("coal:Z")]) | more
    with pytest.raises(InputError, match=words):
        api.solve(asked)
