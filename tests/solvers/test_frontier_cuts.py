"""Cuts, routes that others beat, and combinations, against all plans of small pools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from networks import all_plans, random_problem
from thorough import for_every

from solvers.clock import Clock
from solvers.enumerate import routes
from solvers.errors import TooLarge
from solvers.frontier.beam import good_plan
from solvers.frontier.chosen import chosen_cuts
from solvers.frontier.combine import Combination
from solvers.frontier.cuts import Tightening, separate
from solvers.frontier.improve import improve
from solvers.frontier.kept import Kept
from solvers.frontier.model import Model, build
from solvers.frontier.pool import RoutePool, join, pairs_of, undominated
from solvers.frontier.prices import find_prices, forbidding

MOST_PLANS = 1000


def modelled(seed: int) -> tuple[Model, RoutePool]:
    """Return the problem of ``seed`` with all its useful routes.

    Where brute force cannot hold it, a later seed of the same family takes its place.
    """
    problem = random_problem(seed, stops=6, links=9)
    listed = {train: routes(problem, train) for train in problem.fleet}
    model = build(problem, Clock(), listed)
    prices, _ = find_prices(model, Kept(1), Clock())
    pools = [model.routes(at, 10**6, -(10**9), prices, thin=False)[0] for at in range(len(listed))]
    pool = join(pools)
    pool = pool.take(pool.score > 0)
    pool = pool.take(np.argsort(prices.loss(pool), kind="stable"))
    return modelled(seed + 1000) if len(plans(model, pool)) > MOST_PLANS else (model, pool)


def plans(model: Model, pool: RoutePool) -> list[tuple[int, ...]]:
    """Return every plan that can be made of a pool, or more than enough to see its size."""
    found: list[tuple[int, ...]] = [()]
    masks = [sum(1 << int(row) for row in np.flatnonzero(uses)) for uses in pool.uses]
    kinds = pool.train.tolist()
    for route in range(len(pool)):
        for plan in list(found):
            alike = sum(kinds[other] == kinds[route] for other in plan)
            clash = any(masks[other] & masks[route] for other in plan)
            if not clash and alike < model.trains[kinds[route]]:
                found.append((*plan, route))
        if len(found) > MOST_PLANS:
            break
    return found


def scores(pool: RoutePool, all_plans: Sequence[tuple[int, ...]]) -> list[int]:
    return sorted((int(pool.score[list(plan)].sum()) for plan in all_plans), reverse=True)


SEEDS = range(50)


@for_every("seed", SEEDS)
def test_no_plan_uses_more_pairs_of_a_cut_than_there_are(seed: int) -> None:
    """One of three rows, two of five: with an odd number one row is always left over."""
    model, pool = modelled(seed)
    rows = range(min(7, len(model.rows)))
    cuts = [cut for size in (3, 5) for cut in combinations(rows, size)]
    supply = [len(cut) // 2 for cut in cuts]
    pairs = pairs_of(pool.uses, cuts)
    for plan in plans(model, pool):
        assert (pairs[list(plan)].sum(axis=0) <= supply).all()


def test_three_routes_by_half_break_a_cut() -> None:
    """Any two clash over a row of their own: a mixture runs each by half, a plan only one."""
    uses = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]], np.bool_)
    (cut,) = separate(uses, np.array([0.5, 0.5, 0.5]), 10)
    assert sorted(cut) == [0, 1, 2]


def test_five_routes_by_half_break_a_cut_of_five() -> None:
    """Each clashes with two others, and no three with each other: two of them make a plan."""
    uses = np.array([np.roll([1, 1, 0, 0, 0], by) for by in range(5)], np.bool_)
    (cut,) = separate(uses, np.full(5, 0.5), 10)
    assert sorted(cut) == [0, 1, 2, 3, 4]


@for_every("seed", SEEDS)
def test_cuts_that_are_found_are_broken_and_name_no_row_twice(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.permutation(12)
    rings = [rows[:3], rows[3:8], rows[8:]]
    ways = [(one, two) for ring in rings for one, two in zip(ring, np.roll(ring, 1), strict=True)]
    uses = np.zeros((12, 20), np.bool_)
    for at, way in enumerate(ways):
        uses[list(way), at] = True
    uses[:, 12:] = rng.random((12, 8)) < 0.3
    shares = np.concatenate([np.full(12, 0.5), rng.random(8) / 100])
    found = separate(uses, shares, 30)
    assert {frozenset(rings[0]), frozenset(rings[1])} <= {frozenset(cut) for cut in found}
    for cut in found:
        assert len(set(cut)) == len(cut) in (3, 5)
        assert (pairs_of(uses.T, [cut])[:, 0] @ shares) > len(cut) // 2


def test_a_plan_breaks_no_cut() -> None:
    uses = np.array([[1, 0], [0, 1], [1, 0]], np.bool_)
    assert separate(uses, np.array([1.0, 1.0]), 10) == []


@for_every("seed", SEEDS)
def test_the_bound_of_any_prices_holds(seed: int) -> None:
    model, pool = modelled(seed)
    best = scores(pool, plans(model, pool))[0]
    rng = np.random.default_rng(seed)
    for _ in range(5):
        prices = rng.integers(0, 40 * model.scale.revenue, len(model.rows))
        assert model.price(prices)[1] >= best
    assert find_prices(model, Kept(1), Clock())[0].bound >= best


@for_every("seed", SEEDS)
def test_every_plan_is_worth_the_bound_less_its_losses(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.frontier.cuts._FEW", 0)
    model, pool = modelled(seed)
    tight = Tightening(model, pool, Kept(10**6), 0)
    tight.run(Clock())
    if not len(tight.pool):
        assert not len(pool)
        return
    assert len(tight.pool) == len(pool)
    left = model.trains
    for plan in plans(model, tight.pool):
        chosen = list(plan)
        unused = tight.supply - tight.uses[chosen].sum(axis=0)
        idle = left - np.bincount(tight.pool.train[chosen], minlength=len(left))
        lost = tight.loss[chosen].sum() + tight.prices @ unused + idle @ tight.idle
        assert tight.bound - lost == tight.pool.score[chosen].sum()
        assert (tight.loss >= 0).all()


@for_every("seed", SEEDS)
def test_the_best_plan_survives_cutting(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.frontier.cuts._FEW", 0)
    model, pool = modelled(seed)
    best = scores(pool, plans(model, pool))[0]
    kept = Kept(1)
    tight = Tightening(model, pool, kept, 0)
    tight.run(Clock())
    assert tight.bound >= best or kept.plans == {next(iter(kept.plans)): best}
    left = scores(tight.pool, plans(model, tight.pool))[0]
    assert best in (left, *kept.plans.values())


@for_every("seed", SEEDS)
def test_a_part_finds_the_best_plan_of_its_routes(seed: int) -> None:
    """It goes on from the program of all routes, and finds what a program of its own would."""
    model, pool = modelled(seed)
    kept = Kept(10_000)
    tight = Tightening(model, pool, kept, 0)
    tight.run(Clock())
    for one, two in [(0, 1), (1, 2)]:
        uses = tight.pool.uses
        part = tight.part(uses[:, one] == uses[:, two])
        part.kept = Kept(1)
        part.run(Clock())
        Combination(part, Clock()).run()
        fresh = tight.pool.take(uses[:, one] == uses[:, two])
        assert part.kept.best == scores(fresh, plans(model, fresh))[0]


@for_every("seed", range(40))
def test_cuts_are_chosen_within_the_growth_that_is_allowed(seed: int) -> None:
    """The dearest of neighbouring rows comes first, and more growth never tells less."""
    problem = random_problem(seed, stops=8, links=16)
    bare = build(problem, Clock(), dict.fromkeys(problem.fleet))
    assert bare.graph is not None
    on_graph = np.flatnonzero(bare.rows.on_graph).tolist()
    cuts = list(combinations(on_graph, 3))[:30]
    rows = replace(bare.rows, cuts=tuple(cuts))
    rng = np.random.default_rng(seed)
    worth = rng.integers(1, 1000, len(cuts)).tolist()
    assert chosen_cuts(bare.graph, rows, worth, 1.0) == []
    for growth in (1.5, 3.0, 8.0):
        chosen = chosen_cuts(bare.graph, rows, worth, growth)
        told = bare.with_cuts([cuts[at] for at in chosen], 10**6)
        assert told.graph is not None
        assert told.graph.states <= growth * bare.graph.states + len(bare.graph.steps)
    assert chosen_cuts(bare.graph, rows, worth, 1e30) == list(range(len(cuts)))


@for_every("seed", SEEDS)
def test_two_trains_run_anew_make_no_plan_worse(seed: int) -> None:
    problem = random_problem(seed, stops=6, links=9)
    model = build(problem, Clock(), dict.fromkeys(problem.fleet))
    kept = Kept(1)
    prices, _ = find_prices(model, kept, Clock())
    before = kept.best
    improve(model, prices, kept, Clock(), forbidding(model))
    assert before <= kept.best <= all_plans(problem)[0]


@for_every("seed", SEEDS)
def test_a_best_plan_needs_no_beaten_route(seed: int) -> None:
    model, pool = modelled(seed)
    thin = pool.take(undominated(pool))
    assert scores(thin, plans(model, thin))[0] == scores(pool, plans(model, pool))[0]
    for one in range(len(pool)):
        beaten = [
            two
            for two in range(len(thin))
            if thin.train[two] == pool.train[one]
            and thin.score[two] >= pool.score[one]
            and not (thin.uses[two] & ~pool.uses[one]).any()
        ]
        assert beaten


@pytest.mark.parametrize("keep", [1, 4])
@for_every("seed", SEEDS)
def test_combining_finds_the_best_plans(seed: int, keep: int) -> None:
    model, pool = modelled(seed)
    wanted = scores(pool, plans(model, pool))[:keep]
    kept = Kept(keep)
    tight = Tightening(model, pool, kept, 0)
    tight.run(Clock())
    Combination(tight, Clock()).run()
    assert sorted(kept.plans.values(), reverse=True) == wanted


@for_every("seed", SEEDS)
def test_of_all_plans_abreast_the_best_with_every_train_is_found(seed: int) -> None:
    model, pool = modelled(seed)
    loss = pool.score.max(initial=0) - pool.score
    running = [plan for plan in plans(model, pool) if len(plan) == model.trains.sum()]
    kept = Kept(1)
    good_plan(model, pool, loss, kept)
    assert kept.best == (scores(pool, running)[0] if running else 0)


@for_every("seed", SEEDS)
def test_a_good_plan_of_few_abreast_is_a_plan(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.frontier.beam._ABREAST", 2)
    monkeypatch.setattr("solvers.frontier.beam._ROUTES", 5)
    model, pool = modelled(seed)
    kept = Kept(1)
    good_plan(model, pool, pool.score.max(initial=0) - pool.score, kept)
    assert kept.best in {0, *scores(pool, plans(model, pool))}


@for_every("seed", SEEDS)
def test_the_bound_of_any_prices_of_cuts_holds(seed: int) -> None:
    """With tables too: a plan pays for no more pairs of a cut than there are."""
    problem = random_problem(seed, stops=6, links=9)
    best = all_plans(problem)[0]
    bare = build(problem, Clock(), dict.fromkeys(problem.fleet))
    rng = np.random.default_rng(seed)
    rows = range(min(5, bare.rows.plain))
    cuts = [cut for size in (3, 5) for cut in combinations(rows, size)]
    model = bare.with_cuts(cuts, 10**6)
    for _ in range(5):
        prices = rng.integers(0, 40 * model.scale.revenue, len(model.rows))
        assert model.price(prices)[1] >= best


@for_every("seed", SEEDS)
def test_cuts_of_the_last_round_have_their_prices(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However early cutting ends: what comes next knows what the last cuts are worth."""
    monkeypatch.setattr("solvers.frontier.cuts._FEW", 0)
    monkeypatch.setattr("solvers.frontier.cuts._ROUNDS", 1)
    model, pool = modelled(seed)
    kept = Kept(1)
    tight = Tightening(model, pool, kept, 0)
    tight.run(Clock())
    Combination(tight, Clock()).run()
    assert kept.best == scores(pool, plans(model, pool))[0]


def test_too_many_combinations_are_refused() -> None:
    model, pool = modelled(6)
    tight = Tightening(model, pool, Kept(50), 0)
    tight.run(Clock())
    with pytest.raises(TooLarge, match="combinations"):
        Combination(tight, Clock(), max_nodes=0).run()
