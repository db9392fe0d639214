"""What ``bestrun moves`` answers about a position."""

from __future__ import annotations

from typing import Any

from bestrun.files import Case
from bestrun.games import family_of


def moves(position: dict[str, Any]) -> dict[str, Any]:
    case = Case("test", position, "")
    return family_of(case).moves(case).to_dict()


def lays(position: dict[str, Any], hex_id: str, by: str = "") -> dict[str, int]:
    """Return the lays on a hex with their costs, those of a private if ``by`` names one."""
    found = moves(position)["lays"]
    here = (each for each in found if each["hex"] == hex_id and each.get("by", "") == by)
    return {each["tile"]: each["cost"] for each in here}


def places(position: dict[str, Any]) -> dict[str, int]:
    return {each["stop"]: each["cost"] for each in moves(position)["tokens"]}


def why(position: dict[str, Any], where: str, what: str) -> str:
    case = Case("test", position, "")
    return str(family_of(case).why(case, where, what)[0].to_dict()["code"])
