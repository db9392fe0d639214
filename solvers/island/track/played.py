"""A track turn by turn: its lines, landings in some order, or voyages that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, permutations

from hexgraph.search import before_each, way_to
from mapdata.island.board import PointPair, pair
from mapdata.island.figures import BuildCosts
from mapdata.island.position import IslandPosition
from solvers.island.rules.actions import Action, Build, Hire, Move, Sail
from solvers.island.rules.game import Game
from solvers.island.rules.ground import Arc, course, crossings
from solvers.island.track.pace import PacedTrack


def schedule(
    lines: Sequence[Arc], large: frozenset[int], build: BuildCosts
) -> tuple[tuple[Arc, ...], ...]:
    """Lines, which begin where earlier ones have been, turn by turn.

    Simply in some order: the first or the dearest line that can be built comes next.
    """
    return min((_greedy(lines, large, build, dear) for dear in (False, True)), key=len)


def _greedy(
    lines: Sequence[Arc], large: frozenset[int], build: BuildCosts, dear: bool
) -> tuple[tuple[Arc, ...], ...]:
    """Fill each turn with what can be built."""
    heads = {head for _, head, _ in lines}
    reached = {tail for tail, _, _ in lines if tail not in heads}
    left, turns = list(lines), []
    while left:
        spent, out, turn = 0, Counter[int](), []
        while able := [
            arc
            for arc in left
            if arc[0] in reached
            and spent + arc[2] <= build.limit
            and (arc[0] not in large or out[arc[0]] < build.lines_from_large)
        ]:
            arc = max(able, key=lambda arc: arc[2]) if dear else able[0]
            left.remove(arc)
            turn.append(arc)
            spent += arc[2]
            out[arc[0]] += 1
            reached.add(arc[1])
        turns.append(tuple(turn))
    return tuple(turns)


RICH = 10**9
"""More than any track costs."""
MOST_ORDERS = 24
LONG = 400
"""Turns. No track takes so many."""

PlayedTurns = tuple[tuple[Action, ...], ...]


def track_game(position: IslandPosition, start: int | None = None) -> Game:
    """A game in which there is always enough money to build a track."""
    at = position.at
    if at is not None and not (position.network or position.ferries):
        at = at if position.board.kind(at) in ("port", "large") else None
    return Game(replace(position, money=RICH, at=at), start)


def played(
    position: IslandPosition, lines: Sequence[Arc], landings: Sequence[int], start: int | None
) -> PlayedTurns | None:
    """The turns in which lines are built, with ships landing in some ports before.

    The orders in which the train lands are tried, and the shortest is taken; nothing if the
    train cannot get there.
    """
    orders = permutations(landings) if len(landings) <= 4 else [tuple(landings)]
    best: PlayedTurns | None = None
    for order in list(orders)[:MOST_ORDERS]:
        turns = _TrackPlayer(position, lines, order, start).run()
        if turns is not None and (best is None or len(turns) < len(best)):
            best = turns
    return best


class _TrackPlayer:
    def __init__(
        self,
        position: IslandPosition,
        lines: Sequence[Arc],
        order: Sequence[int],
        start: int | None,
    ) -> None:
        self.game = track_game(position, start)
        self.board, self.position = position.board, position
        self.lines, self.order = list(lines), list(order)
        self.actions: list[Action] = []

    def run(self) -> PlayedTurns | None:
        turns: list[tuple[Action, ...]] = []
        while self.lines or self.order:
            if len(turns) == LONG:
                return None
            self.game.begin_turn()
            self.actions = []
            before = self.game.at, self.game.ship, self.game.own_ship_at
            self._move()
            self._build()
            if not self.actions and before == (
                self.game.at,
                self.game.ship,
                self.game.own_ship_at,
            ):
                return None
            if self.game.problems:
                return None
            turns.append(tuple(self.actions))
        return tuple(turns)

    def _do(self, action: Action) -> None:
        self.game.do(action)
        self.actions.append(action)

    def _move(self) -> None:
        """Sail if there is a ship to, then go to the port that leads on soonest."""
        game = self.game
        if not self.order or game.at is None:
            return
        if game.rest.sea_points:
            self._sail()
        if not self.order or self.board.sea(game.at):
            return
        self._stop_over(game.at)
        way = self._way_to_port()
        there = [a for a, b in pairwise(way) if pair(a, b) not in game.network][:1]
        built = way[: way.index(there[0]) + 1] if there else way
        part = built[: game.rest.points + 1]
        if len(part) > 1:
            self._do(Move(tuple(part)))
        if game.at == way[-1] and game.ship is None and game.own_ship_at != game.at:
            self._do(Hire(self.position.ship, game.figures.ships[self.position.ship].hire))

    def _sail(self) -> None:
        game = self.game
        if game.at is None:
            return
        way = course(self.board, game.at, self.order[0])
        part = way[: game.rest.sea_points + 1]
        if len(part) > 1:
            self._do(Sail(tuple(part)))
        if game.at == self.order[0]:
            self.order.pop(0)

    def _stop_over(self, at: int) -> None:
        """Land in another port first, if no ship goes to the next one from any port at hand."""
        links = {*self.game.network, *(pair(a, b) for a, b, _ in self.lines)}
        hand = [at] if self.game.ship else list(_ways_from(at, links))
        first = {port: port for here in hand for port in crossings(self.board, here)}
        fringe = list(first)
        for here in fringe:
            for port in crossings(self.board, here):
                if port not in first:
                    first[port] = first[here]
                    fringe.append(port)
        stop = first.get(self.order[0], self.order[0])
        if stop != self.order[0]:
            self.order.insert(0, stop)

    def _way_to_port(self) -> list[int]:
        """The way over lines there are, or are to be, to the best port to sail from.

        An own ship is sought if the train can get to it; it costs nothing.
        """
        game, target = self.game, self.order[0]
        links = {*game.network, *(pair(a, b) for a, b, _ in self.lines)}
        assert game.at is not None
        before = _ways_from(game.at, links)
        speed = game.figures.trains[game.train].speed
        ship = game.figures.ships[game.own_ship or self.position.ship].speed
        best, way = None, [game.at]
        for port in before:
            steps = crossings(self.board, port) if self.board.kind(port) == "port" else {}
            if target not in steps or (game.ship and port != game.at):
                continue
            path = way_to(port, before)
            new = any(pair(a, b) not in game.network for a, b in pairwise(path))
            turns = -(-(len(path) - 1) // speed) + new - (-steps[target] // ship)
            rank = bool(game.own_ship) and port != game.own_ship_at, turns, len(path), port
            if best is None or rank < best:
                best, way = rank, path
        return way

    def _build(self) -> None:
        """Build what the train needs to get to its port, then whatever can be built."""
        game = self.game
        way: list[int] = []
        if self.order and game.at is not None and not self.board.sea(game.at):
            way = self._way_to_port()
        first = {pair(a, b) for a, b in pairwise(way)}
        while True:
            able = [arc for arc in self.lines if self._can(arc)]
            if not able:
                return
            wanted = [arc for arc in able if pair(*arc[:2]) in first] or able
            self._do(Build(wanted[0][:2], wanted[0][2]))
            self.lines.remove(wanted[0])

    def _can(self, arc: Arc) -> bool:
        game, (tail, _, cost) = self.game, arc
        left = game.figures.build.limit - game.rest.spent
        return game.may_begin(tail) and cost <= left and game.may_leave(tail)


def _ways_from(start: int, links: set[PointPair]) -> dict[int, int]:
    """The point before each that lines lead to, on shortest ways from ``start``."""
    beside: dict[int, list[int]] = {}
    for a, b in sorted(links):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    return before_each(start, lambda here: beside.get(here, ()))


def carried_out(position: IslandPosition, pace: PacedTrack) -> PlayedTurns:
    """The turns, each with its travel as early as it can be, then its lines."""
    traveller = _Traveller(track_game(position, pace.start), pace)
    return tuple(traveller.turn(lines) for lines in pace.lines)


class _Traveller:
    """The train on its way from port to port."""

    def __init__(self, game: Game, pace: PacedTrack) -> None:
        self.game, self.voyages = game, list(pace.voyages)
        self.gone = 0
        self.actions: list[Action] = []

    def turn(self, lines: tuple[Arc, ...]) -> tuple[Action, ...]:
        self.actions = []
        self.game.begin_turn()
        while self.voyages and self._travels():
            pass
        for arc in lines:
            self._do(Build(arc[:2], arc[2]))
        return tuple(self.actions)

    def _do(self, action: Action) -> None:
        self.game.do(action)
        self.actions.append(action)

    def _travels(self) -> bool:
        """Go on with the next voyage; true if the train has landed and can go further."""
        game, voyage = self.game, self.voyages[0]
        in_port = self.gone == len(voyage.path) - 1
        if in_port and game.rest.sea_points and game.at is not None:
            way = course(game.board, game.at, voyage.port)
            self._do(Sail(tuple(way[: game.rest.sea_points + 1])))
            if game.at != voyage.port:
                return False
            self.voyages.pop(0)
            self.gone = 0
            return True
        ahead = voyage.path[self.gone :]
        part = [ahead[0]]
        for a, b in pairwise(ahead[: game.rest.points + 1]):
            if pair(a, b) not in game.network:
                break
            part.append(b)
        if len(part) > 1:
            self._do(Move(tuple(part)))
            self.gone += len(part) - 1
        if voyage.hired and game.at == voyage.path[-1] and game.ship is None:
            ship = game.position.ship
            self._do(Hire(ship, game.figures.ships[ship].hire))
        return False
