"""Trains, bonuses and rules of a route as a title's files state them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from mapdata.attachments import attached_trains, carrying, read_attachments
from mapdata.errors import InputError, within
from mapdata.folders import TomlTable
from mapdata.notation import GAUGES
from mapdata.rules import OWN_MARK, Bonus, Omission, RouteRules, TrainRow, TrainType
from mapdata.source import TitleSource, known
from mapdata.source import table as table_of
from mapdata.tables import Table, to_table
from mapdata.train_names import NamedTrains

UNLIMITED = "unlimited"

_Limit = int | str | None


class TrainRowTable(Table, frozen=True):
    """A row of places; ``visits`` is as ``pays`` unless it is given."""

    kinds: list[str]
    pays: int | str | None = None
    visits: int | str | None = None
    multiplier: int | None = None
    fills: bool = False
    own: bool | Literal["hex"] | list[str] = False


class TrainTable(Table, frozen=True):
    """A train, by ``rows`` or in short.

    In short: ``limit`` counts stops of the kinds in ``counts`` (all, if not said) and the
    others are free, or it counts hexes; with ``skips`` only paying stops count; kinds in
    ``avoids`` are never entered.
    """

    LISTS = ("needs", "track", "free", "rusts_on", "obsolete_on")

    limit: int | str | None = None
    measure: Literal["stops", "hexes", "hexsides"] = "stops"
    counts: list[str] | None = None
    skips: bool = False
    avoids: tuple[str, ...] = ()
    rows: list[TrainRowTable] | None = None
    pays: int | None = None
    multiplier: int = 1
    figure: str | None = None
    marker_must_pay: bool = True
    needs: tuple[str, ...] = ()
    needs_stops: int = 1
    track: tuple[str, ...] = ()
    track_counts: dict[str, int] = msgspec.field(default_factory=dict)
    local: bool = False
    own_ends: bool = False
    free: tuple[str, ...] = ()
    neutral: bool = True
    border_places: str | None = None
    borders_free: int = 0
    no_ends: list[str] | None = None
    hex_once: bool | list[str] | None = None
    end_with: dict[str, str] = msgspec.field(default_factory=dict)
    half_run: bool = False
    ends_pay: bool = False
    express: bool = False
    apart: str = ""
    runs: bool = True
    counted: bool = True
    price: int = 0
    count: int | Literal["unlimited"] = "unlimited"
    base: str = ""
    rusts_on: tuple[str, ...] = ()
    obsolete_on: tuple[str, ...] = ()
    available_on: str | None = None
    discount: dict[str, int] = msgspec.field(default_factory=dict)
    events: tuple[str, ...] = ()


def read_trains(source: TitleSource, stop_kinds: Collection[str]) -> dict[str, TrainType]:
    """Return the trains of a title."""
    hexes = tuple(source.hexes)
    mark = source.title.get("train_mark", "")
    if not isinstance(mark, str) or len(mark) > 1:
        raise InputError("train_mark is one sign behind names", f"{source.id}/title.toml")
    trains = NamedTrains(mark)
    for name, table, place in source.section("trains", TrainTable):
        with within(place):
            trains[name] = _train(name, table, stop_kinds, hexes)
    for pattern, data, place in source.entries("train_patterns"):
        trains.add(pattern, partial(_of_pattern, data, place, stop_kinds, hexes))
    for name, train in trains.items():
        with within(source.place("trains", name)):
            others = (train.base, *train.rusts_on, *train.obsolete_on, train.available_on)
            known((*filter(None, others), *train.discount), trains, "train")
    attachments = read_attachments(source, trains)
    trains.update({train.name: train for train in attached_trains(trains, attachments)})
    return trains


def _train(
    name: str, table: TrainTable, stop_kinds: Collection[str], hexes: Collection[str]
) -> TrainType:
    """The train that a table states."""
    known(table.needs, (*stop_kinds, OWN_MARK), "stop kind")
    known((*table.free, *table.end_with, *table.end_with.values()), hexes, "hex")
    known((*table.track, *table.track_counts), GAUGES, "track")
    once = table.hex_once if isinstance(table.hex_once, list) else ()
    known((*(table.no_ends or ()), *once), stop_kinds, "stop kind")
    return TrainType(
        name=name,
        rows=_rows(table, stop_kinds),
        pays=_paid(table),
        hexes=_hexes(table),
        multiplier=table.multiplier,
        figure=table.figure,
        marker_must_pay=table.marker_must_pay,
        needs=frozenset(table.needs),
        needs_stops=_needed(table),
        track=frozenset(table.track),
        track_counts=table.track_counts,
        local=table.local,
        own_ends=table.own_ends,
        free=frozenset(table.free),
        neutral=table.neutral,
        border_places=table.border_places,
        borders_free=table.borders_free,
        no_ends=None if table.no_ends is None else tuple(table.no_ends),
        hex_once=tuple(once) if isinstance(table.hex_once, list) else table.hex_once,
        end_with=table.end_with,
        half_run=table.half_run,
        ends_pay=table.ends_pay,
        express=table.express,
        apart=table.apart,
        runs=table.runs,
        counted=table.counted,
        price=table.price,
        count=None if table.count == "unlimited" else table.count,
        base=table.base,
        rusts_on=table.rusts_on,
        obsolete_on=table.obsolete_on,
        available_on=table.available_on,
        discount=table.discount,
        events=table.events,
    )


def _of_pattern(
    data: TomlTable,
    place: str,
    stop_kinds: Collection[str],
    hexes: Collection[str],
    name: str,
    figures: Mapping[str, int],
) -> TrainType:
    """The train whose name fits a pattern."""
    table = to_table(_filled(data, figures), TrainTable, place)
    with within(place):
        return _train(name, table, stop_kinds, hexes)


def _filled(data: object, figures: Mapping[str, int]) -> Any:
    """The table of a pattern with figures for its letters."""
    if isinstance(data, dict):
        return {key: _filled(value, figures) for key, value in data.items()}
    if isinstance(data, list):
        return [_filled(value, figures) for value in data]
    return figures.get(data, data) if isinstance(data, str) else data


def _needed(table: TrainTable) -> int:
    """Least number of stops of the required kinds in each route of a train."""
    if table.needs_stops < 1:
        raise InputError(f"needs_stops is {table.needs_stops}: it must be 1 or more")
    if table.needs_stops > 1 and not table.needs:
        raise InputError("needs_stops goes with needs, the list of kinds of stop")
    return table.needs_stops


def _paid(table: TrainTable) -> int | None:
    """Upper limit on paying stops of all kinds."""
    if table.pays is not None and table.rows is None:
        raise InputError("pays goes with rows, which limit the stops that are visited")
    told = any(row.pays is not None or row.fills for row in table.rows or ())
    if table.ends_pay and (told or table.pays is not None or table.skips):
        raise InputError("ends_pay says which stops pay: no pays, fills or skips")
    return _places(table.pays, "pays")


def _rows(table: TrainTable, stop_kinds: Collection[str]) -> tuple[TrainRow, ...]:
    if not table.runs:
        if table.rows is not None or table.limit is not None:
            raise InputError("a train that never runs has no limit and no rows")
        return ()
    if table.rows is not None:
        if table.limit is not None or table.counts is not None or table.avoids or table.skips:
            raise InputError("a train has rows, or limit with counts, avoids and skips: not both")
        rows = tuple(_row(row, stop_kinds) for row in table.rows)
        _check_filling(rows)
        _check_multipliers(rows)
        return rows
    if table.limit is None:
        raise InputError(f'limit is missing (a train without one says limit = "{UNLIMITED}")')
    counts = list(stop_kinds) if table.counts is None else table.counts
    known((*counts, *table.avoids), stop_kinds, "stop kind")
    limit = _range(table.limit) if table.measure == "stops" else None
    entered = frozenset(kind for kind in stop_kinds if kind not in table.avoids)
    counted = entered.intersection(counts)
    if limit is None or not counted:
        return (TrainRow(entered),)
    row = TrainRow(counted, pays=limit) if table.skips else TrainRow(counted, visits=limit)
    return (row, TrainRow(entered - counted)) if entered - counted else (row,)


def _hexes(table: TrainTable) -> int | None:
    """Upper limit on hexes of a route, if the train counts hexes."""
    if min(table.track_counts.values(), default=1) < 1:
        raise InputError("track_counts: every number must be 1 or more")
    if table.measure == "stops":
        if table.track_counts:
            raise InputError('track_counts goes with measure = "hexes" or "hexsides"')
        return None
    most = _range(table.limit)
    return most if most is None or table.measure == "hexes" else most + 1


def _row(table: TrainRowTable, stop_kinds: Collection[str]) -> TrainRow:
    known(table.kinds, stop_kinds, "stop kind")
    pays = _places(table.pays, "pays")
    visits = pays if table.visits is None else _places(table.visits, "visits")
    own = frozenset(table.own) if isinstance(table.own, list) else table.own
    if isinstance(own, frozenset):
        known(sorted(own), table.kinds, "stop kind")
    return TrainRow(frozenset(table.kinds), pays, visits, table.multiplier, table.fills, own)


def _check_filling(rows: Sequence[TrainRow]) -> None:
    """Refuse a row that fills places where there are none, or where another row does."""
    filling = {kind for row in rows if row.fills for kind in row.kinds}
    others = {kind for row in rows if not row.fills for kind in row.kinds}
    if filling and not others:
        raise InputError("a row with fills = true needs another row whose places it fills")
    for kind in sorted(filling & others):
        raise InputError(f"{kind} stands in a row with fills = true and in one without")


def _check_multipliers(rows: Sequence[TrainRow]) -> None:
    """Refuse a kind in two rows with different multipliers, if its stops may use both."""
    for at, first in enumerate(rows):
        for other in rows[at + 1 :]:
            common = first.kinds & other.kinds
            full = first.pays is not None and other.pays != 0
            if common and full and first.multiplier != other.multiplier:
                kinds = ", ".join(sorted(common))
                raise InputError(f"{kinds}: in two rows with different multipliers")


def _range(limit: _Limit) -> int | None:
    found = _places(limit, "limit")
    if found is not None and found < 1:
        raise InputError(f"limit is {found}: it must be 1 or more")
    return found


def _places(text: _Limit, key: str) -> int | None:
    """Return a number, or ``None`` where there is no limit."""
    if isinstance(text, int) and text < 0:
        raise InputError(f"{key} is {text}: it must be 0 or more")
    if text is None or isinstance(text, int):
        return text
    if text != UNLIMITED:
        raise InputError(f'{key}: expected a whole number or "{UNLIMITED}", got {text!r}')
    return None


def read_bonuses(
    source: TitleSource,
    hexes: Collection[str],
    stop_kinds: Collection[str],
    trains: Mapping[str, TrainType],
    stages: Collection[str],
) -> tuple[Bonus, ...]:
    """Return the bonuses of a title, whether they can be earned now or not.

    The name of a bonus is its key unless ``name`` is given; a set is a list of hexes or kinds of
    stop, or a table of what each adds to the amount.
    """
    found: list[Bonus] = []
    for key, data, place in source.entries("bonuses"):
        sets = data.get("sets", [])
        if isinstance(sets, list):
            for each in sets:
                if isinstance(each, str):
                    raise InputError(f"a set is a list of its own: [[{each!r}]]", f"{place}.sets")
            sets = [dict.fromkeys(each, 0) if isinstance(each, list) else each for each in sets]
        bonus = to_table({"name": key, **data, "sets": sets}, Bonus, place)
        with within(place):
            kinds = () if bonus.per in ("hex", "pass") else stop_kinds
            for each in bonus.sets:
                marks = [word for word in each if MARKED.fullmatch(word)]
                stops = [word for word in each if word.rpartition(".")[0] in hexes]
                places = (*hexes, *kinds, *DESTINATION, *marks, *stops)
                known(each, places, "hex" if not kinds else "hex or stop kind")
            known(bonus.tiles, source.tiles, "tile")
            known((*bonus.by_hex, *bonus.edges), hexes, "hex")
            known(filter(None, [bonus.branches]), GAUGES, "track")
            known(filter(None, [bonus.if_token]), hexes, "hex")
            named = filter(None, (*(bonus.trains or ()), *bonus.not_trains, bonus.if_train))
            known(named, trains, "train")
            known(filter(None, [bonus.attached]), _attachments(trains), "attachment")
            if not isinstance(bonus.amount, int):
                known(bonus.amount, stages, "stage")
                known(stages, bonus.amount, "stage")
            _check_shape(bonus)
            alike = [other for other in found if other.name == bonus.name]
            if bonus.once and alike:
                raise InputError(
                    f"another bonus is called {bonus.name}: one with once needs its own name"
                )
            if any(other.subsidy != bonus.subsidy for other in alike):
                raise InputError(
                    f"another bonus is called {bonus.name}: a subsidy needs its own name"
                )
        if bonus.attached:
            bonus = replace(bonus, trains=carrying(bonus.attached, trains))
        found.append(bonus)
    return tuple(found)


def _attachments(trains: Mapping[str, TrainType]) -> set[str]:
    return {name for train in trains.values() for name in train.attached}


DESTINATION = ("destination.home", "destination.token")
"""Words for the two stops of a company that a position names as its destination."""

MARKED = re.compile(r"marked\.(\w+?)(?:\.(\d))?")
"""A word for the hexes that carry a mark now, or for one of them by its number."""

_MARKED = ("route", "paid", "mark")
_SUBSIDIES = ("route", "stop", "hex", "ends", "pass")
_ONCE = ("route", "visit", "ends", "pass")
_ONE_SET = ("stop", "hex", "pass", "token", "end", "count", "same_hex", "distance")


def _check_shape(bonus: Bonus) -> None:
    """Refuse combinations of keys that have no meaning."""
    _check_amount(bonus)
    sets = _number_of_sets(bonus)
    _check_places(bonus)
    if bonus.mark is not None:
        if bonus.per not in _MARKED or sets:
            raise InputError(f"a bonus for a mark is per {' or '.join(_MARKED)} and has no sets")
    else:
        _check_per(bonus, sets)
    _check_own_amounts(bonus, sets)
    _check_extras(bonus, sets)


def _amounts(bonus: Bonus) -> tuple[int, ...]:
    return (bonus.amount,) if isinstance(bonus.amount, int) else tuple(bonus.amount.values())


def _sets_have_amounts(bonus: Bonus) -> bool:
    return any(any(each.values()) for each in bonus.sets)


def _hanging(bonus: Bonus) -> bool:
    """Whether the set is the stops with branch lines of a gauge."""
    return bonus.branches is not None and not bonus.elsewhere


def _number_of_sets(bonus: Bonus) -> int:
    """Number of sets, also those that a marker, tiles or the position name."""
    placed = bool(bonus.tiles) or bonus.told is not None
    return len(bonus.sets) + sum((bonus.marker is not None, placed, bonus.open, _hanging(bonus)))


def _check_amount(bonus: Bonus) -> None:
    extras = [min(each.values(), default=0) for each in (*bonus.sets, bonus.by_hex)]
    costs = bonus.per == "pass" or (bonus.mark is not None and bonus.per != "paid")
    plain = bonus.per == "route" and bonus.at == "route" and not (bonus.once or bonus.value)
    costs |= plain and bool(bonus.sets) and not _sets_have_amounts(bonus)
    costs |= bonus.per == "stop" and bool(bonus.tiles)
    if min(_amounts(bonus), default=0) + sum(extras) < 0 and not costs:
        text = "per pass, per route, per stop on tiles, or for a mark per route or mark"
        raise InputError(f"a negative amount is possible only {text}")


def _check_places(bonus: Bonus) -> None:
    """What says where a bonus is: sets, tiles, a marker, branch lines or the position."""
    if _hanging(bonus) and (bonus.per != "stop" or bonus.sets):
        raise InputError('branches need per = "stop" and no sets, or elsewhere')
    if bonus.elsewhere and (bonus.per != "route" or [len(each) for each in bonus.sets] != [2]):
        raise InputError('elsewhere needs per = "route" and one set of two hexes')
    if bonus.tiles and bonus.marker is not None:
        raise InputError("a bonus has tiles or a marker, not both")
    if bonus.told is not None and (bonus.marker is not None or bonus.sets):
        raise InputError("a bonus with told has no sets and no marker: the position has its hexes")
    if bonus.may_end and bonus.per != "pass":
        raise InputError('may_end needs per = "pass": no other bonus keeps a route from ending')


def _check_per(bonus: Bonus, sets: int) -> None:
    """What a bonus is counted by, if it is for no mark."""
    if bonus.per in ("paid", "mark"):
        raise InputError(f"per {bonus.per} needs a mark")
    if bonus.per in _ONE_SET and sets != 1:
        raise InputError(f"a bonus per {bonus.per} has one set of hexes")
    if bonus.per == "between" and (sets or bonus.value):
        raise InputError("a bonus per between has an amount, by_hex, and no sets")
    if bonus.per == "ends" and (sets or any(_amounts(bonus))):
        raise InputError(
            "a bonus per ends has no amount and no sets: it is half the value of both ends"
        )
    if bonus.per == "route" and not sets and not bonus.one_of:
        raise InputError("a bonus per route needs sets of hexes, or a mark")


def _check_own_amounts(bonus: Bonus, sets: int) -> None:
    """Amounts of single hexes, where there is none to have."""
    if bonus.value and (bonus.per not in ("route", "stop") or not sets):
        raise InputError('value = true needs sets, and per = "route" or "stop"')
    if bonus.per == "visit" and (sets > 1 or _sets_have_amounts(bonus)):
        raise InputError("a bonus per visit has one set at most, without amounts of its own")
    if bonus.per in ("count", "same_hex", "distance", "marker") and _sets_have_amounts(bonus):
        raise InputError(f"the hexes of a bonus per {bonus.per} have no amounts of their own")
    if bonus.per == "same_hex" and any(_amounts(bonus)):
        raise InputError("a bonus per same_hex has no amount: it is the value of a stop")


def _check_extras(bonus: Bonus, sets: int) -> None:
    """Keys that go with some ways of counting alone."""
    if bonus.capped and bonus.per != "visit":
        raise InputError('capped needs per = "visit"')
    if bonus.most is not None and bonus.per != "marker":
        raise InputError('most needs per = "marker"')
    if bonus.one_of and not bonus.once:
        raise InputError("one_of goes with once = true")
    if bonus.subsidy and (bonus.per not in _SUBSIDIES or bonus.mark is not None):
        raise InputError(f"a subsidy is per {', '.join(_SUBSIDIES)}, and not for a mark")
    if bonus.once and (bonus.per not in _ONCE or bonus.mark is not None):
        raise InputError('once needs per = "route" with sets, "visit", "ends" or "pass"')
    if bonus.times_multiplier and bonus.per in ("token", "end"):
        raise InputError(
            f"a bonus per {bonus.per} is multiplied anyway: leave times_multiplier out"
        )
    ends = bonus.per in ("route", "marker") and sets == 2 and bonus.mark is None
    if bonus.at == "ends" and not ends:
        raise InputError('at = "ends" needs two sets, and per = "route" or "marker"')


def read_route_rules(
    source: TitleSource, hexes: Collection[str], stop_kinds: Collection[str]
) -> RouteRules:
    """Route rules of a title."""
    place = f"{source.id}/title.toml: route"
    with within(f"{source.id}/title.toml"):
        data = table_of(source.title, "route")
    ends = data.get("end_counts", {})
    if isinstance(ends, dict):
        data = {**data, "end_counts": list(ends.items())}
    rules = to_table(data, RouteRules, place)
    with within(place):
        known((word for pair in rules.end_counts for word in pair), stop_kinds, "stop kind")
        once = () if isinstance(rules.hex_once, bool) else rules.hex_once
        known((*rules.no_ends, *once), stop_kinds, "stop kind")
        known((each for some in rules.paid_once for each in sorted(some)), hexes, "hex")
        known((*sorted(rules.uncounted), *rules.one_of_sides, *rules.taken), hexes, "hex")
        known([rules.joined.track] if rules.joined else [], GAUGES, "track")
        known(sorted(rules.hex_once_unless), hexes, "hex")
        known((each for some in rules.apart for each in sorted(some)), hexes, "hex")
        known(sorted(rules.pass_once), source.tiles, "tile")
        for need in (*rules.needs, *rules.together):
            known(need.hexes, hexes, "hex")
        for each in rules.requires:
            known((*sorted(each.hexes), *sorted(each.starts)), hexes, "hex")
        if rules.entered_once_unless and not rules.entered_once:
            raise InputError("entered_once_unless goes with entered_once = true")
        known((*rules.through_to, *rules.through_to.values()), hexes, "hex")
        for quota in rules.quotas:
            known(quota.hexes, hexes, "hex")
        for permit in rules.permits:
            stops = [word for word in permit.places if word.rpartition(".")[0] in hexes]
            known(sorted(permit.places), (*hexes, *stop_kinds, *stops), "hex or stop kind")
            known(permit.if_token, hexes, "hex")
            who = permit.if_marker or permit.if_private or permit.if_token or permit.companies
            if not (who or permit.worthless):
                text = "if_marker, if_private, if_token, companies"
                raise InputError(f"permits: say who may run there: {text}")
    return rules


def read_omissions(
    source: TitleSource, hexes: Collection[str], trains: Mapping[str, TrainType]
) -> tuple[Omission, ...]:
    """Rules that a title declares as not kept: words, or tables with when they could matter."""
    place = f"{source.id}/title.toml: without"
    entries = source.title.get("without", [])
    if not isinstance(entries, list):
        raise InputError('expected a list: without = ["a rule in words"]', place)
    found = []
    for entry in entries:
        data = {"rule": entry} if isinstance(entry, str) else entry
        omission = to_table(data, Omission, place)
        with within(place):
            known(omission.trains, trains, "train")
            known(omission.tiles, source.tiles, "tile")
            known((*omission.hexes, *chain.from_iterable(omission.sets)), hexes, "hex")
            known(filter(None, [omission.attached]), _attachments(trains), "attachment")
        if omission.attached:
            omission = replace(omission, trains=carrying(omission.attached, trains))
        found.append(omission)
    return tuple(found)
