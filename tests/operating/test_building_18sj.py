"""The second lay of a turn in 18SJ: one of the two joins a main line as drawn."""

from __future__ import annotations

from typing import Any

from asked import lays, why

GKB: dict[str, Any] = {
    "title": "18SJ",
    "phase": "2",
    "company": "BJ",
    "trains": [],
    "tiles": {"C12": "6:0"},
    "tokens": {"BJ": ["C12"]},
}


def test_a_second_lay_joins_the_line_itself() -> None:
    """B11 is drawn from edge 2 to edge 5: 57:2 joins both, 5 and 6 never do."""
    second = GKB | {"before": {"lays": ["C14"], "used": 1}}
    assert "57:2" in lays(GKB, "B11")
    assert set(lays(second, "B11")) == {"57:2"}
    assert why(second, "B11", "5:5") == "off-the-line"


def test_a_second_lay_follows_one_that_joined_the_line() -> None:
    joined = GKB | {"tiles": {"C12": "6:0", "B11": "57:2"}}
    joined |= {"before": {"lays": ["B11"], "used": 1}}
    away = joined | {"before": {"lays": ["C14"], "used": 1}}
    assert lays(joined, "D11")
    assert not lays(away, "D11")
