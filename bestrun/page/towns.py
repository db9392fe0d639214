"""Towns and goods of a board that is another one each time, for the page to offer."""

from __future__ import annotations

from typing import Any

from bestrun.files import Case
from mapdata.titles import family


def towns_of(case: Case) -> dict[str, Any]:
    """Return the towns by the points they stand on, and all goods; nothing for other games."""
    if family(case.title) != "island-rails":
        return {}
    from bestrun.games.island.solve import position_of

    board = position_of(case).board
    return {
        "towns": [
            {"point": str(at), "name": point.name}
            for at, point in enumerate(board.points)
            if point.name
        ],
        "goods": sorted(board.sources),
    }
