"""Place names: how people write a hex."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from mapdata.errors import InputError, did_you_mean
from mapdata.title import Hex


class NamedHex(Protocol):
    """A hex that may have a name."""

    @property
    def name(self) -> str | None:
        """Return the name, if there is one."""


class NamedHexes(Protocol):
    """A board whose hexes are known by id and by folded name, whatever the game."""

    @property
    def id(self) -> str:
        """Name of the board."""

    @property
    def hexes(self) -> Mapping[str, NamedHex]:
        """Return the hexes by id."""

    @property
    def names(self) -> Mapping[str, str]:
        """Return the ids of hexes by folded name."""


_JOINTS = re.compile(r"\s*(?:&|/|\s-\s)\s*")


def fold(text: str) -> str:
    """Return ``text`` without case, accents and punctuation, for comparing names."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(each if each.isalnum() else " " for each in plain if not _accent(each))
    return " ".join(kept.split())


def _accent(character: str) -> bool:
    return unicodedata.combining(character) != 0


def place_names(hexes: Iterable[Hex], aliases: Mapping[str, str]) -> dict[str, str]:
    """Return folded names and the hexes they mean.

    Besides a hex's own name these are the title's other spellings, the names of off-board
    areas (the area's hex that carries a name) and both halves of double names
    (``Winterthur & Frauenfeld``). Halves that two hexes share mean neither.
    """
    hexes = list(hexes)
    names = {fold(alias): hex_id for alias, hex_id in aliases.items()}
    for each in hexes:
        if each.name:
            names[fold(each.name)] = each.id
    guesses: dict[str, set[str]] = {}
    for each in hexes:
        areas = {stop.area for stop in each.printed.stops if stop.area}
        if each.name:
            for word in (*_JOINTS.split(" ".join(each.name.split())), *areas):
                guesses.setdefault(fold(word), set()).add(each.id)
    for each in hexes:
        for area in {stop.area for stop in each.printed.stops if stop.area}:
            guesses.setdefault(fold(area), {each.id})
    for name, meant in guesses.items():
        if len(meant) == 1:
            names.setdefault(name, *meant)
    return names


def find_hex(title: NamedHexes, text: str) -> str:
    """Return the id of the hex that ``text`` means: its id, or a name, accents optional."""
    wanted = text.strip()
    if wanted in title.hexes:
        return wanted
    plain = wanted.casefold()
    same = [hex_id for hex_id in title.hexes if hex_id.casefold() == plain]
    if len(same) == 1:
        return same[0]
    by_name = title.names.get(fold(wanted))
    if by_name is not None:
        return by_name
    known = [*title.hexes, *(each.name for each in title.hexes.values() if each.name)]
    raise InputError(f"no hex or place {text!r} in {title.id}{did_you_mean(wanted, known, fold)}")


_DASH = re.compile(r"\s*(-+>?|–|—|→|>|,)\s*")


MOST_PARTS = 6
"""Parts between hyphens that one name may have."""

MOST_PLACES = 1000
"""Places in one line: several times the stops of any board."""


def split_places(route: str, is_known: Callable[[str], bool]) -> list[str]:
    """Return the places of ``A-B-C``; known names with a hyphen in them stay whole."""
    parts = _DASH.split(" ".join(route.split()))
    names, dashes = parts[::2], parts[1::2]
    if len(names) > MOST_PLACES:
        raise InputError(f"{len(names)} stops in one line")
    found: list[str] = []
    at = 0
    while at < len(names):
        for end in range(min(len(names), at + MOST_PARTS), at, -1):
            joined = names[at]
            for more in range(at + 1, end):
                joined += dashes[more - 1] + names[more]
            if end == at + 1 or (all(names[at:end]) and is_known(joined)):
                found.append(joined)
                at = end
                break
    if any(not name for name in found):
        raise InputError(f"{route!r} has a gap between two stops")
    return found


_COORDINATE = re.compile(r"([A-Z]{1,2}|[a-z])(\d{1,3}|-\d)")


def row_and_number(coordinate: str) -> tuple[int, int]:
    """Return letter index and number of a coordinate like ``K10``: ``(10, 10)``.

    Small letters stand before A, as on boards that grew beyond their first row; AA, AB, …
    stand after Z.
    """
    match = _COORDINATE.fullmatch(coordinate)
    if match is None:
        raise InputError(f"{coordinate!r} is no coordinate like K10")
    letters, number = match.groups()
    row = ord(letters[-1]) - ord("A") if letters.isupper() else ord("a") - ord(letters) - 1
    if len(letters) > 1:
        row += 26 * (ord(letters[0]) - ord("A") + 1)
    return row, int(number)
