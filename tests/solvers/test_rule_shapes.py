"""Each shape of a rule on a small board where breaking it would pay, by every method."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from rule_shapes import SHAPES
from ruled import Brute

from mapdata.rules import Bonus, Per, RouteRules, Rules, TrainRow, TrainType
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


# What the position decides before a problem is posed, and where that is tested.
BY_POSITION = {
    "test_conditions.py": (
        *("if_private", "unless_private", "if_marker", "unless_marker", "if_token", "if_train"),
        *("company", "phases", "not_trains", "marker", "tiles", "unless_own"),
        *("permits", "leased", "taken", "beside", "income_counts", "express", "one_of_sides"),
    ),
    "test_quotas.py": ("quotas",),
    "test_rules_18usa.py": ("pass_once", "attached"),
    "test_rules_18ny.py": ("open", "stands_for"),
    "test_rules_18ireland.py": ("branches", "elsewhere"),
    "test_rules_18rhl.py": ("edges",),
    "test_rules_1860.py": ("joined_at_home", "closed_once", "entered_once_unless"),
    "test_rules_1868.py": ("told",),
    "test_more_titles.py": ("without",),
}
BOUGHT = {"rusts_on", "obsolete_on", "available_on", "discount", "price", "count", "counted"}
BOUGHT |= {"base", "events", "runs", "attached", "plain"}


def used(kind: type, values: Iterable[Any]) -> set[str]:
    """The fields that are not as they are if nothing is said, in one of the values."""
    defaults = msgspec.structs.fields(kind)
    plain = {
        each.name: each.default_factory() if each.default is msgspec.NODEFAULT else each.default
        for each in defaults
        if not each.required
    }
    return {
        name for each in values for name, value in plain.items() if getattr(each, name) != value
    }


def test_every_word_of_the_rules_has_a_board_where_breaking_it_would_pay() -> None:
    games = [game for strict, _, other, _ in SHAPES.values() for game in (strict, other)]
    trains = [train for game in games for train in game.trains]
    bonuses = [bonus for game in games for bonus in game.rules.bonuses]
    shown = {
        RouteRules: used(RouteRules, [game.rules.route for game in games]),
        Rules: used(Rules, [game.rules for game in games]),
        TrainType: used(TrainType, trains) | BOUGHT,
        TrainRow: used(TrainRow, [row for train in trains for row in train.rows]),
        Bonus: used(Bonus, bonuses),
    }
    elsewhere = {word for words in BY_POSITION.values() for word in words}
    for kind, words in shown.items():
        optional = {each.name for each in msgspec.structs.fields(kind) if not each.required}
        assert optional - words - elsewhere == set(), kind
    assert {bonus.per for bonus in bonuses} == set(get_args(Per))


@pytest.mark.parametrize("module", BY_POSITION)
def test_what_the_position_decides_is_tested_where_it_says(module: str) -> None:
    text = (Path(__file__).parent / module).read_text(encoding="utf-8")
    assert text.count("def test_") > 1
