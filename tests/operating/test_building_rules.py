"""Rules of building that some titles have: each on a board where breaking it would pay."""

from __future__ import annotations

from typing import Any

from asked import lays, moves, places, why

from mapdata.tile import turned_track
from mapdata.titles import load


def position(title: str, company: str, at: str, phase: str, **more: Any) -> dict[str, Any]:
    told = {"title": title, "company": company, "phase": phase, "trains": [], "tiles": {}}
    return told | {"tokens": {company: [at]}} | more


def tiles(found: dict[str, int]) -> set[str]:
    return {code.partition(":")[0] for code in found}


# -- the lays of a turn -----------------------------------------------------------------------

LAID = {"before": {"lays": ["L25"], "used": 1}}


def test_majors_lay_a_second_yellow_tile_from_a_phase_on_and_minors_do_not() -> None:
    major = position("1822", "MR", "J29", "3", tiles={"J29": "619:1"})
    assert moves(major | LAID)["lays"]
    upgraded = {"before": {"lays": ["L25"], "used": 1, "upgraded": True}}
    assert not moves(major | upgraded)["lays"]
    assert not moves(major | LAID | {"phase": "2"})["lays"]
    minor = position("1822", "7", "H23", "3", tiles={"H23": "6:2"})
    assert moves(minor)["lays"] and not moves(minor | LAID)["lays"]


def test_minors_lay_no_tiles_beyond_green() -> None:
    minor = position("1822", "7", "H23", "5", tiles={"H23": "619:0"})
    assert why(minor, "H23", "611:0") == "not-its-colour"
    major = minor | {"company": "MR", "tokens": {"MR": ["H23"]}}
    assert lays(major, "H23")


def test_two_tiles_in_the_first_turn_of_a_company_that_begins_with_a_train() -> None:
    """Minor 12 of 18EU must build at home first; minor 1 has track there from the start."""
    second = {"before": {"lays": ["D3"], "used": 1}}
    minor = position("18EU", "12", "D3", "2", trains=["2"], tiles={"D3": "57:0"})
    assert moves(minor | second)["lays"]
    assert not moves(minor | {"before": {"lays": ["D5"], "used": 1}})["lays"]
    yellow = position("18EU", "1", "A10.0", "2", trains=["2"], tiles={"B9": "8:1"})
    assert moves(yellow | {"before": {"lays": ["B9"], "used": 1}})["lays"]
    assert not moves(yellow | {"before": {"lays": ["B7"], "used": 1}})["lays"]


def test_a_marker_on_a_hex_unlocks_a_lay() -> None:
    used = {"before": {"lays": ["I85"], "used": 1, "upgraded": True}}
    railway = position("18JPT", "TR", "A77", "3", tokens={"TR": ["A77", "H84.1"]})
    assert moves(railway | used)["lays"]
    assert not moves(railway | used | {"tokens": {"TR": ["A77"]}})["lays"]


def test_each_hex_with_a_town_that_is_built_on_gives_another_lay() -> None:
    company = position("18JPT", "TC", "F88.0", "3", tiles={"D90": "58:1", "E89": "9:1"})
    assert moves(company | {"before": {"lays": ["D90"], "used": 1}})["lays"]
    assert not moves(company | {"before": {"lays": ["E89"], "used": 1}})["lays"]
    assert moves(company | {"before": {"lays": ["D90", "D90"], "used": 2}})["lays"]
    assert not moves(company | {"before": {"lays": ["D90", "E89"], "used": 2}})["lays"]


def test_building_needs_the_permit_of_the_time() -> None:
    company = position("1880", "BCR", "M3", "A1", permits="B")
    assert why(company, "M3", "5:4") == "no-permit"
    assert why(company | {"phase": "B1"}, "M3", "5:4") == "None"
    assert why(company | {"permits": "AB"}, "M3", "5:4") == "None"


# -- which tiles ------------------------------------------------------------------------------


def test_the_first_tile_leads_to_where_track_is_wanted() -> None:
    """M36 of 1822 shows the end of a track from London at its edge 0."""
    minor = position("1822", "16", "M38.2", "2", tiles={"M38": "X20:0"})
    assert why(minor, "M36", "58:1") == "stub-unused"
    ways = lays(position("1822", "14", "M38.3", "2"), "M36")
    assert ways and all(_leads(code, 0) for code in ways)


def _leads(code: str, edge: int) -> bool:
    name, _, turn = code.partition(":")
    track = turned_track(load("1822").tiles[name], int(turn))
    return any(edge in piece.edges for piece in track)


def test_places_added_to_a_city_stay_when_its_tile_is_replaced() -> None:
    told = position("1822", "MR", "M38.3", "3", tiles={"M38": "X20:0"})
    told["tokens"] = {"MR": ["M38.3"], "LNWR": ["M38.3"]}
    assert why(told | {"slots": {"M38.3": 2}}, "M38", "X21:0") == "None"


def test_a_tile_without_new_track_where_reach_is_enough() -> None:
    """Cardiff has the same track and value in yellow and in green."""
    minor = position("1822", "19", "F35", "3")
    assert why(minor, "F35", "X1:0") == "None"


def test_a_city_needs_no_exits_where_a_town_would_do() -> None:
    company = position("1880", "BCR", "N4", "A1", tokens={"BCR": ["N4.1"]})
    assert {"235", "8854"} <= tiles(lays(company, "N4"))


