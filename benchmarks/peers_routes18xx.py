"""Run by a Python that has ``routes-18xx``: answers a line of JSON for each line of JSON.

A line asks for one company: ``game``, ``active``, ``tiles`` (hex, tile, which of its edges are
joined), ``railroads`` (name, trains, stations). Its package wants files; their rows are made
here. The answer: revenue and seconds of CPU, those of the processes that it starts included.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from pathlib import Path

from routes18xx.find_best_routes import find_best_routes_from_files  # type: ignore[import-not-found]
from routes18xx.game import Game  # type: ignore[import-not-found]


def orientation(tile: object, joined: dict[str, list[int]]) -> int:
    """Rotation in which a tile joins these edges."""
    wanted = {int(edge): sorted(others) for edge, others in joined.items()}
    paths: dict[int, list[int]] = tile.paths  # type: ignore[attr-defined]
    for turn in range(6):
        turned = {
            (edge + turn) % 6: sorted((each + turn) % 6 for each in others)
            for edge, others in paths.items()
        }
        if turned == wanted:
            return turn
    raise ValueError(f"its tile {getattr(tile, 'id', '')} joins other edges")


def used() -> float:
    """Return the CPU seconds of this process and of those it has waited for."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    each = [resource.getrusage(kind) for kind in kinds]
    return sum(one.ru_utime + one.ru_stime for one in each)


def solve(asked: dict[str, object], folder: Path) -> dict[str, object]:
    """The answer of the package."""
    name = asked["game"]
    tiles = Game.load(name).tiles
    rows = []
    for hex_id, tile, joined in asked["tiles"]:  # type: ignore[attr-defined]
        if tile not in tiles:
            raise ValueError(f"it has no tile {tile}")
        rows.append(f"{hex_id}; {tile}; {orientation(tiles[tile], joined)}")
    railroads = ["; ".join(row) for row in asked["railroads"]]  # type: ignore[attr-defined]
    board, companies = folder / "board.csv", folder / "railroads.csv"
    board.write_text("\n".join(rows))
    companies.write_text("\n".join(railroads))
    begin = used()
    found = find_best_routes_from_files(name, asked["active"], str(board), str(companies))
    seconds = used() - begin
    return {"revenue": sum(route.value for route in found), "seconds": seconds}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for line in sys.stdin:
            try:
                answer = solve(json.loads(line), Path(place))
            except Exception as error:  # whatever it says is a part of the table
                answer = {"failure": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)
