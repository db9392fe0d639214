"""Trains, bonuses and rules of a route as a title's files state them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from mapdata.errors import InputError, within
from mapdata.rules import Bonus, Need, Per, RouteRules, Row, TrainType
from mapdata.source import Source, known
from mapdata.tables import Table, to_table

UNLIMITED = "unlimited"

_Limit = int | str | None


class RowTable(Table, frozen=True):
    """A row of places; ``visits`` is as ``pays`` unless it is given."""

    kinds: list[str]
    pays: int | str | None = None
    visits: int | str | None = None
    multiplier: int | None = None
    fills: bool = False


class TrainTable(Table, frozen=True):
    """A train, by ``rows`` or in short.

    In short: ``limit`` counts stops of the kinds in ``counts`` (all, if not said) and the
    others are free, or it counts hexes; with ``skips`` only paying stops count; kinds in
    ``avoids`` are never entered.
    """

    limit: int | str | None = None
    measure: Literal["stops", "hexes"] = "stops"
    counts: list[str] | None = None
    skips: bool = False
    avoids: tuple[str, ...] = ()
    rows: list[RowTable] | None = None
    multiplier: int = 1
    figure: str | None = None
    marker_must_pay: bool = True
    price: int = 0
    count: int | Literal["unlimited"] = "unlimited"
    base: str = ""
    rusts_on: str | None = None
    obsolete_on: str | None = None
    available_on: str | None = None
    discount: dict[str, int] = msgspec.field(default_factory=dict)
    events: tuple[str, ...] = ()


class BonusTable(Table, frozen=True):
    """A bonus, as :class:`mapdata.rules.Bonus`; its name is its key unless ``name`` is given."""

    name: str = ""
    amount: int | dict[str, int] = 0
    sets: tuple[list[str] | dict[str, int], ...] = ()
    per: Per = "route"
    at: Literal["route", "ends"] = "route"
    mark: str | None = None
    once: bool = False
    times_multiplier: bool = False
    if_private: str | None = None
    if_marker: str | None = None
    unless_marker: str | None = None
    company: str | None = None
    phases: list[str] | None = None
    trains: list[str] | None = None
    not_trains: tuple[str, ...] = ()
    marker: str | None = None
    by_hex: dict[str, int] = msgspec.field(default_factory=dict)


class NeedTable(Table, frozen=True):
    """Stops that need company: with one of ``hexes`` a route has so many ``stops``."""

    hexes: list[str]
    stops: int


class RouteTable(Table, frozen=True):
    """What every route keeps, as :class:`mapdata.rules.RouteRules`."""

    hex_once: bool = False
    end_counts: dict[str, str] = msgspec.field(default_factory=dict)
    needs: tuple[NeedTable, ...] = ()


def read_trains(source: Source, stop_kinds: Collection[str]) -> dict[str, TrainType]:
    """Return the trains of a title."""
    trains: dict[str, TrainType] = {}
    for name, table, place in source.section("trains", TrainTable):
        with within(place):
            trains[name] = TrainType(
                name=name,
                rows=_rows(table, stop_kinds),
                hexes=_range(table.limit) if table.measure == "hexes" else None,
                multiplier=table.multiplier,
                figure=table.figure,
                marker_must_pay=table.marker_must_pay,
                price=table.price,
                count=None if table.count == "unlimited" else table.count,
                base=table.base,
                rusts_on=table.rusts_on,
                obsolete_on=table.obsolete_on,
                available_on=table.available_on,
                discount=table.discount,
                events=table.events,
            )
    for name, train in trains.items():
        with within(source.place("trains", name)):
            others = (train.base, train.rusts_on, train.obsolete_on, train.available_on)
            known((*filter(None, others), *train.discount), trains, "train")
    return trains


def _rows(table: TrainTable, stop_kinds: Collection[str]) -> tuple[Row, ...]:
    if table.rows is not None:
        if table.limit is not None or table.counts is not None or table.avoids or table.skips:
            raise InputError("a train is told by rows, or by limit, counts, avoids and skips")
        return tuple(_row(row, stop_kinds) for row in table.rows)
    if table.limit is None:
        raise InputError(f'limit is missing (a train without one says limit = "{UNLIMITED}")')
    counts = list(stop_kinds) if table.counts is None else table.counts
    known((*counts, *table.avoids), stop_kinds, "stop kind")
    limit = None if table.measure == "hexes" else _range(table.limit)
    entered = frozenset(kind for kind in stop_kinds if kind not in table.avoids)
    counted = entered.intersection(counts)
    if limit is None or not counted:
        return (Row(entered),)
    row = Row(counted, pays=limit) if table.skips else Row(counted, visits=limit)
    return (row, Row(entered - counted)) if entered - counted else (row,)


def _row(table: RowTable, stop_kinds: Collection[str]) -> Row:
    known(table.kinds, stop_kinds, "stop kind")
    pays = _places(table.pays, "pays")
    visits = pays if table.visits is None else _places(table.visits, "visits")
    return Row(frozenset(table.kinds), pays, visits, table.multiplier, table.fills)


def _range(limit: _Limit) -> int | None:
    found = _places(limit, "limit")
    if found is not None and found < 1:
        raise InputError(f"limit is {found}: a train needs a range")
    return found


def _places(text: _Limit, key: str) -> int | None:
    """Return a number, or ``None`` where there is no limit."""
    if text is None or isinstance(text, int):
        return text
    if text != UNLIMITED:
        raise InputError(f'{key}: expected a whole number or "{UNLIMITED}", got {text!r}')
    return None


def read_bonuses(
    source: Source, hexes: Collection[str], trains: Collection[str], stages: Collection[str]
) -> tuple[Bonus, ...]:
    """Return the bonuses of a title, whether they can be earned now or not."""
    found = []
    for key, table, place in source.section("bonuses", BonusTable):
        with within(place):
            sets = tuple(_amounts(each) for each in table.sets)
            for each in (*sets, table.by_hex):
                known(each, hexes, "hex")
            known((*(table.trains or ()), *table.not_trains), trains, "train")
            if isinstance(table.amount, dict):
                known(table.amount, stages, "stage")
                known(stages, table.amount, "stage")
            _check_shape(table)
        found.append(
            Bonus(
                name=table.name or key,
                amount=table.amount,
                sets=sets,
                per=table.per,
                at=table.at,
                mark=table.mark,
                once=table.once,
                times_multiplier=table.times_multiplier,
                if_private=table.if_private,
                if_marker=table.if_marker,
                unless_marker=table.unless_marker,
                company=table.company,
                phases=None if table.phases is None else tuple(table.phases),
                trains=None if table.trains is None else tuple(table.trains),
                not_trains=tuple(table.not_trains),
                marker=table.marker,
                by_hex=table.by_hex,
            )
        )
    return tuple(found)


def _amounts(given: list[str] | dict[str, int]) -> Mapping[str, int]:
    return given if isinstance(given, dict) else dict.fromkeys(given, 0)


_MARKED = ("route", "paid", "mark")
_ONE_SET = ("stop", "hex", "pass", "token", "end")


def _check_shape(table: BonusTable) -> None:
    """Refuse what has no meaning together."""
    amounts = table.amount.values() if isinstance(table.amount, dict) else [table.amount]
    extras = [extra for each in table.sets if isinstance(each, dict) for extra in each.values()]
    if min([*amounts, *extras, *table.by_hex.values()], default=0) < 0:
        raise InputError("a bonus is never negative")
    sets = len(table.sets) + (table.marker is not None)
    if table.mark is not None:
        if table.per not in _MARKED or sets:
            raise InputError(f"a bonus for a mark is per {' or '.join(_MARKED)} and has no sets")
    elif table.per in ("paid", "mark"):
        raise InputError(f"per {table.per} needs a mark")
    elif table.per in _ONE_SET and sets != 1:
        raise InputError(f"a bonus per {table.per} has one set of hexes")
    elif table.per == "route" and not sets:
        raise InputError("a bonus per route has sets of hexes, or a mark")
    if table.times_multiplier and table.per in ("token", "end"):
        raise InputError(f"a bonus per {table.per} is a value of stops: it is multiplied anyway")
    if table.at == "ends" and (table.per != "route" or sets != 2 or table.mark is not None):
        raise InputError("a bonus at the ends is per route and has two sets")


def read_route_rules(
    source: Source, hexes: Collection[str], stop_kinds: Collection[str]
) -> RouteRules:
    """Return what every route of a title keeps."""
    place = f"{source.id}/title.toml: route"
    table = to_table(source.title.get("route", {}), RouteTable, place)
    with within(place):
        known((*table.end_counts, *table.end_counts.values()), stop_kinds, "stop kind")
        for need in table.needs:
            known(need.hexes, hexes, "hex")
    return RouteRules(
        table.hex_once,
        tuple(table.end_counts.items()),
        tuple(Need(frozenset(need.hexes), need.stops) for need in table.needs),
    )
