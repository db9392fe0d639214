"""Plans, bounds and verdicts of Island Rails compared with brute force and a referee.

``python tests/helpers/island_compare.py COUNT FIRST [FEATURE...]`` compares COUNT positions of each
feature, from the seed FIRST on, and counts what came out. WRONG is what must never be there.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import island_tracks
from island_claims import Player, rules_agree, worth
from island_everything import Everything, Rules
from island_lines import TooMany
from island_random import FEATURES, beginnings, drawn, write_small_rails
from island_referee import Referee

SECONDS = 4.0
"""For one answer; one that is not finished by then is not proven, but its bound must hold."""


def compare(seed: int, feature: str, seconds: float = SECONDS, most: int = 60_000) -> Counter[str]:
    """Ask for a plan and for a verdict on random turns; return what they were.

    One question gives both. The plan is replayed by the referee; its worth and its bound are
    compared with the best plan there is, and so is the verdict.
    """
    from bestrun import api

    data, rules = drawn(seed, feature)
    name = f"{feature} {seed}"
    dice = random.Random(f"claim {feature} {seed}")
    start = dice.choice(beginnings(data)) if "at" not in data else None
    said = Player(dice, data, rules, start).said()
    claim = {"turns": said.turns} | ({"start": start} if start else {})
    judged = api.check(data, claim, time_limit=seconds)
    answer = judged.best.deliveries
    found = Counter({f"claim {judged.verdict}": 1})
    assert replayed(data, rules, judged.best) == answer.value, f"{name}: not worth what it says"
    if said.word != "legal":
        assert judged.verdict == said.word, f"{name}: {judged.verdict}, but {said.why}"
    else:
        fine = judged.verdict in ("best", "better", "improvable", "unproven")
        assert fine, f"{name}: {judged.verdict} {judged.problems}"
    try:
        starts = beginnings(data)
        best = max(Everything(data | {"at": each}, rules, most).run() for each in starts)
    except TooMany:
        return found + Counter({"too many": 1})
    shown = f"{answer.value} to {answer.bound}, but {best}"
    assert answer.value <= best <= answer.bound, f"{name}: {shown}"
    if said.word == "legal":
        value = worth(data, said)
        drops = any(each["do"] == "drop" for turn in said.turns for each in turn["actions"])
        assert drops or value <= best, f"{name}: {value} by a claim, but {best}"
        assert judged.verdict != "best" or value == best, f"{name}: best with {value}, not {best}"
        assert judged.verdict != "improvable" or value < best, f"{name}: {value} is best"
    word = "proven" if answer.proven else "best" if answer.value == best else "not best"
    found[word if best else f"{word}, nothing to gain"] += 1
    return found


def replayed(data: dict[str, Any], rules: Rules, planned: Any) -> Fraction:
    """Value of a plan once the referee has played it."""
    plan = planned.to_dict()
    if not plan["turns"]:
        already = "target" in data and data["money"] >= data["target"]
        return Fraction(data["horizon"] + 1 if already else 0)
    referee = Referee(data["board"], data, plan.get("start"), rules)
    referee.play(plan["turns"])
    if "target" in data:
        return Fraction(data["horizon"] + 1 - len(plan["turns"]))
    earned = referee.income if data["aim"] == "income" else referee.money - data["money"]
    return Fraction(earned, 1 if data["aim"] == "total" else len(plan["turns"]))


def keep(seed: int) -> Counter[str]:
    """Ask which cards to keep, and compare each choice with the best plan that it allows."""
    from bestrun import api

    data, rules = drawn(seed, ("land", "ferries", "left goods")[seed % 3])
    while len(data["cards"]) < 3:
        data["cards"].append(data["cards"][0])
    answer = api.solve(data | {"ask": "keep", "keep": 2}, time_limit=4 * SECONDS)
    found: Counter[str] = Counter()
    values = {}
    for hand, plan in answer.hands.items():
        some = data | {"cards": [data["cards"][number] for number in hand]}
        try:
            values[hand] = Everything(some, rules).run()
        except TooMany:
            return Counter({"too many": 1})
        known = plan.deliveries
        shown = f"keep {seed}: {hand} {known.value} to {known.bound}, but {values[hand]}"
        assert known.value <= values[hand] <= known.bound, shown
        assert replayed(some, rules, plan) == known.value, shown
    if answer.proven:
        assert values[answer.best] == max(values.values()), f"keep {seed}: {values}"
    found["proven" if answer.proven else "not proven"] += 1
    return found


def one(seed: int, feature: str) -> Counter[str]:
    """Compare one position of any feature."""
    if feature == "keep":
        return keep(seed)
    if feature == "rules":
        return Counter(rules_agree(seed, FEATURES[seed % len(FEATURES)]))
    if feature in island_tracks.FEATURES:
        words = Counter({island_tracks.compare(seed, feature, SECONDS): 1})
        return words + Counter({f"claim {island_tracks.verdict_agrees(seed, feature)}": 1})
    return compare(seed, feature)


EVERY = (*FEATURES, *island_tracks.FEATURES, "keep", "rules")


def main(count: int, first: int, features: list[str]) -> None:
    """Compare many positions and count what came out."""
    with tempfile.TemporaryDirectory() as folder:
        write_small_rails(Path(folder))
        os.environ["BESTRUN_TITLES"] = folder
        for feature in features:
            seen: Counter[str] = Counter()
            began = time.perf_counter()
            for seed in range(first, first + count):
                try:
                    seen += one(seed, feature)
                except Exception as error:
                    seen["WRONG"] += 1
                    print(f"{feature} {seed}: {type(error).__name__} {error}", flush=True)
            took = f"{time.perf_counter() - began:.0f} s"
            print(feature, first, dict(sorted(seen.items())), took, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or list(EVERY))
