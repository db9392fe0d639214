"""``python -m tests.fuzz --minutes 30``: attempts of all kinds until the time is over."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from .campaign import chunk
from .kinds import KINDS

CHUNK = 50
"""Attempts of one process; then it is replaced, and what it remembers is forgotten."""

Task = Future[tuple[Counter[str], list[str]]]


def main() -> int:
    """Run, print the counts, and return 1 if the promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1, help="the number of the first attempt")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"), help="what failed")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    counts = {kind: Counter[str]() for kind in options.kinds}
    number, broken = options.seed, 0
    running: dict[Task, str] = {}
    with ProcessPoolExecutor(
        options.jobs, multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        while running or time.monotonic() < end:
            while len(running) < options.jobs and time.monotonic() < end:
                kind = options.kinds[(number - options.seed) // CHUNK % len(options.kinds)]
                running[pool.submit(chunk, kind, number, CHUNK, options.keep)] = kind
                number += CHUNK
            for task in wait(running, return_when=FIRST_COMPLETED).done:
                kind = running.pop(task)
                found, failures = task.result()
                counts[kind] += found
                broken += len(failures)
                for failure in failures:
                    print(f"BROKEN {failure[:1500]}", flush=True)
    _show(counts)
    return int(broken > 0)


def _show(counts: dict[str, Counter[str]]) -> None:
    columns = ("attempts", "exit 0", "exit 1", "exit 2", "answers compared", "broken")
    print(f"{'':10}", *(f"{column:>16}" for column in columns))
    for kind, found in [*counts.items(), ("all", sum(counts.values(), Counter[str]()))]:
        print(f"{kind:10}", *(f"{found[column]:>16,}" for column in columns))


if __name__ == "__main__":
    sys.exit(main())
