"""Pictures of the 18xx family: a position, its best runs, a claim, or two plans compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bestrun.files import Case
from bestrun.games.base import DrawOptions
from bestrun.turn import Turn
from plots.board import Scene, focus_hexes, hexes_around, set_scene
from plots.faults import fault_points, stop_point
from plots.legend import Legend, Row, TitleLine
from plots.palette import train_colour
from plots.picture import Panel, draw_panels
from plots.runs import run_views
from solvers.plan import Plan
from solvers.problem import Problem, Run

if TYPE_CHECKING:
    from bestrun.games.eighteen import Solution
    from bestrun.games.eighteen_check import JudgedClaim
    from plots.drawing import Drawing

_SMALL = 0.5
"""A network that needs no more than this share of the board is shown alone."""


def draw(case: Case, options: DrawOptions) -> Drawing:
    """Answer ``bestrun plot`` for one case; a claim and the best runs stand side by side."""
    from bestrun.games.eighteen import solve, turn_of
    from bestrun.games.eighteen_check import check

    if options.claim is not None:
        judged = check(case, options.claim, options.judging)
        return draw_claim(judged, options.focus, compare=options.solve is not None)
    if options.solve is not None:
        return draw_solution(solve(case, options.solve), options.focus)
    turn = turn_of(case)
    return draw_panels([Panel(scene_of(turn, options.focus))], title_line(turn))


def draw_solution(solution: Solution, focus: bool | None = None) -> Drawing:
    """Draw the best runs on the board, and the next best plans if the solution has some."""
    turn, others = solution.turn, solution.result.others
    if not others:
        return draw_panels([solution_panel(scene_of(turn, focus), solution)], title_line(turn))
    plans = (solution.result.plan, *others)
    hexes = set[str]().union(*(run_hexes(solution.problem, plan.runs) for plan in plans))
    panels = [solution_panel(scene_around(turn, focus, hexes), solution, "1.")]
    for number, plan in enumerate(others, 2):
        scene = scene_around(turn, focus, hexes)
        panels.append(plan_panel(scene, solution, plan, Legend(f"{number}.")))
    return draw_panels(panels, title_line(turn))


def draw_claim(judged: JudgedClaim, focus: bool | None = None, *, compare: bool = False) -> Drawing:
    """Draw a claim, what is illegal marked; with ``compare`` the best plan beside it.

    Two plans are told apart where they run.
    """
    turn, best = judged.turn, judged.best
    stops = judged.problem.network.stops
    hexes = run_hexes(judged.problem, judged.realisation.runs)
    for line in judged.lines:
        hexes |= {stops[options[0]].hexes[0] for options in line.stops}
    if not compare:
        return draw_panels([claim_panel(scene_of(turn, focus, hexes), judged)], title_line(turn))
    hexes |= run_hexes(best.problem, best.result.plan.runs)
    claimed, better = (scene_around(turn, focus, hexes) for _ in range(2))
    panels = [claim_panel(claimed, judged), solution_panel(better, best, "The best plan")]
    return draw_panels(panels, title_line(turn))


def run_hexes(problem: Problem, runs: Iterable[Run]) -> set[str]:
    """Return the hexes that runs pass."""
    links = problem.network.links
    return {hex_id for run in runs for link in run.links for hex_id in links[link].hexes}


def title_line(turn: Turn) -> TitleLine:
    """Return whose turn it is, in which phase, with which trains."""
    trains = ", ".join(turn.position.trains) or "none"
    facts = (turn.title.name, f"phase {turn.board.phase.name}", f"trains {trains}")
    return TitleLine(turn.company, facts)


def scene_of(turn: Turn, focus: bool | None, also: Iterable[str] = ()) -> Scene:
    """Lay out the whole board, or what is around the network if that is small or asked for."""
    near = focus_hexes(turn.board, turn.network, also)
    if focus is None:
        focus = len(near) <= _SMALL * len(turn.title.hexes)
    return set_scene(turn.board, near if focus else None)


def scene_around(turn: Turn, focus: bool | None, hexes: set[str]) -> Scene:
    """Lay out what is around runs to be compared, unless ``focus`` says otherwise."""
    if focus is None and hexes:
        return set_scene(turn.board, hexes_around(turn.board, hexes))
    return scene_of(turn, focus, hexes)


def solution_panel(scene: Scene, solution: Solution, heading: str = "") -> Panel:
    """Return the board with the best runs on it and a legend of them."""
    remark = solution.known + (": no plan earns more" if solution.proven else "")
    return plan_panel(scene, solution, solution.result.plan, Legend(heading, remark=remark))


def plan_panel(scene: Scene, solution: Solution, plan: Plan, legend: Legend) -> Panel:
    """Return the board with the runs of a plan on it, which are added to ``legend``."""
    problem, runs = solution.problem, plan.runs
    legend = replace(
        legend,
        rows=tuple(row_of(problem, number, run) for number, run in enumerate(runs, 1)),
        notes=_idle(solution.turn, [run.train.name for run in runs]),
        total=f"Total {plan.revenue}",
    )
    return Panel(scene, run_views(scene, problem.network, runs), legend=legend)


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
        route = " – ".join(network.stops[stop].name for stop in named)
        rows.append(Row(at + 1, line.train.name, route, "–", tuple(words)))
        missing.append((train_colour(at), [stop_point(scene, network, stop) for stop in named]))
    illegal = frozenset(fault.at for fault in judged.broken if fault.at is not None)
    legend = Legend(
        heading="The claim",
        rows=tuple(rows),
        notes=(
            *_idle(judged.turn, [line.train.name for line in lines]),
            *(fault.message for fault in judged.faults if fault.at is None),
        ),
        total=f"Earns {judged.revenue}" if judged.legal else "Illegal",
        remark=_verdict(judged),
    )
    views = run_views(scene, network, runs, illegal)
    return Panel(scene, views, missing, points, legend)


def _verdict(judged: JudgedClaim) -> str:
    best = judged.best
    said = f"{judged.verdict}: " if judged.legal else ""
    if judged.missed:
        return f"{said}the best plan earns {best.revenue} ({best.known})"
    return f"{said}no plan earns more" if judged.proven else f"{said}{best.known}"


def _idle(turn: Turn, running: Sequence[str]) -> tuple[str, ...]:
    """Return the note on trains that stay at home."""
    idle = list(turn.position.trains)
    for train in running:
        idle.remove(train)
    return (f"idle: {', '.join(idle)}",) if idle else ()


def row_of(problem: Problem, number: int, run: Run, faults: Sequence[str] = ()) -> Row:
    """Return a run in words: the route by names, what each stop pays, the bonuses."""
    stops = [problem.network.stops[stop] for stop in run.stops]
    names = [re.sub(r"\.\d+$", "", stop.name) for stop in stops]
    route = " – ".join(
        f"{name} {run.train.values[index]}" if index in run.paid else f"({name})"
        for index, name in zip(run.stops, names, strict=True)
    )
    earned = problem.earnings(run)
    for name, amount in earned.bonuses:
        if amount:
            route += f"  + {name} {amount}"
    return Row(number, run.train.name, route, str(earned.total), tuple(faults))
