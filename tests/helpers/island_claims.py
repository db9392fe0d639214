"""Random turns of Island Rails, legal or not by the referee, and what ``check`` says of them."""

from __future__ import annotations

import random
from copy import deepcopy
from fractions import Fraction
from typing import Any, NamedTuple

from island_everything import Rules
from island_random import beginnings, drawn
from island_referee import Foul, Misstated, Referee

Actions = list[dict[str, Any]]


class ClaimSource(NamedTuple):
    """Turns that somebody claims; ``word`` is legal, illegal or misstated."""

    turns: list[dict[str, Any]]
    word: str
    why: str
    referee: Referee


class Player:
    """Does something in every turn, now and then something that is not allowed."""

    states_money = True
    phases = ("sail", "load deliver drop move", "hire", "build upgrade buy")

    def __init__(
        self, dice: random.Random, data: dict[str, Any], rules: Rules, start: str | None = None
    ) -> None:
        self.dice, self.data, self.rules = dice, data, rules
        self.referee = Referee(data["board"], data, start, rules)
        self.goods = sorted({good for p in data["board"]["points"] for good in p.get("goods", ())})
        self.names = list(self.referee.points)
        self.near: dict[str, list[str]] = {name: [] for name in self.names}
        for a, b in data["board"]["links"]:
            self.near[a].append(b)
            self.near[b].append(a)

    def said(self) -> ClaimSource:
        """Return a few turns, ended by the first thing that is wrong."""
        turns: list[dict[str, Any]] = []
        for _ in range(self.dice.randint(1, self.data.get("horizon", 4))):
            self.referee.begin()
            turns.append({"actions": []})
            for kinds in self.phases:
                once = kinds in ("sail", "hire")
                for _ in range(1 if once else self.dice.choice((1, 2, 6))):
                    action = self.one(self.dice.choice(kinds.split()))
                    why = action and self.tried(action, turns[-1]["actions"])
                    if why:
                        return ClaimSource(turns, *why, self.referee)
            if self.states_money and self.dice.random() < 0.2:
                turns[-1]["money"] = self.referee.money
        return ClaimSource(turns, "legal", "", self.referee)

    def tried(self, action: dict[str, Any], actions: Actions) -> tuple[str, str] | None:
        """Do something if it is allowed; what is not, or is stated wrongly, ends it at times."""
        before = deepcopy(self.referee)
        try:
            self.referee.do(action)
        except Foul as foul:
            self.referee = before
            if self.dice.random() > 0.06:
                return None
            actions.append(action)
            return "illegal", str(foul)
        figure = {"build": "cost", "hire": "cost", "upgrade": "cost", "buy": "cost"}
        key = figure.get(action["do"], "pay" if action["do"] == "deliver" else "")
        true = abs(before.money - self.referee.money)
        if key and self.dice.random() < 0.5:
            action[key] = true
            if self.dice.random() < 0.04:
                action[key] += self.dice.choice((-1, 1))
                actions.append(action)
                try:
                    before.do(action)
                except Misstated as error:
                    return "misstated", str(error)
                raise AssertionError("the referee saw no wrong figure")
        actions.append(action)
        return None

    def one(self, kind: str) -> dict[str, Any] | None:
        """Return something that a player may want to do."""
        action: dict[str, Any] | None = getattr(self, f"a_{kind}")()
        return action and {"do": kind, **action}

    def walk(self, start: str, most: int, able: Any) -> list[str]:
        """Return a way over links that are able, now and then over another one."""
        path = [start]
        for _ in range(self.dice.randint(1, most)):
            near = self.near[path[-1]]
            fine = [there for there in near if able(path[-1], there)]
            if not fine or self.dice.random() < 0.02:
                fine = near if self.dice.random() < 0.1 else fine
            if not fine:
                break
            path.append(self.dice.choice(fine))
        return path

    def a_move(self) -> dict[str, Any] | None:
        lines = self.referee.lines | self.referee.others.keys()
        speed = self.referee.trains[self.referee.train][0]
        most = max(1, self.referee.left + (self.dice.random() < 0.1 and speed > 0))
        path = self.walk(self.referee.at, most, lambda a, b: frozenset((a, b)) in lines)
        return {"path": path} if len(path) > 1 else None

    def a_sail(self) -> dict[str, Any] | None:
        kind = self.referee.kind
        if not self.referee.knots and self.dice.random() < 0.95:
            return None
        most = self.referee.knots + (self.dice.random() < 0.1) or 3
        path = [self.referee.at]
        before = None
        while len(path) <= most:
            near = [n for n in self.near[path[-1]] if kind(n) in ("sea", "port") and n != before]
            if not near:
                break
            before = path[-1]
            path.append(self.dice.choice(near))
            if kind(path[-1]) == "port" and self.dice.random() < 0.9:
                break
        return {"path": path} if len(path) > 1 else None

    def a_load(self) -> dict[str, Any] | None:
        here = [*self.referee.points[self.referee.at].get("goods", ())]
        here += [good for good, town, _ in self.referee.lying if town == self.referee.at]
        some = here if self.dice.random() < 0.97 else self.goods
        return {"good": self.dice.choice(some)} if some else None

    def a_drop(self) -> dict[str, Any] | None:
        some = self.referee.load if self.dice.random() < 0.97 else self.goods
        return {"good": self.dice.choice(some)} if some else None

    def a_deliver(self) -> dict[str, Any] | None:
        cards = self.referee.cards.items()
        able = [
            (number, offer["good"])
            for number, card in cards
            for offer in card
            if offer["town"] == self.referee.at and offer["good"] in self.referee.load
        ]
        if not able:
            if self.dice.random() < 0.97:
                return None
            able = [(self.dice.randint(1, len(self.data["cards"])), self.dice.choice(self.goods))]
        number, good = self.dice.choice(able)
        action: dict[str, Any] = {"good": good}
        action |= {"card": number} if self.dice.random() < 0.5 else {}
        return action | ({"town": self.referee.at} if self.dice.random() < 0.5 else {})

    def a_hire(self) -> dict[str, Any] | None:
        port = self.referee.kind(self.referee.at) == "port"
        if not port and self.dice.random() < 0.97:
            return None
        wrong = self.dice.random() < 0.03
        return {"ship": self.dice.choice(("ferry", "clipper")) if wrong else self.referee.pile}

    def a_build(self) -> dict[str, Any] | None:
        bases = {end for each in self.referee.lines for end in each} | self.referee.landed
        large = [name for name in self.names if self.referee.kind(name) == "large"]
        some = sorted(bases) or large
        start = self.dice.choice(some if self.dice.random() < 0.9 else self.names)
        taken = self.referee.lines | self.referee.others.keys()
        path = self.walk(start, 3, lambda a, b: frozenset((a, b)) not in taken)
        if self.dice.random() < 0.1:
            path.reverse()
        return {"path": path} if len(path) > 1 else None

    def a_upgrade(self) -> dict[str, Any] | None:
        action: dict[str, Any] = {"train": self.dice.choice(list(self.referee.trains))}
        room = self.referee.trains[action["train"]][1]
        if len(self.referee.load) > room and self.dice.random() < 0.5:
            action["lose"] = self.dice.choice(self.referee.load)
        return action

    def a_buy(self) -> dict[str, Any] | None:
        ports = [name for name in self.names if self.referee.kind(name) == "port"]
        if not ports or self.dice.random() < 0.5:
            return None
        if self.referee.own is None or self.dice.random() < 0.02:
            return {"ship": "ferry", "port": self.dice.choice(ports)}
        return {"ship": "clipper"}


