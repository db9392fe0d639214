"""What each family of games answers to the commands: one module a family."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from bestrun.files import Case
from mapdata.errors import InputError, within

_MODULES = {
    "18xx": "bestrun.games.eighteen",
    "chicago-express": "bestrun.games.chicago",
    "island-rails": "bestrun.games.island",
}

_ELSEWHERE = {
    ("18xx", "check"): "bestrun.games.eighteen_check",
    ("18xx", "draw"): "bestrun.games.eighteen_picture",
    ("18xx", "moves"): "bestrun.operating.moves",
    ("18xx", "why"): "bestrun.operating.moves",
    ("18xx", "reach"): "bestrun.operating.reach",
    ("18xx", "advise"): "bestrun.operating.advise",
    ("18xx", "payout"): "bestrun.operating.payout",
    ("chicago-express", "check"): "bestrun.games.chicago_check",
    ("chicago-express", "report"): "bestrun.games.chicago_report",
    ("chicago-express", "draw"): "bestrun.games.chicago_picture",
    ("island-rails", "draw"): "bestrun.games.island_picture",
    ("island-rails", "check"): "bestrun.games.island_check",
}
"""Abilities that have a module of their own."""


def ability(case: Case, name: str) -> Callable[..., Any]:
    """Return the function ``name`` of the family that the case's title belongs to.

    The family's module is imported only now: a user of one game never loads another.
    """
    from mapdata.titles import family

    title = case.title
    with within(case.place):
        kind = family(title)
        module = importlib.import_module(_ELSEWHERE.get((kind, name), _MODULES[kind]))
        function: Callable[..., Any] | None = getattr(module, name, None)
        if function is None:
            raise InputError(f"{title} has no answer to '{name}'")
    return function
