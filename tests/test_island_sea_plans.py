"""Island Rails: delivery plans over sea against every plan there is, on tiny islands."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from island_boards import board, card, links, position

from bestrun import api

COST = {"plain": 1, "mountain": 2, "small": 3, "large": 5, "port": 2}
SPEED, ROOM, LIMIT, SHIP, HIRE = 6, 2, 20, 9, 2


class State(NamedTuple):
    """What a turn leaves behind; ``ship``: one is hired, ``landed``: where ships have been."""

    at: str
    load: tuple[str, ...]
    cards: frozenset[int]
    lines: frozenset[frozenset[str]]
    money: int
    pay: int
    ship: bool
    landed: frozenset[str]


class Everything:
    """Every turn that the rules allow to a train A with less than 20 million."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        points = data["board"]["points"]
        self.kind = {point["id"]: point["kind"] for point in points}
        self.goods = {point["id"]: point.get("goods", []) for point in points}
        self.near: dict[str, set[str]] = {name: set() for name in self.kind}
        for a, b in data["board"]["links"]:
            self.near[a].add(b)
            self.near[b].add(a)
        self.links = [frozenset(ends) for ends in data["board"]["links"]]
        self.land = [link for link in self.links if "sea" not in map(self.kind.get, link)]
        self.pays = {
            (good, name): self.pay(name, good)
            for name in self.kind
            for good in {"coal", "fish"}
            if self.kind[name] in ("small", "large")
        }
        self.best = Fraction(0)

    def pay(self, town: str, good: str) -> int:
        """Return distance and crossings of the shortest way with the fewest crossings."""
        ways = {(town, 0)}
        for steps in range(len(self.kind)):
            done = [crossed for name, crossed in ways if good in self.goods[name]]
            if done:
                return steps + min(done)
            ways = {
                (b, crossed + (self.kind[b] == "sea" != self.kind[a]))
                for a, crossed in ways
                for b in self.near[a]
            }
        return 0

    def run(self) -> Fraction:
        data = self.data
        at = data["at"]
        landed = frozenset({at} if self.kind[at] == "port" else ())
        lines = frozenset(map(frozenset, data["network"]))
        cards = frozenset(range(len(data["cards"])))
        states = {State(at, (), cards, lines, data["money"], 0, False, landed)}
        for turn in range(1, data["horizon"] + 1):
            moved = {after for state in states for after in self.moves(state, turn)}
            states = {after for state in moved for after in self.builds(state)}
        return self.best

    def moves(self, state: State, turn: int) -> set[State]:
        """Sail first if a ship is there, then move; at the end in a port hire a ship."""
        starts = {state, *(self.sails(state) if state.ship else ())}
        seen = {(each, SPEED) for each in starts}
        stack = list(seen)
        while stack:
            here, left = stack.pop()
            for after, cost in self.steps(here, turn):
                if cost <= left and (after, left - cost) not in seen:
                    seen.add((after, left - cost))
                    stack.append((after, left - cost))
        ends = {each for each, _ in seen}
        for each in list(ends):
            if self.kind[each.at] == "port" and not each.ship and each.money >= HIRE:
                ends.add(each._replace(ship=True, money=each.money - HIRE))
        return ends

    def sails(self, state: State) -> Iterator[State]:
        layer, seen = {state.at}, {state.at}
        for _ in range(SHIP):
            found = set()
            for here in layer:
                if here == state.at or self.kind[here] == "sea":
                    wet = {"sea"} if self.kind[here] == "port" else {"sea", "port"}
                    found |= {each for each in self.near[here] if self.kind[each] in wet}
            layer = found - seen
            seen |= layer
            for end in layer:
                if self.kind[end] == "port":
                    landed = state.landed | {end}
                    yield state._replace(at=end, ship=False, landed=landed)
                else:
                    yield state._replace(at=end)

    def steps(self, state: State, turn: int) -> Iterator[tuple[State, int]]:
        for line in state.lines:
            if state.at in line:
                yield state._replace(at=next(iter(line - {state.at})), ship=False), 1
        if len(state.load) < ROOM:
            for good in self.goods[state.at]:
                yield state._replace(load=tuple(sorted((*state.load, good)))), 0
        for good in set(state.load):
            rest = list(state.load)
            rest.remove(good)
            for number in state.cards:
                if {"good": good, "town": state.at} in self.data["cards"][number]:
                    pay = self.pays[good, state.at]
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
        free = [link for link in self.land if link not in state.lines]
        base = {end for line in state.lines for end in line} | state.landed
        if not base:
            base = {state.at}
        found = {state}
        for size in range(1, len(free) + 1):
            for some in combinations(free, size):
                cost = self.cost(base, some)
                if cost is not None and cost <= min(LIMIT, state.money):
                    lines = state.lines | set(some)
                    found.add(state._replace(lines=lines, money=state.money - cost))
        return found

    def cost(self, base: set[str], new: tuple[frozenset[str], ...]) -> int | None:
        if not new:
            return 0
        best = None
        for number, line in enumerate(new):
            for tail in line & base:
                (head,) = line - {tail}
                rest = self.cost(base | {head}, new[:number] + new[number + 1 :])
                if rest is not None:
                    cost = rest + COST[self.kind[head]]
                    best = cost if best is None else min(best, cost)
        return best


