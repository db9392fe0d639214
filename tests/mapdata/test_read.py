"""Positions as people write them: their form."""

from __future__ import annotations

import pytest
from boards import GOOD

from mapdata.errors import InputError
from mapdata.position import Before, Position, Right
from mapdata.read import read_position


def test_a_position() -> None:
    assert read_position(GOOD) == Position(
        "1844", "3", "VZ", ("2H", "3H"), {"K10": "15:0"}, {"VZ": ("K10",)}
    )


def test_trains_tiles_and_tokens_may_be_left_out() -> None:
    least = {key: GOOD[key] for key in ("title", "phase", "company")}
    assert read_position(least) == Position("1844", "3", "VZ")


def test_numbers_without_quotes_are_taken_for_their_digits() -> None:
    position = read_position(GOOD | {"title": 1844, "phase": 3, "trains": [2, "3H"]})
    assert (position.title, position.phase, position.trains) == ("1844", "3", ("2", "3H"))


def test_a_single_token_needs_no_list() -> None:
    assert read_position(GOOD | {"tokens": {"VZ": "Sion"}}).tokens == {"VZ": ("Sion",)}


def test_keys_of_other_commands_are_left_alone() -> None:
    assert read_position(GOOD | {"id": "a-1", "shares": {}, "holders": {}}) == read_position(GOOD)


def test_the_further_words_of_a_position() -> None:
    told = {
        "slots": {"K10": 3, "neutral": ["D2"]},
        "assigned": {"D14": ["SC"], "D6": "MPC"},
        "abilities": [{"type": "hex_bonus", "hexes": ["B13"], "amount": 10, "owner": "GW"}],
        "must_connect": ["J3", "A2"],
        "reserved": {"E11.*": ["ERIE"]},
        "left": [40, [0, "neutral"]],
        "before": {"lays": ["C22"], "used": 1, "upgraded": True},
    }
    position = read_position(GOOD | told)
    assert (position.slots, position.neutral) == ({"K10": 3}, ("D2",))
    assert position.assigned == {"D14": ("SC",), "D6": ("MPC",)}
    assert position.abilities == (Right("hex_bonus", ("B13",), 10, "GW"),)
    assert position.must_connect == ("J3", "A2")
    assert position.reserved == {"E11.*": ("ERIE",)}
    assert position.left == (40, (0, "neutral"))
    assert position.before == Before(("C22",), 1, upgraded=True)


def test_neutral_may_stand_alone() -> None:
    assert read_position(GOOD | {"neutral": ["D2"]}).neutral == ("D2",)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (GOOD | {"slots": {"K10": "two"}}, "sion.toml: slots[...]: expected a whole number"),
        (GOOD | {"must_connect": ["J3"]}, "sion.toml: must_connect: "),
        (GOOD | {"abilities": [{"hexes": []}]}, "sion.toml: abilities[0]: type is missing"),
        ([], "sion.toml: expected a position: title, phase, company"),
        (GOOD | {"trians": []}, "sion.toml: unknown key 'trians' (did you mean trains?)"),
        ({"title": "1844", "phase": "3"}, "sion.toml: company is missing"),
        (GOOD | {"phase": None}, "sion.toml: phase: expected"),
        (GOOD | {"trains": "2H"}, "sion.toml: trains: expected a list, got text"),
        (GOOD | {"trains": [["2H"]]}, "sion.toml: trains[0]: expected"),
        (GOOD | {"tiles": ["K10"]}, "sion.toml: tiles: expected a table, got a list"),
        (GOOD | {"tiles": {"J9": "X79:0", "K10": 15}}, "sion.toml: tiles.K10: expected text"),
        (GOOD | {"tokens": {"VZ": ["K10", 5]}}, "sion.toml: tokens.VZ[1]: expected text"),
        (GOOD | {"tokens": {"VZ": 5}}, "sion.toml: tokens.VZ: expected"),
    ],
)
def test_a_mistake_is_told_in_one_line(data: object, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_position(data, "sion.toml")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
