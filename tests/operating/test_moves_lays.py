"""Which tiles may lie on a hex, and what they keep."""

from __future__ import annotations

from msgspec.structs import replace
from operating import builder, refused, sion, torino

from bestrun.operating.builder import Builder
from hexgraph.kept import kept_stops
from hexgraph.laid import laid_face
from hexgraph.lay import same_stops, unfit_tile, unfit_turn, with_tile
from hexgraph.turns import turns
from mapdata.notation import parse
from mapdata.titles import load

# -- what may lie on a hex -----------------------------------------------------------------


def test_a_colour_that_the_phase_has_not_opened_is_refused() -> None:
    assert refused(sion("2"), "K10", "14:1") == "colour-not-open"
    assert refused(sion("3"), "K10", "14:1") is None


def test_a_tile_is_followed_by_the_next_colour_only() -> None:
    assert refused(sion("5"), "K10", "611:1") == "wrong-colour"
    assert refused(sion("5"), "K10", "5:1") == "wrong-colour"
    assert refused(sion("5", K10="14:1"), "K10", "611:1") is None


def test_what_is_printed_grey_or_red_is_never_built_on() -> None:
    west = sion("5", K12="8:1")
    assert refused(west, "J13", "58:0") == "never-built"
    assert refused(west, "M8", "9:0") == "never-built"


def test_a_grey_tile_is_the_last() -> None:
    assert refused(sion("7", K10="915:1"), "K10", "611:1") == "never-built"
    assert refused(sion("7", K10="611:1"), "K10", "915:1") is None


def test_mountain_railways_are_opened_by_their_owners() -> None:
    assert refused(sion(), "L13", "XM1:0") == "not-by-companies"


def test_a_town_takes_a_town_a_city_a_city_and_open_country_plain_track() -> None:
    assert refused(sion(), "K8", "57:1") == "wrong-stops"
    assert refused(sion(), "K8", "9:1") == "wrong-stops"
    assert refused(sion(), "K8", "4:1") is None
    assert refused(sion(), "K12", "4:1") == "wrong-stops"
    assert refused(sion(), "K12", "9:1") is None


def test_two_towns_stay_two_towns() -> None:
    assert refused(torino("3", {"G5": "9:1"}), "F6", "4:1") == "wrong-stops"
    assert refused(torino("3", {"G5": "9:1"}), "F6", "55:1") is None
    assert refused(torino("3", {"G5": "9:1", "F6": "55:1"}), "F6", "88:1") == "wrong-stops"


def test_an_alpine_pass_opens_with_brown_and_takes_its_own_tile() -> None:
    simplon = {"G5": "9:1", "F6": "56:0", "D6": "9:0", "B6": "8:0"}
    assert refused(torino("4", simplon), "A5", "610:2") == "colour-not-open"
    assert refused(torino("5", simplon), "A5", "616:2") == "wrong-stops"
    assert refused(torino("5", simplon), "A5", "610:2") is None


def test_an_apennine_pass_opens_with_green_and_takes_a_pass() -> None:
    def alessandria(phase: str) -> Builder:
        return builder("1841", phase, "SFTG", {"J6": "5:0"}, {"SFTG": ["H4.0", "J6"]})

    assert refused(alessandria("2"), "L6", "614:1") == "colour-not-open"
    assert refused(alessandria("3"), "L6", "6:1") == "wrong-colour"
    assert refused(alessandria("3"), "L6", "13:1") == "wrong-stops"
    assert refused(alessandria("3"), "L6", "610:1") == "colour-not-open"
    assert refused(alessandria("3"), "L6", "614:1") is None


def test_labels_must_match() -> None:
    zurich = builder("1844", "3", "NOB", {"D19": "57:0"}, {"NOB": ["D19"]})
    assert refused(zurich, "D19", "14:0") == "wrong-label"
    assert refused(zurich, "D19", "907:0") is None
    assert refused(sion(), "K10", "907:1") == "wrong-label"


def test_a_label_that_holds_from_green_on_does_not_hold_for_yellow() -> None:
    assert refused(builder("1844", "1", "NOB"), "D19", "57:0") is None


