"""Building in 1858: private railways without markers, metre track, and markers over borders."""

from __future__ import annotations

from typing import Any

from asked import lays, moves, places, why

from bestrun.files import Case
from bestrun.games.eighteen.solve import turn_of
from hexgraph.reach import borders_from, reach_of
from mapdata.titles import load

PRIVATE: dict[str, Any] = {
    "title": "1858",
    "phase": "2",
    "company": "P&L",
    "trains": [],
    "tiles": {},
    "tokens": {},
}
N: dict[str, Any] = {
    "title": "1858",
    "phase": "3",
    "company": "N",
    "trains": ["2H"],
    "tiles": {"G8": "5:0", "G10": "58:3"},
    "tokens": {"N": ["G8"]},
    "left": [20, 20],
}


def owner_pays(position: dict[str, Any], hex_id: str, tile: str) -> list[int]:
    found = moves(position)["lays"]
    return [each["owner_pays"] for each in found if (each["hex"], each["tile"]) == (hex_id, tile)]


def test_a_private_railway_builds_from_its_hexes_and_its_owner_pays() -> None:
    found = moves(PRIVATE)["lays"]
    assert {each["hex"] for each in found} == {"B9", "B11"}
    assert {each["cost"] for each in found} == {0}
    assert not any(each.get("owner_pays") for each in found)  # the ground of its home is free
    after = PRIVATE | {"tiles": {"B9": "201:5"}, "before": {"lays": ["B9"], "used": 1}}
    assert owner_pays(after, "B11", "4:0") == [20]
    assert owner_pays(after, "C10", "9:2") == [20]
    assert not moves(PRIVATE)["tokens"]


def test_a_private_railway_follows_the_track_of_its_hexes() -> None:
    """Aranjuez is a home of Madrid and Aranjuez; printed track leads on from there."""
    assert "J15" in {each["hex"] for each in moves(PRIVATE | {"company": "M&A"})["lays"]}
    assert why(PRIVATE | {"company": "M&Z"}, "G12", "4:1") == "unreachable"


def test_a_private_railway_lays_yellow_tiles_alone() -> None:
    later = PRIVATE | {"phase": "3", "tiles": {"B9": "201:5"}}
    assert why(later, "B9", "207:3") == "wrong-lay"


def test_no_metre_track_before_phase_3() -> None:
    assert "73:1" not in lays(PRIVATE, "B11")
    assert "73:1" in lays(PRIVATE | {"phase": "3"}, "B11")


def test_metre_track_pays_half_for_the_ground() -> None:
    """E2 lies in mountains: 40."""
    metre = PRIVATE | {"company": "S&C", "phase": "4", "tiles": {"C2": "76:4", "D3": "72:3"}}
    assert owner_pays(metre, "E2", "79:1") == [20]
    broad = metre | {"tiles": {"C2": "6:4", "D3": "3:3"}}
    assert owner_pays(broad, "E2", "9:1") == [40]


def test_metre_track_makes_the_second_lay_cheaper() -> None:
    second = N | {"before": {"lays": ["F9"], "used": 1}, "tiles": {**N["tiles"], "F9": "4:1"}}
    assert (lays(second, "G8")["14:0"], lays(second, "G8")["667:0"]) == (20, 10)
    after_metre = second | {"tiles": {**N["tiles"], "F9": "73:1"}}
    assert lays(after_metre, "G8")["14:0"] == 10


def test_what_lay_under_an_upgrade_decides_the_price_of_the_second_lay() -> None:
    """667 over broad 5 adds metre track alone, over metre 75 it adds broad track."""
    second = N | {"before": {"lays": ["G8"], "used": 1, "upgraded": True}}
    second |= {"tiles": {"G8": "667:0", "G10": "58:3"}}
    found = [each for each in moves(second)["lays"] if (each["hex"], each["tile"]) == ("F9", "4:1")]
    assert [(each["cost"], each.get("doubt")) for each in found] == [
        (20, None),
        (10, "if the turn's first lay added narrow track alone"),
    ]
    told = second | {"before": second["before"] | {"added": ["narrow"]}}
    assert lays(told, "F9") == dict.fromkeys(lays(told, "F9"), 10)


def test_routes_for_building_keep_to_track_that_meets() -> None:
    """Metre track that meets broad track at a hexside is not joined to it."""
    joined = reach_of(turn_of(Case("test", N, "")).board, "N")
    narrow = N | {"tiles": {"G8": "5:0", "G10": "74:0"}}
    apart = reach_of(turn_of(Case("test", narrow, "")).board, "N")
    assert "G10" in joined.hexes
    assert "G10" not in apart.hexes


def test_a_marker_pays_for_each_border_to_the_nearest_own_one() -> None:
    away = borders_from(load("1858"), "K18")
    assert (away["H11"], away["L13"], away["A14"], away["K18"]) == (1, 1, 2, 0)
    near = N | {"tiles": {"G8": "5:0", "G10": "58:3", "H11": "X7:0"}}
    assert places(near)["H11.1"] == 40


def test_a_place_kept_for_a_private_is_kept_for_its_owner() -> None:
    kept = N | {"reserved": {"H11.1": ["M&V"]}}
    assert "H11.1" not in places(kept)
    assert places(kept | {"privates": ["M&V"]})["H11.1"] == 40


def test_a_company_that_starts_late_pays_twice_what_its_city_does() -> None:
    late = {"title": "1858", "phase": "5", "company": "N", "trains": [], "tiles": {}, "tokens": {}}
    assert places(late)["A14"] == 80
    assert places(late | {"phase": "4"})["A14"] == 0
