"""The rules of 1817 that an optional rule adds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from material import DATA

from bestrun import api

LATE = next(case for case in json.loads((DATA / "late.json").read_text()) if case["id"] == "1817")


def position(title: str, train: str) -> dict[str, Any]:
    return {**LATE["position"], "title": title, "trains": [train]}


@pytest.mark.parametrize(("train", "each"), [("7", 10), ("8", 20), ("6", 0)])
def test_modern_trains_earn_more_for_every_own_marker_that_they_are_paid_at(
    train: str, each: int
) -> None:
    best = api.solve(position("1817", train)).to_dict()
    own = LATE["position"]["tokens"][LATE["position"]["company"]]
    visited = sum(stop in own for stop in best["runs"][0]["stops"])
    assert visited
    claim = {"runs": [{key: best["runs"][0][key] for key in ("train", "stops", "hexes")}]}
    verdict = api.check(position("1817-modern", train), claim)
    assert (verdict.legal, verdict.revenue) == (True, best["revenue"] + each * visited)
