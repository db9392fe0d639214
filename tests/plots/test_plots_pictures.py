"""Whole pictures: sizes, title lines, legends, what part of a board is shown, files."""

from __future__ import annotations

import io
import re
import struct
import warnings
from pathlib import Path

import matplotlib as mpl
import pytest
from click.testing import CliRunner
from drawn import boxes, words
from material import DATA
from matplotlib.figure import Figure
from pictured import case, part, run_plot

from bestrun.cli import bestrun
from bestrun.games.base import DrawOptions, SolveOptions
from bestrun.games.eighteen.draw import (
    draw,
    scene_of,
    solution_panel,
    stop_name,
)
from bestrun.games.eighteen.solve import solve
from bestrun.pictures import painted
from mapdata.errors import InputError
from plots.bench import bench_picture, plot_growth, plot_solved
from plots.board import draw_board
from plots.drawing import Drawing
from plots.paint import DPI, add_axes, new_picture, picture
from plots.picture import Legend, LegendRow
from plots.shown import Shown


def written(figure: Figure, kind: str) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format=kind)
    return out.getvalue()


@pytest.mark.parametrize(("name", "action"), [("1844-a", 402), ("1841-a", 583)])
def test_a_picture_has_its_size_and_no_warning(name: str, action: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawing = draw(case(name, action), DrawOptions(SolveOptions()))
        data = painted(drawing, "png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    size = struct.unpack(">II", data[16:24])
    wished = [inches * DPI for inches in drawing.size]
    assert size == pytest.approx(wished, abs=1.5)
    assert 700 < size[0] < 2400


def test_svg_keeps_text_as_text_and_is_the_same_every_time() -> None:
    options = DrawOptions(SolveOptions(), focus=True)
    first, second = (painted(draw(case("1844-a", 278), options), "svg") for _ in range(2))
    assert first == second
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", first.decode())
    for word in ("phase", "Total", "proven"):
        assert any(word in text for text in texts), word


def test_drawing_leaves_the_users_settings_alone() -> None:
    before = dict(mpl.rcParams)
    with mpl.rc_context({"svg.fonttype": "path", "font.size": 30}):
        data = written(picture(draw(case("1844-a", 278), DrawOptions(focus=True))), "svg")
        assert b"<text" in data
        assert mpl.rcParams["svg.fonttype"] == "path"
    assert dict(mpl.rcParams) == before


def test_the_title_line_names_company_phase_and_trains() -> None:
    shown = words(draw(case("1844-a", 681), DrawOptions()))
    assert "Schweizer Bundesbahnen" in shown
    assert "1844 Switzerland  ·  phase 5  ·  trains 5H, 3H, 3H, 4H" in shown


def test_the_legend_tells_train_route_breakdown_total_and_proof() -> None:
    solution = solve(case("1844-a", 768), SolveOptions())
    legend = solution_panel(scene_of(solution.turn, True), solution).legend
    assert [row.train for row in legend.rows] == [
        run.train.name for run in solution.result.plan.runs
    ]
    assert sum(int(row.total) for row in legend.rows) == solution.revenue
    tunnel = next(row for row in legend.rows if "tunnel" in row.text)
    assert tunnel.text.startswith("Brig 20 – Thun 30 – Sarnen 10")
    assert legend.total == f"Total {solution.revenue}"
    assert legend.remark.startswith("proven")


def test_skipped_stops_stand_in_brackets() -> None:
    late = case("1844-a", 782, phase="7", company="STB", trains=["8E"])
    solution = solve(late, SolveOptions())
    legend = solution_panel(scene_of(solution.turn, True), solution).legend
    (run,), (row,) = solution.result.plan.runs, legend.rows
    skipped = [solution.problem.network.stops[at].name for at in run.stops if at not in run.paid]
    assert skipped
    assert all(f"({name})" in row.text for name in skipped)


def test_trains_that_stay_idle_are_named() -> None:
    solution = solve(case("1844-a", 125, trains=["2H"] * 9), SolveOptions())
    legend = solution_panel(scene_of(solution.turn, True), solution).legend
    idle = 9 - len(legend.rows)
    assert idle > 0
    assert legend.notes == (f"idle: {', '.join(['2H'] * idle)}",)


def test_the_legend_does_not_cover_the_board() -> None:
    drawing = draw(case("1844-a", 681), DrawOptions(SolveOptions()))
    board = part(drawing, "board")
    shown = words(Drawing(drawing.window, (board,)))
    lowest = min(box[1] for _, box in boxes(Drawing(drawing.window, (board,))))
    highest = max(box[3] for _, box in boxes(Drawing(drawing.window, (board,))))
    outside = [each for each in boxes(drawing) if each[0] not in shown]
    assert len(outside) > 4
    assert all(box[3] <= lowest or box[1] >= highest for _, box in outside)


def test_a_long_route_is_broken_into_lines() -> None:
    route = " – ".join(f"Station {number} 20" for number in range(30))
    short, long = (Legend(rows=(LegendRow(1, "8", text, "600"),)) for text in ("A – B", route))
    assert long.height(8) > 3 * short.height(8) / 2


def test_focus_shows_the_whole_network_and_not_the_whole_board() -> None:
    solution = solve(case("1844-a", 278), SolveOptions())
    shown = scene_of(solution.turn, True).by_hex
    network = solution.turn.network
    assert {hex_id for link in network.links for hex_id in link.hexes} <= set(shown)
    assert len(shown) < len(solution.turn.title.hexes) / 2
    assert set(scene_of(solution.turn, None).by_hex) == set(shown)
    assert len(scene_of(solution.turn, False).by_hex) == len(solution.turn.title.hexes)


def test_a_network_over_most_of_the_board_is_shown_whole() -> None:
    solution = solve(case("1844-a", 681), SolveOptions())
    whole = scene_of(solution.turn, None).by_hex
    assert len(whole) == len(solution.turn.title.hexes)


def test_a_position_without_any_track_of_the_company_is_drawn_whole() -> None:
    bare = case("1844-a", 125, company="AB", tokens={}, trains=["2H"])
    shown = words(draw(bare, DrawOptions(SolveOptions(), focus=True)))
    assert {"Total 0", "Milano", "Lyon"} <= set(shown)


def test_a_title_from_elsewhere_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", str(DATA / "tiny-title"))
    done = run_plot(tmp_path, DATA / "tiny-title" / "position.toml", "--solve", out="tiny.svg")
    assert done.exit_code == 0, done.output
    assert ">The Coast 50 – Midway 10 – Northam 20" in (tmp_path / "tiny.svg").read_text()


def test_no_stop_is_told_by_its_hex_alone() -> None:
    named = {
        stop_name(stop) for stop in solve(case("1841-a", 583), SolveOptions()).turn.network.stops
    }
    assert "Port of Livorno" in named
    assert not any(re.fullmatch(r"[A-Z]\d+", name) for name in named)


def test_tile_numbers_coordinates_and_homes_are_shown_on_demand() -> None:
    late = case("1844-a", 681)
    plain = words(draw(late, DrawOptions(focus=False)))
    told = words(draw(late, DrawOptions(focus=False, shown=Shown(numbers=True, ids=True))))
    assert "K10" not in plain and "K10" in told
    numbers = {code.split(":")[0] for code in late.data["tiles"].values() if "+" not in code}
    assert numbers <= set(told)
    assert not numbers & {"611", "619"} <= set(plain)
    homes = words(draw(late, DrawOptions(focus=False, shown=Shown(homes=True))))
    assert len(homes) > len(plain)


def test_an_empty_board_is_drawn_from_its_title_alone(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    file = tmp_path / "bare" / "title.toml"
    file.write_text('title = "1844"')
    out = tmp_path / "out.svg"
    done = CliRunner().invoke(bestrun, ["plot", str(file), "-o", str(out)])
    assert done.exit_code == 0, done.output
    text = out.read_text()
    assert text.count("data-hex") > 150 and ">VZ</text>" in text
    refused = CliRunner().invoke(bestrun, ["plot", str(file), "--solve", "-o", str(out)])
    assert "phase" in str(refused.exception)


REAL = DATA / "positions" / "1841-lite-a.json"


def test_plot_writes_each_format(tmp_path: Path) -> None:
    for kind in ("png", "svg", "pdf"):
        done = run_plot(tmp_path, REAL, "--case", "1841-lite-a:103", "--solve", out=f"out.{kind}")
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("more", "out", "told"),
    [
        (("--case", "1841-lite-a:103"), "out.bmp", "png, svg or pdf"),
        (("--case", "nothing"), "out.png", "no case 'nothing'"),
        ((), "out.png", "--case"),
        (("--case", "1841-lite-a:103"), "nowhere/out.png", "folder"),
    ],
)
def test_plot_says_what_is_wrong_and_writes_nothing(
    tmp_path: Path, more: tuple[str, ...], out: str, told: str
) -> None:
    done = run_plot(tmp_path, REAL, *more, out=out)
    assert isinstance(done.exception, InputError)
    assert told in str(done.exception)


def test_draw_board_takes_an_ax_and_returns_it() -> None:
    turn = solve(case("1841-a", 250), SolveOptions()).turn
    picture_ = new_picture(5, 5)
    ax = add_axes(picture_, (0, 0, 5, 5), (0, 0, 1, 1))
    assert draw_board(ax, turn.board) is ax
    assert b"<text" in written(picture_, "svg")


def test_solved_against_time_counts_only_what_is_solved() -> None:
    ax = new_picture(4, 3).subplots()
    assert plot_solved(ax, {"auto": [0.01, 0.02, 0.0], "circuit": [1.0, None, None]}) is ax
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["auto (3 of 3)", "circuit (1 of 3)"]
    assert max(ax.lines[0].get_ydata()) == 3
    assert max(ax.lines[1].get_ydata()) == 1


def test_time_against_size_draws_every_case() -> None:
    ax = new_picture(4, 3).subplots()
    assert plot_growth(ax, {"auto": [(10, 0.1), (20, 0.3)]}, "links") is ax
    assert len(ax.collections[0].get_offsets()) == 2
    assert ax.get_xlabel() == "links"


def test_benchmark_pictures_are_drawn_even_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert written(bench_picture({}, {}), "png")
        assert written(bench_picture({"a": [0.1]}, {"a": [(3, 0.1)]}), "svg")
