"""Claims drawn: what is wrong is marked, and the best plan stands beside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drawn import boxes, groups_of, words
from material import DATA
from pictured import case, part, run_plot

from bestrun.claims.source import ClaimSource
from bestrun.games.base import DrawOptions, SolveOptions
from bestrun.games.eighteen.check import check
from bestrun.games.eighteen.draw import (
    alike,
    claim_panel,
    draw,
    draw_claim,
    scene_of,
    ways_of,
)
from bestrun.games.eighteen.solve import solve
from plots.drawing import Drawing
from plots.picture import Panel

CLAIM = """
4H: {}
6: Strasbourg-Basel-Olten-Sarnen-Thun-Brig
"""


def judged_panel(line: str) -> Panel:
    judged = check(case("1844-a", 768), ClaimSource(CLAIM.format(line)), SolveOptions())
    return claim_panel(scene_of(judged.turn, False), judged)


def test_a_legal_claim_is_drawn_without_a_mark() -> None:
    panel = judged_panel("Zug-Lucerne-Stans")
    assert len(panel.runs) == 2
    assert not panel.faults and not panel.missing
    assert panel.legend.total == "Earns 340"
    assert "390" in panel.legend.remark


def test_a_wrong_figure_is_told_with_its_run() -> None:
    panel = judged_panel("Zug-Lucerne-Stans = 90")
    assert panel.legend.rows[0].faults == ("90 is stated, but the run earns 110",)


def test_a_blocked_city_is_marked_where_it_is_run_through() -> None:
    panel = judged_panel("Zug-Lucerne-Stans-Altdorf")
    stans = panel.scene.by_hex["G18"].place(0)
    ((x, y),) = panel.faults
    assert abs(x - stans.x) < 0.4 and abs(y - stans.y) < 0.4
    assert panel.runs[0].wrong and not panel.runs[1].wrong
    assert panel.legend.total == "Illegal"


def test_track_that_two_runs_share_is_marked_on_the_hexside() -> None:
    panel = judged_panel("Thun-Brig")
    one, two = panel.scene.by_hex["H13"], panel.scene.by_hex["I12"]
    middle = pytest.approx(((one.x + two.x) / 2, (one.y + two.y) / 2))
    assert middle in list(panel.faults)


def test_a_claim_without_track_is_dashed_from_stop_to_stop() -> None:
    panel = judged_panel("Genève-Bern")
    ((colour, places),) = panel.missing
    assert len(places) == 2
    assert [run.number for run in panel.runs] == [2]
    assert panel.runs[0].colour != colour
    assert panel.faults
    assert "no track" in " ".join(panel.legend.rows[0].faults)


def test_a_claim_is_marked_where_its_track_ends() -> None:
    """Zug to Lucerne to Stans is well; from there only the way back leads to the Rigi."""
    panel = judged_panel("Zug-Lucerne-Stans-Rigi-Bahnen")
    assert panel.legend.rows[0].faults == ("no track leads on from Stans to Rigi-Bahnen",)
    ((_, places),) = panel.missing
    (stans, rigi) = places[2:]
    assert stans and rigi
    middle = ((stans[0] + rigi[0]) / 2, (stans[1] + rigi[1]) / 2)
    assert list(panel.faults) == [pytest.approx(middle)]


def test_the_next_best_plans_are_drawn_beside_the_best(tmp_path: Path) -> None:
    file = DATA / "positions" / "1844-a.json"
    options = ("--case", "1844-a:768", "--solve", "--alternatives", "2")
    done = run_plot(tmp_path, file, *options)
    assert done.exit_code == 0, done.output
    text = (tmp_path / "out.svg").read_text()
    totals = re.findall(r">Total (\d+)<", text)
    assert len(totals) == 3 and totals == sorted(totals, key=int, reverse=True)
    assert totals[0] == "390" and text.count("proven: no plan earns more") == 1


def widths(done: Drawing) -> tuple[float, float]:
    """Return the inches of a picture and of its first board."""
    board = part(done, "board")
    found = boxes(Drawing(done.window, (board,)))
    return done.size[0], max(box[2] for _, box in found) - min(box[0] for _, box in found)


def test_a_claim_and_the_best_are_shown_where_they_run() -> None:
    said = ClaimSource(CLAIM.format("Zug-Lucerne-Stans"))
    judged = check(case("1844-a", 768), said, SolveOptions())
    near, board = widths(draw_claim(judged, compare=True))
    assert 2 * board < near <= 24
    whole, board = widths(draw_claim(judged, focus=False, compare=True))
    assert whole < 2 * board, "boards too wide to stand side by side stand in a column"


def test_what_runs_in_claim_and_best_has_one_number_and_colour() -> None:
    judged = check(
        case("1844-a", 768), ClaimSource(CLAIM.format("Zug-Lucerne-Stans")), SolveOptions()
    )
    claimed = ways_of(judged.problem, judged.realisation.by_line)
    best = ways_of(judged.best.problem, judged.best.result.plan.runs)
    numbers = alike(claimed, best)
    assert sorted(numbers) == [1, 2]
    both = [way for way in best if way in claimed]
    assert both
    assert all(claimed.index(way) == numbers[best.index(way)] - 1 for way in both)
    one, two = ("2", frozenset({("A1",)})), ("3", frozenset({("B2",)}))
    assert alike([one, None], [two, one]) == [2, 1]
    assert alike([one], [one, one]) == [1, 2]


def test_a_claim_that_is_the_best_stands_alone() -> None:
    best = solve(case("1844-a", 768), SolveOptions())
    lines = [f"{run.train}: {'-'.join(run.names)}" for run in best.shown(best.result.plan)]
    judged = check(case("1844-a", 768), ClaimSource("\n".join(lines)), SolveOptions())
    assert judged.verdict == "best"
    shown = words(draw_claim(judged, compare=True))
    assert "The claim" in shown and "The best plan" not in shown


def test_claim_and_best_plan_stand_side_by_side() -> None:
    claim = ClaimSource(CLAIM.format("Zug-Lucerne-Stans"))
    drawing = draw(case("1844-a", 768), DrawOptions(SolveOptions(), claim))
    left, right = (
        [box for _, box in boxes(Drawing(drawing.window, (each,)))]
        for each in groups_of(drawing.items)
        if ("layer", "board") in each.of
    )
    assert max(box[2] for box in left) <= min(box[0] for box in right)
