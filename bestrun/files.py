"""Files that people write: TOML or JSON in, cases out; answers written whole or not at all."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mapdata.errors import InputError

LARGEST = 64 * 1024 * 1024
"""Bytes. A position has some thousand; what is larger was given by mistake."""

STDIN = Path("-")


@dataclass(frozen=True)
class Case:
    """One position out of a file.

    ``data`` is the position as written. ``claim`` is what the file itself says was
    claimed. ``place`` names the file, and the case within it, for error messages.
    ``doubt`` says what had to be assumed to make a position of the file. ``folder`` is where
    the files lie that the position names.
    """

    id: str
    data: Mapping[str, Any]
    place: str
    claim: Any = None
    doubt: str = ""
    folder: Path = Path()

    @property
    def title(self) -> str:
        """Return the title the position names."""
        title = self.data.get("title")
        if isinstance(title, bool) or not isinstance(title, str | int):
            raise InputError('the position names no title (title = "1844")', self.place)
        return str(title)


def read_text(path: Path) -> str:
    """Return the text of a file, or say in one line why there is none."""
    raw = read_raw(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("is no text file (UTF-8 expected)", str(path)) from None
    if not text.strip():
        raise InputError("the file is empty", str(path))
    return text


def read_raw(path: Path) -> bytes:
    """Return what a file holds; ``-`` is what was piped in.

    No more is read than a file can mean: a device or a pipe tells no size, and may never end.
    """
    try:
        if path.is_dir():
            raise InputError("is a folder, not a file", str(path))
        raw = _piped() if path == STDIN else _beginning(path)
    except FileNotFoundError:
        raise InputError("there is no such file", str(path)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {why}", str(path)) from None
    if len(raw) > LARGEST:
        raise InputError(f"is larger than {LARGEST // 2**20} MB: no position or game", str(path))
    return raw


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


@cache
def _piped() -> bytes:
    """Return what was piped in, which can be read once only."""
    return sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""


def read_data(path: Path) -> Any:
    """Return what a TOML or JSON file says; the first character tells which it is."""
    text = read_text(path)
    if path.suffix.lower() == ".json" or (text.lstrip()[0] in "{[" and path.suffix != ".toml"):
        return parse_json(text, str(path))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"broken TOML: {error}", str(path)) from None
    except RecursionError:
        raise InputError("broken TOML: nested too deeply", str(path)) from None


def parse_json(text: str, place: str) -> Any:
    """Return what a JSON text says, with line and column of a mistake."""
    try:
        return json.loads(text, object_pairs_hook=_table)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"broken JSON: {error.msg} ({where})", place) from None
    except RecursionError:
        raise InputError("broken JSON: nested too deeply", place) from None
    except InputError as error:
        raise error.at(place) from None
    except ValueError:
        raise InputError("broken JSON: a number is too long", place) from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a table of JSON; what is given twice, like two tiles on a hex, is a mistake."""
    table = dict(pairs)
    if len(table) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise InputError(f"broken JSON: {twice[:40]!r} is given twice")
    return table


def read_cases(path: Path, *, action: int | None = None, company: str = "") -> Iterator[Case]:
    """Yield the cases of a file: one position, one case, or a list of either.

    A case is ``{"id", "position", "claim"?, ...}``; a bare position gets the file's name
    as its id. A game exported from 18xx.games is one case: the position before ``action``
    or at its end, for ``company`` or the one to run next.
    """
    for case in read_each(path, action=action, company=company):
        if isinstance(case, InputError):
            raise case
        yield case


def read_each(
    path: Path, *, action: int | None = None, company: str = ""
) -> Iterator[Case | InputError]:
    """Yield the cases of a file; in place of one that cannot be read, what is wrong with it."""
    try:
        data = read_data(path)
        if isinstance(data, dict) and isinstance(data.get("actions"), list):
            from bestrun.importers.moment import case_of

            yield case_of(path, action, company)
            return
        if action is not None or company:
            text = "an action or a company can be chosen in an exported game only"
            raise InputError(text, str(path))
        if data == []:
            raise InputError("the list of cases is empty", str(path))
        if not isinstance(data, list):
            yield _case(data, path.stem, str(path), path.parent)
            return
    except InputError as error:
        yield error
        return
    for number, entry in enumerate(data, 1):
        try:
            yield _case(entry, f"{path.stem}:{number}", f"{path} (case {number})", path.parent)
        except InputError as error:
            yield error


def _case(entry: Any, fallback: str, place: str, folder: Path) -> Case:
    if not isinstance(entry, dict):
        raise InputError(f"a position is a table of keys, not {_a_kind(entry)}", place)
    position = entry.get("position", entry)
    if not isinstance(position, dict):
        raise InputError(f"position: a table of keys, not {_a_kind(position)}", place)
    name = str(entry.get("id", fallback))
    return Case(name, position, place, entry.get("claim"), folder=folder)


def _a_kind(value: Any) -> str:
    names = {list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}
    return names.get(type(value), "a number")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is there complete or not at all."""
    data = content.encode() if isinstance(content, str) else content
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(path)) from None
