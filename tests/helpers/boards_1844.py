"""Boards of 1844 on which one rule of routes matters."""

from __future__ import annotations

from typing import Any

from boards import (
    best,
    routes,
    turn,
)

from bestrun.turn import Turn
from solvers.problem import Problem

Tiles = dict[str, str]

# Sion with Martigny in the west, Visp and Brig in the east.
VALAIS = {"K10": "15:0", "K8": "58:2", "J11": "58:4"}

# Bern to Thun through G12, and on to the Jungfraubahnen.
THUN = {"F11": "904:0", "G12": "9:2", "H13": "57:2"}

# From Stuttgart to Torino: eleven stops in a row and the Lötschberg tunnel.
SPINE = (
    {"B19": "57:0", "C18": "8:3", "D19": "908:4", "D17": "4:1", "D15": "15:4", "D13": "15:4"}
    | {"E12": "9:0", "F11": "904:0", "G12": "9:2", "H13": "15:0", "I12": "X78:3"}
    | {"J11": "58:4", "K10": "15:0", "L9": "9:0"}
)


def vz(trains: str, tiles: Tiles, phase: str = "3") -> Turn:
    return turn("1844", phase, "VZ", trains, tiles, VZ="K10")


def bern(trains: str, tiles: Tiles, phase: str = "3", **tokens: str) -> Turn:
    return turn("1844", phase, "BLS", trains, tiles, **{"BLS": "F11"} | tokens)


def revenue(where: Turn | Problem) -> int:
    return best(where).revenue


def run_of(where: Turn) -> tuple[tuple[str, ...], Any]:
    """Return the stops and earnings of the only run of the best plan."""
    problem = where.problem()
    result = best(problem)
    ((_, stops),) = routes(result, problem)
    return stops, problem.earnings(result.plan.runs[0])
