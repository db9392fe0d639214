"""Pictures of the 18xx family: a position, its best runs, a claim, or two plans compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from bestrun.files import Case
from bestrun.games.base import DrawOptions
from bestrun.turn import Turn
from hexgraph.board import lay_out
from hexgraph.network import Stop
from mapdata.errors import within
from mapdata.read import read_position
from mapdata.titles import load
from plots.board import Scene, focus_hexes, hexes_around, set_scene
from plots.faults import fault_points, stop_point
from plots.palette import train_colour
from plots.picture import Legend, LegendRow, Panel, TitleLine, draw_panels
from plots.runs import run_views
from plots.shown import Shown
from plots.stops import companies_of
from solvers.plan import Plan
from solvers.problem import Problem, Run

if TYPE_CHECKING:
    from bestrun.games.eighteen.check import JudgedClaim
    from bestrun.games.eighteen.solve import Solution
    from plots.drawing import Drawing

_SMALL = 0.5
"""A network that needs no more than this share of the board is shown alone."""


def draw(case: Case, options: DrawOptions) -> Drawing:
    """Answer ``bestrun plot`` for one case; a claim and the best runs stand side by side."""
    from bestrun.games.eighteen.check import check
    from bestrun.games.eighteen.solve import solve, turn_of

    if options.claim is not None:
        judged = check(case, options.claim, options.judging)
        compare = options.solve is not None
        return draw_claim(judged, options.focus, compare=compare, shown=options.shown)
    if options.solve is not None:
        return draw_solution(solve(case, options.solve), options.focus, options.shown)
    if "company" not in case.data:
        return draw_bare(case, options.shown)
    turn = turn_of(case)
    scene = scene_of(turn, options.focus, shown=options.shown)
    return draw_panels([Panel(scene)], title_line(turn))


def draw_bare(case: Case, shown: Shown) -> Drawing:
    """Draw a board that is nobody's turn: as printed, or with what lies on it."""
    title = load(case.title)
    first = next(iter(title.phases))
    with within(case.place):
        nobody = {"phase": first, **case.data, "company": next(iter(title.companies))}
        board = lay_out(read_position(nobody), title)
    empty = not board.laid and not board.markers
    scene = set_scene(board, shown=replace(shown, homes=shown.homes or empty))
    line = TitleLine(None, () if empty else (f"phase {board.phase.name}",), title.name)
    return draw_panels([Panel(scene)], line)


def draw_solution(
    solution: Solution, focus: bool | None = None, shown: Shown | None = None
) -> Drawing:
    """Draw the best runs on the board, and the next best plans if the solution has some."""
    turn, others = solution.turn, solution.result.others
    if not others:
        scene = scene_of(turn, focus, shown=shown)
        return draw_panels([solution_panel(scene, solution)], title_line(turn))
    plans = (solution.result.plan, *others)
    hexes = set[str]().union(*(run_hexes(solution.problem, plan.runs) for plan in plans))
    scene = scene_around(turn, focus, hexes, shown)
    panels = [solution_panel(scene, solution, "1.")]
    first = ways_of(solution.problem, plans[0].runs)
    for number, plan in enumerate(others, 2):
        numbers = alike(first, ways_of(solution.problem, plan.runs))
        panels.append(plan_panel(scene, solution, plan, Legend(f"{number}."), numbers))
    return draw_panels(panels, title_line(turn))


def draw_claim(
    judged: JudgedClaim,
    focus: bool | None = None,
    *,
    compare: bool = False,
    shown: Shown | None = None,
) -> Drawing:
    """Draw a claim with its faults marked; with ``compare`` the best plan beside it.

    A claim that is the best plan itself stands alone.
    """
    if compare and judged.verdict != "best":
        return draw_panels(compared(judged, focus, shown), title_line(judged.turn))
    scene = scene_of(judged.turn, focus, claim_hexes(judged), shown)
    return draw_panels([claim_panel(scene, judged)], title_line(judged.turn))


