"""Chicago Express on the page: what a title has, companies in figures, boards without legends."""

from __future__ import annotations

from typing import Any

from bestrun.files import Case
from bestrun.games.base import Result, Verdict
from bestrun.games.chicago.action import Advised
from bestrun.games.chicago.check import JudgedBuild
from bestrun.games.chicago.develop import Developed
from bestrun.games.chicago.draw import answer_panel, claim_panel, moves_panel, view_of
from bestrun.games.chicago.moves_check import JudgedMoves
from bestrun.games.chicago.share import SharesWorth
from bestrun.games.chicago.solve import Built, position_of
from mapdata.chicago import DIALS, HOUSED, load
from plots.chicago import board_items
from plots.chicago_view import ChicagoView
from plots.drawing import Drawing
from plots.palette import TRAINS
from solvers.chicago import rules

INCHES = 0.62
"""The side of a hex, if the picture is shown by itself."""


def title_facts(title_id: str) -> dict[str, Any]:
    """The choices that the page offers for a title, and its starting position."""
    title = load(title_id)
    return {
        "names": {hex_id: place.name for hex_id, place in title.hexes.items() if place.name},
        "hexes": list(title.hexes),
        "housed": [hex_id for hex_id, place in title.hexes.items() if place.kind in HOUSED],
        "companies": [
            {
                "id": name,
                "name": each.name,
                "colour": each.colour,
                "text_colour": each.text_colour,
                "start": each.start,
                "shares": each.shares,
            }
            for name, each in title.companies.items()
        ],
        "industry": [
            {"name": name, "hex": each.hex, "scale": list(each.scale)}
            for name, each in title.industry.items()
        ],
        "colours": list(TRAINS),
        "dials": [{"name": name, "length": title.dials.length(name)} for name in DIALS],
        "start": {"title": title_id, "company": next(iter(title.companies)), "treasury": 12},
    }


def figures_of(case: Case) -> dict[str, Any]:
    """Each company in figures: income, what a share pays, the least next bid, what is left."""
    position = position_of(case)
    rows = {}
    for name in position.title.companies:
        if not rules.is_open(position, name):
            continue
        income = rules.income(position, name)
        rows[name] = {
            "income": income,
            "share": rules.dividend(position, name, income),
            "bid": rules.opening_bid(position, name),
            "locomotives": rules.locomotives_left(position, name),
            "sold": position.sold[name],
        }
    return {"figures": rows, "industry": dict(position.industry)}


def board(case: Case) -> Drawing:
    """The board as it lies."""
    return _alone(view_of(position_of(case)))


def plan_on_board(result: Result) -> Drawing:
    """The board with an answer on it."""
    assert isinstance(result, Built | Developed | Advised | SharesWorth)
    return _alone(answer_panel(view_of(result.position), result).view)


def claim_on_board(judged: Verdict) -> Drawing:
    """The board with a claim on it."""
    if isinstance(judged, JudgedMoves):
        return _alone(moves_panel(view_of(judged.position), judged.played.turns).view)
    assert isinstance(judged, JudgedBuild)
    return _alone(claim_panel(view_of(judged.position), judged).view)


def _alone(view: ChicagoView) -> Drawing:
    return Drawing(view.window, tuple(board_items(view)), inches=INCHES)
