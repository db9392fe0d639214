"""Positions that hold the whole table: what is a company's own, company by company.

``trains = ["2", "3"]`` is that of the company on turn. A table says it for all:
``[trains]`` with ``KO = ["2", "3"]`` and ``IR = ["4"]``; so do ``[privates]``, ``[cash]`` and the
others of :data:`OWN`. Whatever else a position says is the same for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mapdata.errors import InputError
from mapdata.places import fold

OWN = (
    *("trains", "privates", "markers", "abilities", "left", "cash", "par", "permits"),
    *("share_price", "shares", "treasury", "destination", "president_privates"),
    *("end_double", "must_connect", "wounded", "express", "premium", "mine", "no_station"),
    *("connection_bonus", "coal_revenue"),
)
"""Keys about what one company has."""

TABLES = ("shares", "destination", "premium", "mine", "no_station")
"""Those that are tables for one company: by company they are tables of tables."""

OF_TURN = ("before", "by", "nth")
"""Keys about the turn of the company, which nobody else has."""


def by_company(key: str, value: object) -> bool:
    """Whether the value of a key is a table by company, not the value of the company on turn."""
    if key not in OWN or not isinstance(value, Mapping):
        return False
    return key not in TABLES or (
        bool(value) and all(isinstance(v, Mapping) for v in value.values())
    )


def short(data: Mapping[str, Any]) -> dict[str, Any]:
    """The short form of a position: of tables by company, only the part of the company on turn."""
    company, found = data.get("company"), {}
    for key, value in data.items():
        if not by_company(key, value):
            found[key] = value
            continue
        mine = _name_in(value, company)
        if mine is not None:
            found[key] = value[mine]
    return found


def turned_to(data: Mapping[str, Any], company: str) -> dict[str, Any]:
    """The same table on the turn of another company."""
    if fold(company) == fold(str(data.get("company", ""))):
        return dict(data)
    if data.get("trains") and not by_company("trains", data["trains"]):
        whose = data.get("company", "one company")
        text = f"are those of {whose} alone: [trains] with a line for each company tells all"
        raise InputError(text, "trains")
    mine = {key for key, value in data.items() if key in OWN and not by_company(key, value)}
    rest = {key: value for key, value in data.items() if key not in mine and key not in OF_TURN}
    return rest | {"company": company}


def with_own(data: Mapping[str, Any], key: str, value: object) -> dict[str, Any]:
    """The same table, the company on turn having something else."""
    held = data.get(key)
    if held is None or not by_company(key, held):
        return {**data, key: value}
    mine = _name_in(held, data.get("company")) or str(data.get("company"))
    return {**data, key: {**held, mine: value}}


def companies_at(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The companies whose trains a position tells, in its order."""
    trains = data.get("trains")
    if by_company("trains", trains):
        return tuple(map(str, trains or ()))
    return (str(data.get("company")),)


def _name_in(table: Mapping[str, Any], company: object) -> str | None:
    """Names of a company in a table."""
    if company in table:
        return str(company)
    wanted = fold(str(company))
    return next((name for name in table if fold(str(name)) == wanted), None)
