"""Random networks, and methods compared on them."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from boards import random_position
from brute import Brute
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bestrun.turn import Turn

TITLES = ("1844", "1844", "1844", "1841", "1841-lite", "1841-v2", "1841-v2-lite")

REGIONAL = ("JN", "ChA", "VZ")

MANY = int(os.environ.get("BESTRUN_EXAMPLES", "0"))

Position = dict[str, Any]

Test = TypeVar("Test", bound=Callable[..., None])


def examples(count: int) -> Callable[[Test], Test]:
    """Hypothesis settings: ``count`` boards, the same ones each time."""
    return settings(
        max_examples=MANY or count,
        derandomize=not MANY,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def positions(draw: st.DrawFn, titles: tuple[str, ...] = TITLES, largest: int = 12) -> Position:
    """Draw a position; a seed does not shrink, but its boards are far more varied."""
    title = draw(st.sampled_from(titles))
    size = draw(st.integers(3, largest))
    return random_position(title, Random(draw(st.integers(0, 2**32))), size=size)


def brute_of(turn: Turn, most_ways: int = 10_000) -> Brute:
    return Brute(turn.board, turn.company.id, most_ways)


def skipping(position: Position, trains: int) -> Position:
    """Return the position with 8Es, if its company may own them."""
    if position["company"] in REGIONAL:
        return position
    return position | {"phase": "7", "trains": ["8E"] * trains}
