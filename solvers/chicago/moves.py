"""What a player may do in his turn, and what the position is after it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, houses, rules
from solvers.chicago.judge import play
from solvers.fault import RulesBroken


@dataclass(frozen=True)
class BuildMove:
    """Hexes built by a company in one action, in building order."""

    company: str
    hexes: tuple[str, ...]

    kind = "build"


@dataclass(frozen=True)
class DevelopMove:
    """A hex developed."""

    hex: str

    kind = "develop"


@dataclass(frozen=True)
class AuctionMove:
    """A share auctioned off: who gets it for how much, or nobody bids."""

    company: str
    buyer: str | None
    price: int = 0

    kind = "auction"


ChicagoMove = BuildMove | DevelopMove | AuctionMove


def refusals(position: ChicagoPosition, player: str | None, move: ChicagoMove) -> RulesBroken:
    """Yield every rule that ``player`` breaks by ``move``."""
    if rules.dial_left(position, move.kind) == 0:
        text = f"the dial for '{move.kind}' is on red: choose another action"
        yield "dial-on-red", move.kind, text
    if isinstance(move, BuildMove):
        asked = replace(position, player=player)
        # Money that is not known keeps nobody from building.
        treasury = position.treasuries.get(move.company, rules.UNLIMITED)
        for fault in play(asked, move.company, treasury, [move.hexes]).faults:
            yield fault.code, fault.where, fault.message
    elif isinstance(move, DevelopMove):
        refused = houses.house_refusal(position, move.hex)
        if refused is not None:
            yield refused[0], move.hex, refused[1]
    else:
        yield from _auction(position, move)


def _auction(position: ChicagoPosition, move: AuctionMove) -> RulesBroken:
    """A share is there, somebody bids enough, and has the money."""
    name = move.company
    least = rules.opening_bid(position, name)
    if not rules.is_open(position, name):
        yield "not-open", name, f"{name} is not open yet: it has no shares to auction"
        return
    if least is None:
        yield "no-shares-left", name, f"all shares of {name} are sold"
        return
    if move.buyer is None:
        return
    if move.price < least:
        text = f"{move.price} is bid for {name}, but the opening bid is {least}"
        yield "bid-too-low", name, text
    cash = position.cash.get(move.buyer)
    if cash is not None and move.price > cash:
        yield "not-enough-cash", name, f"{move.price} is bid, but {move.buyer} has {cash}"


def after(position: ChicagoPosition, move: ChicagoMove) -> ChicagoPosition:
    """Return the position after a move, its dial turned by one."""
    now = waived(position, move.kind)
    if isinstance(move, BuildMove):
        return _built(now, move)
    if isinstance(move, DevelopMove):
        return houses.develop(now, move.hex)
    return _sold(now, move)


def waived(position: ChicagoPosition, kind: str) -> ChicagoPosition:
    """Return the position after an action was chosen and not carried out: its dial turns."""
    dials = dict(position.dials)
    dials[kind] = dials.get(kind, 0) + 1
    return replace(position, dials=dials)


def _built(position: ChicagoPosition, move: BuildMove) -> ChicagoPosition:
    """Pay and build; an arrival in Chicago is paid for at once."""
    cost = sum(rules.price(position, each) for each in move.hexes)
    treasuries = dict(position.treasuries)
    if move.company in treasuries:
        treasuries[move.company] -= cost
    now = rules.build(replace(position, treasuries=treasuries), move.company, move.hexes)
    extra = arrival(position, move)
    cash = {
        player: money + extra * position.players[player].get(move.company, 0)
        for player, money in now.cash.items()
    }
    return replace(now, cash=cash)


def arrival(position: ChicagoPosition, move: ChicagoMove) -> int:
    """Return the extra dividend a share that a move pays: only an arrival in Chicago does."""
    if not isinstance(move, BuildMove) or position.title.opening.hex not in move.hexes:
        return 0
    return dividends.share(rules.build(position, move.company, move.hexes), move.company)


def _sold(position: ChicagoPosition, move: AuctionMove) -> ChicagoPosition:
    """Move a share to its buyer and the money into the company's treasury."""
    if move.buyer is None:
        return position
    name = move.company
    held = dict(position.players.get(move.buyer, {}))
    held[name] = held.get(name, 0) + 1
    treasuries, cash = dict(position.treasuries), dict(position.cash)
    if name in treasuries:
        treasuries[name] += move.price
    if move.buyer in cash:
        cash[move.buyer] -= move.price
    return replace(
        position,
        sold={**position.sold, name: position.sold[name] + 1},
        players={**position.players, move.buyer: held},
        treasuries=treasuries,
        cash=cash,
    )
