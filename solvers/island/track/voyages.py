"""A track whose lines and voyages are known turn by turn, as actions of a player."""

from __future__ import annotations

from itertools import pairwise

from mapdata.island.board import pair
from mapdata.island.position import IslandPosition
from solvers.island.rules.actions import Action, Build, Hire, Move, Sail
from solvers.island.rules.game import Game
from solvers.island.rules.ground import Arc
from solvers.island.rules.sea import course
from solvers.island.track.pace import PacedTrack
from solvers.island.track.played import PlayedTurns, track_game


def carried_out(position: IslandPosition, pace: PacedTrack) -> PlayedTurns:
    """Return the turns, each with its travel as early as it can be, then its lines."""
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
