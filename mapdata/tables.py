"""The tables of a title's files, checked as they are read.

Every table is converted on its own, so that an error can name it: which table of which
file, which key, what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from mapdata.errors import InputError, among, did_you_mean


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of which every key is known, and the type that it becomes.

    ``KEY`` names the field that holds the name of the table itself: ``id`` of
    ``[companies.NOB]`` is ``NOB``. Fields in ``DERIVED`` are no keys but found from other
    tables. For the lists in ``LISTS`` a single word may be written.
    """

    KEY: ClassVar[str] = ""
    DERIVED: ClassVar[tuple[str, ...]] = ()
    LISTS: ClassVar[tuple[str, ...]] = ()


T = TypeVar("T")

OTHER_WORDS = {
    **{"tokens": "markers", "distance": "limit", "color": "colour", "num": "count"},
    **{"coordinates": "homes", "home": "homes", "sym": "name", "type": "kind", "on": "starts_with"},
    **{"nodes": "kinds", "pay": "pays", "visit": "visits", "revenue": "income"},
    **{"text_color": "text_colour", "variants": "base", "hexes": "sets", "colors": "tiles"},
}
"""Keys as 18xx.games and other boards call them, and what they are here."""


class Axes(Table, frozen=True):
    """The coordinates given by the letter and the number of a hex: ``K10``."""

    letter: Literal["x", "y"] = "y"
    number: Literal["x", "y"] = "x"


class TileTable(Table, frozen=True):
    """A tile: its notation and how many there are (all one needs, if not said).

    Without a notation it is the standard tile of that name.
    """

    colour: str = ""
    code: str | None = None
    count: int | Literal["unlimited"] = "unlimited"
    layer: Literal["tile", "overlay", "opening"] = "tile"
    online_only: bool = False


_WORDS = {"str": "text", "int": "a whole number", "object": "a table", "array": "a list"}
_WORDS |= {"bool": "true or false", "float": "a number", "null": "nothing"}
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Invalid (?:enum )?value (.*)")
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(\w+)`")
_TYPE = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_RANGE = re.compile(r"Expected `([^`]*)` (of length )?(>=|<=|>|<) (.*)")
_LIMITS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def to_table(data: object, kind: type[T], place: str, name: str = "") -> T:
    """Convert what TOML or JSON gave into a table or another type, or say what is wrong with it.

    ``name`` is the name of the table, for types that keep it.
    """
    if isinstance(data, Mapping):
        known = _keys(kind)
        for key in data:
            if key not in known:
                meant = OTHER_WORDS.get(str(key), "")
                guess = f" (did you mean {meant}?)" if meant in known else ""
                guess = guess or did_you_mean(str(key), known)
                raise InputError(f"unknown key {key!r}{guess}", place)
        if issubclass(kind, Table):
            for key in kind.LISTS:
                if isinstance(value := data.get(key), int):
                    raise InputError(f'names stand in quotes: "{value}"', f"{place}.{key}")
            words = {key: [data[key]] for key in kind.LISTS if isinstance(data.get(key), str)}
            data = {**data, **words, **({kind.KEY: name} if kind.KEY else {})}
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        wrong = explained(error)
        guess = _meant(wrong, data, kind) if isinstance(data, Mapping) else ""
        place = f"{place}.{wrong.place}".strip(".")
        raise InputError(f"{wrong.message}{guess}", place) from None


def _meant(wrong: InputError, data: Mapping[str, object], kind: type) -> str:
    """Suggestion for an unknown word or key."""
    unknown = wrong.message.partition("'")[2].rstrip("'")
    hint, inner = _inner(kind, wrong.place)
    if wrong.message.startswith("unknown word"):
        tags = [tag for each in inner if isinstance(tag := each.__struct_config__.tag, str)]
        words = tags or _words_of(kind, wrong.place)
        number = " or a whole number" if int in get_args(hint) else ""
        return f" ({', '.join(words)}{number})" if number else among(unknown, words)
    if wrong.message.startswith("unknown key"):
        entry = _at(data, wrong.place)
        tag = entry.get("type") if isinstance(entry, Mapping) else None
        meant = [each for each in inner if each.__struct_config__.tag == tag] or inner
        return did_you_mean(
            unknown, [key for each in meant for key in each.__struct_encode_fields__]
        )
    return ""


def _at(data: Mapping[str, object], path: str) -> object:
    """Return the entry of a list: ``abilities[0]``."""
    key, _, number = path.rstrip("]").partition("[")
    entries = data.get(key)
    return entries[int(number)] if number.isdecimal() and isinstance(entries, list) else None


def _inner(kind: type, path: str) -> tuple[object, list[type[Table]]]:
    """Type of the value at a key, and of the tables in a list there."""
    hint = get_type_hints(kind).get(path.partition("[")[0])
    parts = [hint, *get_args(hint)]
    parts += [each for part in parts for each in get_args(part)]
    return hint, [each for each in parts if isinstance(each, type) and issubclass(each, Table)]


def _keys(kind: type) -> list[str]:
    """Keys allowed in a table of this type."""
    if issubclass(kind, Table):
        hidden = (kind.KEY, *kind.DERIVED)
        return [key for key in kind.__struct_encode_fields__ if key not in hidden]
    return list(getattr(kind, "__struct_fields__", ()))


def _words_of(kind: type, key: str) -> list[str]:
    """Return the words that may stand for a key, if it takes only some."""
    hint = get_type_hints(kind).get(key)
    parts = (hint, *get_args(hint))
    words = [word for part in parts if get_origin(part) is Literal for word in get_args(part)]
    return [word for word in words if isinstance(word, str)]


def explained(error: msgspec.ValidationError) -> InputError:
    """Turn msgspec's message into one for people; its place is the path of keys."""
    message, _, path = str(error).partition(" - at ")
    key = path.strip("`").removeprefix("key` in `").removeprefix("$").removeprefix(".")
    if missing := _MISSING.fullmatch(message):
        message = f"{missing[1]} is missing"
    elif wrong := _TYPE.match(message):
        wanted, got = (" or ".join(map(_word, each.split(" | "))) for each in wrong.groups())
        message = f"expected {wanted}, got {got}"
    elif limit := _RANGE.fullmatch(message):
        length = " of length" if limit[2] else ""
        message = f"expected {_word(limit[1])}{length}, {_LIMITS[limit[3]]} {limit[4]}"
    elif unknown := _UNKNOWN.match(message):
        message = f"unknown word {unknown[1]}"
    elif field := _UNKNOWN_FIELD.match(message):
        message = f"unknown key {field[1]!r}"
    return InputError(message, key)


def _word(name: str) -> str:
    return _WORDS.get(name, name)
