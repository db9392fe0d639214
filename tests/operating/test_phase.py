"""``phase``: what buying the next train does, and what the phases form."""

from __future__ import annotations

from typing import Any

import pytest

import bestrun
from mapdata.errors import InputError

SWISS: dict[str, Any] = {
    "title": "1844",
    "phase": "3",
    "company": "NOB",
    "trains": {"NOB": ["2H", "3"], "SCB": ["3"], "STB": ["2H"]},
    "tiles": {"D19": "57:1", "D17": "4:1", "D15": "14:1", "D13": "57:1"},
    "tokens": {"NOB": ["D19", "D15"], "SCB": ["D13"], "STB": ["D15"]},
}


def test_trains_are_turned_and_scrapped_on_the_way() -> None:
    """English rulebook of 1844, phase change: 4 turns 3s into 3Hs and scraps 2s and 2Hs."""
    change = bestrun.phase(SWISS, "4")
    nob, scb, stb = change.changes
    assert nob.after is not None
    assert nob.after.turn.position.trains == ("3H",)
    assert nob.notes == ("a 3 becomes a 3H", "a 2H is scrapped")
    assert nob.after.revenue < nob.now.revenue
    assert scb.notes == ("a 3 becomes a 3H",)
    assert stb.after is not None
    assert stb.after.revenue == 0
    assert change.formed == ()


def test_the_run_then_is_that_of_the_position_then() -> None:
    change = bestrun.phase(SWISS, "5")
    for each in change.changes:
        assert each.after is not None
        trains = list(each.after.turn.position.trains)
        later = {**SWISS, "phase": "5", "company": each.company, "trains": trains}
        assert bestrun.solve(later).to_dict()["revenue"] == each.after.revenue


def test_the_sbb_takes_over_markers_and_trains() -> None:
    """English rulebook of 1844, 772-780: one marker a hex, all trains, and a 5H of its own."""
    double = {**SWISS, "tokens": {**SWISS["tokens"], "SCB": ["D13", "D15"]}, "slots": {"D15": 3}}
    (sbb,) = bestrun.phase({**double, "trains": {"NOB": ["3"]}}, "5").formed
    assert sbb.formation.out_of == ("NOB", "SCB")
    assert sbb.formation.returned == 1
    assert set(sbb.formation.position.tokens["SBB"]) == {"D19", "D15", "D13"}
    assert sbb.formation.position.trains == ("3H", "5H")
    assert sbb.formation.unknown == ("the trains of SCB",)
    position = sbb.to_dict()["position"]
    assert bestrun.solve(position).to_dict()["revenue"] == sbb.solution.revenue > 0
    assert "SBB is formed out of NOB, SCB" in bestrun.phase(double, "5").summary()


def test_a_company_that_ends_is_gone() -> None:
    nob = bestrun.phase(SWISS, "6").changes[0]
    assert nob.after is None


def test_the_ferdinandea_is_split_unless_its_cities_are_joined() -> None:
    """Rulebook of 1841, phase 4: Venezia's side and Milano's side, trains in turn."""
    ferdinandea = {
        "title": "1841",
        "phase": "3",
        "company": "IRSFF",
        "trains": ["3", "2"],
        "tokens": {"IRSFF": ["F8", "F16"]},
    }
    venete, lombarde = bestrun.phase(ferdinandea, "4").formed
    assert venete.formation.position.tokens["SFV"] == ("F16",)
    assert lombarde.formation.position.tokens["SFL"] == ("F8",)
    assert venete.formation.position.trains == ("3",)
    assert lombarde.formation.position.trains == ()


def test_the_tuscan_companies_merge() -> None:
    """Rulebook of 1841, phase 4: at least two of the three become the Livornesi."""
    tuscany = {
        "title": "1841",
        "phase": "3",
        "company": "SFLP",
        "trains": ["3"],
        "tokens": {"SFLP": ["P12"], "SSFL": ["Q11"]},
    }
    (livornesi,) = bestrun.phase(tuscany, "4").formed
    assert livornesi.formation.company == "SFLi"
    assert livornesi.formation.unknown == ("the trains of SSFL",)
    alone = {**tuscany, "tokens": {"SFLP": ["P12"]}}
    assert bestrun.phase(alone, "4").formed == ()


def test_a_phase_that_is_over_is_refused() -> None:
    with pytest.raises(InputError, match="does not come after"):
        bestrun.phase(SWISS, "3")
    with pytest.raises(InputError, match="unknown phase"):
        bestrun.phase(SWISS, "9")
