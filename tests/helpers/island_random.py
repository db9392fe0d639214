"""Random tiny positions of Island Rails; ``python island_random.py COUNT SEED`` compares many.

Each has one feature that plans may use: other players' lines, an own ship, ships to buy,
goods to leave in towns, sea bridges, upgrades.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from island_boards import board, card, links, position
from island_everything import STANDARD, Everything, Rules, TooMany

FEATURES = ("tolls", "own ship", "purchase", "left goods", "bridges", "upgrades")

SMALL = Rules(
    limit=7,
    step=5,
    sideways=2,
    toll=1,
    ships=(("ferry", 3, 1, 3), ("clipper", 4, 2, 2)),
    trains=(("A", 2, 1, 1), ("B-6", 2, 2, 2), ("B-9", 3, 1, 2), ("C-9", 3, 2, 3)),
)
"""A title with little in a turn, so that plans of a few points take several."""


def write_small_rails(folder: Path) -> None:
    """Write the title that has the rules ``SMALL``."""
    tables = [
        f"[trains.{name}]\nspeed = {speed}\ncapacity = {room}"
        for name, speed, room, _ in SMALL.trains
    ]
    tables += [
        f"[ships.{name}]\nspeed = {speed}\nhire = {hire}\nprice = {price}"
        for name, speed, hire, price in SMALL.ships
    ]
    figures = f"""
