"""Where the time of an audit goes: ``python benchmarks/audit.py FOLDER`` prints a table.

CPU seconds of one process over all exported games of a folder, step by step: files read, games
replayed, positions posed, claims read and realised, best plans proven, missed runs drawn.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bestrun.auditing.judging import claims, verdict_on
from bestrun.auditing.pictures import card_of, plan_pictures
from bestrun.auditing.runs import recorded
from bestrun.claims.eighteen import claim_lines, on_board
from bestrun.games.base import SolveOptions
from bestrun.games.eighteen.solve import solve_turn
from bestrun.importers import RecordedRun, read_export
from bestrun.turn import set_up
from mapdata.errors import InputError
from solvers.claim import realise

CARDS = 50
"""Cards that are drawn: one takes a quarter of a second."""

seconds: Counter[str] = Counter()
times: Counter[str] = Counter()


@contextmanager
def measured(what: str) -> Iterator[None]:
    """Add the CPU time of a step to what it took before."""
    started = time.process_time()
    yield
    seconds[what] += time.process_time() - started
    times[what] += 1


def replayed(paths: Sequence[Path]) -> list[RecordedRun]:
    """All runs of the games that can be replayed."""
    runs: list[RecordedRun] = []
    for path in paths:
        try:
            with measured("reading a file"):
                export = read_export(path)
            with measured("replaying a game"):
                runs += recorded(export)[0]
        except InputError:
            continue
    return [run for run in runs if not run.problems]


def judge(run: RecordedRun) -> None:
    """One run, in the steps of an audit."""
    with measured("posing: board, networks, problem"):
        turn = set_up(run.position)
        problem = turn.whole_problem
        turn.problem(aim="dividend")
    with measured("the claim: read, track found, judged"):
        claim = on_board(turn, next(claims(turn, run)))
        realise(problem, claim_lines(turn, problem, claim))
    with measured("solving: the best plan, proven"):
        solve_turn(run.id, turn, SolveOptions(aim="dividend"))


def draw(run: RecordedRun) -> None:
    """The pictures of a run, if it was missed."""
    verdict = verdict_on(run)
    if verdict.faults or not verdict.missed:
        return
    with measured("drawing the pictures of a missed run"):
        plan_pictures(verdict)
    if times["drawing a card"] < CARDS:
        with measured("drawing a card"):
            card_of(run, verdict)


def main(folder: Path) -> None:
    """Measure an audit of all games in a folder."""
    runs = replayed(sorted(folder.glob("*.json")))
    for run in runs:
        try:
            judge(run)
        except InputError:
            continue
    for run in runs:
        try:
            draw(run)
        except InputError:
            continue
    print("| step | times | CPU s | ms each |\n|---|---|---|---|")
    for what, total in seconds.items():
        each = 1000 * total / times[what]
        print(f"| {what} | {times[what]:,} | {total:.1f} | {each:.2f} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