def compared(
    judged: JudgedClaim, focus: bool | None = None, shown: Shown | None = None
) -> list[Panel]:
    """Return a claim and the best plan on the same piece of the board, in the same colours."""
    best = judged.best
    hexes = claim_hexes(judged) | run_hexes(best.problem, best.result.plan.runs)
    scene = scene_around(judged.turn, focus, hexes, shown)
    claimed = ways_of(judged.problem, judged.realisation.by_line)
    numbers = alike(claimed, ways_of(best.problem, best.result.plan.runs))
    return [claim_panel(scene, judged), solution_panel(scene, best, "The best plan", numbers)]


def claim_hexes(judged: JudgedClaim) -> set[str]:
    """Return the hexes that a claim passes or names."""
    stops = judged.problem.network.stops
    hexes = run_hexes(judged.problem, judged.realisation.runs)
    for line in judged.lines:
        hexes |= {stops[options[0]].hexes[0] for options in line.stops}
    return hexes


RunWay = tuple[str, frozenset[tuple[str, ...]]]
"""A train and the hexes of every link that it runs over."""


def ways_of(problem: Problem, runs: Iterable[Run | None]) -> list[RunWay | None]:
    """Identity of each run, to match runs of two plans."""
    found: list[RunWay | None] = []
    for run in runs:
        if run is None:
            found.append(None)
            continue
        hexes = (problem.network.links[link].hexes for link in run.links)
        found.append((run.train.name, frozenset(min(way, way[::-1]) for way in hexes)))
    return found


def alike(first: Sequence[RunWay | None], second: Sequence[RunWay | None]) -> list[int]:
    """Return numbers for the runs of a second plan; a run of both plans keeps its number."""
    numbers = [first.index(way) + 1 if way and way in first else 0 for way in second]
    numbers = [number if number not in numbers[:at] else 0 for at, number in enumerate(numbers)]
    free = (number for number in count(1) if number not in numbers)
    taken = iter([next(free) for number in numbers if not number])
    return [number or next(taken) for number in numbers]


def run_hexes(problem: Problem, runs: Iterable[Run]) -> set[str]:
    """Return the hexes that runs pass."""
    links = problem.network.links
    return {hex_id for run in runs for link in run.links for hex_id in links[link].hexes}


def title_line(turn: Turn) -> TitleLine:
    """Company, phase and trains of the turn."""
    trains = ", ".join(turn.position.trains) or "none"
    facts = (turn.title.name, f"phase {turn.board.phase.name}", f"trains {trains}")
    return TitleLine(companies_of(turn.title)[turn.company.id], facts)


def scene_of(
    turn: Turn, focus: bool | None, also: Iterable[str] = (), shown: Shown | None = None
) -> Scene:
    """Lay out the whole board, or what is around the network if that is small or asked for."""
    near = focus_hexes(turn.board, turn.network, also)
    if focus is None:
        focus = len(near) <= _SMALL * len(turn.title.hexes)
    return set_scene(turn.board, near if focus else None, shown)


def scene_around(
    turn: Turn, focus: bool | None, hexes: set[str], shown: Shown | None = None
) -> Scene:
    """Lay out what is around runs to be compared, unless ``focus`` says otherwise."""
    if focus is None and hexes:
        return set_scene(turn.board, hexes_around(turn.board, hexes), shown)
    return scene_of(turn, focus, hexes, shown)


def solution_panel(
    scene: Scene, solution: Solution, heading: str = "", numbers: Sequence[int] = ()
) -> Panel:
    """Return the board with the best runs on it and a legend of them."""
    remark = solution.known + (": no plan earns more" if solution.proven else "")
    legend = Legend(heading, remark=remark)
    return plan_panel(scene, solution, solution.result.plan, legend, numbers)


