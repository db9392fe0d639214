"""Positions as people write them: is it a position at all, before asking what it means."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mapdata.errors import InputError, did_you_mean
from mapdata.position import Position
from mapdata.tables import explained

OTHER_KEYS = ("id", "name", "note", "holders", "shares", "share_price", "treasury", "market", "par")
"""Keys that a position may carry for single commands, or for people."""


class _PositionTable(msgspec.Struct, frozen=True):
    """The keys of a position. Numbers without quotes are taken for their digits."""

    title: str | int
    phase: str | int
    company: str
    trains: list[str | int] = []
    tiles: dict[str, str] = {}
    tokens: dict[str, list[str] | str] = {}


def read_position(data: object, place: str = "") -> Position:
    """Return the position in ``data``, what a TOML or JSON file held.

    Only its form is checked here (the keys, text where text belongs): whether its hexes,
    tiles, trains and companies exist is a question for the title.
    """
    if not isinstance(data, Mapping):
        raise InputError("expected a position: title, phase, company, trains, tiles, tokens", place)
    known = _PositionTable.__struct_fields__
    for key in data:
        if key not in known and key not in OTHER_KEYS:
            free = [name for name in known if name not in data]
            guess = did_you_mean(str(key), free) or did_you_mean(str(key), known)
            raise InputError(f"unknown key {key!r}{guess}", place)
    try:
        table = msgspec.convert(data, _PositionTable)
    except msgspec.ValidationError as error:
        wrong = _named(explained(error), data)
        raise (wrong.at(place) if place else wrong) from None
    return Position(
        title=str(table.title),
        phase=str(table.phase),
        company=table.company,
        trains=tuple(map(str, table.trains)),
        tiles=table.tiles,
        tokens={
            company: (stops,) if isinstance(stops, str) else tuple(stops)
            for company, stops in table.tokens.items()
        },
    )


def _named(error: InputError, data: Mapping[str, object]) -> InputError:
    """Name the entry that is wrong: the message itself says only ``tiles[...]``."""
    for key, wanted in (("tiles", str), ("tokens", (str, list))):
        entries = data.get(key)
        if not error.place.startswith(f"{key}[...]") or not isinstance(entries, Mapping):
            continue
        for name, value in entries.items():
            fine = isinstance(value, wanted)
            if isinstance(value, list):
                fine = fine and all(isinstance(each, str) for each in value)
            if not fine:
                return InputError(error.message, error.place.replace("[...]", f".{name}", 1))
    return error
