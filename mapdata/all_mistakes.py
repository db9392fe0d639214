"""Every mistake in the files of a title, not only the first that is met.

A file is read until something is wrong. That entry is then replaced by a plain one and everything
is read again: so the next mistake shows, and none that only follows from the first.
"""

from __future__ import annotations

import re

from mapdata.building import building
from mapdata.errors import InputError
from mapdata.folders import TitleFiles, TomlTable
from mapdata.loader import build
from mapdata.payout import payout_rules

MOST = 100
"""So many mistakes are told; a person mends some before they read on."""

_PLACE = re.compile(r"(?P<folder>[^/]+)/(?P<file>title|map|tiles)\.toml(?:: (?P<entry>.*))?", re.S)
_UNKNOWN = re.compile(r"unknown key '(?P<key>[^']+)'")

_PLAIN_TILE = {"colour": "yellow", "code": "path=a:0,b:1", "count": 1}


def all_mistakes(files: list[TitleFiles]) -> list[InputError]:
    """Return every mistake in the last of these folders; nothing, if it can be read."""
    read = [_copied(each) for each in files]
    found: list[InputError] = []
    while len(found) < MOST:
        try:
            title = build(read)
            building(title)
            if "payout" in title.extra:
                payout_rules(title)
        except InputError as error:
            if any(str(error) == str(each) for each in found):
                break
            found.append(error)
            if not _mended(read[-1], error):
                break
        else:
            break
    return found


def _copied(files: TitleFiles) -> TitleFiles:
    """The same files in tables of their own."""
    return TitleFiles(
        files.folder, *[_tables(each) for each in (files.title, files.map, files.tiles)]
    )


def _tables(data: TomlTable) -> TomlTable:
    return {
        key: _tables(value) if isinstance(value, dict) else value for key, value in data.items()
    }


def _mended(files: TitleFiles, error: InputError) -> bool:
    """Replace the entry that is wrong; whether there was one."""
    place = _PLACE.match(error.place)
    if place is None or place["folder"] != files.id:
        return False
    entry, key = place["entry"] or "", _UNKNOWN.search(error.message)
    if place["file"] == "map":
        return _mended_hex(files.map, entry, key["key"] if key else "")
    if place["file"] == "tiles":
        return _replaced(files.tiles, entry, _PLAIN_TILE)
    if key and not entry:
        return files.title.pop(key["key"], None) is not None
    return _mended_entry(files.title, entry)


def _mended_hex(board: TomlTable, entry: str, unknown: str) -> bool:
    """Print a plain city where a hex is wrong, on all hexes of its line."""
    group, _, where = entry.partition(": ")
    lines = board.get(group)
    if not isinstance(lines, dict):
        return bool(unknown) and board.pop(unknown, None) is not None
    named = where.split(":")[0].split()
    for ids in lines:
        if named and set(named) & set(ids.split()) and lines[ids] != "city=revenue:0":
            lines[ids] = "city=revenue:0"
            return True
    return any(lines.pop(name, None) is not None for name in [unknown, *named] if name)


def _replaced(table: TomlTable, entry: str, plain: TomlTable) -> bool:
    names = [name for name in table if entry == name or entry.startswith((f"{name}:", f"{name}."))]
    for name in names[:1]:
        if table[name] != plain:
            table[name] = dict(plain)
            return True
    return False


def _mended_entry(title: TomlTable, entry: str) -> bool:
    """Leave out what is wrong of an entry: a train or a company stays as a plain one."""
    for section in sorted(title, key=len, reverse=True):
        if entry != section and not entry.startswith((f"{section}.", f"{section}:")):
            continue
        table, rest = title[section], entry[len(section) :].lstrip(".: ")
        if isinstance(table, dict) and section in _PLAIN_ENTRIES:
            return _replaced(table, rest, _PLAIN_ENTRIES[section])
        if isinstance(table, dict) and section in ("bonuses", "privates", "stop_kinds"):
            return any(table.pop(name, None) is not None for name in _named(table, rest))
        return title.pop(section, None) is not None
    return False


def _named(table: TomlTable, entry: str) -> list[str]:
    """The names in a table with which a place begins, the longest first."""
    names = [name for name in table if entry == name or entry.startswith((f"{name}:", f"{name}."))]
    return sorted(names, key=len, reverse=True)[:1]


_PLAIN_ENTRIES: dict[str, TomlTable] = {
    "trains": {"limit": 2},
    "companies": {"kind": "company"},
    "phases": {"tiles": ["yellow"]},
}