def plan_panel(
    scene: Scene, solution: Solution, plan: Plan, legend: Legend, numbers: Sequence[int] = ()
) -> Panel:
    """Return the board with the runs of a plan on it, which are added to ``legend``."""
    problem, runs = solution.problem, plan.runs
    numbers = numbers or range(1, len(runs) + 1)
    rows = [row_of(problem, number, run) for number, run in zip(numbers, runs, strict=True)]
    legend = replace(
        legend,
        rows=tuple(sorted(rows, key=lambda row: row.number)),
        notes=_idle(solution.turn, [run.train.name for run in runs]),
        total=f"Total {solution.earned(plan)}",
    )
    views = run_views(scene, problem.network, runs, numbers=numbers)
    return Panel(scene, views, legend=legend)


def claim_panel(scene: Scene, judged: JudgedClaim) -> Panel:
    """Return the board with a claim on it: crosses where a rule is broken."""
    problem, network = judged.problem, judged.problem.network
    lines, runs = judged.lines, judged.realisation.by_line
    points, rows, missing = [], [], []
    for at, (line, run) in enumerate(zip(lines, runs, strict=True)):
        own = [fault for fault in judged.faults if fault.at == at]
        words = [fault.message for fault in own]
        named = run.stops if run else [options[0] for options in line.stops]
        for fault in own:
            points += list(fault_points(scene, network, named, fault))
        if run is not None:
            rows.append(row_of(problem, at + 1, run, words))
            continue
        route = " – ".join(stop_name(network.stops[stop]) for stop in named)
        rows.append(LegendRow(at + 1, line.train.name, route, "–", tuple(words)))
        missing.append((train_colour(at), [stop_point(scene, network, stop) for stop in named]))
    illegal = frozenset(fault.at for fault in judged.broken if fault.at is not None)
    legend = Legend(
        heading="The claim",
        rows=tuple(rows),
        notes=(
            *_idle(judged.turn, [line.train.name for line in lines]),
            *(fault.message for fault in judged.faults if fault.at is None),
        ),
        total=f"Earns {judged.earned}" if judged.legal else "Illegal",
        remark=_verdict(judged),
    )
    views = run_views(scene, network, runs, illegal)
    return Panel(scene, views, missing, points, legend)


def _verdict(judged: JudgedClaim) -> str:
    best = judged.best
    verdict = f"{judged.verdict}: " if judged.legal else ""
    if judged.missed:
        return f"{verdict}the best plan earns {best.earned(best.result.plan)} ({best.known})"
    return f"{verdict}no plan earns more" if judged.proven else f"{verdict}{best.known}"


def _idle(turn: Turn, running: Sequence[str]) -> tuple[str, ...]:
    """Return the note on trains that stay at home."""
    idle = turn.idle(running)
    return (f"idle: {', '.join(idle)}",) if idle else ()


def stop_name(stop: Stop) -> str:
    """Return a stop as a legend has it; one without a name by its kind and its hex."""
    name = re.sub(r"\.\d+$", "", stop.name)
    if name not in stop.hexes:
        return name
    return stop.groups[0] if stop.groups and not stop.through else f"{stop.kind} {name}"


def row_of(problem: Problem, number: int, run: Run, faults: Sequence[str] = ()) -> LegendRow:
    """Return a run in words: the route by names, what each stop pays, the bonuses."""
    stops = [problem.network.stops[stop] for stop in run.stops]
    names = [stop_name(stop) for stop in stops]
    route = " – ".join(
        f"{name} {run.train.values[index]}" if index in run.paid else f"({name})"
        for index, name in zip(run.stops, names, strict=True)
    )
    earned = problem.earnings(run)
    for name, amount in earned.bonuses:
        if amount:
            route += f"  + {name} {amount}"
    for name, amount in earned.subsidies:
        if amount:
            route += f"; subsidy {name} {amount}"
    return LegendRow(number, run.train.name, route, str(earned.revenue), tuple(faults))
