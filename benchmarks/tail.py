"""The tail: open and late boards of all titles, drawn by rule, half of them kept away from tuning.

    python benchmarks/tail.py grow FOLDER     write bestrun/data/bench/tail.json again
    python benchmarks/tail.py [SAMPLE] [-v]   measure all boards, or so many of each half

A title with real turns in the folder (named by title, ``1830-a.json``) gives a late board of them,
the others a board grown from a seed. Half of the boards are *open*, with markers of the running
company alone; the others are *late*, with markers of several. Fleets are drawn from the last
kinds of train. No constant of the solvers may be chosen on those called ``unseen``.

Each board is solved in a process of its own, with at most ``LIMIT`` seconds and ``MEMORY``
bytes. Times are CPU seconds from network to plan.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import resource
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generate import GrowingBoard, write

from bestrun.benchmark import BENCH
from bestrun.turn import set_up
from mapdata.errors import InputError
from mapdata.read import read_position
from mapdata.titles import family, load, title_ids
from solvers.methods import solve

HALVES = ("tuning", "unseen")
"""The halves of the set. Their names are part of every seed."""
BOARDS = 200
"""Boards of each half."""
KINDS = 4
"""So many of the last kinds of train make up the fleets."""
FEWEST_LINKS = 16
"""A company with less track than that has no late board."""
PATIENCE = 20
"""Draws after which a board with less track is taken."""

LIMIT = 20.0
MEMORY = 2 << 30


def tail_boards(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the boards of both halves; the titles take turns."""
    real = _late_turns(folder)
    titles = [title for title in title_ids() if family(title) == "18xx"]
    for half in HALVES:
        order = random.Random(f"tail {half}").sample(titles, len(titles))
        for number in range(BOARDS):
            title_id = order[number % len(order)]
            name = f"{half} {number + 1}"
            data = _drawn(title_id, name, real.get(title_id, []))
            yield {"id": f"{name}: {title_id} {','.join(data['trains'])}", "position": data}


