"""What the page shows of games other than 18xx: one search for the answer and its picture."""

from __future__ import annotations

from typing import Any

import pytest

from bestrun.games.chicago import solve as chicago
from bestrun.page.views import ViewAsked, view

POSITION: dict[str, Any] = {
    "title": "chicago-express",
    "company": "NYC",
    "treasury": 6,
    "networks": {"PRR": ["R5", "Q5", "Q4", "Q3"]},
}


@pytest.mark.parametrize("claim", [None, "NYC: R3"])
def test_one_click_is_one_search(claim: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is that of the answer, not of a second one."""
    asked = 0
    real = chicago.solve_plan

    def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal asked
        asked += 1
        return real(*args, **kwargs)

    monkeypatch.setattr(chicago, "solve_plan", counted)
    shown = view(ViewAsked(POSITION, claim=claim))
    assert asked == 1
    assert shown["error"] is None
    assert "<svg" in shown["svg"]
