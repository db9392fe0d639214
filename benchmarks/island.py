"""Island Rails on 60 full boards: cards in hand, at the beginning and later, and towns to join.

``python benchmarks/island.py [SECONDS [QUESTION]]`` prints a table: what was found, what is proven,
and the CPU time of the process and of those it started. Boards and cards come from seeds.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bestrun import api
from mapdata.island.board import IslandBoard, PointPair, pair
from mapdata.island.figures import TOWNS
from solvers import isolate
from solvers.island.boards.generate import generate

SEEDS = {
    "three cards": range(1, 7),
    "three cards, two opponents": range(1, 25),
    "six cards": range(1, 7),
    "six cards later": range(1, 7),
    "six cards, more lines": range(1, 7),
    **{f"track for {count}": range(1, 5) for count in (4, 6, 8)},
}
TRAINS = "A", "B-6", "B-9", "C-9"
RIVALS = "Red", "Green"


def hand(board: IslandBoard, seed: int, count: int) -> list[list[dict[str, str]]]:
    """Return cards with three offers each, none of a good that its town has itself."""
    dice = random.Random(100 * seed + count)
    towns = board.of_kind("large", "medium", "small")
    cards: list[list[dict[str, str]]] = [[] for _ in range(count)]
    for card in cards:
        while len(card) < 3:
            good, town = dice.choice(list(board.sources)), dice.choice(towns)
            if good not in board.points[town].goods:
                card.append({"good": good, "town": board.label(town)})
    return cards


def settled(board: IslandBoard, seed: int, count: int) -> dict[str, Any]:
    """Return a network that joins some towns at the least cost, with the train in one of them."""
    towns = random.Random(7 * seed + 1).sample(board.of_kind("large", "medium", "small"), count)
    names = [board.label(town) for town in towns]
    asked = {"title": "island-rails", "board": {"seed": seed}, "connect": names, "ferries": True}
    track = api.solve(asked | {"ask": "track"}, time_limit=5).to_dict()
    built = [each for turn in track["turns"] for each in turn["actions"] if each["do"] == "build"]
    lines = [list(ends) for each in built for ends in pairwise(each["path"])]
    return {"network": lines, "at": names[0]}


def lines_of(board: IslandBoard, first: int, count: int, taken: set[PointPair]) -> list[list[str]]:
    """Return lines from a town to those nearest, over no line that is taken; note them as taken."""
    mine, found = {first}, list[list[str]]()
    for _ in range(count - 1):
        before = dict[int, int]()
        queue, goal = sorted(mine), None
        while queue and goal is None:
            here = queue.pop(0)
            for there in board.neighbours[here]:
                link = pair(here, there)
                if there in mine or there in before or link in taken or board.sea(there):
                    continue
                before[there] = here
                queue.append(there)
                if board.kind(there) in TOWNS:
                    goal = there
                    break
        while goal is not None and goal not in mine:
            taken.add(pair(before[goal], goal))
            found.append([board.label(before[goal]), board.label(goal)])
            mine.add(goal)
            goal = before[goal]
    return found


def among_opponents(board: IslandBoard, seed: int) -> dict[str, Any]:
    """Return an own network of three towns and two others of five, and the train in one's own."""
    first, *others = random.Random(13 * seed + 5).sample(board.of_kind("large"), 3)
    taken = set[PointPair]()
    own = lines_of(board, first, 3, taken)
    rivals = {
        name: lines_of(board, town, 5, taken) for name, town in zip(RIVALS, others, strict=True)
    }
    return {"network": own, "at": board.label(first), "others": rivals}


def positions(wanted: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield each question, its seed and its position."""
    for question, seeds in SEEDS.items():
        for seed in seeds if wanted in question else ():
            board, data = generate(seed), {"title": "island-rails", "board": {"seed": seed}}
            if "cards" in question:
                count = 3 if "three" in question else 6
                data |= {"ask": "deliveries", "cards": hand(board, seed, count)}
                if "later" in question:
                    data |= settled(board, seed, 5) | {"money": 25}
                elif "opponents" in question:
                    data |= among_opponents(board, seed) | {"money": 20}
                elif "more" in question:
                    data |= settled(board, seed, 8) | {"money": 60, "train": TRAINS[seed % 4]}
                yield question, seed, data
            else:
                towns = random.Random(seed).sample(board.of_kind("large", "medium", "small"), 8)
                names = [board.label(town) for town in towns[: int(question.split()[-1])]]
                yield question, seed, data | {"ask": "track", "connect": names, "ferries": True}


def row(data: dict[str, Any], seconds: float) -> tuple[str, ...]:
    """Value, bound, proof and CPU time of an answer."""
    began = sum(os.times()[:4])
    answer = api.solve(data, time_limit=seconds).to_dict()
    isolate._end()  # a process that waits is counted when it has ended
    used = f"{sum(os.times()[:4]) - began:.1f}"
    proven = "yes" if answer["proven"] and answer.get("fewest_turns", True) else "no"
    if data["ask"] == "track":
        found = f"{answer['cost']} in {len(answer['turns'])}"
        return found, f"{answer['bound']} in {answer['turns_bound']}", proven, used
    return (
        *(f"{each:.2f}" for each in (answer["money_per_turn"], answer["bound"])),
        proven,
        used,
    )


def main(seconds: float, wanted: str) -> None:
    """Print the table, a row as soon as it is known."""
    print("| question | seed | found | bound | proven | CPU seconds |")
    print("|---|---|---|---|---|---|")
    for question, seed, data in positions(wanted):
        print(f"| {' | '.join((question, str(seed), *row(data, seconds)))} |", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0, " ".join(sys.argv[2:]))
