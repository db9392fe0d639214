"""Island Rails: plans over other players' lines."""

from __future__ import annotations

from typing import Any

import pytest
from island_boards import board, card, links, position
from island_random import drawn

from bestrun import api


def two_loads(**more: Any) -> dict[str, Any]:
    """Coal lies beyond Green's two lines, and the train has nine points a turn."""
    ways = "h-g-f-e-L-d-c-b-a-M"
    made = board("large:L medium:M plain:a,b,c,d,e,f,g,h", ways, M="coal")
    own = {"network": links("h-g-f-e-L-d b-a-M"), "others": {"Green": links("d-c-b")}}
    cards = [card("coal:L"), card("coal:L")]
    data = position(made, "deliveries", at="h", cards=cards, money=4, **own)
    return data | {"train": "B-9", "horizon": 7, "aim": "total"} | more


def test_a_train_waits_before_a_line_to_cross_it_there_and_back_for_one_toll() -> None:
    # From d to M and back to L are nine points: one turn, and one toll of two millions.
    answer = api.solve(two_loads(), time_limit=60)
    assert (answer.proven, answer.deliveries.value) == (True, 5 + 5 - 2)
    assert answer.turns[0]["money"] == 4


def test_a_train_that_has_no_time_to_wait_pays_twice() -> None:
    answer = api.solve(two_loads(aim="money"), time_limit=60)
    assert (answer.proven, len(answer.turns)) == (True, 2)
    assert answer.deliveries.value == max(5 + 5 - 2 * 2, 5 + 5 - 2) / 2


def test_without_money_no_toll_is_paid() -> None:
    answer = api.solve(two_loads(money=0), time_limit=60)
    assert answer.proven
    assert answer.deliveries.plan is None


@pytest.mark.usefixtures("small_rails")
def test_an_answer_without_a_proof_says_why_the_search_ended() -> None:
    for seed in range(515, 520):
        answer = api.solve(drawn(seed, "tolls")[0], time_limit=60).to_dict()
        assert ("ended" in answer) != answer["proven"], seed
