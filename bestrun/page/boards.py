"""Pictures for the page: the board alone, without legends, since the page tells those itself."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from bestrun.files import Case
from bestrun.games import family_of
from bestrun.games.base import DrawOptions, Result, Verdict
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
"""Whose home a place is, until its company stands there."""


def board_picture(case: Case) -> Drawing:
    """Return the board as it lies."""
    if family(case.title) != "18xx":
        return family_of(case).draw(case, DrawOptions())
    return set_scene(turn_of(case).board, None, HOMES).drawing()


def plan_picture(result: Result, at: int) -> Drawing:
    """Return the board with one of the plans of a result on it, 0 being the best."""
    if not isinstance(result, Solution):
        return result.draw()
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


def claim_picture(judged: Verdict, *, best: bool = False) -> Drawing:
    """Return the board with a claim on it, what is wrong marked; or with the best plan."""
    if not isinstance(judged, JudgedClaim):
        return judged.draw_alone()
    if best:
        return plan_picture(judged.best, 0)
    return _alone(claim_panel(set_scene(judged.turn.board, None, HOMES), judged))


def _alone(panel: Panel) -> Drawing:
    return Drawing(panel.scene.window, tuple(panel.items()), inches=INCHES)
