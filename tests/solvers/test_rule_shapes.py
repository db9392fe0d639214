"""Each shape of a rule on a small board where breaking it would pay, by every method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rule_shapes import SHAPES
from ruled import Brute

from solvers import methods
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.judge import judge
from solvers.methods import NATIVE, solve, solve_frontier, solve_routes

METHODS: dict[str, Callable[..., Any]] = {
    "routes": solve_routes,
    "frontier": lambda problem, clock: solve_frontier(
        problem, clock, 1, dict.fromkeys(problem.fleet)
    ),
    **{name: NATIVE[name] for name in ("circuit", "mip")},
}

# Where one method leaves a shape to others, auto takes one of those.
LEFT_TO_OTHERS = {
    *(
        ("frontier", shape)
        for shape in (
            "a single stop is a route of a local train",
            "it may go on to others",
            "each marker serves one local train",
            "also on its way",
            "a single stop is one end",
            "half of a route, rounded down and to tens",
            "fives are rounded up",
            "a subsidy is not halved",
        )
    ),
    ("frontier", "stops joined inside a hex count as one"),
    ("frontier", "they are a route with others only"),
    ("frontier", "no route visits both on another way"),
    ("frontier", "visits of one kind are paid"),
    ("frontier", "no more visits are paid than the train has places"),
    ("frontier", "one run must join two places"),
    ("frontier", "all runs hang together, from home"),
    ("frontier", "through another run, if not directly"),
    ("frontier", "by one run of several"),
    ("frontier", "a train must stay idle"),
    ("frontier", "or trains share all track"),
    ("frontier", "but no route uses a track twice"),
    ("frontier", "a stop pays one run of a turn"),
    ("frontier", "and so do the stops of a group"),
    ("frontier", "whoever is paid for it, the sum is the most"),
    ("frontier", "and the hexes between them, as the crow flies"),
    ("frontier", "more from a port, and from the hex before an area"),
    ("frontier", "a stop pays for the mark before it, though a dearer one could pay"),
    ("mip", "a stop pays for the mark before it, though a dearer one could pay"),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_rule_is_kept_where_breaking_it_would_pay(shape: str, method: str) -> None:
    strict, best, other, relaxed = SHAPES[shape]
    if (method, shape) in LEFT_TO_OTHERS:
        with pytest.raises(TooLarge, match=f"{method} cannot (hold|tell)"):
            METHODS[method](strict.problem, Clock())
        return
    for game, revenue in ((strict, best), (other, relaxed)):
        assert Brute(game).best() == revenue
        plans, bound = METHODS[method](game.problem, Clock())
        assert judge(game.problem, plans[0].runs) == []
        assert (plans[0].total, bound) == (revenue, revenue)


def test_auto_holds_what_its_fastest_methods_leave_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(methods, "FEW_STEPS", 0)
    for _, shape in sorted(LEFT_TO_OTHERS):
        strict, best, _, _ = SHAPES[shape]
        assert solve(strict.problem).total == best
