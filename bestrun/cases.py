"""The cases of a file: a position, cases of them in a list, or one moment of an exported game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bestrun.files import Case, read_data, stated
from mapdata.errors import InputError, within
from mapdata.holdings import turned_to


def read_cases(path: Path, *, action: int | None = None, company: str = "") -> Iterator[Case]:
    """Yield the cases of a file: one position, one case, or a list of either.

    A case is ``{"id", "position", "claim"?, ...}``; a bare position gets the file's name
    as its id. A game exported from 18xx.games is one case: the position before ``action``
    or at its end. With ``company`` it is that company's turn, if the file tells what it has.
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
        if action is not None:
            raise InputError("an action can be chosen in an exported game only", str(path))
        if data == []:
            raise InputError("the list of cases is empty", str(path))
        if not isinstance(data, list):
            yield _case(data, path.stem, str(path), path.parent, company)
            return
    except InputError as error:
        yield error
        return
    for number, entry in enumerate(data, 1):
        try:
            place = f"{path} (case {number})"
            yield _case(entry, f"{path.stem}:{number}", place, path.parent, company)
        except InputError as error:
            yield error


def _case(entry: Any, fallback: str, place: str, folder: Path, company: str) -> Case:
    if not isinstance(entry, dict):
        raise InputError(f"a position is a table of keys, not {_a_kind(entry)}", place)
    position = entry.get("position", entry)
    if not isinstance(position, dict):
        raise InputError(f"position: a table of keys, not {_a_kind(position)}", place)
    name, data = str(entry.get("id", fallback)), stated(entry)
    if company:
        with within(place):
            data = turned_to(data, company)
    return Case(name, data, place, _claim(entry, data), folder=folder)


def _claim(entry: dict[str, Any], data: dict[str, Any]) -> Any:
    """The claim of a case: beside the position, or in its ``claims`` for the company on turn."""
    claims = data.get("claims")
    mine = claims.get(data.get("company")) if isinstance(claims, dict) else None
    return entry.get("claim", mine)


def _a_kind(value: Any) -> str:
    names = {list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}
    return names.get(type(value), "a number")
