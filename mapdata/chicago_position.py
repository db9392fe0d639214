"""A position of Chicago Express as people write it, checked against the title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from msgspec import UNSET

from mapdata.chicago import DIALS, FOR_ONE, HOUSED, ChicagoTitle, load
from mapdata.chicago_file import ChicagoAsk, Goal, PositionFile, read_file, seen
from mapdata.errors import InputError, did_you_mean, within
from mapdata.places import find_hex, fold

CASH = "cash"
"""The key of a player's money, among his shares."""

T = TypeVar("T")


@dataclass(frozen=True)
class ChicagoPosition:
    """One moment of a game, and what is asked about it.

    Attributes
    ----------
    networks
        The hexes of every company that is in play, start hexes included.
    industry
        The value of every industry.
    sold
        Shares sold of every company.
    players
        The shares that each player holds.
    cash
        The money of the players of whom it is known.
    treasuries
        The money of the companies of which it is known.
    dials
        How often each dial was turned since the last dividend.
    stated
        Incomes as the position has them, to be compared with those of the board.
    company, treasury, player
        Who builds with how much money, and whose question it is.
    actions, dividends
        How many actions, and how many dividends ahead, the question is about.
    """

    title: ChicagoTitle
    networks: Mapping[str, frozenset[str]]
    houses: frozenset[str]
    industry: Mapping[str, int]
    sold: Mapping[str, int]
    players: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    cash: Mapping[str, int] = field(default_factory=dict)
    treasuries: Mapping[str, int] = field(default_factory=dict)
    dials: Mapping[str, int] = field(default_factory=dict)
    stated: Mapping[str, int] = field(default_factory=dict)
    company: str | None = None
    treasury: int | None = None
    ask: ChicagoAsk = "build"
    actions: int | None = None
    dividends: int = 1
    goal: Goal = "income"
    player: str | None = None


def read_chicago(data: Mapping[str, Any]) -> ChicagoPosition:
    """Return the position in ``data``, what a TOML or JSON file held.

    Whether networks are connected is checked later: that needs the board as a graph.
    """
    file = read_file(data)
    title = _with_names(load(file.title), file.names)
    shares, cash = _players(title, file.players)
    company = None
    if file.company is not UNSET:
        with within("company"):
            company = find_company(title, file.company)
    return ChicagoPosition(
        title=title,
        networks=_networks(title, file.networks),
        houses=_houses(title, file.houses),
        industry=_industry(title, file.industry),
        sold=_sold(title, _counts(title, file.shares_sold, "shares_sold"), shares),
        players=shares,
        cash=cash,
        treasuries=_treasuries(title, file, company),
        treasury=None if file.treasury is UNSET else file.treasury,
        dials=_dials(title, file.dials),
        stated=_counts(title, file.income, "income"),
        company=company,
        ask=file.ask,
        actions=None if file.actions is UNSET else file.actions,
        dividends=file.dividends,
        goal=file.goal,
        player=None if file.player is UNSET else _player(shares, file.player),
    )


def find_company(title: ChicagoTitle, word: object) -> str:
    """Return the company that ``word`` means: its letters or its name."""
    if not isinstance(word, str):
        raise InputError(f"a company is named by its letters, not {seen(word)}")
    for name, company in title.companies.items():
        if fold(word) in (fold(name), fold(company.name)):
            return name
    options = [*title.companies, *(company.name for company in title.companies.values())]
    raise InputError(f"unknown company {word!r}{did_you_mean(word, options)}")


def _player(players: Mapping[str, object], word: object) -> str:
    if not isinstance(word, str):
        raise InputError(f"a player is named by a text, not {seen(word)}", "player")
    if word not in players:
        known_ones = did_you_mean(word, players) or f"; players: {', '.join(players) or 'none'}"
        raise InputError(f"{word!r} is not among the players{known_ones}", "player")
    return word


