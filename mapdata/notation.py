"""The tile notation of the 18xx community, read into tiles.

A tile is parts joined by ``;``, each a word with its attributes::

    city=revenue:40,slots:2;path=a:0,b:_0;path=a:3,b:_0;label=Z

Stops (and junctions) are numbered in the order in which they are written: ``_0`` is the
first. What only decorates a picture is accepted and left out. Where the community has no
word the notation is extended: ``port``, and on any stop ``kind:`` (a stop kind of the
title), ``closed:1`` (not in play until a panel opens it) and ``alpine:1``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mapdata.errors import InputError, did_you_mean, within
from mapdata.paths import Path, edge_named, pieces
from mapdata.tile import PrintedStop, Tile
from mapdata.written import MOST_PRINTED, whole

MOST_PARTS = 200
"""Parts of one tile; the fullest has some thirty."""

COLOURS = (
    *("white", "yellow", "green", "brown", "gray"),
    *("red", "blue", "purple", "black", "orange", "sepia"),
)

_STOPS = ("city", "town", "offboard", "pass", "port")
_DECORATIONS = ("frame", "icon", "stub", "partition", "stripes")
_ATTRIBUTES = {
    **dict.fromkeys(_STOPS, ("revenue", "slots", "groups", "loc", "kind", "closed", "alpine")),
    "path": ("a", "b", "track", "terminal"),
    "upgrade": ("cost", "terrain"),
    "border": ("edge", "type"),
    "future_label": ("label", "color", "colour"),
}
_PLAIN = ("junction", "label")
_DECORATING = {
    **dict.fromkeys(_STOPS, ("hide", "style", "width", "boom", "format", "size")),
    "upgrade": ("loc", "size"),
    "border": ("color", "colour"),
    "future_label": ("sticker",),
}
_ELSEWHERE = {
    "visit_cost": "what a train counts stands in the title's trains (counts)",
    "route": "how routes treat a stop stands in the title's stop kinds",
    "lanes": "parallel track is not known here",
    "a_lane": "parallel track is not known here",
    "b_lane": "parallel track is not known here",
}


def colour_named(word: str) -> str:
    """Return the colour of that name; ``grey`` is stored as ``gray``."""
    colour = "gray" if word == "grey" else word
    if colour not in COLOURS:
        raise InputError(f"unknown colour {word!r}{did_you_mean(word, COLOURS)}")
    return colour


@dataclass(slots=True)
class _Print:
    """What has been read of a tile so far."""

    stages: Sequence[str]
    places: list[int | None] = field(default_factory=list)
    """For every ``_n``: the index of its stop, or ``None`` for a junction."""
    stops: list[PrintedStop] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    label: str | None = None
    label_from: tuple[str, str] | None = None
    cost: int = 0
    terrain: list[str] = field(default_factory=list)
    sealed: set[int] = field(default_factory=set)
    frontier: set[int] = field(default_factory=set)


def parse(
    code: str,
    *,
    name: str,
    colour: str,
    stages: Sequence[str] = (),
    printed: bool = False,
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
    printed
        A hex of the board: ``upgrade=cost`` is what its first tile costs, and not what
        replacing the tile costs.
    count, layer, online_only
        As in :class:`~mapdata.tile.Tile`.
    """
    seen = _Print(stages)
    if code.count(";") > MOST_PARTS:
        raise InputError(f"{code.count(';')} parts are more than a hex has room for")
    for part in filter(None, (piece.strip() for piece in code.split(";"))):
        with within(part):
            _read_part(part, seen)
    return Tile(
        name=name,
        colour=colour_named(colour),
        stops=tuple(seen.stops),
        track=pieces(seen.paths, seen.places),
        label=seen.label,
        label_from=seen.label_from,
        cost=seen.cost if printed else 0,
        terrain=tuple(seen.terrain),
        sealed=frozenset(seen.sealed),
        frontier=frozenset(seen.frontier),
        count=count,
        layer=layer,
        online_only=online_only,
        upgrade_cost=0 if printed else seen.cost,
    )


def _read_part(part: str, seen: _Print) -> None:
    word, _, rest = part.partition("=")
    if word in _DECORATIONS:
        return
    if word == "junction":
        seen.places.append(None)
        return
    if word == "label":
        if not rest:
            raise InputError("a label needs its letters: label=Z")
        seen.label = rest
        return
    if word not in _ATTRIBUTES:
        known = (*_ATTRIBUTES, *_PLAIN, *_DECORATIONS)
        raise InputError(f"unknown part {word!r}{did_you_mean(word, known)}")
    attributes = _attributes(word, rest)
    if word in _STOPS:
        seen.places.append(len(seen.stops))
        seen.stops.append(_stop(word, attributes, seen.stages))
    elif word == "path":
        ends = _needed(attributes, "a"), _needed(attributes, "b")
        narrow = _narrow(attributes.get("track", "broad"))
        seen.paths.append(Path(part, *ends, narrow, terminal="terminal" in attributes))
    elif word == "upgrade":
        seen.cost += _whole(attributes, "cost", "0")
        seen.terrain += [each for each in attributes.get("terrain", "").split("|") if each]
    elif word == "border":
        _read_border(attributes, seen)
    else:
        colour = attributes.get("colour") or _needed(attributes, "color")
        seen.label_from = (_needed(attributes, "label"), colour_named(colour))


