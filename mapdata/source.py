"""The files of a title merged into one: the base, then what each variant states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar, cast

from msgspec import Struct

from mapdata.errors import InputError, among, within
from mapdata.folders import TitleFiles, TomlTable, merged
from mapdata.notation import colour_named
from mapdata.tables import to_table

EXTRA_TABLES = ("building", "payout", "import", "drawing")
"""Tables that only one command reads; they are handed on unchecked in ``Title.extra``."""

_SECTIONS = (
    *("stop_kinds", "trains", "train_patterns", "attachments", "phases", "company_kinds"),
    *("companies", "privates", "bonuses"),
)
_PLAIN = (
    *("name", "family", "layout", "stages", "figures", "gauges", "axes", "base", "without"),
    *("option", "options", "option_states", "train_mark"),
    *("rights", "route", "remove", "neighbours"),
)

T = TypeVar("T")


class PrintedHex(Struct, frozen=True):
    """The print of a hex as ``map.toml`` has it, and the folder of that file."""

    colour: str
    code: str
    folder: str


class TitleSource:
    """The merged files of a title; knows which folder an entry was last written in."""

    def __init__(self, files: Iterable[TitleFiles]) -> None:
        self.files = list(files)
        self.id = self.files[-1].id
        self.title: TomlTable = {}
        self.tiles: TomlTable = {}
        self.hexes: dict[str, PrintedHex] = {}
        self.names: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        for each in self.files:
            self._apply(each)

    def _apply(self, files: TitleFiles) -> None:
        with within(f"{files.id}/title.toml"):
            known(files.title, (*_PLAIN, *_SECTIONS, *EXTRA_TABLES), "key")
            self._remove(table(files.title, "remove"))
            self.title = merged(self.title, files.title)
        with within(f"{files.id}/map.toml"):
            self.hexes |= dict(_printed_hexes(files))
            self.names = _named(self.names | _texts(files.map, "names"))
            self.aliases = _named(self.aliases | _texts(files.map, "aliases"))
        self.tiles = merged(self.tiles, _counted(files.tiles))

    def _remove(self, removed: TomlTable) -> None:
        """Take away what ``[remove]`` lists. One of several bases may lack it already.

        It is done before the folder's own entries are added: ``"all"`` leaves those. With
        a dot a single key of an entry goes: ``"8.discount"``.
        """
        known(removed, ("hexes", "tiles", *_SECTIONS, *EXTRA_TABLES), "key")
        for section, keys in removed.items():
            place: dict[str, object] = {}
            if section == "hexes":
                place = cast(dict[str, object], self.hexes)
            else:
                place = self.tiles if section == "tiles" else table(self.title, section)
            if keys == "all":
                keys = list(place)
            if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
                raise InputError('expected a list of names, or "all"', f"remove.{section}")
            for key in keys:
                if section == "hexes":
                    self._remove_hex(key)
                elif key in place or "." not in key:
                    place.pop(key, None)
                else:
                    entry, _, inner = key.rpartition(".")
                    table(place, entry).pop(inner, None)

    def _remove_hex(self, hex_id: str) -> None:
        self.hexes.pop(hex_id, None)
        self.names.pop(hex_id, None)
        self.aliases = {name: each for name, each in self.aliases.items() if each != hex_id}

    def place(self, section: str, key: str) -> str:
        """Place of an entry of ``title.toml``, for an error."""
        writers = [each.id for each in self.files if key in table(each.title, section)]
        return f"{(writers or [self.id])[-1]}/title.toml: {section}.{key}"

    def tile_place(self, name: str) -> str:
        """Place of a tile in its file, for an error."""
        writers = [each.id for each in self.files if name in each.tiles]
        return f"{writers[-1]}/tiles.toml: {name}"

    def section(self, section: str, kind: type[T]) -> Iterator[tuple[str, T, str]]:
        """Yield name, table and place of every entry of a section."""
        for key, data, place in self.entries(section):
            yield key, to_table(data, kind, place, key), place

    def entries(self, section: str) -> Iterator[tuple[str, TomlTable, str]]:
        """Yield name, data and place of every entry of a section."""
        with within(f"{self.id}/title.toml"):
            entries = table(self.title, section)
        for key in entries:
            with within(f"{self.id}/title.toml: {section}"):
                data = table(entries, key)
            yield key, data, self.place(section, key)


def known(words: Iterable[str], options: Iterable[str], what: str) -> None:
    """Refuse the first word that is none of the options, naming the nearest."""
    options = tuple(options)
    for word in words:
        if word not in options:
            raise InputError(f"unknown {what} {word!r}{among(word, options)}")


def table(data: Mapping[str, object], key: str) -> TomlTable:
    """Return the table of that name, empty if there is none."""
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise InputError("expected a table", key)
    return found


def _counted(tiles: TomlTable) -> TomlTable:
    """Return the tiles as tables: a bare number is how many there are of a standard tile."""
    return {
        name: data if isinstance(data, dict) else {"count": data} for name, data in tiles.items()
    }


def _named(texts: dict[str, str]) -> dict[str, str]:
    """Return ``texts`` without the empty ones, by which a variant takes a name away."""
    return {key: text for key, text in texts.items() if text}


def _texts(data: TomlTable, key: str) -> dict[str, str]:
    found = table(data, key)
    for name, value in found.items():
        if not isinstance(value, str):
            raise InputError("expected text", f"{key}.{name}")
    return cast(dict[str, str], found)


def _printed_hexes(files: TitleFiles) -> Iterator[tuple[str, PrintedHex]]:
    """Yield the hexes of one ``map.toml``, where a line may name several."""
    seen: set[str] = set()
    for group in files.map:
        if group in ("names", "aliases"):
            continue
        colour = colour_named(group)
        for ids, code in table(files.map, group).items():
            if not isinstance(code, str):
                raise InputError("expected the notation as text", f"{group}: {ids}")
            for hex_id in ids.split():
                if hex_id in seen:
                    raise InputError(f"{hex_id} is printed twice", group)
                seen.add(hex_id)
                yield hex_id, PrintedHex(colour, code, files.id)
