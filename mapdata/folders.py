"""Folders of titles: finding them, reading and merging their files.

A title is a folder with ``title.toml``, and for the 18xx family ``map.toml`` and
``tiles.toml``. Folders come with the package and from the environment variable
``BESTRUN_TITLES``, which :func:`add_folder` adds to; those win over the package, so that
a player can correct a title without touching it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct

from mapdata.errors import InputError, did_you_mean
from mapdata.written import MOST_PRINTED, as_text, from_toml, read_file

VARIABLE = "BESTRUN_TITLES"
PACKAGED = Path(__file__).parent / "titles"

TomlTable = dict[str, object]


def add_folder(path: str | os.PathLike[str]) -> None:
    """Look for titles in ``path`` too: a title's folder, or a folder of such folders.

    The folder joins the environment variable, so that processes started later know it.
    """
    folder = Path(path).absolute()
    if not folder.is_dir():
        raise InputError("there is no such folder of titles", str(path))
    if not any(_titles_in(folder)):
        raise InputError("no title in this folder: none has a title.toml", str(path))
    named = [str(folder), *_named()]
    os.environ[VARIABLE] = os.pathsep.join(named)
    if any(os.pathsep in each for each in named):
        import json

        os.environ[VARIABLE] = json.dumps(named)


def search_path() -> tuple[Path, ...]:
    """Return the folders in which titles are looked for, the first match winning."""
    from_environment = [Path(part).absolute() for part in _named()]
    for folder in from_environment:
        if not folder.is_dir():
            raise InputError("there is no such folder of titles", f"{VARIABLE}={folder}")
    return (*from_environment, PACKAGED)


def _named() -> list[str]:
    """Return the folders of the variable: a JSON list, or separated as in ``PATH``."""
    value = os.environ.get(VARIABLE, "")
    if value.startswith("["):
        import json

        with suppress(ValueError):
            return [str(each) for each in json.loads(value)]
    return [part for part in value.split(os.pathsep) if part]


def _titles_in(folder: Path) -> Iterator[Path]:
    """Yield the title folders in ``folder``, which may itself be one."""
    if (folder / "title.toml").is_file():
        yield folder
    else:
        yield from sorted(path.parent for path in folder.glob("*/title.toml"))


def title_folders() -> dict[str, Path]:
    """Return every title's folder by its id, which is the folder's name."""
    found: dict[str, Path] = {}
    for folder in search_path():
        for title in _packaged() if folder is PACKAGED else _titles_in(folder):
            found.setdefault(title.name, title)
    return dict(sorted(found.items()))


@cache
def _packaged() -> tuple[Path, ...]:
    """Return the titles of the package: looked for once, since every position asks."""
    return tuple(_titles_in(PACKAGED))


def folder_of(title_id: str) -> Path:
    """Return the folder of a title."""
    folders = title_folders()
    if title_id not in folders:
        raise InputError(f"unknown title {title_id!r}{did_you_mean(title_id, folders)}")
    return folders[title_id]


def read_toml(path: Path) -> TomlTable:
    """Read a TOML file; broken TOML is reported with its line and column."""
    place = f"{path.parent.name}/{path.name}"
    try:
        raw = read_file(path, place, regular=True)
    except FileNotFoundError:
        return {}
    return from_toml(as_text(raw, place), place, MOST_PRINTED)


class TitleFiles(Struct, frozen=True):
    """The files of one title folder, as read."""

    folder: Path
    title: TomlTable
    map: TomlTable
    tiles: TomlTable

    @property
    def id(self) -> str:
        """The name of the folder."""
        return self.folder.name


@cache
def read_title_toml(folder: Path) -> TomlTable:
    """Return ``title.toml`` of a folder, read once."""
    return read_toml(folder / "title.toml")


def bases(folder: Path) -> list[str]:
    """Return the titles that a title states its differences from."""
    base = read_title_toml(folder).get("base", [])
    named = [base] if isinstance(base, str) else base
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise InputError(
            "base is the id of a title, or a list of them", f"{folder.name}/title.toml"
        )
    return named


def chain(title_id: str) -> tuple[Path, ...]:
    """Return the folders that make up a title, in the order in which they are applied.

    A title with several bases gets the differences of each in turn, every folder once.
    """
    found: list[Path] = []

    def visit(each: str, inside: tuple[str, ...]) -> None:
        if each in inside:
            raise InputError(f"base goes round in a circle: {' → '.join((*inside, each))}")
        folder = folder_of(each)
        for base in bases(folder):
            try:
                visit(base, (*inside, each))
            except InputError as error:
                raise error.at(f"{each}/title.toml: base") from None
        if folder not in found:
            found.append(folder)

    visit(title_id, ())
    return tuple(found)


@cache
def _tiles_in(file: str) -> TomlTable:
    return read_toml(PACKAGED / file)


def standard_tile(name: str) -> object:
    """Return a standard tile, which titles list by its number alone, or ``None``.

    Those that no title of the package has are in a file of their own: it is read when one is
    asked for.
    """
    found = _tiles_in("standard-tiles.toml").get(name)
    return _tiles_in("further-tiles.toml").get(name) if found is None else found


def read_files(folder: Path) -> TitleFiles:
    """Read the three files of a title folder; a variant may leave out two of them."""
    return TitleFiles(
        folder,
        read_title_toml(folder),
        read_toml(folder / "map.toml"),
        read_toml(folder / "tiles.toml"),
    )


def merged(old: TomlTable, new: TomlTable) -> TomlTable:
    """Return ``old`` with the differences of ``new``: tables key by key, the rest replaced.

    Tables are copied, so that what is taken away from the result stays in the files.
    """
    result = dict(old)
    for key, value in new.items():
        before = result.get(key)
        if isinstance(value, dict):
            result[key] = merged(before if isinstance(before, dict) else {}, value)
        else:
            result[key] = value
    return result
