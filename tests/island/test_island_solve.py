"""Island Rails: contracts, track and deliveries against what a few lines can compute."""

from __future__ import annotations

from collections import deque
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from island_boards import board, card, links, position
from thorough import for_every

from bestrun import api
from mapdata.errors import InputError
from solvers.island.boards.generate import generate
from solvers.island.track import track
from solvers.island.track.trees import OutOfTime

COST = {"plain": 1, "mountain": 2, "alpine": 5, "small": 3, "large": 5}


# Contracts ----------------------------------------------------------------------------------


def distance(data: dict[str, Any], town: str, good: str) -> int:
    """Return the steps from a town to the nearest source, by a search of its own."""
    beside: dict[str, list[str]] = {}
    for a, b in data["links"]:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    points = {point["id"]: point for point in data["points"]}
    start = next(key for key, point in points.items() if point.get("name") == town)
    seen, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if good in points[here].get("goods", ()):
            return seen[here]
        for there in beside[here]:
            if there not in seen:
                seen[there] = seen[here] + 1
                queue.append(there)
    raise AssertionError(good)


@for_every("seed", [1, 7])
def test_the_distance_of_every_contract(seed: int) -> None:
    made = generate(seed)
    towns = [made.label(town) for town in made.of_kind("large", "medium", "small")]
    goods = [*made.sources]
    cards = [
        card(*(f"{good}:{town}" for good in some))
        for town in towns[::9]
        for some in (goods[:10], goods[10:])
    ]
    data = position({"seed": seed}, "contracts", cards=cards)
    for each in api.solve(data).to_dict()["cards"]:
        for offer in each:
            assert offer["distance"] == distance(made.to_dict(), offer["town"], offer["good"])
            bonus = {"gold": 1, "textiles": 2}.get(offer["good"], 0)
            assert offer["bonus_good"] == bonus
            assert offer["pay"] == offer["distance"] + offer["crossings"] + bonus


def test_every_stretch_of_sea_pays_one_more() -> None:
    ways = "A-P-s-Q-R-t-U-Z"
    made = board("large:A port:P,Q,R,U sea:s,t small:Z", ways, A="coal textiles")
    data = position(made, "contracts", cards=[card("coal:Z", "textiles:Z")])
    coal, textiles = api.solve(data).to_dict()["cards"][0]
    assert (coal["distance"], coal["crossings"], coal["pay"]) == (7, 2, 9)
    assert textiles["pay"] == 11


def test_the_nearest_source_counts_not_the_one_that_was_used() -> None:
    made = board("large:A,B plain:x,y small:Z", "A-x-y-Z-B", A="coal", B="coal")
    data = position(made, "contracts", cards=[card("coal:Z")])
    assert api.solve(data).to_dict()["cards"][0][0]["pay"] == 1


# Track --------------------------------------------------------------------------------------


