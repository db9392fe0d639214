"""Island Rails: plans that leave goods in towns, looked for in another process."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from island_boards import board, card, links, position
from island_everything import Everything
from island_random import SMALL

from bestrun import api
from solvers.clock import Clock
from solvers.errors import WorkerDied
from solvers.island.deliveries import helper, search, trials
from solvers.island.deliveries.terms import all_terms
from solvers.isolate import Crew

pytestmark = pytest.mark.usefixtures("small_rails")

WAYS = "S-c-d-T T-e-f-A T-X-Y-T"


THERE, HERE = ("coal:A", "coal:A", "fish:Y"), ("coal:A", "fish:Y")
"""Which process looks for a plan depends on the numbers of the visits that it begins with."""


def leaving(cards: tuple[str, ...] = THERE) -> dict[str, Any]:
    """Return a position where coal is best left in T while fish goes from X to Y.

    The train has room for one of them, and five turns of two points: one less than without that.
    """
    made = board("large:S plain:c,d,e,f small:T,A,X,Y", WAYS, S="coal", X="fish")
    data = position(made, "deliveries", at="S", network=links(WAYS), train="A", money=2)
    return (
        data
        | {"title": "small-rails"}
        | {"cards": [*map(card, cards)], "horizon": 5, "aim": "total"}
    )


def by_trying(data: dict[str, Any]) -> Fraction:
    return Everything(data, SMALL, most=500_000).run()


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Ask for help at once; return what comes of it."""
    found: list[Any] = []

    class Watched(helper.Helper):
        def wait(self, clock: Clock) -> helper.LeavingFound | None:
            found.append(super().wait(clock))
            return found[-1]

    monkeypatch.setattr(search, "Helper", Watched)
    monkeypatch.setattr(search, "ALONE", 1e-6)
    monkeypatch.setattr(trials, "FIRST_PLAN", 0.0)
    monkeypatch.setattr(search, "WORTH_HELP", 0.0)
    monkeypatch.setattr(search, "cores", lambda: 2)
    return found


@pytest.mark.parametrize("cards", [THERE, HERE])
def test_the_best_plan_may_be_found_on_another_core_or_on_this_one(
    cards: tuple[str, ...], helped: list[Any]
) -> None:
    data = leaving(cards)
    solved = api.solve(data, time_limit=60)
    answer, best = solved.deliveries, by_trying(data)
    assert answer.proven
    assert answer.value == best
    asked = solved.position, answer.aim, all_terms(solved.position), Fraction(0)
    there = helper.look_for_leaving(*asked, time.time() + 60)
    assert (there.value == best) == (cards == THERE)
    assert helped[0] is not None


def test_without_the_other_process_the_search_goes_on_alone(
    helped: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(crew: Crew, *task: object, heard: object) -> None:
        raise WorkerDied("no memory")

    monkeypatch.setattr(Crew, "call", die)
    data = leaving()
    answer = api.solve(data, time_limit=60).deliveries
    assert answer.proven
    assert answer.value == by_trying(data)
    assert helped == [None]


def test_a_fault_of_the_other_process_is_told(
    helped: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(crew: Crew, *task: object, heard: object) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr(Crew, "call", fail)
    with pytest.raises(KeyError, match="a fault of ours"):
        api.solve(leaving(), time_limit=60)


def test_what_is_known_already_is_not_found_again() -> None:
    data = leaving()
    known = api.solve(data, time_limit=60)
    best, position, aim = by_trying(data), known.position, known.deliveries.aim
    terms = all_terms(position)
    again = helper.look_for_leaving(position, aim, terms, best, time.time() + 60)
    assert again.plan is None
    assert again.bound <= best
    less = helper.look_for_leaving(position, aim, terms, Fraction(0), time.time() + 60)
    assert less.value == best


def test_what_one_side_finds_the_other_one_need_not_look_for(
    helped: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Fraction] = []

    def answered(
        crew: Crew, look: Callable[..., Any], *task: object, heard: Callable[[Any], None]
    ) -> helper.LeavingFound:
        found = look(*task)
        heard((found.plan, found.value))
        return helper.LeavingFound(None, Fraction(0), found.bound, Fraction(0))

    monkeypatch.setattr(Crew, "call", answered)
    monkeypatch.setattr(Crew, "send", lambda crew, value: told.append(value))
    for cards in THERE, HERE:
        data = leaving(cards)
        answer = api.solve(data, time_limit=60).deliveries
        assert answer.proven
        assert answer.value == by_trying(data)
    assert answer.value in told
