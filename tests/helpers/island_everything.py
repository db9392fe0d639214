"""Every delivery plan of Island Rails there is, written from the rules alone.

States are turned into numbers, and what a turn can lead to is remembered, so that thousands of
tiny boards can be tried. Left out are only states from which nothing can be gained any more:
those in which all that the cards still pay would not be enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from island_lines import TOWNS, Lines, TooMany

LYING = 4
"""Rounds after which a good that lies in a town is gone."""
BONUS = {"gold": 1, "textiles": 2}


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


class Train(NamedTuple):
    """Where the train is, what it carries, and all else that a move can change.

    ``cards`` and ``landed`` are sets as bits. ``ship``: one is hired. ``own`` is the own ship and
    where it is. ``lying`` has goods in towns and the turns for which they are still there;
    ``stock`` the pieces that the sources still have of the goods that are scarce.
    """

    at: int
    load: tuple[str, ...]
    cards: int
    ship: bool
    own: tuple[str, int] | None
    landed: int
    lying: tuple[tuple[str, int, int], ...]
    stock: tuple[tuple[str, int], ...]


class Works(NamedTuple):
    """What is built: the kind of train, and the own lines as bits."""

    train: str
    lines: int


State = tuple[Train, Works]

End = tuple[Train, int, int, int]
"""Where a move ends: what it gains, the money it needs at its start, what is paid for goods."""

Mark = tuple[int, int, int]
"""The same at the moment of a delivery."""


class Everything:
    """Every turn that the rules allow; positions with too many are refused."""

    def __init__(self, data: dict[str, Any], rules: Rules = STANDARD, most: int = 60_000) -> None:
        self.data, self.rules, self.most = data, rules, most
        self.leaves = False
        """Whether goods are left in towns to be fetched again."""
        self.trains = {name: figures for name, *figures in rules.trains}
        self.ships = {name: figures for name, *figures in rules.ships}
        self.pile = self.ships[data.get("ship", "ferry")]
        self.lines = Lines(data, rules.limit)
        self.names, self.kind = self.lines.names, self.lines.kind
        index = {name: number for number, name in enumerate(self.names)}
        points = {point["id"]: point.get("goods", []) for point in data["board"]["points"]}
        self.goods = [points[name] for name in self.names]
        self.cards = [
            [(offer["good"], index[offer["town"]]) for offer in card] for card in data["cards"]
        ]
        self.start = index[data["at"]]
        self.pays = {offer: self.pay(*offer) for card in self.cards for offer in card}
        self.left = [self._left(cards) for cards in range(1 << len(self.cards))]
        self.index = index
        self.aim, self.first = data.get("aim", "money"), data["money"]
        self.target = data.get("target")
        self.best = Fraction(0)
        self.most_money: dict[int, int] = {}
        """With a target: the most money there can be at the end of each turn."""
        self._moved: dict[tuple[Train, Works, bool], tuple[list[End], list[Mark]]] = {}
        self._wanted: dict[tuple[int, str], int] = {}
        self._built: dict[Any, list[tuple[str, tuple[str, ...], Any, int, int, int]]] = {}
        self.work = 0

    def _left(self, cards: int) -> int:
        """Upper bound on the pay of these cards."""
        return sum(
            max(self.pays[offer] for offer in card)
            for number, card in enumerate(self.cards)
            if cards >> number & 1
        )

    def pay(self, good: str, town: int) -> int:
        """Return the distance, what is added for the good and for each crossing.

        Of the shortest ways one with the fewest crossings counts.
        """
        ways = {town: 0}
        seen = {town}
        for steps in range(len(self.names)):
            done = [crossed for at, crossed in ways.items() if good in self.goods[at]]
            if done:
                return steps + min(done) + BONUS.get(good, 0)
            found: dict[int, int] = {}
            for a, crossed in ways.items():
                for b, _ in self.lines.near[a]:
                    if b not in seen:
                        more = crossed + (self.kind[b] == "sea" and self.kind[a] != "sea")
                        found[b] = min(found.get(b, more), more)
            seen |= found.keys()
            ways = found
        raise AssertionError(f"no {good}")

    def begin(self) -> State:
        """Return the position as it is given."""
        data, at = self.data, self.start
        own = data.get("own_ship")
        lying = ((e["good"], self.index[e["town"]], e["turns"]) for e in data.get("lying", ()))
        train = Train(
            at=at,
            load=tuple(sorted(data.get("load", ()))),
            cards=(1 << len(self.cards)) - 1,
            ship=data.get("aboard", False),
            own=(own["kind"], self.index[own["at"]]) if own else None,
            landed=1 << at if self.kind[at] == "port" else 0,
            lying=tuple(sorted(lying)),
            stock=tuple(sorted(data.get("stock", {}).items())),
        )
        return train, Works(data.get("train", "A"), self.lines.own)

    def run(self) -> Fraction:
        """Value of the best plan: per turn, or by the end of the horizon.

        With a target: the turns that are left from the earliest with the sum on.
        """
        target, horizon = self.target, self.data["horizon"]
        if target is not None and self.first >= target:
            return Fraction(horizon + 1)
        states: dict[State, list[tuple[int, int]]] = {self.begin(): [(self.first, 0)]}
        for turn in range(1, horizon + 1):
            moved: dict[State, list[tuple[int, int]]] = {}
            first = turn == self.data.get("round")
            for (train, works), sums in states.items():
                if first:
                    moved[train, works] = sums
                else:
                    self._move(train, works, sums, turn, moved)
            if target is not None and self.most_money.get(turn, -1) >= target:
                return Fraction(horizon + 1 - turn)
            if turn == horizon:
                break
            states = {}
            for (train, works), sums in moved.items():
                self._build(train, works, sums, turn, states)
        return Fraction(0) if target is not None else self.best

    def _move(
        self,
        train: Train,
        works: Works,
        sums: list[tuple[int, int]],
        turn: int,
        moved: dict[State, list[tuple[int, int]]],
    ) -> None:
        last = turn == self.data["horizon"]
        key = train, works, last
        if key not in self._moved:
            self._moved[key] = self.moves(train, works, last=last)
        ends, marks = self._moved[key]
        for money, paid in sums:
            for gain, need, earned in marks:
                if need <= money:
                    self._note(money + gain, paid + earned, turn)
            if last and self.target is None:
                continue
            for end, gain, need, earned in ends:
                if need > money:
                    continue
                self.most_money[turn] = max(self.most_money.get(turn, 0), money + gain)
                if not last and self._hopes(end, money + gain, paid + earned, turn):
                    later = self.aged(end) if end.lying else end
                    _keep(moved.setdefault((later, works), []), money + gain, paid + earned)

    def aged(self, train: Train) -> Train:
        """Let a round go by for the goods in towns; what has lain too long is put back."""
        lying = [(good, town, turns - 1) for good, town, turns in train.lying]
        then = train._replace(lying=tuple(each for each in lying if each[2]))
        for good, _, turns in lying:
            then = then if turns else self.given_back(then, good)
        return then

    def _note(self, money: int, paid: int, turn: int) -> None:
        if self.target is not None:
            return
        earned = paid if self.aim == "income" else money - self.first
        value = Fraction(earned, 1 if self.aim == "total" else turn)
        if value > self.best:
            self.best = value

    def _hopes(self, train: Train, money: int, paid: int, turn: int) -> bool:
        """Whether the cards that are left could still lead to more than is known."""
        left = self.left[train.cards]
        if not left:
            return False
        if self.target is not None:
            return money + left >= self.target
        earned = paid if self.aim == "income" else money - self.first
        turns = 1 if self.aim == "total" else turn + 1
        return (earned + left) * self.best.denominator > self.best.numerator * turns

    # Moving -------------------------------------------------------------------------------

    def moves(self, train: Train, works: Works, *, last: bool) -> tuple[list[End], list[Mark]]:
        """Sail first if a ship is there, then move; at the end in a port hire a ship.

        In the last turn no ship is hired. One case for each way to move, in the rulebook's order.
        """
        speed, room = self.trains[works.train][:2]
        toll, hire = self.rules.toll, self.pile[1]
        lines = works.lines
        seen: dict[tuple[Train, frozenset[str]], list[tuple[int, int, int]]] = {}
        marks: list[Mark] = []
        stack: list[tuple[Train, frozenset[str], int, int, int]] = []

        def reach(then: Train, tolls: frozenset[str], left: int, earned: int, need: int) -> None:
            known = seen.setdefault((then, tolls), [])
            for a, b, c in known:
                if a >= left and b >= earned and c <= need:
                    return
            known[:] = [e for e in known if not (left >= e[0] and earned >= e[1] and need <= e[2])]
            known.append((left, earned, need))
            stack.append((then, tolls, left, earned, need))

        for first in (train, *self.sails(train)):
            reach(first, frozenset(), speed, 0, 0)
        while stack:
            here, tolls, left, earned, need = stack.pop()
            at_sea = self.kind[here.at] == "sea"
            afloat = at_sea and (here.ship or (here.own is not None and here.own[1] == here.at))
            if left and not afloat:
                for there, number in self.lines.near[here.at]:
                    owner = self.lines.owner.get(number)
                    then = here._replace(at=there, ship=False)
                    if lines >> number & 1:
                        reach(then, tolls, left - 1, earned, need)
                    elif owner is not None:
                        paid = tolls | {owner}
                        least = max(need, toll * len(paid) - earned)
                        reach(then, paid, left - 1, earned, least)
            for then, more in self.handled(here, room):
                reach(then, tolls, left, earned + more, need)
                if more:
                    earned_now = earned + more
                    marks.append((earned_now - toll * len(tolls), need, earned_now))
            self.work += 1
            if self.work > self.most:
                raise TooMany
        ends: dict[Train, list[tuple[int, int, int]]] = {}
        for (end, tolls), labels in seen.items():
            for _, earned, need in labels:
                gain = earned - toll * len(tolls)
                _pareto(ends.setdefault(end, []), (gain, need, earned))
                if self.kind[end.at] == "port" and not end.ship and not last:
                    least = max(need, hire - gain)
                    hired = end._replace(ship=True)
                    _pareto(ends.setdefault(hired, []), (gain - hire, least, earned))
        best: list[Mark] = []
        for mark in marks:
            _pareto(best, mark)
        return [(end, *label) for end, labels in ends.items() for label in labels], best

    def sails(self, train: Train) -> Iterator[Train]:
        """Positions of a ship that lies ready; a hired one goes before the own one."""
        own = None if train.ship or train.own is None or train.own[1] != train.at else train.own
        if not train.ship and own is None:
            return
        speed = self.ships[own[0]][0] if own else self.pile[0]
        for end in self.lines.sailed(train.at, speed):
            there = train._replace(at=end, own=(own[0], end) if own else train.own)
            if self.kind[end] == "port":
                there = there._replace(ship=False, landed=train.landed | 1 << end)
            yield there

    def handled(self, here: Train, room: int) -> Iterator[tuple[Train, int]]:
        """States after loading, leaving or delivering one good, with the pay."""
        if len(here.load) < room:
            yield from self.loaded(here)
        for good in dict.fromkeys(here.load):
            at = here.load.index(good)
            less = here.load[:at] + here.load[at + 1 :]
            if self.kind[here.at] in TOWNS:
                lying = here.lying
                if self.worth_leaving(here, good):
                    lying = tuple(sorted((*lying, (good, here.at, LYING))))
                yield here._replace(load=less, lying=lying), 0
            offer = good, here.at
            for number, card in enumerate(self.cards):
                if here.cards >> number & 1 and offer in card:
                    then = here._replace(load=less, cards=here.cards & ~(1 << number))
                    yield self.given_back(then, good), self.pays[offer]

    def loaded(self, here: Train) -> Iterator[tuple[Train, int]]:
        stock = dict(here.stock)
        for good in self.goods[here.at]:
            left = stock.get(good, 1)
            if left and here.load.count(good) < self.wanted(here, good):
                then = here._replace(load=tuple(sorted((*here.load, good))))
                if good in stock:
                    then = then._replace(stock=tuple(sorted({**stock, good: left - 1}.items())))
                yield then, 0
        for number, (good, town, _) in enumerate(here.lying):
            if town == here.at:
                rest = here.lying[:number] + here.lying[number + 1 :]
                yield here._replace(lying=rest, load=tuple(sorted((*here.load, good)))), 0

    def given_back(self, here: Train, good: str) -> Train:
        stock = dict(here.stock)
        if good not in stock:
            return here
        stock[good] += 1
        return here._replace(stock=tuple(sorted(stock.items())))

    def wanted(self, here: Train, good: str) -> int:
        """Pieces of a good that the cards still ask for."""
        key = here.cards, good
        if key not in self._wanted:
            asked = [any(offer[0] == good for offer in card) for card in self.cards]
            self._wanted[key] = sum(
                here.cards >> number & 1 for number, asks in enumerate(asked) if asks
            )
        return self._wanted[key]

    def worth_leaving(self, here: Train, good: str) -> bool:
        """Whether a piece that is left here could be wanted, and is not there anyway."""
        if not self.leaves:
            return False
        scarce = any(good == each for each, _ in here.stock)
        there = sum(each[:2] == (good, here.at) for each in here.lying)
        return scarce or (good not in self.goods[here.at] and there < self.wanted(here, good))

    # Building -----------------------------------------------------------------------------

    def _build(
        self,
        train: Train,
        works: Works,
        sums: list[tuple[int, int]],
        turn: int,
        states: dict[State, list[tuple[int, int]]],
    ) -> None:
        key = train.load, train.own, train.landed, works, turn == self.data.get("round")
        if key not in self._built:
            self._built[key] = list(self.builds(*key))
        for kind, load, own, lines, landed, cost in self._built[key]:
            then = train._replace(load=load, own=own, landed=landed)
            if len(load) < len(train.load):
                for good in set(train.load):
                    for _ in range(train.load.count(good) - load.count(good)):
                        then = self.given_back(then, good)
            for money, paid in sums:
                if cost <= money and self._hopes(then, money - cost, paid, turn):
                    after = then, Works(kind, lines)
                    _keep(states.setdefault(after, []), money - cost, paid)

    def builds(
        self,
        load: tuple[str, ...],
        own: tuple[str, int] | None,
        landed: int,
        works: Works,
        first: bool,
    ) -> Iterator[tuple[str, tuple[str, ...], Any, int, int, int]]:
        """Upgrade any number of times, build and buy ships; all within the limit of a turn.

        In the ``first`` round only lines are built.
        """
        if first:
            for lines, cost in self.lines.lays(works.lines, landed, clipper=False):
                yield works.train, load, own, lines, landed, cost
            return
        found: dict[Any, int] = {}
        limit = self.rules.limit
        for kind, price in self.upgrades(works.train):
            room = self.trains[kind][1]
            loads = set(combinations(load, min(room, len(load))))
            for ship, spent in self.purchases(own, works.lines, limit - price):
                clipper = ship is not None and ship[0] == "clipper"
                most = limit - price - spent
                for lines, cost in self.lines.lays(works.lines, landed, clipper=clipper):
                    if cost > most:
                        continue
                    for later, more in self.purchases(ship, lines, most - cost):
                        total = price + spent + cost + more
                        for each in loads:
                            key = kind, each, later, lines, landed
                            found[key] = min(found.get(key, total), total)
        for key, total in found.items():
            yield (*key, total)

    def upgrades(self, train: str) -> list[tuple[str, int]]:
        """Return the trains that can be had in a turn, and for how much."""
        found = [(train, 0)]
        for name, cost in found:
            step = self.trains[name][2]
            prices = {step: self.rules.sideways, step + 1: self.rules.step}
            for other, (_, _, other_step) in self.trains.items():
                if other != name and other_step in prices:
                    total = cost + prices[other_step]
                    if total <= self.rules.limit and (other, total) not in found:
                        found.append((other, total))
        return found

    def purchases(
        self, own: tuple[str, int] | None, lines: int, limit: int
    ) -> list[tuple[tuple[str, int] | None, int]]:
        """Return the own ships that can be had: a ferry in a port that is joined, its clipper."""
        found = [(own, 0)]
        for ship, spent in found:
            if ship is None:
                new = [("ferry", port) for port in self.lines.joined(lines, "port")]
            else:
                new = [("clipper", ship[1])] if ship[0] == "ferry" else []
            for each in new:
                total = spent + self.ships[each[0]][2]
                if total <= limit:
                    found.append((each, total))
        return found


def _keep(sums: list[tuple[int, int]], money: int, paid: int) -> None:
    """Keep of sums those that no other beats in money and in pay."""
    for a, b in sums:
        if a >= money and b >= paid:
            return
    sums[:] = [each for each in sums if not (money >= each[0] and paid >= each[1])]
    sums.append((money, paid))


def _pareto(labels: list[tuple[int, int, int]], new: tuple[int, int, int]) -> None:
    """Keep of labels those with the most gain and pay for the least need."""
    gain, need, earned = new
    for a, b, c in labels:
        if a >= gain and b <= need and c >= earned:
            return
    labels[:] = [e for e in labels if not (gain >= e[0] and need <= e[1] and earned >= e[2])]
    labels.append(new)
