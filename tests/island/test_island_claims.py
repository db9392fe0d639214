"""Island Rails: claims of every question, and the rules of ships, towns and own ships."""

from __future__ import annotations

from typing import Any

import pytest
from island_boards import board, card, links, position
from island_judged import codes, judged

from bestrun import api
from bestrun.games.island import check as island_check
from mapdata.errors import InputError
from solvers.errors import SolverFailed

# What deliveries pay ----------------------------------------------------------------------

LINE = board("large:A plain:p,q small:Z,Y", "A-p-q-Z-Y", A="coal gold", Y="fish")


def priced(**more: Any) -> dict[str, Any]:
    cards = [card("coal:Z", "gold:Z"), card("coal:Z"), card("coal:Y")]
    return position(LINE, "contracts", cards=cards, **more)


def test_a_price_is_the_way_to_the_nearest_source() -> None:
    assert judged(priced(), "deliver: coal to Z pay 3")["verdict"] == "best"
    assert judged(priced(), "deliver: gold to Z pay 4")["pay"] == 4
    wrong = judged(priced(), "deliver: coal to Y pay 3")
    assert (wrong["verdict"], wrong["problems"][0]["code"]) == ("misstated", "stated-pay")
    assert "coal to Y pays 4, not 3" in wrong["problems"][0]["message"]


def test_a_card_is_priced_once() -> None:
    twice = ("deliver: coal to Z", "deliver: coal to Z")
    assert judged(priced(), *twice)["pay"] == 6
    assert codes(priced(), *twice, "deliver: coal to Z") == ["no-contract"]
    assert codes(priced(), "deliver: coal to Z card 3") == ["no-contract"]
    assert codes(priced(), "deliver: fish to Z") == ["no-contract"]


def test_a_price_needs_a_town_and_only_deliveries_have_one() -> None:
    with pytest.raises(InputError, match="to which town"):
        judged(priced(), "deliver: coal")
    with pytest.raises(InputError, match="a claim about contracts delivers"):
        judged(priced(), "load: coal")


def test_a_good_that_no_way_leads_to_has_no_price() -> None:
    apart = board("large:A small:Z,Y", "A-Z", Y="coal")
    with pytest.raises(InputError, match="no way leads from Z to a town that offers coal"):
        api.solve(position(apart, "contracts", cards=[card("coal:Z")]))


# Words around a claim ---------------------------------------------------------------------


def deliveries(**more: Any) -> dict[str, Any]:
    given = {"network": links("A-p-q-Z-Y"), "at": "A", "cards": [card("coal:Z")]}
    return position(LINE, "deliveries", **(given | more))


def test_a_fault_names_its_turn_and_its_place_once() -> None:
    text = api.check(deliveries(), "turn 1\nload: coal\nturn 2\nload: fish").summary()
    assert "turn 2: A: fish is not to be had here" in text
    text = api.check(deliveries(), "load: coal\nmove: A-p-q-Z\ndeliver: coal to Z pay 9").summary()
    assert "turn 1: coal to Z pays 3, not 9" in text
    assert "the claim costs 0 and earns 3" in text


def test_money_at_the_end_of_a_turn_is_judged() -> None:
    lines = ("load: coal", "move: A-p-q-Z", "deliver: coal to Z")
    assert codes(deliveries(money=5), *lines, "money: 8") == []
    assert codes(deliveries(money=5), *lines, "money: 9") == ["stated-money"]


def test_a_claim_may_be_a_list_of_actions() -> None:
    actions = ["load: coal", {"do": "move", "path": ["A", "p", "q", "Z"]}, "deliver: coal to Z"]
    assert api.check(deliveries(), actions).to_dict()["pay"] == 3


