"""Files that people write: TOML or JSON in, answers written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
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
    """Text of a file; ``-`` is standard input."""
    try:
        return checked(_piped(), str(path)) if path == STDIN else read_file(path, str(path))
    except FileNotFoundError:
        raise InputError("there is no such file", str(path)) from None


@cache
def _piped() -> bytes:
    """Standard input, which can be read only once."""
    return sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""


def read_data(path: Path) -> Any:
    """Data of a TOML or JSON text; the first character decides which it is."""
    text = read_text(path)
    if path.suffix.lower() == ".json" or (text.lstrip()[0] in "{[" and path.suffix != ".toml"):
        return from_json(text, str(path))
    return from_toml(text, str(path))


BESIDE = ("before", "left", "reserved", "blocked", "by", "claims")
"""Keys of a position that a case may carry beside it."""


def stated(entry: dict[str, Any]) -> dict[str, Any]:
    """The position of a case, with what the case says about it beside it."""
    if "position" not in entry:
        return entry
    return {**{key: entry[key] for key in BESIDE if key in entry}, **entry["position"]}


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