@st.composite
def archipelago(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a large town with a port, one or two islands with a town each, and sea between."""
    two = draw(st.booleans())
    middle = draw(st.sampled_from(["plain", "mountain", ""]))
    points = ["large:L", "port:P", "small:T", "port:Q"]
    ways = []
    if middle:
        points.append(f"{middle}:m")
        ways += ["L-m", "m-P"]
    else:
        ways.append("L-P")
    if draw(st.booleans()):
        points.append("plain:w")
        ways += ["Q-w", "w-T"]
    else:
        ways.append("Q-T")
    ends = ["P", "Q"]
    if two:
        points += ["port:R", "small:U"]
        ways.append("R-U")
        ends.append("R")
    if draw(st.booleans()):
        points.append("port:S")
        ways.append(draw(st.sampled_from(["S-T", "S-L"])))
        ends.append("S")
    for number, (a, b) in enumerate(combinations(ends, 2)):
        length = draw(st.sampled_from([1, 4, 8, 9] if a == "P" else [0, 1, 4, 8]))
        chain = [a, *(f"s{number}x{n}" for n in range(length)), b]
        if length:
            points += [f"sea:{name}" for name in chain[1:-1]]
            ways += [f"{x}-{y}" for x, y in pairwise(chain)]
    towns = ["L", "T", "U"] if two else ["L", "T"]
    goods = {"L": "coal", "T": "fish"} | ({"U": draw(st.sampled_from(["", "coal"]))} if two else {})
    made = board(" ".join(points), " ".join(ways), "", **goods)
    offers = [f"{g}:{t}" for g in ("coal", "fish") for t in towns if g not in goods[t].split()]
    hand = draw(st.lists(st.sampled_from(offers), min_size=1, max_size=2))
    land = [way for way in ways if "s" not in way]
    built = [way for way in land if draw(st.integers(0, 2)) == 0] if draw(st.booleans()) else []
    starts = {end for way in built for end in way.split("-") if end.isupper()} or {"L"}
    return position(
        made,
        "deliveries",
        network=links(" ".join(built)),
        at=draw(st.sampled_from(sorted(starts))),
        money=draw(st.integers(4, 17)),
        cards=[card(each) for each in hand],
        horizon=draw(st.integers(4, 6)),
        aim=draw(st.sampled_from(("money", "income"))),
    )


@settings(max_examples=40, deadline=None)
@given(archipelago())
def test_no_plan_over_sea_is_better(data: dict[str, Any]) -> None:
    answer = api.solve(data, time_limit=20).deliveries
    everything = Everything(data).run()
    assert answer.value <= everything <= answer.bound
    assert answer.proven == (answer.value == answer.bound)
