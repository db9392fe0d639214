"""Claims of turns: ``build: Corvane-K14 cost 3``, one line for each action.

The same words print a plan, so that what ``solve`` answers can be handed to ``check``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import msgspec

from bestrun.claims.source import ClaimSource, no_claim, numbered, read, short
from mapdata.errors import InputError, did_you_mean, within
from mapdata.island.board import IslandBoard
from mapdata.island.position import IslandPosition
from mapdata.tables import explained
from mapdata.written import whole
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

_KINDS: Mapping[str, Callable[..., Action]] = {
    "move": Move,
    "sail": Sail,
    "load": Load,
    "drop": Drop,
    "deliver": Deliver,
    "hire": Hire,
    "build": Build,
    "upgrade": Upgrade,
    "buy": Buy,
}
_SUBJECT = {
    **dict.fromkeys(("move", "sail", "build"), "path"),
    **dict.fromkeys(("load", "drop", "deliver"), "good"),
    **dict.fromkeys(("hire", "buy"), "ship"),
    "upgrade": "train",
}
_FIGURES = {
    **dict.fromkeys(("build", "hire", "upgrade", "buy"), ("cost",)),
    "deliver": ("pay", "card"),
}
_FIGURE = re.compile(r"[,;]?\s+(cost|pay|card)\b\s*[:=]?\s*(\S+?)(?=[\s,;]|$)", re.I)
_TURN = re.compile(r"turn\s+(\d+)\s*:?", re.I)
_EXAMPLE = "write build: Corvane-K14 cost 1, or deliver: coal to Corvane pay 12"


@dataclass(frozen=True)
class ClaimedAction:
    """One action as it was claimed; ``town`` is where a delivery is said to happen."""

    action: Action
    town: int | None = None


@dataclass(frozen=True)
class ClaimedTurn:
    """The actions of a turn, and the money at its end if it was stated."""

    actions: tuple[ClaimedAction, ...]
    money: int | None = None


@dataclass(frozen=True)
class IslandClaim:
    """Turns from the position on; ``start`` is the large town where the train begins."""

    turns: tuple[ClaimedTurn, ...]
    start: int | None = None
    cost: int | None = None


class _Turn(msgspec.Struct):
    actions: list[str | dict[str, Any]]
    money: int | None = None


class _ClaimTable(msgspec.Struct):
    turns: list[_Turn]
    start: str | int | None = None
    cost: int | None = None


def spelt(board: IslandBoard, action: Action, at: int | None) -> dict[str, Any]:
    """Return an action as programs read it; ``at`` is where the train stands."""
    kind = next(word for word, each in _KINDS.items() if each is type(action))
    words = {key: value for key, value in asdict(action).items() if value is not None}
    if "path" in words:
        words["path"] = [board.label(point) for point in words["path"]]
    if "port" in words:
        words["port"] = board.label(words["port"])
    if "card" in words:
        words["card"] += 1
    if isinstance(action, Deliver) and at is not None:
        words["town"] = board.label(at)
    return {"do": kind, **words}


def line_of(words: dict[str, Any]) -> str:
    """The text of :func:`spelt` as people write it."""
    words = dict(words)
    kind = words.pop("do")
    subject = words.pop(_SUBJECT[kind])
    text = "-".join(subject) if isinstance(subject, list) else subject
    for preposition, place in (("to", "town"), ("at", "port"), ("lose", "lose")):
        if place in words:
            text += f" {preposition} {words.pop(place)}"
    return " ".join([f"{kind}: {text}", *(f"{key} {value}" for key, value in words.items())])


def read_turns(source: ClaimSource, position: IslandPosition) -> IslandClaim:
    """The claim as turns of a player."""
    return read(
        source, lambda text: _from_text(text, position), lambda data: _from_data(data, position)
    )


def _from_text(text: str, position: IslandPosition) -> IslandClaim:
    turns: list[ClaimedTurn] = []
    start = None
    for number, line in _lines(text, position.figures.name):
        with within(f"line {number}"):
            if matched := _TURN.fullmatch(line):
                if whole(matched[1]) != len(turns) + 1:
                    raise InputError(
                        f"turn {matched[1]} comes where turn {len(turns) + 1} is expected"
                    )
                turns.append(ClaimedTurn(()))
                continue
            word, colon, rest = (part.strip() for part in line.partition(":"))
            if not colon:
                raise no_claim(line, _EXAMPLE)
            if word.lower() == "start":
                start = _start(position, rest)
                continue
            if not turns:
                turns.append(ClaimedTurn(()))
            if word.lower() == "money":
                turns[-1] = replace(turns[-1], money=_whole("money", rest))
            else:
                action = _action(_line(word.lower(), rest, position.board), position)
                turns[-1] = replace(turns[-1], actions=(*turns[-1].actions, action))
    if not turns:
        raise no_claim("", _EXAMPLE)
    return IslandClaim(tuple(turns), start)


def _lines(text: str, title: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a claim, numbered, without what ``solve`` prints around its turns."""
    heading = text.lstrip().startswith(f"{title}:")
    for number, line in numbered(text):
        heading = heading and not (line.startswith("start:") or _TURN.fullmatch(line))
        if not heading and not (line[0] == "(" and line[-1] == ")"):
            yield number, line