def test_milano_torino_genova_and_venezia_take_their_own_tiles() -> None:
    milano = builder("1841", "3", "IRSFF", {}, {"IRSFF": ["F8", "F16.0"]})
    assert refused(milano, "F8", "604:1") is None
    assert refused(milano, "F8", "619:1") == "wrong-label"
    assert refused(milano, "F16", "57:0") == "wrong-stops"
    assert refused(milano, "F16", "601:0") is None
    turin = builder("1841", "3", "SFTN", {}, {"SFTN": ["H4.1"]})
    assert refused(turin, "H4", "606:4") is None
    assert refused(turin, "H4", "604:4") == "wrong-label"
    genova = builder("1841", "3", "AFI", {}, {"AFI": ["M7"]})
    assert refused(genova, "M7", "57:0") == "wrong-colour"
    assert refused(genova, "M7", "619:0") == "wrong-label"
    assert refused(genova, "M7", "608:0") is None


def test_no_tile_is_laid_that_is_not_left() -> None:
    board = {"K10": "15:0", "F7": "15:4", "I6": "15:1", "F17": "15:0"}
    board |= {"C12": "15:5", "K22": "15:5", "E18": "15:3", "G26": "6:0"}
    chur = {"RhB": ["G26"]}
    assert refused(builder("1844", "5", "RhB", board, chur), "G26", "15:0") == "none-left"
    board["F7"] = "611:3"
    assert refused(builder("1844", "5", "RhB", board, chur), "G26", "15:0") is None


def test_a_tile_of_online_games_is_no_part_of_the_printed_game() -> None:
    tiles, tokens = {"H4": "606:4", "I5": "58:0"}, {"SFTN": ["H4"]}
    at_the_table = builder("1841", "3", "SFTN", tiles, tokens)
    assert refused(at_the_table, "I5", "144:0") == "online-only"
    assert refused(builder("1841", "3", "SFTN", tiles, tokens, online=True), "I5", "144:0") is None
    second = builder("1841-v2", "3", "SFTN", tiles, tokens)
    assert refused(second, "I5", "144:0") is None


# -- what is kept --------------------------------------------------------------------------


def test_old_track_stays_in_place() -> None:
    assert refused(sion(), "K10", "15:2") == "track-lost"
    assert refused(sion(), "K10", "15:1") is None


def test_printed_track_stays_in_place() -> None:
    chur = builder("1844", "2", "RhB")
    assert refused(chur, "G26", "57:1") == "track-lost"
    assert refused(chur, "G26", "57:0") is None


def test_crossing_tracks_are_not_joined_by_another_way_round() -> None:
    crossing = sion("5", K12="20:0")
    assert refused(crossing, "K12", "43:0") == "track-lost"
    assert refused(crossing, "K12", "47:0") is None


def test_two_stations_that_stay_two_are_not_joined() -> None:
    title = load("1844")
    old = laid_face(title, "C20", "59:0")
    assert kept_stops(old, laid_face(title, "C20", "64:0")) is None
    assert kept_stops(old, laid_face(title, "C20", "67:0")) == (0, 1)


def test_markers_follow_their_stations_even_where_the_numbers_swap() -> None:
    tokens = {"NOB": ["C20.0"], "AB": ["C20.1"]}
    board = builder("1844", "5", "NOB", {"C20": "59:0"}, tokens).board
    after = with_tile(board, "C20", board.title.tiles["64"], 2)
    assert after.markers == {("C20", 1): ("NOB",), ("C20", 0): ("AB",)}


def test_two_stations_may_become_one_with_room_for_both_markers() -> None:
    aarau = builder("1844", "3", "STB", {}, {"STB": ["D15.0"], "NOB": ["D15.1"]})
    assert refused(aarau, "D15", "14:1") is None
    after = with_tile(aarau.board, "D15", aarau.title.tiles["14"], 1)
    assert after.markers == {("D15", 0): ("STB", "NOB")}


def test_markers_need_a_place_on_the_new_tile() -> None:
    parma = builder("1841", "3", "AFI", {"K11": "5:3"}, {"AFI": ["K11"]})
    one, two = parma.title.tiles["12"], parma.title.tiles["619"]
    crowded = replace(parma.board, markers={("K11", 0): ("AFI", "CTS")})
    assert unfit_turn(parma.board, "K11", one, 2) is None
    refusal = unfit_turn(crowded, "K11", one, 2)
    assert refusal is not None and refusal.code == "no-place"
    assert unfit_turn(crowded, "K11", two, 1) is None


