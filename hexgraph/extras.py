"""The further facts of a position, beside tiles and markers, in terms of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from hexgraph.face import Face, StopKey
from hexgraph.sides import split_stop
from mapdata.errors import InputError, look_up, within
from mapdata.places import find_hex
from mapdata.position import Before, Position, Premium, Right
from mapdata.title import Title

ANY_CITY = ".*"
"""Suffix of a hex: a place in any one of its cities."""


class PositionExtras(Struct, frozen=True):
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
    destination: Mapping[str, str] = field(default_factory=dict)
    """The ids of the stops ``home`` and ``token``."""
    values: Mapping[str, Mapping[str, int] | int] = field(default_factory=dict)
    amounts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    wounded: frozenset[str] = frozenset()
    express: int = 1
    open: tuple[tuple[str, ...], ...] = ()
    """Places that nobody has claimed yet, each a list of hexes."""
    beside: int = 0
    premium: Premium | None = None
    no_station: tuple[str, StopKey] | None = None
    """A company, and the stop where its marker is no station."""
    cubes: Mapping[str, int] = field(default_factory=dict)
    permits: str | list[str] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    blocked: frozenset[str] = frozenset()
    reserved: Mapping[tuple[str, int | None], tuple[str, ...]] = field(default_factory=dict)
    """Companies for which a place is reserved in a stop, or (``None``) anywhere in the hex."""
    left: tuple[int | tuple[int, str], ...] | None = None
    before: Before = field(default_factory=Before)
    leased: bool = False
    nationalized: bool = False
    by: str | None = None
    nth: int | None = None
    cash: int | None = None
    rules: str | None = None

    def value(self, hex_id: str, stage: str) -> int | None:
        """Value of the stops of a hex in a stage, if the position states it."""
        stated = self.values.get(hex_id)
        return stated.get(stage) if isinstance(stated, Mapping) else stated

    @property
    def book(self) -> bool:
        """Whether the rulebook decides where online games differ from it."""
        return self.rules == "book"


NOTHING = PositionExtras()

_KEYS = (
    *("slots", "neutral", "groups", "neighbours", "assigned", "markers", "privates"),
    *("abilities", "end_double", "must_connect", "blocked", "reserved", "before"),
    "connections_open",
    *("destination", "president_privates", "values", "wounded", "beside", "labels", "no_station"),
    *("premium", "cubes", "amounts", "states", "leased", "nationalization"),
)
_SINGLE = ("left", "by", "nth", "cash", "rules", "permits")
"""Facts that are taken over unchanged."""


def extras_of(position: Position, title: Title, faces: Mapping[str, Face]) -> PositionExtras:
    """Return the further facts of ``position``; what is impossible is an error."""
    plain = NOTHING
    single = {key: getattr(position, key) for key in _SINGLE}
    if any(value is not None for value in single.values()):
        plain = PositionExtras(**single)
    if not any(getattr(position, key) for key in _KEYS) and position.express == 1:
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
        held=frozenset((*position.markers, *position.states)),
        leased=position.leased,
        nationalized=position.nationalization,
        privates=frozenset(_privates(title, position)),
        destination=_destination(title, faces, position.destination),
        values={_hex(title, text, "values"): row for text, row in position.values.items()},
        amounts={
            word: {_hex(title, text, word): amount for text, amount in row.items()}
            for word, row in position.amounts.items()
        },
        wounded=frozenset(position.wounded),
        express=position.express,
        open=tuple(
            tuple(_hex(title, text, "connections_open") for text in place)
            for place in position.connections_open
        ),
        beside=position.beside,
        rights=tuple(_right(title, right) for right in position.abilities),
        end_double=frozenset(_hex(title, text, "end_double") for text in position.end_double),
        must_connect=_pair(title, position.must_connect),
        premium=_premium(title, position.premium),
        no_station=_no_station(title, faces, position.no_station),
        cubes={
            _hex(title, text, "cubes"): _places(count, f"cubes.{text}")
            for text, count in position.cubes.items()
        },
        labels={_hex(title, text, "labels"): label for text, label in position.labels.items()},
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
        raise InputError(f"the number must be 0 or more, not {count}", place)
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


def _privates(title: Title, position: Position) -> Iterable[str]:
    """Yield the private companies of the company, and those that serve it by its president."""
    yield from _known(title.privates, position.privates, "privates")
    yield from _known(title.privates, position.president_privates, "president_privates")


def _destination(
    title: Title, faces: Mapping[str, Face], ends: Mapping[str, str]
) -> dict[str, str]:
    for word in ends:
        if word not in ("home", "token"):
            raise InputError(f"{word!r} is no stop of it: write home and token", "destination")
    if len(ends) == 1:
        raise InputError("home and token are both needed", "destination")
    stops = {word: _stop(title, faces, text, "destination") for word, text in ends.items()}
    return {word: faces[hex_id].stop_id(at) for word, (hex_id, at) in stops.items()}


def _premium(title: Title, premium: Premium | None) -> Premium | None:
    if premium is None:
        return None
    with within(f"{premium.name}.company"):
        if premium.company:
            look_up(title.companies, premium.company, "company")
    return replace(premium, hex=_hex(title, premium.hex, f"{premium.name}.hex"))


def _no_station(
    title: Title, faces: Mapping[str, Face], marker: Mapping[str, str]
) -> tuple[str, StopKey] | None:
    if not marker:
        return None
    if set(marker) != {"company", "stop"}:
        raise InputError("company and stop are both needed, and nothing else", "no_station")
    with within("no_station.company"):
        look_up(title.companies, marker["company"], "company")
    return marker["company"], _stop(title, faces, marker["stop"], "no_station.stop")


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
        elif text in faces and not faces[text].stops:  # its city comes with a tile
            yield (text, None), companies
        else:
            yield _stop(title, faces, text, "reserved"), companies
