"""bestrun: the best run of a train game, with proof.

The commands are functions here: ``bestrun.solve("sion.toml")``, ``bestrun.check(...)`` and
so on. Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from bestrun.api import (
    advise,
    audit,
    bench,
    board,
    check,
    demo,
    load,
    moves,
    payout,
    plot,
    reach,
    report,
    solve,
    titles,
)
from mapdata.errors import InputError

__all__ = [
    "InputError",
    "advise",
    "audit",
    "bench",
    "board",
    "check",
    "demo",
    "load",
    "moves",
    "payout",
    "plot",
    "reach",
    "report",
    "solve",
    "titles",
]
