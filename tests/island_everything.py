"""Every delivery plan of Island Rails there is, written from the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from hypothesis import reject

COST = {"plain": 1, "mountain": 2, "alpine": 5, "port": 2, "small": 3, "large": 5}
RIVER, LINES_FROM_LARGE = 2, 2


class Rules(NamedTuple):
    """What the two titles of the tests differ in; trains have speed, room and step."""

    limit: int = 20
    step: int = 20
    sideways: int = 5
    ship: int = 9
    hire: int = 2
    trains: tuple[tuple[str, int, int, int], ...] = (
        ("A", 6, 2, 1),
        ("B-6", 6, 3, 2),
        ("B-9", 9, 2, 2),
        ("C-9", 9, 3, 3),
    )


STANDARD = Rules()


class State(NamedTuple):
    """What a turn leaves behind; ``ship``: one is hired, ``landed``: where ships have been."""

    at: str
    train: str
    load: tuple[str, ...]
    cards: frozenset[int]
    lines: frozenset[frozenset[str]]
    money: int
    pay: int
    ship: bool
    landed: frozenset[str]


class Everything:
    """Every turn that the rules allow; positions with too many are rejected."""

    def __init__(self, data: dict[str, Any], rules: Rules = STANDARD, most: int = 1500) -> None:
        self.data, self.rules, self.most = data, rules, most
        self.trains = {name: figures for name, *figures in rules.trains}
        points = data["board"]["points"]
        self.kind = {point["id"]: point["kind"] for point in points}
        self.goods = {point["id"]: point.get("goods", []) for point in points}
        self.links = [frozenset(ends) for ends in data["board"]["links"]]
        self.rivers = {frozenset(ends) for ends in data["board"]["rivers"]}
        self.near: dict[str, set[str]] = {name: set() for name in self.kind}
        for a, b in data["board"]["links"]:
            self.near[a].add(b)
            self.near[b].add(a)
        self.costs: dict[Any, int | None] = {}
        self.best = Fraction(0)

    def run(self) -> Fraction:
        """Return what the best plan earns a turn."""
        data, at = self.data, self.data["at"]
        state = State(
            at=at,
            train="A",
            load=tuple(data.get("load", ())),
            cards=frozenset(range(len(data["cards"]))),
            lines=frozenset(map(frozenset, data["network"])),
            money=data["money"],
            pay=0,
            ship=False,
            landed=frozenset({at} if self.kind[at] == "port" else ()),
        )
        states = {state}
        for turn in range(1, data["horizon"] + 1):
            moved = {after for each in states for after in self.moves(each, turn)}
            if turn < data["horizon"]:
                states = {after for each in moved for after in self.builds(each)}
            if len(states) > self.most:
                reject()
        return self.best

    def moves(self, state: State, turn: int) -> set[State]:
        """Sail first if a ship is there, then move; at the end in a port hire a ship."""
        speed, hire = self.trains[state.train][0], self.rules.hire
        seen = {(each, speed) for each in {state, *(self.sails(state) if state.ship else ())}}
        stack = list(seen)
        while stack:
            here, left = stack.pop()
            for after, cost in self.steps(here, turn):
                if cost <= left and (after, left - cost) not in seen:
                    seen.add((after, left - cost))
                    stack.append((after, left - cost))
        ends = {each for each, _ in seen}
        for each in list(ends):
            if self.kind[each.at] == "port" and not each.ship and each.money >= hire:
                ends.add(each._replace(ship=True, money=each.money - hire))
        return ends

    def sails(self, state: State) -> Iterator[State]:
        layer, seen = {state.at}, {state.at}
        for _ in range(self.rules.ship):
            found = set()
            for here in layer:
                if here == state.at or self.kind[here] == "sea":
                    wet = {"sea"} if self.kind[here] == "port" else {"sea", "port"}
                    found |= {each for each in self.near[here] if self.kind[each] in wet}
            layer = found - seen
            seen |= layer
            for end in layer:
                if self.kind[end] == "port":
                    yield state._replace(at=end, ship=False, landed=state.landed | {end})
                else:
                    yield state._replace(at=end)

    def steps(self, state: State, turn: int) -> Iterator[tuple[State, int]]:
        for line in state.lines:
            if state.at in line:
                yield state._replace(at=next(iter(line - {state.at})), ship=False), 1
        if len(state.load) < self.trains[state.train][1]:
            for good in self.goods[state.at]:
                yield state._replace(load=tuple(sorted((*state.load, good)))), 0
        for good in set(state.load):
            rest = list(state.load)
            rest.remove(good)
            if self.kind[state.at] in ("small", "large"):
                yield state._replace(load=tuple(rest)), 0
            for number in state.cards:
                if {"good": good, "town": state.at} in self.data["cards"][number]:
                    pay = self.pay(state.at, good)
                    after = state._replace(
                        load=tuple(rest),
                        cards=state.cards - {number},
                        money=state.money + pay,
                        pay=state.pay + pay,
                    )
                    self.note(after, turn)
                    yield after, 0

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
        raise AssertionError(f"no {good}")

    def note(self, state: State, turn: int) -> None:
        earned = state.pay
        if self.data["aim"] == "money":
            earned = state.money - self.data["money"]
        self.best = max(self.best, Fraction(earned, turn))

    def builds(self, state: State) -> set[State]:
        """Upgrade any number of times, and build; all within the limit of a turn."""
        found = set()
        for train, cost in self.upgrades(state):
            room = self.trains[train][1]
            for load in set(combinations(state.load, min(room, len(state.load)))):
                after = state._replace(train=train, money=state.money - cost, load=load)
                found |= self.lays(after, self.rules.limit - cost)
        return found

    def upgrades(self, state: State) -> list[tuple[str, int]]:
        found = [(state.train, 0)]
        for train, cost in found:
            step = self.trains[train][2]
            prices = {step: self.rules.sideways, step + 1: self.rules.step}
            for other, (_, _, other_step) in self.trains.items():
                sum_ = cost + prices.get(other_step, state.money + 1)
                if other != train and sum_ <= min(state.money, self.rules.limit):
                    found += [(other, sum_)] * ((other, sum_) not in found)
        return found

    def lays(self, state: State, limit: int) -> set[State]:
        free = [
            link
            for link in self.links
            if link not in state.lines and all(self.kind[end] != "sea" for end in link)
        ]
        base = {end for line in state.lines for end in line} | state.landed
        bases = [base] if base else [{n} for n, kind in self.kind.items() if kind == "large"]
        found = {state}
        for size in range(1, len(free) + 1):
            for some in combinations(free, size):
                costs = [self.cost(frozenset(each), some) for each in bases]
                cost = min((each for each in costs if each is not None), default=None)
                if cost is not None and cost <= min(limit, state.money):
                    lines = state.lines | set(some)
                    found.add(state._replace(lines=lines, money=state.money - cost))
        return found

    def cost(self, base: frozenset[str], new: tuple[frozenset[str], ...]) -> int | None:
        """Return the least cost of new lines in any legal order, nothing if there is none."""
        if (base, new) not in self.costs:
            self.costs[base, new] = self._grow(base, Counter(), new)
        return self.costs[base, new]

    def _grow(
        self, reached: frozenset[str], out: Counter[str], new: tuple[frozenset[str], ...]
    ) -> int | None:
        if not new:
            return 0
        best = None
        for number, line in enumerate(new):
            for tail in line & reached:
                if self.kind[tail] == "large" and out[tail] == LINES_FROM_LARGE:
                    continue
                (head,) = line - {tail}
                rest = self._grow(
                    reached | {head}, out + Counter([tail]), new[:number] + new[number + 1 :]
                )
                if rest is not None:
                    cost = rest + COST[self.kind[head]] + RIVER * (line in self.rivers)
                    best = cost if best is None else min(best, cost)
        return best
