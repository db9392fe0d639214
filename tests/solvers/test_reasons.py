"""Wrong claims of the kind people make, and what they are told: the reason must be true."""

from __future__ import annotations

from pathlib import Path

import pytest

import bestrun

EXAMPLE = Path(__file__).parents[2] / "examples" / "1844.toml"


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (
            "4: Montreux-Lausanne-Yverdon",
            "the run enters Lausanne.1; the track to Yverdon leaves from Lausanne.0",
        ),
        ("4: Sion-Bern", "no track joins Sion and Bern"),
        ("4: Aarau-Olten", "no marker of MOB on the route"),
        ("4: Sion", "a route needs two stops"),
        ("4: Sion-Montreux-Sion", "Sion is visited 2 times"),
        ("4: Sion-Visp-Brig-Thun-Sarnen", "5 stops, but a 4 counts 4"),
        ("4: Luzern-Stans-Altdorf", "Stans is full of other markers: nothing runs through"),
        ("4: Montreux-Rochers de Naye-Yverdon", "Rochers de Naye can only begin or end a route"),
        ("4: Brig-Thun\n4: Brig-Thun", "both use the hexside between H13 and I12"),
        ("4: Brig-Sarnen", "a 4 cannot pass Thun uncounted"),
        ("4: Visp-Sarnen", "a 4 cannot pass Brig and Thun uncounted"),
        ("4: Thun-Jungfraubahnen", "no track joins Thun and Jungfraubahnen"),
        ("4: Sion-Sion", "Sion is visited twice in a row"),
    ],
)
def test_the_reason_names_what_is_in_the_way(claim: str, told: str) -> None:
    verdict = bestrun.check(EXAMPLE, claim)
    assert verdict.verdict == "illegal"
    assert any(told in fault.message for fault in verdict.faults)


def test_a_figure_is_checked_though_another_line_is_illegal() -> None:
    verdict = bestrun.check(EXAMPLE, "4: Torino-Sion-Montreux = 999\n4: Sion-Bern")
    assert {fault.code for fault in verdict.faults} == {"no-track", "wrong-figure"}
    assert verdict.verdict == "illegal"


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("3: Sion-Brig", "there is no train 3; owned: 4, 4"),
        ("4: Sion-Montrex", "did you mean Montreux?"),
        ("4: Sion-Brig\n4: Thun-Brig\n4: Sion-Visp", "4"),
    ],
)
def test_what_is_no_claim_of_this_company_is_refused(claim: str, told: str) -> None:
    with pytest.raises(bestrun.InputError, match=told.replace("?", r"\?")):
        bestrun.check(EXAMPLE, claim)
