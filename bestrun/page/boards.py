"""Pictures for the page: the board alone, without legends, since the page tells those itself."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from msgspec import structs

from bestrun.files import Case
from bestrun.games.base import Result, Verdict
from bestrun.games.eighteen.check import JudgedClaim
from bestrun.games.eighteen.draw import claim_panel, draw_solution, plan_panel
from bestrun.games.eighteen.solve import Solution, turn_of
from mapdata.titles import family
from plots.board import set_scene
from plots.drawing import Drawing
from plots.picture import Legend, Panel
from plots.shown import Shown

INCHES = 0.6
"""The length of a hexside, if the picture is shown by itself."""

HOMES = Shown(homes=True)
"""The company at whose home a place is, until it stands there."""

OTHERS = {"chicago-express": "bestrun.page.chicago", "island-rails": "bestrun.page.island"}
"""Modules of the other families; each is loaded when its game is chosen."""


def module_of(title: str) -> Any:
    """The module of another family than 18xx; ``None`` for that."""
    name = OTHERS.get(family(title))
    return None if name is None else import_module(name)


def board_picture(case: Case) -> Drawing:
    """Return the board as it lies."""
    other = module_of(case.title)
    if other is not None:
        drawing: Drawing = other.board(case)
        return drawing
    return set_scene(turn_of(case).board, None, HOMES).drawing()


def plan_picture(case: Case, result: Result, at: int) -> Drawing:
    """Return the board with one of the plans of a result on it, 0 being the best."""
    if not isinstance(result, Solution):
        drawing: Drawing = module_of(case.title).plan_on_board(result)
        return drawing
    return _plan_alone(result, at)


def _plan_alone(result: Solution, at: int) -> Drawing:
    plans = (result.result.plan, *result.result.others)
    scene = set_scene(result.turn.board, None, HOMES)
    plan = plans[min(at, len(plans) - 1)]
    return _alone(plan_panel(scene, result, plan, Legend()))


def one_plan(result: Result, at: int) -> Drawing:
    """One plan of a result with title and legend, 0 being the best."""
    if not isinstance(result, Solution):
        return result.draw()
    found = result.result
    plans = (found.plan, *found.others)
    shown = structs.replace(found, plan=plans[min(at, len(plans) - 1)], others=())
    return draw_solution(replace(result, result=shown), focus=False)


def claim_picture(case: Case, judged: Verdict, *, best: bool = False) -> Drawing:
    """Return the board with a claim on it, what is wrong marked; or with the best plan."""
    if not isinstance(judged, JudgedClaim):
        drawing: Drawing = module_of(case.title).claim_on_board(judged)
        return drawing
    if best:
        return _plan_alone(judged.best, 0)
    return _alone(claim_panel(set_scene(judged.turn.board, None, HOMES), judged))


def _alone(panel: Panel) -> Drawing:
    return Drawing(panel.scene.window, tuple(panel.items()), inches=INCHES)
