"""Island Rails: the turns of a track are the fewest of all tracks that cost as little."""

from __future__ import annotations

from typing import Any

import pytest
from island_boards import board, links, position
from island_judged import codes, judged

from bestrun import api


def paced(data: dict[str, Any]) -> tuple[int, int, bool]:
    """Return cost, turns and whether those are proven to be the fewest."""
    answer = api.solve(data).to_dict()
    assert answer["proven"]
    return answer["cost"], len(answer["turns"]), answer["fewest_turns"]


def test_of_tracks_that_cost_the_same_the_quickest_is_taken() -> None:
    # Three lines out of A take two turns. D costs the same from B, and then one turn will do.
    made = board("large:A small:B,C,D", "A-B A-C A-D B-D")
    data = position(made, "track", connect=["A", "B", "C", "D"])
    assert paced(data) == (9, 1, True)
    slow = ("turn 1", "build: A-B", "build: A-C", "turn 2", "build: A-D")
    verdict = judged(data, *slow)
    assert (verdict["verdict"], verdict["cost"], verdict["proven"]) == ("improvable", 9, True)
    assert judged(data, "build: A-B-D", "build: A-C")["verdict"] == "best"


def test_a_turn_that_cannot_be_filled_takes_another_one() -> None:
    # Five lines of 7 are 35, but a turn has room for two of them.
    made = board("large:A,B,C,D,E,F", "A-B-C-D-E-F", "A-B-C-D-E-F")
    assert paced(position(made, "track", connect=["A", "F"])) == (35, 3, True)


def test_of_two_ports_the_one_with_the_shorter_crossing_is_taken() -> None:
    # Both ports are as near and cost as much; over the long sea it takes a turn more.
    far = "-".join(f"s{n}" for n in range(10))
    made = board(
        f"large:A port:P,Q,R sea:n,{far.replace('-', ',')} small:Z",
        f"A-P A-Q P-{far}-R Q-n-R R-Z",
    )
    data = position(made, "track", connect=["Z"], ferries=True, at="A")
    assert paced(data) == (7, 3, True)
    long = (
        *("turn 1", "build: A-P", "turn 2", "move: A-P", "hire: ferry"),
        *("turn 3", f"sail: P-{far[:-3]}", "turn 4", "sail: s8-s9-R", "build: R-Z"),
    )
    verdict = judged(data, *long)
    assert (verdict["verdict"], verdict["cost"]) == ("improvable", 7)


def test_lines_to_the_port_come_first_when_there_is_more_to_build_than_a_turn_holds() -> None:
    # 24 at home and 3 overseas: what the train needs is built first, the rest while it sails.
    made = board("large:A,B,C,D,E port:P,Q sea:s small:Z", "A-P P-s-Q Q-Z A-B-C-D-E", "A-B D-E")
    data = position(made, "track", connect=["B", "C", "D", "E", "Z"], ferries=True, at="A")
    assert paced(data) == (31, 3, True)


def test_a_train_waits_for_the_lines_on_its_way() -> None:
    # Six points a turn: the port is 7 away, so that it takes two turns after the first.
    road = "-".join(["A", *(f"p{n}" for n in range(6)), "P"])
    made = board(
        f"large:A plain:{','.join(road.split('-')[1:-1])} port:P,Q sea:s small:Z",
        f"{road} P-s-Q-Z",
    )
    data = position(made, "track", connect=["Z"], ferries=True, at="A")
    assert paced(data) == (13, 4, True)
    assert paced(data | {"train": "B-9"}) == (13, 3, True)
    assert paced(data | {"network": links(road)}) == (5, 3, True)


def test_a_ship_goes_on_from_where_it_lands() -> None:
    # Q is opened on the way to R; hired again in the turn of the landing, it sails in the next.
    made = board("large:A port:P,Q,R sea:s,t small:Y,Z", "A-P-s-Q-Y Q-t-R-Z")
    data = position(made, "track", connect=["Y", "Z"], ferries=True, at="A")
    assert paced(data) == (12, 4, True)
    own = data | {"own_ship": {"kind": "ferry", "at": "P"}}
    assert paced(own) == (8, 4, True)


def test_a_ship_that_costs_as_much_as_a_line_is_compared_with_it() -> None:
    # From P to Q it costs 2 by land and by sea. Hire does not count among the 20 of a turn,
    # and the eight large towns fill two turns.
    towns = "B-C-D-E-F-G-H-I"
    made = board(f"large:A,{towns.replace('-', ',')} port:P,Q sea:s", f"A-P-Q P-s-Q A-{towns}")
    data = position(made, "track", connect=["I", "Q"], ferries=True, network=links("A-P"))
    assert paced(data | {"at": "P"}) == (42, 2, True)
    assert paced(data | {"ferries": False}) == (42, 3, True)


@pytest.mark.parametrize("kind", ["ferry", "clipper"])
def test_turns_that_are_not_proven_are_not_called_best(kind: str) -> None:
    # The owner of a clipper begins at any port: not all that he may do is compared.
    made = board("large:A port:P,Q sea:s small:Z", "A-P P-s-Q Q-Z")
    own = {"kind": kind, "at": "P"}
    data = position(made, "track", connect=["Z"], ferries=True, at="A", own_ship=own)
    answer = api.solve(data | {"network": links("A-P")})
    plan = answer.to_dict()
    assert (plan["cost"], len(plan["turns"]), plan["proven"]) == (3, 2, True)
    verdict = api.check(data | {"network": links("A-P")}, {"turns": plan["turns"]}).verdict
    if kind == "ferry":
        assert (verdict, plan["turns_bound"], plan["fewest_turns"]) == ("best", 2, True)
        assert "cost 3 in 2 turns, proven" in answer.summary()
    else:
        assert (verdict, plan["turns_bound"], plan["fewest_turns"]) == ("unproven", 1, False)
        assert "cost 3 in 2 turns (at least 1), the cost is proven" in answer.summary()


def test_a_claim_in_too_many_turns_stays_legal() -> None:
    made = board("large:A small:B,C", "A-B A-C")
    data = position(made, "track", connect=["B", "C"])
    assert codes(data, "turn 1", "build: A-B", "turn 2", "build: A-C") == []


def test_what_would_have_to_be_allowed_is_said() -> None:
    made = board("large:A port:P,Q sea:s small:Z,Y", "A-P P-s-Q Q-Z")
    data = position(made, "track", connect=["Z"])
    text = api.solve(data).summary()
    assert "no track joins them (but perhaps with ferries = true or bridges = true)" in text
    assert api.solve(data | {"connect": ["Y"]}).summary().endswith("no track joins them")
    wet = api.solve(data | {"ferries": True, "connect": ["Y"]}).summary()
    assert wet.endswith("no track joins them")


def test_a_claim_about_track_tells_its_turns() -> None:
    made = board("large:A small:B,C", "A-B A-C")
    data = position(made, "track", connect=["B", "C"])
    text = api.check(data, "turn 1\nbuild: A-B\nturn 2\nbuild: A-C").summary()
    assert "the claim costs 6 in 2 turns" in text
    assert "cost 6 in 1 turn, proven" in text
