"""The parts of the tile notation: which there are, their attributes, and how to split a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mapdata.errors import InputError, did_you_mean

STOPS = ("city", "town", "halt", "offboard", "pass", "port")
ATTRIBUTES = {
    **dict.fromkeys(
        STOPS,
        (
            *("revenue", "slots", "groups", "area", "loc", "visit_cost", "kind", "single"),
            *("closed", "sort", "route", "symbol", "to_city"),
            *("hide", "style", "width", "boom", "format", "size", "rows", "color", "colour"),
        ),
    ),
    "path": (
        *("a", "b", "track", "terminal", "lanes", "a_lane", "b_lane", "ignore"),
        *("ignore_gauge_walk", "ignore_gauge_compare", "loc"),
    ),
    "upgrade": ("cost", "terrain", "loc", "size"),
    "border": ("edge", "type", "cost", "opens", "dashed", "color", "colour"),
    "future_label": ("label", "color", "colour", "sticker"),
    "stub": ("edge", "track"),
    "partition": ("a", "b", "type", "restrict", "length", "color", "colour"),
    "icon": ("image", "name", "sticky", "blocks_lay", "large", "loc", "owner", "visit_cost"),
}
PLAIN = ("junction", "label", "blank", "frame", "stripes", "assignment")

_NEXT_PART = re.compile(rf"(?<=[^;,:=|_]),?(?=(?:{'|'.join((*ATTRIBUTES, *PLAIN))})=)")
"""The start of a part that only a comma separates from the part before."""


def parts_of(code: str) -> Iterator[str]:
    """Yield the parts of a code; public boards forget a ``;`` here and there.

    Space at the end of a part stays: some boards print a label of nothing else.
    """
    for piece in code.split(";"):
        text = _NEXT_PART.sub(";", piece) if piece.count("=") > 1 else piece
        yield from filter(str.strip, map(str.lstrip, text.split(";")))


def split(text: str) -> dict[str, str]:
    """Split ``a:0,b:_0`` into its keys and values."""
    return {
        key.strip(): value.strip()
        for key, _, value in (item.partition(":") for item in text.split(","))
        if key.strip()
    }


def attributes_of(word: str, text: str) -> dict[str, str]:
    """Split ``a:0,b:_0``, refusing attributes that the part does not have."""
    found: dict[str, str] = {}
    for item in filter(None, text.split(",")):
        key, colon, value = (piece.strip() for piece in item.partition(":"))
        if key not in ATTRIBUTES[word]:
            raise InputError(f"{word} has no {key!r}{did_you_mean(key, ATTRIBUTES[word])}")
        if not colon or not value:
            raise InputError(f"{key} needs a value: {key}:…")
        if key in found and key != "groups":
            raise InputError(f"{key} is given twice")
        found[key] = f"{found[key]}|{value}" if key in found else value
    return found


def repeated_paths(code: str) -> list[str]:
    """Return the paths to an edge that a code has twice: the second is no further track."""
    seen: set[tuple[object, ...]] = set()
    found = []
    for part in parts_of(code):
        word, _, rest = part.partition("=")
        if word.strip() != "path":
            continue
        told = split(rest)
        ends = frozenset((told.pop("a", ""), told.pop("b", "")))
        drawn = (ends, *sorted(told.items()))
        if drawn in seen and any(not end.startswith("_") for end in ends):
            found.append(part.strip())
        seen.add(drawn)
    return found
