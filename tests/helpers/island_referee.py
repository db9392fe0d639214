"""A referee for Island Rails: plans in the words of ``solve --json``, replayed by the rules.

Written from the rules alone; it shares no code with the toolkit, and reads names only.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

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
TRAINS = {"A": (6, 2, 1), "B-6": (6, 3, 2), "B-9": (9, 2, 2), "C-9": (9, 3, 3)}
SHIPS = {"ferry": (9, 2), "clipper": (12, 3)}
LIMIT, RIVER, TOLL = 20, 2, 2


class Foul(Exception):
    """A rule is broken."""


class Referee:
    """Follows one player's turns; every action is checked before it is carried out."""

    def __init__(self, board: dict[str, Any], data: dict[str, Any], start: str | None) -> None:
        self.points = {point.get("name") or str(point["id"]): point for point in board["points"]}
        name = {str(point["id"]): label for label, point in self.points.items()}
        self.links = {frozenset((name[str(a)], name[str(b)])) for a, b in board["links"]}
        self.rivers = {frozenset((name[str(a)], name[str(b)])) for a, b in board["rivers"]}
        self.lines = {frozenset(ends) for ends in data.get("network", ())}
        self.others = {
            frozenset(line): who for who, lines in data.get("others", {}).items() for line in lines
        }
        self.at = start or data.get("at")
        self.money, self.train = data.get("money", 30), data.get("train", "A")
        self.load, self.cards = (
            list(data.get("load", ())),
            dict(enumerate(data.get("cards", ()), 1)),
        )
        self.own = dict(data["own_ship"]) if "own_ship" in data else None
        self.pile = data.get("ship", "ferry")
        self.hired = data.get("aboard", False)
        self.landed = {self.at} if self.at and self.kind(self.at) == "port" else set()
        self.lying: list[tuple[str, str, int]] = []
        self.turn = self.income = self.spent = 0

    def kind(self, point: str) -> str:
        return str(self.points[point]["kind"])

    def must(self, rule: bool, what: object) -> None:
        if not rule:
            raise Foul(f"turn {self.turn}: {what}")

    def play(self, turns: list[dict[str, Any]]) -> None:
        """Play all turns."""
        for turn in turns:
            self.turn += 1
            self.left, self.built = TRAINS[self.train][0], 0
            own = self.own is not None and self.own["at"] == self.at
            kind = self.pile if self.hired else self.own["kind"] if own and self.own else None
            self.knots = SHIPS[kind][0] if kind else 0
            self.moved = self.boarded = self.building = False
            self.tolls: set[str] = set()
            self.out: dict[str, int] = {}
            for action in turn["actions"]:
                getattr(self, f"do_{action['do']}")(action)
            if "money" in turn:
                self.must(self.money == turn["money"], f"{self.money} is not {turn['money']}")

    def pay(self, sum_: int) -> None:
        self.money -= sum_
        self.must(self.money >= 0, "no credit")

    def do_move(self, action: dict[str, Any]) -> None:
        self.must(not (self.building or self.boarded), "moves too late")
        self.must(action["path"][0] == self.at, "starts where the train is not")
        for a, b in pairwise(action["path"]):
            line = frozenset((a, b))
            who = self.others.get(line)
            self.must(line in self.lines or who is not None, f"no line {a}-{b}")
            if who is not None and who not in self.tolls:
                self.tolls.add(who)
                self.pay(TOLL)
            self.left -= 1
        self.must(self.left >= 0, "too far")
        self.at, self.moved, self.hired, self.knots = action["path"][-1], True, False, 0

    def do_hire(self, action: dict[str, Any]) -> None:
        self.must(self.kind(self.at) == "port" and not self.building, "hires in a port")
        self.must(action["ship"] == self.pile, "another ship")
        self.pay(SHIPS[self.pile][1])
        self.must(action.get("cost") in (None, SHIPS[self.pile][1]), "the hire")
        self.hired = self.boarded = True
        self.knots = 0

    def do_sail(self, action: dict[str, Any]) -> None:
        path = action["path"]
        self.must(path[0] == self.at and not self.moved and not self.building, "sails first")
        self.must(len(path) - 1 <= self.knots, "no ship, or too far")
        for number, (a, b) in enumerate(pairwise(path)):
            self.must(frozenset((a, b)) in self.links, f"{a} and {b} are no neighbours")
            self.must(number == 0 or self.kind(a) == "sea", "lands in between")
        self.must(self.kind(path[-1]) in ("sea", "port"), "lands in ports")
        self.knots -= len(path) - 1
        self.at = path[-1]
        if not self.hired and self.own is not None:
            self.own["at"] = self.at
        if self.kind(self.at) == "port":
            self.landed.add(self.at)
            self.hired, self.knots = False, 0

    def do_load(self, action: dict[str, Any]) -> None:
        good = action["good"]
        lying = next(
            (x for x in self.lying if x[:2] == (good, self.at) and x[2] >= self.turn), None
        )
        if lying is not None:
            self.lying.remove(lying)
        else:
            self.must(good in self.points[self.at].get("goods", ()), f"no {good} in {self.at}")
        self.load.append(good)
        self.must(len(self.load) <= TRAINS[self.train][1] and not self.building, "no room")

    def do_drop(self, action: dict[str, Any]) -> None:
        self.must(self.kind(self.at) in ("small", "medium", "large"), "goods lie in towns")
        self.load.remove(action["good"])
        self.lying.append((action["good"], self.at, self.turn + 3))

    def do_deliver(self, action: dict[str, Any]) -> None:
        self.must(action["good"] in self.load and not self.building, "not aboard")
        self.load.remove(action["good"])
        card = self.cards.pop(action["card"], None)
        self.must(card is not None, "a card that is gone")
        self.must({"good": action["good"], "town": self.at} in (card or ()), "not asked for here")
        pay = self.price(action["good"])
        self.must(action.get("pay") in (None, pay), f"pays {pay}")
        self.money += pay
        self.income += pay

    def price(self, good: str) -> int:
        """Measure with a ruler: the nearest source, and the fewest crossings on the way."""
        ways, steps = {self.at: 0}, 0
        seen = set(ways)
        while True:
            done = [n for at, n in ways.items() if good in self.points[at].get("goods", ())]
            if done:
                return steps + min(done) + {"gold": 1, "textiles": 2}.get(good, 0)
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
        total = 0
        for a, b in pairwise(action["path"]):
            line = frozenset((a, b))
            bases = {end for each in self.lines for end in each} | self.landed
            self.must(line in self.links, f"{a} and {b} are no neighbours")
            self.must(line not in self.lines and line not in self.others, "a second line")
            if bases:
                self.must(a in bases or b in bases, "begins nowhere")
                if a not in bases:
                    a, b = b, a
            else:
                self.must(self.kind(a) == "large", "the first line starts at a large town")
            self.out[a] = self.out.get(a, 0) + 1
            self.must(self.kind(a) != "large" or self.out[a] <= 2, "three lines out")
            total += COST[self.kind(b)] + RIVER * (line in self.rivers)
            self.lines.add(line)
        self.must(action.get("cost") in (None, total), f"costs {total}")
        self.spend(total)

    def do_upgrade(self, action: dict[str, Any]) -> None:
        step, other = TRAINS[self.train][2], TRAINS[action["train"]][2]
        self.must(other - step in (0, 1) and action["train"] != self.train, "no such upgrade")
        self.spend(20 if other > step else 5)
        self.train = action["train"]
        del self.load[TRAINS[self.train][1] :]

    def spend(self, sum_: int) -> None:
        self.building = True
        self.built += sum_
        self.spent += sum_
        self.must(self.built <= LIMIT, "more than 20 in a turn")
        self.pay(sum_)
