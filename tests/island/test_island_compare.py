"""Island Rails: a few random boards of each feature against brute force and the referee.

``python tests/helpers/island_compare.py 1000 0`` does the same on a thousand of each.
"""

from __future__ import annotations

from collections import Counter

import island_tracks
import pytest
from island_boards import board, card, links, position
from island_claims import rules_agree
from island_compare import compare, keep, one
from island_everything import Everything
from island_random import FEATURES
from thorough import THOROUGH, for_every

BOARDS = 6
OPPONENTS = ("tolls", "strangers", "strangers overseas", "beginning", "first round")
"""Features of which 500 boards are compared where tests are thorough."""


pytestmark = pytest.mark.usefixtures("small_rails")


@pytest.mark.parametrize("feature", FEATURES)
def test_no_plan_and_no_verdict_is_wrong(feature: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(500 if THOROUGH and feature in OPPONENTS else BOARDS):
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


@for_every("seed", [478, 977])
def test_the_turns_of_a_track_are_the_fewest_from_whichever_large_town_it_begins(seed: int) -> None:
    assert one(seed, "track")["proven"]


def test_a_track_that_needs_no_ship_is_found_where_the_train_cannot_get_to_one() -> None:
    assert one(500199, "track ferries")["proven"]


def test_a_line_too_dear_for_a_turn_in_one_direction_still_joins_its_ends() -> None:
    assert compare(27, "everything")


def test_an_island_is_opened_in_the_first_turn_while_lines_are_built_at_home() -> None:
    assert compare(500588, "everything")["proven"]


def test_a_train_is_as_fast_as_with_what_it_still_carries_once_it_has_delivered() -> None:
    """Two goods at the speed of a B-6, then one at that of a B-9, which has room for one."""
    assert compare(70000182, "long rounds")["proven"]
    assert compare(70000328, "long rounds by trains to come")["proven"]


def test_what_is_built_at_strangers_lines_is_joined_without_them_and_the_search_ends() -> None:
    assert compare(500036, "strangers", most=6_000)


@for_every("seed", [810168, 820136, 820185])
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
