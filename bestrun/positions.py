"""Positions written as people write them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from mapdata.errors import InputError
from mapdata.holdings import OWN
from mapdata.places import find_hex
from mapdata.position import Position
from mapdata.title import Title

ALWAYS = ("title", "phase", "company", "trains", "tiles", "tokens")
"""Keys that a written position always has, even if they are empty."""


UNSAID = to_builtins(Position("", "", ""))
"""Default values of the other keys of a position."""


def written(position: Position) -> dict[str, Any]:
    """Return a position as JSON has it, without what goes without saying."""
    found = {
        key: value
        for key, value in _stated(to_builtins(position))
        if (value and value != UNSAID[key]) or key in ALWAYS
    }
    if "neutral" in found:
        found["slots"] = {**found.get("slots", {}), "neutral": found.pop("neutral")}
    if "fleets" in found:
        found["trains"] = {**found.pop("fleets"), position.company: found["trains"]}
    return found


def whole_table(positions: Sequence[Position], company: str) -> dict[str, Any]:
    """One position that holds the whole table, on the turn of a company.

    It is made of the positions of all companies at the same moment, in the order in which they
    are to stand.
    """
    each = {position.company: written(position) for position in positions}
    table = dict(each[company])
    for key in OWN:
        held = {name: mine[key] for name, mine in each.items() if key in mine}
        if held:
            table[key] = held
    return table


def _stated(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a position, without empty entries in its tables."""
    for key, value in table.items():
        if key == "abilities":
            yield key, [{name: each for name, each in right.items() if each} for right in value]
        elif key == "before" and value is not None:
            yield key, {name: each for name, each in value.items() if each}
        else:
            yield key, value


def position_text(position: Mapping[str, Any], title: Title, note: str = "") -> str:
    """Return a position as TOML, with the names of the places beside their hexes.

    It is given as JSON has it. What is empty goes without saying.
    """
    found = {key: value for key, value in position.items() if value or key in ALWAYS}
    tiles, tokens = found.pop("tiles", {}), found.pop("tokens", {})
    tables = {key: found.pop(key) for key in list(found) if isinstance(found[key], Mapping)}
    lines = [f"# {note}"] if note else []
    lines += [f"{key} = {toml_value(value)}" for key, value in found.items()]
    lines += ["", "[tiles]", *_tiles(tiles, title)]
    for key, table in {"tokens": tokens, **tables}.items():
        lines += [
            "",
            f"[{key}]",
            *(f"{toml_key(name)} = {toml_value(each)}" for name, each in table.items()),
        ]
    return "\n".join(lines) + "\n"


def _tiles(tiles: Mapping[str, str], title: Title) -> Iterator[str]:
    laid = {hex_id: f"{toml_key(hex_id)} = {toml_value(tile)}" for hex_id, tile in tiles.items()}
    widest = max(map(len, laid.values()), default=0)
    for hex_id in sorted(laid, key=lambda each: _row_wise(title, each)):
        name = title.hexes[find_hex(title, hex_id)].name
        yield f"{laid[hex_id]:{widest}}  # {name}" if name else laid[hex_id]


def position_file(path: Path, position: Mapping[str, Any], title: Title, note: str = "") -> str:
    """Text of JSON-like data for a file of that name, TOML or JSON."""
    kind = path.suffix.lower()
    if kind == ".toml":
        return position_text(position, title, note)
    if kind == ".json":
        return json.dumps(position, indent=1, ensure_ascii=False) + "\n"
    raise InputError("a position is written as .toml or .json", str(path))


def _row_wise(title: Title, hex_id: str) -> tuple[int, int]:
    x, y = title.hexes[find_hex(title, hex_id)].xy
    return y, x


def toml_key(name: str) -> str:
    """Return a key of TOML, in quotes if it needs them (``B&O``)."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_value(name)


def toml_value(value: Any) -> str:
    """Return a value of TOML: words, numbers, lists and tables in one line."""
    if isinstance(value, Mapping):
        inside = ", ".join(
            f"{toml_key(str(key))} = {toml_value(each)}" for key, each in value.items()
        )
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
