"""Files and texts that people wrote, read within safe limits.

A file is read up to a limit, since a device or a pipe may never end. Deep nesting and long
numbers are refused: no game needs them, and they would bring down code that copies, compares
or prints them, far from the place where they were written.
"""

from __future__ import annotations

import math
import re
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mapdata.errors import InputError

LARGEST = 64 * 1024 * 1024
"""Bytes. A position has some thousand; what is larger was given by mistake."""

DEEPEST = 64
"""Tables within tables; a position has four, an exported game some ten."""

MOST = 10**15
MOST_PRINTED = 10**6
"""No number in a file is larger, and none that is printed in a game: sums of these, weighed
as solvers do, stay within 64 bits."""

DIGITS = 9
"""A number written in a text has no more."""


def read_file(path: Path, place: str, *, regular: bool = False) -> bytes:
    """Text of a file; one line of error if it cannot be read.

    With ``regular`` it must be a file on a disk: no pipe, which may keep one waiting, and
    no device.

    Raises
    ------
    FileNotFoundError
        There is none of this name.
    InputError
        It is there, and cannot be read.
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError("is a folder, not a file", place)
        if regular and not stat.S_ISREG(mode):
            raise InputError("is no file but a pipe or a device", place)
        with path.open("rb") as file:
            return checked(file.read(LARGEST + 1), place)
    except FileNotFoundError:
        raise
    except InputError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {why}", place) from None


def checked(raw: bytes, place: str) -> bytes:
    """The text read, refused if longer than any sensible file."""
    if len(raw) > LARGEST:
        raise InputError(f"is larger than {LARGEST // 2**20} MB: no position or game", place)
    return raw


def as_text(raw: bytes, place: str) -> str:
    """Return bytes as text, without the byte order mark that some editors write."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"is no text file (UTF-8 expected): byte {error.start}", place) from None


def from_toml(text: str, place: str, most: int = MOST) -> dict[str, Any]:
    """Data of a TOML text; a mistake is reported with line and column."""
    import tomllib

    with _sound("TOML", place):
        _no_deep_keys(text)
        try:
            data: dict[str, Any] = sound(tomllib.loads(text), most)
        except tomllib.TOMLDecodeError as error:
            raise InputError(_unquoted(text, str(error)) or str(error)) from None
        return data


@contextmanager
def _sound(language: str, place: str) -> Iterator[None]:
    """Turn an error of the TOML or JSON reader into one line."""
    try:
        yield
    except RecursionError:
        raise InputError(f"broken {language}: nested too deeply", place) from None
    except InputError as error:
        raise InputError(f"broken {language}: {error.message}", place) from None
    except ValueError:
        raise InputError(f"broken {language}: a number is too long", place) from None


_LINE = re.compile(r"at line (\d+)")
_HEADING = re.compile(r"\s*\[((?:[A-Za-z0-9_-]+\.)+)([^\]\"']*[^\]\"'A-Za-z0-9_.-][^\]\"']*)\]")
_NAME = re.compile(r"\s*([^\s\"'=\[#][^\"'=#]*?)\s*=")
_WORD = re.compile(r"\s*([^\s\"'\[\]{}=#,][^\"'\[\]{}=#,]*?)\s*(?:#|$)")
_WORDS = re.compile(r"\s*\[([^\[\]{}=#]+)\]\s*(?:#|$)")
_BARE = " \t\"'"
_NO_VALUE = ("Invalid value", "Expected newline", "Unclosed array")
"""The parser's message about a value that is no number and has no quotes."""
_COLON = re.compile(r"\s*([A-Za-z_]+)\s*:(?!.*=)")


def _unquoted(text: str, message: str) -> str:
    """Return a hint that a name or a value needs quotes, if that is the mistake."""
    found = _LINE.search(message)
    lines = text.splitlines()
    if found is None or int(found[1]) > len(lines):
        return ""
    line = lines[int(found[1]) - 1]
    heading = _HEADING.match(line)
    if heading is not None:
        return f'put the name in quotes: [{heading[1]}"{heading[2]}"] (line {found[1]})'
    name = _NAME.match(line)
    if name is None:
        colon = _COLON.match(line)
        return f"{message}: write {colon[1]} = …, not {colon[1]}: …" if colon else ""
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", name[1]):
        return f'put the name in quotes: "{name[1]}" = … (line {found[1]})'
    if not message.startswith(_NO_VALUE):
        return ""
    value = _WORD.match(line, name.end())
    if value is not None:
        return f'{message}: put the value in quotes: {name[1]} = "{value[1]}"'
    some = _WORDS.match(line, name.end())
    if some is None:
        return ""
    quoted = ", ".join(f'"{word.strip(_BARE)}"' for word in some[1].split(",") if word.strip())
    return f"{message}: put each value in quotes: {name[1]} = [{quoted}]"


def from_json(text: str, place: str) -> Any:
    """Data of a JSON text; a mistake is reported with line and column."""
    import json

    with _sound("JSON", place):
        try:
            return sound(json.loads(text, object_pairs_hook=_table))
        except json.JSONDecodeError as error:
            where = f"line {error.lineno}, column {error.colno}"
            raise InputError(f"{error.msg} ({where})") from None


def sound(data: Any, most: int = MOST) -> Any:
    """Return ``data``; refuse deep nesting and numbers larger than any game needs.

    Lone surrogates, which JSON can spell, are refused in names; an ``id`` may be anything.
    """
    layer: list[Any] = [data]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for each in layer:
            if isinstance(each, dict):
                below += each
                below += [v for k, v in each.items() if k != "id" or not isinstance(v, str)]
            elif isinstance(each, list | tuple):
                below += each
            elif isinstance(each, int):
                if not -most <= each <= most:
                    raise InputError(f"a number is larger than {most}")
            elif isinstance(each, float) and not math.isfinite(each):
                raise InputError(f"a number is {each}")
            elif isinstance(each, str) and not each.isascii() and _HALF.search(each):
                raise InputError(f"{each[:40]!r} has half a character")
        if not below:
            return data
        layer = below
    raise InputError("nested too deeply")


def whole(text: str) -> int | None:
    """Return a text as a whole number, or ``None`` if it is none or far too long."""
    if len(text) <= DIGITS and text.isascii() and text.isdigit():
        return int(text)
    return None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object as a table; a key given twice is a mistake."""
    table = dict(pairs)
    if len(table) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise InputError(f"{twice[:40]!r} is given twice")
    return table


_HALF = re.compile("[\ud800-\udfff]")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def _no_deep_keys(text: str) -> None:
    """Refuse dotted keys of very many parts, on which the TOML reader would be slow."""
    for line in text.splitlines():
        if line.count(".") > DEEPEST:
            bare = _QUOTED.sub("", line).partition("#")[0]
            if bare.count(".") > DEEPEST:
                raise InputError("nested too deeply")
