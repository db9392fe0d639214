"""The tile notation: every part read, every slip told, nothing lost on the way."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapdata.errors import InputError
from mapdata.notation import COLOURS, parse
from mapdata.tile import Piece, PrintedStop, Tile

STAGES = ("yellow", "green", "brown", "gray")


def read(code: str, *, printed: bool = False) -> Tile:
    return parse(code, name="1", colour="white", stages=STAGES, printed=printed)


def refused(code: str) -> str:
    with pytest.raises(InputError) as caught:
        read(code)
    return str(caught.value)


# -- parts ---------------------------------------------------------------------------------


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


def test_groups_name_the_area() -> None:
    (stop,) = read("offboard=revenue:10,groups:Stuttgart").stops
    assert stop.area == "Stuttgart"


@pytest.mark.parametrize("word", ["city", "town", "offboard", "pass", "port"])
def test_every_word_for_a_stop(word: str) -> None:
    assert read(f"{word}=revenue:0").stops[0].kind == word


def test_our_own_words_for_stops() -> None:
    (stop,) = read("offboard=revenue:0,kind:mountain,closed:1,alpine:1").stops
    assert (stop.kind, stop.closed, stop.alpine) == ("mountain", True, True)


def test_where_a_stop_is_drawn() -> None:
    places = read("city=revenue:0,loc:2.5;city=revenue:0,loc:center;city=revenue:0,loc:3").stops
    assert [(stop.at, stop.centred) for stop in places] == [(2.5, False), (None, True), (3, False)]


def test_narrow_and_terminal_track() -> None:
    tile = read("city=revenue:0;path=a:0,b:3,track:narrow;path=a:1,b:_0,terminal:1")
    assert tile.track == (Piece((0, 3), narrow=True), Piece((1,), (0,), terminal=True))


def test_track_between_two_stops() -> None:
    assert read("city=revenue:0;town=revenue:0;path=a:_0,b:_1").track == (Piece((), (0, 1)),)


def test_a_junction_becomes_every_pair_of_its_arms() -> None:
    track = read("junction;path=a:0,b:_0;path=a:2,b:_0;path=a:_0,b:4").track
    assert [piece.edges for piece in track] == [(0, 2), (0, 4), (2, 4)]
    assert {piece.junction for piece in track} == {0}


def test_junctions_do_not_count_as_stops() -> None:
    tile = read("junction;city=revenue:10;path=a:0,b:_0;path=a:1,b:_0;path=a:_0,b:_1")
    assert len(tile.stops) == 1
    assert Piece((0,), (0,), junction=0) in tile.track
    assert Piece((0, 1), junction=0) in tile.track


def test_the_cost_of_a_hex_and_of_a_tile() -> None:
    code = "upgrade=cost:20,terrain:river|mountain"
    on_board, on_tile = read(code, printed=True), read(code)
    assert (on_board.cost, on_board.upgrade_cost) == (20, 0)
    assert (on_tile.cost, on_tile.upgrade_cost) == (0, 20)
    assert on_board.terrain == ("river", "mountain")


def test_borders() -> None:
    tile = read("border=edge:5,type:impassable;border=edge:0,type:province;border=edge:2")
    assert (tile.sealed, tile.frontier) == ({5}, {0})


def test_a_label_that_holds_later() -> None:
    assert read("future_label=label:Z,color:green").label_from == ("Z", "green")


def test_both_spellings_of_grey() -> None:
    assert parse("", name="1", colour="grey").colour == "gray"
    assert parse("", name="1", colour="gray").colour == "gray"
    assert read("town=revenue:yellow_1|grey_2").stops[0].value("gray") == 2


def test_decoration_is_skipped() -> None:
    plain = read("city=revenue:10;path=a:0,b:_0")
    decorated = read(
        "city=revenue:10,hide:1,style:rect;path=a:0,b:_0;frame=color:#123456;"
        "icon=image:1841/port,sticky:1;stub=edge:0;partition=a:0,b:3,type:water"
    )
    assert decorated == plain


# -- mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("citty=revenue:10", "citty=revenue:10: unknown part 'citty' (did you mean city?)"),
        ("city=revnue:10", "city has no 'revnue' (did you mean revenue?)"),
        ("city=revenue:ten", "revenue is 'ten', not a whole number"),
        ("city=revenue:-10", "revenue is '-10', not a whole number"),
        ("city=revenue", "revenue needs a value"),
        ("city=revenue:1,revenue:2", "revenue is given twice"),
        ("city=revenue:1,slots:0", "slots is 0"),
        ("city=revenue:1,loc:6", "loc is '6'"),
        ("city=revenue:1,closed:0", "closed is '0': write closed:1 or leave it out"),
        ("town=revenue:yelow_1", "unknown stage 'yelow' in revenue (did you mean yellow?)"),
        ("town=revenue:green_1", "revenue says nothing of the first stage, yellow"),
        ("town=revenue:yellow_1|yellow_2", "stage yellow is given twice"),
        ("town=revenue:0,visit_cost:0", "visit_cost cannot be said on a tile"),
        ("path=a:0", "path=a:0: b is missing"),
        ("path=a:0,b:6", "'6' is no edge: edges are 0 to 5"),
        ("path=a:0,b:_0", "there is no _0: the stops and junctions here are none"),
        ("city=revenue:0;path=a:0,b:_1", "there is no _1: the stops and junctions here are _0"),
        ("path=a:2,b:2", "both ends are the same"),
        ("path=a:0,b:3,track:narow", "unknown track 'narow' (did you mean narrow?)"),
        ("path=a:0,b:3,lanes:2", "parallel track is not known here"),
        ("junction;junction;path=a:_0,b:_1", "a path cannot join two junctions"),
        ("border=type:impassable", "edge is missing"),
        ("border=edge:0,type:impassible", "did you mean impassable?"),
        ("upgrade=cost:a", "cost is 'a', not a whole number"),
        ("label=", "a label needs its letters"),
        ("future_label=label:Z,color:grean", "unknown colour 'grean' (did you mean green?)"),
        ("future_label=label:Z", "color is missing"),
    ],
)
def test_a_mistake_names_the_part_and_what_is_wrong(code: str, said: str) -> None:
    message = refused(code)
    assert said in message
    assert "\n" not in message


def test_an_unknown_colour_of_a_tile() -> None:
    with pytest.raises(InputError, match=r"unknown colour 'grean' \(did you mean green\?\)"):
        parse("", name="1", colour="grean")


@given(st.text())
def test_no_text_breaks_the_parser(code: str) -> None:
    try:
        read(code)
    except InputError as error:
        assert error.place


@given(st.lists(st.sampled_from(["city", "path", "=", ":", ",", ";", "_0", "a", "b", "3", "|"])))
def test_no_jumble_of_its_own_words_breaks_the_parser(words: list[str]) -> None:
    try:
        read("".join(words))
    except InputError as error:
        assert error.place


# -- round trip ----------------------------------------------------------------------------


def written(tile: Tile) -> str:
    """The notation of a tile without junctions, part by part."""
    parts = [_stop(stop) for stop in tile.stops]
    for piece in tile.track:
        ends = [*map(str, piece.edges), *(f"_{stop}" for stop in piece.stops)]
        flags = ",track:narrow" * piece.narrow + ",terminal:1" * piece.terminal
        parts.append(f"path=a:{ends[0]},b:{ends[1]}{flags}")
    if tile.cost or tile.terrain:
        terrain = f",terrain:{'|'.join(tile.terrain)}" if tile.terrain else ""
        parts.append(f"upgrade=cost:{tile.cost}{terrain}")
    parts += [f"border=edge:{edge},type:impassable" for edge in tile.sealed]
    parts += [f"border=edge:{edge},type:province" for edge in tile.frontier]
    if tile.label:
        parts.append(f"label={tile.label}")
    if tile.label_from:
        parts.append("future_label=label:{},color:{}".format(*tile.label_from))
    return ";".join(parts)


def _stop(stop: PrintedStop) -> str:
    revenue = "|".join(f"{stage}_{value}" for stage, value in stop.values.items() if stage)
    attributes = [f"revenue:{revenue or stop.values['']}", f"slots:{stop.slots}"]
    attributes += [f"groups:{stop.area}"] if stop.area else []
    attributes += [f"loc:{stop.at:g}"] if stop.at is not None else []
    attributes += ["closed:1"] * stop.closed + ["alpine:1"] * stop.alpine
    return f"{stop.kind}={','.join(attributes)}"


figures = st.integers(0, 300)
words = st.text("ABCxyz", min_size=1, max_size=4)
stops = st.builds(
    PrintedStop,
    kind=st.sampled_from(["city", "town", "offboard", "pass", "port"]),
    values=st.one_of(
        st.builds(lambda value: {"": value}, figures),
        st.fixed_dictionaries(dict.fromkeys(STAGES, figures)),
    ),
    slots=st.integers(1, 4),
    area=st.none() | words,
    at=st.none() | st.integers(0, 11).map(lambda half: half / 2),
    closed=st.booleans(),
    alpine=st.booleans(),
)


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    printed = tuple(draw(st.lists(stops, max_size=3)))
    ends = [((edge,), ()) for edge in range(6)]
    ends += [((), (index,)) for index in range(len(printed))]
    joins = [(a[0] + b[0], a[1] + b[1]) for a, b in combinations(ends, 2)]
    chosen = draw(st.lists(st.sampled_from(joins), unique=True, max_size=8))
    track = tuple(Piece(*ends, draw(st.booleans()), draw(st.booleans())) for ends in chosen)
    return Tile(
        name="1",
        colour=draw(st.sampled_from(COLOURS)),
        stops=printed,
        track=track,
        label=draw(st.none() | words),
        label_from=draw(st.none() | st.tuples(words, st.sampled_from(COLOURS))),
        cost=draw(figures),
        terrain=tuple(draw(st.lists(words, max_size=2))),
        sealed=draw(st.frozensets(st.integers(0, 5))),
        frontier=draw(st.frozensets(st.integers(0, 5))),
    )


@given(tiles())
def test_a_tile_written_down_is_read_as_the_same_tile(tile: Tile) -> None:
    code = written(tile)
    assert parse(code, name="1", colour=tile.colour, stages=STAGES, printed=True) == tile


@given(tiles(), st.sampled_from([" ;", "; ", ";;"]))
def test_spaces_between_parts_do_not_matter(tile: Tile, joint: str) -> None:
    code = written(tile)
    assert read(code) == read(code.replace(";", joint))
