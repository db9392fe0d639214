"""Island Rails: every plan of every example, replayed turn by turn by a referee of its own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from island_boards import board, card, links, position
from island_referee import Foul, Referee

from bestrun import api
from mapdata.errors import InputError
from solvers.island.boards.generate import generate

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PLANS = sorted(
    path.name for path in EXAMPLES.glob("island-*.toml") if path.name != "island-contracts.toml"
)


def refereed(data: dict[str, Any], answer: dict[str, Any]) -> Referee:
    made = data["board"]
    made = generate(made["seed"]).to_dict() if "seed" in made else made
    rich = {"money": 10**6} if data["ask"] == "track" else {}
    referee = Referee(made, data | rich, answer.get("start"))
    referee.play(answer["turns"])
    return referee


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_of_an_example_breaks_no_rule(name: str) -> None:
    data = tomllib.loads((EXAMPLES / name).read_text())
    answer = api.solve(data).to_dict()
    referee = refereed(data, answer)
    if data["ask"] == "track":
        assert referee.spent + answer["hire"] == answer["cost"]
    else:
        assert (referee.money, referee.income) == (answer["money"], answer["pay"])


def test_the_referee_sees_what_is_wrong() -> None:
    data = tomllib.loads((EXAMPLES / "island-track.toml").read_text())
    answer = api.solve(data).to_dict()
    answer["turns"][0]["actions"][0]["cost"] += 1
    with pytest.raises(Foul, match="costs"):
        refereed(data, answer)


ROUND = board(
    "large:A plain:p1,p2,p3 small:Y,Z",
    "A-Y A-p1-p2-p3-Z",
    A="coal fish",
    Z="wine",
)


def test_the_most_money_by_a_turn_is_not_the_most_a_turn() -> None:
    # Y at once is 1 a turn, and nothing is faster; by turn 6 there is more to be had.
    cards = [card("coal:Y"), card("fish:Z"), card("wine:A")]
    given = {"network": links("A-Y A-p1-p2-p3-Z"), "at": "A", "cards": cards, "horizon": 6}
    data = position(ROUND, "deliveries", money=3, aim="total", **given)
    answer = api.solve(data).to_dict()
    assert (answer["gain"], answer["proven"], answer["money"]) == (9, True, 12)
    assert api.solve(data | {"aim": "money"}).to_dict()["money"] < 12
    assert refereed(data, answer).money == 12


def test_alternatives_are_refused() -> None:
    data = position(ROUND, "track", connect=["Z"])
    with pytest.raises(InputError, match="no alternatives"):
        api.solve(data, alternatives=2)
