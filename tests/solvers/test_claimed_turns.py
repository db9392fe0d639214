"""Real turns that come with a claim alone: it is legal as it was made, and nothing less is best."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from material import SHARED, of_covered_titles
from thorough import THOROUGH

from bestrun import api

POSITIONS = SHARED / "positions"
TITLES = (
    *("1822", "1824", "1848", "1858", "1880", "1894"),
    *("18CZ", "18Ireland", "18NewEngland", "18SJ", "18USA"),
)
GAMES = of_covered_titles(path for title in TITLES for path in POSITIONS.glob(f"{title}*-*.json"))

pytestmark = pytest.mark.skipif(not GAMES, reason="the positions are not here")


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_claim_is_legal_at_its_revenue(game: Path) -> None:
    cases = json.loads(game.read_text(encoding="utf-8"))
    for case in cases[:: 1 if THOROUGH else 9]:
        verdict = api.check(case["position"], case["claim"])
        assert (case["id"], verdict.legal) == (case["id"], True)
        assert (case["id"], verdict.revenue) == (case["id"], case["claim"]["revenue"])
        assert (case["id"], verdict.subsidy) == (case["id"], case["claim"].get("subsidy", 0))


SAWMILL = {
    "title": "1822CA",
    "phase": "3",
    "company": "GWR",
    "trains": ["2"],
    "tiles": {"Z28": "A1:0", "AA27": "8:1", "AB24": "B1:0", "AA25": "208:0"},
    "tokens": {"GWR": ["Z28"]},
}


def test_one_run_earns_a_sawmill() -> None:
    plain = api.solve(SAWMILL).to_dict()
    stop = plain["runs"][0]["stops"][-1]
    for company, more in ((None, 20), ("GWR", 20), ("CPR", 0)):
        mill = {"hex": stop, "amount": 20, **({"company": company} if company else {})}
        position = {**SAWMILL, "trains": ["2", "2"], "sawmill": mill}
        both = api.solve({**SAWMILL, "trains": ["2", "2"]})
        assert api.solve(position).revenue == both.revenue + more


def test_two_sides_of_which_a_turn_uses_one_are_one_piece_of_track() -> None:
    """Both ways between Merthyr Tydfil and Pontypool would pay two trains."""
    position = {
        "title": "1822",
        "phase": "2",
        "company": "GWR",
        "trains": ["2", "2"],
        "tokens": {"GWR": ["F33"]},
    }
    assert len(api.solve(position).runs) == 1
