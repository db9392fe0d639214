"""Where new track may lead, what a company reaches, what a lay costs."""

from __future__ import annotations

from operating import builder, refused, sion, torino

from bestrun.operating.builder import Builder

# -- where track may lead ------------------------------------------------------------------


def test_no_track_leads_off_the_board() -> None:
    south = sion(K10="15:0")
    assert refused(south, "L9", "8:3") == "off-the-board"
    assert refused(south, "L9", "9:0") is None


def test_no_track_leads_into_a_sealed_side() -> None:
    assert refused(sion(K10="15:0"), "J11", "58:0") == "sealed"
    assert refused(sion(K10="15:0"), "J11", "58:4") is None


def test_no_track_leads_into_a_side_sealed_in_the_other_hex_alone() -> None:
    lugano = builder("1841", "5", "AFI", {"D8": "57:2"}, {"AFI": ["D8"]})
    assert 5 in lugano.title.hexes["B6"].printed.sealed
    assert refused(lugano, "C7", "6:3") is None
    assert refused(lugano, "C7", "57:2") == "sealed"


def test_no_track_leads_into_the_water() -> None:
    como = builder("1844", "3", "FNM", {"L21": "57:0", "K22": "5:0"}, {"FNM": ["L21", "K22"]})
    assert refused(como, "K20", "57:1") == "water"
    assert refused(como, "K20", "6:2") is None


def test_track_may_lead_into_a_port_where_it_is_open() -> None:
    savona = builder("1841", "5", "AFI", {"M7": "609:5"}, {"AFI": ["M7"]})
    assert refused(savona, "N6", "58:4") is None
    assert refused(savona, "N6", "3:4") == "water"


def test_no_track_leads_into_a_grey_or_red_side_without_track() -> None:
    chur = builder("1844", "3", "RhB", {"G26": "6:0"}, {"RhB": ["G26"]})
    assert refused(chur, "F25", "58:3") == "dead-side"
    assert refused(chur, "F25", "58:5") is None


def test_track_may_lead_into_a_mountain_railway_that_is_not_founded_yet() -> None:
    assert not sion().board.face("L13").open
    assert refused(sion(), "K12", "8:5") is None


def test_track_need_not_join_track_of_its_neighbours() -> None:
    beside = sion(K12="7:0", L11="58:5")
    assert refused(beside, "K10", "14:1") is None


# -- frontiers -----------------------------------------------------------------------------


def test_in_phase_two_no_connection_is_built_across_a_frontier() -> None:
    both = {"G5": "9:1", "E7": "57:1"}
    assert refused(torino("2", both), "F6", "55:1") == "frontier"
    assert refused(torino("2", both), "F6", "56:0") is None
    assert refused(torino("3", both), "F6", "55:1") is None


def test_a_town_may_have_an_exit_towards_a_frontier_that_nothing_meets() -> None:
    assert refused(torino("2", {"G5": "9:1"}), "F6", "55:1") is None


def test_plain_track_up_to_a_frontier_would_serve_only_to_cross_it() -> None:
    assert refused(torino("2", {"G5": "8:5"}), "H6", "9:2") == "frontier"
    assert refused(torino("2", {"G5": "8:5"}), "H6", "8:0") is None
    assert refused(torino("3", {"G5": "8:5"}), "H6", "9:2") is None


def test_in_phase_two_nothing_is_laid_beyond_a_frontier() -> None:
    up_to_it = {"G5": "9:1", "F6": "55:1"}
    assert refused(torino("2", up_to_it), "E7", "57:2") == "unreachable"
    assert refused(torino("2", up_to_it), "E7", "57:1") == "frontier"
    assert refused(torino("3", up_to_it), "E7", "57:1") is None


def test_a_frontier_that_has_fallen_is_none() -> None:
    up_to_it = {"G5": "9:1", "F6": "55:1"}
    assert refused(torino("4", up_to_it), "E7", "57:1") is None


# -- what a company reaches ----------------------------------------------------------------


def test_the_first_tile_of_a_company_goes_on_its_home() -> None:
    first = builder("1844", "1", "NOB")
    assert {lay.hex for lay in first.lays()} == {"D19"}
    assert {lay.cost for lay in first.lays()} == {20}
    assert refused(first, "E18", "57:0") == "unreachable"


def test_every_home_may_be_built_on_whatever_is_connected() -> None:
    ferdinandea = builder("1841", "2", "IRSFF")
    assert {lay.hex for lay in ferdinandea.lays()} == {"D8", "E9", "F16"}


