"""The further facts of a position, beside tiles and markers, in terms of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from hexgraph.face import Face, StopKey
from hexgraph.sides import split_stop
from mapdata.errors import InputError, look_up, within
from mapdata.places import find_hex
from mapdata.position import Before, Position, Right
from mapdata.title import Title

ANY_CITY = ".*"
"""Behind a hex: a place in one of its cities, whichever."""


class Also(Struct, frozen=True):
    """The further facts of a position; :class:`mapdata.position.Position` explains each.

    Hexes are ids here, and stops are keys, whatever way they were written.
    """

    slots: Mapping[StopKey, int] = field(default_factory=dict)
    neutral: frozenset[StopKey] = frozenset()
    groups: Mapping[StopKey, tuple[str, ...]] = field(default_factory=dict)
    neighbours: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    assigned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    """The marks that the company holds."""
    privates: frozenset[str] = frozenset()
    rights: tuple[Right, ...] = ()
    end_double: frozenset[str] = frozenset()
    must_connect: tuple[str, str] | None = None
    blocked: frozenset[str] = frozenset()
    reserved: Mapping[tuple[str, int | None], tuple[str, ...]] = field(default_factory=dict)
    """Companies that a place is kept for in a stop, or (``None``) somewhere in the hex."""
    left: tuple[int | tuple[int, str], ...] | None = None
    before: Before = field(default_factory=Before)
    by: str | None = None
    nth: int | None = None
    cash: int | None = None


NOTHING = Also()

_KEYS = (
    *("slots", "neutral", "groups", "neighbours", "assigned", "markers", "privates"),
    *("abilities", "end_double", "must_connect", "blocked", "reserved", "before"),
)


def also_of(position: Position, title: Title, faces: Mapping[str, Face]) -> Also:
    """Return the further facts of ``position``; what is impossible is an error."""
    plain = NOTHING
    if (position.left, position.by, position.nth, position.cash) != (None, None, None, None):
        plain = Also(left=position.left, by=position.by, nth=position.nth, cash=position.cash)
    if not any(getattr(position, key) for key in _KEYS):
        return plain
    return replace(
        plain,
        slots={
            _stop(title, faces, text, "slots"): _places(count, f"slots.{text}")
            for text, count in position.slots.items()
        },
        neutral=frozenset(_stop(title, faces, text, "neutral") for text in position.neutral),
        groups={
            _stop(title, faces, text, "groups"): groups for text, groups in position.groups.items()
        },
        neighbours={
            _hex(title, text, "neighbours"): _edges(title, edges, f"neighbours.{text}")
            for text, edges in position.neighbours.items()
        },
        assigned={
            _hex(title, text, "assigned"): marks for text, marks in position.assigned.items()
        },
        held=frozenset(position.markers),
        privates=frozenset(_known(title.privates, position.privates, "privates")),
        rights=tuple(_right(title, right) for right in position.abilities),
        end_double=frozenset(_hex(title, text, "end_double") for text in position.end_double),
        must_connect=_pair(title, position.must_connect),
        blocked=frozenset(_hex(title, text, "blocked") for text in position.blocked),
        reserved=dict(_reserved(title, faces, position)),
        before=_before(title, position.before),
    )


def _hex(title: Title, text: str, place: str) -> str:
    with within(place):
        return find_hex(title, text)


def _stop(title: Title, faces: Mapping[str, Face], text: str, place: str) -> StopKey:
    with within(place):
        hex_id, index = split_stop(title, text)
        stops = faces[hex_id].stops
        if not stops:
            raise InputError(f"there is no stop at {text}")
        if index is None and len(stops) > 1:
            options = " or ".join(faces[hex_id].stop_id(each) for each in range(len(stops)))
            raise InputError(f"{text} has {len(stops)} stops: write {options}")
        if (index or 0) >= len(stops):
            raise InputError(f"{text}: {hex_id} has no stop {index}")
        return hex_id, index or 0


def _places(count: int, place: str) -> int:
    if count < 0:
        raise InputError(f"{count} places", place)
    return count


def _edges(title: Title, edges: Mapping[str, str], place: str) -> dict[int, str]:
    with within(place):
        for edge in edges:
            if edge not in "012345" or len(edge) != 1:
                raise InputError(f"{edge!r} is no edge: edges are 0 to 5")
        return {int(edge): find_hex(title, across) for edge, across in edges.items()}


def _known(options: Mapping[str, object], words: Iterable[str], place: str) -> Iterable[str]:
    with within(place):
        for word in words:
            look_up(options, word, "private company")
    return words


def _right(title: Title, right: Right) -> Right:
    with within("abilities"):
        look_up(title.rights, right.type, "ability")
        return replace(right, hexes=tuple(find_hex(title, text) for text in right.hexes))


def _before(title: Title, before: Before | None) -> Before:
    if before is None:
        return Before()
    lays = tuple(_hex(title, text, "before.lays") for text in before.lays)
    return replace(before, lays=lays)


def _pair(title: Title, pair: tuple[str, str] | None) -> tuple[str, str] | None:
    if pair is None:
        return None
    return _hex(title, pair[0], "must_connect"), _hex(title, pair[1], "must_connect")


def _reserved(
    title: Title, faces: Mapping[str, Face], position: Position
) -> Iterable[tuple[tuple[str, int | None], tuple[str, ...]]]:
    for text, companies in position.reserved.items():
        with within(f"reserved.{text}"):
            for company in companies:
                look_up({**title.companies, **title.privates}, company, "company")
        if text.endswith(ANY_CITY):
            yield (_hex(title, text.removesuffix(ANY_CITY), "reserved"), None), companies
        else:
            yield _stop(title, faces, text, "reserved"), companies
