"""Marker places, rule by rule: each on a board where the place would be legal but for it."""

from __future__ import annotations

import pytest
from operating import Tokens, builder, marker_refused

from bestrun.operating.builder import Builder
from mapdata.errors import InputError

AARAU = {"D15": "14:1", "D13": "57:1", "C14": "58:5", "C12": "57:1"}
"""Aarau with track to Olten, and over Liestal to Basel."""


def stb(tokens: Tokens | None = None, phase: str = "3", **known: int) -> Builder:
    standing = {"STB": ["D15"], **(tokens or {})}
    return builder("1844", phase, "STB", AARAU, standing, **known)


def places(company: Builder) -> dict[str, int]:
    return {company.board.stop_id(each.stop): each.cost for each in company.markers()}


def test_the_rulebook_s_example_stb_may_go_to_olten_for_40_and_not_to_basel() -> None:
    assert places(stb()) == {"D13": 40}
    assert marker_refused(stb(), "C12") == "kept-for-home"


def test_a_home_is_open_once_its_company_has_started_elsewhere_in_it() -> None:
    wide = {**AARAU, "C12": "14:1"}
    started = builder("1844", "3", "STB", wide, {"STB": ["D15"], "SCB": ["C12"]})
    assert marker_refused(started, "C12") is None


def test_a_home_keeps_one_place_and_no_more() -> None:
    wide = {**AARAU, "C12": "14:1"}
    assert marker_refused(builder("1844", "3", "STB", wide, {"STB": ["D15"]}), "C12") is None
    last = builder("1844", "3", "STB", wide, {"STB": ["D15"], "GB": ["C12"]})
    assert marker_refused(last, "C12") == "kept-for-home"


def test_homes_of_pre_sbb_companies_are_open_once_the_sbb_stands() -> None:
    assert marker_refused(stb({"SBB": ["G18"]}, phase="5"), "C12") is None
    assert marker_refused(stb({"GB": ["G18"]}, phase="5"), "C12") == "kept-for-home"


def test_markers_stand_in_cities_only() -> None:
    assert marker_refused(stb(), "C14.0") == "no-station"


def test_one_marker_a_tile() -> None:
    both = builder("1844", "2", "STB", {"D17": "58:1", "C16": "8:2"}, {"STB": ["D15.0"]})
    assert marker_refused(both, "D15.1") == "one-a-tile"


def test_a_city_needs_a_free_place() -> None:
    assert marker_refused(stb({"GB": ["D13"]}), "D13") == "full"


def test_a_city_must_be_on_a_route() -> None:
    assert marker_refused(stb(), "E18") == "unreachable"


def test_a_city_beyond_a_full_one_is_out_of_reach() -> None:
    tiles = {"C12": "57:2", "D13": "57:2", "E14": "9:2", "F15": "8:2"}
    line = builder("1844", "2", "SCB", tiles, {"SCB": ["C12"]})
    assert marker_refused(line, "F17") is None
    cut = builder("1844", "2", "SCB", tiles, {"SCB": ["C12"], "GB": ["D13"]})
    assert marker_refused(cut, "F17") == "unreachable"


def test_a_company_has_no_more_markers_than_it_has() -> None:
    tiles = {"C12": "57:5", "D13": "14:1", "E14": "9:2"}
    once = builder("1844", "3", "SCB", tiles, {"SCB": ["C12"]})
    assert places(once) == {"D13": 40}
    twice = builder("1844", "3", "SCB", tiles, {"SCB": ["C12", "F17"]})
    assert marker_refused(twice, "D13") == "no-marker-left"


def test_the_issue_price_decides_how_many_markers_a_company_has() -> None:
    assert places(stb(par=70)) == {"D13": 40}
    assert places(stb(par=60)) == {}
    assert marker_refused(stb(par=60), "D13") == "no-marker-left"
    with pytest.raises(InputError, match="cannot have been issued at 65"):
        _ = stb(par=65).price


def test_the_second_marker_costs_40_and_every_further_one_100() -> None:
    assert stb().price == 40
    assert stb({"STB": ["D15", "G18"]}).price == 100
    assert stb({"STB": ["D15", "G18", "F17"]}).price == 100


def test_markers_of_the_sbb_cost_100() -> None:
    sbb = builder("1844", "5", "SBB", {**AARAU}, {"SBB": ["C12"]})
    assert marker_refused(sbb, "D13") is None
    assert sbb.price == 100


def test_in_1841_markers_are_laid_for_nothing_in_cities_and_on_passes() -> None:
    tiles = {"J6": "5:0", "L6": "614:1"}
    assert places(builder("1841", "4", "SFTG", tiles, {"SFTG": ["J6"]})) == {"L6": 0}


def test_a_small_company_has_two_markers_and_a_large_one_five() -> None:
    tiles = {"J6": "5:0", "L6": "614:1"}
    small = builder("1841", "4", "FTP", tiles, {"FTP": ["J6", "K13"]})
    assert marker_refused(small, "L6") == "no-marker-left"
    large = builder("1841", "4", "AFI", tiles, {"AFI": ["J6", "K13", "K11", "L14"]})
    assert marker_refused(large, "L6") is None
    full = builder("1841", "4", "AFI", tiles, {"AFI": ["J6", "K13", "K11", "L14", "K15"]})
    assert marker_refused(full, "L6") == "no-marker-left"


