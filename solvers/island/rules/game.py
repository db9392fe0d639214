"""The rules of a turn: every action is carried out, every broken rule is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from itertools import pairwise

from mapdata.island.board import PointPair, pair
from mapdata.island.figures import PLACES, TOWNS
from mapdata.island.position import IslandPosition, Lying, Offer
from mapdata.words import with_article
from solvers.fault import Fault
from solvers.island.rules.actions import (
    Action,
    Build,
    Buy,
    Deliver,
    Drop,
    Hire,
    Load,
    Move,
    Sail,
    Upgrade,
)
from solvers.island.rules.contract import contract
from solvers.island.rules.ground import IslandGround


@dataclass
class _Rest:
    """What is left of a turn."""

    points: int
    sea_points: int = 0
    spent: int = 0
    moved: bool = False
    ended: bool = False
    building: bool = False
    clipper_start: int | None = None


class Game:
    """One player's turns from a position on; the others stand still.

    An action that breaks a rule is noted and carried out all the same as far as that makes
    sense, so that one mistake does not hide the next.
    """

    def __init__(self, position: IslandPosition, start: int | None = None) -> None:
        self.position, self.board, self.figures = position, position.board, position.figures
        self.at = position.at if start is None else start
        self.network: set[PointPair] = set(position.network)
        self.money = position.money
        self.train = position.train
        self.load = list(position.load)
        self.lying = list(position.lying)
        """Goods in towns; ``turns`` is the last turn in which each is there."""
        self.stock = dict(position.stock)
        self.open_cards = list(range(len(position.cards)))
        self.ship = position.ship if position.aboard else None
        self.own_ship, self.own_ship_at = position.own_ship, position.own_ship_at
        self.landed = {self.at} if self.at is not None and self._is(self.at, "port") else set()
        self.start_town = None if self.network or not self._is(self.at, "large") else self.at
        """Where the first line begins; ``None``: in any large town, or there are lines."""
        self.turn = 0
        self.income = 0
        self.problems: list[Fault] = []
        self.misstated: list[Fault] = []
        self._ground = IslandGround.of(position)
        self._owner = {link: name for name, links in position.others.items() for link in links}
        self.rest = _Rest(0)
        self._tolls: set[str] = set()
        self._out: Counter[int] = Counter()

    def _is(self, point: int | None, *kinds: str) -> bool:
        return point is not None and self.board.kind(point) in kinds

    def begin_turn(self) -> None:
        """Give the train its points, and the ship that it has boarded the ship's."""
        self.turn += 1
        for each in [each for each in self.lying if each.turns < self.turn]:
            self.lying.remove(each)
            self._give_back(each.good)
        self.rest = _Rest(self.figures.trains[self.train].speed)
        self._tolls, self._out = set(), Counter()
        if self.ship:
            self.rest.sea_points = self.figures.ships[self.ship].speed
        elif self.own_ship and self.own_ship_at == self.at:
            self.rest.sea_points = self.figures.ships[self.own_ship].speed

    def _wrong(self, code: str, message: str, point: int | None = None) -> None:
        where = "" if point is None else self.board.label(point)
        self.problems.append(Fault(code, self.turn - 1, where, message))

    def _state(self, code: str, message: str) -> None:
        self.misstated.append(Fault(f"stated-{code}", self.turn - 1, "", message))

    def _stated(self, code: str, stated: int | None, real: int, what: str) -> None:
        if stated is not None and stated != real:
            self._state(code, f"{what} {real}, not {stated}")

    def _pay(self, sum_: int, what: str, point: int | None = None) -> None:
        self.money -= sum_
        if self.money < 0 <= self.money + sum_:
            self._wrong("money", f"{what} leaves {self.money}: the bank gives no credit", point)

    def do(self, action: Action) -> None:
        """Carry out one action."""
        if self.building_only and not isinstance(action, Build):
            text = f"the first round is for building only: no {type(action).__name__.lower()}"
            self._wrong("first-round", text, self.at)
        self._do(action)

    @property
    def building_only(self) -> bool:
        """Whether this turn is in the first round, in which lines are built and no train moves."""
        return self.position.first_round and self.turn == 1

    @singledispatchmethod
    def _do(self, action: Action) -> None:
        raise TypeError(type(action).__name__)

    def _moving(self, point: int | None) -> None:
        if self.rest.building:
            self._wrong("order", "moves after building", point)
        if self.rest.ended:
            self._wrong("move-ended", "moves on after a ship was hired", point)

    @_do.register
    def _move(self, action: Move) -> None:
        if not self._begins_here(action.path):
            return
        self._moving(self.at)
        if self.board.sea(action.path[0]) and (self.ship or self.own_ship_at == self.at):
            self._wrong("no-port", "a ship lands in a port only", self.at)
        for a, b in pairwise(action.path):
            link = pair(a, b)
            if link in self._owner:
                self._toll(self._owner[link], a)
            elif link not in self.network:
                name = f"{self.board.label(a)}-{self.board.label(b)}"
                self._wrong("no-track", f"there is no line {name}", a)
            self.rest.points -= 1
        if self.rest.points < 0 <= self.rest.points + len(action.path) - 1:
            speed = self.figures.trains[self.train].speed
            points = speed - self.rest.points
            self._wrong("too-far", f"{points} points with a train of {speed}", self.at)
        self.rest.moved, self.rest.sea_points, self.ship = True, 0, None
        self.at = action.path[-1]

    def _begins_here(self, path: Sequence[int]) -> bool:
        if self.at is None and self._is(path[0], "large") and not self.network:
            self.at = self.start_town = path[0]
        if path[0] != self.at:
            here = "nowhere" if self.at is None else self.board.label(self.at)
            self._wrong("not-there", f"the train is at {here}", path[0])
        gaps = [(a, b) for a, b in pairwise(path) if b not in self.board.neighbours[a]]
        for a, b in gaps[:1]:
            self._wrong("no-link", self.board.gap(a, b), a)
        return not gaps

    def has_paid(self, owner: str) -> bool:
        """Whether toll for a player's lines has been paid in this turn."""
        return owner in self._tolls

    def _toll(self, owner: str, point: int) -> None:
        if owner not in self._tolls:
            self._tolls.add(owner)
            self._pay(self.figures.game.toll, f"the toll to {owner}", point)

    @_do.register
    def _sail(self, action: Sail) -> None:
        if not self._begins_here(action.path):
            return
        self._moving(self.at)
        start, end = action.path[0], action.path[-1]
        if self.rest.sea_points == 0 or self.rest.moved:
            self._wrong("no-ship", "no ship was boarded at the end of an earlier move", start)
        for a, b in pairwise(action.path):
            if not self.board.ship_link(a, b) or (a != start and not self.board.sea(a)):
                way = f"{self.board.label(a)}-{self.board.label(b)}"
                self._wrong("no-water", f"no ship goes {way}", a)
        steps = len(action.path) - 1
        if steps > self.rest.sea_points > 0:
            text = f"{steps} points with a ship of {self.rest.sea_points}"
            self._wrong("ship-range", text, start)
        self.rest.sea_points = max(0, self.rest.sea_points - steps)
        self.at = end
        if self.own_ship and not self.ship:
            self.own_ship_at = end
        if self._is(end, "port"):
            self.landed.add(end)
            self.ship, self.rest.sea_points = None, 0
        elif not self.board.sea(end):
            self._wrong("no-port", "a ship lands in a port only", end)

    @_do.register
    def _load(self, action: Load) -> None:
        self._moving_or_standing(action.good)
        if not self._take(action.good):
            self._wrong("no-source", f"{action.good} is not to be had here", self.at)
        if len(self.load) >= self.figures.trains[self.train].capacity:
            self._wrong("full", f"no room for {action.good} on the train", self.at)
        self.load.append(action.good)

    def _take(self, good: str) -> bool:
        """Take a good that lies here, or one that the town offers; false if there is none."""
        for each in self.lying:
            if (each.good, each.town) == (good, self.at):
                self.lying.remove(each)
                return True
        if self.at is None or good not in self.board.points[self.at].goods:
            return False
        if good in self.stock:
            self.stock[good] -= 1
            return self.stock[good] >= 0
        return True

    def _give_back(self, good: str) -> None:
        """Put a good back to where the towns have theirs from."""
        if good in self.stock:
            self.stock[good] += 1

    def _moving_or_standing(self, good: str) -> None:
        if self.rest.building:
            self._wrong("order", f"{good} is handled after building", self.at)

    @_do.register
    def _drop(self, action: Drop) -> None:
        self._moving_or_standing(action.good)
        if not self._is(self.at, *TOWNS):
            self._wrong("no-town", f"{action.good} can be left in a town only", self.at)
        self._unload(action.good)
        if self.at is not None:
            last = self.turn + self.figures.game.lying - 1
            self.lying.append(Lying(action.good, self.at, last))

    def _unload(self, good: str) -> None:
        if good in self.load:
            self.load.remove(good)
        else:
            self._wrong("not-loaded", f"there is no {good} on the train", self.at)

    @_do.register
    def _deliver(self, action: Deliver) -> None:
        self._moving_or_standing(action.good)
        self._unload(action.good)
        self._give_back(action.good)
        offer = Offer(action.good, -1 if self.at is None else self.at)
        cards = self.position.cards
        able = [card for card in self.open_cards if offer in cards[card]]
        wanted = [card for card in able if action.card in (None, card)]
        if not wanted:
            used = any(offer in card for card in cards)
            why = "the card is used already" if used and not able else "no card asks for it here"
            self._wrong("no-contract", f"{action.good}: {why}", self.at)
            return
        self.open_cards.remove(wanted[0])
        pay = contract(self.board, self.figures.pay, offer).pay
        what = f"{action.good} to {self.board.label(offer.town)} pays"
        self._stated("pay", action.pay, pay, what)
        self.money += pay
        self.income += pay

    @_do.register
    def _hire(self, action: Hire) -> None:
        self._moving(self.at)
        if not self._is(self.at, "port"):
            self._wrong("no-port", "a ship is hired in a port", self.at)
        if action.ship != self.position.ship:
            self._wrong("no-such-ship", f"the pile yields a {self.position.ship}", self.at)
        hire = self.figures.ships[action.ship].hire
        self._stated("cost", action.cost, hire, "the hire is")
        self._pay(hire, "the hire", self.at)
        self.ship = action.ship
        self.rest.ended, self.rest.sea_points = True, 0

    def _spend(self, cost: int, what: str) -> None:
        self.rest.building = True
        before, self.rest.spent = self.rest.spent, self.rest.spent + cost
        limit = self.figures.build.limit
        if self.rest.spent > limit >= before:
            self._wrong("limit", f"{what} makes {self.rest.spent} in a turn: {limit} at most", None)
        self._pay(cost, what)

    @_do.register
    def _build(self, action: Build) -> None:
        total = 0
        for a, b in pairwise(action.path):
            if b not in self.board.neighbours[a]:
                self._wrong("no-link", self.board.gap(a, b), a)
            else:
                total += self._line(a, b)
        name = "-".join(map(self.board.label, (action.path[0], action.path[-1])))
        self._stated("cost", action.cost, total, f"building {name} costs")

    @property
    def bases(self) -> set[int]:
        """The points from which the player may build."""
        return {end for link in self.network for end in link} | self.landed

    def may_begin(self, point: int) -> bool:
        """Whether the next line may begin at a point, the limits of the turn aside."""
        if self.bases:
            return point in self.bases
        return self._is(point, "large") and self.start_town in (None, point)

    def may_leave(self, point: int) -> bool:
        """Whether another line out of this point is allowed in this turn."""
        most = self.figures.build.lines_from_large
        return not self._is(point, "large") or self._out[point] < most

    def _line(self, a: int, b: int) -> int:
        """Draw one line that joins ``b`` to ``a``, or the other way if only that is allowed."""
        name = f"{self.board.label(a)}-{self.board.label(b)}"
        bases = self.bases
        if a not in bases and not self._clipper_begins(a):
            if b in bases:
                a, b = b, a
            else:
                self._begin_elsewhere(a, name)
        link = pair(a, b)
        ground = replace(self._ground, network=frozenset(self.network))
        if link in ground.taken:
            self._wrong("taken", f"{name}: there is a line already", a)
            return 0
        for end in link:
            if ground.full(end):
                self._wrong("town-full", "others have taken all the room here", end)
        for place in ground.walled_off(link):
            self._wrong("walled-off", "no way in is left for the others", place)
        if not self.may_leave(a):
            most = self.figures.build.lines_from_large
            self._wrong("large-lines", f"more than {most} lines out of it in a turn", a)
        self._out[a] += 1
        cost = ground.cost(a, b)
        self.network.add(link)
        self._spend(cost, name)
        return cost

    def _clipper_begins(self, port: int) -> bool:
        """Begin at any port, as the owner of a clipper may once a turn; false if he may not."""
        able = self.own_ship == "clipper" and self._is(port, "port")
        if not able or self.rest.clipper_start not in (None, port):
            return False
        self.rest.clipper_start = port
        self.landed.add(port)
        return True

    def _begin_elsewhere(self, a: int, name: str) -> None:
        """Judge a line that touches nothing the player has."""
        if not self.network and not self.landed:
            if not self._is(a, "large"):
                self._wrong("first-line", f"{name}: the first line starts at a large town", a)
            elif not self.may_begin(a):
                town = self.board.label(self.start_town or 0)
                text = f"{name}: the first line starts at {town}, where the train began"
                self._wrong("first-line", text, a)
            self.at = a if self.at is None else self.at
        else:
            self._wrong("not-joined", f"{name} does not begin at the network", a)

    @_do.register
    def _upgrade(self, action: Upgrade) -> None:
        prices = self.figures.upgrades(self.train)
        if action.train not in prices:
            self._wrong(
                "no-upgrade",
                f"{with_article(self.train)} cannot become {with_article(action.train)}",
                self.at,
            )
            return
        self._stated("cost", action.cost, prices[action.train], "the upgrade costs")
        self._spend(prices[action.train], f"the upgrade to {action.train}")
        self.train = action.train
        self._lose(action.lose)

    def _lose(self, good: str | None) -> None:
        """Throw overboard what has no room any more: what was said, or what came last."""
        while len(self.load) > self.figures.trains[self.train].capacity:
            last = len(self.load) - 1
            if good in self.load:
                last -= self.load[::-1].index(good)
                good = None
            self._give_back(self.load.pop(last))
        if good is not None:
            self._wrong("not-loaded", f"no {good} goes overboard here", self.at)

    @_do.register
    def _buy(self, action: Buy) -> None:
        step_up = action.ship == "clipper"
        if self.own_ship != ("ferry" if step_up else None):
            why = "a clipper is made of an own ferry" if step_up else "there is a ship already"
            self._wrong("no-purchase", why, action.port)
        port = self.own_ship_at if step_up else action.port
        if not step_up and not (self._is(port, "port") and port in self.joined_places):
            self._wrong("no-port", "an own ship is built in a port that is joined", port)
        price = self.figures.ships[action.ship].price
        self._stated("cost", action.cost, price, f"the {action.ship} costs")
        self._spend(price, f"the {action.ship}")
        self.own_ship, self.own_ship_at = action.ship, port

    @property
    def joined_places(self) -> set[int]:
        """The towns and ports on the player's lines."""
        return {end for link in self.network for end in link if self._is(end, *PLACES)}
