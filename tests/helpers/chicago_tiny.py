"""Tiny random boards of the Chicago Express family, with positions on them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from chicago_referee import Printed

COLUMNS, ROWS = "ABCD", range(3)


def tiny_board(dice: random.Random) -> Printed:
    """Return a board of up to twelve hexes with two companies and a late one."""
    every = [f"{column}{row}" for column in COLUMNS for row in ROWS]
    kept = [each for each in every if each == "A0" or dice.random() < 0.92]
    hexes: dict[str, dict[str, Any]] = {"A0": {"kind": "chicago", "cost": 2, "income": 4}}
    free = [each for each in kept if each != "A0"]
    dice.shuffle(free)
    late, first, second, mill, forge = free[:5]
    hexes[late] = {"kind": "city", "cost": 1, "income": 1, "develop": 2}
    hexes[first] = hexes[second] = {"kind": "start", "cost": 0}
    hexes[mill] = hexes[forge] = {"kind": "industry", "cost": dice.randint(1, 3)}
    for each in free[5:]:
        kind = dice.choice(["plain", "city", "city", "forest", "mountain"])
        place = {"kind": kind, "cost": dice.randint(1, 3)}
        if kind in ("city", "mountain"):
            place |= {"income": dice.randint(0, 3), "develop": dice.randint(0, 2)}
        hexes[each] = place
    companies = {
        name: {
            "name": name * 3,
            "start": start,
            "shares": dice.randint(2, 4),
            "sold": sold,
            "locomotives": dice.randint(2, 6),
            "income": dice.randint(0, 6) if sold else 0,
            "colour": "#aa0000",
        }
        for name, start, sold in (("X", first, 1), ("Y", second, 1), ("W", late, 0))
    }
    return Printed(
        hexes=hexes,
        companies=companies,
        industry={
            "Mill": {"hex": mill, "scale": [1, 2, 4, 5], "by": "dividends"},
            "Forge": {"hex": forge, "scale": [1, 3, 4], "by": "players"},
        },
        figures={
            "building": {"hexes": dice.choice([2, 2, 3])},
            "development": {"houses": dice.randint(3, 5), "forest": 2},
            "opening": {"hex": "A0", "company": "W"},
            "dials": {
                "auction": 1,
                "build": dice.randint(1, 4),
                "develop": dice.randint(1, 3),
                "red": 2,
            },
            "end": {
                "without_locomotives": 2,
                "without_shares": 2,
                "houses_left": 1,
                "industry": "Mill",
            },
        },
    )


def write_board(printed: Printed, folder: Path) -> None:
    """Write the board as the data of a title."""
    folder.mkdir(parents=True)
    lines = [f"name = {json.dumps(folder.name)}", 'family = "chicago-express"']
    for section, entries in (("companies", printed.companies), ("industry", printed.industry)):
        lines.append(f"[{section}]")
        lines += [f"{name} = {_inline(each)}" for name, each in entries.items()]
    for section, figures in printed.figures.items():
        lines += [f"[{section}]", *(f"{key} = {json.dumps(each)}" for key, each in figures.items())]
    (folder / "title.toml").write_text("\n".join(lines))
    by_kind: dict[str, list[str]] = {}
    for hex_id, place in printed.hexes.items():
        figures = {key: each for key, each in place.items() if key != "kind"}
        by_kind.setdefault(place["kind"], []).append(f"{hex_id} = {_inline(figures)}")
    rows = [line for kind, each in by_kind.items() for line in (f"[{kind}]", *each)]
    (folder / "map.toml").write_text("\n".join(rows))


def _inline(entries: dict[str, Any] | Any) -> str:
    return "{ " + ", ".join(f"{key} = {json.dumps(each)}" for key, each in entries.items()) + " }"


def tiny_position(dice: random.Random, printed: Printed, title: str) -> dict[str, Any]:
    """Return a position that could stand on a table."""
    taken: set[str] = set()
    networks: dict[str, list[str]] = {}
    for name in ("X", "Y"):
        network = [printed.companies[name]["start"]]
        for _ in range(dice.randrange(printed.companies[name]["locomotives"])):
            around = sorted({two for one in network for two in printed.near[one]})
            fit = [
                each
                for each in around
                if printed.hexes[each]["kind"] != "start"
                and each not in taken
                and each not in network
            ]
            if fit and dice.random() < 0.6:
                network.append(dice.choice(fit))
        taken |= {each for each in network if printed.hexes[each]["kind"] in ("forest", "mountain")}
        networks[name] = network
    if any("A0" in network for network in networks.values()):
        networks["W"] = [printed.companies["W"]["start"]]
    held = {each for network in networks.values() for each in network}
    fit = sorted(
        each for each in held if printed.hexes[each]["kind"] in ("city", "mountain", "forest")
    )
    most = min(len(fit), printed.figures["development"]["houses"])
    players: dict[str, dict[str, int]] = {
        "Andy": {"cash": dice.randint(0, 9)},
        "Bert": {"cash": dice.randint(0, 9)},
    }
    for name in networks:
        for _ in range(dice.randint(1, printed.companies[name]["shares"])):
            who = players[dice.choice(["Andy", "Andy", "Bert"])]
            who[name] = who.get(name, 0) + 1
    return {
        "title": title,
        "networks": networks,
        "houses": dice.sample(fit, dice.randint(0, most)),
        "industry": {name: dice.choice(each["scale"]) for name, each in printed.industry.items()},
        "players": players,
        "treasuries": {name: dice.randint(0, 8) for name in networks},
        "dials": {
            kind: max(0, dice.randint(-2, printed.figures["dials"][kind]))
            for kind in ("auction", "build", "develop")
        },
    }
