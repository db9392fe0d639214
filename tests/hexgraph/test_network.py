"""What becomes of printed track: lanes, gauges, stems, junctions, dead ends, groups, places."""

from __future__ import annotations

from itertools import pairwise

import pytest
from small import small_title, small_turn

from hexgraph.face import lanes_meet
from hexgraph.network import Link, Network, track_words
from mapdata.errors import InputError
from mapdata.title import Title
from solvers.methods import solve

CITY = "city=revenue:10;path=a:{},b:_0"


def network(title: Title, red: str = "A1", **told: object) -> Network:
    return small_turn(title, "9", tokens={"RED": [red]}, **told).network


def best(title: Title, *trains: str, red: str = "A1", **told: object) -> int:
    turn = small_turn(title, *trains, tokens={"RED": [red]}, **told)
    found = solve(turn.problem())
    assert found.proven
    return found.revenue


def between(net: Network, one: str, two: str) -> list[Link]:
    ids = [stop.id for stop in net.stops]
    ends = {ids.index(one), ids.index(two)} if one in ids and two in ids else set()
    return [link for link in net.links if {link.a, link.b} == ends]


# -- lanes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "meet"),
    [
        ((1, 0), (1, 0), True),
        ((2, 0), (2, 1), True),
        ((2, 0), (2, 0), False),
        ((1, 0), (2, 1), True),
        ((1, 0), (2, 0), False),
        ((1, 0), (3, 1), True),
        ((3, 0), (3, 2), True),
    ],
)
def test_lanes_meet_mirrored_and_single_track_in_the_middle(
    one: tuple[int, int], two: tuple[int, int], meet: bool
) -> None:
    assert lanes_meet(one, two) == lanes_meet(two, one) == meet


def test_each_lane_of_a_hexside_is_used_once() -> None:
    """Over two lanes two trains run between the same cities, over one only one of them."""
    two = {"A1": "city=revenue:10;path=a:4,b:_0,lanes:2"}
    two["A3"] = "city=revenue:10;path=a:1,b:_0,lanes:2"
    title = small_title(two)
    first, second = between(network(title), "A1", "A3")
    assert first.mask & second.mask == 0
    assert best(title, "2", "2") == 40
    one = small_title({"A1": CITY.format(4), "A3": CITY.format(1)})
    assert best(one, "2", "2") == 20


def test_a_lane_leads_only_to_the_lane_that_lies_opposite() -> None:
    printed = {"A1": "city=revenue:10;path=a:4,b:_0,a_lane:2.0"}
    printed["A3"] = (
        "city=revenue:10;city=revenue:50;path=a:1,b:_0,a_lane:2.1;path=a:1,b:_1,a_lane:2.0"
    )
    net = network(small_title(printed))
    assert between(net, "A1", "A3.0") and not between(net, "A1", "A3.1")


def test_single_track_meets_the_second_of_two() -> None:
    printed = {"A1": CITY.format(4)}
    printed["A3"] = (
        "city=revenue:10;city=revenue:50;path=a:1,b:_0,a_lane:2.0;path=a:1,b:_1,a_lane:2.1"
    )
    assert {stop.id for stop in network(small_title(printed)).stops} == {"A1", "A3.1"}


# -- gauges --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "meet"),
    [
        ("broad", "broad", True),
        ("broad", "narrow", False),
        ("narrow", "narrow", True),
        ("broad", "dual", True),
        ("dual", "narrow", True),
        ("thin", "broad", False),
    ],
)
def test_which_gauges_meet(one: str, two: str, meet: bool) -> None:
    printed = {"A1": f"{CITY.format(4)},track:{one}", "A3": f"{CITY.format(1)},track:{two}"}
    assert (len(network(small_title(printed)).links) == 1) == meet


def test_where_gauges_are_mixed_they_are_only_marks() -> None:
    printed = {"A1": CITY.format(4), "A3": f"{CITY.format(1)},track:narrow"}
    assert not network(small_title(printed)).links
    (link,) = network(small_title(printed, rules='gauges = "mixed"\n')).links
    assert link.marks == (("narrow", "A3"),)


# -- junctions and stems -------------------------------------------------------------------

# A1 and B2 on the left, A5 and B6 on the right, a junction of four arms between them.
CROSS = {
    **{"A1": "city=revenue:10;path=a:4,b:_0", "A3": "path=a:1,b:5"},
    **{"B2": "city=revenue:10;path=a:4,b:_0", "A5": "path=a:0,b:4"},
    **{"A7": "city=revenue:10;path=a:1,b:_0", "B6": "city=revenue:10;path=a:1,b:_0"},
    "B4": "junction;path=a:1,b:_0;path=a:2,b:_0;path=a:3,b:_0;path=a:4,b:_0",
}


