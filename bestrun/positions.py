"""Positions written as people write them."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

from mapdata.errors import InputError
from mapdata.position import Position
from mapdata.title import Title


def position_text(position: Position, title: Title, note: str = "") -> str:
    """Return a position as TOML, with the names of the places beside their hexes."""
    lines = [f"# {note}"] if note else []
    lines += [f"{key} = {quoted(getattr(position, key))}" for key in ("title", "phase", "company")]
    lines += [f"trains = {quoted(position.trains)}", "", "[tiles]"]
    laid = {hex_id: f"{hex_id} = {quoted(tile)}" for hex_id, tile in position.tiles.items()}
    widest = max(map(len, laid.values()), default=0)
    for hex_id in sorted(laid, key=lambda each: _row_wise(title, each)):
        name = title.hexes[hex_id].name
        lines.append(f"{laid[hex_id]:{widest}}  # {name}" if name else laid[hex_id])
    lines += ["", "[tokens]"]
    lines += [f"{key(name)} = {quoted(stops)}" for name, stops in position.tokens.items()]
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


def key(name: str) -> str:
    """Return a key of TOML, in quotes if it needs them (``B&O``)."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def quoted(value: str | tuple[str, ...]) -> str:
    """Return a text, or a list of texts, as TOML has it."""
    return json.dumps(value, ensure_ascii=False)