def test_venezia_keeps_its_town_at_the_port() -> None:
    venezia = builder("1841", "2", "IRSFF", {}, {"IRSFF": ["F8", "F16.0"]})
    allowed = {lay.rotation for lay in venezia.lays() if lay.hex == "F16"}
    assert allowed == {0}
    assert refused(venezia, "F16", "601:3") == "stop-moved"


# -- turns that look alike -----------------------------------------------------------------


def test_turns_that_look_alike_are_one_lay_and_the_smallest_is_named() -> None:
    tiles = load("1841").tiles
    assert turns(tiles["57"]) == turns(tiles["9"]) == (0, 1, 2)
    assert turns(tiles["63"]) == (0,)
    assert turns(tiles["40"]) == turns(tiles["13"]) == (0, 1)
    assert turns(tiles["8"]) == (0, 1, 2, 3, 4, 5)
    assert {lay.code for lay in sion().lays() if lay.hex == "K12"} >= {"9:1"}
    assert "9:4" not in {lay.code for lay in sion().lays()}


def test_two_towns_that_change_places_look_alike() -> None:
    assert turns(load("1841").tiles["1"]) == (0, 1, 2)
    assert turns(load("1841").tiles["55"]) == (0, 1, 2)


# -- the printed list of replacements ------------------------------------------------------

REPLACEMENTS = {
    "1 2 55 56 69 630 631 632 633": "",
    "3 4 58": "87 88 204",
    "5": "12 14 15 205 206 619",
    "6": "12 13 14 15 205 206 619",
    "7": "18 21 22 26 27 28 29 30 31 624 625 626",
    "8": "16 17 19 21 22 23 24 25 28 29 30 31",
    "9": "18 19 20 23 24 26 27",
    "57": "14 15 205 206 619",
    "201 202 621": "207 208 622",
    "601": "602",
    "12 13 14 15 205 206 619": "611 63",
    "16": "43 70",
    "17": "47 628",
    "18": "43 627",
    "19": "45 46",
    "20": "44 47",
    "21": "46 629",
    "22": "45 629",
    "23": "41 43 45 47",
    "24": "42 43 46 47",
    "25": "40 45 46 629",
    "26": "42 44 45 627",
    "27": "41 44 46 627",
    "28": "39 43 46 70",
    "29": "39 43 45 70",
    "30": "42 70 628 629",
    "31": "41 70 628 629",
    "87 88 204": "",
    "207 208 622": "216 623",
    "602": "603",
    "604": "605",
    "606": "607",
    "608": "609",
    "613 614 615": "616 617 618",
    "624": "39 627 629",
    "625": "70 627",
    "626": "44 628",
}
"""The appendix of the 1841 rulebook: which tiles replace which."""

HEX_FOR = {"Y": "L14", "M": "F8", "T": "H4", "G": "M7", "V": "F16"}

KIND_FOR = {(): "R12", ("town",): "I5", ("town", "town"): "Q13", ("city",): "K13", ("pass",): "C15"}


def test_the_rules_allow_exactly_the_replacements_that_the_rulebook_lists() -> None:
    title = load("1841")
    board = builder("1841", "5", "AFI").board
    for olds, news in REPLACEMENTS.items():
        for old in olds.split():
            tile = title.tiles[old]
            kinds = tuple(stop.kind for stop in tile.stops)
            hex_id = HEX_FOR.get(tile.label or "") or KIND_FOR[kinds]
            face = laid_face(title, hex_id, f"{old}:0")
            laid = replace(board, laid={hex_id: face})
            found = {
                new.name
                for new in title.tiles.values()
                if unfit_tile(laid, hex_id, new) is None
                for rotation in range(6)
                if kept_stops(face, laid_face(title, hex_id, f"{new.name}:{rotation}")) is not None
            }
            assert found == set(news.split()), old


def test_two_cities_become_one_on_a_tile_with_a_label_alone() -> None:
    title = load("1830")
    two = parse("city=revenue:0;city=revenue:0", name="X1", colour="white").stops
    assert not same_stops(title, two, title.tiles["57"])
    assert same_stops(title, two, replace(title.tiles["57"], label="OO"))
    assert same_stops(title, two[:1], title.tiles["57"])
