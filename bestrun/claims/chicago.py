"""Claims of builds: ``NYC: R3-Q3 cost 6 income 10``, one line for each action."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import msgspec

from bestrun.claims.source import ClaimSource, line_by_line, read
from mapdata.chicago import ChicagoTitle
from mapdata.chicago_position import find_company
from mapdata.errors import InputError
from mapdata.places import find_hex, fold, split_places
from mapdata.tables import explained
from mapdata.written import whole

_FIGURE = re.compile(r"[,;]?\s*\b(cost|income)\b\s*[:=]?\s*\$?\s*(\S+?)\s*\$?(?=[\s,;]|$)", re.I)
_EXAMPLE = "write NYC: R3-Q3 cost 6 income 10"
NOTHING = ("nothing", "-", "")


@dataclass(frozen=True)
class ClaimedBuild:
    """One action of a claim: its hexes in building order, and the figures if stated."""

    hexes: tuple[str, ...]
    cost: int | None = None
    income: int | None = None


@dataclass(frozen=True)
class BuildClaim:
    """All actions of a claim; ``cost`` and ``income`` of the whole if stated."""

    company: str | None
    actions: tuple[ClaimedBuild, ...]
    cost: int | None = None
    income: int | None = None


def read_build(source: ClaimSource, title: ChicagoTitle) -> BuildClaim:
    """The claim as builds of a company."""
    return read(source, lambda text: _from_text(text, title), lambda data: _from_data(data, title))


def _from_text(text: str, title: ChicagoTitle) -> BuildClaim:
    actions = line_by_line(
        text, _EXAMPLE, lambda word, rest: (find_company(title, word), one_action(rest, title))
    )
    companies = [company for company, _ in actions]
    if len(set(companies)) > 1:
        raise InputError(
            f"a claim is for one company, not for {' and '.join(sorted(set(companies)))}"
        )
    return BuildClaim(companies[0], tuple(action for _, action in actions))


def one_action(text: str, title: ChicagoTitle) -> ClaimedBuild:
    """One action read from a line: ``R3-Q3 cost 6 income 10``."""
    figures: dict[str, int] = {}
    for matched in _FIGURE.finditer(text):
        word = matched[1].lower()
        number = whole(matched[2])
        if number is None:
            raise InputError(f"{word} {matched[2]!r} is no whole number")
        if word in figures:
            raise InputError(f"{word} is given twice")
        figures[word] = number
    route = _FIGURE.sub("", text).strip(" ,;.")
    if route.casefold() in NOTHING:
        return ClaimedBuild((), figures.get("cost"), figures.get("income"))
    words = split_places(route, lambda name: fold(name) in title.names)
    hexes = tuple(find_hex(title, word) for word in words)
    return ClaimedBuild(hexes, figures.get("cost"), figures.get("income"))


class _JsonAction(msgspec.Struct):
    hexes: list[str]
    cost: int | None = None
    income: int | None = None


class _JsonBuilds(msgspec.Struct):
    hexes: list[str | list[str]]
    company: str | None = None
    cost: int | None = None
    income: int | None = None


def _from_data(data: Any, title: ChicagoTitle) -> BuildClaim:
    """Read ``{company, hexes, cost, income}`` as ``solve --json`` has it, or such actions."""
    try:
        if isinstance(data, list):
            many = msgspec.convert(data, list[_JsonAction])
            actions = tuple(_claimed(each.hexes, title, each.cost, each.income) for each in many)
            return BuildClaim(None, actions)
        claim = msgspec.convert(data, _JsonBuilds)
    except msgspec.ValidationError as error:
        raise explained(error) from None
    company = None if claim.company is None else find_company(title, claim.company)
    lists = [each for each in claim.hexes if isinstance(each, list)]
    if not lists:
        words = [each for each in claim.hexes if isinstance(each, str)]
        return BuildClaim(company, (_claimed(words, title, claim.cost, claim.income),))
    if len(lists) < len(claim.hexes):
        raise InputError("hexes are a list of hexes, or a list for each action, not both")
    actions = tuple(_claimed(each, title) for each in lists)
    return BuildClaim(company, actions, claim.cost, claim.income)


def _claimed(
    words: list[str], title: ChicagoTitle, cost: int | None = None, income: int | None = None
) -> ClaimedBuild:
    return ClaimedBuild(tuple(find_hex(title, word) for word in words), cost, income)
