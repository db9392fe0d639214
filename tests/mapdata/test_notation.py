"""The tile notation of the 18xx community: every part that is read."""

from __future__ import annotations

import pytest
from notation_read import STAGES, read

from mapdata.notation import parse
from mapdata.tile import Border, Cost, Partition, Piece, PrintedStop


def test_a_city_with_places_track_and_label() -> None:
    tile = read("city=revenue:40,slots:2;path=a:0,b:_0;path=a:3,b:_0;label=Z")
    assert tile.stops == (PrintedStop("city", {"": 40}, slots=2),)
    assert tile.track == (Piece((0,), (0,)), Piece((3,), (0,)))
    assert tile.label == "Z"


def test_a_path_may_name_its_stop_first() -> None:
    tile = read("town=revenue:10;path=a:_0,b:5")
    assert tile.track == (Piece((5,), (0,)),)


def test_nothing_printed() -> None:
    tile = read("")
    assert (tile.stops, tile.track) == ((), ())


def test_revenue_by_stages() -> None:
    (stop,) = read("offboard=revenue:yellow_20|green_40|brown_60|gray_70").stops
    assert [stop.value(stage) for stage in STAGES] == [20, 40, 60, 70]


def test_a_stage_left_out_keeps_the_figure_before() -> None:
    (stop,) = read("offboard=revenue:yellow_20|brown_60").stops
    assert [stop.value(stage) for stage in STAGES] == [20, 20, 60, 60]


def test_an_area_has_a_name() -> None:
    (stop,) = read("offboard=revenue:10,area:Stuttgart").stops
    assert (stop.area, stop.groups) == ("Stuttgart", ())


@pytest.mark.parametrize("word", ["city", "town", "offboard", "pass", "port"])
def test_every_word_for_a_stop(word: str) -> None:
    assert read(f"{word}=revenue:0").stops[0].kind == word


def test_our_own_words_for_stops() -> None:
    (stop,) = read("offboard=revenue:0,kind:mountain,closed:1,sort:alpine").stops
    assert (stop.kind, stop.closed, stop.sort) == ("mountain", True, "alpine")


def test_where_a_stop_is_drawn() -> None:
    places = read("city=revenue:0,loc:2.5;city=revenue:0,loc:center;city=revenue:0,loc:3").stops
    assert [(stop.at, stop.centred) for stop in places] == [(2.5, False), (None, True), (3, False)]


def test_narrow_and_terminal_track() -> None:
    tile = read("city=revenue:0;path=a:0,b:3,track:narrow;path=a:1,b:_0,terminal:1")
    assert tile.track == (Piece((0, 3), gauge="narrow"), Piece((1,), (0,), terminal=True))


def test_track_between_two_stops() -> None:
    assert read("city=revenue:0;town=revenue:0;path=a:_0,b:_1").track == (Piece((), (0, 1)),)


def test_a_junction_becomes_every_pair_of_its_arms() -> None:
    track = read("junction;path=a:0,b:_0;path=a:2,b:_0;path=a:_0,b:4").track
    assert [piece.edges for piece in track] == [(0, 2), (0, 4), (2, 4)]
    assert {piece.junctions for piece in track} == {(0,)}


def test_track_may_pass_two_junctions() -> None:
    track = read("junction;junction;path=a:0,b:_0;path=a:_0,b:_1;path=a:2,b:_1;path=a:4,b:_1").track
    assert [(piece.edges, piece.junctions) for piece in track] == [
        ((0, 2), (0, 1)),
        ((0, 4), (0, 1)),
        ((2, 4), (1,)),
    ]


def test_junctions_do_not_count_as_stops() -> None:
    tile = read("junction;city=revenue:10;path=a:0,b:_0;path=a:1,b:_0;path=a:_0,b:_1")
    assert len(tile.stops) == 1
    assert Piece((0,), (0,), junctions=(0,)) in tile.track
    assert Piece((0, 1), junctions=(0,)) in tile.track


def test_the_cost_of_a_hex_and_of_a_tile() -> None:
    tile = read("upgrade=cost:20,terrain:river|mountain;upgrade=cost:30,terrain:swamp")
    assert tile.costs == (Cost(20, ("river", "mountain")), Cost(30, ("swamp",)))
    assert (tile.cost, tile.terrain) == (50, ("river", "mountain", "swamp"))


def test_borders() -> None:
    tile = read("border=edge:5,type:impassable;border=edge:0,type:province;border=edge:2")
    assert (tile.sealed, tile.province_edges, tile.borders) == ({5}, {0}, ())
    tile = read("border=edge:1,type:water,cost:40;border=edge:4,type:mountain,color:brown")
    assert tile.borders == (Border(1, "water", 40), Border(4, "mountain", 0))


def test_a_label_that_holds_later() -> None:
    assert read("future_label=label:Z,color:green").label_from == {"green": "Z"}
    later = "label=Y;future_label=label:O,color:gray;future_label=label:none,color:black"
    assert read(later).label_from == {"gray": "O", "black": None}


def test_groups_and_areas_are_two_things() -> None:
    (stop,) = read("offboard=revenue:10,groups:East|Port").stops
    assert (stop.groups, stop.area) == (("East", "Port"), None)


