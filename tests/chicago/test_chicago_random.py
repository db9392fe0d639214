"""Random positions of Chicago Express: the toolkit and brute force agree."""

from __future__ import annotations

import random

from chicago_brute import Game, best_build, developments, to_chicago
from chicago_random import agrees, asked, random_position, westernmost, within_reach
from hypothesis import given, settings
from hypothesis import strategies as st
from thorough import for_every

from bestrun import api

SEEDS = st.integers(0, 2**32)


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_best_build_of_one_action(seed: int) -> None:
    position = random_position(random.Random(seed), size=9, treasury=16)
    game, best = within_reach(position, best_build)
    answer = asked(position)
    agrees(game, answer, [answer["hexes"]] if answer["hexes"] else [])
    found = answer["income"], answer["cost"], len(answer["hexes"])
    assert found == best
    assert answer["bound"] == answer["income"]


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(1, 4))
def test_the_best_plan_for_income(seed: int, actions: int) -> None:
    position = random_position(random.Random(seed), size=6, treasury=12)
    game, best = within_reach(position, lambda game: best_build(game, 3 * actions))
    answer = asked(position, ask="plan", actions=actions)
    hexes = [each for action in answer["hexes"] for each in action]
    agrees(game, answer, answer["hexes"])
    assert len(answer["hexes"]) <= actions
    found = answer["income"], answer["cost"], len(hexes)
    assert found == best


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(1, 3))
def test_the_best_plan_to_chicago(seed: int, actions: int) -> None:
    dice = random.Random(seed)
    position = random_position(dice, size=4, treasury=16)
    position["company"] = westernmost(position)
    game, best = within_reach(position, lambda game: to_chicago(game, 3 * actions))
    answer = asked(position, ask="plan", actions=actions, goal="chicago")
    hexes = [each for action in answer["hexes"] for each in action]
    agrees(game, answer, answer["hexes"])
    if best is None or not best[0]:
        assert not hexes
    else:
        found = len(answer["hexes"]), answer["cost"], answer["income"], len(hexes)
        assert found == best


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_the_best_development(seed: int) -> None:
    position = random_position(random.Random(seed), size=9, treasury=5)
    options = developments(Game(position), "Andy")
    answer = asked(position, ask="develop", player="Andy")
    best = max([0, *(mine - others for mine, others in options.values())])
    found = answer["gain_player"], answer["gain_others"]
    assert found[0] - found[1] == best
    if answer["hex"] is not None:
        assert options[answer["hex"]] == found


@for_every("seed", range(12))
def test_all_methods_agree_on_long_plans(seed: int) -> None:
    """Too many plans for brute force; the methods are compared with each other."""
    position = random_position(random.Random(seed), size=9, treasury=24)
    position |= {"ask": "plan", "actions": 1 + seed % 4}
    first, *others = [api.solve(position, method=method).to_dict() for method in ("auto", "cpsat")]
    keys = ("income", "cost", "left", "gain", "bound", "proven")
    for other in others:
        assert {key: other[key] for key in keys} == {key: first[key] for key in keys}
        assert sum(map(len, other["hexes"])) == sum(map(len, first["hexes"]))
