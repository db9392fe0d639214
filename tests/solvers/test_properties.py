"""Random boards of both games: every method and the checker against brute force.

``BESTRUN_EXAMPLES=5000 pytest tests/solvers/test_properties.py`` looks at many more boards, other
ones each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import pytest
from boards import random_position, turn_of
from brute import Brute, Place, Route, Said, TooMany, total
from hypothesis import HealthCheck, event, example, given, settings
from hypothesis import strategies as st

from bestrun import api
from bestrun.turn import Turn
from solvers import claim_ways
from solvers.judge import judge
from solvers.methods import METHODS, NATIVE, solve
from solvers.plan import rank

OWN = [method for method in METHODS if method not in NATIVE]
TITLES = ("1844", "1844", "1844", "1841", "1841-lite", "1841-v2", "1841-v2-lite")
REGIONAL = ("JN", "ChA", "VZ")
MANY = int(os.environ.get("BESTRUN_EXAMPLES", "0"))

Position = dict[str, Any]
Test = TypeVar("Test", bound=Callable[..., None])


def examples(count: int) -> Callable[[Test], Test]:
    """Return how long to look: ``count`` boards, the same ones each time."""
    return settings(
        max_examples=MANY or count,
        derandomize=not MANY,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def positions(draw: st.DrawFn, titles: tuple[str, ...] = TITLES, largest: int = 12) -> Position:
    """Draw a position; a seed does not shrink, but its boards are far more varied."""
    title = draw(st.sampled_from(titles))
    size = draw(st.integers(3, largest))
    return random_position(title, Random(draw(st.integers(0, 2**32))), size=size)


def brute_of(turn: Turn, most_ways: int = 10_000) -> Brute:
    return Brute(turn.board, turn.company.id, most_ways)


def best_of(turn: Turn) -> list[Route] | None:
    """Return the best plan by brute force, or nothing if the board is too large for it."""
    try:
        return brute_of(turn).best(turn.position.trains)
    except TooMany:
        event("too large for brute force")
        return None


def agrees(position: Position, method: str) -> None:
    """Assert that a method finds what brute force finds: revenue, fewest trains, shortest way."""
    turn = turn_of(position)
    expected = best_of(turn)
    if expected is None:
        return
    problem = turn.problem()
    result = solve(problem, method)
    assert result.proven
    assert result.revenue == total(expected)
    crossed = sum(route.way.crossed for route in expected)
    assert rank(problem, result.plan.runs) == (total(expected), 0, -len(expected), -crossed)
    assert judge(problem, result.plan.runs) == []


# -- the best plan -------------------------------------------------------------------------

TUNNEL_BESIDE_TRACK = {
    "title": "1844",
    "phase": "7",
    "company": "SCB",
    "trains": ["6H", "8E", "8E"],
    "tiles": {"L9": "45:1", "K10": "915:5", "K8": "204:2", "J9": "OP1:0+X78:3", "I10": "87:5"}
    | {"J11": "204:4", "L7": "39:2", "L11": "87:1", "L13": "XM1", "I14": "XM2", "J7": "16:2"},
    "tokens": {"SCB": ["K10"]},
}


@pytest.mark.parametrize("method", OWN)
@given(position=positions())
@example(position=TUNNEL_BESIDE_TRACK)
@examples(150)
def test_every_method_finds_what_brute_force_finds(position: Position, method: str) -> None:
    agrees(position, method)


@pytest.mark.parametrize("method", NATIVE)
@given(position=positions())
@example(position=TUNNEL_BESIDE_TRACK)
@examples(25)
def test_native_solvers_find_what_brute_force_finds(position: Position, method: str) -> None:
    agrees(position, method)


@given(position=positions(titles=("1844",), largest=14), trains=st.integers(1, 3))
@examples(60)
def test_trains_that_skip_stops_agree_with_brute_force(position: Position, trains: int) -> None:
    agrees(skipping(position, trains), "auto")


def skipping(position: Position, trains: int) -> Position:
    """Return the position with 8Es, if its company may own them."""
    if position["company"] in REGIONAL:
        return position
    return position | {"phase": "7", "trains": ["8E"] * trains}


# -- other plans, preferences, the same answer each time ---------------------------------------


@pytest.mark.parametrize("method", OWN)
@given(position=positions(largest=9), count=st.integers(1, 8))
@examples(60)
def test_alternatives_are_the_next_best_plans(position: Position, count: int, method: str) -> None:
    turn = turn_of(position)
    try:
        plans = brute_of(turn, 3000).plans(position["trains"], 20_000)
    except TooMany:
        return
    problem = turn.problem()
    result = solve(problem, method, alternatives=count, every=True)
    found = [result.plan, *result.others]
    assert [plan.revenue for plan in found] == [total(plan) for plan in plans[: 1 + count]]
    assert all(judge(problem, plan.runs) == [] for plan in found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("method", OWN)
@given(position=positions(), pick=st.integers(0, 100))
@examples(60)
def test_a_preferred_place_never_lowers_the_total(
    position: Position, pick: int, method: str
) -> None:
    turn = turn_of(position)
    stops = turn.network.stops
    tunnels = sorted({hex_id for link in turn.network.links for _, hex_id in link.marks})
    places = [stop.id for stop in stops] + tunnels
    if not places:
        return
    place = places[pick % len(places)]
    plain, wishing = turn.problem(), turn.problem([place])
    without, result = solve(plain, "routes"), solve(wishing, method)
    assert result.revenue == without.revenue

    def liked(plan: Any) -> int:
        return sum(wishing.preference(run) for run in plan.runs)

    assert liked(result.plan) >= liked(without.plan)
    for other in solve(plain, "routes", alternatives=10, every=True).others:
        if other.revenue == result.revenue:
            assert liked(result.plan) >= liked(other)


@pytest.mark.parametrize("method", METHODS)
@given(position=positions(largest=10))
@examples(12)
def test_the_same_position_gives_the_same_plan(position: Position, method: str) -> None:
    first = solve(turn_of(position).problem(), method)
    again = solve(turn_of(position).problem(), method)
    assert first.plan == again.plan


@given(position=positions(largest=10), limit=st.sampled_from([0.0, 0.0005, 0.01]))
@examples(40)
def test_a_time_limit_leaves_a_bound_that_holds(position: Position, limit: float) -> None:
    problem = turn_of(position).problem()
    truth = solve(problem, "routes").revenue
    for method in OWN:
        result = solve(problem, method, time_limit=limit)
        assert result.revenue <= truth <= result.bound
        assert result.proven == (result.revenue == result.bound)


# -- the checker ---------------------------------------------------------------------------


def names(turn: Turn, said: Said) -> str:
    """Return a line as a director writes it, what is passed unpaid in brackets."""
    ids = [(turn.board.stop_id(stop), stop in said.paid) for stop in said.stops]
    return f"{said.train}: " + "-".join(name if paid else f"({name})" for name, paid in ids)


def line_of(route: Route) -> Said:
    skips = route.train.endswith("E")
    return Said(route.train, route.paid if skips else route.way.stops, route.paid)


@given(position=positions())
@examples(60)
def test_the_best_plan_is_a_claim_that_nothing_beats(position: Position) -> None:
    answer = api.solve(position).to_dict()
    claim = {"revenue": answer["revenue"], "runs": answer["runs"]}
    verdict = api.check(position, claim)
    assert (verdict.verdict, verdict.problems, verdict.revenue) == ("best", [], answer["revenue"])


def twisted(lines: list[Said], places: list[Place], rnd: Random) -> list[Said]:
    """Return a claim in which something may be wrong."""
    made = []
    for said in lines:
        stops = list(said.stops)
        what = rnd.randrange(8)
        if what == 0 and len(stops) > 2:
            del stops[rnd.randrange(len(stops))]
        elif what == 1 and places:
            stops.insert(rnd.randint(0, len(stops)), rnd.choice(places))
        elif what == 2:
            rnd.shuffle(stops)
        elif what == 3:
            stops.append(rnd.choice(stops))
        paid = list(dict.fromkeys(stops))
        if said.train.endswith("E"):
            paid = [stop for stop in paid if rnd.random() < 0.8][:8] or paid[:8]
        made.append(Said(said.train, tuple(stops), tuple(paid)))
    return made


def judged_like_brute_force(position: Position, seed: int) -> None:
    turn, rnd = turn_of(position), Random(seed)
    brute = brute_of(turn, 3000)
    try:
        plan = rnd.choice(brute.plans(position["trains"], 5000)[:40])
        places = [
            (hex_id, index)
            for hex_id in position["tiles"]
            for index in range(len(turn.board.face(hex_id).stops))
            if turn.board.face(hex_id).track and turn.board.face(hex_id).open
        ]
        lines = twisted([line_of(route) for route in plan], places, rnd)
        expected = brute.claim(lines)
    except TooMany:
        return
    if not lines:
        return
    verdict = api.check(position, "\n".join(names(turn, said) for said in lines))
    event("legal" if expected is not None else "illegal")
    assert verdict.legal == (expected is not None), verdict.problems
    assert verdict.revenue == (expected or 0)


@given(position=positions(largest=10), seed=st.integers(0, 2**32))
@examples(150)
def test_claims_are_judged_as_by_brute_force(position: Position, seed: int) -> None:
    judged_like_brute_force(position, seed)


@given(position=positions(titles=("1844",), largest=13), seed=st.integers(0, 2**32))
@examples(40)
def test_claims_with_too_many_readings_are_judged_as_by_brute_force(
    position: Position, seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claim_ways, "MOST_WAYS", 1)
        patch.setattr(claim_ways, "MOST_DETOURS", 0)
        judged_like_brute_force(skipping(position, 2), seed)


# -- one thing wrong with a legal claim ----------------------------------------------------------

Mutation = tuple[Position, list[Said]]


def run_twice(position: Position, said: Said, brute: Brute) -> Mutation | None:
    return position | {"trains": [said.train] * 2}, [said, said]


def skip_a_stop(position: Position, said: Said, brute: Brute) -> Mutation | None:
    if said.train.endswith("E") or len(said.stops) < 3:
        return None
    if any(brute.same(there) == said.stops[2] for there, *_ in brute.steps_from(said.stops[0])):
        return None  # other track leads there directly
    stops = (said.stops[0], *said.stops[2:])
    return position, [Said(said.train, stops, stops)]


def one_stop_too_many(position: Position, said: Said, brute: Brute) -> Mutation | None:
    counted = [stop for stop in said.stops if brute.kind(stop) in COUNTED or not brute.old]
    if not 3 <= len(counted) <= 7 or position["company"] in REGIONAL:
        return None
    train = str(len(counted) - 1)
    return position | {"phase": "2", "trains": [train]}, [Said(train, said.stops, said.stops)]


COUNTED = ("city", "offboard", "pass")


def one_hex_too_many(position: Position, said: Said, brute: Brute) -> Mutation | None:
    if brute.old:
        return None
    crossed = [way.crossed for way in brute.ways("8E") if way.stops == said.stops]
    if not crossed or not 2 <= min(crossed) <= 6:
        return None
    train = f"{min(crossed)}H"
    return position | {"phase": "3", "trains": [train]}, [Said(train, said.stops, said.stops)]


def pass_a_blocked_city(position: Position, said: Said, brute: Brute) -> Mutation | None:
    company, board = position["company"], brute.board
    for stop in said.stops[1:-1]:
        if brute.kind(stop) in ("city", "pass") and company not in board.markers.get(stop, ()):
            places = board.face(stop[0]).stops[stop[1]].slots
            there = list(board.markers.get(stop, ()))
            others = [name for name in board.title.companies if name not in (company, *there)]
            tokens = {name: list(stops) for name, stops in position["tokens"].items()}
            for name in others[: places - len(there)]:
                tokens.setdefault(name, []).append(board.stop_id(stop))
            return position | {"tokens": tokens}, [said]
    return None


def enter_a_red_area(position: Position, said: Said, brute: Brute) -> Mutation | None:
    ends = (said.stops[0], said.stops[-1])
    if brute.old or not any(brute.kind(end) == "offboard" for end in ends):
        return None
    return position | {"phase": "3", "trains": ["8H"]}, [Said("8H", said.stops, said.stops)]


def run_through_an_end(position: Position, said: Said, brute: Brute) -> Mutation | None:
    last = said.stops[-1]
    if position["company"] in REGIONAL or brute.kind(last) in ("city", "town", "pass"):
        return None
    for onward, *_ in brute.steps_from(last):
        if brute.same(onward) not in said.stops:
            stops = (*said.stops, brute.same(onward))
            train = "7" if brute.old else "6"
            return position | {"phase": "2", "trains": [train]}, [Said(train, stops, stops)]
    return None


def no_marker(position: Position, said: Said, brute: Brute) -> Mutation | None:
    tokens = {name: at for name, at in position["tokens"].items() if name != position["company"]}
    return position | {"tokens": tokens}, [said]


def a_stop_twice(position: Position, said: Said, brute: Brute) -> Mutation | None:
    return position, [Said(said.train, (*said.stops, said.stops[-2]), said.paid)]


MUTATIONS = {
    run_twice: "track-shared",
    skip_a_stop: "stop-skipped",
    one_stop_too_many: "too-many-stops",
    one_hex_too_many: "too-many-hexes",
    pass_a_blocked_city: "blocked-city",
    enter_a_red_area: "barred-stop",
    run_through_an_end: "ends-only",
    no_marker: "no-marker",
    a_stop_twice: "stop-twice",
}


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
@given(position=positions(largest=10), seed=st.integers(0, 2**32))
@examples(60)
def test_one_thing_wrong_is_refused_with_its_code(
    mutation: Callable[[Position, Said, Brute], Mutation | None], position: Position, seed: int
) -> None:
    turn = turn_of(position)
    brute = brute_of(turn, 3000)
    try:
        found = [line_of(route) for route in brute.routes(position["trains"][0])]
        Random(seed).shuffle(found)
        changes = [mutation(position, said, brute) for said in found[:20]]
        changed = next(filter(None, changes), None)
        if changed is None or brute_of(turn_of(changed[0]), 3000).claim(changed[1]) is not None:
            return
    except TooMany:
        return
    event("refused")
    verdict = api.check(changed[0], "\n".join(names(turn, line) for line in changed[1]))
    codes = {problem["code"] for problem in verdict.problems}
    assert (verdict.verdict, MUTATIONS[mutation] in codes) == ("illegal", True), verdict.problems
