"""An export of 18xx.games as a list of steps: read, checked, undone moves taken out.

The site gives every player the whole game as JSON: Tools, then *copy game data*. What
counts is its list of actions. Nothing is replayed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from bestrun.files import read_raw
from mapdata.errors import InputError
from mapdata.tables import explained

T = TypeVar("T")
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class ExportedRoute(msgspec.Struct, frozen=True):
    """A train's run as the export states it; older exports state less.

    ``connections`` are the hexes from stop to stop, each possibly written backwards;
    ``nodes`` the stops as hex and index, ``hexes`` the hexes of the stops.
    """

    train: str
    connections: tuple[tuple[str, ...], ...] | None = ()
    hexes: tuple[str, ...] | None = ()
    nodes: tuple[str, ...] | None = ()
    revenue: float | None = None


class ExportedAction(msgspec.Struct, frozen=True):
    """An action with the fields that can matter to tiles, tokens, trains or the clock."""

    type: str
    entity: str | int | None = None
    entity_type: str | None = None
    id: Number | None = None
    user: str | int | None = None
    action_id: Number | None = None
    auto_actions: tuple[ExportedAction, ...] | None = None
    hex: str | None = None
    tile: str | None = None
    rotation: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    city: str | None = None
    slot: Number | None = None
    tokener: str | int | None = None
    token_type: str | None = None
    train: str | None = None
    variant: str | None = None
    exchange: str | None = None
    company: str | None = None
    corporation: str | None = None
    minor: str | None = None
    target: str | int | None = None
    target_type: str | None = None
    shares: tuple[str, ...] | None = None
    percent: float | None = None
    price: float | None = None
    description: str | None = None
    choice: Any = None
    kind: str | None = None
    created_at: Any = None
    routes: tuple[ExportedRoute, ...] | None = None
    hexes: tuple[str, ...] | None = None

    @property
    def trains(self) -> tuple[str | None, ...]:
        """The trains that it names: bought, traded in, discarded or run."""
        return (self.train, self.exchange, *(route.train for route in self.routes or ()))


class _ExportedPlayer(msgspec.Struct):
    name: str
    id: str | int | None = None


class _Settings(msgspec.Struct):
    optional_rules: tuple[str, ...] | None = None
    seed: str | int | None = None


class _Head(msgspec.Struct):
    title: str
    id: str | int | None = None
    settings: _Settings | None = None
    status: str | None = None
    players: tuple[_ExportedPlayer, ...] = ()
    result: Any = None
    created_at: Any = None


class _Body(msgspec.Struct):
    actions: list[ExportedAction]


@dataclass(frozen=True, slots=True)
class StandingAction:
    """One action that stands, with the id by which people find it.

    An automatic action has none of its own and shares that of the action it follows.
    """

    id: int
    action: ExportedAction
    automatic: bool = False

    @property
    def company(self) -> str:
        """Return the company or private that acts, or nothing for a player."""
        entity, kind = self.action.entity, self.action.entity_type
        return entity if isinstance(entity, str) and kind != "player" else ""


@dataclass(frozen=True)
class Export:
    """An exported game: its name, its title, its optional rules, and the actions that stand.

    ``players`` maps the site's ids of the players to their names, in the order of seats.
    """

    name: str
    game: str
    options: tuple[str, ...]
    steps: tuple[StandingAction, ...]
    undone: frozenset[int] = frozenset()
    finished: bool = False
    place: str = ""
    id: str = ""
    seed: int = 0
    players: Mapping[str | int, str] = field(default_factory=dict)
    standing: Mapping[str, int] = field(default_factory=dict)
    """Player to final value, in the order of seats, where the export states it for all."""
    year: int | None = None
    recorded: tuple[ExportedAction, ...] = ()
    """All actions of the file, in its order, with those that were undone."""


def with_trains_called(export: Export, called: Mapping[str, str]) -> Export:
    """Return an export in which trains have other ids; one that has is named after its pile."""
    if not called:
        return export
    steps = (replace(step, action=_renamed(step.action, called)) for step in export.steps)
    return replace(export, steps=tuple(steps))


def _renamed(action: ExportedAction, called: Mapping[str, str]) -> ExportedAction:
    routes = action.routes and tuple(
        msgspec.structs.replace(each, train=called.get(each.train, each.train))
        for each in action.routes
    )
    train, exchange = action.train or "", action.exchange or ""
    return msgspec.structs.replace(
        action,
        routes=routes,
        train=called.get(train, action.train),
        exchange=called.get(exchange, action.exchange),
        variant=None if train in called else action.variant,
    )


def read_export(path: Path) -> Export:
    """Read an export; the game is named after its file."""
    raw = read_raw(path)
    try:
        return parse_export(raw, path.stem, str(path))
    except InputError as error:
        raise error.at(str(path)) from None


def parse_export(raw: bytes | str, name: str, place: str = "") -> Export:
    """Read an export from its text."""
    raw = raw.encode() if isinstance(raw, str) else raw.removeprefix(b"\xef\xbb\xbf")
    if not raw.strip():
        raise InputError("the file is empty")
    return export_of(_decode(raw), name, place)


def export_of(data: object, name: str, place: str = "") -> Export:
    """Return the export in what a JSON file held."""
    head = _checked(data, _Head)
    settings = head.settings or _Settings()
    recorded = _checked(data, _Body).actions
    standing, undone = without_undone(recorded)
    game_id = "" if head.id is None else str(head.id)
    players = {each.name if each.id is None else each.id: each.name for each in head.players}
    begun = (*(each.created_at for each in standing[:1]), head.created_at)
    return Export(
        name,
        head.title,
        settings.optional_rules or (),
        tuple(_steps(standing)),
        undone,
        head.status == "finished",
        place,
        game_id,
        _seed(settings.seed, game_id),
        players,
        _standing(head.result, players),
        next(filter(None, map(_year, begun)), None),
        tuple(recorded),
    )


def _standing(result: object, players: Mapping[str | int, str]) -> dict[str, int]:
    """The final worth of each player; empty unless the export states it for all of them."""
    if not isinstance(result, dict):
        return {}
    values = {name: result.get(str(key)) for key, name in players.items()}
    known = {name: int(each) for name, each in values.items() if isinstance(each, int | float)}
    return known if len(known) == len(players) else {}


def _year(moment: object) -> int | None:
    """Return the year of a moment: seconds since 1970, or a date that begins with its year."""
    if isinstance(moment, int | float) and 0 < moment < 2**35:
        return datetime.fromtimestamp(moment, UTC).year
    return int(moment[:4]) if isinstance(moment, str) and re.match(r"\d{4}-", moment) else None


def _seed(stated: str | int | None, game_id: str) -> int:
    """The seed of the site's random numbers in this game."""
    digits = re.search(r"\d+", str(stated if stated not in (None, "") else game_id))
    return int(digits[0][:18]) if digits else 1


