"""Every method against brute force, over random trains, bonuses and rules."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace
from networks import random_problem
from ruled import (
    KINDS,
    RARE,
    Brute,
    Game,
    random_game,
    random_network,
    random_rules,
    random_train,
    rare_game,
)
from thorough import for_every, one_in

from hexgraph.network import Link, Network
from mapdata.rules import Bonus, JoinedStops, RouteRules, Rules, TrainRow, TrainType
from solvers import enumerate as listing
from solvers import gap, pairings
from solvers.claim import Line, realise
from solvers.claim_cpsat import search
from solvers.claim_readings import readings, worth
from solvers.claim_ways import Ways, legal_ways
from solvers.clock import Clock
from solvers.enumerate import RouteLister, routes
from solvers.errors import TooLarge
from solvers.judge import judge, judge_run
from solvers.methods import METHODS, NATIVE, solve, solve_frontier, solve_routes
from solvers.plan import Plan
from solvers.pose import pose
from solvers.problem import Problem, Run
from solvers.route import Route


def check(seed: int, method: str) -> None:
    game = random_game(seed)
    brute, problem = Brute(game), game.problem
    result = solve(problem, method)
    types = {train.name: train for train in game.trains}
    assert result.proven
    for run in result.plan.runs:
        train = types[run.train.name]
        assert brute.legal(run, train)
        way = brute.way_of(run, train)
        assert way is not None
        assert problem.earnings(run).total == brute.earned(train, way, run.paid, run.once)
    assert judge(problem, result.plan.runs) == []
    assert result.total == brute.best()


@for_every("seed", one_in(3, range(300)))
def test_listing_routes_finds_what_brute_force_finds(seed: int) -> None:
    check(seed, "routes")


@for_every("seed", range(60))
@pytest.mark.parametrize("word", RARE)
def test_a_rarer_rule_is_kept_by_every_method(word: str, seed: int) -> None:
    game = rare_game(seed, word)
    best = Brute(game).best()
    for method in ("auto", "routes", "frontier"):
        with suppress(TooLarge):  # auto has others for it
            found = solve(game.problem, method)
            assert found.proven
            assert found.total == best, method
    for method in ("circuit", "mip") if seed % 6 == 0 else ():
        with suppress(TooLarge):
            assert native(game.problem, method).total == best, method


def native(problem: Problem, method: str) -> Plan:
    """Return the plan of a solver in native code, run in this process."""
    plans, bound = NATIVE[method](problem, Clock(), 1)
    assert plans[0].total == bound
    return plans[0]


@for_every("seed", range(120))
@pytest.mark.parametrize("method", ["circuit", "mixed", "mip"])
def test_native_solvers_find_what_listing_finds(seed: int, method: str) -> None:
    problem = random_game(seed).problem
    try:
        plan = native(problem, method)
    except TooLarge:
        pytest.skip("it says that it cannot hold this")
    assert judge(problem, plan.runs) == []
    assert plan.total == solve(problem, "routes").total


def with_banks(seed: int) -> Game:
    """A game in which two stops of one kind and hex count as one, and all trains pay everywhere."""
    rng = Random(seed)
    network = random_network(rng, rng.randint(4, 7), rng.randint(4, 9))
    one, two = rng.sample(range(len(network.stops)), 2)
    first = replace(network.stops[one], kind="city", visit=1, groups=())
    second = replace(network.stops[two], kind="city", visit=1, groups=(), hexes=first.hexes)
    stops = list(network.stops)
    stops[one], stops[two] = first, second
    at = first.hexes[0]
    bit = 1 << len(network.resources)
    link = Link(one, two, bit, 0, (at,), (("narrow", at),), ((at, 9),))
    resources = (*network.resources, "between")
    network = Network("A", tuple(stops), (*network.links, link), resources)
    kinds = frozenset([*rng.sample(KINDS, rng.randint(1, 3)), "city"])
    few, many = (TrainRow(kinds, visits=number) for number in (rng.randint(2, 3), 5))
    rest = TrainRow(frozenset(KINDS) - kinds)
    rows = [(few, rest) if rest.kinds else (few,), (many,)]
    trains = [TrainType(name, row) for name, row in zip("AB", rows, strict=True)]
    rules = random_rules(rng, network)
    banned = ("visit", "ends", "pass")
    bonuses = tuple(each for each in rules.bonuses if each.per not in banned)
    route = RouteRules(
        no_ends=rules.route.no_ends, joined=JoinedStops("narrow", rng.choice([0, 10]))
    )
    return Game(network, tuple(trains[: rng.randint(1, 2)]), Rules(bonuses, route))


@pytest.mark.parametrize("method", ["routes", "circuit", "mip"])
@for_every("seed", range(60))
def test_two_stops_that_count_as_one(seed: int, method: str) -> None:
    game = with_banks(seed)
    result = solve(game.problem, method)
    assert judge(game.problem, result.plan.runs) == []
    assert result.total == Brute(game).best()


@for_every("seed", one_in(3, range(300)))
def test_the_frontier_finds_what_listing_finds(seed: int) -> None:
    """With a table for every train, however few its routes are."""
    problem = random_game(seed).problem
    try:
        (plan,), bound = solve_frontier(problem, Clock(), 1, dict.fromkeys(problem.fleet))
    except TooLarge:
        pytest.skip("it says that it cannot hold this")
    assert judge(problem, plan.runs) == []
    assert plan.total == bound == solve(problem, "routes").total


@for_every("seed", range(120))
def test_local_trains_are_listed_where_the_frontier_prices_others(seed: int) -> None:
    game = random_game(seed)
    trains = (replace(game.trains[0], name="L", local=True), *game.trains)
    problem = replace(game, trains=trains).problem
    mixed = {train: routes(problem, train) if train.local else None for train in problem.fleet}
    try:
        (plan,), bound = solve_frontier(problem, Clock(), 1, mixed)
    except TooLarge:
        pytest.skip("it says that it cannot hold this")
    assert judge(problem, plan.runs) == []
    assert plan.total == bound == solve(problem, "routes").total


@pytest.mark.parametrize("few", [0, listing.FEW_PAIRS])
@for_every("seed", range(300))
def test_the_routes_near_the_best_are_found_without_the_others(
    seed: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "FEW_PAIRS", few)
    monkeypatch.setattr(pairings, "CROWD", few)
    rng = Random(seed)
    network = random_network(rng, rng.randint(5, 9), rng.randint(7, 15))
    game = Game(network, (random_train(rng, "A"),), random_rules(rng, network))
    (train,) = game.problem.trains
    every = routes(game.problem, train)
    lister = RouteLister(game.problem, train)
    for slack in (0, 20, 70, 10_000):
        near = [each for each in every if each.revenue >= max(0, every[0].revenue - slack)]
        assert sorted(map(looks, lister.within(slack))) == sorted(map(looks, near))
        told = map(lister.settled, lister.within(slack, payers=False))
        assert sorted(map(looks, told)) == sorted(map(looks, near))
    assert not every or lister.most >= every[0].revenue


def choosing(seed: int) -> Problem:
    """Return a problem with trains that choose the stops that pay; every second has some that must.

    Two cities of those together earn more.
    """
    posed = random_problem(seed)
    if seed % 2 == 0:
        return replace(posed, prefer_stops=frozenset())
    stops = tuple([replace(stop, makes_route=True) for stop in posed.network.stops])
    cities = [stop.id for stop in stops if stop.kind == "city"]
    rows = (TrainRow(frozenset({"city"}), pays=3), TrainRow(frozenset({"town"}), fills=True))
    pair = Bonus("pair", 40, (dict.fromkeys(cities[:1], 10), dict.fromkeys(cities[1:2], 0)))
    rules = Rules((pair,) if seed % 4 == 1 else ())
    return pose(replace(posed.network, stops=stops), [TrainType("3", rows)], rules)


@pytest.mark.parametrize("few", [0, listing.FEW_PAIRS])
def test_what_the_dearest_stops_pay_is_told_before_they_are_known(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "FEW_PAIRS", few)
    monkeypatch.setattr(pairings, "CROWD", few)
    asked = dict.fromkeys(((False, False), (True, False), (True, True)), 0)
    for problem in map(choosing, range(400)):
        for train in problem.fleet:
            lister = RouteLister(problem, train)
            if lister.dearest is None:
                continue
            told = lister.every(payers=False)
            assert all(route.paying is None for route in told)
            settled = sorted(looks(lister.settled(route)) for route in told)
            assert settled == sorted(map(looks, lister.every()))
            for slack in (0, 30) if told else ():
                near = map(lister.settled, lister.within(slack, payers=False))
                best = [look for look in settled if look[0] >= settled[-1][0] - slack]
                assert sorted(map(looks, near)) == best
            asked[bool(train.must_pay), lister.dearest.deep] += len(told)
    assert min(asked.values()) > 200


def looks(route: Route) -> tuple[object, ...]:
    way = min(route.way, tuple(part[::-1] for part in route.way))
    return route.revenue, route.liked, route.hexsides, way, sorted(route.paid), route.once


@for_every("seed", range(300))
def test_the_routes_near_the_best_make_the_best_plans(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gap, "FEW_PAIRS", 0)
    monkeypatch.setattr(gap, "FEW_CHOICES", 0)
    monkeypatch.setattr(gap, "SHARE", 1000)
    check(seed, "auto")
    problem = random_game(seed).problem
    plans, _ = METHODS["auto"](problem, Clock(), 4)
    others, _ = solve_routes(problem, Clock(), 4)
    assert [plan.total for plan in plans] == [plan.total for plan in others]


def any_run(rng: Random, problem: Problem) -> Run | None:
    """Return some run, legal or not: any way without a stop twice, any of its stops paid."""
    network = problem.network
    stops, links = [rng.randrange(len(network.stops))], []
    for _ in range(rng.randint(1, 4)):
        options = [at for at in problem.links_at[stops[-1]] if at not in links]
        options = [at for at in options if network.links[at].other(stops[-1]) not in stops]
        if not options:
            break
        links.append(rng.choice(options))
        stops.append(network.links[links[-1]].other(stops[-1]))
    if not links:
        return None
    paid = tuple(stop for stop in stops if rng.random() < 0.7) if rng.random() < 0.5 else stops
    return Run(rng.choice(problem.trains), tuple(stops), tuple(links), tuple(paid))


@for_every("seed", range(200))
def test_the_judge_allows_what_the_rules_allow(seed: int) -> None:
    game, rng = random_game(seed), Random(seed)
    brute, problem = Brute(game), game.problem
    types = {train.name: train for train in game.trains}
    for run in filter(None, [any_run(rng, problem) for _ in range(40)]):
        legal = brute.legal(run, types[run.train.name])
        faults = [fault.code for fault in judge_run(problem, run)]
        all_pay = run.train.may_skip or set(run.paid) == set(run.stops)
        assert (not faults) == (legal and all_pay), (run, faults)


@for_every("seed", range(150))
def test_a_claim_of_any_route_is_read_as_it_was_meant(seed: int) -> None:
    game, rng = random_game(seed, must_connect=None), Random(seed)
    brute, problem = Brute(game), game.problem
    trains = {train.name: train for train in problem.trains}
    for train in {train.name: train for train in game.trains}.values():
        for option in rng.sample(options := brute.options(train), min(4, len(options))):
            stops = tuple((stop,) for stop in option.way.stops)
            every = not trains[train.name].may_skip
            paid = tuple(every or stop in option.paid for stop in option.way.stops)
            line = Line(trains[train.name], stops, paid, None, brute.paid_out(train, option))
            found = realise(problem, [line])
            assert found.faults == ()
            assert problem.earnings(found.runs[0]).revenue == brute.paid_out(train, option)
            told = realise(problem, [replace(line, paid=(True,) * len(paid), figure=None)])
            same = [each for each in options if set(each.way.stops) == set(option.way.stops)]
            assert told.faults == ()
            assert problem.earnings(told.runs[0]).total >= max(
                each.revenue for each in same if each.way == option.way
            )


@for_every("seed", range(120))
def test_cp_sat_reads_claims_as_listing_all_ways_does(seed: int) -> None:
    game, rng = random_game(seed, must_connect=None), Random(seed)
    brute, problem = Brute(game), game.problem
    lines = []
    for train in problem.trains[:2]:
        ways = [*brute.ways, *(brute.singles if train.local else ())]
        if ways:
            way = rng.choice(ways)
            kept = [stop for stop in way.stops if rng.random() < 0.8 or not train.may_skip]
            named = kept if len(kept) > 1 else list(way.stops)
            line = Line(train, tuple((stop,) for stop in named), (True,) * len(named))
            totals = [problem.earnings(run).revenue for run in readings(problem, line)]
            said = rng.choice([None, rng.randrange(0, 300, 10), *totals])
            lines.append(replace(line, figure=said))
    listed = [legal_ways(problem, line) for line in lines]
    assert all(each.complete for each in listed)
    found = search(problem, lines, [Ways(each.runs, complete=False) for each in listed])
    if found is not None and any(judge_run(problem, run) for run in found):
        found = None
    best = realise(problem, lines)
    assert (found is not None) == best.legal
    if found is not None:
        totals = [
            sum(worth(line, problem.earnings(run)) for line, run in zip(lines, runs, strict=True))
            for runs in (found, best.runs)
        ]
        assert totals[0] == totals[1]
