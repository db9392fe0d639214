"""How time and memory grow: with links, trains, own markers and the width of the frontier.

    OMP_NUM_THREADS=1 python benchmarks/growth.py growth.png        the boards of growth.json
    OMP_NUM_THREADS=1 python benchmarks/growth.py large.png large   boards beyond the real ones

CPU seconds and memory of ``auto`` (from network to plan), each in a process of its own; a case
that is not proven within the time limit stands at the time it took. Large boards are copies of
the largest real one side by side, joined by track from some cities to the same in the next copy.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bestrun.benchmark import BENCH
from bestrun.turn import set_up
from hexgraph.network import Link, Network
from mapdata.read import read_position
from mapdata.rules import Rules
from mapdata.titles import load
from plots.bench import plot_growth
from plots.paint import Picture, new_picture
from solvers.frontier.states import state_graph
from solvers.methods import solve
from solvers.pose import pose
from solvers.problem import Problem

LIMIT = 15.0
JOINTS = 4
"""Cities of a copy that are joined with the next copy."""
COPIES = (1, 2, 3, 4)
FLEETS = {"5H": 1, "6": 1, "8H": 2, "8E": 1}
"""Trains, and how many of them, on the large boards."""
MARKERS = (1, 2, 4, 8, 16)

Sample = dict[str, float]


def measured(problem: Problem) -> Sample:
    """Return the size of a problem, the time and the memory that it takes, apart from others."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_measured, (problem,))


def _measured(problem: Problem) -> Sample:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    result = solve(problem, time_limit=LIMIT)
    seconds = time.process_time() - begin
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "seconds": seconds,
        "megabytes": (after - before) / 1024,
        "proven": result.proven,
        "links": len(problem.network.links),
        "trains": len(problem.trains),
        "markers": sum(stop.home for stop in problem.network.stops),
    }


def grown() -> Iterator[Sample]:
    """Times of the boards of growth.json."""
    for case in json.loads((BENCH / "growth.json").read_text(encoding="utf-8")):
        problem = set_up(read_position(case["position"], case["id"])).problem()
        yield measured(problem) | {"width": state_graph(problem).width}


def largest() -> Network:
    """Return the largest network of the open boards that have the size of real ones."""
    cases = json.loads((BENCH / "open.json").read_text(encoding="utf-8"))
    large = [case for case in cases if case["id"].startswith("1844 large")]
    turns = [set_up(read_position(case["position"], case["id"])) for case in large]
    return max([turn.network for turn in turns], key=lambda network: len(network.links))


def several(network: Network, copies: int) -> Network:
    """Return copies of a network side by side, joined with each other."""
    size, bits = len(network.stops), len(network.resources)
    stops, links, names = [], [], []
    for copy in range(copies):
        for stop in network.stops:
            hexes = tuple(f"{hex_id} {copy}" for hex_id in stop.hexes)
            stops.append(replace(stop, id=f"{stop.id} {copy}", hexes=hexes, groups=()))
        for link in network.links:
            ends = tuple(end + copy * size for end in link.dead_ends)
            mask = link.mask << copy * bits
            first = copy * size
            links.append(
                link._replace(a=link.a + first, b=link.b + first, mask=mask, dead_ends=ends)
            )
        names += [f"{name} {copy}" for name in network.resources]
    cities = [at for at, stop in enumerate(network.stops) if stop.kind == "city" and stop.through]
    for copy in range(copies - 1):
        for city in cities[:: max(1, len(cities) // JOINTS)][:JOINTS]:
            one, two = city + copy * size, city + (copy + 1) * size
            links.append(Link(one, two, 1 << len(names), 2, (stops[one].id, stops[two].id)))
            names.append(f"joint {one}")
    return Network(network.company, tuple(stops), tuple(links), tuple(names))


def with_markers(network: Network, markers: int) -> Network:
    """Return a network on which the company has so many markers, far from each other."""
    cities = [at for at, stop in enumerate(network.stops) if stop.kind == "city" and stop.through]
    chosen = set(cities[:: max(1, len(cities) // markers)][:markers])
    stops = [replace(stop, home=at in chosen) for at, stop in enumerate(network.stops)]
    return replace(network, stops=tuple(stops))


def large() -> dict[str, list[Sample]]:
    """Times of large boards, by the dimension that grows."""
    network, types = largest(), load("1844").trains
    found: dict[str, list[Sample]] = {}
    for copies in COPIES:
        wide = several(network, copies)
        for name, number in FLEETS.items():
            sample = measured(pose(wide, [types[name]] * number, Rules()))
            found.setdefault(f"links: {number} × {name}", []).append(sample)
    for trains in (1, 2, 3, 4):
        for name in ("6", "8E"):
            sample = measured(pose(network, [types[name]] * trains, Rules()))
            found.setdefault(f"trains: {name}", []).append(sample)
    for markers in MARKERS:
        for name in ("6", "8E"):
            sample = measured(pose(with_markers(network, markers), [types[name]], Rules()))
            found.setdefault(f"markers: {name}", []).append(sample)
    return found


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the power of x that y grows with, by least squares of the logarithms."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    middle = [sum(each) / len(logs) for each in zip(*logs, strict=True)]
    spread = sum((x - middle[0]) ** 2 for x, _ in logs)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in logs) / spread


def draw(rows: dict[str, dict[str, list[tuple[float, float]]]]) -> Picture:
    """Return pictures side by side, each with its series."""
    picture = new_picture(13, 4.4)
    for ax, (size, points) in zip(picture.subplots(1, len(rows)), rows.items(), strict=True):
        plot_growth(ax, points, size)
    picture.subplots_adjust(left=0.06, right=0.99, bottom=0.14, top=0.8, wspace=0.22)
    return picture


def by_trains(samples: Sequence[Sample]) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Return time against links, trains and width, a series for each number of trains."""
    return {
        "width of the frontier" if size == "width" else size: {
            f"{trains} train{'s' * (trains > 1)}": [
                (sample[size], sample["seconds"])
                for sample in samples
                if sample["trains"] == trains
            ]
            for trains in (1, 2, 3, 4)
        }
        for size in ("links", "trains", "width")
    }


def told(found: dict[str, list[Sample]]) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Print the samples with exponents; return them for a picture."""
    rows: dict[str, dict[str, list[Any]]] = {}
    for name, samples in found.items():
        size, _, fleet = name.partition(": ")
        points = [(sample[size], sample["seconds"]) for sample in samples]
        rows.setdefault(size, {})[fleet] = points
        print(f"{name}: seconds grow like {size} to the power {exponent(points):.1f}")
        for sample in samples:
            end = "" if sample["proven"] else "  not proven"
            seconds, memory = sample["seconds"], sample["megabytes"]
            print(f"  {sample[size]:>4} {size:8} {seconds:8.3f} s {memory:7.0f} MB{end}")
    return rows


if __name__ == "__main__":
    shown = told(large()) if "large" in sys.argv[2:] else by_trains(list(grown()))
    draw(shown).savefig(sys.argv[1])