def test_a_claim_may_say_where_the_train_begins() -> None:
    two = board("large:A,B small:Z", "A-Z Z-B", A="coal")
    data = position(two, "deliveries", cards=[card("coal:Z")], money=10)
    lines = ("build: A-Z cost 3", "turn 2", "load: coal", "move: A-Z", "deliver: coal to Z")
    assert codes(data, "start: A", "turn 1", *lines) == []
    assert "no-source" in codes(data, "start: B", "turn 1", *lines)
    claim = {"start": "A", "turns": [{"actions": ["build: A-Z cost 3"]}]}
    assert api.check(data, claim).legal


def test_a_good_that_is_said_to_go_overboard_must_exist() -> None:
    with pytest.raises(InputError, match=r"no good 'cole' \(did you mean coal\?\)"):
        judged(deliveries(), "upgrade: B-9 lose cole")


def test_a_whole_number_is_written_as_one() -> None:
    for cost in (1.5, True, "1.5"):
        action = {"do": "build", "path": ["A", "p"], "cost": cost}
        with pytest.raises(InputError, match="is no whole number"):
            api.check(position(LINE, "track", connect=["Z"]), {"turns": [{"actions": [action]}]})


# Moving -----------------------------------------------------------------------------------


def test_a_train_goes_from_point_to_point() -> None:
    assert codes(deliveries(), "move: A-q") == ["no-link"]
    assert codes(deliveries(), "move: p-q") == ["not-there"]


def test_a_train_without_a_place_begins_in_a_large_town() -> None:
    guest = {"network": [], "at": None, "others": {"Red": links("A-p-q-Z")}}
    assert codes(deliveries(**guest), "move: A-p-q-Z") == []
    assert codes(deliveries(**guest), "move: Z-q-p-A") == ["not-there"]


def test_a_train_that_is_nowhere_has_nothing() -> None:
    nowhere = {"network": [], "at": None}
    assert codes(deliveries(**nowhere), "load: coal") == ["no-source"]
    assert codes(deliveries(**nowhere), "drop: coal") == ["no-town", "not-loaded"]
    assert "no-contract" in codes(deliveries(**nowhere), "deliver: coal to Z")


def test_goods_are_left_in_towns() -> None:
    data = deliveries(load=["coal"])
    assert codes(data, "move: A-p", "drop: coal") == ["no-town"]
    assert codes(data, "drop: coal") == []


@pytest.mark.usefixtures("small_rails")
def test_a_claim_that_fetches_goods_it_left_can_be_better_than_the_answer() -> None:
    # The train has room for one good: coal waits in T while fish is delivered.
    ways = "S-a-T T-b-c-X-d-Y Y-e-T T-i-j-k-l-m-Z"
    made = board("large:S small:T,X,Y,Z plain:a,b,c,d,e,i,j,k,l,m", ways, S="coal", X="fish")
    cards = [card("coal:Z"), card("fish:Y")]
    data = position(made, "deliveries", at="S", network=links(ways), money=2, cards=cards)
    data |= {"title": "small-rails", "horizon": 8, "aim": "total"}
    turns = (
        ("load: coal", "move: S-a-T"),
        ("drop: coal", "move: T-b-c"),
        ("move: c-X", "load: fish", "move: X-d"),
        ("move: d-Y", "deliver: fish to Y", "move: Y-e"),
        ("move: e-T", "load: coal", "move: T-i"),
        ("move: i-j-k",),
        ("move: k-l-m",),
        ("move: m-Z", "deliver: coal to Z"),
    )
    claim = "\n".join(
        f"turn {number}\n" + "\n".join(lines) for number, lines in enumerate(turns, 1)
    )
    verdict = api.check(data, claim)
    assert verdict.verdict == "better"
    assert verdict.to_dict()["better"] == []
    assert "the answer is" in verdict.summary()


def test_goods_are_handled_before_building() -> None:
    data = deliveries(network=links("A-p"), load=["coal"])
    for line in ("load: gold", "drop: coal"):
        assert codes(data, "build: p-q cost 1", line) == ["order"]
        assert codes(data, line, "build: p-q cost 1") == []


