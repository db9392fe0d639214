"""Each shape of a rule on a small board where breaking it would pay, by every method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from ruled import Brute, Game

from hexgraph.network import Link, Network, Stop
from mapdata.rules import Bonus, Need, RouteRules, Rules, TrainRow, TrainType
from solvers import methods
from solvers.claim import Line, realise
from solvers.clock import Clock
from solvers.errors import TooLarge
from solvers.judge import judge
from solvers.methods import NATIVE, solve, solve_frontier, solve_routes
from solvers.plan import make_plan
from solvers.problem import Run

ALL = frozenset({"city", "town", "red"})
CITY, TOWN, RED = frozenset({"city"}), frozenset({"town"}), frozenset({"red"})


def board(places: str, links: str, **changes: dict[str, Any]) -> Network:
    """Return a network.

    ``places``: ``A*30 b20 C!40``, large letters for cities, small ones for towns, ``*`` for a
    marker of the company and ``!`` for red areas. ``links``: ``A-b b-C``; a second one beside
    the first is another track. ``changes`` are those of single stops.
    """
    stops = []
    for at, text in enumerate(places.split()):
        name, value = text[0], int(text.lstrip("*!" + text[0]))
        kind = "red" if "!" in text else "city" if name.isupper() else "town"
        stop = Stop(name, (name, at), name, kind, value, (name,), through=kind != "red")
        stops.append(replace(stop, home="*" in text, **changes.get(name, {})))
    names = [stop.id for stop in stops]
    made = []
    for at, pair in enumerate(links.split()):
        one, *between, two = pair.split("-")
        marks = tuple(("narrow", each) for each in between if each.isupper())
        hexes = (stops[names.index(one)].hexes[0], *between, stops[names.index(two)].hexes[0])
        ends = names.index(one), names.index(two)
        pieces = tuple((each, 0) for each in hexes)
        made.append(Link(*ends, 1 << at, len(hexes) - 1, hexes, marks, pieces))
    return Network("X", tuple(stops), tuple(made), tuple(f"r{at}" for at in range(len(made))))


def train(*rows: TrainRow, name: str = "T", **rest: Any) -> TrainType:
    return TrainType(name, rows or (TrainRow(ALL),), **rest)


def run(network: Network, *trains: TrainType, **rules: Any) -> Game:
    return Game(network, trains or (train(),), Rules(**rules))


LINE = board("A*10 B20 C30 D40", "A-B B-C C-D")
TOWNS = board("A*10 b20 c30 D40", "A-b b-c c-D")


def visits(number: int) -> TrainType:
    return train(TrainRow(ALL, visits=number))


def bonus(amount: int = 0, *sets: dict[str, int], **rest: Any) -> tuple[Bonus, ...]:
    return (Bonus("x", amount, sets, **rest),)


HEX = board("A*10 B20 C30", "A-B B-C", C={"hexes": ("B",)})
MARKS = board("A*10 B20 C30", "A-N-B A-q-B B-N-N-C")
RING = board("A*10 B10 C90 D90 E90", "A-B C-D D-E E-C C-N-D")
GAUGES = board("A*10 B20 C30", "A-B B-N-C")
RUNS_OVER = board("A*10 B20 C30 D0", "A-B B-p-C A-p-D")

SHAPES: dict[str, tuple[Game, int, Game, int]] = {
    "visits are limited": (run(LINE, visits(2)), 30, run(LINE, visits(3)), 60),
    "stops left unpaid take visit places": (
        run(LINE, train(TrainRow(ALL, pays=2, visits=3))),
        40,
        run(LINE, train(TrainRow(ALL, pays=2))),
        50,
    ),
    "the best choice of stops pays": (
        run(LINE, train(TrainRow(ALL, pays=2))),
        50,
        run(LINE, train(TrainRow(ALL, pays=3))),
        80,
    ),
    "rows that share a kind have the places of both, and no more": (
        run(TOWNS, train(TrainRow(TOWN, 1, 1), TrainRow(CITY | TOWN, 2, 2))),
        60,
        run(TOWNS, train(TrainRow(TOWN, 1, 1), TrainRow(CITY | TOWN, 3, 3))),
        100,
    ),
    "a city has no place in a row for towns": (
        run(LINE, train(TrainRow(TOWN, 2, 2), TrainRow(CITY | TOWN, 2, 2))),
        30,
        run(LINE, train(TrainRow(CITY | TOWN, 4, 4))),
        100,
    ),
    "a row for stops with an own marker pays no others": (
        run(
            board("A*10 B90 C*20", "A-B B-C"),
            train(TrainRow(ALL, own=True), TrainRow(ALL, 0, None)),
        ),
        30,
        run(board("A*10 B90 C*20", "A-B B-C"), train(TrainRow(ALL), TrainRow(ALL, 0, None))),
        120,
    ),
    "only such a row has the multiplier": (
        run(LINE, train(TrainRow(ALL, multiplier=2, own=True), TrainRow(ALL))),
        110,
        run(LINE, train(TrainRow(ALL, multiplier=2), TrainRow(ALL))),
        200,
    ),
    "others are never entered if no row admits them": (
        run(board("A*10 B90 C*20", "A-B A-C"), train(TrainRow(ALL, own=True))),
        30,
        run(board("A*10 B90 C*20", "A-B A-C"), train()),
        120,
    ),
    "a train needs a stop of a kind": (
        run(board("A*10 B90 C!20", "A-B A-C"), train(TrainRow(ALL, visits=2), needs=RED)),
        30,
        run(board("A*10 B90 C!20", "A-B A-C"), train(TrainRow(ALL, visits=2))),
        100,
    ),
    "it stays where it is if there is none": (
        run(LINE, train(needs=RED)),
        0,
        run(LINE, train(needs=CITY)),
        100,
    ),
    "one that is passed will do": (
        run(TOWNS, train(TrainRow(CITY, 2), TrainRow(TOWN, 0, None), needs=TOWN)),
        50,
        run(TOWNS, train(TrainRow(CITY, 2), TrainRow(TOWN, 0, None), needs=RED)),
        0,
    ),
    "a train keeps to its gauge": (
        run(GAUGES, train(track=frozenset({"broad"}))),
        30,
        run(GAUGES, train(track=frozenset({"broad", "narrow"}))),
        60,
    ),
    "two gauges on one link are both needed": (
        run(GAUGES, train(track=frozenset({"narrow"}))),
        0,
        run(GAUGES, train()),
        60,
    ),
    "a ring beside the route is none, whatever its gauge": (
        run(RING, train(track=frozenset({"broad"}))),
        20,
        run(replace(RING, stops=tuple(replace(s, home=True) for s in RING.stops)), train()),
        270,
    ),
    "no route ends at stops of a kind": (
        run(board("A*10 B20 c90", "A-B B-c"), route=RouteRules(no_ends=("town",))),
        30,
        run(board("A*10 B20 c90", "A-B B-c")),
        120,
    ),
    "nor is it cut back to end there": (
        run(TOWNS, train(TrainRow(ALL, pays=2)), route=RouteRules(no_ends=("city",))),
        0,
        run(TOWNS, train(TrainRow(ALL, pays=2)), route=RouteRules(no_ends=("town",))),
        50,
    ),
    "no two cities of a hex": (
        run(HEX, route=RouteRules(hex_once=("city",))),
        30,
        run(HEX, route=RouteRules(hex_once=("town",))),
        60,
    ),
    "what stands in no row is never entered": (
        run(TOWNS, train(TrainRow(CITY))),
        0,
        run(TOWNS, train(TrainRow(CITY | TOWN))),
        100,
    ),
    "towns fill the places that cities leave, which all pay": (
        run(
            board("A*10 B10 c50", "A-B B-c"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN, 0, fills=True)),
        ),
        20,
        run(board("A*10 B10 c50", "A-B B-c"), train(TrainRow(CITY | TOWN, pays=2))),
        60,
    ),
    "towns fill only what is left": (
        run(TOWNS, train(TrainRow(CITY, 3, 3), TrainRow(TOWN, 0, fills=True))),
        80,
        run(TOWNS, train(TrainRow(CITY, 4, 4), TrainRow(TOWN, 0, fills=True))),
        100,
    ),
    "hexes are limited": (run(LINE, train(hexes=2)), 30, run(LINE, train(hexes=3)), 60),
    "a stretch of some gauge counts more": (
        run(GAUGES, train(hexes=5, track_counts={"narrow": 2})),
        30,
        run(GAUGES, train(hexes=5)),
        60,
    ),
    "a paying stop holds a marker": (
        run(LINE, train(TrainRow(ALL, pays=2))),
        50,
        run(LINE, train(TrainRow(ALL, pays=2), marker_must_pay=False)),
        70,
    ),
    "a row multiplies its own stops": (
        run(TOWNS, train(TrainRow(CITY, multiplier=2), TrainRow(TOWN))),
        150,
        run(TOWNS, train(multiplier=2)),
        200,
    ),
    "a special figure is read by trains that do": (
        run(board("A*10 B20", "A-B", B={"figures": (("diesel", 80),)})),
        30,
        run(board("A*10 B20", "A-B", B={"figures": (("diesel", 80),)}), train(figure="diesel")),
        90,
    ),
    "a visit can cost two places": (
        run(board("A*10 B20 C30", "A-B B-C", B={"visit": 2}), visits(3)),
        30,
        run(board("A*10 B20 C30", "A-B B-C"), visits(3)),
        60,
    ),
    "a visit can cost none": (
        run(board("A*10 B20 C30", "A-B B-C"), visits(2)),
        30,
        run(board("A*10 B20 C30", "A-B B-C", B={"visit": 0}), visits(2)),
        60,
    ),
    "of a group one stop is visited": (
        run(board("A*10 B20 C30", "A-B B-C", A={"groups": ("g", "h")}, C={"groups": ("h",)})),
        30,
        run(board("A*10 B20 C30", "A-B B-C")),
        60,
    ),
    "no hex twice": (run(HEX, route=RouteRules(hex_once=True)), 30, run(HEX), 60),
    "a dead end ends a route": (
        run(replace(LINE, links=(LINE.links[0]._replace(dead_ends=(1,)), *LINE.links[1:]))),
        30,
        run(LINE),
        100,
    ),
    "a bonus for each stop": (
        run(HEX, bonuses=bonus(5, {"B": 1}, per="stop")),
        60 + 12,
        run(HEX, bonuses=bonus(5, {"B": 1, "A": 1}, per="stop")),
        60 + 18,
    ),
    "a bonus for each hex, not for each stop there": (
        run(HEX, bonuses=bonus(5, {"B": 0}, per="hex")),
        65,
        run(HEX, bonuses=bonus(5, {"B": 0}, per="stop")),
        70,
    ),
    "for a hex run over once": (
        run(RUNS_OVER, bonuses=bonus(5, {"p": 0}, per="pass")),
        65,
        run(RUNS_OVER),
        60,
    ),
    "and no route ends in such a hex": (
        run(RUNS_OVER, bonuses=bonus(5, {"C": 0}, per="pass")),
        30,
        run(RUNS_OVER),
        60,
    ),
    "every set must be met": (
        run(LINE, visits(2), bonuses=bonus(90, {"A": 0}, {"D": 0})),
        30,
        run(LINE, visits(4), bonuses=bonus(90, {"A": 0}, {"D": 0})),
        190,
    ),
    "by a stop that pays": (
        run(LINE, train(TrainRow(ALL, pays=2, visits=4)), bonuses=bonus(9, {"A": 0}, {"B": 0})),
        50,
        run(LINE, train(TrainRow(ALL, pays=2, visits=4)), bonuses=bonus(50, {"A": 0}, {"B": 0})),
        80,
    ),
    "the best of each set adds its own": (
        run(LINE, bonuses=bonus(0, {"A": 1, "B": 2}, {"C": 4, "D": 3})),
        106,
        run(LINE, bonuses=bonus(0, {"A": 1, "B": 7}, {"C": 4, "D": 3})),
        111,
    ),
    "only the ends count": (
        run(LINE, bonuses=bonus(0, {"A": 5}, {"C": 50}, at="ends")),
        115,
        run(LINE, bonuses=bonus(0, {"A": 5}, {"C": 50})),
        155,
    ),
    "a mark once a route": (
        run(MARKS, bonuses=bonus(5, mark="narrow")),
        65,
        run(MARKS, bonuses=bonus(5, mark="narrow", per="mark")),
        75,
    ),
    "a mark for each paying stop": (
        run(MARKS, bonuses=bonus(5, mark="narrow", per="paid")),
        75,
        run(MARKS, bonuses=bonus(5, mark="broad", per="paid")),
        60,
    ),
    "a stop pays for the mark before it, though a dearer one could pay": (
        run(
            board("A*10 b40 c30", "A-b b-N-c"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN, 0, fills=True), marker_must_pay=False),
            bonuses=bonus(20, mark="narrow", per="mark"),
        ),
        60,
        run(
            board("A*10 b40 c30", "A-b b-N-c"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN, 0, fills=True), marker_must_pay=False),
        ),
        50,
    ),
    "a stop for each own marker, instead of once": (
        run(board("A*10 B*20 C!30", "A-B B-C"), bonuses=bonus(0, {"C": 0}, per="token")),
        90,
        run(board("A*10 B20 C!30", "A-B B-C"), bonuses=bonus(0, {"C": 0}, per="token")),
        60,
    ),
    "one end counts again": (
        run(LINE, bonuses=bonus(0, {"A": 0, "D": 0}, per="end")),
        140,
        run(LINE, bonuses=bonus(0, {"B": 0}, per="end")),
        100,
    ),
    "one run of the plan is paid for its visits": (
        run(
            board("A*10 B20 C30", "A-B A-C"),
            visits(2),
            visits(2),
            bonuses=bonus(7, per="visit"),
        ),
        84,
        run(board("A*10 B20 C30", "A-B A-C"), visits(2), bonuses=bonus(7, per="visit")),
        54,
    ),
    "one run of the plan earns what is earned once": (
        run(board("A*10 B20", "A-B A-B"), train(), train(), bonuses=bonus(9, {"B": 0}, once=True)),
        69,
        run(board("A*10 B20", "A-B A-B"), train(), train(), bonuses=bonus(9, {"B": 0})),
        78,
    ),
    "a bonus of certain trains": (
        run(LINE, bonuses=bonus(9, {"B": 0}, trains=("U",))),
        100,
        run(LINE, bonuses=bonus(9, {"B": 0}, trains=("T",))),
        109,
    ),
    "a bonus is multiplied if it says so": (
        run(LINE, train(multiplier=2), bonuses=bonus(9, {"B": 0})),
        209,
        run(LINE, train(multiplier=2), bonuses=bonus(9, {"B": 0}, times_multiplier=True)),
        218,
    ),
    "a single stop is a route of a local train": (
        run(board("A*10 B20", ""), train(local=True)),
        10,
        run(board("A*10 B20", "")),
        0,
    ),
    "it may go on to others": (
        run(
            board("A*10 b20", "A-b"), train(TrainRow(CITY, 1, 1), TrainRow(TOWN, 1, 1), local=True)
        ),
        30,
        run(board("A*10 b20", "A-b"), train(TrainRow(CITY, 1, 1), local=True)),
        10,
    ),
    "each marker serves one local train": (
        run(board("A*30 B*20", ""), train(local=True), train(local=True), train(local=True)),
        50,
        run(board("A*30 B*20 C*10", ""), train(local=True), train(local=True), train(local=True)),
        60,
    ),
    "also on its way": (
        run(board("A*30 B20 C10", "A-B A-C"), *[train(TrainRow(ALL, 2, 2), local=True)] * 2),
        50,
        run(board("A*30 B20 C10", "A-B A-C"), *[train(TrainRow(ALL, 2, 2))] * 2),
        90,
    ),
    "trains apart from others use their track again": (
        run(board("A*10 B20", "A-B"), train(), train(name="E", apart="express")),
        60,
        run(board("A*10 B20", "A-B"), train(), train(name="E")),
        30,
    ),
    "but not the track of each other": (
        run(board("A*10 B20", "A-B"), *[train(name="E", apart="express")] * 2),
        30,
        run(board("A*10 B20", "A-B A-B"), *[train(name="E", apart="express")] * 2),
        60,
    ),
    "what a hex costs is due once": (
        run(board("A*10 B20 C9", "A-p-p-B A-C"), bonuses=bonus(-15, {"p": 0}, per="pass")),
        24,
        run(board("A*10 B20 C9", "A-p-p-B A-C"), bonuses=bonus(-30, {"p": 0}, per="pass")),
        19,
    ),
    "what a mark costs is due, though the stop beyond is not paid": (
        run(
            board("A*10 B20 C!5", "A-B B-N-C"),
            train(TrainRow(CITY, 2), TrainRow(RED, 0, None), needs=RED),
            bonuses=bonus(-15, mark="narrow", per="mark"),
        ),
        15,
        run(
            board("A*10 B20 C!5", "A-B B-N-C"),
            train(TrainRow(CITY, 2), TrainRow(RED, 0, None), needs=RED),
            bonuses=bonus(-15, mark="other", per="mark"),
        ),
        30,
    ),
    "once a route if it says so": (
        run(board("A*10 B20 C30", "A-N-B B-N-C"), bonuses=bonus(-15, mark="narrow")),
        45,
        run(board("A*10 B20 C30", "A-N-B B-N-C"), bonuses=bonus(-15, mark="narrow", per="mark")),
        30,
    ),
    "a hex of a set may take something off": (
        run(LINE, bonuses=bonus(20, {"A": 0}, {"B": -15, "D": -5})),
        115,
        run(LINE, visits(2), bonuses=bonus(20, {"A": 0}, {"B": -15, "D": -5})),
        35,
    ),
    "a set of all stops of a kind": (
        run(TOWNS, bonuses=bonus(5, {"town": 0}, per="stop")),
        110,
        run(TOWNS, bonuses=bonus(5, {"halt": 0}, per="stop")),
        100,
    ),
    "stops count again": (
        run(TOWNS, bonuses=bonus(1, {"town": 0, "A": 0}, per="stop", value=True)),
        163,
        run(TOWNS, bonuses=bonus(1, {"town": 0, "A": 0}, per="stop")),
        103,
    ),
    "the best stop of the first set counts again": (
        run(LINE, bonuses=bonus(1, {"B": 5, "C": 0}, {"D": 2}, value=True)),
        100 + 1 + 30 + 2,
        run(LINE, bonuses=bonus(1, {"B": 15, "C": 0}, {"D": 2}, value=True)),
        100 + 1 + 35 + 2,
    ),
    "in one run of the plan": (
        run(
            board("A*10 B20 C50", "A-B A-C"),
            *[visits(2)] * 2,
            bonuses=bonus(0, {"city": 0}, value=True, once=True),
        ),
        90 + 50,
        run(
            board("A*10 B20 C50", "A-B A-C"),
            *[visits(2)] * 2,
            bonuses=bonus(0, {"city": 0}, value=True),
        ),
        90 + 50 + 20,
    ),
    "for each own marker, up to a figure": (
        run(board("A*10 B*20 C*30", "A-B B-C"), bonuses=bonus(9, per="marker", most=20)),
        80,
        run(board("A*10 B*20 C*30", "A-B B-C"), bonuses=bonus(9, per="marker")),
        87,
    ),
    "if both ends are where they must be": (
        run(
            board("A*10 B*20 C!30 D!5 E*40", "C-A A-B B-D B-E"),
            bonuses=bonus(20, {"C": 0, "D": 0}, {"C": 0, "D": 0}, per="marker", at="ends", most=70),
        ),
        105,
        run(
            board("A*10 B*20 C!30 D!5 E*40", "C-A A-B B-D B-E"),
            bonuses=bonus(10, {"C": 0, "D": 0}, {"C": 0, "D": 0}, per="marker", at="ends", most=70),
        ),
        100,
    ),
    "a stop that pays is worth less than one with a marker": (
        run(
            board("A*10 B*20 C50 D!30", "A-B B-C C-D"),
            train(TrainRow(ALL, pays=3)),
            bonuses=bonus(40, {"D": 0}, per="marker"),
        ),
        10 + 20 + 30 + 80,
        run(
            board("A*10 B*20 C50 D!30", "A-B B-C C-D"),
            train(TrainRow(ALL, pays=3)),
            bonuses=bonus(5, {"D": 0}, per="marker"),
        ),
        20 + 50 + 30 + 5,
    ),
    "a town at an end counts against the cities": (
        run(
            board("A*10 b20 C30 d40", "A-b b-C C-d"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN)),
            route=RouteRules(end_counts=(("town", "city"),)),
        ),
        60,
        run(board("A*10 b20 C30 d40", "A-b b-C C-d"), train(TrainRow(CITY, 2, 2), TrainRow(TOWN))),
        100,
    ),
    "a stop that needs others": (
        run(
            board("A*10 B20 C!90", "A-B A-C"),
            visits(2),
            route=RouteRules(needs=(Need(frozenset("C"), 3),)),
        ),
        30,
        run(board("A*10 B20 C!90", "A-B A-C"), visits(2)),
        100,
    ),
    "one run must join two places": (
        run(LINE, visits(3), must_connect=(frozenset("A"), frozenset("B"))),
        30,
        run(LINE, visits(3)),
        60,
    ),
    "a train must stay idle": (
        run(board("A*10 B20 C30", "A-B A-C"), visits(2), visits(2), idle=1),
        40,
        run(board("A*10 B20 C30", "A-B A-C"), visits(2), visits(2)),
        70,
    ),
}

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
        )
    ),
    ("frontier", "one run must join two places"),
    ("frontier", "a train must stay idle"),
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
        assert (plans[0].revenue, bound) == (revenue, revenue)


def test_auto_holds_what_its_fastest_methods_leave_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(methods, "FEW_STEPS", 0)
    for _, shape in sorted(LEFT_TO_OTHERS):
        strict, best, _, _ = SHAPES[shape]
        assert solve(strict.problem).revenue == best


# -- the judge -------------------------------------------------------------------------------


def fault(game: Game, stops: str, paid: str | None = None, *, once: tuple[str, ...] = ()) -> str:
    """Return the rule that a run along the first links between these stops breaks."""
    (code,) = {each.code for each in judge(game.problem, [made(game, stops, paid, once)])}
    return code


def made(game: Game, stops: str, paid: str | None = None, once: tuple[str, ...] = ()) -> Run:
    names = [stop.id for stop in game.network.stops]
    way = [names.index(stop) for stop in stops]
    links = tuple(
        next(at for at, link in enumerate(game.network.links) if {link.a, link.b} == {one, two})
        for one, two in pairwise(way)
    )
    pays = tuple(names.index(stop) for stop in (stops if paid is None else paid))
    return Run(game.problem.trains[0], tuple(way), links, pays, once)


def strict(shape: str) -> Game:
    return SHAPES[shape][0]


def test_every_rule_has_a_code() -> None:
    told = {
        "too-many-stops": fault(strict("visits are limited"), "ABC"),
        "barred-stop": fault(strict("what stands in no row is never entered"), "Ab"),
        "stop-skipped": fault(
            strict("towns fill the places that cities leave, which all pay"), "ABc", "Ac"
        ),
        "too-many-hexes": fault(strict("hexes are limited"), "ABC"),
        "no-marker": fault(strict("a paying stop holds a marker"), "ABCD", "CD"),
        "two-stations": fault(strict("no hex twice"), "ABC"),
        "dead-end": fault(strict("a dead end ends a route"), "ABC"),
        "never-an-end": fault(strict("and no route ends in such a hex"), "ABC"),
        "too-few-stops": fault(strict("a stop that needs others"), "AC"),
        "stop-missing": fault(strict("a train needs a stop of a kind"), "AB"),
        "wrong-track": fault(strict("a train keeps to its gauge"), "ABC"),
        "not-connected": fault(strict("one run must join two places"), "ABC"),
    }
    assert told == {code: code for code in told}
    assert fault(strict("of a group one stop is visited"), "ABC") == "two-stations"
    assert fault(strict("a visit can cost two places"), "ABC") == "too-many-stops"
    assert fault(strict("the best choice of stops pays"), "ABC", "ABC") == "too-many-stops"
    assert fault(strict("a town at an end counts against the cities"), "AbCd") == "too-many-stops"


def test_what_is_earned_once_is_claimed_by_one_run() -> None:
    game = strict("one run of the plan earns what is earned once")
    first = made(game, "AB", once=("x",))
    second = replace(first, links=(1,))
    assert [each.code for each in judge(game.problem, [first, second])] == ["bonus-twice"]
    assert judge(game.problem, [first, replace(second, once=())]) == []


def test_a_marker_serves_one_local_train() -> None:
    game = run(board("A*30 B20", "A-B"), *[train(local=True)] * 2)
    alone = Run(game.problem.trains[0], (0,), (), (0,))
    both = judge(game.problem, [alone, made(game, "AB")])
    assert [(each.code, each.at, each.where) for each in both] == [("marker-shared", 1, "A")]
    assert judge(game.problem, [alone]) == []
    elsewhere = replace(alone, stops=(1,), paid=(1,))
    assert [each.code for each in judge(game.problem, [elsewhere])] == ["no-marker"]
    line = Line(game.problem.trains[0], ((0,),), (True,))
    assert realise(game.problem, [line]).legal
    assert [each.code for each in realise(game.problem, [line, line]).faults] == ["marker-shared"]


def test_a_single_stop_is_no_route_of_other_trains() -> None:
    game = run(board("A*30 B20", "A-B"))
    alone = Run(game.problem.trains[0], (0,), (), (0,))
    assert [each.code for each in judge(game.problem, [alone])] == ["too-few-stops"]


def test_a_train_that_should_be_idle_runs_for_nothing() -> None:
    game = strict("a train must stay idle")
    plan = make_plan(game.problem, [made(game, "AB"), made(game, "AC")])
    assert (judge(game.problem, plan.runs), plan.revenue) == ([], 40)


def test_parts_are_named_in_the_order_of_the_bonuses() -> None:
    bonuses = (Bonus("x", 5, ({"B": 0},)), Bonus("y", 7, ({"Z": 0},)), Bonus("x", 1, ({"A": 0},)))
    game = run(LINE, bonuses=bonuses)
    earned = game.problem.earnings(made(game, "ABCD"))
    assert (earned.parts, earned.total) == ({"stops": 100, "x": 6, "y": 0}, 106)
