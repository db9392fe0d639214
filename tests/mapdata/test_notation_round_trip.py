"""Tiles written down in the notation and read again are the same."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from notation_read import STAGES, read

from mapdata.notation import COLOURS, parse
from mapdata.paths import with_stems
from mapdata.tile import Border, Cost, Piece, PrintedStop, Tile

words = st.text("ABCxyz", min_size=1, max_size=4)


def written(tile: Tile) -> str:
    """The notation of a tile without junctions, part by part."""
    parts = [_stop(stop) for stop in tile.stops]
    for piece in tile.track:
        ends = [*map(str, piece.edges), *(f"_{stop}" for stop in piece.stops)]
        flags = f",track:{piece.gauge}" * (piece.gauge != "broad") + ",terminal:1" * piece.terminal
        parts.append(f"path=a:{ends[0]},b:{ends[1]}{flags}")
    for cost in tile.costs:
        terrain = f",terrain:{'|'.join(cost.terrain)}" if cost.terrain else ""
        parts.append(f"upgrade=cost:{cost.amount}{terrain}")
    parts += [f"border=edge:{each.edge},type:{each.kind},cost:{each.cost}" for each in tile.borders]
    parts += [f"border=edge:{edge},type:impassable" for edge in tile.sealed]
    parts += [f"border=edge:{edge},type:province" for edge in tile.province_edges]
    if tile.label:
        parts.append(f"label={tile.label}")
    parts += [
        f"future_label=label:{label or 'none'},color:{colour}"
        for colour, label in tile.label_from.items()
    ]
    return ";".join(parts)


def _stop(stop: PrintedStop) -> str:
    by_stage = {**stop.values, **stop.figures}
    revenue = "|".join(f"{stage}_{value}" for stage, value in by_stage.items() if stage)
    attributes = [f"revenue:{revenue or stop.values['']}", f"slots:{stop.slots}"]
    attributes += [f"area:{stop.area}"] if stop.area else []
    attributes += [f"groups:{'|'.join(stop.groups)}"] if stop.groups else []
    attributes += [f"visit_cost:{stop.visit}"]
    attributes += [f"loc:{stop.at:g}"] if stop.at is not None else []
    attributes += ["closed:1"] * stop.closed + ([f"sort:{stop.sort}"] if stop.sort else [])
    return f"{stop.kind}={','.join(attributes)}"


figures = st.integers(0, 300)


stops = st.builds(
    PrintedStop,
    kind=st.sampled_from(["city", "town", "offboard", "pass", "port"]),
    values=st.one_of(
        st.builds(lambda value: {"": value}, figures),
        st.fixed_dictionaries(dict.fromkeys(STAGES, figures)),
    ),
    slots=st.integers(1, 4),
    area=st.none() | words,
    groups=st.lists(words, max_size=2).map(tuple),
    visit=st.integers(0, 2),
    at=st.none() | st.integers(0, 11).map(lambda half: half / 2),
    closed=st.booleans(),
    sort=st.none() | words,
)


costs = st.builds(Cost, figures, st.lists(words, max_size=2).map(tuple))


borders = st.builds(Border, st.integers(0, 5), st.sampled_from(["water", "mountain"]), figures)


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    printed = tuple(draw(st.lists(stops, max_size=3)))
    ends = [((edge,), ()) for edge in range(6)]
    ends += [((), (index,)) for index in range(len(printed))]
    joins = [(a[0] + b[0], a[1] + b[1]) for a, b in combinations(ends, 2)]
    chosen = draw(st.lists(st.sampled_from(joins), unique=True, max_size=8))
    gauges = st.sampled_from(["broad", "narrow", "dual", "thin"])
    track = tuple(Piece(*ends, draw(gauges), draw(st.booleans())) for ends in chosen)
    return Tile(
        name="1",
        colour=draw(st.sampled_from(COLOURS)),
        stops=printed,
        track=with_stems(track, printed),
        label=draw(st.none() | words),
        label_from=draw(st.dictionaries(st.sampled_from(COLOURS), st.none() | words, max_size=2)),
        costs=tuple(draw(st.lists(costs, max_size=2))),
        borders=tuple(draw(st.lists(borders, max_size=2))),
        sealed=draw(st.frozensets(st.integers(0, 5))),
        province_edges=draw(st.frozensets(st.integers(0, 5))),
    )


@given(tiles())
def test_a_tile_written_down_is_read_as_the_same_tile(tile: Tile) -> None:
    code = written(tile)
    assert parse(code, name="1", colour=tile.colour, stages=STAGES) == tile


@given(tiles(), st.sampled_from([" ;", "; ", ";;"]))
def test_spaces_between_parts_do_not_matter(tile: Tile, joint: str) -> None:
    code = written(tile)
    assert read(code) == read(code.replace(";", joint))
