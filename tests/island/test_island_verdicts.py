"""Island Rails: claims that were once called best and proven, and are not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from island_boards import board, card, links, position

from bestrun import api
from mapdata.errors import InputError

ROAD = "A-p1-p2-p3-Z"
MADE = board("large:A plain:p1,p2,p3 small:Z,Y", f"{ROAD} Y-Z", A="coal")


def verdict(data: dict[str, Any], *lines: str) -> tuple[str, bool]:
    answer = api.check(data, "\n".join(lines)).to_dict()
    return answer["verdict"], answer["proven"]


def test_a_claim_that_loses_money_is_worse_than_to_do_nothing() -> None:
    data = position(MADE, "deliveries", at="A", cards=[card("coal:Z")], money=30)
    answer = api.solve(data)
    assert (answer.to_dict()["turns"], answer.deliveries.proven) == ([], True)
    claim = ("turn 1", f"build: {ROAD} cost 6", "turn 2", "load: coal", f"move: {ROAD}")
    assert verdict(data, *claim, "deliver: coal to Z pay 4")[0] == "improvable"
    assert verdict(data, "build: A-p1 cost 1")[0] == "improvable"


def test_a_track_that_joins_nothing_is_not_the_best() -> None:
    data = position(MADE, "track", connect=["A", "Z"])
    assert verdict(data, "build: A-p1 cost 1")[0] == "improvable"


def test_a_track_to_a_town_out_of_reach_is_not_the_best() -> None:
    made = board("large:A plain:p sea:s small:Z", "A-p p-s s-Z")
    data = position(made, "track", connect=["A", "Z"])
    assert api.solve(data).to_dict()["cost"] is None
    assert verdict(data, "build: A-p cost 1")[0] == "improvable"


def test_a_claim_over_other_players_lines_is_measured_with_others_like_it() -> None:
    # Over Red's line to Z: 4 less a toll of 2. Blue's is longer, but the claim takes it.
    made = board("large:A plain:p1,p2,p3,q1,q2 small:Z", f"{ROAD} A-q1-q2-Z", A="coal")
    made["points"][-1]["goods"] = []
    others = {"Red": links(ROAD), "Blue": links("A-q1-q2-Z")}
    data = position(made, "deliveries", at="A", cards=[card("coal:Z")], others=others)
    both = ("load: coal", "move: A-p1-A-q1-q2-Z", "deliver: coal to Z")
    assert verdict(data, *both)[0] == "improvable"
    assert verdict(data, "load: coal", "move: A-q1-q2-Z", "deliver: coal to Z") == ("best", True)


def test_a_track_hangs_together_with_where_it_begins() -> None:
    # Nothing leads to Z yet: that it is the only town asked for does not make it joined.
    data = position(MADE, "track", connect=["Z"])
    assert verdict(data, "build: A-p1 cost 1")[0] == "improvable"
    assert verdict(data, f"build: {ROAD} cost 6") == ("best", True)


def test_a_train_that_must_come_back_first_sails_back() -> None:
    # No ship goes from Q to R, so that the way to U leads over P again: three hires.
    made = board("large:L port:P,Q,R small:T,U sea:s1,s2", "L-P P-s1-Q Q-T P-s2-R R-U", L="coal")
    data = position(made, "track", connect=["T", "U"], ferries=True, at="L", ship="clipper")
    answer = api.solve(data).to_dict()
    assert (answer["cost"], answer["hire"], answer["proven"]) == (17, 9, False)
    assert answer["bound"] <= 17


def test_a_train_sails_from_where_it_can_go() -> None:
    # From R, which is joined already, it would cost 2 less, but the train is on another island.
    made = board("large:L plain:w port:P,Q,R small:T,U sea:s1,s2", "L-P P-s1-Q Q-w-T P-s2-R R-U")
    data = position(made, "track", connect=["L", "U"], ferries=True)
    assert api.solve(data | {"network": links("R-U"), "at": "U"}).to_dict()["cost"] == 7
    answer = api.solve(data | {"network": links("R-U w-T"), "at": "T"}).to_dict()
    assert (answer["cost"], answer["proven"], answer["turns_bound"]) == (9, False, None)


def test_a_track_for_ships_asks_where_the_train_is() -> None:
    made = board("large:L port:P,Q small:T,U sea:s1", "L-P P-s1-Q Q-T P-U")
    data = position(made, "track", connect=["T"], ferries=True, network=links("P-U"))
    with pytest.raises(InputError, match="where is the train"):
        api.solve(data)


def test_a_town_with_one_way_for_you_is_reached_from_either_side() -> None:
    # Two play, and of the two ways into Z one is left to the other player.
    made = board("large:A plain:q small:Z,Y", "A-Z Z-q q-Y", A="coal", Y="fish")
    data = position(made, "deliveries", at="A", cards=[card("coal:Z")], aim="income", players=2)
    answer = api.solve(data).deliveries
    assert (answer.value, answer.proven) == (Fraction(1, 2), True)


def test_a_guest_on_other_lines_begins_his_own_at_any_large_town() -> None:
    # From B the line to p costs 1; from p, where the train comes along, it would cost 5.
    made = board("large:A,B plain:p small:Z", "Z-p p-B p-A", Z="coal")
    data = position(made, "deliveries", at="Z", cards=[card("coal:B")], aim="income", money=3)
    data |= {"others": {"Red": links("Z-p")}, "horizon": 2}
    plan = ("build: B-p cost 1", "turn 2", "load: coal", "move: Z-p-B", "deliver: coal to B")
    judged = api.check(data, "\n".join(("turn 1", *plan))).to_dict()
    assert (judged["legal"], judged["pay"]) == (True, 2)
    assert api.solve(data).deliveries.bound == 1
