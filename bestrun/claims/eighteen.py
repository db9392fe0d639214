"""What a director says: lines of text as at a table, or JSON runs, read into a claim."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from bestrun.claims.said import Said, no_claim, numbered, read
from bestrun.turn import Turn
from hexgraph.sides import split_stop
from mapdata.errors import InputError, did_you_mean, within
from mapdata.places import MOST_PLACES, fold, split_places
from mapdata.tables import explained
from mapdata.title import Title
from solvers.claim import Line
from solvers.problem import Problem

_LINE = re.compile(r"(?P<train>[^:=]*?)\s*:\s*(?P<route>.*?)\s*(?:=\s*(?P<figure>.*?))?")
_TOTAL = re.compile(r"(?:total|revenue|sum)?\s*[:=]\s*(?P<figure>.*)", re.IGNORECASE)
_FIGURE = re.compile(r"(?:[^\W\d]{1,4}\.?\s*)?(\d{1,9})(?:\s*[^\W\d]{1,5}\.?)?")
_EXAMPLE = "write 2H: Sion-Martigny = 40"


@dataclass(frozen=True)
class ClaimedRun:
    """One line of a claim: the train, the stops as written, what is said about it."""

    train: str
    stops: tuple[str, ...]
    unpaid: frozenset[int] = frozenset()
    """Places in ``stops`` that are passed without paying, written in brackets."""
    hexes: tuple[str, ...] | None = None
    revenue: int | None = None


@dataclass(frozen=True)
class Claim:
    """All lines of a claim, and the total if one is stated."""

    runs: tuple[ClaimedRun, ...]
    revenue: int | None = None


def read_claim(said: Said, title: Title) -> Claim:
    """Return what was said as runs of trains."""
    return read(said, lambda text: _from_text(text, title), _from_data)


class _JsonRun(msgspec.Struct):
    train: str | int
    stops: list[str]
    hexes: list[str] | None = None
    revenue: int | None = None
    paid: list[str] | None = None


class _JsonRuns(msgspec.Struct):
    runs: list[_JsonRun]
    revenue: int | None = None


def _from_data(data: Any) -> Claim:
    if isinstance(data, list):
        data = {"runs": data}
    try:
        claim = msgspec.convert(data, _JsonRuns)
    except msgspec.ValidationError as error:
        wrong = explained(error)
        raise InputError(f"no claim: {wrong.message}", wrong.place) from None
    runs = tuple(
        _claimed(
            str(run.train),
            run.stops,
            tuple(run.hexes or ()) or None,
            run.revenue,
            run.paid,
        )
        for run in claim.runs
    )
    return Claim(runs, claim.revenue)


def _claimed(
    train: str,
    names: Sequence[str],
    hexes: tuple[str, ...] | None,
    revenue: int | None,
    paid: Sequence[str] | None = None,
) -> ClaimedRun:
    """Return a run; stops in brackets do not pay, nor do those that are not in ``paid``."""
    if len(names) > MOST_PLACES:
        raise InputError(f"{len(names)} stops in one run: at most {MOST_PLACES}", train)
    unpaid = frozenset(at for at, name in enumerate(names) if name.lstrip().startswith("("))
    if paid is not None:
        stops, paying = set(names), set(paid)
        for name in paid:
            if name not in stops:
                raise InputError(f"{name} is paid but not among the stops", train)
        unpaid |= {at for at, name in enumerate(names) if name not in paying}
    return ClaimedRun(train, tuple(name.strip("() ") for name in names), unpaid, hexes, revenue)


def _from_text(text: str, title: Title) -> Claim:
    runs: list[ClaimedRun] = []
    total: int | None = None
    lines = list(numbered(text))
    for number, line in lines:
        with within(f"line {number}"):
            matched = _TOTAL.fullmatch(line)
            if matched is not None:
                if total is not None:
                    raise InputError("a second total")
                total = _figure(matched["figure"])
                continue
            run = _run(line, title)
            if run is not None:
                runs.append(run)
    if not lines:
        raise no_claim("", _EXAMPLE)
    return Claim(tuple(runs), total)


def _run(line: str, title: Title) -> ClaimedRun | None:
    matched = _LINE.fullmatch(line)
    if matched is None or not matched["train"]:
        raise no_claim(line, _EXAMPLE)
    route = matched["route"]
    if route.casefold() in ("idle", "-"):
        return None
    if not route:
        raise InputError(f"{line!r} names no stops (write {matched['train']}: idle if it rests)")
    route, hexes = _without_hexes(route)
    names = split_places(route, lambda name: _known(title, name))
    figure = None if matched["figure"] is None else _figure(matched["figure"])
    return _claimed(matched["train"], names, hexes, figure)


def _without_hexes(route: str) -> tuple[str, tuple[str, ...] | None]:
    """Return a route, and the hexes that may stand behind it: ``Sion-Visp [K10 J11]``."""
    inside = route.removesuffix("]")
    start = inside.find("[", inside.rfind("]") + 1)
    if inside == route or start < 0:
        return route, None
    return route[:start].strip(), tuple(inside[start + 1 :].replace(",", " ").split()) or None


def _figure(text: str) -> int:
    matched = _FIGURE.fullmatch(text.strip())
    if matched is None:
        meant = " (write two trains on two lines, or with ; between them)" if ":" in text else ""
        raise InputError(f"{text!r} is no revenue{meant}")
    return int(matched[1])


def _known(title: Title, name: str) -> bool:
    """Return whether ``name``, which has a hyphen in it, is one name.

    ``Vercelli-Novara`` is not: it is two stops, though their hex bears both names.
    """
    place = _place(title, name)
    if place is None:
        return False
    halves = [_place(title, half) for half in name.split("-")]
    return not (None not in halves and len(title.hexes[place].printed.stops) > 1)


def _place(title: Title, name: str) -> str | None:
    """Return the hex that a name means, with or without the index of a stop."""
    plain = name.strip("() ")
    place, dot, index = plain.rpartition(".")
    return title.names.get(fold(place if dot and index.isdecimal() else plain))


def claim_lines(turn: Turn, problem: Problem, claim: Claim) -> list[Line]:
    """Return the lines of ``claim`` as stops of ``problem``, which holds the whole board."""
    _check_trains(claim, turn.position.trains)
    trains = {train.name: train for train in problem.trains}
    lines = []
    for run in claim.runs:
        with within(run.train):
            if run.train not in trains:
                raise InputError("it runs no route of its own: others earn more by it")
            train = trains[run.train]
            if run.unpaid and not train.may_skip:
                name = run.stops[min(run.unpaid)]
                raise InputError(f"only a train that skips stops passes ({name}) unpaid")
            stops = tuple(_options(turn, problem, text) for text in run.stops)
            paid = tuple(at not in run.unpaid for at in range(len(stops)))
            hexes = run.hexes
            if hexes is not None:
                hexes = tuple(split_stop(turn.title, text)[0] for text in hexes)
            lines.append(Line(train, stops, paid, hexes, run.revenue))
    return lines


def _check_trains(claim: Claim, owned: Sequence[str]) -> None:
    left = Counter(owned)
    for run in claim.runs:
        if run.train not in left:
            has = ", ".join(owned) or "none"
            raise InputError(
                f"there is no train {run.train}{did_you_mean(run.train, owned)}; owned: {has}"
            )
        if not left[run.train]:
            raise InputError(f"{run.train} runs more often than it is owned")
        left[run.train] -= 1


def _options(turn: Turn, problem: Problem, text: str) -> tuple[int, ...]:
    """Return the stops that ``text`` can mean."""
    hex_id, index = split_stop(turn.title, text)
    face = turn.board.face(hex_id)
    name = turn.title.hexes[hex_id].name
    where = f"{name} ({hex_id})" if name else hex_id
    if not face.stops:
        raise InputError(f"there is no stop at {where}")
    if index is not None and index >= len(face.stops):
        raise InputError(f"{where} has no stop {index}")
    stops = problem.network.stops
    options = [i for i, stop in enumerate(stops) if hex_id in stop.hexes]
    if index is not None and len(options) > 1:
        options = [i for i in options if stops[i].id == f"{hex_id}.{index}"]
    return tuple(options)
