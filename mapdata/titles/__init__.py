"""The titles that come with the package, and whatever the user adds to them."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from mapdata.errors import InputError
from mapdata.folders import (
    VARIABLE,
    add_folder,
    bases,
    chain,
    folder_of,
    read_files,
    read_title_toml,
)
from mapdata.folders import title_folders as _title_folders
from mapdata.places import find_hex
from mapdata.title import Title

__all__ = ["add_folder", "family", "find_hex", "load", "load_anew", "name_of", "title_ids"]


def title_ids() -> list[str]:
    """Return the ids of all titles that can be found, in the order of the alphabet."""
    return list(_title_folders())


def family(title_id: str, _inside: tuple[str, ...] = ()) -> str:
    """Return the family of a title: ``18xx``, or a game with solvers of its own."""
    folder = folder_of(title_id)
    place = f"{folder.name}/title.toml"
    named = read_title_toml(folder).get("family")
    if named is None and bases(folder):
        if title_id in _inside:
            round_trip = " → ".join((*_inside, title_id))
            raise InputError(f"base goes round in a circle: {round_trip}", place)
        return family(bases(folder)[0], (*_inside, title_id))
    if not isinstance(named, (str, type(None))):
        raise InputError("family is no text", place)
    return named or "18xx"


def name_of(title_id: str) -> str:
    """Return the full name of a title."""
    return str(read_title_toml(folder_of(title_id)).get("name", title_id))


def load(title_id: str) -> Title:
    """Return a title of the 18xx family, read once."""
    return _found(title_id, os.environ.get(VARIABLE))


def load_anew(title_id: str) -> Title:
    """Return a title as its files are now, for whoever is writing them."""
    for kept in (read_title_toml, _found, _load):
        kept.cache_clear()
    return load(title_id)


def written_codes(title_id: str) -> list[tuple[str, str]]:
    """Return hexes and tiles as the folder of a title writes them, each with where it stands."""
    files = read_files(folder_of(title_id))
    lines = [lines for group, lines in files.map.items() if group not in ("names", "aliases")]
    found = [item for each in lines if isinstance(each, dict) for item in each.items()]
    tiles = files.tiles.items()
    found += [(f"tile {name}", tile.get("code")) for name, tile in tiles if isinstance(tile, dict)]
    return [(place, code) for place, code in found if isinstance(code, str)]


def mistakes_in(title_id: str) -> list[InputError]:
    """Return every mistake in the files of a title; nothing, if it can be read."""
    from mapdata.all_mistakes import all_mistakes

    return all_mistakes([read_files(folder) for folder in chain(title_id)])


@cache
def _found(title_id: str, _search_path: str | None) -> Title:
    """Return the title that is found first; another search path may find another."""
    folders = chain(title_id)
    if family(title_id) != "18xx":
        raise InputError(f"{title_id} is not of the 18xx family but a game of its own")
    return _load(folders)


@cache
def _load(folders: tuple[Path, ...]) -> Title:
    from mapdata.loader import build

    return build([read_files(folder) for folder in folders])
