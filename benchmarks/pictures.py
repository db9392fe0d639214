"""How long pictures take: ``python benchmarks/pictures.py`` prints a table.

CPU time of the full 1844 board with the runs of a late position: the first time in a process
(everything is laid out), again, and after one tile has changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bestrun.games.eighteen.draw import scene_of, solution_panel, title_line
from bestrun.games.eighteen.solve import Solution
from bestrun.turn import set_up
from mapdata.read import read_position
from plots import svg
from plots.drawing import Drawing
from plots.picture import draw_panels
from solvers.methods import solve

CASES = Path(__file__).parents[1] / "tests" / "data" / "late.json"
T = TypeVar("T")


def measured(what: Callable[[], T]) -> tuple[float, float, T]:
    """Return seconds of the first call, the least of nine more, and what it gave."""
    seconds = []
    for _ in range(10):
        started = time.process_time()
        result = what()
        seconds.append(time.process_time() - started)
    return seconds[0], min(seconds[1:]), result


def laid_out(solution: Solution) -> Drawing:
    """Return the whole picture, laid out."""
    panel = solution_panel(scene_of(solution.turn, focus=False), solution)
    return draw_panels([panel], title_line(solution.turn))


def main() -> None:
    """Measure lay-out, SVG, PNG and PDF."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    position = next(case["position"] for case in cases if case["id"] == "1844")
    turn = set_up(read_position(position))
    problem = turn.problem()
    solution = Solution("1844", turn, problem, solve(problem))
    rows = []
    first, again, drawing = measured(lambda: laid_out(solution))
    rows.append(("lay-out", first, again, ""))
    first, again, text = measured(lambda: svg.write(drawing))
    rows.append(("SVG", first, again, f"{len(text.encode()):,} bytes"))
    free = next(code for code in ("9:0", "9:1") if position["tiles"].get("E12") != code)
    changed = {**position, "tiles": {**position["tiles"], "E12": free}}
    other = set_up(read_position(changed))
    started = time.process_time()
    svg.write(laid_out(Solution("1844", other, problem, solution.result)))
    rows.append(("one tile changed: lay-out and SVG", time.process_time() - started, 0.0, ""))
    from bestrun.pictures import painted

    for kind in ("png", "pdf"):
        first, again, data = measured(lambda kind=kind: painted(drawing, kind))
        rows.append((kind.upper(), first, again, f"{len(data):,} bytes"))
    for name, first, again, size in rows:
        repeated = f"{again * 1000:8.1f} ms" if again else ""
        print(f"{name:36}{first * 1000:8.1f} ms{repeated:>12}  {size}")


if __name__ == "__main__":
    main()
