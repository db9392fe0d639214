"""Tiles read from the notation, with the stages that most titles have."""

from __future__ import annotations

from mapdata.notation import parse
from mapdata.tile import Tile

STAGES = ("yellow", "green", "brown", "gray")


def read(code: str) -> Tile:
    return parse(code, name="1", colour="white", stages=STAGES)