def test_a_good_that_lies_here_is_taken_before_one_of_the_stock() -> None:
    lying = [{"good": "gold", "town": "A", "turns": 3}, {"good": "coal", "town": "A", "turns": 3}]
    data = deliveries(stock={"coal": 1}, lying=lying)
    assert codes(data, "load: coal", "load: coal") == []
    assert codes(data | {"lying": []}, "load: coal", "load: coal") == ["no-source"]


def test_money_that_is_missing_is_named_once() -> None:
    data = deliveries(network=links("A-p"), money=1)
    assert codes(data, "build: p-q cost 1", "build: q-Z cost 3", "build: Z-Y cost 3") == ["money"]


# Building ---------------------------------------------------------------------------------


def test_a_line_is_drawn_from_the_network_whichever_end_is_named_first() -> None:
    data = position(LINE, "track", connect=["Z"], network=links("A-p-q"))
    assert judged(data, "build: Z-q cost 3")["verdict"] == "best"
    assert codes(data, "build: Z-q cost 1") == ["stated-cost"]


def test_the_cost_of_a_whole_track_is_judged() -> None:
    data = position(LINE, "track", connect=["Z"], network=links("A-p-q"))
    turns = [{"actions": ["build: q-Z"]}]
    assert api.check(data, {"turns": turns, "cost": 3}).verdict == "best"
    wrong = api.check(data, {"turns": turns, "cost": 4}).to_dict()
    assert [each["code"] for each in wrong["problems"]] == ["stated-cost"]


def test_a_large_town_is_joined_without_a_line() -> None:
    assert api.solve(position(LINE, "track", connect=["A"])).to_dict()["cost"] == 0
    for towns, missing in ((["A"], False), (["A", "Z"], True)):
        text = api.check(position(LINE, "track", connect=towns), "turn 1").summary()
        assert ("it does not join Z" in text, "does not join" in text) == (missing, missing)


def test_a_line_over_the_sea_is_no_part_of_a_plan_without_bridges() -> None:
    wet = board("large:A sea:s small:Z", "A-s-Z", A="coal")
    data = position(wet, "deliveries", cards=[card("coal:Z")], at="A", money=30)
    assert codes(data, "build: A-s-Z cost 13") == ["sea", "sea"]


# Ships ------------------------------------------------------------------------------------

STRAIT = board("large:A port:P,Q sea:s,t small:Z", "A-P-s-t-Q-Z", A="coal")


def strait(**more: Any) -> dict[str, Any]:
    given = {"network": links("A-P Q-Z"), "at": "P", "load": ["coal"], "cards": [card("coal:Z")]}
    return position(STRAIT, "deliveries", **({"money": 60} | given | more))


def test_who_has_hired_a_ship_moves_no_more_in_this_turn() -> None:
    assert codes(strait(), "hire: ferry cost 2", "move: P-A") == ["move-ended"]
    assert codes(strait(), "hire: ferry cost 2", "turn 2", "move: P-A") == []


def test_the_pile_says_which_ship_is_hired() -> None:
    assert codes(strait(), "hire: clipper cost 3") == ["no-such-ship"]
    assert codes(strait(ship="clipper"), "hire: clipper cost 3") == []
    assert codes(strait(ship="clipper"), "hire: clipper cost 2") == ["stated-cost"]


def test_a_ship_keeps_to_water() -> None:
    aboard = strait(aboard=True)
    assert codes(aboard, "sail: P-s-t-Q") == []
    assert codes(aboard, "sail: P-A") == ["no-water", "no-port"]
    assert codes(aboard, "sail: P-s-Q") == ["no-link"]


def test_a_train_leaves_its_ship_in_a_port_only() -> None:
    bridged = strait(aboard=True, network=links("A-P-s-t-Q-Z"), bridges=True)
    assert codes(bridged, "sail: P-s", "move: s-t") == ["no-port"]
    assert codes(bridged, "sail: P-s-t-Q", "move: Q-Z") == []


def test_an_own_ship_is_built_in_a_port_that_is_joined() -> None:
    assert codes(strait(), "buy: ferry at P cost 20") == []
    assert codes(strait(), "buy: ferry at A") == ["no-port"]
    assert codes(strait(network=links("A-P")), "buy: ferry at Q") == ["no-port"]
    assert codes(strait(), "buy: ferry at P cost 19") == ["stated-cost"]


