"""Track of two gauges: what a lay must meet, and what it costs."""

from __future__ import annotations

from pathlib import Path

import pytest

import bestrun

MINE = Path(__file__).resolve().parents[1] / "data" / "mine-title"


def lays(monkeypatch: pytest.MonkeyPatch, company: str, home: str, tile: str) -> dict[str, int]:
    """Return the lays on Midham for a company that comes from one side of it."""
    monkeypatch.setenv("BESTRUN_TITLES", str(MINE.parent))
    position = {
        "title": "mine-title",
        "phase": "1",
        "company": company,
        "trains": ["2"],
        "tiles": {home: tile},
        "tokens": {company: [home]},
    }
    found = bestrun.moves(position).to_dict()["lays"]
    return {lay["tile"]: lay["cost"] for lay in found if lay["hex"] == "C3"}


def test_new_track_meets_track_of_its_gauge(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(lays(monkeypatch, "UP", "B2", "956:2")) == {"956:2", "657:2"}
    assert set(lays(monkeypatch, "LOW", "D4", "57:2")) == {"57:2", "657:2"}


def test_metre_gauge_is_built_at_a_quarter_of_the_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lays(monkeypatch, "UP", "B2", "956:2") == {"956:2": 10, "657:2": 40}
    assert lays(monkeypatch, "LOW", "D4", "57:2") == {"57:2": 40, "657:2": 40}
