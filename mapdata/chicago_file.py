"""The keys of a position file of Chicago Express: a type for each, checked one by one.

Every entry is converted on its own, so that an error can name it: ``shares_sold.NYC``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mapdata.errors import InputError, did_you_mean
from mapdata.source import known

ChicagoAsk = Literal["build", "plan", "develop", "action", "share"]
Goal = Literal["income", "chicago"]

Count = Annotated[int, Meta(ge=0, le=10_000)]
"""Money, shares, turns of a dial: many times what a game has of any of them."""
Actions = Annotated[int, Meta(ge=1, le=100)]
Dividends = Annotated[int, Meta(ge=1, le=20)]
"""A game is over after eight dividends at the most."""
Hexes = list[str]

FOR_PEOPLE = ("id", "name", "note")
"""Keys that a position may carry for its readers."""


class PositionFile(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of a position, typed; names of hexes, companies and players still as written."""

    title: str
    company: Any = UNSET
    player: Any = UNSET
    treasury: Count | UnsetType = UNSET
    treasuries: dict[str, Count] = {}
    houses: Hexes = []
    networks: dict[str, Hexes] = {}
    industry: dict[str, Count] = {}
    shares_sold: dict[str, Count] = {}
    players: dict[str, dict[str, Count]] = {}
    income: dict[str, Count] = {}
    dials: dict[str, Count] = {}
    names: dict[str, Any] = {}
    ask: ChicagoAsk = "build"
    goal: Goal = "income"
    actions: Actions | UnsetType = UNSET
    dividends: Dividends = 1


def read_file(data: Mapping[str, Any]) -> PositionFile:
    """Return the entries of a file, typed; a wrong one is an error that names it."""
    fields = {each.name: each.type for each in msgspec.structs.fields(PositionFile)}
    known(data, (*fields, *FOR_PEOPLE), "key")
    return PositionFile(
        **{name: _entry(data[name], kind, name) for name, kind in fields.items() if name in data}
    )


def _entry(value: Any, kind: Any, place: str) -> Any:
    """Return a value of the type wanted; a table is read entry by entry."""
    if get_origin(kind) is dict:
        if not isinstance(value, Mapping):
            raise InputError(f"expected a table, got {seen(value)}", place)
        inner = get_args(kind)[1]
        return {key: _entry(each, inner, f"{place}.{key}") for key, each in value.items()}
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(_explained(str(error), value, kind), place) from None


_LEAST = re.compile(r"Expected `int` >= (\d+)")
_MOST = re.compile(r"Expected `int` <= (\d+)")


def _explained(message: str, value: object, kind: Any) -> str:
    """Return msgspec's message as people read it, with the value that is wrong."""
    if get_origin(kind) is Literal:
        words = get_args(kind)
        guess = did_you_mean(value, words) if isinstance(value, str) else ""
        return f"expected {', '.join(words[:-1])} or {words[-1]}, got {seen(value)}{guess}"
    if kind == Hexes:
        return f'expected a list of hexes like ["S3", "R3"], got {seen(value)}'
    if least := _LEAST.match(message):
        return f"{value} is less than {least[1]}"
    if most := _MOST.match(message):
        return f"{value} is more than {most[1]}"
    return f"expected a whole number, got {seen(value)}"


def seen(value: object) -> str:
    """Return a value as an error shows it: not too long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