def _late_turns(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The positions of the last third of each real game, by title."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("*.json")):
        turns = json.loads(path.read_text(encoding="utf-8"))
        if not path.stem.startswith("moves-"):
            for turn in turns[len(turns) * 2 // 3 :]:
                found.setdefault(turn["position"]["title"], []).append(turn["position"])
    return found


def _drawn(title_id: str, name: str, turns: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The first board drawn on which the company that runs has enough track."""
    attempt = 0
    while True:
        rng = random.Random(f"tail {title_id} {name} {attempt}")
        attempt += 1
        with suppress(InputError):  # as grown, two homes in one station; or a train too many
            data = _late(rng.choice(turns), rng) if turns else _grown(title_id, rng)
            problem = set_up(read_position(data, name)).problem()
            if len(problem.network.links) >= FEWEST_LINKS or attempt > PATIENCE:
                return data


def _fleet(title_id: str, rng: random.Random) -> list[str]:
    kinds = list(load(title_id).trains)[-KINDS:]
    return rng.choices(kinds, k=rng.choice((1, 2, 2, 3, 3, 4)))


def _late(turn: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A real board in the last phase, for any company on it, with other trains."""
    company = rng.choice(sorted(turn["tokens"]))
    data = turn | {
        "phase": list(load(turn["title"]).phases)[-1],
        "company": company,
        "trains": _fleet(turn["title"], rng),
    }
    if rng.random() < 0.5:
        data["tokens"] = {company: turn["tokens"][company]}
    return data


def _grown(title_id: str, rng: random.Random) -> dict[str, Any]:
    """A board grown until it is nearly full."""
    title = load(title_id)
    growth = GrowingBoard(title, rng)
    lays = rng.uniform(0.6, 1.2) * len(title.hexes)
    while lays > 0 and growth.grow():
        lays -= 1
    company, tokens = _markers(growth, rng)
    return {
        "title": title_id,
        "phase": list(title.phases)[-1],
        "company": company,
        "trains": _fleet(title_id, rng),
        "tiles": dict(sorted(growth.laid.items())),
        "tokens": tokens,
    }


def _markers(growth: GrowingBoard, rng: random.Random) -> tuple[str, dict[str, list[str]]]:
    """Return the running company and all markers: three to eight of its own, and others at half
    of the other cities if the board is not open.
    """
    company = rng.choice(list(growth.title.companies))
    cities = []
    for hex_id in growth.title.hexes:
        face = growth.face(hex_id)
        at = [number for number, stop in enumerate(face.stops) if stop.kind == "city"]
        if at and face.track:
            number = rng.choice(at)
            cities.append(f"{hex_id}.{number}" if len(face.stops) > 1 else hex_id)
    rng.shuffle(cities)
    count = rng.randint(3, 8)
    tokens = {company: cities[:count]}
    others = [name for name in growth.title.companies if name != company]
    if others and rng.random() < 0.5:
        for stop in cities[count::2]:
            tokens.setdefault(rng.choice(others), []).append(stop)
    return company, tokens


@dataclass(frozen=True)
class Measured:
    """What became of one board; without an answer ``failure`` says why."""

    id: str
    links: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    total: int = 0
    bound: int = 0
    failure: str = ""

    @property
    def proven(self) -> bool:
        """Whether the answer is proven."""
        return not self.failure and self.total >= self.bound


def measured(case: dict[str, Any]) -> Measured:
    """Solve one board in a process of its own."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        try:
            return pool.apply_async(_measured, (case,)).get(10 * LIMIT)
        except multiprocessing.TimeoutError:
            return Measured(case["id"], failure="kept no time limit")


def _measured(case: dict[str, Any]) -> Measured:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        problem = set_up(read_position(case["position"], case["id"])).problem()
        begin = _cpu_seconds()
        result = solve(problem, time_limit=LIMIT)
    except Exception as error:  # every failure is a line of the report
        return Measured(case["id"], failure=f"{type(error).__name__}: {error}")
    return Measured(
        case["id"],
        len(problem.network.links),
        _cpu_seconds() - begin,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        result.total,
        result.bound,
    )


def _cpu_seconds() -> float:
    """CPU seconds of this process and of those it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def report(name: str, samples: Sequence[Measured]) -> str:
    """One line of the table."""
    times = sorted(sample.seconds for sample in samples if not sample.failure)
    proven = sum(sample.proven for sample in samples)
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    most = max(sample.megabytes for sample in samples)
    figures = (cuts[49], cuts[94], cuts[98], times[-1], sum(times))
    shown = "  ".join(f"{seconds:8.2f} s" for seconds in figures)
    return f"{name:8} {len(samples):6}  {proven:6}  {shown}  {most:6.0f} MB"


def main(words: Sequence[str]) -> None:
    """Measure a sample, or all."""
    cases = json.loads((BENCH / "tail.json").read_text(encoding="utf-8"))
    most = next((int(word) for word in words if word.isdigit()), BOARDS)
    found: dict[str, list[Measured]] = {half: [] for half in HALVES}
    for half, samples in found.items():
        for case in [case for case in cases if case["id"].startswith(half)][:most]:
            sample = measured(case)
            samples.append(sample)
            if "-v" in words or not sample.proven:
                answer = sample.failure or f"{sample.total} of at most {sample.bound}"
                print(
                    f"  {sample.id}: {sample.links} links, {sample.seconds:.2f} s, {answer}",
                    flush=True,
                )
    columns = ("median", "p95", "p99", "worst", "total", "memory")
    print("half     boards  proven  " + "  ".join(f"{column:>10}" for column in columns))
    for half, samples in found.items():
        print(report(half, samples))


if __name__ == "__main__":
    if sys.argv[1:2] == ["grow"]:
        write("tail.json", tail_boards(Path(sys.argv[2])))
    else:
        main(sys.argv[1:])
