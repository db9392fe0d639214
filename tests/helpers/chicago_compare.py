"""Compares answers of Chicago Express with brute force on random positions, feature by feature.

``python tests/helpers/chicago_compare.py COUNT FIRST [FEATURE...]`` compares COUNT positions of
each feature, seeds from FIRST on, and names every one that differs. Builds and developments are
asked on the full board, players' actions and shares on tiny ones, where everything can be tried.
Positions too large to try, and those where a dividend comes first, are left out.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from chicago_brute import Game, TooMany, best_build, developments, to_chicago
from chicago_random import agrees, asked, random_position, westernmost
from chicago_tried import best_by_trying, check_prices, compared, refereed, set_up

from solvers.chicago.action import TurnQuestion
from solvers.chicago.advice import Adviser
from solvers.clock import Clock

Compared = bool | None
"""Whether a position agrees; ``None`` if it cannot be compared."""


def build(seed: int, folder: Path) -> Compared:
    """The best build of one action."""
    return _plan(random_position(random.Random(seed), size=9, treasury=16), None)


def plan(seed: int, folder: Path) -> Compared:
    """The most income in one to four actions."""
    dice = random.Random(seed)
    return _plan(random_position(dice, size=6, treasury=12), dice.randint(1, 4))


def _plan(position: dict[str, object], actions: int | None) -> Compared:
    try:
        best = best_build(Game(position), 3 * (actions or 1))
    except TooMany:
        return None
    more = {} if actions is None else {"ask": "plan", "actions": actions}
    answer = asked(position, **more)
    parts = answer["hexes"] if actions else [answer["hexes"]] if answer["hexes"] else []
    agrees(Game(position), answer, parts)
    return (answer["income"], answer["cost"], sum(map(len, parts))) == best


def chicago(seed: int, folder: Path) -> Compared:
    """Chicago in the fewest actions."""
    dice = random.Random(seed)
    position = random_position(dice, size=4, treasury=16)
    position["company"] = westernmost(position)
    actions = dice.randint(1, 3)
    try:
        best = to_chicago(Game(position), 3 * actions)
    except TooMany:
        return None
    answer = asked(position, ask="plan", actions=actions, goal="chicago")
    agrees(Game(position), answer, answer["hexes"])
    hexes = sum(map(len, answer["hexes"]))
    if best is None or not best[0]:
        return not hexes
    return (len(answer["hexes"]), answer["cost"], answer["income"], hexes) == best


def develop(seed: int, folder: Path) -> Compared:
    """Every development with what it brings, and the best of them."""
    position = random_position(random.Random(seed), size=9, treasury=5)
    options = developments(Game(position), "Andy")
    answer = asked(position, ask="develop", player="Andy")
    listed = {each["hex"]: (each["gain_player"], each["gain_others"]) for each in answer["options"]}
    best = max([0, *(mine - others for mine, others in options.values())])
    return listed == options and answer["gain_player"] - answer["gain_others"] == best


def _actions(actions: int, *, auctions: bool = False) -> Callable[[int, Path], Compared]:
    """A player's next actions, with or without auctions."""

    def compare(seed: int, folder: Path) -> Compared:
        position, referee, state, number = set_up(seed, folder)
        if referee.due(state):
            return None
        best = best_by_trying(referee, state, actions, number, auctions=auctions)
        adviser = Adviser(TurnQuestion(position, "Andy", actions, number), Clock())
        found = adviser.best_turns()
        if auctions:
            found = adviser.best_with_auctions(found)
        played = refereed(referee, state, found, number)
        return (found.gain.player, found.bound, found.proven, played) == (best, best, True, best)

    return compare


def stream(seed: int, folder: Path) -> Compared:
    """What a share is paid at a price, and the bound on it."""
    found, best = compared(seed, folder)
    return found.total <= best <= found.bound


def prices(seed: int, folder: Path) -> Compared:
    """What every price pays, the best and the highest bid, and the least capital."""
    check_prices(seed, folder)
    return True


def poor_prices(seed: int, folder: Path) -> Compared:
    """The same for a company with little money, over two or three dividends."""
    check_prices(seed, folder, poor=True)
    return True


FEATURES: dict[str, Callable[[int, Path], Compared]] = {
    "build": build,
    "plan": plan,
    "chicago": chicago,
    "develop": develop,
    "one action": _actions(1),
    "two actions": _actions(2),
    "three actions": _actions(3),
    "one action with auctions": _actions(1, auctions=True),
    "two actions with auctions": _actions(2, auctions=True),
    "three actions with auctions": _actions(3, auctions=True),
    "stream": stream,
    "prices": prices,
    "prices of a poor company": poor_prices,
}


def main(count: int, first: int, names: list[str]) -> int:
    """Compare, print a line a feature, and return how many positions differ."""
    folder = Path(mkdtemp(prefix="chicago-boards-"))
    wrong = 0
    for at, name in enumerate(names):
        done, seed, different = 0, first - 1, []
        boards = folder / str(at)
        boards.mkdir()
        os.environ["BESTRUN_TITLES"] = str(boards)
        while done < count:
            seed += 1
            try:
                same = FEATURES[name](seed, boards)
            except AssertionError as difference:
                print(f"{name}, seed {seed}: {difference}")
                same = False
            done += same is not None
            different += [seed] if same is False else []
        print(f"{name}: {done} compared, wrong: {different or 'none'}", flush=True)
        wrong += len(different)
    return wrong


if __name__ == "__main__":
    many, begin, *features = sys.argv[1:]
    sys.exit(bool(main(int(many), int(begin), features or list(FEATURES))))
