"""Island Rails on the page: what a title has, and boards on which each point is a target."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from bestrun.files import Case
from bestrun.games.base import Result, Verdict
from bestrun.games.island.answers import Joined, PricedCards
from bestrun.games.island.check import JudgedTurns
from bestrun.games.island.draw import answer_panel, claim_panel, view_of
from bestrun.games.island.keep import KeptCards
from bestrun.games.island.plans import Planned
from bestrun.games.island.solve import position_of
from bestrun.page.cases import case_of
from mapdata.island.figures import figures
from plots.drawing import Drawing, Ink, Item, Shape, group
from plots.island import hexagon
from plots.island_picture import board_items
from plots.island_view import IslandView
from plots.palette import TRAINS

INCHES = 0.4
"""Between neighbouring points, if the picture is shown by itself."""

KINDS = ("sea", "plain", "mountain", "alpine", "small", "medium", "large", "port")


def title_facts(title_id: str) -> dict[str, Any]:
    """The choices that the page offers for a title, and its starting position."""
    plan = figures(title_id)
    return {
        "names": {},
        "hexes": [],
        "companies": [],
        "goods": list(plan.names.goods),
        "kinds": list(KINDS),
        "money": plan.game.money,
        "colours": list(TRAINS),
        "trains": [
            {"id": each, "name": train.name, "speed": train.speed, "capacity": train.capacity}
            for each, train in plan.trains.items()
        ],
        "start": {"title": title_id, "board": {"seed": 1}, "ask": "track", "connect": []},
    }


def figures_of(case: Case) -> dict[str, Any]:
    """The points of a board, which is another one each time, and its goods."""
    board = position_of(case).board
    points = [
        {"id": str(each.id), "kind": each.kind, "name": each.name, "goods": list(each.goods)}
        for each in board.points
    ]
    return {"points": points, "goods": sorted(board.sources)}


def whole_board(position: Mapping[str, Any], radius: int | None) -> dict[str, Any]:
    """The board of a position as a file has it, or an empty sea of some radius, to paint."""
    if radius is not None:
        return _sea(str(position["title"]), radius)
    return position_of(case_of(position)).board.to_dict()


def _sea(title: str, radius: int) -> dict[str, Any]:
    """A hexagon of points at sea, each joined to its six neighbours."""
    rows = range(2 * radius + 1)
    indents = [abs(row - radius) for row in rows]
    at = {
        (indent + 2 * nth, row): f"{chr(65 + row)}{indent + 2 * nth + 1}"
        for row, indent in zip(rows, indents, strict=True)
        for nth in range(2 * radius + 1 - indent)
    }
    points = [{"id": name, "x": x, "y": y, "kind": "sea"} for (x, y), name in at.items()]
    ways = ((2, 0), (1, 1), (-1, 1))
    links = [
        [name, at[x + dx, y + dy]]
        for (x, y), name in at.items()
        for dx, dy in ways
        if (x + dx, y + dy) in at
    ]
    return {"title": title, "points": points, "links": links, "rivers": []}


def board(case: Case) -> Drawing:
    """The board as it lies."""
    return _alone(view_of(position_of(case)))


def plan_on_board(result: Result) -> Drawing:
    """The board with an answer on it."""
    answer = result.plan if isinstance(result, KeptCards) else result
    assert isinstance(answer, PricedCards | Joined | Planned)
    return _alone(answer_panel(view_of(answer.position), answer).view)


def claim_on_board(judged: Verdict) -> Drawing:
    """The board with a claim on it."""
    assert isinstance(judged, JudgedTurns)
    return _alone(claim_panel(view_of(judged.position), judged).view)


def _alone(view: IslandView) -> Drawing:
    items = (*board_items(view), *_targets(view))
    return Drawing(view.window, items, inches=INCHES)


def _targets(view: IslandView) -> list[Item]:
    """A cell around every point, not seen: wherever a tap lands, it is nearest to that point."""
    bare = Ink()
    found: list[Item] = []
    for each, at in enumerate(view.at):
        near = view.size(each) * math.sqrt(3)  # to the next point; a large town may cover seven
        wide = view.board.kind(each) == "large" and near > 1.5
        radius = (near - 0.5 if wide else 0.5) * 2 / math.sqrt(3)
        cell = Shape((hexagon(at, radius, 0 if wide else 30),), bare)
        found.append(group([cell], ("spot", str(each))))
    return found
