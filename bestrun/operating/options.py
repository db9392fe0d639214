"""The moves that are worth ranking, each with the network it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from bestrun.operating.builder import Builder, Lay
from bestrun.operating.bundles import Bundler, Choice
from bestrun.operating.catalogue import Key
from bestrun.operating.joined import JoinedLays, with_lay
from bestrun.operating.placer import Marker
from bestrun.operating.ranking import CompanyMove, MoveOrder, MovePart, Option
from bestrun.operating.turn_lays import turn_lays
from bestrun.operating.wanted import Wanted
from bestrun.operating.worth import Worth
from bestrun.turn import Turn
from hexgraph.board import Board
from hexgraph.compile import compile_network
from hexgraph.lay import with_marker
from hexgraph.live import live_rules
from hexgraph.network import Network
from mapdata.rules import Rules, TrainType
from mapdata.title import counted_trains, gone_trains, train_limit
from solvers.pose import pose
from solvers.problem import Problem

FEW, MANY = 400, 4000
"""Most sets of several lays that are tried, and most for a whole turn."""


@dataclass(frozen=True)
class _Laid:
    """A lay, or none, with the board and the network after it."""

    move: CompanyMove
    board: Board
    network: Network
    order: int = 0


@dataclass
class Prospect:
    """A company before its moves: makes the options, and knows the board after each."""

    turn: Turn
    builder: Builder
    worth: Worth
    rules: Rules = field(init=False)
    base: Key = field(init=False)
    joined: int = 0
    """The number of sets of several lays that were tried."""
    all_joined: bool = True

    def __post_init__(self) -> None:
        names = self.turn.position.trains
        self.rules = live_rules(self.builder.board, self.builder.company.id, names)
        self.base = self._key(self._network(self.builder.board))

    @cached_property
    def lays(self) -> list[Lay]:
        """Return all lays of the company."""
        return list(self.builder.lays())

    def after(self, move: CompanyMove) -> Board:
        """Return the board after a move."""
        board = self.builder.board
        for lay in move.lays:
            board = with_lay(board, lay)
        if move.marker is not None:
            board = with_marker(board, move.marker, self.builder.company.id)
        return board

    def problem_after(self, move: CompanyMove) -> Problem:
        """Problems to solve on the board after a move."""
        train = move.train
        return pose(self._network(self.after(move)), self._trains(train), self._rules(train))

    def before(self, wanted: Wanted) -> dict[frozenset[MovePart], Key]:
        """Base for comparison: the present network, with each further train."""
        network = self._network(self.builder.board)
        moves = [CompanyMove(), *(CompanyMove(train=train.name) for train in self.trains(wanted))]
        return {move.parts: self._key(network, move.train) for move in moves}

    def options(self, wanted: Wanted) -> list[Option]:
        """Return every option: in bundles, which are opened when they could matter."""
        now = _Laid(CompanyMove(), self.builder.board, self._network(self.builder.board))
        lays = list(self._lays())
        if wanted.pairs or wanted.turn:
            lays += self._joined(lays, MANY if wanted.turn else FEW)
        keys = [self._key(laid.network) for laid in lays]
        useful = [laid for laid, key in zip(lays, keys, strict=True) if key != self.base]
        found = [
            Option(laid.move, key, self._order(laid, None))
            for laid, key in zip(lays, keys, strict=True)
            if key == self.base
        ]
        for train in (None, *(each.name for each in self.trains(wanted))):
            if train is not None:
                found.append(self._option(now, train))
                if not wanted.turn:
                    continue
            markers = self.builder.price is not None
            if markers:
                found.append(self._with_markers(now, train))
            both = markers and (wanted.pairs or wanted.turn)
            choices = [(laid, self._choice(laid, train, both)) for laid in useful]
            raised = [choice for laid, choice in choices if _pays_more(laid, now)]
            found += [option for choice in raised for option in choice]
            others = [choice for _, choice in choices if choice not in raised]
            found += self._bundler(train).bundles(others)
        return found

    def _joined(self, lays: list[_Laid], most: int) -> Iterator[_Laid]:
        """Yield the lays that a turn allows together, unless one of them opens the same network."""
        if not self.several:
            return
        single = {
            (lay.hex, lay.code): self._key(laid.network)
            for laid in lays
            for lay in (*laid.move.lays, *laid.move.alike)
        }
        together = JoinedLays(self.builder, most)
        sets = together.all(self.lays)
        self.all_joined = together.complete
        self.joined = len(sets)
        opened: set[tuple[Key, frozenset[str], int]] = set()
        for order, some in enumerate(sorted(sets, key=len), len(lays)):
            move = CompanyMove(some[0], further=some[1:], cost=sum(lay.cost for lay in some))
            board = self.after(move)
            network = self._network(board)
            fewer = {single.get((lay.hex, lay.code)) for lay in some}
            look = (self._key(network), frozenset(lay.hex for lay in some), move.cost)
            if look[0] not in (self.base, *fewer) and look not in opened:
                opened.add(look)
                yield _Laid(move, board, network, order)

    @cached_property
    def several(self) -> bool:
        """Whether a turn can allow more than one lay."""
        builder = self.builder
        rules, company = builder.rules, builder.company
        lays = turn_lays(builder.board, company, first_turn=builder.first_turn)
        return bool(
            rules.extra_lays
            or company.kind in rules.lays
            or company.id in rules.lay_more_on
            or len(lays) > 1
        )

    def considered(self, wanted: Wanted) -> int:
        """Number of single moves."""
        markers = sum(1 for _ in self._markers(self.builder.board))
        return len(self.lays) + self.joined + markers + len(self.trains(wanted))

    def trains(self, wanted: Wanted) -> list[TrainType]:
        """Return the trains that can be bought, if that is wanted."""
        return self.on_sale() if wanted.trains or wanted.turn else []

    def on_sale(self) -> list[TrainType]:
        """Return the trains that are on sale in this phase and that the company may buy."""
        title, company = self.turn.title, self.builder.company
        owned, phase = self.turn.position.trains, self.turn.board.phase
        limit = train_limit(title, phase.name, company.id)
        if limit is not None and len(counted_trains(title, owned)) >= limit:
            return []
        piles = phase.starts_with or tuple(title.trains)[:1]
        gone = gone_trains(title, phase.name)
        return [
            train
            for name, train in title.trains.items()
            if (train.base or name) in piles
            and not train.attached
            and name not in gone
            and (company.trains is None or name in company.trains)
        ]

    def _lays(self) -> Iterator[_Laid]:
        """Yield the lays; those on one hex that open the same network are one move."""
        groups: dict[tuple[Key, str, int, tuple[int, ...]], list[Lay]] = {}
        first: dict[Lay, tuple[Board, Network]] = {}
        for lay in self.lays:
            board = with_lay(self.builder.board, lay)
            network = self._network(board)
            places = tuple(stop.slots for stop in board.face(lay.hex).stops)
            same = groups.setdefault((self._key(network), lay.hex, lay.cost, places), [])
            if not same:
                first[lay] = (board, network)
            same.append(lay)
        for order, lays in enumerate(groups.values()):
            move = CompanyMove(lays[0], tuple(lays[1:]), cost=lays[0].cost)
            yield _Laid(move, *first[lays[0]], order)

    def _option(self, laid: _Laid, train: str | None) -> Option:
        move, key = self._buying(laid.move, train), self._key(laid.network, train)
        return Option(move, key, self._order(laid, train))

    def _choice(self, laid: _Laid, train: str | None, markers: bool) -> Choice:
        """Return a lay by itself and, if so wanted, with any marker."""
        alone = self._option(laid, train)
        return (alone, self._with_markers(laid, train)) if markers else (alone,)

    def _with_markers(self, laid: _Laid, train: str | None) -> Option:
        """Return a move with any marker: bounded by a network with markers everywhere."""
        key = self._key(self._network(self._crowded(laid)), train)
        head = self._buying(laid.move, train)
        return Option(
            head, key, self._order(laid, train), partial(self._each_marker, laid, train), 1
        )

    def _each_marker(self, laid: _Laid, train: str | None) -> list[Option]:
        """Return a move with each marker that can follow it."""
        old, head = self.builder, self._buying(laid.move, train)
        found = []
        for at, marker in enumerate(self._markers(laid.board), 1):
            placed = with_marker(laid.board, marker.stop, old.company.id)
            both = replace(head, marker=marker.stop, cost=head.cost + marker.cost)
            key = self._key(self._network(placed), train)
            found.append(Option(both, key, (*self._order(laid, train), at)))
        return found

    def _markers(self, board: Board) -> Iterator[Marker]:
        """Yield the places for markers of the company's own; neutral ones serve no route."""
        old = self.builder
        markers = Builder(board, old.company, old.par, old.online, homes=old.homes).markers()
        return (marker for marker in markers if not marker.neutral)

    def _crowded(self, laid: _Laid) -> Board:
        """Return the board with a marker of the company wherever one could ever go."""
        company, board = self.builder.company.id, laid.board
        kinds = self.turn.title.stop_kinds
        for home in self.builder.homes:
            board = with_marker(board, home, company)
        for stop in laid.network.stops:
            if kinds[stop.kind].marker and not stop.home and not stop.blocked:
                board = with_marker(board, stop.key, company)
        return board

    def _order(self, laid: _Laid, train: str | None) -> MoveOrder:
        names = list(self.turn.title.trains)
        return (0 if train is None else 1 + names.index(train), laid.order)

    def _bundler(self, train: str | None) -> Bundler:
        company, head = self.builder.company.id, self._buying(CompanyMove(), train)
        return Bundler(self.worth, company, head, partial(self._key, train=train))

    def _buying(self, move: CompanyMove, train: str | None) -> CompanyMove:
        """Return the move with a train bought as well, if there is one."""
        if train is None:
            return move
        price = self.turn.title.trains[train].price
        return replace(move, train=train, cost=move.cost + price)

    def _network(self, board: Board) -> Network:
        return compile_network(board, self.builder.company.id)

    def _trains(self, further: str | None) -> list[TrainType]:
        trains = [self.turn.title.trains[name] for name in self._names(further)]
        return [train for train in trains if train.runs]

    def _names(self, further: str | None) -> list[str]:
        return [*self.turn.position.trains, *([further] if further else [])]

    def _rules(self, further: str | None) -> Rules:
        """Return the rules with one more train: some trains only make others earn more."""
        if further is None or self.turn.title.trains[further].runs:
            return self.rules
        return live_rules(self.builder.board, self.builder.company.id, self._names(further))

    def _key(self, network: Network, train: str | None = None) -> Key:
        return self.worth.add(network, self._trains(train), self._rules(train))


def _pays_more(laid: _Laid, now: _Laid) -> bool:
    """Whether some stop pays more after a lay: then a bundle would bound nothing."""
    paid = {stop.id: stop.value for stop in now.network.stops}
    return any(stop.value > paid.get(stop.id, stop.value) for stop in laid.network.stops)
