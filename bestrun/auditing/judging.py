"""One recorded run judged: what was claimed, whether it is legal, what would have been best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from bestrun.claims.eighteen import Claim, ClaimedRun, claim_lines
from bestrun.games.base import SolveOptions
from bestrun.games.eighteen.check import JudgedClaim, check_turn
from bestrun.importers.records import RecordedRun
from bestrun.importers.routes import claimed
from bestrun.turn import Turn, set_up
from mapdata.errors import InputError, within
from solvers.claim import realise

MOST_READINGS = 16
"""Readings of a run's routes that are judged, if the first is not legal."""


def verdict_on(run: RecordedRun, time_limit: float | None = None) -> JudgedClaim:
    """The verdict on the claim of a run, as ``bestrun check --aim dividend`` would.

    Exports state what shareholders were paid by, not what went to a treasury beside.
    """
    with within("position"):
        turn = set_up(run.position)
    options = SolveOptions(time_limit=time_limit, aim="dividend")
    verdict = None
    with within("claim"):
        for claim in islice(claims(turn, run), MOST_READINGS):
            verdict = check_turn(run.id, turn, claim, options)
            if not verdict.faults:
                break
    assert verdict is not None
    return verdict


def stated(run: RecordedRun) -> Claim:
    """The claim as read, not judged; without runs if the board lacks the track."""
    try:
        return next(claims(set_up(run.position), run))
    except InputError:
        return Claim((), run.revenue)


def claims(turn: Turn, run: RecordedRun) -> Iterator[Claim]:
    """Yield what the stated routes can mean; nearly always there is one reading.

    Where one train must stay idle and all were run, the one that earns least pays nothing:
    it is left out.
    """
    readings: list[list[ClaimedRun]] = []
    for route in run.routes:
        with within(f"train {route.train}"):
            name = run.trains.get(route.train, route.train)
            readings.append(claimed(turn.whole_network, route, name))
    read = list(islice(product(*readings), MOST_READINGS))
    for runs in [each for each in read if _fit_together(each)] or read:
        yield _without_idle(turn, runs)


def _fit_together(runs: Sequence[ClaimedRun]) -> bool:
    """Whether another run visits the stop of each that has only one: a car runs beside it."""
    return all(
        len(run.stops) != 1
        or any(run.stops[0] in other.stops for other in runs if other is not run)
        for run in runs
    )


def _without_idle(turn: Turn, runs: tuple[ClaimedRun, ...]) -> Claim:
    idle = turn.whole_problem.idle
    most = len(turn.position.trains) - idle
    if idle and len(runs) > most:
        dearest = sorted(range(len(runs)), key=lambda at: -_earned(turn, runs[at]))
        runs = tuple(runs[at] for at in sorted(dearest[:most]))
    stated = [each.revenue for each in runs if each.revenue is not None]
    beside = turn.whole_problem.beside  # exports state what trains earn
    return Claim(runs, sum(stated) + beside if len(stated) == len(runs) else None)


def _earned(turn: Turn, run: ClaimedRun) -> int:
    """Revenue of one run by itself."""
    if run.revenue is not None:
        return run.revenue
    problem = turn.whole_problem
    realised = realise(problem, claim_lines(turn, problem, Claim((run,))))
    return sum(problem.earnings(each).total for each in realised.runs)
