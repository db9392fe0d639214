"""The moves of a player's turn, judged rule by rule: builds, developments, auctions.

Plans of solvers pass the same judge before they are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends, rules
from solvers.chicago.rules import neighbours
from solvers.fault import Fault, RulesBroken


@dataclass(frozen=True)
class PlayedAction:
    """One action as it turns out: hexes in building order, cost, and the position after it."""

    hexes: tuple[str, ...]
    cost: int
    before: ChicagoPosition
    after: ChicagoPosition


@dataclass(frozen=True)
class Course:
    """Actions one after the other, with every rule that they break."""

    company: str
    actions: tuple[PlayedAction, ...]
    faults: tuple[Fault, ...]

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.faults

    @property
    def cost(self) -> int:
        """Cost of all actions together."""
        return sum(action.cost for action in self.actions)

    @property
    def hexes(self) -> tuple[str, ...]:
        """Return all hexes in building order."""
        return tuple(each for action in self.actions for each in action.hexes)


def play(
    position: ChicagoPosition, company: str, treasury: int, actions: Sequence[Sequence[str]]
) -> Course:
    """Build action by action and note every rule that is broken.

    What a hex costs and earns is counted even where it may not be built, so that the other
    rules can be judged too.
    """
    now = position
    played: list[PlayedAction] = []
    faults: list[Fault] = []
    left, locomotives = treasury, rules.locomotives_left(position, company)
    for number, hexes in enumerate(actions):
        cost = sum(rules.price(now, each) for each in dict.fromkeys(hexes))
        found = [
            *_holder(now, company, hexes),
            *_too_many(now, hexes),
            *_places(now, company, hexes),
            *_connection(now, company, hexes),
            *_means(now, company, hexes, cost, left, locomotives),
        ]
        faults += [Fault(code, number, where, message) for code, where, message in found]
        after = rules.build(now, company, hexes)
        played.append(PlayedAction(tuple(hexes), cost, now, after))
        left -= cost
        locomotives -= len(hexes)
        now = after
    return Course(company, tuple(played), tuple(faults))


def no_holder(position: ChicagoPosition, company: str) -> str | None:
    """The reason in words why the player who asks may not build for a company, if there is one."""
    player = position.player
    if player is None or position.players[player].get(company, 0):
        return None
    return f"{player} holds no share of {company}: only a shareholder may build for it"


def _holder(position: ChicagoPosition, company: str, hexes: Sequence[str]) -> RulesBroken:
    """Only a player with a share of the company builds for it."""
    refused = no_holder(position, company) if hexes else None
    if refused is not None:
        yield "no-share", company, refused


def _too_many(position: ChicagoPosition, hexes: Sequence[str]) -> RulesBroken:
    """An action builds three hexes at most."""
    most = position.title.building.hexes
    if len(hexes) > most:
        text = f"{len(hexes)} hexes, but an action builds {most} at most"
        yield "too-many-hexes", "-".join(hexes), text


def _places(position: ChicagoPosition, company: str, hexes: Sequence[str]) -> RulesBroken:
    """Each hex may be built by the company, and once."""
    for hex_id in dict.fromkeys(hexes):
        refused = rules.refusal(position, company, hex_id)
        if refused is not None:
            yield refused[0], hex_id, refused[1]
        if hexes.count(hex_id) > 1:
            label = position.title.hexes[hex_id].label
            yield "own-locomotive", hex_id, f"{label} is built more than once"


def _connection(position: ChicagoPosition, company: str, hexes: Sequence[str]) -> RulesBroken:
    """Each hex touches the network as it grows."""
    near = neighbours(position.title)
    network = set(position.networks[company])
    for hex_id in hexes:
        if hex_id not in network and not network & set(near[hex_id]):
            label = position.title.hexes[hex_id].label
            text = f"{label} is not next to the network of {company}"
            if set(hexes) & set(near[hex_id]):
                text += " when it is built"
            yield "not-connected", hex_id, text
        network.add(hex_id)


def _means(
    position: ChicagoPosition,
    company: str,
    hexes: Sequence[str],
    cost: int,
    treasury: int,
    locomotives: int,
) -> RulesBroken:
    """Money and locomotives are the company's own."""
    if cost > treasury:
        text = f"{cost} to pay, but {company} has {max(treasury, 0)}"
        yield "not-enough-money", "-".join(hexes), text
    if len(hexes) > locomotives:
        text = f"{len(hexes)} locomotives needed, but {company} has {max(locomotives, 0)} left"
        yield "no-locomotives-left", "-".join(hexes), text


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
        refused = rules.house_refusal(position, move.hex)
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
        return rules.develop(now, move.hex)
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