def test_two_trains_share_a_junction_over_different_sides() -> None:
    title = small_title(CROSS)
    turn = small_turn(title, "2", "2", tokens={"RED": ["A1", "B2"]})
    assert solve(turn.problem()).revenue == 40
    turn = small_turn(title, "2", "2", tokens={"RED": ["A1"]})
    assert solve(turn.problem()).revenue == 20


def test_between_two_stops_a_junction_is_passed_once() -> None:
    """From A1 the track leads round in a loop to the junction again; it is no way to B2."""
    looped = CROSS | {"A5": "path=a:0,b:1", "A3": "path=a:1,b:5;path=a:4,b:1"}
    del looped["A7"]
    net = network(small_title(looped))
    assert not [link for link in net.links if len(set(link.hexes)) < len(link.hexes)]


def test_tracks_of_a_town_over_one_stem_are_not_used_together() -> None:
    """A route from one side of the town to the other would use its stem twice."""
    town = "town=revenue:10,loc:0;path=a:0,b:_0;path=a:1,b:_0;path=a:4,b:_0"
    printed = {"A1": CITY.format(4), "A3": town, "B2": CITY.format(3)}
    printed["A5"] = "city=revenue:90;path=a:1,b:_0"
    assert best(small_title(printed), "9") == 30  # A1, the town, B2
    free = printed | {"A3": town.replace(",loc:0", "")}
    assert best(small_title(free), "9") == 110  # A1, the town, A5


# -- dead ends -----------------------------------------------------------------------------


def test_a_route_over_a_dead_end_goes_no_further() -> None:
    """Others run through the stop on its other track."""
    middle = "town=revenue:10;path=a:1,b:_0,terminal:1;path=a:4,b:_0;path=a:0,b:_0"
    printed = {"A1": CITY.format(4), "A3": middle, "A5": CITY.format(1), "B2": CITY.format(3)}
    title = small_title(printed)
    net = network(title)
    (dead,) = between(net, "A1", "A3")
    assert [net.stops[end].id for end in dead.dead_ends] == ["A3"]
    assert best(title, "9") == 20
    assert best(title, "9", red="A5") == 30


def test_where_all_track_ends_nothing_runs_through() -> None:
    middle = "town=revenue:10;path=a:1,b:_0,terminal:1;path=a:4,b:_0,terminal:1"
    net = network(small_title({"A1": CITY.format(4), "A3": middle, "A5": CITY.format(1)}))
    assert {stop.id: stop.through for stop in net.stops} == {"A1": True, "A3": False}
    assert not any(link.dead_ends for link in net.links)


def test_a_stop_that_one_train_may_visit() -> None:
    middle = "city=revenue:30{};path=a:1,b:_0;path=a:0,b:_0"
    printed = {"A1": CITY.format(4), "A3": middle.format(",single:1"), "B2": CITY.format(3)}
    turn = small_turn(small_title(printed), "2", "2", tokens={"RED": ["A1", "B2"]})
    assert solve(turn.problem()).revenue == 40
    printed["A3"] = middle.format("")
    turn = small_turn(small_title(printed), "2", "2", tokens={"RED": ["A1", "B2"]})
    assert solve(turn.problem()).revenue == 80


# -- stops ---------------------------------------------------------------------------------

LINE = {
    "A1": CITY.format(4),
    "A3": "city=revenue:10;path=a:1,b:_0;path=a:4,b:_0",
    "A5": "city=revenue:50;path=a:1,b:_0",
}


def test_markers_of_others_close_a_city_and_a_place_more_opens_it() -> None:
    title = small_title(LINE)
    full = {"tokens": {"RED": ["A1"], "BLUE": ["A3"]}}
    assert solve(small_turn(title, "9").problem()).revenue == 0
    assert solve(small_turn(title, "9", **full).problem()).revenue == 20
    assert solve(small_turn(title, "9", slots={"A3": 2}, **full).problem()).revenue == 70


def test_a_neutral_marker_closes_nothing() -> None:
    title = small_title(LINE)
    tokens = {"RED": ["A1"], "BLUE": ["A3"]}
    neutral = {"slots": {"neutral": ["A3"]}}
    assert solve(small_turn(title, "9", tokens=tokens, **neutral).problem()).revenue == 70
    assert solve(small_turn(title, "9", tokens=tokens, neutral=["A3"]).problem()).revenue == 70
    nobody = {"RED": ["A1"], "N": ["A3"]}
    turn = small_turn(title, "9", tokens=nobody, neutral=["A3"])
    assert solve(turn.problem()).revenue == 70
    with pytest.raises(InputError, match="unknown company 'N'"):
        small_turn(title, "9", tokens=nobody)


def test_a_city_without_places_is_closed_until_a_marker_of_ones_own_stands_there() -> None:
    title = small_title(LINE | {"A3": LINE["A3"].replace("10;", "10,slots:0;", 1)})
    assert best(title, "9") == 20
    turn = small_turn(title, "9", tokens={"RED": ["A1", "A3"]}, slots={"A3": 1})
    assert solve(turn.problem()).revenue == 70


