"""A referee for Island Rails: plans in the words of ``solve --json``, replayed by the rules.

Written from the rules alone; it shares no code with the toolkit, and reads names only.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from island_everything import BONUS, LYING, STANDARD, Rules
from island_lines import COST, LINES_FROM_LARGE, RIVER, TAKES, TOWNS


class Foul(Exception):
    """A rule is broken."""


class Misstated(Exception):
    """A figure is wrong."""


class Referee:
    """Follows one player's turns; every action is checked before it is carried out."""

    def __init__(
        self,
        board: dict[str, Any],
        data: dict[str, Any],
        start: str | None,
        rules: Rules = STANDARD,
    ) -> None:
        self.rules = rules
        self.trains = {name: figures for name, *figures in rules.trains}
        self.ships = {name: figures for name, *figures in rules.ships}
        self.points = {point.get("name") or str(point["id"]): point for point in board["points"]}
        name = {str(point["id"]): label for label, point in self.points.items()}
        self.links = {frozenset((name[str(a)], name[str(b)])) for a, b in board["links"]}
        self.rivers = {frozenset((name[str(a)], name[str(b)])) for a, b in board["rivers"]}
        self.lines = {frozenset(ends) for ends in data.get("network", ())}
        self.others = {
            frozenset(line): who for who, lines in data.get("others", {}).items() for line in lines
        }
        self.players = data.get("players", len(data.get("others", {})) + 1)
        self.bridges = data.get("bridges", False)
        self.at = start or data.get("at")
        self.money, self.train = data.get("money", 30), data.get("train", "A")
        self.load, self.cards = (
            list(data.get("load", ())),
            dict(enumerate(data.get("cards", ()), 1)),
        )
        self.own = dict(data["own_ship"]) if "own_ship" in data else None
        self.pile = data.get("ship", "ferry")
        self.hired = data.get("aboard", False)
        self.begins = self.at if self.at and self.kind(self.at) == "large" else None
        self.landed = {self.at} if self.at and self.kind(self.at) == "port" else set()
        self.lying = [(e["good"], e["town"], e["turns"]) for e in data.get("lying", ())]
        self.stock = dict(data.get("stock", {}))
        self.round = data.get("round")
        self.turn = self.income = self.spent = 0

    def kind(self, point: str) -> str:
        return str(self.points[point]["kind"])

    def must(self, rule: bool, what: object) -> None:
        if not rule:
            raise Foul(f"turn {self.turn}: {what}")

    def states(self, stated: int | None, true: int, what: str) -> None:
        if stated not in (None, true):
            raise Misstated(f"turn {self.turn}: {what} {true}, not {stated}")

    def play(self, turns: list[dict[str, Any]]) -> None:
        """Play all turns."""
        for turn in turns:
            self.begin()
            for action in turn["actions"]:
                self.do(action)
            self.states(turn.get("money"), self.money, "there is")

    def begin(self) -> None:
        """Begin a turn: full speed for the train, and for a ship that lies ready."""
        self.turn += 1
        for each in [each for each in self.lying if each[2] < self.turn]:
            self.lying.remove(each)
            self.give_back(each[0])
        self.left, self.built = self.trains[self.train][0], 0
        own = self.own is not None and self.own["at"] == self.at
        kind = self.pile if self.hired else self.own["kind"] if own and self.own else None
        self.knots = self.ships[kind][0] if kind else 0
        self.moved = self.boarded = self.building = False
        self.tolls: set[str] = set()
        self.out: dict[str, int] = {}
        self.begun: str | None = None

    def do(self, action: dict[str, Any]) -> None:
        """Carry out one action."""
        if self.turn == self.round == 1:
            self.must(action["do"] == "build", "the first round is building only")
        getattr(self, f"do_{action['do']}")(action)

    def pay(self, sum_: int) -> None:
        self.money -= sum_
        self.must(self.money >= 0, "no credit")

    def give_back(self, good: str) -> None:
        if good in self.stock:
            self.stock[good] += 1

    def do_move(self, action: dict[str, Any]) -> None:
        self.must(not (self.building or self.boarded), "moves too late")
        self.must(action["path"][0] == self.at, "starts where the train is not")
        afloat = self.hired or (self.own is not None and self.own["at"] == self.at)
        self.must(not (self.kind(self.at) == "sea" and afloat), "leaves the ship at sea")
        for a, b in pairwise(action["path"]):
            line = frozenset((a, b))
            who = self.others.get(line)
            self.must(line in self.lines or who is not None, f"no line {a}-{b}")
            if who is not None and who not in self.tolls:
                self.tolls.add(who)
                self.pay(self.rules.toll)
            self.left -= 1
        self.must(self.left >= 0, "too far")
        self.at, self.moved, self.hired, self.knots = action["path"][-1], True, False, 0

    def do_hire(self, action: dict[str, Any]) -> None:
        self.must(self.kind(self.at) == "port" and not self.building, "hires in a port")
        self.must(not self.boarded, "has hired a ship already")
        self.must(action["ship"] == self.pile, "another ship")
        hire = self.ships[self.pile][1]
        self.pay(hire)
        self.states(action.get("cost"), hire, "the hire is")
        self.hired = self.boarded = True
        self.knots = 0

    def do_sail(self, action: dict[str, Any]) -> None:
        path = action["path"]
        self.must(path[0] == self.at and not self.moved and not self.building, "sails first")
        self.must(not self.boarded, "sails the turn after")
        self.must(len(path) - 1 <= self.knots, "no ship, or too far")
        for number, (a, b) in enumerate(pairwise(path)):
            self.must(frozenset((a, b)) in self.links, f"{a} and {b} are no neighbours")
            self.must(number == 0 or self.kind(a) == "sea", "lands in between")
            kinds = {self.kind(a), self.kind(b)}
            self.must("sea" in kinds and kinds <= {"sea", "port"}, "sails over land")
        self.knots -= len(path) - 1
        self.at = path[-1]
        if not self.hired and self.own is not None:
            self.own["at"] = self.at
        if self.kind(self.at) == "port":
            self.landed.add(self.at)
            self.hired, self.knots = False, 0

    def do_load(self, action: dict[str, Any]) -> None:
        good = action["good"]
        lying = next((x for x in self.lying if x[:2] == (good, self.at)), None)
        if lying is not None:
            self.lying.remove(lying)
        else:
            self.must(good in self.points[self.at].get("goods", ()), f"no {good} in {self.at}")
            if good in self.stock:
                self.must(self.stock[good] > 0, f"no {good} is left")
                self.stock[good] -= 1
        self.load.append(good)
        room = self.trains[self.train][1]
        self.must(len(self.load) <= room and not self.building, "no room")

    def do_drop(self, action: dict[str, Any]) -> None:
        self.must(not self.building, "handled after building")
        self.must(self.kind(self.at) in TOWNS, "goods lie in towns")
        self.must(action["good"] in self.load, "not aboard")
        self.load.remove(action["good"])
        self.lying.append((action["good"], self.at, self.turn + LYING - 1))

    def do_deliver(self, action: dict[str, Any]) -> None:
        good = action["good"]
        self.must(good in self.load and not self.building, "not aboard")
        self.must(action.get("town") in (None, self.at), "not where the train is")
        offer = {"good": good, "town": self.at}
        number = action.get("card")
        able = [each for each, card in self.cards.items() if offer in card]
        self.must(bool(able) if number is None else number in able, "not asked for here")
        del self.cards[able[0] if number is None else number]
        self.load.remove(good)
        self.give_back(good)
        pay = self.price(good)
        self.money += pay
        self.income += pay
        self.states(action.get("pay"), pay, "pays")

    def price(self, good: str) -> int:
        """Measure with a ruler: the nearest source, and the fewest crossings on the way."""
        ways, steps = {self.at: 0}, 0
        seen = set(ways)
        while True:
            done = [n for at, n in ways.items() if good in self.points[at].get("goods", ())]
            if done:
                return steps + min(done) + BONUS.get(good, 0)
            found: dict[str, int] = {}
            for a, crossed in ways.items():
                for link in self.links:
                    if a in link:
                        (b,) = link - {a}
                        if b not in seen:
                            more = crossed + (self.kind(b) == "sea" != self.kind(a))
                            found[b] = min(found.get(b, more), more)
            seen |= found.keys()
            ways, steps = found, steps + 1
            self.must(bool(ways), f"no {good} anywhere")

    def do_build(self, action: dict[str, Any]) -> None:
        total = sum(self.draw(a, b) for a, b in pairwise(action["path"]))
        self.states(action.get("cost"), total, "costs")

    def draw(self, a: str, b: str) -> int:
        """Draw one line, and return its cost."""
        line = frozenset((a, b))
        self.must(line in self.links, f"{a} and {b} are no neighbours")
        self.must(line not in self.lines and line not in self.others, "a second line")
        at_sea = "sea" in (self.kind(a), self.kind(b))
        self.must(self.bridges or not at_sea, "no bridges")
        if self.comes_from(b, a):
            a, b = b, a
        for place in (a, b):
            self.keeps_a_way(place, line)
        self.out[a] = self.out.get(a, 0) + 1
        large = self.kind(a) == "large"
        self.must(not large or self.out[a] <= LINES_FROM_LARGE, "three lines out")
        cost = COST[self.kind(b)] + RIVER * (line in self.rivers)
        self.lines.add(line)
        self.spend(cost)
        return cost

    def comes_from(self, b: str, a: str) -> bool:
        """Whether a line that is said to begin in ``a`` can begin in ``b`` only."""
        bases = {end for each in self.lines for end in each} | self.landed
        if a in bases:
            return False
        clipper = self.own is not None and self.own["kind"] == "clipper"
        if clipper and self.kind(a) == "port" and self.begun in (None, a):
            self.begun = a
            self.landed.add(a)
            return False
        if bases:
            self.must(b in bases, "begins nowhere")
            return True
        self.must(self.kind(a) == "large", "the first line starts at a large town")
        self.must(self.begins in (None, a), "the first line starts where the train began")
        return False

    def keeps_a_way(self, place: str, line: frozenset[str]) -> None:
        """Places take so many players, and those who may still come keep a way in."""
        if self.kind(place) not in (*TOWNS, "port"):
            return
        guests = {who for each, who in self.others.items() if place in each}
        room = min(self.players, TAKES.get(self.kind(place), self.players)) - len(guests) - 1
        mine = any(place in each for each in self.lines)
        self.must(mine or room >= 0, f"{place} is full")
        ways = {
            each
            for each in self.links
            if place in each and (self.bridges or all(self.kind(end) != "sea" for end in each))
        }
        left = ways - self.lines - self.others.keys() - {line}
        self.must(bool(left) or room <= 0 or not mine or line not in ways, "walls others off")

    def do_upgrade(self, action: dict[str, Any]) -> None:
        step, other = self.trains[self.train][2], self.trains[action["train"]][2]
        self.must(other - step in (0, 1) and action["train"] != self.train, "no such upgrade")
        cost = self.rules.step if other > step else self.rules.sideways
        self.spend(cost)
        self.states(action.get("cost"), cost, "the upgrade costs")
        self.train = action["train"]
        room = self.trains[self.train][1]
        lost = action.get("lose", self.load[-1] if self.load else "")
        if len(self.load) > room:
            self.must(lost in self.load, "what is not aboard cannot go overboard")
            self.load.reverse()
            self.load.remove(lost)
            self.load.reverse()
            self.give_back(lost)
        else:
            self.must("lose" not in action, "nothing goes overboard")

    def do_buy(self, action: dict[str, Any]) -> None:
        ship = action["ship"]
        if ship == "clipper":
            self.must(self.own is not None and self.own["kind"] == "ferry", "of an own ferry")
            port = self.own["at"] if self.own else ""
        else:
            port = action["port"]
            self.must(self.own is None, "has a ship")
            self.must(self.kind(port) == "port", "ships are built in ports")
            self.must(any(port in each for each in self.lines), "the port is not joined")
        price = self.ships[ship][2]
        self.spend(price)
        self.states(action.get("cost"), price, "the ship costs")
        self.own = {"kind": ship, "at": port}

    def spend(self, sum_: int) -> None:
        self.building = True
        self.built += sum_
        self.spent += sum_
        self.must(self.built <= self.rules.limit, f"more than {self.rules.limit} in a turn")
        self.pay(sum_)
