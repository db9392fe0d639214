"""Open late boards of many titles: the last board of a real game, without foreign markers.

They come from a folder with files of real turns, named by title (``1830-a.json``), in the form of
the sets; without it, those that ``open`` has are kept.

Nobody blocks anybody there, so that trains without limit, and expresses that choose what
pays, can run anywhere: alone, in pairs, and with limited trains beside them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bestrun.benchmark import BENCH
from bestrun.turn import set_up
from mapdata.read import read_position
from mapdata.titles import load

UNLIMITED = ("D", "D D", "D 6 5", "D D 6 5")
FLEETS = {
    "1830": UNLIMITED,
    "1889": UNLIMITED,
    "18Chesapeake": UNLIMITED,
    "1856": UNLIMITED,
    "18NL": UNLIMITED,
    "1882": UNLIMITED,
    "1870": ("12", "12 12", "12 10 8", "12 12 10 8"),
    "18CO": ("E", "E E", "E 6 5", "E E 6 5D"),
    "1846": ("7/8", "7/8 7/8", "7/8 6 5", "7/8 7/8 6 4/6"),
    "1867": ("5+5E", "5+5E 5+5E", "5+5E 8 7", "5+5E 5+5E 8 7"),
}


def late_boards(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield for each title and fleet the board with most tiles, and who has most track there."""
    for title_id, fleets in FLEETS.items():
        turns = [
            turn["position"]
            for path in sorted(folder.glob(f"{title_id}-*.json"))
            for turn in json.loads(path.read_text(encoding="utf-8"))
        ]
        last = max(turns, key=lambda position: len(position["tiles"]))
        opened = max((_opened(last, company) for company in last["tokens"]), key=_links)
        for fleet in fleets:
            trains = fleet.split()
            name = f"{title_id} late {','.join(trains)}"
            yield {"id": name, "position": opened | {"trains": trains}}


def _opened(position: dict[str, Any], company: str) -> dict[str, Any]:
    """Return a board as one company would like it, in the last phase."""
    return position | {
        "phase": list(load(position["title"]).phases)[-1],
        "company": company,
        "trains": [],
        "tokens": {company: position["tokens"][company]},
    }


def _links(position: dict[str, Any]) -> int:
    return len(set_up(read_position(position, position["company"])).problem().network.links)


def known_boards() -> list[dict[str, Any]]:
    """Return those that ``open`` has now."""
    known = json.loads((BENCH / "open.json").read_text(encoding="utf-8"))
    return [
        {"id": case["id"], "position": case["position"]} for case in known if " late " in case["id"]
    ]