def without_undone(
    actions: Iterable[ExportedAction],
) -> tuple[list[ExportedAction], frozenset[int]]:
    """Return the actions that stand in the end, and the ids of those that do not.

    An undo takes out the last action, or everything after the one it names; a redo puts
    the last batch back. Talk between players stands outside all this; any other action
    forgets what was undone.
    """
    standing: list[ExportedAction] = []
    batches: list[list[ExportedAction]] = []
    gone: set[int] = set()
    for action in actions:
        if action.type == "message":
            continue
        if action.type == "undo":
            batch: list[ExportedAction] = []
            while standing and _taken_back(standing[-1], action, bool(batch)):
                batch.append(standing.pop())
            batches.append(batch)
            gone.update(each.id for each in batch if each.id is not None)
        elif action.type == "redo":
            back = batches.pop()[::-1] if batches else []
            standing += back
            gone.difference_update(each.id for each in back if each.id is not None)
        else:
            batches.clear()
            standing.append(action)
    return standing, frozenset(gone)


def _taken_back(last: ExportedAction, undo: ExportedAction, begun: bool) -> bool:
    if undo.action_id is None:
        return not begun
    return last.id is None or last.id > undo.action_id


def _steps(actions: Iterable[ExportedAction]) -> Iterator[StandingAction]:
    for number, action in enumerate(actions, 1):
        if action.id is None:
            raise InputError(f"action {number} of those that stand ({action.type}) has no id")
        yield StandingAction(action.id, action)
        following = list(action.auto_actions or ())[::-1]
        while following:
            each = following.pop()
            yield StandingAction(action.id, each, automatic=True)
            following += list(each.auto_actions or ())[::-1]


def _decode(raw: bytes) -> object:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise InputError("breaks off in the middle: no complete JSON") from None
        why = str(error).removeprefix("JSON is malformed: ")
        raise InputError(f"is no game exported from 18xx.games: no JSON, {why}") from None
    except UnicodeDecodeError:
        raise InputError("is no text file (UTF-8 expected)") from None
    except RecursionError:
        raise InputError("nested too deeply: no game") from None


def _checked(data: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _explained(error) from None
    except RecursionError:
        raise InputError("nested too deeply: no game") from None


def _explained(error: msgspec.ValidationError) -> InputError:
    """Say in our words where a value is of the wrong kind or missing."""
    fault = explained(error)
    if fault.place == "" and "actions" in fault.message:
        return InputError("is no game exported from 18xx.games: it has no list of actions")
    if fault.place == "":
        return InputError("is no game exported from 18xx.games (Tools, copy game data)")
    return fault
