"""Rules of routes in 1844: the rulebook's examples, stops, what makes a route legal."""

from __future__ import annotations

from typing import Any

import pytest
from boards import (
    doubled,
    freed,
    joined,
    retrained,
    routes,
    ruled,
    turn,
    with_links,
    with_stop,
)
from boards_1844 import SPINE, THUN, VALAIS, bern, revenue, run_of, vz

from bestrun import api
from mapdata.rules import Bonus

TUNNEL = Bonus("tunnel", 10, mark="narrow", per="paid")


# -- the rulebook's examples ---------------------------------------------------------------


def test_example_visp_zermatt_earns_100() -> None:
    solution, verdict = api.demo()
    assert (solution.revenue, solution.proven) == (100, True)
    assert routes(solution.result, solution.problem) == [
        ("2H", ("K10", "K8")),
        ("3H", ("K10", "J11", "J13")),
    ]
    assert (verdict.verdict, verdict.revenue) == ("best", 100)


def test_example_montreux_is_out_of_reach_of_a_3h() -> None:
    judged = api.check(api.DATA / "sion.toml", "3H: Sion-Martigny-Montreux = 60")
    assert [fault["code"] for fault in judged.problems] == ["too-many-hexes"]
    assert "4 hexes" in judged.problems[0]["message"]
    sion = api.load(api.DATA / "sion.toml")
    assert revenue(retrained(sion, limit=4)) > revenue(sion)


def test_example_a_3h_through_the_tunnel_to_gstaad_earns_60() -> None:
    here = vz("3H", {"K10": "15:0", "J9": "X78:3", "I10": "58:0"})
    assert run_of(here)[0] == ("K10", "I10")
    assert revenue(here) == (30 + 10) + (10 + 10)
    assert api.check(here.position, "3H: Sion-Gstaad = 60").verdict == "best"


def test_example_the_transit_from_strasbourg_to_torino_adds_70() -> None:
    tiles = SPINE | {"C12": "57:2", "D13": "6:0"}
    strasbourg = turn("1844", "7", "BLS", "8E", tiles, BLS="F11")
    stops, earned = run_of(strasbourg)
    assert (stops[0], stops[-1], earned.parts["transit"]) in (("B11", "M8", 70), ("M8", "B11", 70))
    without = ruled(strasbourg, TUNNEL)
    assert revenue(strasbourg) == revenue(without) + 70


# -- stops ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "phase, train, strasbourg",
    [
        ("1", "2", 30),
        ("2", "2", 30),
        ("3", "3", 40),
        ("4", "4", 40),
        ("5", "5", 50),
        ("6", "6", 50),
        ("7", "8E", 60),
    ],
)
def test_four_figures_go_by_the_stage_of_the_phase(phase: str, train: str, strasbourg: int) -> None:
    here = turn("1844", phase, "SCB", train, {"C12": "57:2"}, SCB="C12")
    assert revenue(here) == 20 + strasbourg


@pytest.mark.parametrize("panel, founded", [("XM1", 20), ("XM2", 40), ("XM3", 50)])
def test_a_mountain_railway_is_a_stop_once_it_is_founded(panel: str, founded: int) -> None:
    tiles = {"K10": "15:3", "L11": "58:2"}
    assert revenue(vz("3H", tiles)) == 30 + 10
    assert revenue(vz("3H", tiles | {"L13": panel})) == 30 + 10 + founded


def test_an_unfounded_mountain_railway_is_no_track_to_pass() -> None:
    tiles = {"K10": "15:3", "L11": "58:2", "K12": "8:3"}
    here = vz("5H", tiles)
    assert not any("L13" in link.hexes for link in here.whole_network.links)
    assert any("L13" in link.hexes for link in vz("5H", tiles | {"L13": "XM1"}).network.links)
    relaxed = joined(here.whole_problem, "L11", "J13")  # as if L13 were track
    assert (revenue(here), revenue(relaxed)) == (30 + 10, 30 + 10 + 20)


def test_an_area_of_several_hexes_is_one_stop_whichever_hex_is_entered() -> None:
    for rotation in ("57:3", "6:5", "5:5"):  # into M20, into M22, into both
        here = turn("1844", "3", "FNM", "3", {"L21": rotation}, FNM="L21")
        assert revenue(here) == 20 + 50


# -- a legal route -------------------------------------------------------------------------


def test_a_route_needs_two_stops() -> None:
    assert revenue(vz("3H", {})) == 0
    judged = api.check(vz("3H", VALAIS).position, "3H: Sion = 30")
    assert [fault["code"] for fault in judged.problems] == ["too-few-stops"]


def test_a_route_needs_a_marker_of_the_company() -> None:
    tiles = {"F11": "57:2", "G12": "9:2", "H13": "57:2", "I14": "XM1"}
    here = bern("2 2", tiles, "2")
    relaxed = with_stop(here.problem(), "H13", home=True)
    assert (revenue(here), revenue(relaxed)) == (20 + 20, 20 + 20 + 20 + 10)


def test_track_is_never_used_twice_by_one_train() -> None:
    tiles = THUN | {"G12": "27:2", "F13": "4:0"}
    here = bern("3", tiles)
    relaxed = freed(here.problem(), "F11|G12")
    assert (revenue(here), revenue(relaxed)) == (40 + 20, 20 + 40 + 10)


def test_track_is_never_used_by_two_trains() -> None:
    here = bern("3 3", THUN | {"I14": "XM3"})
    relaxed = freed(freed(here.problem(), "F11|G12"), "G12|H13")
    assert (revenue(here), revenue(relaxed)) == (40 + 20 + 50, 40 + 20 + 50 + 40 + 20)


