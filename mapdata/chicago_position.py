"""A position of Chicago Express as people write it, checked against the title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from mapdata.chicago import FOR_ONE, HOUSED, ChicagoTitle, load
from mapdata.errors import InputError, did_you_mean, within
from mapdata.places import find_hex, fold
from mapdata.source import known

Ask = Literal["build", "plan", "develop"]
Goal = Literal["income", "chicago"]

KEYS = (
    *("title", "company", "treasury", "houses", "networks", "industry", "shares_sold", "players"),
    *("income", "ask", "actions", "goal", "player", "names"),
)
FOR_PEOPLE = ("id", "name", "note")
"""Keys that a position may carry for its readers."""

T = TypeVar("T")


def _seen(value: object) -> str:
    """Return a value as an error shows it: not too long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


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
    stated
        Incomes as the position has them, to be compared with those of the board.
    """

    title: ChicagoTitle
    networks: Mapping[str, frozenset[str]]
    houses: frozenset[str]
    industry: Mapping[str, int]
    sold: Mapping[str, int]
    players: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    stated: Mapping[str, int] = field(default_factory=dict)
    company: str | None = None
    treasury: int | None = None
    ask: Ask = "build"
    actions: int | None = None
    goal: Goal = "income"
    player: str | None = None


def read_chicago(data: Mapping[str, Any]) -> ChicagoPosition:
    """Return the position in ``data``, what a TOML or JSON file held.

    Whether networks hang together is asked later: that needs the board as a graph.
    """
    known(data, (*KEYS, *FOR_PEOPLE), "key")
    title = _with_names(load(str(data["title"])), _table(data, "names"))
    networks = _networks(title, _table(data, "networks"))
    players = {
        name: _counts(title, held, f"players.{name}")
        for name, held in _table(data, "players").items()
    }
    position = ChicagoPosition(
        title=title,
        networks=networks,
        houses=_houses(title, data.get("houses", [])),
        industry=_industry(title, _table(data, "industry")),
        sold=_sold(title, _counts(title, _table(data, "shares_sold"), "shares_sold"), players),
        players=players,
        stated=_counts(title, _table(data, "income"), "income"),
        ask=_choice(data, "ask", ("build", "plan", "develop")),
        goal=_choice(data, "goal", ("income", "chicago")),
    )
    if "company" in data:
        with within("company"):
            position = replace(position, company=find_company(title, data["company"]))
    if "treasury" in data:
        position = replace(position, treasury=_whole(data["treasury"], "treasury"))
    if "actions" in data:
        position = replace(position, actions=_whole(data["actions"], "actions", least=1))
    if "player" in data:
        position = replace(position, player=_player(players, data["player"]))
    return position


def find_company(title: ChicagoTitle, word: object) -> str:
    """Return the company that ``word`` means: its letters or its name."""
    if not isinstance(word, str):
        raise InputError(f"a company is named by its letters, not {_seen(word)}")
    for name, company in title.companies.items():
        if fold(word) in (fold(name), fold(company.name)):
            return name
    options = [*title.companies, *(company.name for company in title.companies.values())]
    raise InputError(f"unknown company {word!r}{did_you_mean(word, options)}")


def _player(players: Mapping[str, object], word: object) -> str:
    if not isinstance(word, str):
        raise InputError(f"a player is named by a text, not {_seen(word)}", "player")
    if word not in players:
        known_ones = did_you_mean(word, players) or f"; players: {', '.join(players) or 'none'}"
        raise InputError(f"{word!r} is not among the players{known_ones}", "player")
    return word


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, Mapping):
        raise InputError(f"expected a table, got {_seen(found)}", key)
    return found


def _whole(value: object, place: str, *, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"expected a whole number, got {_seen(value)}", place)
    if value < least:
        raise InputError(f"{value} is less than {least}", place)
    return value


def _choice(data: Mapping[str, Any], key: str, options: tuple[Any, ...]) -> Any:
    """Return one of the words that ``key`` may have; the first is the default."""
    word = data.get(key, options[0])
    if word not in options:
        guess = did_you_mean(word, options) if isinstance(word, str) else ""
        listed = f"{', '.join(options[:-1])} or {options[-1]}"
        raise InputError(f"expected {listed}, got {_seen(word)}{guess}", key)
    return word


def _words(value: object, place: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise InputError(f'expected a list of hexes like ["S3", "R3"], got {_seen(value)}', place)
    return value


def _hexes(title: ChicagoTitle, value: object, place: str) -> list[str]:
    """Return a list of hexes, each named once."""
    with within(place):
        found = [find_hex(title, word) for word in _words(value, "")]
        for hex_id in found:
            if found.count(hex_id) > 1:
                raise InputError(f"{title.hexes[hex_id].label} is named twice")
    return found


def _counts(title: ChicagoTitle, value: object, place: str) -> dict[str, int]:
    """Return a whole number for each company that is named."""
    if not isinstance(value, Mapping):
        raise InputError(f"expected a table of companies, got {_seen(value)}", place)
    return _once(title, ((each, _whole(value[each], f"{place}.{each}")) for each in value), place)


def _once(title: ChicagoTitle, pairs: Iterable[tuple[str, T]], place: str) -> dict[str, T]:
    """Return what is said of each company, which must not be said twice."""
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
                raise InputError(f"a name is a text, not {_seen(name)}")
            if by_name.setdefault(fold(name), hex_id) != hex_id:
                raise InputError(f"{hexes[by_name[fold(name)]].label} has that name already")
            hexes[hex_id] = replace(hexes[hex_id], name=name)
    return replace(title, hexes=hexes, names=by_name)


def _networks(title: ChicagoTitle, written: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return where locomotives stand; companies that are not named stand on their start.

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


def _houses(title: ChicagoTitle, value: object) -> frozenset[str]:
    houses = _hexes(title, value, "houses")
    for hex_id in houses:
        place = title.hexes[hex_id]
        if place.kind not in HOUSED:
            kinds = "cities, mountains and forests only"
            raise InputError(f"no house can stand on {place.label}: {kinds}", "houses")
    if len(houses) > title.development.houses:
        raise InputError(f"{len(houses)}, but there are {title.development.houses}", "houses")
    return frozenset(houses)


def _industry(title: ChicagoTitle, written: Mapping[str, Any]) -> dict[str, int]:
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
            if _whole(value, "") not in scale:
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
