"""Positions of Island Rails as people write them, every key checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from mapdata.errors import InputError, did_you_mean
from mapdata.island.board import IslandBoard, PointPair, read_board
from mapdata.island.figures import PLACES, TOWNS, figures
from mapdata.island.position import ASKS, WISHES, IslandPosition, Lying, Offer
from mapdata.tables import explained

LONGEST = 40
"""Turns. A game is over before."""

MOST_TURNS = 100
"""Turns that are left, at a guess."""

MOST_PLAYERS = 6
"""Reading: the rulebook's number is not legible; no game of this family has more."""

MOST_CARDS = 8
MOST_PRICED = 100
"""Cards to plan with, more than two full hands; and cards whose pay alone is asked for."""

MOST_OFFERS = 10
"""Deliveries on one card."""

T = TypeVar("T")
Word = TypeVar("Word", bound=str)


class _BoardSeed(msgspec.Struct, forbid_unknown_fields=True):
    seed: int
    shape: str = "hexagon"
    apart: bool = False


class _OfferTable(msgspec.Struct, forbid_unknown_fields=True):
    good: str
    town: str | int


class _OwnShip(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    at: str | int


class _LyingTable(msgspec.Struct, forbid_unknown_fields=True):
    good: str
    town: str | int
    turns: int | None = None


class _PositionTable(msgspec.Struct):
    title: str
    board: str | dict[str, Any]
    ask: str | None = None
    network: list[Any] = []
    others: dict[str, Any] | list[Any] = {}
    players: int | None = None
    train: str | None = None
    money: int | None = None
    cards: list[list[_OfferTable]] = []
    public: list[list[_OfferTable]] = []
    at: str | int | None = None
    load: list[str] = []
    connect: list[str | int] = []
    bridges: bool = False
    ferries: bool = False
    horizon: int = 12
    target: int | None = None
    aim: str = "money"
    ship: str = "ferry"
    aboard: bool = False
    own_ship: _OwnShip | None = None
    lying: list[_LyingTable] = []
    stock: dict[str, int] = {}
    pile: dict[str, int] = {}
    keep: int | None = None
    round: int | None = None
    turns_left: int | None = None


NOTES = ("id", "name", "note", "claim")
"""Keys that are for people, or for a list of cases."""


class BoardMaker(Protocol):
    """Makes a board out of a seed."""

    def __call__(self, seed: int, shape: str, *, apart: bool, title: str) -> IslandBoard:
        """Return the board."""


def read_position(
    data: Mapping[str, Any], load_board: Callable[[str], object], make_board: BoardMaker
) -> IslandPosition:
    """Return the position in ``data``.

    ``load_board`` fetches a board file that it names, ``make_board`` makes one from a seed.
    """
    known = _PositionTable.__struct_fields__
    for key in data:
        if key not in known and key not in NOTES:
            raise InputError(f"unknown key {key!r}{did_you_mean(str(key), known)}")
    try:
        table = msgspec.convert(data, _PositionTable)
    except msgspec.ValidationError as error:
        raise explained(error) from None
    plan = figures(table.title)
    board = _board(table.board, table.title, load_board, make_board)
    network = frozenset(_at("network", _links, board, table.network))
    others = _at("others", _others, board, table.others)
    _no_shared_links(board, {"you": network, **others})
    own = table.own_ship
    position = IslandPosition(
        title=table.title,
        board=board,
        network=network,
        others=others,
        players=_at("players", _players, table.players, len(others)),
        train=_choice("train", table.train or plan.game.train, plan.trains),
        money=_at("money", _whole, plan.game.money if table.money is None else table.money),
        cards=(*_cards(board, "cards", table.cards), *_cards(board, "public", table.public)),
        public=len(table.public),
        at=None if table.at is None else _at("at", board.find, table.at),
        load=tuple(_at("load", _good, board, good) for good in table.load),
        ask=None if table.ask is None else _choice("ask", table.ask, ASKS),
        connect=tuple(_at("connect", _place, board, town) for town in table.connect),
        bridges=table.bridges,
        ferries=table.ferries,
        horizon=_at("horizon", _horizon, table.horizon),
        target=table.target,
        aim=_choice("aim", table.aim, WISHES),
        ship=_choice("ship", table.ship, plan.ships),
        aboard=table.aboard,
        own_ship=_choice("own_ship.kind", own.kind, plan.ships) if own else None,
        own_ship_at=_at("own_ship.at", _port, board, own.at) if own else None,
        lying=tuple(
            _at(f"lying[{number}]", _lying, board, each, plan.game.lying)
            for number, each in enumerate(table.lying)
        ),
        pile={_choice("pile", kind, plan.ships): many for kind, many in table.pile.items()},
        keep=plan.game.cards if table.keep is None else table.keep,
        round=table.round,
        turns_left=table.turns_left,
        stock={_at("stock", _good, board, good): count for good, count in table.stock.items()},
    )
    _agrees(position)
    return position


def _at(place: str, function: Callable[..., T], *arguments: Any) -> T:
    try:
        return function(*arguments)
    except InputError as error:
        raise error.at(place) from None


def _board(
    named: str | dict[str, Any],
    title: str,
    load_board: Callable[[str], object],
    make_board: BoardMaker,
) -> IslandBoard:
    if isinstance(named, str):
        return _at(named, read_board, load_board(named))
    try:
        if "points" in named:
            return read_board({"title": title, **named})
        table = msgspec.convert(named, _BoardSeed)
        return make_board(table.seed, table.shape, apart=table.apart, title=title)
    except msgspec.ValidationError as error:
        raise explained(error).at("board") from None
    except InputError as error:
        raise error.at("board") from None


def _choice(key: str, word: str, options: Iterable[Word]) -> Word:
    for option in options:
        if option == word:
            return option
    known = ", ".join(options)
    raise InputError(f"no {key} {word!r}: {known}{did_you_mean(word, options)}", key)


def _links(board: IslandBoard, named: list[Any]) -> list[PointPair]:
    paths = (_at(f"[{number}]", board.find_path, each) for number, each in enumerate(named))
    return [link for path in paths for link in path]


def _others(board: IslandBoard, named: Any) -> dict[str, frozenset[PointPair]]:
    """Each other player's lines: by name, a list of players, or one player's list."""
    if isinstance(named, list):
        one_player = all(board.is_path(each) for each in named)
        lists = [named] if one_player and named else named
        named = {f"player {number}": each for number, each in enumerate(lists, 2)}
    found = {}
    for name, each in named.items():
        if not isinstance(each, list):
            raise InputError("expected a list of links", name)
        found[name] = frozenset(_at(name, _links, board, each))
    return found


def _no_shared_links(board: IslandBoard, networks: Mapping[str, frozenset[PointPair]]) -> None:
    owner: dict[PointPair, str] = {}
    for name, links in networks.items():
        for link in sorted(links):
            if link in owner:
                a, b = map(board.label, link)
                raise InputError(f"{a}-{b} belongs to {owner[link]} and to {name}", "others")
            owner[link] = name


def _players(given: int | None, others: int) -> int:
    if given is not None and not 1 <= given <= MOST_PLAYERS:
        raise InputError(f"1 to {MOST_PLAYERS} players are expected, not {given}")
    if given is not None and given < others + 1:
        raise InputError(f"{given} players, but {others + 1} of them have lines")
    return others + 1 if given is None else given


def _whole(number: int) -> int:
    if not 0 <= number <= 10**6:
        raise InputError("expected a sum in millions, 0 or more")
    return number


def _horizon(number: int) -> int:
    if not 1 <= number <= LONGEST:
        raise InputError(f"1 to {LONGEST} turns are expected, not {number}")
    return number


def _place(board: IslandBoard, word: object) -> int:
    point = board.find(word)
    if board.kind(point) not in PLACES:
        raise InputError(f"{word} is no town and no port")
    return point


def _port(board: IslandBoard, word: object) -> int:
    point = board.find(word)
    if board.kind(point) != "port":
        raise InputError(f"{word} is no port")
    return point


def _good(board: IslandBoard, good: str) -> str:
    if good not in board.sources:
        meant = did_you_mean(good, board.sources)
        raise InputError(f"no town of this board offers {good!r}{meant}")
    return good


def _lying(board: IslandBoard, table: _LyingTable, most: int) -> Lying:
    town = _place(board, table.town)
    if board.kind(town) not in TOWNS:
        raise InputError(f"{table.town} is no town: goods lie in towns")
    if most < 2:
        raise InputError(
            "in this title no goods lie: those left on the way are gone when the turn ends"
        )
    turns = most - 1 if table.turns is None else table.turns
    if not 0 < turns < most:
        raise InputError(f"turns: 1 to {most - 1} are expected, not {turns}")
    return Lying(_good(board, table.good), town, turns)


def _cards(board: IslandBoard, key: str, cards: list[list[_OfferTable]]) -> list[tuple[Offer, ...]]:
    return [_at(f"{key}[{number}]", _card, board, card) for number, card in enumerate(cards)]


def _card(board: IslandBoard, offers: list[_OfferTable]) -> tuple[Offer, ...]:
    if not offers:
        raise InputError("a card offers deliveries: {good, town}")
    if len(offers) > MOST_OFFERS:
        raise InputError(f"{len(offers)} deliveries on one card: at most {MOST_OFFERS}")
    return tuple(Offer(_good(board, offer.good), _place(board, offer.town)) for offer in offers)


def _agrees(position: IslandPosition) -> None:
    """Refuse a position whose parts contradict each other."""
    _train_agrees(position)
    _round_agrees(position)
    for good, count in position.stock.items():
        if count < 0:
            raise InputError(f"{good}: the number must be 0 or more, not {count}", "stock")
    if position.pile and (min(position.pile.values()) < 0 or not any(position.pile.values())):
        raise InputError("give the number of ships of each kind: 0 or more, and not all 0", "pile")
    if position.target is not None and position.aim == "win":
        raise InputError('aim = "win" has a target of its own: leave target out', "target")
    if position.turns_left is not None and not 1 <= position.turns_left <= MOST_TURNS:
        text = f"1 to {MOST_TURNS} turns are expected, not {position.turns_left}"
        raise InputError(text, "turns_left")
    if position.target is not None and position.target < 0:
        raise InputError("expected a sum in millions, 0 or more", "target")


def _train_agrees(position: IslandPosition) -> None:
    """Refuse a train that carries too much, or stands where it cannot."""
    board, at = position.board, position.at
    capacity = position.figures.trains[position.train].capacity
    if len(position.load) > capacity:
        raise InputError(f"{len(position.load)} goods, but the train carries {capacity}", "load")
    if at is not None:
        on_track = any(at in link for link in position.network.union(*position.others.values()))
        if board.sea(at) and not position.aboard and not on_track:
            raise InputError("the train is at sea without a ship: write aboard = true", "at")
        if not on_track and board.kind(at) not in ("large", "port", "sea"):
            raise InputError(f"the train at {board.label(at)} stands on no line", "at")
    if position.aboard and (at is None or board.kind(at) not in ("port", "sea")):
        raise InputError("a ship is boarded in a port (at = a port)", "aboard")


def _round_agrees(position: IslandPosition) -> None:
    """Refuse what cannot be in the round of the position."""
    at, game = position.at, position.figures.game
    if position.round is not None and position.round < 1:
        raise InputError(f"rounds are counted from 1, not {position.round}", "round")
    if position.first_round:
        begun = position.network or position.load or position.lying or position.own_ship
        if begun or position.start_town is None is not at:
            text = "in the first round there are no own lines, goods or ships, and the train is in"
            raise InputError(f"{text} a large town", "round")
    if position.public > game.public:
        text = f"{position.public} open contracts, but at most {game.public} lie open"
        raise InputError(text, "public")
    if position.public and position.round is not None and position.round < game.public_from:
        text = f"contracts lie open from round {game.public_from} on, not in {position.round}"
        raise InputError(text, "public")


def must_ask(position: IslandPosition) -> None:
    """Refuse a position without a question, or without what the question needs."""
    if position.ask is None:
        raise InputError(f"the position has no question: write ask = {' or '.join(ASKS)}", "ask")
    if position.ask == "track" and not position.connect:
        raise InputError("which towns? (connect = [...])", "connect")
    most = MOST_PRICED if position.ask == "contracts" else MOST_CARDS
    if position.public and position.ask == "track":
        raise InputError("a question for a track has no cards: leave public out", "public")
    if len(position.cards) > most:
        raise InputError(f"{len(position.cards)} cards are too many: at most {most}", "cards")
    if position.turns_left is not None and position.ask != "deliveries":
        raise InputError('turns_left goes with ask = "deliveries"', "turns_left")
    wins = position.ask == "deliveries" and position.aim == "win"
    if position.ask != "track" and not position.cards and not wins:
        raise InputError("no cards: each is a list of {good, town}", "cards")
    if position.ask == "keep" and not 0 < position.keep < len(position.hand):
        text = f"{position.keep} of {len(position.hand)} cards to keep: there is no choice"
        raise InputError(text, "keep")
