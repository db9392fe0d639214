"""Island Rails: delivery plans against every plan there is, on tiny boards without sea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from island_boards import board, card, links, position

from bestrun import api

COST = {"plain": 1, "mountain": 2, "alpine": 5, "small": 3, "large": 5}
GOODS = ("coal", "fish")
SPEED, ROOM, LIMIT = 6, 2, 20


class State(NamedTuple):
    """What a turn leaves behind."""

    at: str
    load: tuple[str, ...]
    cards: frozenset[int]
    lines: frozenset[frozenset[str]]
    money: int
    pay: int


class Everything:
    """Every turn that the rules allow to a train A with less than 20 million."""

    def __init__(self, data: dict[str, Any]) -> None:
        points = data["board"]["points"]
        self.data = data
        self.kind = {point["id"]: point["kind"] for point in points}
        self.goods = {point["id"]: point.get("goods", []) for point in points}
        self.links = [frozenset(ends) for ends in data["board"]["links"]]
        self.rivers = {frozenset(ends) for ends in data["board"]["rivers"]}
        self.best = Fraction(0)

    def distance(self, town: str, good: str) -> int:
        reached, steps = {town}, 0
        while not any(good in self.goods[each] for each in reached):
            reached |= {end for link in self.links if link & reached for end in link}
            steps += 1
        return steps

    def run(self) -> Fraction:
        data = self.data
        cards = frozenset(range(len(data["cards"])))
        lines = frozenset(map(frozenset, data["network"]))
        states = {State(data["at"], (), cards, lines, data["money"], 0)}
        for turn in range(1, data["horizon"] + 1):
            moved = {after for state in states for after in self.moves(state, turn)}
            states = {after for state in moved for after in self.builds(state)}
        return self.best

    def moves(self, state: State, turn: int) -> set[State]:
        seen = {(state, SPEED)}
        stack = [(state, SPEED)]
        while stack:
            here, left = stack.pop()
            for after, cost in self.steps(here, turn):
                if cost <= left and (after, left - cost) not in seen:
                    seen.add((after, left - cost))
                    stack.append((after, left - cost))
        return {each for each, _ in seen}

    def steps(self, state: State, turn: int) -> Iterator[tuple[State, int]]:
        for line in state.lines:
            if state.at in line:
                yield state._replace(at=next(iter(line - {state.at}))), 1
        if len(state.load) < ROOM:
            for good in self.goods[state.at]:
                yield state._replace(load=tuple(sorted((*state.load, good)))), 0
        for good in set(state.load):
            rest = list(state.load)
            rest.remove(good)
            if self.kind[state.at] in ("small", "large"):
                yield state._replace(load=tuple(rest)), 0
            for number in state.cards:
                if {"good": good, "town": state.at} in self.data["cards"][number]:
                    pay = self.distance(state.at, good)
                    after = state._replace(
                        load=tuple(rest),
                        cards=state.cards - {number},
                        money=state.money + pay,
                        pay=state.pay + pay,
                    )
                    self.note(after, turn)
                    yield after, 0

    def note(self, state: State, turn: int) -> None:
        earned = state.pay
        if self.data["aim"] == "money":
            earned = state.money - self.data["money"]
        self.best = max(self.best, Fraction(earned, turn))

    def builds(self, state: State) -> set[State]:
        free = [link for link in self.links if link not in state.lines]
        found = {state}
        for size in range(1, len(free) + 1):
            for some in combinations(free, size):
                cost = self.cost(state.lines, some)
                if cost is not None and cost <= min(LIMIT, state.money):
                    lines = state.lines | set(some)
                    found.add(state._replace(lines=lines, money=state.money - cost))
        return found

    def cost(self, lines: frozenset[frozenset[str]], new: tuple[frozenset[str], ...]) -> int | None:
        """Return the least cost of new lines in any legal order, nothing if there is none."""
        large = [name for name, kind in self.kind.items() if kind == "large"]
        starts = [{end for line in lines for end in line}] if lines else [{each} for each in large]
        costs = [self._grow(start, Counter(), new) for start in starts]
        return min((cost for cost in costs if cost is not None), default=None)

    def _grow(
        self, reached: set[str], out: Counter[str], new: tuple[frozenset[str], ...]
    ) -> int | None:
        if not new:
            return 0
        best = None
        for number, line in enumerate(new):
            for tail in line & reached:
                if self.kind[tail] == "large" and out[tail] == 2:
                    continue
                (head,) = line - {tail}
                rest = self._grow(
                    reached | {head}, out + Counter([tail]), new[:number] + new[number + 1 :]
                )
                if rest is not None:
                    cost = rest + COST[self.kind[head]] + 2 * (line in self.rivers)
                    best = cost if best is None else min(best, cost)
        return best


@st.composite
def tiny(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a position with four or five points, up to five links and one or two cards."""
    names = [f"n{number}" for number in range(draw(st.integers(3, 5)))]
    kinds = ["large", "small", *(draw(st.sampled_from(sorted(COST))) for _ in names[2:])]
    order = draw(st.permutations(names))
    chosen = {(order[draw(st.integers(0, n - 1))], order[n]) for n in range(1, len(names))} | set(
        draw(st.lists(st.sampled_from(list(combinations(names, 2))), max_size=1))
    )
    ways = sorted({"-".join(sorted(ends)) for ends in chosen})
    rivers = draw(st.lists(st.sampled_from(ways), max_size=1))
    towns = [n for n, kind in zip(names, kinds, strict=True) if kind in ("small", "large")]
    goods = {town: draw(st.sampled_from(["", *GOODS])) for town in towns}
    goods[towns[0]] = draw(st.sampled_from(("coal", "coal fish")))
    goods[towns[1]] = "fish"
    points = " ".join(f"{kind}:{name}" for kind, name in zip(kinds, names, strict=True))
    made = board(points, " ".join(ways), " ".join(rivers), **goods)
    offers = st.sampled_from(
        [f"{good}:{town}" for good in GOODS for town in towns if good not in goods[town]]
    )
    hand = draw(st.lists(st.lists(offers, min_size=1, max_size=2), min_size=1, max_size=2))
    network: list[str] = []
    for way in draw(st.permutations(ways * 2))[: draw(st.integers(0, 10))]:
        if way not in network and {names[0], *"-".join(network).split("-")} & set(way.split("-")):
            network.append(way)
    return position(
        made,
        "deliveries",
        network=links(" ".join(network)),
        at=names[0],
        money=draw(st.integers(3, 11)),
        cards=[card(*each) for each in hand],
        horizon=3,
        aim=draw(st.sampled_from(("money", "income"))),
    )


@settings(max_examples=40, deadline=None)
@given(tiny())
def test_no_plan_of_all_is_better(data: dict[str, Any]) -> None:
    answer = api.solve(data, time_limit=20).deliveries
    assert answer.proven
    assert answer.value == Everything(data).run()
