"""Runs of exported games judged, and summed up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from audits import WEST, luzern, objects
from exported import route
from material import SHARED

from bestrun.auditing.runs import Audit, AuditedRun, audit_game, judge, recorded
from bestrun.auditing.tallies import totals
from bestrun.games.eighteen import solve as eighteen
from solvers import methods, plan
from solvers.problem import Problem

EAST = route("2-1", 40, "G18 G20", nodes="G18-0 G20-0")


def audited(*routes: dict[str, Any]) -> AuditedRun:
    (only,) = audit_game(luzern(*routes).export(), jobs=1).runs
    return only


# Judging


def test_the_best_run_misses_nothing() -> None:
    best = audited(WEST, EAST)
    assert (best.revenue, best.optimum, best.missed, best.proven) == (80, 80, 0, True)
    assert best.better == best.problems == ()


def test_a_run_better_than_what_was_found_in_the_time_missed_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The solver knows one train's run so far, and that two earn 90 at most."""

    def hasty(problem: Problem, *_: object, **__: object) -> plan.BestPlan:
        best = methods.solve(problem)
        return plan.BestPlan(plan.Plan(best.plan.runs[:1], 40), 90, "hasty", 0.0)

    monkeypatch.setattr(eighteen, "solve_problem", hasty)
    (run,) = recorded(luzern(WEST, EAST).export())[0]
    hurried = judge(run, 0.0)
    assert (hurried.revenue, hurried.optimum, hurried.missed) == (80, 80, 0)
    assert not hurried.proven and hurried.better == ()


def test_an_idle_train_is_missed_revenue() -> None:
    poor = audited(WEST)
    assert (poor.revenue, poor.optimum, poor.missed) == (40, 80, 40)
    assert [each.earnings.total for each in poor.better] == [40, 40]
    assert [each.stops for each in poor.claimed] == [("G18", "F17")]


def test_no_route_at_all_is_missed_revenue() -> None:
    assert audited().missed == 80


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (WEST | {"revenue": 50}, "50 is stated, but the run earns 40"),
        (WEST | {"train": "3-0"}, "train 3-0: GB does not hold it"),
        (route("2-0", 40, "G18 F19", nodes="G18-0 F19-0"), "no track of the board is G18-F19"),
        (
            route("2-0", 60, "G20 G18", "G18 F17", nodes="G20-0 G18-0 F17-0"),
            "train 2H: ",
        ),
    ],
)
def test_what_cannot_be_reproduced_is_counted_and_never_guessed(bad, told: str) -> None:
    """A wrong figure, a train not held, no track, a route too long for its train."""
    only = audited(bad)
    assert only.optimum is only.missed is None
    assert any(told in each for each in only.problems)


def test_a_run_that_fails_leaves_the_others_alone() -> None:
    game = luzern(WEST | {"revenue": 50})
    game.stock_round()
    game.passes("GB")
    game.run("GB", WEST)
    audit = audit_game(game.export(), jobs=1)
    assert [each.missed for each in audit.runs] == [None, 40]
    assert audit.headline == (
        "the directors missed 40 in 1 of 2 runs; worst: GB, 40; 1 run could not be reproduced"
    )


# Summing up


def test_the_headline_names_the_worst_run() -> None:
    game = luzern(WEST)
    game.stock_round()
    game.passes("GB")
    game.run("GB")
    audit = audit_game(game.export(), jobs=1)
    assert audit.headline == "the directors missed 120 in 2 of 2 runs; worst: GB, 80"
    (total,) = totals(audit.runs, "company")
    assert (total.name, total.runs, total.below, total.claimed) == ("GB", 2, 2, 40)
    assert (total.optimum, total.missed, total.share) == (160, 120, 1.0)


def test_headlines_without_anything_to_tell() -> None:
    assert Audit("game", ()).headline == "there are no runs"
    best = audit_game(luzern(WEST, EAST).export(), jobs=1)
    assert best.headline == "the directors missed nothing in 1 run"


# Real games


@pytest.mark.skipif(not (SHARED / "games").is_dir(), reason="the games are not part of the project")
def test_real_games_are_audited_as_recorded() -> None:
    names = ("1844-a", "1841-a", "1841-lite-a")
    answers = objects(*(SHARED / "games" / f"{name}.json" for name in names))
    recorded = {}
    for name in names:
        for case in json.loads((SHARED / "positions" / f"{name}.json").read_text()):
            recorded[case["id"]] = (case["claim"]["revenue"], case["optimum"])
    assert {
        f"{each['game']}:{each['action']}": (each["claimed"], each["optimum"]) for each in answers
    } == recorded
    assert len(answers) == 187
    assert sum(each["missed"] > 0 for each in answers) == 6
