"""Sizes that no game has are refused in one line, and long work keeps its limits."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from command import bestrun

from solvers.alternatives import Mark, ShownRuns
from solvers.claim_ways import _Limits

EXAMPLES = Path(__file__).parents[2] / "examples"


def _no_less(one: Mark, two: Mark) -> bool:
    return one[0] & two[0] == two[0] and one[1] >= two[1]


def _shows_nothing_new(plan: list[Mark], better: list[Mark]) -> bool:
    """Try every assignment of the runs of a plan to those of a better one."""
    return any(
        all(_no_less(other, run) for other, run in zip(chosen, plan, strict=True))
        for chosen in permutations(better, len(plan))
    )


def test_plans_that_show_nothing_new_are_those_of_the_plain_comparison() -> None:
    for seed in range(60):
        dice = random.Random(seed)
        shown, kept = ShownRuns(), []
        for _ in range(60):
            plan = [(dice.randrange(32), dice.randrange(4)) for _ in range(dice.randrange(4))]
            new = not any(_shows_nothing_new(plan, better) for better in kept)
            assert shown.add(plan) == new, f"seed {seed}: {plan}"
            if new:
                kept.append(plan)


def test_the_ways_of_a_claim_end_after_their_steps() -> None:
    limits = _Limits(steps=3)
    assert [limits.step() for _ in range(4)] == [True, True, True, False]
    assert limits.reached


def test_more_alternatives_than_anybody_reads_are_refused() -> None:
    said = bestrun("solve", EXAMPLES / "1844.toml", "--alternatives", "3000")
    assert said.code == 2
    assert "3000" in said.err


def test_more_trains_than_any_game_allows_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.json"
    path.write_text(json.dumps({"title": "1844", "phase": 4, "company": "SBB", "trains": [4] * 99}))
    said = bestrun("solve", path)
    assert said.code == 2
    assert "trains: 99 trains are too many: at most 50" in said.err


def test_a_claim_in_json_has_no_more_stops_than_one_in_words(tmp_path: Path) -> None:
    path = tmp_path / "claim.json"
    path.write_text(json.dumps({"runs": [{"train": "5H", "stops": ["Bern"] * 20_000}]}))
    said = bestrun("check", EXAMPLES / "1844.toml", path)
    assert said.code == 2
    assert "20000 stops in one run: at most 1000" in said.err


def test_a_game_of_two_hundred_million_dividends_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "share.toml"
    path.write_text('title = "chicago-express"\nask = "share"\ndividends = 200000000\n')
    said = bestrun("solve", path)
    assert said.code == 2
    assert "dividends: 200000000 is more than 20" in said.err


def test_more_cards_than_two_hands_are_refused(tmp_path: Path) -> None:
    from solvers.island.boards.generate import generate

    board = generate(1)
    town = next(point for point in board.points if point.kind == "large")
    card = [{"good": next(iter(board.sources)), "town": town.name}]
    path = tmp_path / "cards.json"
    case = {"title": "island-rails", "board": {"seed": 1}, "ask": "deliveries", "cards": [card] * 9}
    path.write_text(json.dumps(case))
    said = bestrun("solve", path)
    assert said.code == 2
    assert "cards: 9 cards are too many: at most 8" in said.err


@pytest.mark.parametrize("figure", ["radius = 1", "rivers = 1000000", "halves = -1", "radius = 2"])
def test_figures_of_a_board_have_ranges(tmp_path: Path, figure: str) -> None:
    folder = tmp_path / "flat"
    folder.mkdir()
    text = f'name = "Flat"\nbase = "island-rails"\nfamily = "island-rails"\n[board]\n{figure}\n'
    (folder / "title.toml").write_text(text)
    said = bestrun("--titles", tmp_path, "board", "flat", "--seed", "1", "-o", tmp_path / "b.json")
    assert said.code == 2
    assert "internal error" not in said.err


@pytest.mark.parametrize(
    "name",
    ["chicago-action", "chicago-share", "chicago-develop", "island-contracts", "island-deliveries"],
)
def test_a_method_that_does_not_exist_is_refused_everywhere(name: str) -> None:
    said = bestrun("solve", EXAMPLES / f"{name}.toml", "--method", "x")
    assert said.code == 2
    assert "unknown method 'x'" in said.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_mistake_is_no_verdict_where_nothing_can_be_said() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "bestrun", "solve", "none.toml"], stderr=full)
    assert done.returncode == 2


def test_which_cards_to_keep_is_answered_in_time_and_says_what_was_not_looked_at(
    tmp_path: Path,
) -> None:
    from solvers.island.boards.generate import generate

    board, dice = generate(3), random.Random(5)
    towns = [point.name for point in board.points if point.kind in ("large", "medium", "small")]
    goods = list(board.sources)
    cards = [[{"good": dice.choice(goods), "town": dice.choice(towns)}] for _ in range(6)]
    path = tmp_path / "keep.json"
    path.write_text(
        json.dumps({"title": "island-rails", "board": {"seed": 3}, "ask": "keep", "cards": cards})
    )
    (answer,) = bestrun("solve", path, "--time-limit", "0", "--json").objects
    assert (len(answer["hands"]), answer["hands_skipped"]) == (20, 20)
    assert not answer["proven"] and answer["bound"] >= answer["value"]
