"""How time grows: solve the boards of growth.json and draw time against size.

    OMP_NUM_THREADS=1 python benchmarks/growth.py growth.png

CPU seconds of ``auto`` (from network to plan) against links, trains and the width of the
frontier; a case that is not proven within the time limit stands at the time it took.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from bestrun.benchmark import BENCH
from bestrun.turn import set_up
from mapdata.read import read_position
from plots.bench import plot_growth
from plots.figure import Picture, new_picture
from solvers.frontier.states import state_graph
from solvers.methods import solve

LIMIT = 15.0


def measure(case: dict[str, Any]) -> dict[str, float]:
    """Return the size of a case and the time it takes."""
    problem = set_up(read_position(case["position"], case["id"])).problem()
    begin = time.process_time()
    solve(problem, time_limit=LIMIT)
    return {
        "seconds": time.process_time() - begin,
        "links": len(problem.network.links),
        "trains": len(problem.trains),
        "width": state_graph(problem).width,
    }


def draw(samples: list[dict[str, float]]) -> Picture:
    """Return three pictures side by side, a colour for each number of trains."""
    picture = new_picture(13, 4.4)
    for ax, size in zip(picture.subplots(1, 3), ("links", "trains", "width"), strict=True):
        points = {
            f"{trains} train{'s' * (trains > 1)}": [
                (sample[size], sample["seconds"])
                for sample in samples
                if sample["trains"] == trains
            ]
            for trains in (1, 2, 3, 4)
        }
        plot_growth(ax, points, "width of the frontier" if size == "width" else size)
    picture.subplots_adjust(left=0.06, right=0.99, bottom=0.14, top=0.8, wspace=0.22)
    return picture


if __name__ == "__main__":
    cases = json.loads((BENCH / "growth.json").read_text(encoding="utf-8"))
    draw([measure(case) for case in cases]).savefig(sys.argv[1])
