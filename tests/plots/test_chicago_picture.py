"""Pictures of Chicago Express: everything a player looks for is there, and can be read."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from chicago_cases import NORTH, WEST, position, way
from drawn import items_of, overlapping, words

from bestrun import api
from bestrun.pictures import save
from plots.chicago import _letters
from plots.chicago_view import standing
from plots.drawing import Words
from plots.hexes import inside_hex

EXAMPLES = Path(__file__).parents[2] / "examples"

CROWDED: dict[str, Any] = position(
    "C&O",
    20,
    networks={
        "PRR": way("R5 Q5 P4 O4 N3 M4 L3 K4"),
        "NYC": [*NORTH, "P2", "P3", "O4"],
        "B&O": [*WEST, "O6", "O5", "O4"],
        "C&O": way("Q9 P8 O8 N7 M7 P7 O7 N6"),
        "Wabash": way("D3 C3"),
    },
    houses=["O4", "N6", "L0", "D3", "R2", "M6"],
    industry={"Detroit": 3, "Wheeling": 4, "Pittsburgh": 6},
)


def test_the_board_shows_every_hex_with_its_figures() -> None:
    from mapdata.chicago import load

    shown = words(api.draw({"title": "chicago-express"}))
    hexes = load().hexes
    assert set(hexes) <= set(shown)
    assert {each.name for each in hexes.values() if each.name} <= set(shown)
    houses = sum(bool(each.develop) for each in hexes.values())
    assert len([text for text in shown if text.startswith("+")]) == houses


def test_locomotives_carry_the_letters_of_their_company() -> None:
    shown = words(api.draw(CROWDED))
    for name, hexes in CROWDED["networks"].items():
        in_ledger_and_title = 2
        found = shown.count(name)
        assert len(hexes) <= found <= len(hexes) + in_ledger_and_title


def test_the_best_build_is_marked_in_building_order() -> None:
    shown = words(api.draw(EXAMPLES / "chicago-plan.toml", solve=True))
    marks = [text for text in shown if text in {f"{n}{c}" for n in "1234" for c in "abc"}]
    assert sorted(marks) == way("1a 1b 1c 2a 2b 2c 3a 3b 3c 4a 4b")
    assert "Income 8 → 22" in shown
    assert any("proven" in text for text in shown)


def test_industry_values_are_those_that_hold() -> None:
    """Pittsburgh stands at 6: bold on the scale, and on its hex."""
    drawn = [item for item, *_ in items_of(api.draw(CROWDED).items)]
    bold = [item.text for item in drawn if isinstance(item, Words) and item.bold]
    assert bold.count("6") == 2


def test_a_claim_shows_what_is_wrong_and_what_would_be_better(tmp_path: Path) -> None:
    said = tmp_path / "claim.txt"
    said.write_text("NYC: S4-R4-Q4")
    shown = words(api.draw(EXAMPLES / "chicago-build.toml", claim=said))
    assert "Q4 is taken by PRR: a forest takes one company" in shown
    assert any("better: R2, Binghamton (Q3)" in text for text in shown)
    both = words(api.draw(EXAMPLES / "chicago-build.toml", claim=said, solve=True))
    assert both.count("1a") == 2


def test_a_development_is_marked() -> None:
    shown = words(api.draw(EXAMPLES / "chicago-develop.toml", solve=True))
    assert "Develop L6" in shown


def test_the_table_names_the_companies() -> None:
    from mapdata.chicago import load

    shown = words(api.draw(CROWDED))
    assert {each.name for each in load().companies.values()} <= set(shown)


def test_a_share_shows_what_its_price_builds() -> None:
    shown = words(api.draw(EXAMPLES / "chicago-share.toml", solve=True))
    assert "With a bid of 4, which pays 13" in shown
    assert way("1a 1b 1c 2a 2b") == sorted(
        text for text in shown if text in way("1a 1b 1c 2a 2b 2c")
    )
    assert any(text.endswith("before dividend 2") for text in shown)


def test_focus_leaves_out_what_is_far_away() -> None:
    shown = words(api.draw(EXAMPLES / "chicago-build.toml", solve=True, focus=True))
    assert "Q3" in shown
    assert "A2" not in shown


@pytest.mark.parametrize("solve", [False, True])
def test_no_text_covers_another(solve: bool) -> None:
    assert not overlapping(api.draw(CROWDED, solve=solve))


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_are_written_in_every_format(tmp_path: Path, kind: str) -> None:
    output = tmp_path / f"board.{kind}"
    save(api.draw(EXAMPLES / "chicago-build.toml", solve=True, focus=True), output)
    assert output.stat().st_size > 5000


def test_five_companies_in_one_hex_stay_legible() -> None:
    spots, width = standing(5)
    assert width >= 0.5
    for (x, y), (x2, y2) in combinations(spots, 2):
        assert abs(x - x2) >= width or abs(y - y2) >= 0.28
    for x, y in spots:
        assert inside_hex("flat", abs(x) + width / 2, abs(y) + 0.14, -0.03)
    for name in ("PRR", "NYC", "B&O", "C&O"):
        assert _letters(name, "#111", (0, 0), width).size > 0.16


def test_a_claim_is_cropped_and_the_best_stands_alone(tmp_path: Path) -> None:
    best = api.solve(EXAMPLES / "chicago-build.toml").course.hexes
    said = tmp_path / "claim.txt"
    said.write_text(f"NYC: {'-'.join(best)}")
    shown = words(api.draw(EXAMPLES / "chicago-build.toml", claim=said, solve=True))
    assert shown.count("1a") == 1 and "The best" not in shown
    assert "A2" not in shown and "Q3" in shown
