"""Files that people write: TOML or JSON in, cases out; answers written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from mapdata.errors import InputError
from mapdata.written import LARGEST, as_text, checked, from_json, from_toml, read_file

STDIN = Path("-")


class Case(Struct, frozen=True):
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
    """Return the text of a file; if there is none, an error of one line."""
    text = as_text(read_raw(path), str(path))
    if not text.strip():
        raise InputError("the file is empty", str(path))
    return text


def read_raw(path: Path) -> bytes:
    """Return what a file holds; ``-`` is what was piped in."""
    try:
        return checked(_piped(), str(path)) if path == STDIN else read_file(path, str(path))
    except FileNotFoundError:
        raise InputError("there is no such file", str(path)) from None


@cache
def _piped() -> bytes:
    """Return what was piped in, which can be read once only."""
    return sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""


def read_data(path: Path) -> Any:
    """Return what a TOML or JSON file says; the first character tells which it is."""
    text = read_text(path)
    if path.suffix.lower() == ".json" or (text.lstrip()[0] in "{[" and path.suffix != ".toml"):
        return from_json(text, str(path))
    return from_toml(text, str(path))


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

            yield case_of(data, path, action, company)
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
    """Write a file so that it is there complete or not at all.

    A file that is there keeps its mode, and a link keeps pointing where it does.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    check_target(path)
    try:
        target = path.resolve()
        _put(target, data, stat.S_IMODE(target.stat().st_mode) if target.exists() else None)
    except OSError as error:
        raise _unwritable(error, path) from None


def check_target(path: Path) -> None:
    """Raise an error before any work is done, if a file could not be written."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if not path.resolve().parent.is_dir():
            raise InputError("there is no such folder", str(path.parent)) from None
    except (OSError, ValueError, RuntimeError) as error:
        raise _unwritable(error, path) from None
    else:
        if stat.S_ISDIR(mode):
            raise InputError("cannot be written: it is a folder", str(path))
        if not stat.S_ISREG(mode):
            raise InputError("cannot be written: it is no file but a pipe or a device", str(path))
        if not os.access(path, os.W_OK):
            raise InputError("cannot be written: Permission denied", str(path))


def _put(target: Path, data: bytes, mode: int | None) -> None:
    """Write beside the file and then put it in its place; what fails leaves nothing behind."""
    beside = target.with_name(f".bestrun-{os.urandom(6).hex()}")
    try:
        with beside.open("xb") as file:
            file.write(data)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _unwritable(error: Exception, path: Path) -> InputError:
    why = getattr(error, "strerror", None) or error
    return InputError(f"cannot be written: {why}", str(path))
