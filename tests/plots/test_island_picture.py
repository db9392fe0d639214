"""Pictures of Island Rails: everything a player looks for is there, and can be read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from command import bestrun, refusal, written
from drawn import boxes, groups_of, items_of, overlapping, words
from thorough import for_every

from bestrun import api
from bestrun.files import Case
from bestrun.games import family_named
from bestrun.games.base import DrawOptions
from bestrun.games.island.draw import answer_panel, turn_rows, view_of, with_turns
from bestrun.pictures import save
from mapdata.island.board import IslandBoard
from plots.drawing import Shape
from plots.island import LAND
from plots.island_labels import place_words
from plots.island_view import IslandView
from plots.palette import train_colour, train_dash
from plots.shown import Shown
from solvers.island.boards.generate import generate
from solvers.island.rules.actions import Sail

if TYPE_CHECKING:
    from bestrun.games.island.answers import Joined


@cache
def board() -> IslandBoard:
    return generate(7)


def on_one_island() -> list[str]:
    """Three towns of the island with the most towns, a large one first."""
    from solvers.island.boards.generate import landmasses

    def towns(island: set[int]) -> list[int]:
        order = ("large", "medium", "small")
        inside = [point for point in sorted(island) if board().kind(point) in order]
        return sorted(inside, key=lambda point: order.index(board().kind(point)))

    found = max((towns(island) for island in landmasses(board())), key=len)
    return [board().label(town) for town in (found[0], found[-2], found[-1])]


def position(**more: Any) -> dict[str, Any]:
    towns = on_one_island()
    start = board().find(towns[0])
    dry = [each for each in board().neighbours[start] if not board().sea(each)]
    base = {
        "title": "island-rails",
        "board": {"seed": 7},
        "ask": "track",
        "connect": towns,
        "network": [[towns[0], board().label(dry[0])]],
        "others": {"Red": [[towns[0], board().label(dry[1])]]},
    }
    return base | more


def solved() -> tuple[Joined, IslandView]:
    answer = api.solve(position())
    return answer, answer_panel(view_of(answer.position), answer).view


def test_a_bare_board_shows_every_town_port_and_good() -> None:
    shown = words(api.draw(board().to_dict()))
    assert {each.name for each in board().points if each.name} <= set(shown)
    text = " ".join(shown)
    assert all(good in text for good in board().sources)
    assert "seed 7" in shown


@pytest.mark.parametrize("shape", ["hexagon", "rhombus"])
@for_every("seed", [1, 7])
def test_no_text_covers_another_on_a_board(shape: str, seed: int) -> None:
    assert not overlapping(api.draw(generate(seed, shape).to_dict()))


@pytest.mark.parametrize("focus", [False, True])
def test_no_text_covers_another_on_a_plan(focus: bool) -> None:
    assert not overlapping(api.draw(position(), solve=True, focus=focus))


def test_new_track_lies_on_links_and_is_what_the_answer_builds() -> None:
    answer, view = solved()
    drawn = [link for each in view.new for link in each.links]
    assert drawn
    assert set(drawn) <= set(board().links)
    assert len(drawn) == len(answer.track.lines)
    assert not set(drawn) & {link for each in view.lines for link in each.links}


def test_points_lie_one_link_apart() -> None:
    _, view = solved()
    small = [link for link in board().links if all(board().kind(p) != "large" for p in link)]
    lengths = [np.hypot(*np.subtract(view.at[a], view.at[b])) for a, b in small]
    assert np.allclose(lengths, 1.0)


def test_cost_turns_and_players_are_told() -> None:
    answer, _ = solved()
    shown = words(api.draw(position(), solve=True))
    assert f"Cost {answer.cost}" in shown
    assert any("proven" in text for text in shown)
    assert {"turn 1", "your lines", "Red"} <= set(shown)


def test_a_plan_shows_where_goods_are_loaded_and_delivered() -> None:
    """The line is there already, so that the delivery is all gain."""
    towns = on_one_island()
    source, good = towns[1], board().points[board().find(towns[1])].goods[0]
    lines = api.solve(position(network=[], others={}, connect=towns)).to_dict()["links"]
    data = {
        "title": "island-rails",
        "board": {"seed": 7},
        "ask": "deliveries",
        "network": lines,
        "at": source,
        "cards": [[{"good": good, "town": towns[2]}]],
        "horizon": 6,
    }
    answer = api.solve(data, time_limit=20)
    view = answer_panel(view_of(answer.position), answer).view
    assert [(mark.point, mark.text.split(" +")[0]) for mark in view.marks] == [
        (board().find(source), f"↑ {good}"),
        (board().find(towns[2]), f"↓ {good}"),
    ]
    assert view.legs[0].path[0] == board().find(source)
    assert view.legs[-1].path[-1] == board().find(towns[2])
    drawn = words(api.draw(data, solve=True))
    assert {mark.text for mark in view.marks} <= set(drawn)


def test_focus_leaves_out_what_is_far_away() -> None:
    whole, near = (words(api.draw(position(), solve=True, focus=each)) for each in (False, True))
    assert set(on_one_island()) <= set(near)
    assert len(near) < len(whole)


def test_a_claim_shows_its_faults_and_the_best_beside_it(tmp_path: Path) -> None:
    towns = on_one_island()
    claim = tmp_path / "claim.txt"
    claim.write_text(f"turn 1\nbuild: {towns[1]}-{towns[2]} cost 1\n")
    shown = words(api.draw(position(), claim=claim, solve=True))
    assert "Illegal" in shown
    assert any("no neighbours" in text for text in shown)
    assert shown.count(towns[0]) == 2


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_are_written_in_every_format(tmp_path: Path, kind: str) -> None:
    file = written(tmp_path, board().to_dict(), "board.json")
    output = tmp_path / f"board.{kind}"
    assert bestrun("plot", file, "-o", output).code == 0
    assert output.stat().st_size > 20_000


def test_a_picture_is_large_enough_to_read_and_small_enough_to_open(tmp_path: Path) -> None:
    drawing = api.draw(board().to_dict())
    width, height = drawing.size
    assert 7 <= width <= 24
    assert 7 <= height <= 24
    smallest = min(top - low for _, (_, low, _, top) in boxes(drawing)) / 0.73 * 72
    assert smallest >= 7
    save(drawing, tmp_path / "board.png")


def test_a_board_of_few_points_by_hand_is_drawn() -> None:
    points = [
        {"id": "a", "x": 0, "y": 0, "kind": "large", "name": "Alfa", "goods": ["coal"]},
        {"id": "b", "x": 10, "y": 0, "kind": "small", "name": "Bravo"},
    ]
    data = {"title": "island-rails", "points": points, "links": [["a", "b"]]}
    assert {"Alfa", "Bravo", "coal"} <= set(words(api.draw(data)))
    assert {"Alfa"} <= set(words(api.draw({**data, "points": points[:1], "links": []})))


def test_a_point_far_away_is_a_mistake_and_no_huge_picture(tmp_path: Path) -> None:
    data = board().to_dict()
    data["points"][0]["x"] = 1e9
    said = bestrun("plot", written(tmp_path, data, "board.json"), "-o", tmp_path / "x.png")
    assert "too wide to be drawn" in refusal(said)
    assert not (tmp_path / "x.png").exists()


def test_a_board_alone_cannot_be_solved(tmp_path: Path) -> None:
    file = written(tmp_path, board().to_dict(), "board.json")
    said = bestrun("plot", file, "--solve", "-o", tmp_path / "x.png")
    assert "a board alone asks nothing" in refusal(said)


def test_a_position_that_asks_nothing_is_drawn_but_not_solved(tmp_path: Path) -> None:
    data = {key: value for key, value in position().items() if key not in ("ask", "connect")}
    assert on_one_island()[0] in words(api.draw(data))
    file = written(tmp_path, data)
    said = bestrun("plot", file, "--solve", "-o", tmp_path / "x.png")
    assert "the position has no question" in refusal(said)


def test_points_without_a_name_are_told_where_words_speak_of_them_or_on_demand() -> None:
    _, view = solved()
    spoken = {point for point in view.named if not board().points[point].name}
    shown = words(api.draw(position(), solve=True))
    assert all(board().label(point) in shown for point in spoken)
    assert "J9" not in words(api.draw(board().to_dict()))
    told = family_named("island-rails").draw(
        Case("board", board().to_dict(), "test"), DrawOptions(shown=Shown(ids=True))
    )
    nameless = {each.label for each in board().points if not each.name and each.kind != "sea"}
    assert len(nameless & set(words(told))) > 0.9 * len(nameless)


def test_a_cropped_picture_invents_no_coast() -> None:
    """The land is drawn as on the whole board, and cut off at the window."""
    whole, near = (
        next(
            item
            for item, *_ in items_of(api.draw(position(), solve=True, focus=focus).items)
            if isinstance(item, Shape) and item.ink.fill == LAND
        )
        for focus in (False, True)
    )
    assert whole.outlines == near.outlines
    cut = [each for each in groups_of(api.draw(position(), focus=True).items) if each.clip]
    assert len(cut) == 1


def test_a_name_stands_on_its_own_island_or_at_sea() -> None:
    view = IslandView(board())
    abroad = 0
    for label in place_words(view).labels:
        named = [each for each, point in enumerate(board().points) if point.name in label.lines]
        if named and named[0] in view.island_of:
            here = view.land_at(label.x, label.y)
            abroad += here not in (None, view.island_of[named[0]])
    assert abroad == 0


def test_more_than_eight_turns_can_be_told_apart() -> None:
    looks = {(train_colour(turn), train_dash(turn, 1.0)) for turn in range(20)}
    assert len(looks) == 20


def test_several_crossings_of_one_turn_have_letters() -> None:
    ports = [each for each in range(len(board().points)) if board().kind(each) == "port"][:3]
    turns = [[Sail((ports[0], ports[1])), Sail((ports[1], ports[2]))], [Sail((ports[2], ports[0]))]]
    view = with_turns(IslandView(board()), turns, None)
    assert [leg.letter for leg in view.legs] == ["a", "b", ""]
    badges = {badge.lines[0] for badge in place_words(view).badges}
    assert badges == {"1a", "1b", "2"}
    rows = turn_rows(board(), turns)
    assert "(b)" in rows[0].text and "(a)" not in rows[1].text


def test_rings_around_wanted_towns_are_in_the_key() -> None:
    assert "town to be joined" in words(api.draw(position()))
    assert "town to be joined" not in words(api.draw(board().to_dict()))