# -- 1841's frontiers ----------------------------------------------------------------------

LOMBARDIA = {"H4": "606:4", "G5": "9:1", "F6": "55:1", "E7": "57:1"}
"""Torino with track over Vercelli to Busto Arsizio, across the Austrian frontier."""


def test_no_marker_goes_across_a_frontier_while_it_stands() -> None:
    def sftn(phase: str) -> Builder:
        return builder("1841", phase, "SFTN", LOMBARDIA, {"SFTN": ["H4"]})

    assert marker_refused(sftn("3"), "E7") == "frontier"
    assert marker_refused(sftn("4"), "E7") is None


def test_veneto_is_across_a_frontier_until_phase_five() -> None:
    def cremona(phase: str) -> Builder:
        tiles = {"H10": "57:1", "G11": "8:5", "H12": "57:2"}
        return builder("1841", phase, "AFI", tiles, {"AFI": ["H10"]})

    assert ("H12", 0) in cremona("4").reach.stops
    assert marker_refused(cremona("3"), "H12") is None
    assert marker_refused(cremona("4"), "H12") == "frontier"
    assert marker_refused(cremona("5"), "H12") is None


@pytest.mark.parametrize("phase", ["3", "5", "8"])
def test_no_marker_ever_goes_to_lugano(phase: str) -> None:
    lugano = builder("1841", phase, "AFI", {"D8": "57:2", "C7": "6:3"}, {"AFI": ["D8"]})
    assert marker_refused(lugano, "C7") == "frontier"


def test_the_way_must_not_cross_a_frontier_even_if_it_comes_back() -> None:
    tiles = {"H4": "606:4", "G5": "9:1", "F6": "55:1", "E7": "6:1", "D6": "8:3"}
    there_and_back = builder("1841", "3", "SFTN", tiles, {"SFTN": ["H4"]})
    assert ("E7", 0) in there_and_back.reach.stops
    assert ("E7", 0) not in there_and_back.placer.reach.stops
    assert "D6" not in there_and_back.placer.reach.hexes


# -- homes in 1841 -------------------------------------------------------------------------


def alessandria(phase: str, tile: str, tokens: Tokens | None = None) -> Builder:
    tiles = {"H4": "606:4", "I5": "4:2", "J6": tile}
    return builder("1841", phase, "SFTN", tiles, {"SFTN": ["H4"], **(tokens or {})})


def test_before_phase_four_homes_of_historical_companies_are_kept() -> None:
    assert marker_refused(alessandria("3", "5:1"), "J6") == "kept-for-home"
    assert marker_refused(alessandria("4", "5:1"), "J6") is None
    assert marker_refused(alessandria("3", "15:1"), "J6") is None
    assert marker_refused(alessandria("3", "15:1", {"AFI": ["J6"]}), "J6") == "kept-for-home"


def test_two_homes_in_one_city_keep_two_places() -> None:
    tiles = {"H4": "606:4", "I5": "4:2", "J6": "5:1"}
    beside = builder("1841", "3", "AFI", tiles, {"AFI": ["J6"]})
    assert marker_refused(beside, "H4") == "kept-for-home"
    one_started = builder("1841", "3", "AFI", tiles, {"AFI": ["J6"], "SFTN": ["H4"]})
    assert marker_refused(one_started, "H4") == "kept-for-home"


def test_a_home_moves_with_the_tiles_laid_on_it() -> None:
    tiles = {"I4": "902:4", "I6": "57:1"}
    mob = builder("1844", "5", "MOB", tiles, {"MOB": ["I6"], "GB": ["G18"]})
    assert marker_refused(mob, "I4") is None
    last = builder("1844", "5", "MOB", tiles, {"MOB": ["I6"], "GB": ["I4"]})
    assert marker_refused(last, "I4") == "kept-for-home"


def test_either_station_of_firenze_will_do_for_maria_antonia_in_the_second_edition() -> None:
    tiles = {"Q13": "55:2"}
    free = builder("1841-v2", "3", "SFLP", tiles, {"SFLP": ["P12"]})
    assert marker_refused(free, "R14.1") is None
    last = builder("1841-v2", "3", "SFLP", tiles, {"SFLP": ["P12"], "AFI": ["R14.0"]})
    assert marker_refused(last, "R14.1") == "kept-for-home"


def test_in_the_first_edition_her_station_is_the_northern_one() -> None:
    tiles = {"Q13": "55:2"}
    assert marker_refused(builder("1841", "3", "SFLP", tiles, {"SFLP": ["P12"]}), "R14.1") == (
        "kept-for-home"
    )


# -- the first turn ------------------------------------------------------------------------


def test_on_its_first_turn_a_company_stands_at_home_already() -> None:
    first = builder("1844", "3", "STB", AARAU)
    assert places(first) == {"D13": 40}


def test_a_company_without_home_and_markers_reaches_nothing() -> None:
    nowhere = builder("1844", "5", "SBB", AARAU)
    assert not list(nowhere.lays()) and not list(nowhere.markers())
