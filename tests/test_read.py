"""Positions as people write them: their form."""

from __future__ import annotations

import pytest
from boards import GOOD

from mapdata.errors import InputError
from mapdata.position import Position
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


@pytest.mark.parametrize(
    ("data", "said"),
    [
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
