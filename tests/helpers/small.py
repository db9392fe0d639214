"""Small titles for tests: a board of a few hexes and the plainest rules around it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bestrun.turn import Turn
from hexgraph.board import company_of, lay_out
from mapdata.folders import TitleFiles
from mapdata.loader import build
from mapdata.read import read_position
from mapdata.title import Title
from mapdata.written import from_toml

RULES = """
name = "Small"
family = "18xx"
layout = "pointy"
[trains]
2 = { limit = 2 }
3 = { limit = 3 }
9 = { limit = 9 }
[phases.1]
tiles = ["yellow", "green"]
stage = "yellow"
[phases.2]
tiles = ["yellow", "green"]
[companies.RED]
kind = "major"
[companies.BLUE]
kind = "major"
[privates.MAIL]
"""


def small_title(
    hexes: Mapping[str, str],
    rules: str = "",
    tiles: str = "",
    white: Mapping[str, str] | None = None,
) -> Title:
    """Return a title whose hexes are gray, printed as given, but for those to build on."""
    printed: dict[str, Any] = {"gray": dict(hexes), "white": dict(white or {})}
    text = rules + RULES if rules and not rules.startswith("[") else RULES + rules
    files = TitleFiles(Path("small"), from_toml(text, "title"), printed, from_toml(tiles, "tiles"))
    return build([files])


def small_turn(title: Title, *trains: str, **told: Any) -> Turn:
    """Return the turn of RED, with what a position tells besides."""
    data = {"title": "small", "phase": "1", "company": "RED", "trains": list(trains), **told}
    position = read_position(data)
    return Turn(position, title, lay_out(position, title), company_of(position, title))
