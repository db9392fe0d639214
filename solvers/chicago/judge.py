"""A build judged rule by rule; plans of solvers pass the same judge before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.board import neighbours
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
        """Return whether no rule is broken."""
        return not self.faults

    @property
    def cost(self) -> int:
        """Return what all actions cost together."""
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
    """Return in words why the player who asks may not build for a company, if he may not."""
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
