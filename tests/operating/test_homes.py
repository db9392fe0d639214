"""Homes that a company chooses: which there are, and what they would earn."""

from __future__ import annotations

from pathlib import Path

import pytest

import bestrun

MINE = Path(__file__).resolve().parents[1] / "data" / "mine-title"

VALLEY = {
    "title": "mine-title",
    "phase": "1",
    "trains": ["2"],
    "tiles": {"B2": "956:2", "C3": "657:2", "D4": "57:2"},
}


def places(monkeypatch: pytest.MonkeyPatch, company: str, **tokens: list[str]) -> list[str]:
    monkeypatch.setenv("BESTRUN_TITLES", str(MINE.parent))
    answer = bestrun.moves({**VALLEY, "company": company, "tokens": tokens})
    return [token["stop"] for token in answer.to_dict()["tokens"]]


def test_a_company_without_a_home_chooses_any_city(monkeypatch: pytest.MonkeyPatch) -> None:
    assert places(monkeypatch, "NEW", UP=["B2"], LOW=["D4"]) == ["C3"]
    assert places(monkeypatch, "NEW", UP=["C3"]) == ["B2"]  # one is full, one kept for LOW
    assert places(monkeypatch, "NEW", UP=["B2"], LOW=["D4"], NEW=["C3"]) == []


def test_a_company_chooses_among_some_cities(monkeypatch: pytest.MonkeyPatch) -> None:
    assert places(monkeypatch, "PICK", LOW=["D4"]) == ["C3"]  # Upham is kept for UP
    assert places(monkeypatch, "PICK", LOW=["C3"], UP=["D4"]) == ["B2"]


def test_a_home_to_choose_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", str(MINE.parent))
    tokens = {"UP": ["B2"], "LOW": ["D4"]}
    answer = bestrun.advise({**VALLEY, "company": "NEW", "tokens": tokens}).to_dict()
    (best,) = answer["moves"]
    assert (best["token"], best["gain"]) == ("C3", 40)