def test_a_visit_may_cost_nothing() -> None:
    (stop,) = read("offboard=revenue:10,visit_cost:0").stops
    assert stop.visit == 0


def test_a_figure_for_trains_of_their_own() -> None:
    (stop,) = read("offboard=revenue:yellow_30|brown_60|diesel_100").stops
    assert (stop.value("green"), stop.value("gray"), stop.figures) == (30, 60, {"diesel": 100})


def test_halts_are_stops() -> None:
    tile = read("halt=symbol:x,revenue:10,route:optional;path=a:0,b:_0;path=a:3,b:_0")
    assert [stop.kind for stop in tile.stops] == ["halt"]
    assert tile.extras == (("halt", {"route": "optional", "symbol": "x"}),)


def test_lanes_are_told_apart() -> None:
    tile = read("city=revenue:10;path=a:5,b:_0,lanes:2;path=a:2,b:4,a_lane:2.1")
    lanes = [(piece.edges, [piece.lane(edge) for edge in piece.edges]) for piece in tile.track]
    assert lanes == [((5,), [(2, 0)]), ((5,), [(2, 1)]), ((2, 4), [(2, 1), (1, 0)])]


def test_lanes_from_edge_to_edge_do_not_cross() -> None:
    tile = read("path=a:0,b:3,lanes:2")
    assert [piece.lanes for piece in tile.track] == [((2, 0), (2, 1)), ((2, 1), (2, 0))]


def test_gauges_are_kept_as_printed() -> None:
    tile = read("path=a:0,b:3,track:narrow;path=a:1,b:4,track:dual;path=a:2,b:5")
    assert [piece.gauge for piece in tile.track] == ["narrow", "dual", "broad"]


def test_a_town_at_its_edge_is_reached_from_the_others_over_one_stem() -> None:
    code = "town=revenue:10,loc:0;path=a:0,b:_0;path=a:3,b:_0;path=a:4,b:_0;path=a:3,b:4"
    assert [piece.stem for piece in read(code).track] == [False, True, True, False]
    assert not any(piece.stem for piece in read(code.replace(",loc:0", "")).track)
    assert not any(piece.stem for piece in read(code.replace("town", "city")).track)


def test_track_that_is_only_drawn_is_no_track() -> None:
    tile = read("path=a:0,b:3,ignore:1;path=a:1,b:4,track:future")
    assert tile.track == ()
    assert [word for word, _ in tile.extras] == ["path", "path"]


def test_stubs_partitions_and_icons() -> None:
    tile = read("stub=edge:4;partition=a:0-,b:2+,type:water;icon=image:18_x/mine,sticky:1")
    assert tile.stubs == {4}
    assert tile.partitions == (Partition(frozenset({0, 1}), frozenset({2, 3, 4, 5}), "water", ""),)
    assert tile.icons == ("mine",)
    (one_sided,) = read("partition=a:1,b:3,type:water,restrict:outer").partitions
    assert (one_sided.inner, one_sided.outer) == (frozenset(), {0, 3, 4, 5})


def test_decoration_is_kept_as_written() -> None:
    tile = read("frame=color:#fff;stripes=color:green")
    assert tile.extras == (("frame", {"color": "#fff"}), ("stripes", {"color": "green"}))


def test_both_spellings_of_grey() -> None:
    assert parse("", name="1", colour="grey").colour == "gray"
    assert parse("", name="1", colour="gray").colour == "gray"
    assert read("town=revenue:yellow_1|grey_2").stops[0].value("gray") == 2


def test_a_stage_before_the_first_figure_pays_nothing() -> None:
    stop = read("offboard=revenue:green_20|brown_50").stops[0]
    assert [stop.value(stage) for stage in ("yellow", "green", "brown")] == [0, 20, 50]


def test_figures_of_colours_that_no_phase_ends_with_hold_until_the_next() -> None:
    """A board prints green, and the phases go from yellow to brown."""
    code = "offboard=revenue:yellow_20|green_30|gray_60"
    stop = parse(code, name="A1", colour="red", stages=("yellow", "brown")).stops[0]
    assert stop.values == {"yellow": 20, "brown": 30}


def test_stages_that_are_no_colours_are_taken_in_their_order() -> None:
    early = parse("town=revenue:b_20", name="A1", colour="red", stages=("z", "b", "a")).stops[0]
    assert early.values == {"z": 0, "b": 20, "a": 20}


def test_a_bar_at_the_end_says_nothing() -> None:
    assert read("city=revenue:yellow_30|,slots:2").stops[0].values["brown"] == 30


def test_a_plain_hex_may_be_called_blank() -> None:
    assert read("blank") == read("")


