"""Chicago Express: claimed moves played line by line, with every rule and figure that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bestrun.claims.chicago_moves import ClaimedMove
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError
from solvers.chicago import dividends, rules
from solvers.chicago.action import PlayedMove
from solvers.chicago.dividends import development
from solvers.chicago.moves import (
    AuctionMove,
    BuildMove,
    ChicagoMove,
    DevelopMove,
    after,
    arrival,
    refusals,
    waived,
)
from solvers.fault import Fault, RulesBroken


@dataclass(frozen=True)
class Played:
    """A claim as it turns out: the moves that could be played, and what is wrong."""

    turns: tuple[PlayedMove, ...]
    broken: tuple[Fault, ...]
    wrong: tuple[Fault, ...]


def play(position: ChicagoPosition, player: str | None, claim: Sequence[ClaimedMove]) -> Played:
    """Play a claim line by line; a move that breaks a rule is noted and left out."""
    now = position
    turns: list[PlayedMove] = []
    broken: list[Fault] = []
    wrong: list[Fault] = []
    for at, said in enumerate(claim):
        if said.kind == "dividend":
            wrong += _at(at, _wrong_dividend(now, said))
            continue
        if dividends.due(now):
            text = "so many dials are on red that a dividend comes first"
            broken.append(Fault("dividend-first", at, said.subject, text))
        if said.kind == "waive":
            if rules.dial_left(now, said.subject) == 0:
                text = f"the dial for '{said.subject}' is on red"
                broken.append(Fault("dial-on-red", at, said.subject, text))
            now = waived(now, said.subject)
            continue
        move = _move(now, said, player)
        found = _at(at, refusals(now, player, move))
        broken += found
        wrong += [
            Fault(*each[:1], at, *each[1:]) for each in _wrong_figures(now, said, move, player)
        ]
        if found:
            continue
        then = after(now, move)
        turns.append(PlayedMove(move, now, then, arrival(now, move)))
        now = then
    return Played(tuple(turns), tuple(broken), tuple(wrong))


def play_apart(
    position: ChicagoPosition, player: str | None, claim: Sequence[ClaimedMove]
) -> Played:
    """Play each line of a claim by itself, as if the others had not been said."""
    parts = [play(position, player, [said]) for said in claim]
    return Played(
        tuple(turn for each in parts for turn in each.turns),
        tuple(replace(fault, at=at) for at, each in enumerate(parts) for fault in each.broken),
        tuple(replace(fault, at=at) for at, each in enumerate(parts) for fault in each.wrong),
    )


def _at(at: int, found: RulesBroken) -> list[Fault]:
    """Return faults with the line that they are in."""
    return [Fault(code, at, where, text) for code, where, text in found]


def _move(position: ChicagoPosition, claimed: ClaimedMove, player: str | None) -> ChicagoMove:
    if claimed.kind == "develop":
        return DevelopMove(claimed.subject)
    if claimed.kind == "auction":
        bid = claimed.figures.get("bid")
        return AuctionMove(claimed.subject, None if bid is None else player or "a player", bid or 0)
    holder = player is None or position.players[player].get(claimed.subject, 0)
    if holder and claimed.subject not in position.treasuries:
        raise InputError(f"treasuries.{claimed.subject} is missing: how much money has it?")
    if not rules.is_open(position, claimed.subject):
        raise InputError(f"{claimed.subject} is not open yet", "claim")
    return BuildMove(claimed.subject, claimed.hexes)


def _wrong(code: str, what: str, where: str, stated: int | None, true: int) -> RulesBroken:
    if stated is not None and stated != true:
        yield code, where, f"{what} {stated} is stated, but it is {true}"


def _wrong_dividend(position: ChicagoPosition, claimed: ClaimedMove) -> RulesBroken:
    """Yield what is wrong with a stated dividend: of a share, or of a player."""
    name, stated = claimed.subject, claimed.figures["dividend"]
    if name in position.players:
        held = position.players[name]
        parts = [
            f"{held[each]} x {dividends.share(position, each)} for {each}"
            for each in position.networks
            if held.get(each, 0)
        ]
        true = dividends.payments(position)[name]
        for code, where, text in _wrong("wrong-dividend", "dividend", name, stated, true):
            yield code, where, f"{text}: {', '.join(parts) or 'no shares'}, each rounded up"
    else:
        sold = position.sold[name]
        true = dividends.share(position, name) if rules.is_open(position, name) else 0
        for code, where, text in _wrong("wrong-dividend", "dividend", name, stated, true):
            earned = rules.income(position, name)
            yield code, where, f"{text}: income {earned} for {sold} shares, rounded up"


def _wrong_figures(
    position: ChicagoPosition, said: ClaimedMove, move: ChicagoMove, player: str | None
) -> RulesBroken:
    """Yield the stated figures of a move that are wrong."""
    figures = said.figures
    if isinstance(move, AuctionMove):
        true = rules.opening_bid(position, move.company)
        if true is not None and figures.get("opening", true) != true:
            sold, earned = position.sold[move.company] + 1, rules.income(position, move.company)
            text = f"opening bid {figures['opening']} is stated, but it is {true}"
            yield (
                "wrong-bid",
                move.company,
                f"{text}: income {earned} for {sold} shares, rounded up",
            )
        return
    if any(True for _ in refusals(position, player, move)):
        return
    then = after(position, move)
    if isinstance(move, BuildMove):
        where = "-".join(move.hexes)
        cost = sum(rules.price(position, each) for each in move.hexes)
        yield from _wrong("wrong-cost", "cost", where, figures.get("cost"), cost)
        earned = rules.income(then, move.company)
        yield from _wrong("wrong-income", "income", where, figures.get("income"), earned)
        return
    for name, stated in said.incomes.items():
        true = rules.income(then, name)
        yield from _wrong("wrong-income", f"income of {name}", move.hex, stated, true)
    if player is not None:
        one = development(position, player, move.hex)
        yield from _wrong("wrong-gain", "gain", move.hex, figures.get("gain"), one.gain_player)
        others = figures.get("others")
        yield from _wrong("wrong-gain", "gain of others", move.hex, others, one.gain_others)


def outcome(turn: PlayedMove) -> str:
    """The changes by a move, in words."""
    before, then = turn.before, turn.after
    parts = []
    for name in then.networks:
        old = rules.income(before, name) if rules.is_open(before, name) else 0
        new = rules.income(then, name)
        if new != old:
            parts.append(f"income of {name} {old} → {new}")
        if then.sold[name] != before.sold[name]:
            parts.append(f"shares sold of {name} {before.sold[name]} → {then.sold[name]}")
    for name, money in then.treasuries.items():
        if money != before.treasuries[name]:
            parts.append(f"treasury of {name} {before.treasuries[name]} → {money}")
    if isinstance(turn.move, DevelopMove):
        money = rules.effect(before, turn.move.hex)[1]
        paid = [name for name in rules.standing(before, turn.move.hex) if money]
        parts += [f"{name} gets {money}" for name in paid if name not in then.treasuries]
    parts += [f"an extra dividend of {turn.extra} a share"] if turn.extra else []
    return ", ".join(parts) or "nothing changes"
