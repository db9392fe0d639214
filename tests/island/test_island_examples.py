"""Island Rails: every plan of every example, replayed turn by turn by a referee of its own."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from island_boards import board, card, links, position
from island_referee import Misstated, Referee

from bestrun import api
from mapdata.errors import InputError
from mapdata.island.read import read_position
from solvers.clock import Clock
from solvers.island.boards.generate import generate
from solvers.island.deliveries import search as searching
from solvers.island.deliveries.aim import Aim
from solvers.island.deliveries.search import Search

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
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
    with pytest.raises(Misstated, match="costs"):
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


def test_which_cards_to_keep_and_what_each_is_worth() -> None:
    cards = [card("coal:Y"), card("fish:Z"), card("wine:A")]
    given = {"network": links("A-Y A-p1-p2-p3-Z"), "at": "A", "cards": cards, "horizon": 6}
    data = position(ROUND, "keep", money=3, aim="total", keep=2, **given)
    answer = api.solve(data).to_dict()
    assert (answer["keep"], answer["value"], answer["proven"]) == ([2, 3], 8, True)
    assert [(each["cards"], each["value"]) for each in answer["hands"]] == [
        ([2, 3], 8),
        ([1, 2], 5),
        ([1, 3], 5),
    ]
    assert answer["without"] == [{"card": 2, "value": 4}, {"card": 3, "value": 4}]
    lines = api.solve(data).summary().splitlines()
    assert lines[1:2] + lines[-2:] == [
        "keep 2, 3, proven",
        "3 without 2: 4 more",
        "2 without 3: 4 more",
    ]
    assert refereed(data | {"ask": "deliveries", "cards": cards[1:]}, answer).money == 11
    with pytest.raises(InputError, match="no choice"):
        api.solve(data | {"keep": 3})
    with pytest.raises(InputError, match="no claim"):
        api.check(data, "load: coal")


def test_public_contracts_belong_to_every_hand() -> None:
    cards = [card("coal:Y"), card("fish:Z"), card("wine:A")]
    given = {"network": ["A-Y", "A-p1-p2-p3-Z"], "at": "A", "cards": cards[:2], "horizon": 6}
    data = position(ROUND, "keep", money=3, aim="total", keep=1, public=cards[2:], **given)
    answer = api.solve(data)
    hands = [(each["cards"], each["value"]) for each in answer.to_dict()["hands"]]
    assert hands == [([2], 8), ([1], 5)]
    planned = api.solve(data | {"ask": "deliveries"})
    assert planned.to_dict()["gain"] == 9
    assert "(public contracts may be taken before: card 3)" in planned.summary()
    priced = api.solve(data | {"ask": "contracts"}).summary()
    assert "3 (public)" in priced
    claim = "load: coal\nmove: A-Y\ndeliver: coal to Y card 4 pay 1"
    with pytest.raises(InputError, match="no card 4: 2 in hand, 1 public"):
        api.check(data | {"ask": "deliveries"}, claim)


def test_a_hand_is_worth_no_less_than_its_parts_however_short_the_time() -> None:
    cards = [[{"good": "marble", "town": "Zennock"}], [{"good": "cheese", "town": "Corvane"}]]
    cards += [[{"good": "sugar", "town": "Zennock"}], [{"good": "grain", "town": "Zennock"}]]
    data = {"title": "island-rails", "board": {"seed": 7}, "ask": "keep", "keep": 3}
    data |= {"network": ["Corvane-J9-J7-Zennock"], "at": "Corvane", "money": 24, "cards": cards}
    answer = api.solve(data | {"aim": "income", "horizon": 6}, time_limit=2.0)
    values = {hand: plan.deliveries.value for hand, plan in answer.hands.items()}
    assert len(values) == 4
    for number, part in answer.less.items():
        hand = answer.best
        assert part.deliveries.value <= values[hand], number
    assert max(values.values()) == values[answer.best] > 0


def test_where_nothing_gains_the_other_aim_is_named() -> None:
    given = {"network": [], "at": "A", "cards": [card("coal:Y")], "horizon": 6}
    data = position(ROUND, "deliveries", money=20, **given)
    assert 'no plan with a gain exists, proven (aim = "income"' in api.solve(data).summary()
    assert api.solve(data | {"aim": "income"}).to_dict()["pay"] == 1


def test_a_ship_that_is_drawn_is_of_one_kind_or_the_other() -> None:
    # Ten points of sea are two turns for a ferry, and one for a clipper, which costs 1 more.
    over = "-".join(["P", *(f"s{number}" for number in range(1, 10)), "Q"])
    wet = ",".join(over.split("-")[1:-1])
    made = board(f"large:A port:P,Q sea:{wet} small:Z", f"A-P Q-Z {over}", A="coal")
    given = {"network": links("A-P Q-Z"), "at": "P", "load": ["coal"], "cards": [card("coal:Z")]}
    data = position(made, "deliveries", money=10, pile={"ferry": 4, "clipper": 2}, **given)
    answer = api.solve(data).to_dict()
    values = {each["ship"]: each["value"] for each in answer["ships"]}
    assert values == {"ferry": 3.6667, "clipper": 5.0}
    assert (answer["ship"], answer["least"], answer["expected"]) == ("ferry", 3.6667, 4.1111)
    sooner = api.solve(data | {"target": 20, "horizon": 6}).to_dict()
    turns = {each["ship"]: each["value"] for each in sooner["ships"]}
    assert (turns, sooner["least"], sooner["expected"]) == ({"ferry": 3, "clipper": 2}, 3, 2.6667)
    with pytest.raises(InputError, match="pile"):
        api.solve(data | {"pile": {"ferry": 0}})


class Impatient(Clock):
    """A clock that somebody stops after a while, by Ctrl-C."""

    looks = 0

    @property
    def seconds(self) -> float:
        """Return the seconds gone by."""
        self.looks += 1
        if self.looks == 30:
            self.interrupted, self.limit = True, 0.0
        return super().seconds


def test_ctrl_c_gives_the_best_plan_so_far_with_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "Clock", Impatient)
    made = generate(2)
    towns = [made.label(town) for town in made.of_kind("large")]
    goods = list(made.sources)
    cards = [
        card(*(f"{good}:{towns[n % 5]}" for good in goods[3 * n : 3 * n + 3])) for n in range(6)
    ]
    found = api.solve(position({"seed": 2}, "deliveries", cards=cards)).deliveries
    assert found.interrupted
    assert 0 <= found.value < found.bound


def test_a_plan_without_bridges_is_found_with_them() -> None:
    # Even if no time is left for bridges.
    data = tomllib.loads((EXAMPLES / "island-deliveries.toml").read_text())
    dry = read_position(data, Path, generate)
    aim, nothing_left = Aim.of(dry), Clock(0.0)
    search = Search(dry, aim, Clock(60.0))
    wet = Search(replace(dry, bridges=True), aim, nothing_left)
    wet.begin_with(search)
    bound = wet.run()
    assert wet.plan == search.plan
    assert bound >= wet.best == search.best > 0


def test_alternatives_are_refused() -> None:
    data = position(ROUND, "track", connect=["Z"])
    with pytest.raises(InputError, match="no alternatives"):
        api.solve(data, alternatives=2)


def test_what_an_upgrade_is_worth_is_said() -> None:
    # Two goods are there after three turns; a B-6 carries all three a turn later.
    road = "-".join(["A", *(f"p{number}" for number in range(1, 18)), "Z"])
    plain = ",".join(road.split("-")[1:-1])
    made = board(f"large:A plain:{plain} small:Z", road, A="coal fish gold")
    cards = [card("coal:Z"), card("fish:Z"), card("gold:Z")]
    given = {"network": links(road), "at": "A", "cards": cards, "money": 20}
    data = position(made, "deliveries", aim="income", horizon=6, **given)
    answer = api.solve(data).to_dict()
    assert answer["money_per_turn"] == 13.75
    assert answer["without_upgrade"] == 12.3333
    assert refereed(data, answer).train == "B-6"
