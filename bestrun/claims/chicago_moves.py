"""Claims of moves and payments: builds, developments, auctions, dividends.

One line each::

    NYC: R3-Q3 cost 6 income 10
    develop: Charleston gain 1 others 0 = C&O 13
    auction: NYC opening 8            (or: auction: NYC bid 9)
    dividend: Andy 12                 (or a company's: dividend: NYC 6 a share)
    waive: build
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from bestrun.claims.chicago import NOTHING, one_action
from bestrun.claims.source import ClaimSource, line_by_line, numbered, read
from mapdata.chicago import DIALS
from mapdata.chicago_position import ChicagoPosition, find_company
from mapdata.errors import InputError, did_you_mean
from mapdata.places import find_hex
from mapdata.tables import explained

MoveKind = Literal["build", "develop", "auction", "dividend", "waive"]
WORDS: tuple[MoveKind, ...] = ("develop", "auction", "dividend", "waive")

_FIGURE = re.compile(r"[,;]?\s*\b(gain|others|opening|bid)\b\s*[:=]?\s*\$?\s*([+-]?\d+)\b", re.I)
_PAID = re.compile(r"(.+?)\s*=?\s*\$?\s*(\d+)\s*\$?\s*(?:a share)?", re.I)
_EXAMPLE = "write develop: Charleston gain 1, auction: NYC opening 8 or dividend: Andy 12"


@dataclass(frozen=True)
class ClaimedMove:
    """One line of a claim.

    ``subject`` is a company, a hex, a player or a kind of action; ``figures`` has what is
    stated by name, ``incomes`` the incomes of companies after a development.
    """

    kind: MoveKind
    subject: str
    hexes: tuple[str, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    incomes: Mapping[str, int] = field(default_factory=dict)


def is_of_moves(source: ClaimSource) -> bool:
    """Whether a claim is about more than the builds of one company."""
    return read(source, _text_has_moves, _data_has_moves)


def _text_has_moves(text: str) -> bool:
    words = {line.partition(":")[0].strip().casefold() for _, line in numbered(text)}
    return bool(words & set(WORDS))


def _data_has_moves(data: Any) -> bool:
    return isinstance(data, dict) and bool({"moves", "hex", "companies"} & data.keys())


def read_moves(source: ClaimSource, position: ChicagoPosition) -> tuple[ClaimedMove, ...]:
    """The claim, line by line."""
    return read(
        source, lambda text: _from_text(text, position), lambda data: _from_data(data, position)
    )


def _from_text(text: str, position: ChicagoPosition) -> tuple[ClaimedMove, ...]:
    return tuple(line_by_line(text, _EXAMPLE, lambda word, rest: _line(word, rest, position)))


def _line(word: str, rest: str, position: ChicagoPosition) -> ClaimedMove:
    kind = word.casefold()
    if kind == "develop":
        return _development(rest, position)
    if kind == "auction":
        figures = _figures(rest, ("opening", "bid"))
        return ClaimedMove("auction", _company(_FIGURE.sub("", rest), position), (), figures)
    if kind == "dividend":
        return _dividend(rest, position)
    if kind == "waive":
        if rest.casefold() not in DIALS:
            raise InputError(f"which action? {', '.join(DIALS)}{did_you_mean(rest, DIALS)}")
        return ClaimedMove("waive", rest.casefold())
    action = one_action(rest, position.title)
    stated = {"cost": action.cost, "income": action.income}
    figures = {name: value for name, value in stated.items() if value is not None}
    return ClaimedMove("build", find_company(position.title, word), action.hexes, figures)


def _development(rest: str, position: ChicagoPosition) -> ClaimedMove:
    left, _, right = rest.partition("=")
    figures = _figures(left, ("gain", "others"))
    place = _FIGURE.sub("", left).strip(" ,;.")
    if place.casefold() in NOTHING:
        return ClaimedMove("waive", "develop")
    incomes = {}
    for part in right.split(","):
        if part.strip():
            name, value = _paid(part)
            incomes[find_company(position.title, name)] = value
    return ClaimedMove("develop", find_hex(position.title, place), (), figures, incomes)


def _dividend(rest: str, position: ChicagoPosition) -> ClaimedMove:
    name, value = _paid(rest)
    subject = name if name in position.players else _company(name, position)
    return ClaimedMove("dividend", subject, (), {"dividend": value})


def _paid(text: str) -> tuple[str, int]:
    matched = _PAID.fullmatch(text.strip())
    if matched is None:
        raise InputError(f"no figure in {text.strip()!r} ({_EXAMPLE})")
    return matched[1].strip(), int(matched[2])


def _company(word: str, position: ChicagoPosition) -> str:
    return find_company(position.title, word.strip(" ,;.="))


def _figures(text: str, allowed: tuple[str, ...]) -> dict[str, int]:
    figures: dict[str, int] = {}
    for matched in _FIGURE.finditer(text):
        word = matched[1].lower()
        if word not in allowed:
            raise InputError(f"{word} does not belong here; {' or '.join(allowed)} does")
        if word in figures:
            raise InputError(f"{word} is given twice")
        figures[word] = int(matched[2])
    return figures


class _JsonMove(msgspec.Struct):
    build: str | None = None
    hexes: list[str] = []
    develop: str | None = None
    auction: str | None = None
    bid: int | None = None


class _JsonShare(msgspec.Struct):
    company: str
    best_bid: int
    opening_bid: int | None = None


class _JsonMoves(msgspec.Struct):
    moves: list[_JsonMove] | None = None
    companies: list[_JsonShare] | None = None
    hex: str | None = None
    gain_player: int | None = None
    gain_others: int | None = None


def _from_data(data: Any, position: ChicagoPosition) -> tuple[ClaimedMove, ...]:
    """Read what ``solve --json`` says of a development, of next actions or of shares."""
    try:
        claim = msgspec.convert(data, _JsonMoves)
    except msgspec.ValidationError as error:
        raise explained(error) from None
    if claim.moves is not None:
        return tuple(_from_json(each, position) for each in claim.moves)
    if claim.companies is not None:
        return tuple(_bid(each, position) for each in claim.companies)
    if claim.hex is None:
        return (ClaimedMove("waive", "develop"),)
    stated = {"gain": claim.gain_player, "others": claim.gain_others}
    figures = {name: value for name, value in stated.items() if value is not None}
    return (ClaimedMove("develop", find_hex(position.title, claim.hex), (), figures),)


def _bid(share: _JsonShare, position: ChicagoPosition) -> ClaimedMove:
    figures = {"bid": share.best_bid}
    if share.opening_bid is not None:
        figures["opening"] = share.opening_bid
    return ClaimedMove("auction", find_company(position.title, share.company), (), figures)


def _from_json(move: _JsonMove, position: ChicagoPosition) -> ClaimedMove:
    title = position.title
    if move.build is not None:
        hexes = tuple(find_hex(title, word) for word in move.hexes)
        return ClaimedMove("build", find_company(title, move.build), hexes)
    if move.develop is not None:
        return ClaimedMove("develop", find_hex(title, move.develop))
    if move.auction is not None:
        figures = {} if move.bid is None else {"bid": move.bid}
        return ClaimedMove("auction", find_company(title, move.auction), (), figures)
    raise InputError("a move is a build, a develop or an auction")
