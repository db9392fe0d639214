"""The checker against brute force: legal claims, and legal claims with one thing wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from boards import turn_of
from brute import Brute, Place, Route, Said, TooMany
from hypothesis import event, given
from hypothesis import strategies as st
from random_positions import (
    REGIONAL,
    Position,
    brute_of,
    examples,
    positions,
    skipping,
)

from bestrun import api
from bestrun.turn import Turn
from solvers import claim_ways

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
    mutation: Callable[[Position, Said, Brute], Mutation | None],
    position: Position,
    seed: int,
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
