"""Positions written as people write them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from mapdata.errors import InputError
from mapdata.position import Position
from mapdata.title import Title


def position_text(position: Position, title: Title, note: str = "") -> str:
    """Return a position as TOML, with the names of the places beside their hexes."""
    lines = [f"# {note}"] if note else []
    lines += [f"{key} = {_quoted(getattr(position, key))}" for key in ("title", "phase", "company")]
    lines += [f"trains = {_quoted(position.trains)}", "", "[tiles]"]
    for hex_id, laid in sorted(position.tiles.items(), key=lambda item: _row_wise(title, item[0])):
        name = title.hexes[hex_id].name
        lines.append(f"{hex_id} = {_quoted(laid)}" + (f"    # {name}" if name else ""))
    lines += ["", "[tokens]"]
    lines += [f"{company} = {_quoted(stops)}" for company, stops in position.tokens.items()]
    return "\n".join(lines) + "\n"


def position_file(path: Path, position: Position, title: Title, note: str = "") -> str:
    """Return what to write into a file of that name: TOML or JSON."""
    kind = path.suffix.lower()
    if kind == ".toml":
        return position_text(position, title, note)
    if kind == ".json":
        return json.dumps(asdict(position), indent=1, ensure_ascii=False) + "\n"
    raise InputError("a position is written as .toml or .json", str(path))


def _row_wise(title: Title, hex_id: str) -> tuple[int, int]:
    x, y = title.hexes[hex_id].xy
    return y, x


def _quoted(value: str | tuple[str, ...]) -> str:
    return json.dumps(value, ensure_ascii=False)