def test_a_company_with_printed_track_builds_on_from_it() -> None:
    assert {lay.hex for lay in builder("1844", "1", "JS").lays()} == {"H3", "I2"}


def test_a_tile_must_be_on_a_route_of_the_company() -> None:
    assert refused(sion(), "K8", "58:1") == "unreachable"
    assert refused(sion(), "K8", "58:2") is None


def test_a_city_full_of_others_markers_cannot_be_built_beyond() -> None:
    tiles = {"C12": "57:2", "D13": "57:2"}
    open_city = builder("1844", "2", "SCB", tiles, {"SCB": ["C12"]})
    assert refused(open_city, "E14", "9:2") is None
    full = builder("1844", "2", "SCB", tiles, {"SCB": ["C12"], "GB": ["D13"]})
    assert refused(full, "E14", "9:2") == "unreachable"
    both = builder("1844", "2", "SCB", tiles, {"SCB": ["C12", "D13"]})
    assert refused(both, "E14", "9:2") is None


def test_a_city_with_a_free_place_can_be_built_beyond() -> None:
    tiles = {"C12": "57:2", "D13": "14:1"}
    half = builder("1844", "3", "SCB", tiles, {"SCB": ["C12"], "GB": ["D13"]})
    assert refused(half, "E14", "9:2") is None


def test_a_full_city_itself_can_be_built_up() -> None:
    tiles = {"C12": "57:2", "D13": "57:2"}
    full = builder("1844", "3", "SCB", tiles, {"SCB": ["C12"], "GB": ["D13"]})
    assert refused(full, "D13", "14:1") is None


def test_nothing_is_built_through_an_off_board_area() -> None:
    strasbourg = builder("1844", "2", "SCB", {"C12": "57:2"}, {"SCB": ["C12"]})
    assert ("B11", 0) in strasbourg.reach.stops
    assert refused(strasbourg, "C10", "9:0") == "unreachable"


def test_a_marker_on_a_pass_is_no_station_to_build_from() -> None:
    tiles = {"L6": "614:1", "J6": "5:0"}
    in_city = builder("1841", "3", "AFI", tiles, {"AFI": ["J6"]})
    assert refused(in_city, "M5", "614:2") is None
    on_pass = builder("1841", "3", "AFI", tiles, {"AFI": ["L6"]})
    assert refused(on_pass, "M5", "614:2") == "unreachable"
    assert not list(on_pass.lays())


def test_any_track_of_the_new_tile_will_do_in_1844() -> None:
    assert refused(sion("3", K12="9:1"), "K12", "20:0") is None


def test_in_1841_the_company_must_reach_new_track() -> None:
    straight = {"G5": "9:1"}
    assert refused(torino("3", straight), "G5", "20:0") == "no-new-track"
    assert refused(torino("3", straight), "G5", "23:1") is None


def test_in_1841_the_new_track_alone_will_do() -> None:
    straight = {"G5": "9:0"}
    assert refused(torino("3", straight), "G5", "20:0") is None
    assert refused(torino("3", straight), "G5", "26:0") == "unreachable"


def test_in_1841_a_stop_that_pays_more_will_do() -> None:
    tiles = {"H4": "606:4", "I5": "4:2", "J6": "5:1"}
    tokens = {"SFTN": ["H4"], "SFTG": ["J6"]}
    blocked = builder("1841", "3", "SFTN", tiles, tokens)
    assert refused(blocked, "J6", "12:1") is None


# -- costs ---------------------------------------------------------------------------------


def cost(company: Builder, hex_id: str) -> set[int]:
    return {lay.cost for lay in company.lays() if lay.hex == hex_id}


def test_the_first_tile_pays_for_river_and_mountain_and_later_ones_do_not() -> None:
    assert cost(builder("1844", "1", "VZ"), "K10") == {20}
    assert cost(sion(), "K10") == {0}
    assert cost(sion(), "K12") == {60}


def test_a_green_tile_on_a_yellow_print_is_the_first_one() -> None:
    assert cost(builder("1844", "3", "STB"), "D15") == {20}


def test_building_up_an_apennine_pass_costs_again() -> None:
    def pass_at(phase: str, **tiles: str) -> Builder:
        return builder("1841", phase, "SFTG", {"J6": "5:0", **tiles}, {"SFTG": ["H4.0", "J6"]})

    assert cost(pass_at("3"), "L6") == {100}
    assert cost(pass_at("5", L6="614:1"), "L6") == {50}
