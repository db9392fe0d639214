"""Every delivery plan of Island Rails there is, written from the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

COST = {
    "plain": 1,
    "mountain": 2,
    "alpine": 5,
    "port": 2,
    "small": 3,
    "medium": 3,
    "large": 5,
    "sea": 10,
}
TOWNS = ("small", "medium", "large")
TAKES = {"small": 2, "port": 2, "medium": 3}
RIVER, LINES_FROM_LARGE, LYING = 2, 2, 4


MANY_LINKS = 6
"""Every subset of the links that are free is tried, in every order."""


class TooMany(Exception):
    """A position has more plans than there is time for."""


class Rules(NamedTuple):
    """What the two titles of the tests differ in; trains have speed, room and step."""

    limit: int = 20
    step: int = 20
    sideways: int = 5
    toll: int = 2
    ships: tuple[tuple[str, int, int, int], ...] = (("ferry", 9, 2, 20), ("clipper", 12, 3, 20))
    trains: tuple[tuple[str, int, int, int], ...] = (
        ("A", 6, 2, 1),
        ("B-6", 6, 3, 2),
        ("B-9", 9, 2, 2),
        ("C-9", 9, 3, 3),
    )


STANDARD = Rules()

Lines = frozenset[frozenset[str]]


class State(NamedTuple):
    """What a turn leaves behind; ``ship``: one is hired, ``landed``: where ships have been.

    ``own`` is the own ship and where it is; ``lying`` has goods left in towns, and the last
    turn in which they are there.
    """

    at: str
    train: str
    load: tuple[str, ...]
    cards: frozenset[int]
    lines: Lines
    money: int
    pay: int
    ship: bool
    landed: frozenset[str]
    own: tuple[str, str] | None
    lying: tuple[tuple[str, str, int], ...]


class Everything:
    """Every turn that the rules allow; positions with too many are refused."""

    def __init__(self, data: dict[str, Any], rules: Rules = STANDARD, most: int = 1500) -> None:
        self.data, self.rules, self.most = data, rules, most
        self.trains = {name: figures for name, *figures in rules.trains}
        self.ships = {name: figures for name, *figures in rules.ships}
        self.pile = self.ships[data.get("ship", "ferry")]
        points = data["board"]["points"]
        self.kind = {point["id"]: point["kind"] for point in points}
        self.goods = {point["id"]: point.get("goods", []) for point in points}
        self.links = [frozenset(ends) for ends in data["board"]["links"]]
        self.rivers = {frozenset(ends) for ends in data["board"]["rivers"]}
        self.near: dict[str, set[str]] = {name: set() for name in self.kind}
        for a, b in data["board"]["links"]:
            self.near[a].add(b)
            self.near[b].add(a)
        self.owner = {
            frozenset(line): name
            for name, lines in data.get("others", {}).items()
            for line in lines
        }
        self.players = data.get("players", len(data.get("others", {})) + 1)
        self.costs: dict[Any, int | None] = {}
        self.best = Fraction(0)
        self.most_money: dict[int, int] = {}
        """The most money there can be at the end of each turn."""

    def run(self) -> Fraction:
        """Return what the best plan earns: a turn, or by the end of the horizon."""
        data, at = self.data, self.data["at"]
        own = data.get("own_ship")
        state = State(
            at=at,
            train=data.get("train", "A"),
            load=tuple(sorted(data.get("load", ()))),
            cards=frozenset(range(len(data["cards"]))),
            lines=frozenset(map(frozenset, data["network"])),
            money=data["money"],
            pay=0,
            ship=data.get("aboard", False),
            landed=frozenset({at} if self.kind[at] == "port" else ()),
            own=(own["kind"], own["at"]) if own else None,
            lying=tuple(
                sorted(
                    (each["good"], each["town"], each["turns"]) for each in data.get("lying", ())
                )
            ),
        )
        states = {state}
        for turn in range(1, data["horizon"] + 1):
            there = {self.without_old(each, turn) for each in states}
            moved = self.richest(after for each in there for after in self.moves(each, turn))
            self.most_money[turn] = max(each.money for each in moved)
            if turn < data["horizon"]:
                states = self.richest(after for each in moved for after in self.builds(each))
        if data["aim"] == "total":
            return Fraction(max(data["money"], *self.most_money.values()) - data["money"])
        return self.best

    def richest(self, states: Iterator[State]) -> set[State]:
        """Keep of states that differ in money alone the richest."""
        found: dict[State, int] = {}
        income = self.data["aim"] == "income"
        for each in states:
            key = each._replace(money=0) if income else each._replace(money=0, pay=0)
            found[key] = max(found.get(key, 0), each.money)
            if len(found) > self.most:
                raise TooMany
        return {key._replace(money=money) for key, money in found.items()}

    def without_old(self, state: State, turn: int) -> State:
        return state._replace(lying=tuple(each for each in state.lying if each[2] >= turn))

    def moves(self, state: State, turn: int) -> set[State]:
        """Sail first if a ship is there, then move; at the end in a port hire a ship."""
        speed, hire = self.trains[state.train][0], self.pile[1]
        begin = {state, *self.sails(state)}
        seen = {(each, speed, frozenset[str]()) for each in begin}
        stack = list(seen)
        while stack:
            here, left, paid = stack.pop()
            for after, cost, owner in self.steps(here, turn):
                tolls = paid
                if owner is not None and owner not in paid:
                    if after.money < self.rules.toll:
                        continue
                    after = after._replace(money=after.money - self.rules.toll)
                    tolls = paid | {owner}
                if cost <= left and (after, left - cost, tolls) not in seen:
                    seen.add((after, left - cost, tolls))
                    stack.append((after, left - cost, tolls))
            if len(seen) > 20 * self.most:
                raise TooMany
        ends = {each for each, _, _ in seen}
        for each in list(ends):
            if self.kind[each.at] == "port" and not each.ship and each.money >= hire:
                ends.add(each._replace(ship=True, money=each.money - hire))
        return ends

    def sails(self, state: State) -> Iterator[State]:
        """Yield where a ship that lies ready can be; a hired one goes before the own one."""
        own = not state.ship and state.own is not None and state.own[1] == state.at
        if not (state.ship or own):
            return
        assert state.own is not None or state.ship
        speed = self.ships[state.own[0]][0] if own and state.own else self.pile[0]
        layer, seen = {state.at}, {state.at}
        for _ in range(speed):
            found = set()
            for here in layer:
                if here == state.at or self.kind[here] == "sea":
                    wet = {"sea"} if self.kind[here] == "port" else {"sea", "port"}
                    found |= {each for each in self.near[here] if self.kind[each] in wet}
            layer = found - seen
            seen |= layer
            for end in layer:
                there = state._replace(at=end)
                if own and state.own:
                    there = there._replace(own=(state.own[0], end))
                if self.kind[end] == "port":
                    there = there._replace(ship=False, landed=state.landed | {end})
                yield there

    def steps(self, state: State, turn: int) -> Iterator[tuple[State, int, str | None]]:
        """Yield what follows, the points it takes, and whose line it goes over."""
        at_sea = self.kind[state.at] == "sea"
        if not (at_sea and (state.ship or (state.own and state.own[1] == state.at))):
            for there in self.near[state.at]:
                line = frozenset({state.at, there})
                owner = self.owner.get(line)
                if line in state.lines or owner is not None:
                    yield state._replace(at=there, ship=False), 1, owner
        if len(state.load) < self.trains[state.train][1]:
            for good in self.goods[state.at]:
                if state.load.count(good) < self.wanted(state, good):
                    yield state._replace(load=tuple(sorted((*state.load, good)))), 0, None
            for number, (good, town, _) in enumerate(state.lying):
                if town == state.at:
                    rest = state.lying[:number] + state.lying[number + 1 :]
                    after = state._replace(lying=rest, load=tuple(sorted((*state.load, good))))
                    yield after, 0, None
        for good in set(state.load):
            left = list(state.load)
            left.remove(good)
            if self.kind[state.at] in TOWNS:
                lying = state.lying
                if self.worth_leaving(state, good):
                    lying = tuple(sorted((*lying, (good, state.at, turn + LYING - 1))))
                yield state._replace(load=tuple(left), lying=lying), 0, None
            for number in state.cards:
                if {"good": good, "town": state.at} in self.data["cards"][number]:
                    pay = self.pay(state.at, good)
                    after = state._replace(
                        load=tuple(left),
                        cards=state.cards - {number},
                        money=state.money + pay,
                        pay=state.pay + pay,
                    )
                    self.note(after, turn)
                    yield after, 0, None

    def wanted(self, state: State, good: str) -> int:
        """Return how many pieces of a good the cards still ask for."""
        cards = (self.data["cards"][number] for number in state.cards)
        return sum(any(offer["good"] == good for offer in card) for card in cards)

    def worth_leaving(self, state: State, good: str) -> bool:
        """Return whether a good that is left here can ever be of use: there are not enough."""
        there = sum(each[0] == good for each in state.lying) + state.load.count(good)
        most = self.wanted(state, good) + len(self.data.get("lying", ()))
        return good not in self.goods[state.at] and there <= most

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
        """Upgrade any number of times, build and buy ships; all within the limit of a turn."""
        found = set()
        for train, cost in self.upgrades(state):
            room = self.trains[train][1]
            for load in set(combinations(state.load, min(room, len(state.load)))):
                after = state._replace(train=train, money=state.money - cost, load=load)
                found |= self.lays_and_ships(after, self.rules.limit - cost)
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

    def lays_and_ships(self, state: State, limit: int) -> set[State]:
        """Build lines, and buy a ferry or a clipper, before or after."""
        found = set()
        for first, left in self.purchases(state, limit):
            for laid in self.lays(first, left):
                spent = first.money - laid.money
                found |= {each for each, _ in self.purchases(laid, left - spent)}
        return found

    def purchases(self, state: State, limit: int) -> list[tuple[State, int]]:
        found = [(state, limit)]
        for each, left in found:
            if each.own is None:
                joined = {end for line in each.lines for end in line if self.kind[end] == "port"}
                ships = [("ferry", port) for port in joined]
            else:
                ships = [("clipper", each.own[1])] if each.own[0] == "ferry" else []
            for kind, port in ships:
                price = self.ships[kind][2]
                if price <= min(left, each.money):
                    after = each._replace(own=(kind, port), money=each.money - price)
                    found.append((after, left - price))
        return found

    def lays(self, state: State, limit: int) -> set[State]:
        bridges = self.data.get("bridges", False)
        free = [
            link
            for link in self.links
            if link not in state.lines
            and link not in self.owner
            and (bridges or all(self.kind[end] != "sea" for end in link))
        ]
        base = {end for line in state.lines for end in line} | state.landed
        bases = [base] if base else [{n} for n, kind in self.kind.items() if kind == "large"]
        if state.own and state.own[0] == "clipper":
            ports = [name for name, kind in self.kind.items() if kind == "port"]
            bases += [each | {port} for each in bases for port in ports]
        if len(free) > MANY_LINKS:
            raise TooMany
        found = {state}
        for size in range(1, len(free) + 1):
            for some in combinations(free, size):
                if not self.leaves_ways(state.lines, some):
                    continue
                costs = [self.cost(frozenset(each), some) for each in bases]
                cost = min((each for each in costs if each is not None), default=None)
                if cost is not None and cost <= min(limit, state.money):
                    lines = state.lines | set(some)
                    found.add(state._replace(lines=lines, money=state.money - cost))
        return found

    def leaves_ways(self, lines: Lines, new: tuple[frozenset[str], ...]) -> bool:
        """Return whether places have room for the player, and the others keep a way in."""
        for place, kind in self.kind.items():
            if kind not in (*TOWNS, "port") or not any(place in line for line in new):
                continue
            guests = {who for line, who in self.owner.items() if place in line}
            room = min(self.players, TAKES.get(kind, self.players)) - len(guests) - 1
            joined = any(place in line for line in lines)
            if room < 0 and not joined:
                return False
            ways = [
                frozenset({place, each}) for each in self.near[place] if self.kind[each] != "sea"
            ]
            drawn = sum(way in new for way in ways)
            free = sum(way not in lines and way not in self.owner for way in ways)
            if room > 0 and drawn == free and drawn > (0 if joined else 1):
                return False
        return True

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