def _from_data(data: Any, position: IslandPosition) -> IslandClaim:
    """Read ``{turns: [{actions, money}], start}`` as ``solve --json`` has it."""
    try:
        if isinstance(data, list):
            data = {"turns": [{"actions": data}]}
        table = msgspec.convert(data, _ClaimTable)
    except msgspec.ValidationError as error:
        raise explained(error) from None
    turns = []
    for number, turn in enumerate(table.turns):
        actions = []
        for at, each in enumerate(turn.actions):
            with within(f"turns[{number}].actions[{at}]"):
                if isinstance(each, str):
                    word, _, rest = (part.strip() for part in each.partition(":"))
                    each = _line(word.lower(), rest, position.board)
                actions.append(_action(each, position))
        turns.append(ClaimedTurn(tuple(actions), turn.money))
    if not turns:
        raise InputError("the claim has no turns", "turns")
    start = None if table.start is None else _start(position, table.start)
    return IslandClaim(tuple(turns), start, table.cost)


def _start(position: IslandPosition, word: object) -> int:
    with within("start"):
        point = position.board.find(word)
        if position.at is not None and point != position.at:
            raise InputError(f"the train is at {position.board.label(position.at)}")
        if position.board.kind(point) != "large" and position.at is None:
            raise InputError(f"the train begins in a large town, which {word} is not")
    return point


def _line(kind: str, text: str, board: IslandBoard) -> dict[str, Any]:
    """Return the words of one line as the JSON form has them."""
    if kind not in _KINDS:
        raise InputError(
            f"no action {short(kind)!r}: {', '.join(_KINDS)}{did_you_mean(kind, _KINDS)}"
        )
    found: dict[str, Any] = {"do": kind}
    text = " ".join(text.split())
    for matched in _FIGURE.finditer(text):
        word = matched[1].lower()
        if word in found:
            raise InputError(f"{word} is given twice")
        found[word] = _whole(word, matched[2])
    rest = _FIGURE.sub("", text).strip(" ,;.")
    if kind == "deliver":
        rest, _, town = (part.strip() for part in rest.partition(" to "))
        found |= {"town": town} if town else {}
    if kind == "upgrade":
        rest, _, lost = (part.strip() for part in rest.partition(" lose "))
        found |= {"lose": lost} if lost else {}
    if kind == "buy":
        rest, _, port = (part.strip() for part in rest.partition(" at "))
        found |= {"port": port} if port else {}
    if _SUBJECT[kind] == "path":
        found["path"] = board.split_path(rest)
    else:
        found[_SUBJECT[kind]] = rest
    return found


def _action(words: dict[str, Any], position: IslandPosition) -> ClaimedAction:
    """Return the action that the words of the JSON form describe."""
    board, plan = position.board, position.figures
    kind = words.get("do")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InputError(f"no action {kind!r}: {', '.join(_KINDS)}", "do")
    known = ("do", _SUBJECT[kind], *_FIGURES.get(kind, ()), *_more(kind))
    for key in words:
        if key not in known:
            raise InputError(f"{kind} has no {key!r}{did_you_mean(str(key), known)}")
    if not words.get(_SUBJECT[kind]):
        raise InputError(f"{kind} what? ({_SUBJECT[kind]} is missing)")
    made: dict[str, Any] = {
        key: _whole(key, words[key]) for key in _FIGURES.get(kind, ()) if key in words
    }
    subject = words[_SUBJECT[kind]]
    options: dict[str, Mapping[str, Any]] = {
        "good": board.sources,
        "ship": plan.ships,
        "train": plan.trains,
    }
    if _SUBJECT[kind] == "path":
        if not isinstance(subject, list) or len(subject) < 2:
            raise InputError(f"{kind}: at least two points are expected (A-B)")
        made["path"] = _path(board, [board.find(point) for point in subject])
        if len(made["path"]) < 2:
            raise InputError(f"{kind}: nothing is built and nothing passed within a large town")
    else:
        made[_SUBJECT[kind]] = _one_of(_SUBJECT[kind], subject, options[_SUBJECT[kind]])
    if "card" in made:
        if not 1 <= made["card"] <= len(position.cards):
            there = f"{len(position.hand)} in hand"
            there += f", {position.public} public" if position.public else ""
            raise InputError(f"there is no card {made['card']}: {there}")
        made["card"] -= 1
    if "port" in words:
        made["port"] = board.find(words["port"])
    if "lose" in words:
        made["lose"] = _one_of("good", words["lose"], board.sources)
    town = board.find(words["town"]) if "town" in words else None
    return ClaimedAction(_KINDS[kind](**made), town)


def _path(board: IslandBoard, points: list[int]) -> tuple[int, ...]:
    """Return the points of a way; all points of a large town count as one."""
    last = [None, *points[:-1]]
    return tuple(
        point
        for before, point in zip(last, points, strict=True)
        if point != before or board.kind(point) != "large"
    )


def _more(kind: str) -> tuple[str, ...]:
    return {"deliver": ("town",), "buy": ("port",), "upgrade": ("lose",)}.get(kind, ())


def _one_of(what: str, word: object, options: Mapping[str, Any]) -> str:
    by_folded = {option.casefold(): option for option in options}
    if not isinstance(word, str) or word.casefold() not in by_folded:
        meant = did_you_mean(str(word), options)
        raise InputError(f"there is no {what} {short(str(word))!r}{meant}")
    return by_folded[word.casefold()]


def _whole(what: str, word: object) -> int:
    if isinstance(word, int) and not isinstance(word, bool):
        return word
    number = whole(word) if isinstance(word, str) else None
    if number is None:
        raise InputError(f"{what} {word!r} is no whole number")
    return number
