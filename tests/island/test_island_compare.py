"""Island Rails: a few random boards of each feature against brute force and the referee.

``python tests/helpers/island_compare.py 1000 0`` does the same on a thousand of each.
"""

from __future__ import annotations

from collections import Counter

import island_tracks
import pytest
from island_boards import board, card, links, position
from island_claims import rules_agree
from island_compare import compare, keep, one, replayed
from island_everything import Everything
from island_random import FEATURES, SMALL

from bestrun import api

BOARDS = 6


pytestmark = pytest.mark.usefixtures("small_rails")


@pytest.mark.parametrize("feature", FEATURES)
def test_no_plan_and_no_verdict_is_wrong(feature: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(BOARDS):
        found += compare(seed, feature, most=6_000)
    assert any(word.startswith("proven") for word in found)


@pytest.mark.parametrize("feature", island_tracks.FEATURES)
def test_no_track_is_cheaper_than_what_is_proven(feature: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(BOARDS):
        found += one(seed, feature)
    assert any("proven" in word for word in found)


@pytest.mark.parametrize("feature", FEATURES)
def test_the_rules_are_those_of_the_referee(feature: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(BOARDS):
        found += Counter(rules_agree(seed, feature))
    assert found["legal"] and found["illegal"]


@pytest.mark.parametrize("seed", [478, 977])
def test_the_turns_of_a_track_are_the_fewest_from_whichever_large_town_it_begins(seed: int) -> None:
    assert one(seed, "track")["proven"]


def test_a_track_that_needs_no_ship_is_found_where_the_train_cannot_get_to_one() -> None:
    assert one(500199, "track ferries")["proven"]


def test_a_line_too_dear_for_a_turn_in_one_direction_still_joins_its_ends() -> None:
    assert compare(27, "everything")


def test_an_island_is_opened_in_the_first_turn_while_lines_are_built_at_home() -> None:
    assert compare(500588, "everything")["proven"]


def test_what_is_built_at_strangers_lines_is_joined_without_them_and_the_search_ends() -> None:
    assert compare(500036, "strangers", most=6_000)


@pytest.mark.parametrize("seed", [810168, 820136, 820185])
def test_a_guest_on_strangers_lines_begins_his_own_at_a_large_town_elsewhere(seed: int) -> None:
    assert compare(seed, "everything")["proven"]


def test_who_owns_a_clipper_begins_his_first_line_elsewhere_and_joins_his_train_later() -> None:
    assert compare(840962, "own ship")


def test_a_good_is_left_for_the_one_that_is_had_and_wanted_in_the_same_town() -> None:
    assert compare(840272, "long rounds")["proven"]


def test_a_train_that_grows_leaves_a_good_only_where_it_is_full() -> None:
    assert compare(840410, "long rounds")["proven"]


def test_a_good_may_be_left_and_fetched_within_the_last_turn() -> None:
    assert compare(710196, "land")["proven"]


def test_a_good_is_left_for_a_moment_so_that_another_one_lies_for_longer() -> None:
    assert compare(7000171, "long rounds")["proven"]


def test_who_can_pay_for_neither_ship_nor_hire_stays_where_he_is() -> None:
    assert compare(9000049, "long voyages")["proven, nothing to gain"]


def test_a_ship_is_bought_before_it_is_sailed() -> None:
    assert compare(9000031, "long voyages")["proven"]


def test_no_hand_is_better_than_the_one_to_keep() -> None:
    found = keep(0) + keep(1) + keep(2)
    assert found["proven"]


def test_the_brute_force_finds_what_is_easily_seen() -> None:
    # Coal is there in the first turn for 3; fish for 3 more when the train has come back.
    made = board("large:A plain:p,q small:Z", "A-p-q-Z", A="coal fish")
    data = position(made, "deliveries", at="A", network=links("A-p-q-Z"), train="A", money=2)
    data |= {"cards": [card("coal:Z"), card("fish:Z"), card("coal:Z")], "horizon": 3}
    assert Everything(data | {"aim": "total"}).run() == 9
    assert Everything(data | {"aim": "money"}).run() == 6
    assert Everything(data | {"target": 11}).run() == 3 + 1 - 2
    others = {"network": [], "others": {"Red": links("A-p-q-Z")}}
    assert Everything(data | others | {"aim": "total", "horizon": 2}).run() == 3 * 3 - 2 * 2


@pytest.mark.parametrize("last", ["Y-e-T", "Y-e-f-T", "Y-e-f-g-T"])
def test_a_good_is_left_at_the_beginning_of_a_turn_and_fetched_at_the_end_of_the_fourth(
    last: str,
) -> None:
    # The train stops in T with coal and no points left. A round of 8 points, two a turn, takes the
    # four turns for which the coal lies there if it is left in the turn in which the train goes on.
    ways = f"S-a-T T-b-c-X-d-Y {last} T-i-j-k-l-m-Z"
    made = board("large:S small:T,X,Y,Z plain:a,b,c,d,e,f,g,i,j,k,l,m", ways, S="coal", X="fish")
    cards = [card("coal:Z"), card("fish:Y")]
    data = position(made, "deliveries", at="S", network=links(ways), money=2, cards=cards)
    data |= {"title": "small-rails", "horizon": 8, "aim": "total"}
    answer = api.solve(data, time_limit=60).deliveries
    assert answer.proven
    assert answer.value == Everything(data, SMALL, most=500_000).run() == (8 if "g" in last else 10)


def test_a_good_that_is_fetched_and_left_again_lies_for_another_four_rounds() -> None:
    # The train has room for one good. Wine goes last, as Z is farthest; the train comes by in
    # between, after four turns and after eight, and there is no wine but what it has.
    ways = "X-p-q-r-A X-s-t-u-B X-e-g-h-i-j-Z"
    points = "large:X small:A,B,Z,W plain:p,q,r,s,t,u,e,g,h,i,j,m"
    made = board(points, f"{ways} Z-m-W", X="coal fish", W="wine")
    cards = [card("coal:A"), card("fish:B"), card("wine:Z")]
    data = position(made, "deliveries", at="X", network=links(ways), money=0, cards=cards)
    data |= {"title": "small-rails", "horizon": 11, "aim": "total", "load": ["wine"]}
    answer = api.solve(data, time_limit=60).deliveries
    assert answer.proven
    assert answer.value == Everything(data, SMALL, most=500_000).run() == 10


def test_a_good_that_was_aboard_at_the_beginning_is_left_before_the_train_is_exchanged() -> None:
    # B-6 has room for both goods, but is too slow for Z; B-9 has room for one. After four turns
    # the train is back in X with coal delivered, and fetches what it left there.
    ways = "X-a-b-c-d-Y X-e-f-g-h-i-j-k-l-m-Z X-n-o-W"
    points = "large:X small:Y,Z,W plain:a,b,c,d,e,f,g,h,i,j,k,l,m,n,o"
    made, cards = board(points, ways, W="coal fish"), [card("coal:Y"), card("fish:Z")]
    data = position(made, "deliveries", at="X", network=links(ways), money=2, cards=cards)
    data |= {"title": "small-rails", "horizon": 7, "aim": "total", "train": "B-6"}
    data["load"] = ["coal", "fish"]
    answer = api.solve(data, time_limit=60).deliveries
    assert answer.proven
    assert answer.value == Everything(data, SMALL, most=500_000).run() == 19


def test_a_train_that_has_become_faster_is_back_in_time_for_what_it_has_left() -> None:
    # Gold pays for a train with three points a turn. Coal waits in X while that goes round by A
    # and B: ten points, of which the first train makes eight while a good lies.
    ways = "V-c-d-e-f-g-h-i-j-k-W-l-X X-m-A-n-o-p-B-q-r-s-X X-t-u-y-aa-bb-cc-dd-Z"
    plain = ",".join(point for point in ways.replace(" ", "-").split("-") if point.islower())
    goods = {"V": "gold", "W": "coal", "A": "textiles"}
    made = board(f"large:V small:W,X,A,B,Z plain:{plain}", ways, **goods)
    cards = [card("gold:W"), card("coal:Z"), card("textiles:B")]
    data = position(made, "deliveries", at="V", network=links(ways), money=0, cards=cards)
    data |= {"title": "small-rails", "horizon": 12, "aim": "total", "load": ["gold"]}
    answer = api.solve(data, time_limit=60)
    assert answer.proven
    assert answer.deliveries.value == replayed(data, SMALL, answer) == 11 + 10 + 6 - 5
