"""The two linear programs: they agree, and their prices bound every mixture of routes."""

from __future__ import annotations

import numpy as np
import pytest
from thorough import for_every

from solvers.frontier.interior import middle_prices
from solvers.frontier.simplex import Simplex


def packing(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return values, uses and supply of a random packing."""
    rng = np.random.default_rng(seed)
    rows, routes = int(rng.integers(3, 15)), int(rng.integers(2, 60))
    uses = (rng.random((rows, routes)) < 0.3).astype(float)
    uses[rng.integers(rows, size=routes), np.arange(routes)] = 1
    return rng.integers(1, 100, routes).astype(float), uses, np.ones(rows)


def solved(values: np.ndarray, uses: np.ndarray, supply: np.ndarray) -> tuple[float, Simplex]:
    linear = Simplex(supply)
    linear.add_routes(np.arange(len(values)), values, uses)
    linear.let_in()
    ids, shares = linear.shares()
    return float(values[ids] @ shares), linear


@for_every("seed", range(60))
def test_both_find_the_same_value(seed: int) -> None:
    values, uses, supply = packing(seed)
    value, linear = solved(values, uses, supply)
    prices, reached = middle_prices(values, uses, supply, bound=0.0, share=0.0)
    assert reached == pytest.approx(value, rel=1e-2, abs=0.5)
    for paid in (prices, linear.prices):
        assert (paid >= -1e-6).all()
        assert (paid @ uses >= values - 1e-6).all()
        assert paid @ supply == pytest.approx(value, rel=1e-2, abs=0.5)


@for_every("seed", range(60))
def test_shares_keep_to_the_supply(seed: int) -> None:
    values, uses, supply = packing(seed)
    ids, shares = solved(values, uses, supply)[1].shares()
    assert (uses[:, ids] @ shares <= supply + 1e-3).all()


@for_every("seed", range(60))
def test_routes_that_come_later_change_nothing(seed: int) -> None:
    values, uses, supply = packing(seed)
    linear = Simplex(supply)
    for part in np.array_split(np.arange(len(values)), 4):
        linear.add_routes(part, values[part], uses[:, part])
        linear.let_in()
    ids, shares = linear.shares()
    assert values[ids] @ shares == pytest.approx(solved(values, uses, supply)[0], abs=0.1)


@for_every("seed", range(60))
def test_rows_that_come_later_are_obeyed(seed: int) -> None:
    """Adding rows to a solved program leads to the program that had them from the start."""
    values, uses, supply = packing(seed)
    uses = np.concatenate([np.ones((1, len(values))), uses])  # at most two routes in all
    supply = np.concatenate([[2.0], supply])
    half = len(uses) // 2
    linear = solved(values, uses[:half], supply[:half])[1]
    slack = np.zeros((len(uses) - half, half))
    linear.add_rows(np.concatenate([slack, uses[half:]], axis=1), np.ones(len(uses) - half))
    linear.obey()
    ids, shares = linear.shares()
    assert values[ids] @ shares == pytest.approx(solved(values, uses, supply)[0], abs=0.1)


@for_every("seed", range(40))
def test_what_does_not_bind_can_be_forgotten(seed: int) -> None:
    values, uses, supply = packing(seed)
    value, linear = solved(values, uses, supply)
    linear.drop(linear.waste > 1e-6)
    binding = linear.drop_rows(0)
    linear.let_in()
    ids, shares = linear.shares()
    assert values[ids] @ shares == pytest.approx(value, abs=0.1)
    assert len(linear.prices) == binding.sum() <= len(supply)


@for_every("seed", range(60))
def test_without_some_routes_it_goes_on_to_the_program_that_never_had_them(seed: int) -> None:
    values, uses, supply = packing(seed)
    before, linear = solved(values, uses, supply)
    gone = np.random.default_rng(seed).random(len(values)) < 0.4
    fewer = linear.without(np.flatnonzero(gone))
    fewer.let_in()
    ids, shares = fewer.shares()
    assert not gone[ids].any()
    fresh, _ = solved(values[~gone], uses[:, ~gone], supply)
    assert values[ids] @ shares == pytest.approx(fresh, abs=0.1)
    ids, shares = linear.shares()
    assert values[ids] @ shares == pytest.approx(before)
