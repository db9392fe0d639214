"""Companies that end without an action, told from their silence.

Every company acts in every operating round. One that misses a whole round and all later
ones has ended: by a share price of nothing, or by debts that it could not pay.
"""

from __future__ import annotations

from dataclasses import replace

from bestrun.importers.actions import Export
from bestrun.importers.clock import GameClock


def vanished(export: Export, clock: GameClock, rounds: int) -> dict[int, list[str]]:
    """Return the companies that have ended, each by the number of the step that follows.

    A company ended with the last sale of its shares or of one of its trains, or else with
    its own last turn. One
    that ends where the game breaks off cannot be recognised. ``rounds`` are
    the rounds of a set.
    """
    clock = replace(clock, had_turn=[], before=[])
    turns: dict[str, tuple[int, int]] = {}
    sales: dict[str, int] = {}
    holders: dict[str, str] = {}
    broke: dict[str, int] = {}
    last = stock = 0
    for at, step in enumerate(export.steps):
        if clock.ends_set(step):
            clock.close_set()
            stock = clock.number
        elif clock.is_turn_action(step):
            begins = clock.begins(step)
            if begins:
                clock.begin(begins, step.company, rounds)
            clock.go_on(step)
            last = clock.number
            turns[step.company] = (at, last)
        if step.action.type == "sell_shares":
            for share in step.action.shares or ():
                sales[share.rpartition("_")[0]] = at
        if step.action.type == "bankrupt":
            broke[step.company] = at
        train = step.action.train or ""
        if step.action.type == "discard_train":
            holders.pop(train, None)
        elif step.action.type == "buy_train":
            if train in holders:
                sales[holders[train]] = at  # it was there to sell its train
            holders[train] = step.company
    ended: dict[int, list[str]] = {}
    for company, (at, number) in turns.items():
        if max(at, sales.get(company, 0)) <= broke.get(company, -1):
            continue  # without a director and a train it is silent, but there
        if last > number + 1 or stock > number:
            ended.setdefault(max(at, sales.get(company, 0)) + 1, []).append(company)
    return ended