def test_tracks_that_merge_share_the_merged_piece() -> None:
    here = bern("3 3", THUN | {"G12": "27:2", "F13": "4:0"})
    relaxed = freed(here.problem(), "F11|G12")
    assert (revenue(here), revenue(relaxed)) == (40 + 20, 40 + 20 + 40 + 10)


def test_tracks_that_cross_on_one_tile_are_separate() -> None:
    tiles = THUN | {"G12": "20:2", "F13": "3:0", "H11": "9:0", "I10": "4:0"}
    here = bern("3 3", tiles)
    crossing = 1 << 60

    def shares(link: Any) -> Any:
        return link._replace(mask=link.mask | crossing * ("G12" in link.hexes[1:-1]))

    assert revenue(here) == (40 + 20) + (40 + 10 + 10)
    assert revenue(with_links(here.problem(), shares)) < revenue(here)


def test_a_train_never_reverses_at_a_junction() -> None:
    here = turn("1844", "3", "BLS", "3", THUN | {"G12": "27:2", "F13": "4:0"}, BLS="H13")
    relaxed = joined(here.problem(), "H13", "F13")
    assert (revenue(here), revenue(relaxed)) == (20 + 40, 10 + 20 + 40)


def test_no_stop_twice_in_one_route() -> None:
    here = bern("3", {"F11": "904:0", "F13": "3:0", "G12": "7:2"})
    relaxed = doubled(here.problem(), "F11", "F11|G12")
    assert (revenue(here), revenue(relaxed)) == (40 + 10, 40 + 10 + 40)


def test_two_stations_on_one_tile_are_two_stops() -> None:
    tiles = {"C14": "3:4", "C16": "8:5", "D17": "3:1"}
    here = turn("1844", "4", "STB", "4", tiles, STB="D15.0")
    assert run_of(here)[0] in (("D15.0", "C14", "D17", "D15.1"), ("D15.1", "D17", "C14", "D15.0"))
    either = with_stop(
        with_stop(here.problem(), "D15.0", groups=("D15",)), "D15.1", groups=("D15",)
    )
    assert (revenue(here), revenue(either)) == (40, 30)


def test_the_same_area_never_twice_in_one_route() -> None:
    here = turn("1844", "3", "FNM", "3", {"L21": "5:5"}, FNM="L21")
    relaxed = doubled(here.problem(), "M18", "L21|M22")
    assert (revenue(here), revenue(relaxed)) == (50 + 20, 50 + 20 + 50)


def test_nothing_passes_through_a_city_full_of_other_markers() -> None:
    here = bern("3", THUN | {"I14": "XM3"}, MOB="H13")
    relaxed = with_stop(here.whole_problem, "H13", through=True, blocked=False)
    assert (revenue(here), revenue(relaxed)) == (40 + 20, 40 + 20 + 50)


def test_a_route_can_begin_or_end_in_a_blocked_city() -> None:
    here = bern("3", THUN, MOB="H13")
    assert run_of(here)[0] in (("F11", "H13"), ("H13", "F11"))


@pytest.mark.parametrize(
    "tile, tokens",
    [
        ("57:2", {"BLS": "F11 H13"}),
        ("15:2", {"MOB": "H13"}),
        ("15:2", {"BLS": "H13", "MOB": "H13"}),
    ],
    ids=["own marker", "a free place", "own marker beside another"],
)
def test_a_free_place_or_an_own_marker_opens_a_city(tile: str, tokens: dict[str, str]) -> None:
    assert revenue(bern("3", THUN | {"H13": tile, "I14": "XM3"}, **tokens)) >= 40 + 20 + 50


def test_a_place_taken_twice_blocks() -> None:
    tiles = THUN | {"H13": "15:2", "I14": "XM3"}
    assert revenue(bern("3", tiles, MOB="H13", STB="H13")) == 40 + 30


def test_an_off_board_area_only_begins_or_ends_a_route() -> None:
    tiles = {"C12": "57:2", "C10": "9:0", "D9": "9:0", "E8": "4:0"}
    here = turn("1844", "3", "SCB", "3", tiles, SCB="C12")
    relaxed = with_stop(here.whole_problem, "B11", through=True)
    assert (revenue(here), revenue(relaxed)) == (20 + 40, 20 + 40 + 10)


def test_vaduz_only_begins_or_ends_a_route() -> None:
    here = turn("1844", "4", "AB", "4H", {"D25": "57:2", "F27": "9:2", "G28": "57:2"}, AB="D25")
    relaxed = with_stop(here.whole_problem, "E26", through=True)
    assert (revenue(here), revenue(relaxed)) == (20 + 20, 20 + 20 + 20)


def test_a_mountain_railway_only_begins_or_ends_a_route() -> None:
    tiles = {"K10": "15:3", "L11": "58:2", "L13": "XM1", "K12": "8:3"}
    here = vz("5H", tiles, "5")
    relaxed = with_stop(here.whole_problem, "L13", through=True)
    assert (revenue(here), revenue(relaxed)) == (30 + 10 + 50, 30 + 10 + 50 + 20)


def test_trains_of_one_company_may_meet_at_a_stop() -> None:
    here = vz("2H 3H", VALAIS)
    crowd = 1 << 60

    def meets(link: Any) -> Any:
        return link._replace(mask=link.mask | crowd * ("K10" in (link.hexes[0], link.hexes[-1])))

    assert revenue(here) == (30 + 10) + (30 + 10 + 20)
    assert revenue(with_links(here.problem(), meets)) == 30 + 10 + 20
