"""Random positions of Chicago Express on the full board, and answers about them checked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from chicago_brute import (
    CHICAGO,
    FORT_WAYNE,
    LOCOMOTIVES,
    PRINTED,
    SHARES,
    STARTS,
    WABASH,
    Game,
    TooMany,
    beside,
)

from bestrun import api

T = TypeVar("T")
SCALES = {"Detroit": range(1, 9), "Wheeling": (3, 4, 5, 6), "Pittsburgh": (4, 6, 8)}


def random_position(dice: random.Random, size: int, treasury: int) -> dict[str, Any]:
    """Return a position that could stand on a table, networks of ``size`` hexes at most.

    Some companies first go straight for Chicago, so that its surroundings are seen too.
    """
    taken: set[str] = set()
    networks: dict[str, list[str]] = {}
    names = [name for name in STARTS if name != WABASH]
    dice.shuffle(names)
    for name in names:
        network = [STARTS[name]]
        if dice.random() < 0.4:
            network += way_west(dice, network[0], taken)[: LOCOMOTIVES[name] - 1]
        grow(dice, network, taken, dice.randrange(size), LOCOMOTIVES[name])
        taken |= {each for each in network if PRINTED[each].kind in ("forest", "mountain")}
        networks[name] = network
    if any(CHICAGO in network for network in networks.values()):
        networks[WABASH] = [FORT_WAYNE]
        grow(dice, networks[WABASH], taken, dice.randrange(4), LOCOMOTIVES[WABASH])
    held = {each for network in networks.values() for each in network}
    fit = sorted(each for each in held if PRINTED[each].kind in ("city", "mountain", "forest"))
    sold = {name: dice.randint(0 if name == WABASH else 1, SHARES[name]) for name in networks}
    return {
        "title": "chicago-express",
        "company": dice.choice(sorted(networks)),
        "treasury": dice.randint(0, treasury),
        "networks": networks,
        "houses": dice.sample(fit, dice.randint(0, min(len(fit), 12))),
        "industry": {name: dice.choice(scale) for name, scale in SCALES.items()},
        "shares_sold": sold,
        "players": {"Andy": {name: dice.randint(0, count) for name, count in sold.items()}},
    }


def may_build(each: str, network: list[str], taken: set[str]) -> bool:
    """Whether the kind of hex, and who stands there, allow a locomotive."""
    return PRINTED[each].kind != "start" and each not in taken and each not in network


def grow(
    dice: random.Random, network: list[str], taken: set[str], hexes: int, locomotives: int
) -> None:
    """Add hexes beside the network at random."""
    for _ in range(min(hexes, locomotives - len(network))):
        around = sorted({two for one in network for two in beside(one)})
        fit = [each for each in around if may_build(each, network, taken)]
        if fit:
            network.append(dice.choice(fit))


def way_west(dice: random.Random, start: str, taken: set[str]) -> list[str]:
    """Return a shortest way to Chicago, stopped zero to five hexes before it."""
    before: dict[str, str] = {start: start}
    wave = [start]
    for one in wave:
        around = list(beside(one))
        dice.shuffle(around)
        for two in around:
            if two not in before and may_build(two, [], taken):
                before[two] = one
                wave.append(two)
    way = []
    at = CHICAGO
    while at in before and at != start:
        way.append(at)
        at = before[at]
    return way[dice.randrange(6) :][::-1]


def westernmost(position: dict[str, Any]) -> str:
    """Return the company that is nearest to Chicago without being there, if one is not."""
    networks = {name: each for name, each in position["networks"].items() if CHICAGO not in each}
    return min(networks or position["networks"], key=lambda name: min(position["networks"][name]))


def within_reach(position: dict[str, Any], brute: Callable[[Game], T]) -> tuple[Game, T]:
    """Answer of brute force; a treasury too rich for it is made smaller."""
    while True:
        game = Game(position)
        try:
            return game, brute(game)
        except TooMany:
            position["treasury"] -= 1


def asked(position: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = api.solve(position | more).to_dict()
    return dict(answer)


def agrees(game: Game, answer: dict[str, Any], actions: list[list[str]]) -> None:
    """The figures of an answer follow from its hexes, in the order in which they are built."""
    hexes = [each for action in actions for each in action]
    own = set(game.networks[game.company])
    here = Counter(each for network in game.networks.values() for each in network)
    cost = 0
    for action in actions:
        assert 1 <= len(action) <= 3
        for each in action:
            assert each not in own
            assert own & set(beside(each))
            assert PRINTED[each].kind != "start"
            assert not (PRINTED[each].kind in ("forest", "mountain") and here[each])
            cost += PRINTED[each].cost * (here[each] + 1)
            own.add(each)
        if CHICAGO in action and WABASH not in game.networks:
            here[FORT_WAYNE] += 1
    before = game.income(game.company)
    gain = sum(map(game.pays, hexes))
    assert answer["cost"] == cost <= game.money
    assert answer["left"] == game.money - cost
    assert answer["income_before"] == before
    assert answer["income"] == before + gain
    assert answer["gain"] == gain
    assert len(own) <= LOCOMOTIVES[game.company]
    if game.sold(game.company):
        assert answer["dividend_per_share"] == game.dividend(game.company, before + gain)
    assert answer["proven"] is True
