"""The tables of a title's files, checked as they are read.

Every table is converted on its own, so that an error can name it: which table of which
file, which key, what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeVar

import msgspec

from mapdata.errors import InputError, did_you_mean


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of which every key is known."""


T = TypeVar("T", bound=Table)


class Axes(Table, frozen=True):
    """Which coordinate the letter and the number of a hex give: ``K10``."""

    letter: Literal["x", "y"] = "y"
    number: Literal["x", "y"] = "x"


class StopKindTable(Table, frozen=True):
    """A stop kind, as :class:`mapdata.title.StopKind`."""

    through: bool = True
    makes_route: bool = True
    marker: bool = False
    blocks: bool = False
    alone: bool = False


class PhaseTable(Table, frozen=True):
    """A phase; ``tiles`` are the colours that may be laid."""

    stage: str
    tiles: list[str]
    operating_rounds: int = 1
    train_limit: dict[str, int] = {}
    starts_with: str | None = None
    scraps: list[str] = []
    turns: dict[str, str] = {}


class CompanyKindTable(Table, frozen=True):
    """A kind of company that may own only these trains."""

    trains: list[str]


class CompanyTable(Table, frozen=True):
    """A company, as :class:`mapdata.title.Company`."""

    name: str
    kind: str
    homes: list[str] = []
    destination: str | None = None
    markers: list[int] = []
    colour: str = "#888888"
    text_colour: str = "#ffffff"


class TileTable(Table, frozen=True):
    """A tile: its notation and how many there are (all one needs, if not said)."""

    colour: str
    code: str
    count: int | None = None
    layer: Literal["tile", "overlay", "panel"] = "tile"
    online_only: bool = False


_WORDS = {"str": "text", "int": "a whole number", "object": "a table", "array": "a list"}
_WORDS |= {"bool": "true or false", "float": "a number", "null": "nothing"}
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_TYPE = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")


def to_table(data: object, kind: type[T], place: str) -> T:
    """Convert what TOML or JSON gave into a table, or say what is wrong with it."""
    if isinstance(data, Mapping):
        known = kind.__struct_fields__
        for key in data:
            if key not in known:
                raise InputError(f"unknown key {key!r}{did_you_mean(str(key), known)}", place)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        wrong = explained(error)
        raise InputError(wrong.message, f"{place}.{wrong.place}".rstrip(".")) from None


def explained(error: msgspec.ValidationError) -> InputError:
    """Turn msgspec's message into one for people; its place is the path of keys."""
    message, _, path = str(error).partition(" - at ")
    key = path.strip("`").removeprefix("$").removeprefix(".")
    if missing := _MISSING.fullmatch(message):
        message = f"{missing[1]} is missing"
    elif wrong := _TYPE.match(message):
        wanted, got = (" or ".join(map(_word, each.split(" | "))) for each in wrong.groups())
        message = f"expected {wanted}, got {got}"
    return InputError(message, key)


def _word(name: str) -> str:
    return _WORDS.get(name, name)