def test_a_city_without_track_takes_the_place_that_is_left() -> None:
    """235:2 has track to one of its two cities, which is the second of 8863:3."""
    company = position("1880", "BCR", "N4.0", "B1", tiles={"N4": "235:2"}, permits="B")
    assert why(company, "N4", "8863:3") == "None"


def test_tiles_with_two_sides_are_skipped_while_they_lie_elsewhere() -> None:
    seattle = position("1822PNW", "8", "H11", "3")
    assert lays(seattle, "H11") == {"X20:0": 20}
    assert lays(seattle | {"tiles": {"O8": "X24:0"}}, "H11") == {"X21:0": 40}
    assert lays(seattle | {"tiles": {"O8": "X25:0"}}, "H11") == {"X20:0": 20}


# -- what privates lay ------------------------------------------------------------------------


def test_a_private_removes_a_town_and_the_company_alone_does_not() -> None:
    minor = position("1822", "16", "M38.2", "2", privates=["P2"])
    minor |= {"tiles": {"M38": "X20:0", "L37": "8:4"}}
    assert why(minor, "M36", "9:0") == "wrong-stops"
    own = moves(position("1822", "14", "M38.3", "2", privates=["P2"]))["lays"]
    removed = {each["hex"] for each in own if each.get("by") == "P2"}
    assert "M36" in removed and "M38" not in removed


def test_a_private_lays_one_colour_ahead() -> None:
    told = position("1822", "MR", "J29", "2", tiles={"J29": "57:1", "H29": "9:2"})
    told["privates"] = ["P11"]
    assert not lays(told, "H29")
    assert tiles(lays(told, "H29", "P11")) <= {"80", "81", "82", "83"}
    assert lays(told, "H29", "P11")


def test_tiles_of_one_private_are_not_laid_by_another() -> None:
    told = position("1822PNW", "9", "H19.0", "3", privates=["P11"])
    laid = {each["tile"].partition(":")[0] for each in moves(told)["lays"]}
    assert not laid & {"P1", "P2", "PNW1", "PNW2", "PNW3", "PNW4"}


def test_a_free_marker_of_a_private() -> None:
    told = position("18LosAngeles1", "LA", "D9", "I", privates=["PMC"], left=[80])
    free = [each["cost"] for each in moves(told)["tokens"] if each.get("by") == "PMC"]
    assert free == [0]


# -- what it costs ----------------------------------------------------------------------------


def test_each_side_of_a_hexside_pays_when_its_track_leads_there() -> None:
    """The water between G12 and G10 costs 40, although there is no track in G10."""
    minor = position("1822", "28", "G12", "2")
    costs = lays(minor, "G12")
    assert costs["6:3"] == 40 and costs["5:4"] == 0


def test_cubes_take_their_part_off_the_ground() -> None:
    """G18 costs 150: three cubes take 40 each, the fourth the rest; there is no fifth."""
    told = position("1822PNW", "9", "H19.0", "2", tiles={"H19": "57:2"})
    assert lays(told, "G18")["8:5"] == 150
    assert lays(told | {"cubes": {"G18": 3}}, "G18")["8:5"] == 30
    assert lays(told | {"cubes": {"G18": 3}}, "G18")["BC:0"] == 0
    assert "BC:0" not in lays(told | {"cubes": {"G18": 4}}, "G18")
    assert why(told | {"cubes": {"G18": 4}}, "G18", "BC") == "nothing-to-cover"
    used = {"before": {"lays": ["H19"], "used": 1}}
    assert "BC:0" not in lays(told | used, "G18")
    assert "BC:0" in lays(told | used | {"privates": ["P10"]}, "G18", "P10")


def test_ground_is_paid_again_and_narrow_track_pays_a_quarter() -> None:
    """I7 of 1849 costs 40: the second tile, which adds narrow track alone, pays 10."""
    told = position("1849", "ATA", "M11", "16H")
    told["tiles"] = {"L8": "9:2", "K7": "697:2", "N10": "700:2", "I7": "4:1"}
    assert lays(told, "I7")["683:4"] == 10


def test_a_private_halves_what_broad_track_costs() -> None:
    told = position("1849", "ATA", "M11", "6H")
    assert lays(told, "M11")["670:4"] == 40
    assert lays(told | {"privates": ["SIGI"]}, "M11")["670:4"] == 20
    narrow = position("1849", "ATA", "M11", "16H", privates=["SIGI"])
    narrow["tiles"] = {"L8": "9:2", "K7": "697:2", "N10": "700:2", "I7": "4:1"}
    assert lays(narrow, "I7")["683:4"] == 10


def test_a_marker_costs_by_the_track_to_it_not_by_the_distance() -> None:
    """F23 of 18FL lies four hexes from B23; the track there crosses six hexsides."""
    told = position("18FL", "SAL", "B23.0", "2", left=[20])
    told["tiles"] = {"C24": "58:0", "D23": "3:3", "D25": "58:5", "E26": "58:0"}
    told["tiles"] |= {"F25": "8:1", "F23": "6o:3"}
    assert places(told)["F23"] == 120


def test_a_marker_kept_for_the_destination_is_no_neutral_one() -> None:
    told = position("1822", "MR", "J29", "3", tiles={"J29": "619:1"})
    told["left"] = [[0, "destination"], 100]
    assert not any(each.get("neutral") for each in moves(told)["tokens"])