def _attributes(word: str, text: str) -> dict[str, str]:
    """Split ``a:0,b:_0``, refusing attributes that the part does not have."""
    found: dict[str, str] = {}
    for item in filter(None, text.split(",")):
        key, colon, value = (piece.strip() for piece in item.partition(":"))
        if key in _DECORATING.get(word, ()):
            continue
        if key in _ELSEWHERE:
            raise InputError(f"{key} cannot be said on a tile: {_ELSEWHERE[key]}")
        if key not in _ATTRIBUTES[word]:
            raise InputError(f"{word} has no {key!r}{did_you_mean(key, _ATTRIBUTES[word])}")
        if not colon or not value:
            raise InputError(f"{key} needs a value: {key}:…")
        if key in found:
            raise InputError(f"{key} is given twice")
        found[key] = value
    return found


def _needed(attributes: Mapping[str, str], key: str) -> str:
    if key not in attributes:
        raise InputError(f"{key} is missing")
    return attributes[key]


def _whole(attributes: Mapping[str, str], key: str, default: str | None = None) -> int:
    text = _needed(attributes, key) if default is None else attributes.get(key, default)
    number = whole(text)
    if number is None:
        raise InputError(f"{key} is {text!r}, not a whole number")
    if number > MOST_PRINTED:
        raise InputError(f"{key} is {text}, more than {MOST_PRINTED}")
    return number


def _narrow(track: str) -> bool:
    if track not in ("broad", "narrow"):
        raise InputError(f"unknown track {track!r}{did_you_mean(track, ('broad', 'narrow'))}")
    return track == "narrow"


def _stop(word: str, attributes: Mapping[str, str], stages: Sequence[str]) -> PrintedStop:
    place = attributes.get("loc")
    centred = place in ("center", "centre")
    slots = _whole(attributes, "slots", "1")
    if slots == 0:
        raise InputError("slots is 0: a stop without places has no slots written")
    return PrintedStop(
        kind=attributes.get("kind", word),
        values=_values(attributes.get("revenue", "0"), stages),
        slots=slots,
        area=attributes.get("groups"),
        at=None if place is None or centred else _location(place),
        closed=_flag(attributes, "closed"),
        alpine=_flag(attributes, "alpine"),
        centred=centred,
    )


def _flag(attributes: Mapping[str, str], key: str) -> bool:
    if attributes.get(key, "1") != "1":
        raise InputError(f"{key} is {attributes[key]!r}: write {key}:1 or leave it out")
    return key in attributes


def _location(text: str) -> float:
    halves = {str(half / 2).removesuffix(".0"): half / 2 for half in range(12)}
    if text not in halves:
        raise InputError(f"loc is {text!r}: an edge (3), between two (2.5), or center")
    return halves[text]


def _values(text: str, stages: Sequence[str]) -> dict[str, int]:
    """Read ``40`` or ``yellow_20|green_40``."""
    if "_" not in text:
        return {"": _whole({"revenue": text}, "revenue")}
    given: dict[str, int] = {}
    for item in text.split("|"):
        stage, _, figure = item.rpartition("_")
        stage = "gray" if stage == "grey" else stage
        if stages and stage not in stages:
            raise InputError(f"unknown stage {stage!r} in revenue{did_you_mean(stage, stages)}")
        if stage in given:
            raise InputError(f"stage {stage} is given twice in revenue")
        given[stage] = _whole({"revenue": figure}, "revenue")
    if not stages:
        return given
    if stages[0] not in given:
        raise InputError(f"revenue says nothing of the first stage, {stages[0]}")
    values: dict[str, int] = {}
    figure_now = 0
    for stage in stages:
        figure_now = values[stage] = given.get(stage, figure_now)
    return values


def _read_border(attributes: Mapping[str, str], seen: _Print) -> None:
    edge = edge_named(_needed(attributes, "edge"))
    kind = attributes.get("type")
    if kind == "impassable":
        seen.sealed.add(edge)
    elif kind == "province":
        seen.frontier.add(edge)
    elif kind is not None:
        known = ("impassable", "province")
        raise InputError(f"unknown type of border {kind!r}{did_you_mean(kind, known)}")
