"""1844, rule by rule: each board is one on which breaking the rule would pay.

``relaxed`` is the same position with that one rule switched off (or, where the rule
permits something, with the permission taken away): the difference shows what the rule is
worth, and that the board puts it to the test.
"""

from __future__ import annotations

from typing import Any

import pytest
from boards import (
    best,
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

from bestrun import api
from bestrun.turn import Turn
from hexgraph.live import live_rules
from mapdata.errors import InputError
from mapdata.rules import Bonus, Rules, TrainRow, TrainType
from solvers.pose import pose
from solvers.problem import Problem, Run

Tiles = dict[str, str]

# Sion with Martigny in the west, Visp and Brig in the east.
VALAIS = {"K10": "15:0", "K8": "58:2", "J11": "58:4"}

# Bern to Thun through G12, and on to the Jungfraubahnen.
THUN = {"F11": "904:0", "G12": "9:2", "H13": "57:2"}

TUNNEL = Bonus("tunnel", 10, mark="narrow", per="paid")

# From Stuttgart to Torino: eleven stops in a row and the Lötschberg tunnel.
SPINE = (
    {"B19": "57:0", "C18": "8:3", "D19": "908:4", "D17": "4:1", "D15": "15:4", "D13": "15:4"}
    | {"E12": "9:0", "F11": "904:0", "G12": "9:2", "H13": "15:0", "I12": "X78:3"}
    | {"J11": "58:4", "K10": "15:0", "L9": "9:0"}
)


def vz(trains: str, tiles: Tiles, phase: str = "3") -> Turn:
    return turn("1844", phase, "VZ", trains, tiles, VZ="K10")


def bern(trains: str, tiles: Tiles, phase: str = "3", **tokens: str) -> Turn:
    return turn("1844", phase, "BLS", trains, tiles, **{"BLS": "F11"} | tokens)


def spine(trains: str = "8E", home: str = "B19") -> Turn:
    return turn("1844", "7", "BLS", trains, SPINE, BLS=home)


def revenue(where: Turn | Problem) -> int:
    return best(where).revenue


def run_of(where: Turn) -> tuple[tuple[str, ...], Any]:
    """Return the stops and earnings of the only run of the best plan."""
    problem = where.problem()
    result = best(problem)
    ((_, stops),) = routes(result, problem)
    return stops, problem.earnings(result.plan.runs[0])


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


# -- trains --------------------------------------------------------------------------------


def test_every_stop_that_a_train_passes_counts() -> None:
    tiles = {"F11": "57:1", "F13": "4:1", "F15": "9:1", "F17": "57:1"}
    here = bern("2", tiles, "2")
    relaxed = retrained(here, skips=True)
    assert (revenue(here), revenue(relaxed)) == (20 + 10, 20 + 20)


def test_an_h_train_counts_hexes_the_first_one_included() -> None:
    here = vz("2H", VALAIS)
    relaxed = retrained(here, limit=3)
    assert (revenue(here), revenue(relaxed)) == (30 + 10, 30 + 10 + 20)


def test_an_h_train_is_paid_at_every_stop_within_its_hexes() -> None:
    here = vz("4H", VALAIS, "4")
    assert run_of(here)[0] in (("K8", "K10", "J11", "J13"), ("J13", "J11", "K10", "K8"))
    assert revenue(here) == 10 + 30 + 10 + 20
    three = TrainType("3", (TrainRow(frozenset(here.title.stop_kinds), visits=3),))
    assert revenue(pose(here.network, [three], Rules())) < revenue(here)


def test_a_hex_run_through_twice_counts_twice() -> None:
    tiles = THUN | {"G12": "20:2", "F13": "3:0", "H11": "9:0", "I10": "4:0"}
    here = bern("6H", tiles, "6")

    def shorter(link: Any) -> Any:
        twice = link.hexes[1:-1] in (("G12", "H11"), ("H11", "G12"))
        return link._replace(hexsides=link.hexsides - twice)

    relaxed = with_links(here.problem(), shorter)
    assert (revenue(here), revenue(relaxed)) == (20 + 40 + 10, 20 + 40 + 10 + 10)


def test_an_h_train_never_enters_a_red_area() -> None:
    here = turn("1844", "3", "SCB", "2H", {"C12": "57:2", "D13": "57:2"}, SCB="C12")
    relaxed = retrained(here, anywhere=True)
    assert (revenue(here), revenue(relaxed)) == (20 + 20, 20 + 40)


def test_an_h_train_may_enter_vaduz_and_mountain_railways() -> None:
    vaduz = turn("1844", "3", "AB", "2H", {"D25": "57:2"}, AB="D25")
    assert run_of(vaduz)[0] in (("D25", "E26"), ("E26", "D25"))
    rigi = turn("1844", "3", "GB", "2H", {"E18": "57:2", "F19": "XM3"}, GB="E18")
    assert revenue(rigi) == 20 + 50


def test_an_8e_is_paid_at_no_more_than_eight_stops() -> None:
    here = spine(home="F11")
    relaxed = retrained(here, limit=9)
    assert len(run_of(here)[0]) == 8
    assert revenue(relaxed) == revenue(here) + 20 + 10


def test_an_8e_passes_stops_without_being_paid_there() -> None:
    here = spine(home="F11")
    relaxed = retrained(here, skips=False)
    assert revenue(here) == (70 + 40 + 30 + 30 + 40 + 30 + 30 + 70) + 80 + 70
    assert revenue(relaxed) < revenue(here)


def test_an_8e_is_paid_at_a_stop_with_a_marker() -> None:
    here = spine(home="B19")
    relaxed = here.problem()
    for stop in here.network.stops:
        relaxed = with_stop(relaxed, stop.id, home=True)
    assert (revenue(here), revenue(relaxed)) == (330 + 80 + 70, 340 + 80 + 70)
    unpaid = api.check(here.position, "8E: Stuttgart-(Schaffhausen)-Zurich-Baden")
    assert [fault["code"] for fault in unpaid.problems] == ["no-marker"]


@pytest.mark.parametrize("company, home", [("JN", "F7"), ("ChA", "G28"), ("VZ", "K10")])
def test_regional_companies_own_only_h_trains(company: str, home: str) -> None:
    turn("1844", "3", company, "2H 3H 4H", {}, **{company: home})
    with pytest.raises(InputError, match="cannot own a 3"):
        turn("1844", "3", company, "3", {}, **{company: home})


# -- revenue -------------------------------------------------------------------------------


def test_transit_pays_only_from_north_to_south_and_from_east_to_west() -> None:
    problem = spine().whole_problem
    bonus = {"A18": 30, "B11": 30, "C8": 50, "F3": 50, "L1": 90, "C26": 50, "H29": 90}
    bonus |= {"M8": 40, "M18": 40}
    areas = {s.id: i for i, s in enumerate(problem.network.stops) if s.kind == "offboard"}
    assert set(areas) == set(bonus)
    north, west, east, south = ("A18", "B11"), ("C8", "F3", "L1"), ("C26", "H29"), ("M8", "M18")
    pays = {frozenset((a, b)) for a in north for b in south}
    pays |= {frozenset((a, b)) for a in east for b in west}
    for one in areas:
        for two in areas:
            wanted = bonus[one] + bonus[two] if {one, two} in pays else 0
            stops = (areas[one], areas[two])
            earned = problem.earnings(Run(problem.trains[0], stops, (), stops))
            assert earned.parts["transit"] == wanted, (one, two)


def test_north_to_west_is_no_transit() -> None:
    here = turn("1844", "3", "SCB", "3", {"C12": "5:1", "C10": "9:1"}, SCB="C12")
    west = Bonus("transit", sets=({"B11": 30}, {"C8": 50}), at="ends")
    relaxed = ruled(here, *here.title.bonuses, west)
    assert (revenue(here), revenue(relaxed)) == (40 + 20 + 30, 40 + 20 + 30 + 30 + 50)


def test_an_8e_earns_the_transit_only_if_it_is_paid_at_both_areas() -> None:
    seven = "Schaffhausen-Zurich-(Baden)-Aarau-Olten-Bern-Thun-Torino"
    both = api.check(spine().position, f"8E: Stuttgart-{seven}")
    one = api.check(spine().position, f"8E: (Stuttgart)-{seven}")
    assert (both.legal, one.legal) == (True, True)
    assert both.revenue - one.revenue == 70 + 10 + 70  # Stuttgart, its tunnel bonus, transit


def test_a_tunnel_pays_10_for_every_paying_stop() -> None:
    here = vz("3H", {"K10": "15:0", "J9": "X78:3", "I10": "58:0"})
    relaxed = ruled(here)
    assert (revenue(here), revenue(relaxed)) == (30 + 10 + 20, 30 + 10)


def test_tunnels_pay_once_a_route_however_many() -> None:
    tiles = {"K10": "15:0", "J11": "58:4", "J9": "X78:3", "I10": "58:0"}
    tiles |= {"I12": "X78:3", "H13": "57:0"}
    here = vz("8H", tiles, "7")
    stops, earned = run_of(here)
    assert sorted(stops) == ["H13", "I10", "J11", "J13", "K10"]
    assert (earned.stops, earned.parts["tunnel"]) == (20 + 20 + 10 + 30 + 10, 50)


def test_furka_oberalp_is_no_tunnel() -> None:
    tiles = {"H17": "OP3:0", "H19": "OP2:0", "H21": "OP2:0", "H23": "OP2:0", "I16": "OP1:0"}
    tiles |= {"J15": "9:1", "H25": "58:1"}
    here = turn("1844", "5", "RhB", "5", tiles, RhB="G26")

    def bored(link: Any) -> Any:
        return link._replace(marks=tuple(("narrow", h) for h in link.hexes if h in ("H19", "I16")))

    bored_through = with_links(here.problem(), bored).network
    relaxed = pose(bored_through, [here.title.trains["5"]], live_rules(here.board, "RhB"))
    assert (revenue(here), revenue(relaxed)) == (10 + 10 + 10 + 20, 50 + 40)


def test_a_tunnel_lies_beside_furka_oberalp_on_one_hex() -> None:
    tiles = {"H17": "OP3:0", "H19": "OP2:0+X78:3", "H21": "OP2:0", "H23": "OP2:0", "I16": "OP1:0"}
    tiles |= {"J15": "9:1", "H25": "58:1"}
    tiles |= {"G18": "57:1", "I20": "9:2", "J21": "9:2", "K22": "57:2"}
    here = turn("1844", "5", "GB", "5 5", tiles, GB="G18 G26")
    assert revenue(here) == (20 + 20 + 20 + 30) + (10 + 10 + 10 + 20)
    swapped = turn("1844", "5", "GB", "5 5", tiles | {"H19": "X78:3+OP2:0"}, GB="G18 G26")
    assert revenue(swapped) == revenue(here)
    for layer in ("OP2:0", "X78:3"):
        alone = turn("1844", "5", "GB", "5 5", tiles | {"H19": layer}, GB="G18 G26")
        assert revenue(alone) < revenue(here)


def test_an_8e_earns_the_tunnel_only_between_paying_stops() -> None:
    seven = "Stuttgart-Schaffhausen-Zurich-Baden-Aarau-Olten-Bern"
    through = api.check(spine().position, f"8E: {seven}-(Thun)-Brig = 340")
    before = api.check(spine().position, f"8E: {seven}-Thun-(Brig) = 270")
    assert (through.legal, through.revenue) == (True, 70 + 20 + 40 + 10 + 30 + 30 + 40 + 20 + 80)
    assert (before.legal, before.revenue) == (True, 70 + 20 + 40 + 10 + 30 + 30 + 40 + 30)


def test_the_best_total_is_taken_and_a_train_may_stay_idle() -> None:
    here = bern("3 3", THUN)
    assert [run.train.name for run in best(here).plan.runs] == ["3"]
    # The best single route would leave the other train nothing: two lesser ones earn more.
    tiles = THUN | {"F13": "4:1", "F15": "9:1", "F17": "57:1"}
    two = bern("3 3", tiles)
    assert revenue(two) == (20 + 40) + (40 + 10 + 20)
    assert revenue(bern("3", tiles)) == 40 + 10 + 20