@st.composite
def small_boards(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a position that asks for track on up to seven points."""
    many = draw(st.integers(4, 7))
    names = [f"n{number}" for number in range(many)]
    kinds = ["large", *(draw(st.sampled_from(sorted(COST))) for _ in names[1:])]
    pairs = list(combinations(names, 2))
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=3, max_size=9, unique=True))
    rivers = draw(st.lists(st.sampled_from(chosen), max_size=3, unique=True))
    points = " ".join(f"{kind}:{name}" for kind, name in zip(kinds, names, strict=True))
    made = board(points, " ".join(map("-".join, chosen)), " ".join(map("-".join, rivers)))
    places = [n for n, kind in zip(names, kinds, strict=True) if kind in ("small", "large")]
    wanted = draw(st.lists(st.sampled_from(places), min_size=1, max_size=4, unique=True))
    return position(made, "track", connect=wanted)


def cheapest(data: dict[str, Any]) -> int | None:
    """Try every set of links, built outward from each large town, for one player alone."""
    kinds = {point["id"]: point["kind"] for point in data["board"]["points"]}
    rivers = {frozenset(ends) for ends in data["board"]["rivers"]}
    every = [tuple(ends) for ends in data["board"]["links"]]
    wanted = set(data["connect"])
    best: int | None = None
    for start in (name for name, kind in kinds.items() if kind == "large"):
        if wanted == {start}:
            return 0
        for size in range(1, len(kinds)):
            for some in combinations(every, size):
                reached, cost, left = {start}, 0, list(some)
                while able := [e for e in left if (e[0] in reached) != (e[1] in reached)]:
                    a, b = able[0]
                    new = b if a in reached else a
                    cost += COST[kinds[new]] + 2 * (frozenset((a, b)) in rivers)
                    reached.add(new)
                    left.remove(able[0])
                if not left and wanted <= reached and (best is None or cost < best):
                    best = cost
    return best


@settings(max_examples=60, deadline=None)
@given(small_boards())
def test_the_cheapest_track_is_the_cheapest_of_all(data: dict[str, Any]) -> None:
    expected = cheapest(data)
    for method in ("model", "table"):
        answer = api.solve(data, method=method).to_dict()
        assert (answer["cost"], answer["proven"]) == (expected, True)
    if answer["turns"]:
        verdict = api.check(data, {"turns": answer["turns"], "cost": expected})
        assert verdict.verdict == "best"


@pytest.mark.parametrize("many", [3, 4])
def test_both_methods_agree_on_a_full_board(many: int) -> None:
    made = generate(3)
    towns = [made.label(town) for town in made.of_kind("medium")][:many]
    data = position({"seed": 3}, "track", connect=towns, bridges=True)
    table, model = (api.solve(data, method=each).to_dict() for each in ("table", "model"))
    assert table["cost"] == model["cost"] is not None
    assert table["proven"] and model["proven"]
    assert sum(a["cost"] for t in table["turns"] for a in t["actions"]) == table["cost"]


def test_that_no_track_was_found_in_time_is_not_that_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object) -> None:
        raise OutOfTime(1)

    monkeypatch.setattr(track, "solve_by_model", late)
    monkeypatch.setattr(track, "_a_few_at_a_time", lambda _: None)
    made = board("large:A plain:x small:Z", "A-x-Z")
    data = position(made, "track", connect=["A", "Z"])
    with pytest.raises(InputError, match="there may be one"):
        api.solve(data, method="model")
    assert api.solve(data, method="table").proven


def test_what_is_joined_already_costs_nothing() -> None:
    made = board("large:A plain:x small:Z", "A-x-Z")
    data = position(made, "track", connect=["A", "Z"], network=links("A-x-Z"))
    assert (api.solve(data).to_dict()["cost"], api.solve(data).to_dict()["turns"]) == (0, [])


# Deliveries ---------------------------------------------------------------------------------


def test_the_better_of_two_offers_is_taken() -> None:
    made = board("large:A plain:p,q small:Y,Z", "A-Y A-p-q-Z", A="coal fish")
    data = position(made, "deliveries", at="A", network=links("A-Y A-p-q-Z"))
    data |= {"cards": [card("coal:Y", "fish:Z")]}
    answer = api.solve(data).to_dict()
    assert (answer["money_per_turn"], answer["proven"], answer["money"]) == (3.0, True, 33)


def test_a_line_is_built_only_where_it_pays() -> None:
    made = board("large:A plain:p,q,r,t small:Z", "A-p-q-r-t-Z", A="coal")
    data = position(made, "deliveries", at="A", cards=[card("coal:Z")])
    answer = api.solve(data).to_dict()
    assert (answer["turns"], answer["money_per_turn"], answer["proven"]) == ([], 0.0, True)
    income = api.solve({**data, "aim": "income"}).to_dict()
    assert (income["pay"], income["money"], income["money_per_turn"]) == (5, 28, 2.5)


def test_the_earliest_turn_with_a_sum() -> None:
    made = board("large:A plain:p,q small:Z", "A-p-q-Z", A="coal fish")
    data = position(made, "deliveries", at="A", network=links("A-p-q-Z"))
    data |= {"cards": [card("coal:Z"), card("fish:Z")]}
    assert api.solve({**data, "target": 36}).to_dict()["turn"] == 1
    never = api.solve({**data, "target": 37}).to_dict()
    assert (never["turn"], never["bound"], never["proven"]) == (None, None, True)
    assert api.solve({**data, "target": 30}).to_dict()["turn"] == 0


def test_a_train_for_two_goes_twice_for_three() -> None:
    made = board("large:A plain:p,q small:Z", "A-p-q-Z", A="coal fish gold")
    data = position(made, "deliveries", at="A", network=links("A-p-q-Z"), target=40)
    data |= {"cards": [card("coal:Z"), card("fish:Z"), card("gold:Z")]}
    assert api.solve(data).to_dict()["turn"] == 2
    assert api.solve({**data, "train": "B-6"}).to_dict()["turn"] == 1


@for_every("seed", [2, 5])
def test_a_plan_on_a_full_board_is_legal_and_its_money_adds_up(seed: int) -> None:
    made = generate(seed)
    goods, towns = list(made.sources), [made.label(town) for town in made.of_kind("large")]
    cards = [card(f"{goods[n]}:{towns[n]}", f"{goods[n + 5]}:{towns[n]}") for n in range(2)]
    data = position({"seed": seed}, "deliveries", cards=cards, aim="income", horizon=8)
    answer = api.solve(data, time_limit=2).to_dict()
    assert answer["bound"] >= answer["money_per_turn"]
    if answer["turns"]:
        verdict = api.check(data, answer, time_limit=1).to_dict()
        assert (verdict["legal"], verdict["problems"]) == (True, [])
        assert answer["money"] == 30 + verdict["pay"] - verdict["cost"]
