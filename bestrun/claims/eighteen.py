"""Claims of directors: lines of text as at a table, or JSON runs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import structs

from bestrun.claims.source import ClaimSource, no_claim, numbered, read
from bestrun.turn import Turn
from hexgraph.sides import split_stop
from mapdata.errors import InputError, did_you_mean, within
from mapdata.places import MOST_PLACES, fold, split_places
from mapdata.tables import explained
from mapdata.title import Title
from solvers.bonus import Earned, Sets
from solvers.claim import Line
from solvers.problem import Problem, Train

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
    cars: tuple[ClaimedRun, ...] = ()
    """Cars that run nothing, each with the stop at which it makes another run earn more."""


def read_claim(source: ClaimSource, title: Title) -> Claim:
    """The claim as runs of trains."""
    return read(source, lambda text: _from_text(text, title), _from_data)


class _JsonRun(msgspec.Struct):
    train: str | int
    stops: list[str] = []
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
    for at, run in enumerate(claim.runs):
        if not run.stops and not run.hexes:
            raise InputError("no claim: stops is missing", f"runs[{at}]")
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
                    raise InputError("the total is given twice")
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
    names = split_places(route, lambda name: _known(title, name)) if route else []
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
    """Whether ``name``, which has a hyphen in it, is one name.

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


def on_board(turn: Turn, claim: Claim) -> Claim:
    """Return the claim with a route for each run: stops told by hexes alone, cars apart.

    What a car is said to earn belongs to the run that visits the stop named for it.
    """
    _check_trains(claim, turn.position.trains)
    runs, cars = [], []
    for run in claim.runs:
        with within(run.train):
            if not turn.title.trains[run.train].runs:
                cars.append(run)
            else:
                runs.append(run if run.stops else replace(run, stops=_stops_of(turn, run)))
    for car in cars:
        with within(car.train):
            at = next((at for at, run in enumerate(runs) if _visits(turn, run, car)), None)
            if at is None:
                raise InputError(
                    "it has no route of its own: name a stop that another train visits"
                )
            figures = (runs[at].revenue, car.revenue)
            both = None if None in figures else sum(filter(None, figures))
            runs[at] = replace(runs[at], revenue=both)
    return Claim(tuple(runs), claim.revenue, tuple(cars))


def _stops_of(turn: Turn, run: ClaimedRun) -> tuple[str, ...]:
    """Return the hexes with a stop among those of a run."""
    hexes = run.hexes or ()
    return tuple(name for name in hexes if turn.board.face(split_stop(turn.title, name)[0]).stops)


def _visits(turn: Turn, run: ClaimedRun, car: ClaimedRun) -> bool:
    """Whether a run visits the one stop that is named for a car."""
    named = {split_stop(turn.title, name) for name in car.stops}
    return len(named) == 1 and not named.isdisjoint(split_stop(turn.title, n) for n in run.stops)


def claim_lines(turn: Turn, problem: Problem, claim: Claim) -> list[Line]:
    """Return the lines of a claim on the board, as stops of ``problem``, which holds all of it."""
    trains = {train.name: train for train in problem.trains}
    for car in claim.cars:
        where = [at for name in car.stops for at in _options(turn, problem, name)]
        trains = {name: _earning_at(turn, train, car, where) for name, train in trains.items()}
    lines = []
    for run in claim.runs:
        with within(run.train):
            train = trains[run.train]
            stops = tuple(_options(turn, problem, text) for text in run.stops)
            unpaid = run.unpaid
            if unpaid and not train.may_skip:  # a stop that is worth nothing pays or not, alike
                some = [at for at in unpaid if any(train.worth[stop] for stop in stops[at])]
                if len(some) > _joined(turn, run.stops):
                    name = run.stops[min(some)]
                    text = f"write {name} without brackets: this train is paid at every stop"
                    raise InputError(text)
                unpaid = frozenset()
            paid = tuple(at not in unpaid for at in range(len(stops)))
            hexes = run.hexes
            if hexes is not None:
                hexes = tuple(split_stop(turn.title, text)[0] for text in hexes)
            lines.append(Line(train, stops, paid, hexes, run.revenue))
    return lines


def _joined(turn: Turn, stops: Sequence[str]) -> int:
    """The number of stops that count as one with the next: they take no further place."""
    if turn.title.route_rules.joined is None:
        return 0
    hexes = [split_stop(turn.title, text)[0] for text in stops]
    return sum(one == two for one, two in pairwise(hexes))


def _earning_at(turn: Turn, train: Train, car: ClaimedRun, stops: Sequence[int]) -> Train:
    """Return a train whose bonus for a car counts at the stop that was named, no better one."""
    its = {bonus.name for bonus in turn.title.bonuses if bonus.if_train == car.train}
    bonuses: list[Earned] = []
    for bonus in train.bonuses:
        if isinstance(bonus, Sets) and bonus.name in its:
            sets = tuple(tuple(each for each in some if each[0] in stops) for some in bonus.sets)
            bonus = structs.replace(bonus, sets=sets)
        bonuses.append(bonus)
    return structs.replace(train, bonuses=tuple(bonuses))


def _check_trains(claim: Claim, owned: Sequence[str]) -> None:
    left = Counter(owned)
    for run in claim.runs:
        if run.train not in left:
            has = ", ".join(owned) or "none"
            raise InputError(
                f"there is no train {run.train}{did_you_mean(run.train, owned)}; owned: {has}"
            )
        if not left[run.train]:
            raise InputError(
                f"{run.train} runs more often than the company owns it ({owned.count(run.train)})"
            )
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
