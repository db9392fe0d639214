"""Claims at the table, and boards on which they are made."""

from __future__ import annotations

from typing import Any

from boards import turn

from bestrun import api
from bestrun.turn import Turn

SION = api.DATA / "sion.toml"


def codes(verdict: Any) -> list[str]:
    return [problem["code"] for problem in verdict.problems]


def check(where: Turn, said: object) -> Any:
    return api.check(where.position, said)


# Chur and Disentis: over the hexside between them, or the long way through the Albula tunnel.
TWO_WAYS = {"G26": "5:5", "H25": "58:3", "H27": "X78:0", "I26": "7:2"}


def chur(trains: str) -> Turn:
    return turn("1844", "7", "RhB", trains, TWO_WAYS, RhB="G26")
