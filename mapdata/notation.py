"""The tile notation of the 18xx community, read into tiles.

A tile is parts joined by ``;``, each a word with its attributes::

    city=revenue:40,slots:2;path=a:0,b:_0;path=a:3,b:_0;label=Z

Stops (and junctions) are numbered in the order in which they are written: ``_0`` is the
first. What only decorates a picture is kept as written. Where the community has no word
the notation is extended: ``port``, and on any stop ``kind:`` (a stop kind of the title),
``area:`` (hexes of one area are one stop), ``closed:1`` (not in play until a tile
opens it), ``single:1`` (only one train of a company visits it) and ``sort:`` (only stops of
the same sort can follow it).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from mapdata.errors import InputError, did_you_mean, within
from mapdata.parts import ATTRIBUTES, PLAIN, STOPS, attributes_of, parts_of, split
from mapdata.paths import Lane, WrittenPath, edge_named, hints, pieces, side_by_side, with_stems
from mapdata.printed import needed, stop_of, whole_number
from mapdata.tile import COLOURS, SINGLE, Border, Cost, Partition, Piece, PrintedStop, Tile
from mapdata.written import whole

MOST_PARTS = 200
"""Parts of one tile; the fullest has some thirty."""

GAUGES = ("broad", "narrow", "dual", "thin", "future", "line")
FIGURES = ("diesel",)
"""Figures for trains of their own that every title may print beside those of the stages."""

_BORDERS = ("impassable", "province", "water", "mountain", "divider")
"""Types of border that are known; others are kept too, unless they look like a slip."""
_SPELT = {"impassible": "impassable"}
"""Other spellings of border types on public boards."""


def colour_named(word: str) -> str:
    """Return the colour of that name; ``grey`` is stored as ``gray``."""
    colour = "gray" if word == "grey" else word
    if colour not in COLOURS:
        raise InputError(f"unknown colour {word!r}{did_you_mean(word, COLOURS)}")
    return colour


class _Print(Struct):
    """The parts of a tile read so far."""

    stages: Sequence[str]
    figures: Sequence[str]
    places: list[int | None] = field(default_factory=list)
    """For every ``_n``: the index of its stop, or ``None`` for a junction."""
    stops: list[PrintedStop] = field(default_factory=list)
    paths: list[WrittenPath] = field(default_factory=list)
    label: str | None = None
    label_from: dict[str, str | None] = field(default_factory=dict)
    costs: list[Cost] = field(default_factory=list)
    sealed: set[int] = field(default_factory=set)
    opening: dict[int, str] = field(default_factory=dict)
    province_edges: set[int] = field(default_factory=set)
    borders: list[Border] = field(default_factory=list)
    stubs: set[int] = field(default_factory=set)
    partitions: list[Partition] = field(default_factory=list)
    icons: list[str] = field(default_factory=list)
    extras: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)


def parse(
    code: str,
    *,
    name: str,
    colour: str,
    stages: Sequence[str] = (),
    figures: Sequence[str] = FIGURES,
    count: int | None = None,
    layer: str = "tile",
    online_only: bool = False,
) -> Tile:
    """Read a tile or the print of a hex.

    Parameters
    ----------
    code
        The notation; an empty text is a plain hex.
    name
        Name of the tile, or the hex it is printed on.
    colour
        Its colour, ``gray`` or ``grey`` alike.
    stages
        The title's stages. A revenue by stages must name these; a stage left out keeps
        the figure of the one before. Without them, any stage is taken as written.
    figures
        Names of the figures that some trains read instead.
    count, layer, online_only
        As in :class:`~mapdata.tile.Tile`.
    """
    seen = _Print(stages, figures)
    if code.count(";") > MOST_PARTS:
        raise InputError(f"{code.count(';')} parts are more than a hex has room for")
    for part in parts_of(code):
        with within(part):
            _read_part(part, seen)
    track = with_stems(pieces(seen.paths, seen.places), seen.stops)
    seen.stubs |= hints(seen.paths, seen.places)
    _check_costs(seen.stops, track)
    return Tile(
        name=name,
        colour=colour_named(colour),
        stops=tuple(seen.stops),
        track=track,
        label=seen.label,
        label_from=seen.label_from,
        costs=tuple(seen.costs),
        sealed=frozenset(seen.sealed),
        opening=seen.opening,
        province_edges=frozenset(seen.province_edges),
        borders=tuple(seen.borders),
        stubs=frozenset(seen.stubs),
        partitions=tuple(seen.partitions),
        icons=tuple(seen.icons),
        extras=tuple(seen.extras),
        count=count,
        layer=layer,
        online_only=online_only,
    )


def _check_costs(stops: Sequence[PrintedStop], track: Sequence[Piece]) -> None:
    """Refuse stops with a negative revenue, unless no track leads to them."""
    for index, stop in enumerate(stops):
        least = min([*stop.values.values(), *stop.figures.values()])
        if least < 0 and any(index in piece.stops for piece in track):
            raise InputError(f"revenue is {least}: it must be 0 or more")


def _read_part(part: str, seen: _Print) -> None:
    word, _, rest = part.partition("=")
    word = word.rstrip()
    if word == "junction":
        seen.places.append(None)
    elif word == "label":
        if not rest:
            raise InputError("a label needs its letters: label=Z")
        seen.label = rest.strip() or None
    elif word == "blank":
        pass
    elif word in PLAIN:
        seen.extras.append((word, split(rest)))
    elif word not in ATTRIBUTES:
        known = (*ATTRIBUTES, *PLAIN)
        raise InputError(f"unknown part {word!r}{did_you_mean(word, known)}")
    else:
        _read_known(word, part, attributes_of(word, rest), seen)


def _read_known(word: str, part: str, attributes: Mapping[str, str], seen: _Print) -> None:
    """Read a part whose attributes are known to be fine."""
    if word in STOPS:
        seen.places.append(len(seen.stops))
        seen.stops.append(stop_of(word, attributes, seen.stages, seen.figures))
        _keep(word, attributes, ("hide", "style", "boom", "route", "symbol", "to_city"), seen)
    elif word == "path":
        _read_path(part, attributes, seen)
    elif word == "upgrade":
        terrain = tuple(filter(None, attributes.get("terrain", "").split("|")))
        seen.costs.append(Cost(whole_number(attributes, "cost", "0"), terrain))
    elif word == "border":
        _read_border(attributes, seen)
    elif word == "future_label":
        label = needed(attributes, "label")
        seen.label_from[_colour(attributes)] = None if label == "none" else label
    elif word == "stub":
        seen.stubs.add(edge_named(needed(attributes, "edge")))
    elif word == "partition":
        seen.partitions.append(_partition(attributes))
    else:
        image = attributes.get("name") or needed(attributes, "image")
        seen.icons.append(image.rpartition("/")[2])
        _keep(word, attributes, ("image", "sticky", "blocks_lay", "large", "loc", "owner"), seen)


def _keep(word: str, attributes: Mapping[str, str], keys: Iterable[str], seen: _Print) -> None:
    """Keep what only a picture or a single game asks for."""
    kept = {key: attributes[key] for key in keys if key in attributes}
    if kept:
        seen.extras.append((word, kept))


def _colour(attributes: Mapping[str, str]) -> str:
    return colour_named(attributes.get("colour") or needed(attributes, "color"))


def _read_path(part: str, attributes: Mapping[str, str], seen: _Print) -> None:
    gauge = attributes.get("track", "broad")
    if gauge not in GAUGES:
        raise InputError(f"unknown track {gauge!r}{did_you_mean(gauge, GAUGES)}")
    path = WrittenPath(
        part,
        needed(attributes, "a"),
        needed(attributes, "b"),
        gauge,
        "terminal" in attributes,
        _lane(attributes, "a_lane"),
        _lane(attributes, "b_lane"),
    )
    if "ignore" in attributes or gauge in ("future", "line"):
        seen.extras.append(("path", attributes))  # drawn, but no track
    elif "lanes" in attributes:
        seen.paths += side_by_side(path, whole_number(attributes, "lanes"))
    else:
        seen.paths.append(path)


def _lane(attributes: Mapping[str, str], key: str) -> Lane:
    """Read a lane: ``2.1`` is the second of two tracks."""
    if key not in attributes:
        return SINGLE
    first, _, second = attributes[key].partition(".")
    lanes, lane = whole(first), whole(second or "0")
    if lanes is None or lane is None or lane >= lanes:
        raise InputError(f"{key} is {attributes[key]!r}: write 2.0 or 2.1 for the tracks of two")
    return lanes, lane


def _read_border(attributes: Mapping[str, str], seen: _Print) -> None:
    edge = edge_named(needed(attributes, "edge"))
    kind = attributes.get("type", "")
    kind = _SPELT.get(kind, kind)
    if kind not in _BORDERS and (guess := did_you_mean(kind, _BORDERS)):
        raise InputError(f"unknown type of border {kind!r}{guess}")
    if "opens" in attributes:
        if kind != "impassable":
            raise InputError("opens goes with type:impassable, and says the phase")
        seen.opening[edge] = attributes["opens"]
    elif kind == "impassable":
        seen.sealed.add(edge)
    elif kind == "province":
        seen.province_edges.add(edge)
    if kind != "impassable" and ("cost" in attributes or kind not in ("", "province")):
        seen.borders.append(Border(edge, kind, whole_number(attributes, "cost", "0")))


def _partition(attributes: Mapping[str, str]) -> Partition:
    """Read a line from before edge ``a`` to before edge ``b``; ``+`` and ``-`` only move it.

    One from the middle of the hex (``-1``) parts no edges.
    """
    ends = [needed(attributes, key).rstrip("+-") for key in ("a", "b")]
    if "-1" in ends:
        ends.remove("-1")
        edge_named(ends[0])
        return Partition(frozenset(), frozenset(), attributes.get("type", ""), "")
    first, last = sorted(map(edge_named, ends))
    inner = frozenset(range(first, last))
    restrict = attributes.get("restrict", "")
    if restrict not in ("", "inner", "outer"):
        raise InputError(f"restrict is {restrict!r}: inner or outer")
    outer = frozenset(range(6)) - inner
    return Partition(
        frozenset() if restrict == "outer" else inner,
        frozenset() if restrict == "inner" else outer,
        attributes.get("type", ""),
        restrict,
    )