@pytest.mark.parametrize(
    "code",
    [
        "town=revenue:10,route:optional;path=a:0,b:_0;icon=image:port;",
        "halt=symbol:⚒,route:mandatory,loc:center,revenue:20;path=a:0,b:_0;path=a:5,b:_0",
        "pass=revenue:0,slots:2,color:blue,size:80;path=a:0,b:_0",
        "city=revenue:0,loc:15;city=revenue:0,boom:1;town=revenue:0,style:dot,to_city:1",
        "partition=a:3,b:0,type:province,length:0.5;partition=a:0-,b:2+,type:water,restrict:outer",
        "junction;path=a:3,b:_0,terminal:2;path=a:3,b:5,track:thin",
        "path=a:1,b:4,track:dual,lanes:2;path=a:0,b:4,b_lane:2.1,ignore:1",
        "path=a:0,b:2,ignore_gauge_walk:1,ignore_gauge_compare:1",
        "border=edge:1;border=edge:2,type:divider;border=edge:3,type:province,color:red",
        "border=edge:4,type:mountain,cost:40;border=edge:5,type:offboard",
        "upgrade=cost:30,terrain:mine,loc:2.5,size:40;stub=edge:1,track:future",
        "icon=image:1858/BCR;icon=image:18_esp/40,name:forty,sticky:1,large:1,loc:0.5,owner:X",
        "frame=color:#800080,color2:#ffffff;stripes=color:brown;assignment=x;label=80",
        "future_label=label:Y,color:brown,sticker:1;future_label=label:none,colour:gray",
        "offboard=revenue:-10,hide:1,format:-%d;path=a:3,b:1",
    ],
)
def test_whatever_public_boards_print_is_read(code: str) -> None:
    read(code)


def test_a_figure_beside_the_track_may_be_taken_off() -> None:
    assert read("offboard=revenue:-10,hide:1;path=a:3,b:1").stops[0].value("yellow") == -10


def test_decoration_changes_no_stop_and_no_track() -> None:
    plain = read("city=revenue:10;path=a:0,b:_0")
    decorated = read(
        "city=revenue:10,hide:1,style:rect;path=a:0,b:_0;frame=color:#123456;"
        "icon=image:1841/port,sticky:1;stub=edge:0;partition=a:0,b:3,type:water"
    )
    assert (decorated.stops, decorated.track) == (plain.stops, plain.track)


def test_edge_six_is_edge_zero() -> None:
    assert read("path=a:6,b:2") == read("path=a:0,b:2")


def test_a_border_spelt_as_on_public_boards() -> None:
    assert read("border=edge:1,type:impassible").sealed == {1}


def test_groups_given_twice_are_all_kept() -> None:
    (stop,) = read("offboard=groups:North,revenue:10,groups:West").stops
    assert stop.groups == ("North", "West")


def test_a_path_written_twice_is_one_track_and_two_between_stops_are_two() -> None:
    again = read("city=revenue:10;path=a:1,b:_0;path=a:_0,b:5;path=a:0,b:_0;path=a:_0,b:1")
    assert again.track == (Piece((1,), (0,)), Piece((5,), (0,)), Piece((0,), (0,)))
    double = read("city=revenue:10;city=revenue:10;path=a:_0,b:_1;path=a:_0,b:_1")
    assert double.track == (Piece((), (0, 1)), Piece((), (0, 1)))


def test_dead_ends_at_a_junction_are_hints_and_no_track() -> None:
    both = read("junction;path=a:0,b:_0,terminal:1;path=a:4,b:_0,terminal:1")
    assert (both.track, both.stubs) == ((), {0, 4})
    alone = read("junction;path=a:3,b:_0")
    assert (alone.track, alone.stubs) == ((), {3})
    beside = read("junction;path=a:0,b:_0,terminal:1;path=a:1,b:_0;path=a:4,b:_0")
    assert (beside.track, beside.stubs) == ((Piece((1, 4), junctions=(0,)),), {0})


@pytest.mark.parametrize(
    ("together", "apart"),
    [
        (
            "town=revenue:20;path=a:3,b:_0border=edge:4",
            "town=revenue:20;path=a:3,b:_0;border=edge:4",
        ),
        ("path=a:5,b:1\n  path=a:4,b:2", "path=a:5,b:1;path=a:4,b:2"),
        ("label=Zfuture_label=label:Y,color:green", "label=Z;future_label=label:Y,color:green"),
        ("border=edge:0,type:water,border=edge:5", "border=edge:0,type:water;border=edge:5"),
    ],
)
def test_a_forgotten_semicolon(together: str, apart: str) -> None:
    assert read(together) == read(apart)


def test_a_label_of_nothing_but_space_is_none() -> None:
    assert read("town=revenue:10;label= ;path=a:0,b:_0") == read("town=revenue:10;path=a:0,b:_0")


def test_a_partition_from_the_middle_parts_no_edges() -> None:
    (partition,) = read("partition=a:-1,b:3,type:province").partitions
    assert (partition.inner, partition.outer, partition.kind) == (
        frozenset(),
        frozenset(),
        "province",
    )


@pytest.mark.parametrize(
    "code",
    [
        "offboard=revenue:30,visit_cost:0,route:optional,format:+%d,rows:2;path=a:4,b:_0",
        "border=edge:2,type:impassable,color:blue,dashed:1",
        "city=revenue:yellow_30|green_40,slots:0;path=a:0,b:_0,terminal:1",
    ],
)
def test_what_only_pictures_ask_for_is_no_mistake(code: str) -> None:
    read(code)
