"""Attributes of the tile notation: numbers, and a stop with its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mapdata.errors import InputError, among
from mapdata.tile import COLOURS, PrintedStop
from mapdata.written import MOST_PRINTED, whole


def _figure(text: str) -> int:
    """Return a revenue; a negative one stands on some boards beside the track."""
    number = whole_number({"revenue": text.removeprefix("-")}, "revenue")
    return -number if text.startswith("-") else number


def whole_number(attributes: Mapping[str, str], key: str, default: str | None = None) -> int:
    """Return an attribute as a number; ``default`` is read if it is not there."""
    text = needed(attributes, key) if default is None else attributes.get(key, default)
    number = whole(text)
    if number is None:
        raise InputError(f"{key} is {text!r}, not a whole number")
    if number > MOST_PRINTED:
        raise InputError(f"{key} is {text}, more than {MOST_PRINTED}")
    return number


def needed(attributes: Mapping[str, str], key: str) -> str:
    """Return an attribute that must be there."""
    if key not in attributes:
        raise InputError(f"{key} is missing")
    return attributes[key]


def stop_of(
    word: str, attributes: Mapping[str, str], stages: Sequence[str], figures: Sequence[str]
) -> PrintedStop:
    """Return the stop that a part describes."""
    place = attributes.get("loc")
    centred = place in ("center", "centre")
    values, special = _values(attributes.get("revenue", "0"), stages, figures)
    return PrintedStop(
        kind=attributes.get("kind", word),
        values=values,
        figures=special,
        slots=whole_number(attributes, "slots", "1"),
        area=attributes.get("area"),
        groups=tuple(filter(None, attributes.get("groups", "").split("|"))),
        visit=whole_number(attributes, "visit_cost", "1"),
        at=None if place is None or centred else _location(place),
        single=_flag(attributes, "single"),
        closed=_flag(attributes, "closed"),
        sort=attributes.get("sort"),
        centred=centred,
    )


def _flag(attributes: Mapping[str, str], key: str) -> bool:
    if attributes.get(key, "1") != "1":
        raise InputError(f"{key} is {attributes[key]!r}: write {key}:1 or leave it out")
    return key in attributes


def _location(text: str) -> float:
    first, _, half = text.partition(".")
    edge = whole(first)
    if edge is None or half not in ("", "0", "5"):
        raise InputError(f"loc is {text!r}: an edge (3), between two (2.5), or center")
    return (edge + (0.5 if half == "5" else 0)) % 6


def _values(
    text: str, stages: Sequence[str], figures: Sequence[str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Read ``40`` or ``yellow_20|green_40|diesel_80``: by stage, and for special trains."""
    if "_" not in text:
        return {"": _figure(text)}, {}
    known = _in_order(stages)
    given: dict[str, int] = {}
    for item in filter(None, text.split("|")):
        stage, _, figure = item.rpartition("_")
        stage = "gray" if stage == "grey" else stage
        if stages and stage not in known and stage not in figures:
            raise InputError(f"unknown stage {stage!r} in revenue{among(stage, known)}")
        if stage in given:
            raise InputError(f"stage {stage} is given twice in revenue")
        given[stage] = _figure(figure)
    special = {name: given.pop(name) for name in figures if name in given}
    if not stages:
        return given, special
    values: dict[str, int] = {}
    figure_now = 0
    for stage in known:
        figure_now = given.get(stage, figure_now)
        if stage in stages:
            values[stage] = figure_now
    return values, special


def _in_order(stages: Sequence[str]) -> Sequence[str]:
    """All colours, if the stages are colours in their order; otherwise the stages as they are.

    A board may print a figure for a colour that no phase ends with.
    """
    at = [COLOURS.index(stage) for stage in stages if stage in COLOURS]
    return COLOURS if len(at) == len(stages) and at == sorted(at) else stages
