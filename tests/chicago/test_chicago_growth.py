"""Connected growth: three methods against every subset of small boards, and time limits."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thorough import for_every

from solvers.chicago import sweep
from solvers.chicago.growth import (
    Grown,
    Growth,
    GrowthRank,
    best_way,
    building_order,
    make_growth,
    solve_exhaustive,
)
from solvers.chicago.model import cheapest_with, solve_model
from solvers.chicago.sweep import solve_sums, solve_sweep
from solvers.clock import Clock
from solvers.errors import TooLarge

AROUND = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))


SEED_OF_A_LARGE_ONE = 3


def patch(dice: random.Random, hexes: int, dearest: int = 4) -> Growth:
    """Return a patch of hexes with holes, some of them next to a network that lies anywhere."""
    cells = [(x, 2 * y + x % 2) for x in range(6) for y in range(4)][: hexes * 3 // 2]
    kept = dice.sample(cells, hexes)
    ids = {xy: f"{xy[0]}.{xy[1]}" for xy in [*kept, (99, 99)]}
    near = {
        name: tuple(ids[x + dx, y + dy] for dx, dy in AROUND if (x + dx, y + dy) in ids)
        for (x, y), name in ids.items()
    }
    for xy in dice.sample(kept, dice.randint(1, 3)):
        near[ids[xy]] += (ids[99, 99],)
    printed = {
        ids[xy]: (xy, dice.randint(1, dearest), dice.choice((0, 0, 0, 1, 1, 2, 5))) for xy in kept
    }
    treasury = dice.randint(0, 8 * dearest)
    limit = dice.randint(0, hexes)
    return make_growth(printed, near, frozenset({ids[99, 99]}), limit=limit, treasury=treasury)


def hangs_together(growth: Growth, chosen: frozenset[int]) -> bool:
    reached = {each for each in chosen if growth.touching[each]}
    waiting = list(reached)
    while waiting:
        found = (set(growth.near[waiting.pop()]) & chosen) - reached
        reached |= found
        waiting += found
    return reached == chosen


def best_of_all_subsets(growth: Growth) -> GrowthRank:
    every = range(len(growth.hexes))
    return max(
        growth.rank(chosen)
        for count in range(growth.limit + 1)
        for chosen in map(frozenset, combinations(every, count))
        if hangs_together(growth, chosen) and -growth.rank(chosen)[1] <= growth.treasury
    )


def is_right(growth: Growth, grown: Grown, rank: GrowthRank) -> None:
    assert hangs_together(growth, grown.chosen)
    assert growth.rank(grown.chosen) == rank
    assert (grown.bound, grown.finished) == (rank[0], True)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_sweep_and_enumeration_find_what_all_subsets_hold(seed: int) -> None:
    growth = patch(random.Random(seed), 11)
    rank = best_of_all_subsets(growth)
    is_right(growth, solve_exhaustive(growth, Clock()), rank)
    is_right(growth, solve_sweep(growth, Clock()), rank)


@for_every("seed", range(25))
def test_cp_sat_finds_the_same(seed: int) -> None:
    growth = patch(random.Random(seed), 16)
    grown = solve_exhaustive(growth, Clock())
    is_right(growth, solve_model(growth, Clock()), growth.rank(grown.chosen))


@for_every("seed", range(40))
@pytest.mark.parametrize("beam", [1, 150])
def test_one_sweep_for_many_sums(seed: int, beam: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sum has what a search of its own finds; or, in steps of three, what matters of it."""
    monkeypatch.setattr(sweep, "BEAM", beam)
    growth = patch(random.Random(seed), 14)
    many = range(growth.treasury + 1)
    best = [solve_exhaustive(replace(growth, treasury=money), Clock()) for money in many]
    for grown, alone in zip(solve_sums(growth, many, Clock()), best, strict=True):
        is_right(growth, grown, growth.rank(alone.chosen))
    found = solve_sums(growth, many, Clock(), lambda income: 3 * (income // 3 + 1))
    for money, grown, alone in zip(many, found, best, strict=True):
        income, cost, _ = growth.rank(grown.chosen)
        assert income // 3 == grown.bound // 3 == alone.bound // 3
        assert -cost <= money


@for_every("seed", range(40))
def test_a_narrow_first_look_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few states the first sweep keeps, the second one is exact."""
    growth = patch(random.Random(seed), 20)
    rank = growth.rank(solve_sweep(growth, Clock()).chosen)
    for beam in (1, 5):
        monkeypatch.setattr(sweep, "BEAM", beam)
        is_right(growth, solve_sweep(growth, Clock()), rank)


@for_every("seed", range(40))
def test_large_sums_fit_the_tables(seed: int) -> None:
    """Prices beyond 255 need wider tables."""
    growth = patch(random.Random(seed), 14, dearest=150)
    grown = solve_exhaustive(growth, Clock())
    is_right(growth, solve_sweep(growth, Clock()), growth.rank(grown.chosen))


@for_every("seed", range(25))
def test_the_cheapest_way_is_the_cheapest_set(seed: int) -> None:
    """The way to one hex, by steps and by CP-SAT, which knows nothing of ways."""
    growth = patch(random.Random(seed), 14)
    for target in range(0, len(growth.hexes), 4):
        way = best_way(growth, target, growth.limit)
        chosen = cheapest_with(growth, target, Clock())
        if way is None or chosen is None:
            assert way is chosen is None
        else:
            income, cost, count = growth.rank(way)
            assert (cost, income, count) == (growth.rank(chosen)[1], *growth.rank(chosen)[::2])


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_hexes_are_built_next_to_the_network(seed: int) -> None:
    growth = patch(random.Random(seed), 14)
    chosen = solve_sweep(growth, Clock()).chosen
    near = {
        name: tuple(growth.hexes[each] for each in growth.near[at])
        + (("network",) if growth.touching[at] else ())
        for at, name in enumerate(growth.hexes)
    }
    worth = {growth.hexes[each]: growth.income[each] for each in chosen}
    order = building_order(near, frozenset({"network"}), worth)
    assert sorted(order) == sorted(worth)
    built = {"network"}
    for each in order:
        assert built & set(near[each])
        built.add(each)


@pytest.mark.parametrize("solve", [solve_exhaustive, solve_sweep, solve_model])
def test_when_time_runs_out_the_bound_still_holds(solve: Callable[[Growth, Clock], Grown]) -> None:
    growth = patch(random.Random(SEED_OF_A_LARGE_ONE), 22)
    best = growth.rank(solve_sweep(growth, Clock()).chosen)
    clock = Clock(0.0)
    clock.start -= 1
    grown = solve(growth, clock)
    assert hangs_together(growth, grown.chosen)
    assert grown.bound >= best[0]
    assert growth.rank(grown.chosen) <= best
    if growth.rank(grown.chosen) < best:
        assert not grown.finished


def test_what_is_too_large_is_refused_not_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    growth = patch(random.Random(SEED_OF_A_LARGE_ONE), 22)
    monkeypatch.setattr("solvers.chicago.growth.MOST_SETS", 10)
    monkeypatch.setattr(sweep, "MOST_BYTES", 10)
    for solve in (solve_exhaustive, solve_sweep):
        with pytest.raises(TooLarge):
            solve(growth, Clock())
    monkeypatch.setattr(sweep, "SLOTS", 2)
    with pytest.raises(TooLarge):
        solve_sweep(growth, Clock())