def _players(
    title: ChicagoTitle, written: Mapping[str, Mapping[str, int]]
) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Return the shares of each player, and the money of those who state it."""
    shares, cash = {}, {}
    for name, entries in written.items():
        held = {key: value for key, value in entries.items() if key.casefold() != CASH}
        shares[name] = _counts(title, held, f"players.{name}")
        money = [value for key, value in entries.items() if key.casefold() == CASH]
        if money:
            cash[name] = money[0]
    return shares, cash


def _treasuries(title: ChicagoTitle, file: PositionFile, company: str | None) -> dict[str, int]:
    """Treasuries by company; ``treasury`` is short for that of the company asked about."""
    found = _counts(title, file.treasuries, "treasuries")
    if company is None or file.treasury is UNSET:
        return found
    if found.setdefault(company, file.treasury) != file.treasury:
        text = f"{file.treasury} here, but {found[company]} in treasuries.{company}"
        raise InputError(text, "treasury")
    return found


def _dials(title: ChicagoTitle, written: Mapping[str, int]) -> dict[str, int]:
    """Steps taken on each dial; 0 where the position is silent."""
    found = dict.fromkeys(DIALS, 0)
    for word, value in written.items():
        with within(f"dials.{word}"):
            if word.casefold() not in DIALS:
                listed = did_you_mean(word, DIALS) or f": {', '.join(DIALS)}"
                raise InputError(f"unknown dial{listed}")
            most = title.dials.length(word.casefold())
            if most is not None and value > most:
                raise InputError(f"{value} times, but this dial is on red after {most}")
            found[word.casefold()] = value
    return found


def _hexes(title: ChicagoTitle, words: Iterable[str], place: str) -> list[str]:
    """Return a list of hexes, each named once."""
    with within(place):
        found = [find_hex(title, word) for word in words]
        for hex_id in found:
            if found.count(hex_id) > 1:
                raise InputError(f"{title.hexes[hex_id].label} is named twice")
    return found


def _counts(title: ChicagoTitle, written: Mapping[str, int], place: str) -> dict[str, int]:
    """Return a whole number for each company that is named."""
    return _once(title, written.items(), place)


def _once(title: ChicagoTitle, pairs: Iterable[tuple[str, T]], place: str) -> dict[str, T]:
    """Entries by company; a company may appear only once."""
    found: dict[str, T] = {}
    for word, value in pairs:
        with within(place):
            name = find_company(title, word)
            if name in found:
                raise InputError(f"{name} is named twice")
        found[name] = value
    return found


def _with_names(title: ChicagoTitle, names: Mapping[str, Any]) -> ChicagoTitle:
    """Return the title with the names that a position adds."""
    if not names:
        return title
    hexes, by_name = dict(title.hexes), dict(title.names)
    for word, name in names.items():
        with within(f"names.{word}"):
            hex_id = find_hex(title, word)
            if not isinstance(name, str) or not fold(name):
                raise InputError(f"a name is a text, not {seen(name)}")
            if by_name.setdefault(fold(name), hex_id) != hex_id:
                raise InputError(f"{hexes[by_name[fold(name)]].label} has that name already")
            hexes[hex_id] = replace(hexes[hex_id], name=name)
    return replace(title, hexes=hexes, names=by_name)


def _networks(title: ChicagoTitle, written: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    """Locomotives by company, on their start where the position is silent.

    The company that is opened during the game has a network only if it is written, or if
    another has reached the hex that opens it.
    """
    pairs = ((each, _hexes(title, written[each], f"networks.{each}")) for each in written)
    named = _once(title, pairs, "networks")
    late = title.opening.company
    if not named.get(late):
        named.pop(late, None)
    if any(title.opening.hex in hexes for hexes in named.values()):
        named.setdefault(late, [title.companies[late].start])
    networks = {
        each: frozenset(named.get(each, [company.start]))
        for each, company in title.companies.items()
        if each != late or each in named
    }
    for each in networks:
        with within(f"networks.{each}"):
            _fits(title, each, networks)
    return networks


def _fits(title: ChicagoTitle, company: str, networks: Mapping[str, frozenset[str]]) -> None:
    """Refuse a network that the rules on single hexes forbid."""
    own, network = title.companies[company], networks[company]
    if own.start not in network:
        raise InputError(f"the start hex {title.hexes[own.start].label} is missing")
    if len(network) > own.locomotives:
        raise InputError(f"{len(network)} hexes, but only {own.locomotives} locomotives")
    for hex_id in sorted(network):
        place = title.hexes[hex_id]
        if place.kind == "start" and hex_id != own.start:
            raise InputError(f"{place.label} is a start hex: nobody else builds there")
        others = [each for each in networks if each != company and hex_id in networks[each]]
        if place.kind in FOR_ONE and others:
            both = f"{others[0]} and {company}"
            raise InputError(
                f"{both} both stand on {place.label}: a {place.kind} takes one company"
            )


def _houses(title: ChicagoTitle, words: Iterable[str]) -> frozenset[str]:
    houses = _hexes(title, words, "houses")
    for hex_id in houses:
        place = title.hexes[hex_id]
        if place.kind not in HOUSED:
            kinds = "cities, mountains and forests only"
            raise InputError(f"no house can stand on {place.label}: {kinds}", "houses")
    if len(houses) > title.development.houses:
        raise InputError(
            f"{len(houses)} houses, but the game has {title.development.houses}", "houses"
        )
    return frozenset(houses)


def _industry(title: ChicagoTitle, written: Mapping[str, int]) -> dict[str, int]:
    found = {name: industry.scale[0] for name, industry in title.industry.items()}
    by_word = {
        fold(word): name for name, each in title.industry.items() for word in (name, each.hex)
    }
    for word, value in written.items():
        with within(f"industry.{word}"):
            if fold(word) not in by_word:
                raise InputError(f"unknown industry{did_you_mean(word, title.industry)}")
            name = by_word[fold(word)]
            scale = title.industry[name].scale
            if value not in scale:
                listed = ", ".join(map(str, scale))
                raise InputError(f"{value} is not on the scale of {name}: {listed}")
            found[name] = value
    return found


def _sold(
    title: ChicagoTitle, written: Mapping[str, int], players: Mapping[str, Mapping[str, int]]
) -> dict[str, int]:
    """Return the shares sold: as written, else as held by players, else as at the start."""
    sold = {}
    for name, company in title.companies.items():
        held = sum(shares.get(name, 0) for shares in players.values())
        sold[name] = written.get(name, max(held, company.sold))
        place = f"shares_sold.{name}" if name in written else "players"
        if sold[name] > company.shares:
            raise InputError(
                f"{sold[name]} shares of {name}, but there are {company.shares}", place
            )
        if held > sold[name]:
            raise InputError(f"the players hold {held} shares of {name}, more than sold", place)
    return sold
