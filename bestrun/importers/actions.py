"""An export of 18xx.games as a list of steps: read, checked, undone moves taken out.

The site gives every player the whole game as JSON: Tools, then *copy game data*. What
counts is its list of actions. Nothing is replayed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from bestrun.files import read_raw
from bestrun.importers.records import one_line
from mapdata.errors import InputError
from mapdata.tables import explained

T = TypeVar("T")
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class Route(msgspec.Struct, frozen=True):
    """A train's run as the export states it.

    ``connections`` are the hexes from stop to stop, each possibly written backwards;
    ``nodes`` the stops as hex and index, ``hexes`` the hexes of the stops.
    """

    train: str
    connections: tuple[tuple[str, ...], ...] = ()
    hexes: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    revenue: int | None = None


class Action(msgspec.Struct, frozen=True):
    """An action with the fields that can matter to tiles, tokens, trains or the clock."""

    type: str
    entity: str | int | None = None
    entity_type: str | None = None
    id: Number | None = None
    action_id: Number | None = None
    auto_actions: tuple[Action, ...] | None = None
    hex: str | None = None
    tile: str | None = None
    rotation: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    city: str | None = None
    slot: Number | None = None
    tokener: str | int | None = None
    train: str | None = None
    variant: str | None = None
    corporation: str | None = None
    shares: tuple[str, ...] | None = None
    choice: Any = None
    routes: tuple[Route, ...] | None = None


class _Settings(msgspec.Struct):
    optional_rules: list[str] | None = None


class _Head(msgspec.Struct):
    title: str
    settings: _Settings | None = None
    status: str | None = None


class _Body(msgspec.Struct):
    actions: list[Action]


@dataclass(frozen=True, slots=True)
class Step:
    """One action that stands, with the id by which people find it.

    An automatic action has none of its own and shares that of the action it follows.
    """

    id: int
    action: Action
    automatic: bool = False

    @property
    def company(self) -> str:
        """Return the company or private that acts, or nothing for a player."""
        entity, kind = self.action.entity, self.action.entity_type
        return entity if isinstance(entity, str) and kind != "player" else ""


@dataclass(frozen=True)
class Export:
    """A game as exported: what it is called, which title, the steps that stand."""

    name: str
    title: str
    steps: tuple[Step, ...]
    undone: frozenset[int] = frozenset()
    finished: bool = False
    place: str = ""


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
    head = _decode(raw, _Head)
    options = head.settings.optional_rules if head.settings else None
    title = _title_id(head.title, options or ())
    standing, undone = without_undone(_decode(raw, _Body).actions)
    return Export(name, title, tuple(_steps(standing)), undone, head.status == "finished", place)


def without_undone(actions: Iterable[Action]) -> tuple[list[Action], frozenset[int]]:
    """Return the actions that stand in the end, and the ids of those that do not.

    An undo takes out the last action, or everything after the one it names; a redo puts
    the last batch back. Talk between players stands outside all this; any other action
    forgets what was undone.
    """
    standing: list[Action] = []
    batches: list[list[Action]] = []
    gone: set[int] = set()
    for action in actions:
        if action.type == "message":
            continue
        if action.type == "undo":
            batch: list[Action] = []
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


def _taken_back(last: Action, undo: Action, begun: bool) -> bool:
    if undo.action_id is None:
        return not begun
    return last.id is None or last.id > undo.action_id


def _steps(actions: Iterable[Action]) -> Iterator[Step]:
    for number, action in enumerate(actions, 1):
        if action.id is None:
            raise InputError(f"action {number} of those that stand ({action.type}) has no id")
        yield Step(action.id, action)
        following = list(action.auto_actions or ())[::-1]
        while following:
            each = following.pop()
            yield Step(action.id, each, automatic=True)
            following += list(each.auto_actions or ())[::-1]


def _title_id(title: str, options: Sequence[str]) -> str:
    if title == "1844":
        return title
    if title == "1841":
        edition = "" if "version_1" in options else "-v2"
        return title + edition + ("-lite" if "lite" in options else "")
    raise InputError(
        f"a game of {one_line(title)[:40]!r}: bestrun reads exported games of 1844 and 1841"
    )


def _decode(raw: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise _explained(error) from None
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise InputError("breaks off in the middle: no complete JSON") from None
        why = str(error).removeprefix("JSON is malformed: ")
        raise InputError(f"is no game exported from 18xx.games: no JSON, {why}") from None
    except UnicodeDecodeError:
        raise InputError("is no text file (UTF-8 expected)") from None
    except RecursionError:
        raise InputError("nested too deeply: no game") from None


def _explained(error: msgspec.ValidationError) -> InputError:
    """Say in our words where a value is of the wrong kind or missing."""
    told = explained(error)
    if told.place == "" and "actions" in told.message:
        return InputError("is no game exported from 18xx.games: it has no list of actions")
    if told.place == "":
        return InputError("is no game exported from 18xx.games (Tools, copy game data)")
    return told