name = "Small Rails"
base = "island-rails"
[build]
limit = {SMALL.limit}
[upgrade]
step = {SMALL.step}
sideways = {SMALL.sideways}
[game]
toll = {SMALL.toll}
"""
    made = folder / "small-rails"
    made.mkdir()
    (made / "title.toml").write_text("\n".join([figures, *tables]))


def drawn(seed: int, feature: str) -> tuple[dict[str, Any], Rules]:
    """Return a position with a feature, and the rules it is played with."""
    dice = random.Random(f"{feature} {seed}")
    over_sea = feature in ("own ship", "purchase") or (
        feature != "left goods" and dice.random() < 0.4
    )
    made, towns, land = _archipelago(dice) if over_sea else _land(dice)
    if feature == "bridges" and not over_sea:
        _bay(dice, made)
    goods = {point["id"]: point.get("goods", []) for point in made["points"]}
    offers = [f"{g}:{t}" for g in ("coal", "fish") for t in towns if g not in goods[t]]
    if not offers:
        return drawn(seed + 100_000, feature)
    many = 3 if feature == "left goods" else dice.randint(1, 2)
    cards = [card(*dice.choices(offers, k=dice.randint(1, 2))) for _ in range(many)]
    lines, others = _networks(dice, land, feature, made)
    kinds = {point["id"]: point["kind"] for point in made["points"]}
    ends = {end for each in lines for end in each}
    starts = sorted(ends | {n for n, kind in kinds.items() if kind == "large"})
    if feature == "tolls":
        starts = sorted({*starts, *(end for each in others.values() for x in each for end in x)})
    small = dice.random() < 0.6 or feature in ("purchase", "left goods")
    data = position(
        made,
        "deliveries",
        network=lines,
        others=others,
        at=dice.choice(starts),
        money=dice.randint(3, 14),
        cards=cards,
        horizon=dice.randint(3, 5),
        aim=dice.choice(("money", "income", "total")),
    )
    data |= _extras(dice, feature, made, towns)
    if small:
        data["title"] = "small-rails"
    return data, SMALL if small else STANDARD


def _extras(
    dice: random.Random, feature: str, made: dict[str, Any], towns: list[str]
) -> dict[str, Any]:
    ports = [point["id"] for point in made["points"] if point["kind"] == "port"]
    more: dict[str, Any] = {}
    if feature == "own ship":
        more["own_ship"] = {"kind": dice.choice(("ferry", "clipper")), "at": dice.choice(ports)}
        more["ship"] = dice.choice(("ferry", "ferry", "clipper"))
    if feature == "bridges":
        more |= {"bridges": True, "money": dice.randint(10, 30), "aim": "income"}
    if feature == "purchase":
        more["money"] = dice.randint(8, 16)
    if feature == "upgrades":
        more |= {"money": dice.randint(8, 20), "train": dice.choice(("A", "B-6", "B-9"))}
    if feature == "left goods" and dice.random() < 0.4:
        at = dice.choice(towns)
        more["lying"] = [{"good": dice.choice(("coal", "fish")), "town": at, "turns": 2}]
    if feature == "tolls" and dice.random() < 0.5:
        more["players"] = 4
    return more


def _land(dice: random.Random) -> tuple[dict[str, Any], list[str], list[str]]:
    """Return a board of a few land points, its towns and its links."""
    names = [f"n{number}" for number in range(dice.randint(3, 5))]
    able = ("plain", "mountain", "small", "medium", "large", "plain")
    kinds = ["large", "small", *(dice.choice(able) for _ in names[2:])]
    order = dice.sample(names, len(names))
    chosen = {tuple(sorted((order[dice.randrange(n)], order[n]))) for n in range(1, len(names))}
    chosen |= {tuple(sorted(dice.choice(list(combinations(names, 2)))))}
    ways = sorted("-".join(ends) for ends in chosen)
    rivers = [dice.choice(ways)] if dice.random() < 0.3 else []
    towns = [n for n, k in zip(names, kinds, strict=True) if k in ("small", "medium", "large")]
    goods = {town: dice.choice(("", "coal", "fish")) for town in towns}
    goods[towns[0]] = dice.choice(("coal", "coal fish"))
    goods[towns[1]] = "fish"
    points = " ".join(f"{kind}:{name}" for kind, name in zip(kinds, names, strict=True))
    return board(points, " ".join(ways), " ".join(rivers), **goods), towns, ways


def _archipelago(dice: random.Random) -> tuple[dict[str, Any], list[str], list[str]]:
    """Return a large town with a port, one or two islands with a town each, and the sea."""
    points, land, ends = ["large:L", "port:P", "small:T", "port:Q"], ["L-P"], ["P", "Q"]
    if dice.random() < 0.4:
        points.append("plain:w")
        land += ["Q-w", "w-T"]
    else:
        land.append("Q-T")
    towns, goods = ["L", "T"], {"L": "coal", "T": "fish"}
    if dice.random() < 0.5:
        points += ["port:R", "small:U"]
        land.append("R-U")
        ends.append("R")
        towns.append("U")
        goods["U"] = dice.choice(("", "coal"))
    elif dice.random() < 0.4:
        points.append("port:S")
        land.append(dice.choice(("S-T", "S-L")))
        ends.append("S")
    ways = list(land)
    for number, (a, b) in enumerate(combinations(ends, 2)):
        length = dice.choice((1, 2, 3) if a == "P" else (0, 1, 2))
        chain = [a, *(f"s{number}x{n}" for n in range(length)), b]
        if length:
            points += [f"sea:{name}" for name in chain[1:-1]]
            ways += [f"{x}-{y}" for x, y in pairwise(chain)]
    return board(" ".join(points), " ".join(ways), "", **goods), towns, land


def _bay(dice: random.Random, made: dict[str, Any]) -> None:
    """Put a sea point between two points of the land."""
    a, b = dice.sample([point["id"] for point in made["points"]], 2)
    made["points"].append({"id": "bay", "x": 0, "y": 1, "kind": "sea", "name": "bay"})
    made["links"] += [[a, "bay"], ["bay", b]]


def _networks(
    dice: random.Random, land: list[str], feature: str, made: dict[str, Any]
) -> tuple[list[list[str]], dict[str, list[list[str]]]]:
    """Return own lines and, for tolls, those of one or two others."""
    own: list[list[str]] = []
    others: dict[str, list[list[str]]] = {}
    names = ["Red", "Blue"][: dice.randint(1, 2)] if feature == "tolls" else []
    for way in land:
        chance = dice.random()
        if names and chance < 0.55:
            others.setdefault(dice.choice(names), []).extend(links(way))
        elif chance < 0.7:
            own.extend(links(way))
    return own, others


def compare(seed: int, feature: str, seconds: float = 20.0, most: int = 3000) -> str:
    """Return whether a plan is proven and right, right but not proven, or too much to know."""
    from bestrun import api

    data, rules = drawn(seed, feature)
    try:
        best = Everything(data, rules, most).run()
    except TooMany:
        return "too many"
    answer = api.solve(data, time_limit=seconds).deliveries
    if answer.bound < best or answer.value > best:
        raise AssertionError(f"{feature} {seed}: {answer.value} to {answer.bound}, but {best}")
    if answer.proven:
        return "proven"
    return "best" if answer.value == best else "not best"


def main(count: int, first: int, features: list[str]) -> None:
    """Compare many positions and count what came out."""
    with tempfile.TemporaryDirectory() as folder:
        write_small_rails(Path(folder))
        os.environ["BESTRUN_TITLES"] = folder
        for feature in features:
            seen: dict[str, int] = {}
            began = time.perf_counter()
            for seed in range(first, first + count):
                try:
                    word = compare(seed, feature)
                except AssertionError as error:
                    word = "WRONG"
                    print(error, flush=True)
                except Exception as error:
                    word = "ERROR"
                    print(f"{feature} {seed}: {type(error).__name__} {error}", flush=True)
                if word == "not best":
                    print(f"{feature} {seed}: not best", flush=True)
                seen[word] = seen.get(word, 0) + 1
            print(feature, seen, f"{time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or list(FEATURES))
