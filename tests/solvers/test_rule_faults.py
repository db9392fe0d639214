"""What the judge says of runs that break a rule, on the boards where that would pay."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace
from rule_boards import LINE, board, run, train
from rule_shapes import SHAPES
from ruled import Game

from mapdata.rules import Bonus
from solvers.claim import Line, realise
from solvers.judge import judge
from solvers.plan import make_plan
from solvers.problem import Run


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
