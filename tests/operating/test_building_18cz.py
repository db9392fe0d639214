"""Building in 18CZ: red tiles of large companies, first turns, and companies without money."""

from __future__ import annotations

from typing import Any

from asked import lays, moves, places, why

KK: dict[str, Any] = {
    "title": "18CZ2",
    "phase": "g",
    "company": "kk",
    "trains": [],
    "tiles": {},
    "tokens": {},
    "cash": 1000,
}
BEGUN = KK | {"tiles": {"J15": "8895:1"}, "tokens": {"kk": ["J15"]}}


def test_a_large_company_begins_with_its_red_tile() -> None:
    assert {each["hex"] for each in moves(KK)["lays"]} == {"J15", "I18"}
    assert lays(KK, "J15") == {"8895:1": 0}
    other = BEGUN | {"company": "BCB", "tokens": {"BCB": ["E16"]}}
    assert why(other | {"tiles": {}}, "J15", "8895:1") == "home-tile"


def test_the_red_tile_is_no_lay_of_the_first_turn() -> None:
    begun = BEGUN | {"before": {"lays": ["J15"], "used": 1}}
    assert lays(begun, "I14")
    two = begun | {"tiles": {"J15": "8895:1", "I14": "8:5"}}
    two |= {"before": {"lays": ["J15", "I14"], "used": 2}}
    assert lays(two, "I12")
    three = two | {"before": {"lays": ["J15", "I14", "J13"], "used": 3}}
    assert lays(three, "I12")
    four = two | {"before": {"lays": ["J15", "I14", "J13", "I12"], "used": 4}}
    assert not moves(four)["lays"]


def test_a_first_turn_has_two_new_tiles_or_one_upgrade() -> None:
    """A large company has one more of either: two upgrades at most."""
    small = {
        "title": "18CZ",
        "phase": "d",
        "company": "EKJ",
        "trains": [],
        "tokens": {"EKJ": ["D5"]},
    }
    small |= {"tiles": {"D5": "57:1"}}
    assert lays(small | {"before": {"lays": ["D5"], "used": 1}}, "D7")
    upgraded = small | {"tiles": {"D5": "15:1"}}
    upgraded |= {"before": {"lays": ["D5"], "used": 1, "upgraded": True}}
    assert not moves(upgraded)["lays"]
    large = BEGUN | {"tiles": {"J15": "8895:1", "I14": "24:5", "I12": "208:1"}}
    large |= {"before": {"lays": ["I14", "I12"], "used": 2, "upgraded": True}}
    assert not moves(large)["lays"]
    once = large | {"tiles": {"J15": "8895:1", "I14": "24:5", "I12": "202:1"}}
    assert moves(once)["lays"]
    assert not any(each["hex"] == "I12" for each in moves(once)["lays"])


def test_players_pay_for_a_company_without_money() -> None:
    bcb = {
        "title": "18CZ2",
        "phase": "b",
        "company": "BCB",
        "trains": ["2a"],
        "tokens": {"BCB": ["E16"]},
    }
    bcb |= {"tiles": {}, "cash": 0}
    (first,) = [each for each in moves(bcb)["lays"] if each["tile"] == "57:0"]
    assert (first["cost"], first["owner_pays"]) == (0, 10)
    assert lays(bcb | {"cash": 100}, "E16")["57:0"] == 10
    unknown = {key: value for key, value in bcb.items() if key != "cash"}
    found = [each for each in moves(unknown)["lays"] if each["tile"] == "57:0"]
    assert [(each["cost"], each.get("doubt")) for each in found] == [
        (10, None),
        (0, "if Vaclav owns it"),
    ]


def test_a_home_to_choose_shuts_a_hex_of_single_places() -> None:
    sx = {"title": "18CZ2", "phase": "d", "company": "SX", "trains": ["3Ed"], "left": [40]}
    sx |= {"tiles": {"A8": "8896:4", "B9": "8859:0"}, "tokens": {"SX": ["A8"]}}
    assert "B9.1" in places(sx)
    assert "B9.1" not in places(sx | {"reserved": {"B9.*": ["ATE"]}})
