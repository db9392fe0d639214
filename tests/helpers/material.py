"""The data of the tests, and the folder that may lie beside the project."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mapdata.titles import load, title_ids

DATA = Path(__file__).resolve().parents[1] / "data"
SHARED = Path(__file__).resolve().parents[3] / "shared"


def real_cases(name: str) -> list[dict[str, Any]]:
    """Return the real turns of one finished game, with claims and proven optima."""
    return json.loads((DATA / "positions" / f"{name}.json").read_text())


ODD_TURNS = {
    "1889-314": "claims by hexes alone",
}
"""Games whose recorded turns cannot all be read as claims, and why."""

PARTLY_FOLLOWED = {
    "1822MRS-33867": 2,
    "1822PNW-179700": 12,
    "1822NRS-1822NRS_game_end_bank": 13,
    "1846-1846_game_end_reason_bankrupt": 7,
    "1852Missouri-1852Missouri_game_end_bank": 3,
    "1870-game-end-market-400": 0,
    "1889-314": 1,
    "18CO-18CO_game_end_bankrupt": 0,
    "18MS-67889": 5,
}
"""Games with so many runs that are not reproduced; 0: something else is not, such as a home
that is kept for nobody, or is recorded only as far as a variant is like its base."""


def of_covered_titles(paths: Iterable[Path]) -> list[Path]:
    """Files named ``title-game.json``, sorted, whose title and game the project covers."""
    known = tuple(f"{title}-" for title in title_ids())
    names = [(path.stem.removeprefix("moves-"), path) for path in paths]
    return sorted(path for name, path in names if name.startswith(known) and name not in ODD_TURNS)


def action_of(case: dict[str, Any]) -> int:
    """The action that a recorded turn or move is."""
    return int(case["id"].rpartition(":")[2])


def of_followed_games(paths: Iterable[Path]) -> list[Path]:
    """The files whose title says how its exports are read."""
    return sorted(path for path in paths if _followed(path.stem))


def _followed(stem: str) -> bool:
    titles = [each for each in title_ids() if stem.startswith(f"{each}-")]
    table = load(max(titles, key=len)).extra.get("import") if titles else None
    return isinstance(table, dict) and "game" in table