def test_a_clipper_is_made_of_an_own_ferry() -> None:
    assert codes(strait(), "buy: clipper") == ["no-purchase"]
    ferry = strait(own_ship={"kind": "ferry", "at": "P"})
    assert codes(ferry, "buy: clipper cost 20") == []
    assert codes(ferry, "buy: ferry at P") == ["no-purchase"]


def test_an_own_ship_sails_without_hire_and_stays_where_it_lands() -> None:
    ferry = strait(own_ship={"kind": "ferry", "at": "P"})
    there, back = ("turn 1", "sail: P-s-t-Q"), ("turn 2", "sail: Q-t-s-P")
    assert codes(ferry, *there, *back, "money: 60") == []
    assert codes(ferry, *there, "turn 2", "move: Q-Z", "move: Z-Q", *back[1:]) == ["no-ship"]


def test_who_owns_a_clipper_begins_at_any_one_port_a_turn() -> None:
    ports = board("large:A port:P,Q,R sea:s small:X,Y,Z", "A-P P-s s-Q s-R Q-X Q-Y R-Z", A="coal")
    given = {"network": links("A-P"), "at": "P", "cards": [card("coal:X")], "money": 30}
    data = position(ports, "deliveries", **given)
    assert codes(data, "build: Q-X cost 3") == ["not-joined"]
    ferry = data | {"own_ship": {"kind": "ferry", "at": "P"}}
    assert codes(ferry, "build: Q-X cost 3") == ["not-joined"]
    clipper = data | {"own_ship": {"kind": "clipper", "at": "P"}}
    assert codes(clipper, "build: Q-X cost 3", "build: Q-Y cost 3") == []
    assert codes(clipper, "build: Q-X cost 3", "build: R-Z cost 3") == ["not-joined"]
    assert codes(clipper, "build: Q-X", "turn 2", "build: R-Z") == []


# Claims beside the best -------------------------------------------------------------------


def test_towns_are_joined_over_crossings_from_where_the_train_begins() -> None:
    data = position(STRAIT, "track", connect=["Z"], ferries=True)
    claim = (
        *("start: A", "turn 1", "build: A-P cost 2"),
        *("turn 2", "move: A-P", "hire: ferry cost 2"),
        *("turn 3", "sail: P-s-t-Q", "build: Q-Z cost 3"),
    )
    assert judged(data, *claim)["verdict"] == "best"
    assert judged(data, *claim[:3])["verdict"] == "improvable"


def test_a_train_in_a_port_joins_towns_to_the_port() -> None:
    data = position(STRAIT, "track", connect=["Z"], ferries=True, at="Q")
    assert judged(data, "build: Q-Z cost 3")["verdict"] == "best"


@pytest.mark.parametrize(
    ("ways", "why"), [("A-p-q-Z", "cheaper than what was proven"), ("A-p-q", "out of reach")]
)
def test_a_claim_that_beats_a_proof_is_an_error_of_the_solver(
    ways: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The solver answers for another board, where the way is dearer or there is none.
    other = position(board("large:A mountain:p,q small:Z", ways), "track", connect=["Z"])
    wrong = api.solve(other)
    monkeypatch.setattr(island_check, "answer", lambda *_: wrong)
    with pytest.raises(SolverFailed, match=why):
        judged(position(LINE, "track", connect=["Z"]), "build: A-p-q-Z cost 5")


def test_a_plan_that_is_better_than_what_was_proven_is_a_fault_of_the_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = api.solve(deliveries(network=links("A-p"), money=0))
    monkeypatch.setattr(island_check, "answer", lambda *_: wrong)
    lines = "load: coal\nmove: A-p-q-Z\ndeliver: coal to Z"
    with pytest.raises(SolverFailed, match="better than what was proven"):
        api.check(deliveries(), lines)
