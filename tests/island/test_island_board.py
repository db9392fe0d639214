"""``bestrun board``: boards in the documented format, the same for the same seed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from command import bestrun, refusal

KINDS = {"plain", "mountain", "alpine", "small", "medium", "large", "port", "sea"}
SHAPES = ("hexagon", "rhombus")


def board(shape: str = "hexagon", seed: int = 7) -> dict[str, Any]:
    said = bestrun("board", "island-rails", "--seed", seed, "--shape", shape)
    assert (said.code, said.err) == (0, "")
    found: dict[str, Any] = json.loads(said.out)
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_has_the_documented_form(shape: str) -> None:
    made = board(shape)
    assert list(made) == ["title", "seed", "points", "links", "rivers"]
    assert (made["title"], made["seed"]) == ("island-rails", 7)
    for point in made["points"]:
        assert {"id", "x", "y", "kind"} <= set(point) <= {"id", "x", "y", "kind", "name", "goods"}
        assert point["kind"] in KINDS
    ids = [point["id"] for point in made["points"]]
    assert len(set(ids)) == len(ids)
    links = {frozenset(link) for link in made["links"]}
    assert all(len(link) == 2 and link <= set(ids) for link in links)
    assert len(links) == len(made["links"])
    assert {frozenset(river) for river in made["rivers"]} <= links


@pytest.mark.parametrize("shape", SHAPES)
def test_towns_and_goods_are_as_many_as_the_rulebook_says(shape: str) -> None:
    made = board(shape)
    kinds = Counter(point["kind"] for point in made["points"])
    assert kinds["small"] + kinds["medium"] + kinds["large"] == 27
    towns = [point for point in made["points"] if point["kind"] in ("small", "medium", "large")]
    assert len({town["name"] for town in towns}) == 27
    assert len({good for town in towns for good in town["goods"]}) == 20


@pytest.mark.parametrize("shape", SHAPES)
def test_every_town_can_be_reached(shape: str) -> None:
    made = board(shape)
    beside: dict[str, set[str]] = {point["id"]: set() for point in made["points"]}
    for a, b in made["links"]:
        beside[a].add(b)
        beside[b].add(a)
    seen = {made["points"][0]["id"]}
    wave = list(seen)
    while wave:
        new = beside[wave.pop()] - seen
        seen |= new
        wave += new
    assert seen == set(beside)


def test_a_seed_makes_the_same_board_again_and_another_seed_another() -> None:
    assert board() == board()
    assert board() != board(seed=8)
    assert board() != board("rhombus")


def test_a_file_holds_what_would_be_printed(tmp_path: Path) -> None:
    output = tmp_path / "board.json"
    said = bestrun("board", "island-rails", "--seed", 7, "-o", output)
    assert (said.code, said.out, said.err) == (0, "", f"wrote {output}\n")
    assert output.read_text() == bestrun("board", "island-rails", "--seed", 7).out


def test_a_board_that_was_written_can_be_read() -> None:
    from mapdata.island.board import read_board
    from solvers.island.boards.generate import generate

    again, made = read_board(board()), generate(7)
    assert again.points == made.points
    assert (again.links, again.rivers) == (made.links, made.rivers)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("island-rail", "--seed", "7"), "did you mean island-rails?"),
        (("1844", "--seed", "7"), "1844 is always played on the same board"),
        (("island-rails", "--seed", "7", "--shape", "rombus"), "did you mean rhombus?"),
        (("island-rails", "--seed", "-1"), "a seed is a whole number from 0"),
        (("island-rails", "--seed", "7", "-o", "no/such/folder.json"), "there is no such folder"),
    ],
)
def test_a_mistake_is_one_line(words: tuple[str, ...], meant: str) -> None:
    assert meant in refusal(bestrun("board", *words))