def test_one_stop_of_a_group_in_a_route() -> None:
    grouped = LINE | {
        "A1": "city=revenue:10,groups:West;path=a:4,b:_0",
        "A5": "city=revenue:50,groups:East|West;path=a:1,b:_0",
    }
    title = small_title(grouped)
    assert best(title, "9", red="A3") == 60
    assert best(small_title(LINE), "9", red="A3") == 70
    turn = small_turn(title, "9", tokens={"RED": ["A3"]}, groups={"A5": ["East"]})
    assert solve(turn.problem()).revenue == 70


def test_the_cities_of_a_tile_have_the_group_that_is_printed() -> None:
    printed = LINE | {"A1": "city=revenue:10,groups:West;path=a:4,b:_0"}
    del printed["A5"]
    white = {"A5": "city=revenue:0,groups:West"}
    title = small_title(printed, tiles="57 = 1", white=white)
    told = {"tokens": {"RED": ["A3"]}, "tiles": {"A5": "57:1"}}
    turn = small_turn(title, "9", **told)
    (laid,) = [stop for stop in turn.network.stops if stop.id == "A5"]
    assert laid.groups == ("West",)
    assert solve(turn.problem()).revenue == 30  # A3 with A5 or with A1, never with both
    assert solve(small_turn(title, "9", groups={"A5": []}, **told).problem()).revenue == 40


def test_a_visit_may_cost_nothing_or_more() -> None:
    title = small_title(LINE | {"A5": "offboard=revenue:50,visit_cost:0;path=a:1,b:_0"})
    assert best(title, "2") == 70
    dear = small_title(LINE | {"A5": "offboard=revenue:50,visit_cost:2;path=a:1,b:_0"})
    assert (best(dear, "3"), best(dear, "9")) == (20, 70)


def test_a_special_figure_goes_with_its_train() -> None:
    printed = LINE | {"A5": "offboard=revenue:yellow_20|diesel_90;path=a:1,b:_0"}
    diesel = '[trains.D]\nlimit = "unlimited"\nfigure = "diesel"\n'
    title = small_title(printed, rules=diesel)
    assert (best(title, "9"), best(title, "D")) == (40, 110)


def test_neighbours_that_the_position_tells() -> None:
    """A1 lies beside A5 now; A3 is nobody's neighbour."""
    told = {"neighbours": {"A1": {"4": "A5"}, "A5": {"1": "A1"}, "A3": {}}}
    assert best(small_title(LINE), "2", **told) == 60
    assert best(small_title(LINE), "2") == 20


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"slots": {"A9": 2}}, "slots: no hex or place 'A9'"),
        ({"slots": {"A3": -1}}, "slots.A3: the number must be 0 or more, not -1"),
        ({"neutral": ["A3.4"]}, "neutral: A3.4: A3 has no stop 4"),
        ({"neighbours": {"A1": {"7": "A3"}}}, "neighbours.A1: '7' is no edge"),
        ({"privates": ["MALL"]}, "privates: unknown private company 'MALL' (did you mean MAIL?)"),
        ({"abilities": [{"type": "toll"}]}, "abilities: unknown ability 'toll'"),
        ({"must_connect": ["A1", "A9"]}, "must_connect: no hex or place 'A9'"),
        ({"reserved": {"A3": ["GREEN"]}}, "reserved.A3: unknown company 'GREEN'"),
    ],
)
def test_a_slip_in_the_further_words_is_one_line(told: dict[str, object], said: str) -> None:
    with pytest.raises(InputError) as caught:
        small_turn(small_title(LINE), "9", tokens={"RED": ["A1"]}, **told)
    assert str(caught.value).startswith(said)


# -- pieces --------------------------------------------------------------------------------


def test_a_link_knows_its_pieces_from_end_to_end() -> None:
    title = small_title(CROSS)
    net = network(title)
    assert net.links
    for link in net.links:
        assert [hex_id for hex_id, _ in link.pieces] == list(link.hexes)
        track = [title.hexes[hex_id].printed.track[at] for hex_id, at in link.pieces]
        assert track[0].stops == (net.stops[link.a].key[1],)
        assert track[-1].stops == (net.stops[link.b].key[1],)
        for one, two in pairwise(track):
            assert {(edge + 3) % 6 for edge in two.edges} & set(one.edges)


@pytest.mark.parametrize(
    ("resource", "words"),
    [
        ("K10|K8", "the hexside between K10 and K8"),
        ("K10|K8 2-1", "the hexside between K10 and K8"),
        ("track K10 2", "the same track in K10"),
        ("stem K10.0", "the same track in K10"),
        ("visit K10.1", "the stop in K10, which one train may visit,"),
    ],
)
def test_what_is_used_up_is_said_in_words(resource: str, words: str) -> None:
    assert track_words(resource) == words