def by_the_toolkit(data: dict[str, Any], said: dict[str, Any]) -> list[str]:
    """Return the codes of all faults that the toolkit sees in turns, without looking for better."""
    from bestrun.claims.island import read_turns
    from bestrun.claims.source import ClaimSource as Words
    from bestrun.files import Case
    from bestrun.games.island import check as island_check
    from bestrun.games.island.solve import question_of
    from solvers.island.rules.game import Game

    position = question_of(Case("", data, ""))
    claim = read_turns(Words(said), position)
    game = Game(position, claim.start)
    island_check._play(game, claim)
    broken = [*game.problems, *island_check._bridges(position, game)]
    return [fault.code for fault in (broken or game.misstated)]


def rules_agree(seed: int, feature: str, times: int = 20) -> dict[str, int]:
    """Let the referee and the toolkit judge random turns; return how many were what."""
    data, rules = drawn(seed, feature)
    found: dict[str, int] = {}
    for number in range(times):
        dice = random.Random(f"{feature} {seed} {number}")
        start = dice.choice(beginnings(data)) if "at" not in data else None
        said = Player(dice, data, rules, start).said()
        codes = by_the_toolkit(data, {"turns": said.turns} | ({"start": start} if start else {}))
        stated = bool(codes) and all(code.startswith("stated") for code in codes)
        word = "misstated" if stated else "illegal" if codes else "legal"
        if word != said.word:
            text = f"{feature} {seed} {number}: {said.word} ({said.why}), but {word} {codes}"
            raise AssertionError(text)
        found[word] = found.get(word, 0) + 1
    return found


def worth(data: dict[str, Any], said: ClaimSource) -> Fraction:
    """Value of claimed turns by the aim of the position."""
    money, turns, first = said.referee.money, len(said.turns), data["money"]
    if "target" in data:
        return Fraction(data["horizon"] + 1 - turns if money >= data["target"] else 0)
    earned = said.referee.income if data["aim"] == "income" else money - first
    return Fraction(earned, 1 if data["aim"] == "total" else turns)
