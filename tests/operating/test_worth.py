"""What networks are worth: told apart by all that decides it, bounded by others truly."""

from __future__ import annotations

import random
from typing import Any

import pytest
from boards import turn_of
from material import real_cases
from msgspec.structs import replace

from bestrun.operating.builder import Builder
from bestrun.operating.bundles import Bundler
from bestrun.operating.carried import Landmarks, carried
from bestrun.operating.catalogue import Catalogue
from bestrun.operating.homes import at_home
from bestrun.operating.ranking import CompanyMove, Option
from bestrun.operating.worth import Worth
from bestrun.turn import Turn
from hexgraph.compile import compile_network
from hexgraph.lay import with_tile
from hexgraph.live import live_rules
from hexgraph.network import Network
from mapdata.rules import Bonus, Rules
from solvers.methods import solve
from solvers.pose import pose


def turn_at(game: str, at: int) -> Turn:
    return turn_of(real_cases(game)[at]["position"])


def trains_of(turn: Turn) -> list[Any]:
    return [turn.title.trains[name] for name in turn.position.trains]


def networks(turn: Turn, number: int) -> list[Network]:
    """Return the networks after some of the lays of a turn."""
    board = at_home(turn.board, turn.company)
    lays = list(Builder(board, turn.company).lays())
    chosen = random.Random(1).sample(lays, min(number, len(lays)))
    return [
        compile_network(
            with_tile(board, lay.hex, turn.title.tiles[lay.tile], lay.rotation), turn.company.id
        )
        for lay in chosen
    ]


# -- keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        Rules(must_connect=(frozenset({"A1"}), frozenset({"B2"}))),
        Rules(idle=1),
        Rules(bonuses=(Bonus("end_double", sets=({"A1": 0},), per="end"),)),
        Rules(bonuses=(Bonus("mail", 10),)),
    ],
)
def test_the_same_network_under_other_rules_is_another_problem(other: Rules) -> None:
    turn = turn_at("1844-a", 30)
    catalogue = Catalogue()
    plain = catalogue.key(turn.network, turn.position.trains, Rules())
    assert catalogue.key(turn.network, turn.position.trains, Rules()) == plain
    assert catalogue.key(turn.network, turn.position.trains, other) != plain
    assert catalogue.key(turn.network, (), Rules()) != plain


def test_what_is_known_under_other_rules_bounds_nothing() -> None:
    """Here the two runs would have to join places that none of them reaches."""
    turn = turn_at("1844-a", 60)
    trains, worth = trains_of(turn), Worth(jobs=1)
    nowhere = Rules(must_connect=(frozenset({"no"}), frozenset({"where"})))
    nothing = worth.add(turn.network, trains, nowhere)
    worth.solve([nothing])
    assert worth.bound(nothing) == 0
    free = worth.add(turn.network, trains, Rules())
    worth.compare(free)
    assert worth.solved(free) is None and worth.bound(free) > 0


def test_a_link_that_ends_a_route_is_another_link() -> None:
    network = turn_at("1844-a", 30).network
    catalogue, (first, *others) = Catalogue(), network.links
    dead = replace(network, links=(first._replace(dead_ends=(first.a,)), *others))
    assert catalogue.key(network, (), Rules()) != catalogue.key(dead, (), Rules())


def test_numbers_of_stops_and_links_do_not_matter() -> None:
    network = turn_at("1844-a", 30).network
    order = list(range(len(network.stops)))[::-1]
    turned = Network(
        network.company,
        network.stops[::-1],
        tuple(link._replace(a=order[link.a], b=order[link.b]) for link in reversed(network.links)),
        network.resources,
    )
    catalogue = Catalogue()
    assert catalogue.key(network, (), Rules()) == catalogue.key(turned, (), Rules())


# -- bounds --------------------------------------------------------------------------------


def test_a_stop_that_pays_more_counts_as_often_as_a_train_multiplies_it() -> None:
    """A train that pays everything twice earns twice what the stop pays more."""
    turn = turn_at("1844-a", 60)
    rules = live_rules(turn.board, turn.company.id)
    double = [replace(train, multiplier=2) for train in trains_of(turn)[:1]]
    network, worth = turn.network, Worth(jobs=1)
    poor = worth.add(network, double, rules)
    worth.solve([poor])
    solved = worth.solved(poor)
    assert solved is not None
    paid = solved.result.plan.runs[0].paid[0]
    stops = list(network.stops)
    stops[paid] = replace(stops[paid], value=stops[paid].value + 10)
    richer = replace(network, stops=tuple(stops))
    rich = worth.add(richer, double, rules)
    worth.compare(rich)
    revenue = solve(pose(richer, double, rules)).revenue
    assert revenue == solved.result.revenue + 20 <= worth.bound(rich)


@pytest.mark.parametrize(
    ("game", "at"), [("1844-a", 40), ("1844-a", 66), ("1841-a", 30), ("1841-lite-a", 50)]
)
def test_no_member_of_a_bundle_earns_more_than_the_bundle(game: str, at: int) -> None:
    turn = turn_at(game, at)
    trains, rules = trains_of(turn), live_rules(turn.board, turn.company.id)
    worth = Worth(jobs=1)
    keys = [worth.add(network, trains, rules) for network in networks(turn, 14)]
    choices = [(Option(CompanyMove(cost=number), key),) for number, key in enumerate(keys)]
    bundler = Bundler(
        worth, turn.company.id, CompanyMove(), lambda network: worth.add(network, trains, rules)
    )
    waiting, found = bundler.bundles(choices), dict[int, int]()
    assert len(waiting) < len(choices)
    while waiting:
        option = waiting.pop()
        worth.solve([option.key])
        solved = worth.solved(option.key)
        assert solved is not None
        if option.open is None:
            found[option.move.cost] = solved.result.revenue
            continue
        members = option.open()
        for member in members:
            worth.solve([member.key])
            inner = worth.solved(member.key)
            assert inner is not None and inner.result.revenue <= solved.result.revenue
        waiting += members
    assert len(found) == len(choices)
    alone = [solve(pose(network, trains, rules)).revenue for network in networks(turn, 14)]
    assert [found[number] for number in range(len(alone))] == alone


# -- plans carried over --------------------------------------------------------------------


def test_a_plan_is_carried_where_its_track_lies_and_nowhere_else() -> None:
    turn = turn_at("1844-a", 60)
    trains, rules = trains_of(turn), live_rules(turn.board, turn.company.id)
    catalogue = Catalogue()
    here = Landmarks(catalogue, turn.problem())
    plan = solve(turn.problem()).plan
    for network in networks(turn, 12):
        there = Landmarks(catalogue, pose(network, trains, rules))
        moved = carried(plan, here, there)
        if moved is not None:
            assert moved.revenue <= solve(there.problem).revenue
            assert [run.train.name for run in moved.runs] == [run.train.name for run in plan.runs]
    used = {link for run in plan.runs for link in run.links}
    some = tuple(link for at, link in enumerate(turn.network.links) if at != min(used))
    without = replace(turn.network, links=some)
    assert carried(plan, here, Landmarks(catalogue, pose(without, trains, rules))) is None
    fewer = Landmarks(catalogue, pose(turn.network, trains[:1], rules))
    assert len(plan.runs) < 2 or carried(plan, here, fewer) is None
