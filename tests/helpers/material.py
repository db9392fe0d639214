"""The data of the tests, and the folder that may lie beside the project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data"
SHARED = Path(__file__).resolve().parents[3] / "shared"


def real_cases(name: str) -> list[dict[str, Any]]:
    """Return the real turns of one finished game, with claims and proven optima."""
    return json.loads((DATA / "positions" / f"{name}.json").read_text())
