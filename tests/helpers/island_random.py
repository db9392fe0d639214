"""Random tiny positions of Island Rails, each with a feature that plans may use.

Each feature goes through all goals in turn.
"""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from island_boards import board, card, links, position
from island_everything import STANDARD, Rules

FEATURES = (
    "land",
    "tolls",
    "strangers",
    "strangers overseas",
    "ferries",
    "own ship",
    "purchase",
    "left goods",
    "long rounds",
    "long rounds by trains to come",
    "long voyages",
    "scarce",
    "bridges",
    "upgrades",
    "beginning",
    "first round",
    "at sea",
    "everything",
)
AIMS = ("money", "total", "income", "target")
GOODS = ("coal", "fish", "gold")

SMALL = Rules(
    limit=7,
    step=5,
    sideways=2,
    toll=1,
    ships=(("ferry", 3, 1, 3), ("clipper", 4, 2, 2)),
    trains=(("A", 2, 1, 1), ("B-6", 2, 2, 2), ("B-9", 3, 1, 2), ("C-9", 3, 2, 3)),
)
"""A title with little in a turn, so that plans of a few points take several."""

SEA = ("strangers overseas", "ferries", "own ship", "purchase", "at sea", "long voyages")
STRANGERS = ("strangers", "strangers overseas")
"""Features without own lines, where the train is on those of others."""
ROUNDS = ("long rounds", "long rounds by trains to come")
"""Features with a round that takes about as long as a good lies."""
LONG = (*ROUNDS, "long voyages")
"""Features with many turns, in which no lines are missing."""
MOST_FREE = 5


def beginnings(data: dict[str, Any]) -> list[str]:
    """Starting points of the train: where it stands, or any large town."""
    large = [point["id"] for point in data["board"]["points"] if point["kind"] == "large"]
    return [data["at"]] if "at" in data else large


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
    while True:
        found = _drawn(dice, feature, AIMS[seed % len(AIMS)])
        if found is not None:
            return found


def _drawn(dice: random.Random, feature: str, aim: str) -> tuple[dict[str, Any], Rules] | None:
    over_sea = feature in SEA or (feature in ("bridges", "everything") and dice.random() < 0.5)
    draw = _rounds if feature in ROUNDS else _archipelago if over_sea else _land
    made, land = draw(dice)
    if feature in ("beginning", "first round"):
        made["points"][1]["kind"] = "large"
    if feature == "at sea" and dice.random() < 0.5:
        made["links"].append(["L", "T"])
        land.append("L-T")
    if feature in ("bridges", "everything") and not over_sea:
        _bay(dice, made)
    if feature not in ROUNDS:
        _goods(dice, made)
    kinds = {point["id"]: point["kind"] for point in made["points"]}
    goods = {point["id"]: point.get("goods", []) for point in made["points"]}
    towns = [name for name, kind in kinds.items() if kind in ("small", "medium", "large")]
    offered = {good for each in goods.values() for good in each}
    own = feature in ("beginning", "first round")
    offers = [f"{g}:{t}" for g in sorted(offered) for t in towns if own or g not in goods[t]]
    if not offers:
        return None
    crowds = feature in ("left goods", "scarce", "long voyages")
    many = dice.choice((2, 3)) if crowds else dice.choice((1, 2, 2, 3))
    cards = [card(*dice.choices(offers, k=dice.choice((1, 1, 2, 3)))) for _ in range(many)]
    if feature in ROUNDS:
        cards = [card("coal:Z"), card("fish:Y"), *cards[:1] * dice.randint(0, 1)]
    lines, others = _networks(dice, land, feature)
    ends = {end for each in lines for end in each}
    starts = sorted(ends | {name for name, kind in kinds.items() if kind == "large"})
    if others:
        starts = sorted({*starts, *(end for each in others.values() for x in each for end in x)})
    small = feature in LONG or dice.random() < 0.6
    data = position(
        made,
        "deliveries",
        network=lines,
        others=others,
        at="S" if feature in ROUNDS else dice.choice(starts),
        money=dice.randint(2, 16),
        cards=cards,
        horizon=dice.randint(6, 9) if feature in LONG else dice.randint(2, 5),
    )
    if feature == "first round" or (feature == "beginning" and dice.random() < 0.7):
        del data["at"]
    data |= _extras(dice, feature, kinds, towns, sorted(offered))
    if aim == "target":
        data["target"] = data["money"] + dice.randint(1, 9)
    else:
        data["aim"] = aim
    if small:
        data["title"] = "small-rails"
    return data, SMALL if small else STANDARD


def _extras(
    dice: random.Random, feature: str, kinds: dict[str, str], towns: list[str], goods: list[str]
) -> dict[str, Any]:
    """Keys that the feature adds; "everything" has each of them now and then.

    One case for each feature, in the order in which the dice are thrown.
    """
    more: dict[str, Any] = {}
    ports = [name for name, kind in kinds.items() if kind == "port"]

    def has(*features: str) -> bool:
        return feature in features or (feature == "everything" and dice.random() < 0.4)

    if ports and has("own ship"):
        more["own_ship"] = {"kind": dice.choice(("ferry", "clipper")), "at": dice.choice(ports)}
    if ports and has("own ship", "ferries"):
        more["ship"] = dice.choice(("ferry", "ferry", "clipper"))
    if ports and has("ferries") and dice.random() < 0.2:
        more |= {"at": dice.choice(ports), "aboard": True}
    waters = [name for name, kind in kinds.items() if kind == "sea"]
    if waters and feature == "at sea":
        more |= {
            "at": dice.choice(waters),
            "aboard": True,
            "ship": dice.choice(("ferry", "clipper")),
        }
    if has("bridges"):
        more |= {"bridges": True, "money": dice.randint(8, 30)}
    if feature in ("beginning", "first round"):
        more["money"] = dice.randint(8, 40)
    if feature == "first round":
        large = [name for name, kind in kinds.items() if kind == "large"]
        more |= {"round": 1, "horizon": dice.randint(3, 5)}
        more |= {"at": dice.choice(large)} if dice.random() < 0.5 else {}
    if has("purchase"):
        more["money"] = dice.randint(6, 45)
    if has("upgrades"):
        more |= {"money": dice.randint(6, 45), "train": dice.choice(("A", "B-6", "B-9"))}
    if feature == "long voyages":
        load = dice.choices(goods, k=dice.randint(0, 1))
        more |= {
            "money": dice.randint(1, 6),
            "ship": dice.choice(("ferry", "clipper")),
            "load": load,
        }
    if feature == "long rounds by trains to come":
        train = dice.choice(("A", "A", "B-6", "B-9"))
        load = dice.choices(goods, k=dice.randint(0, 2 if train == "B-6" else 1))
        more |= {"money": dice.randint(0, 8), "train": train, "load": load}
    if has("left goods", "long rounds") and dice.random() < 0.5:
        town = dice.choice(towns)
        turns = dice.randint(1, 3)
        more["lying"] = [{"good": dice.choice(goods), "town": town, "turns": turns}]
    if has("scarce"):
        more["stock"] = {dice.choice(goods): dice.randint(0, 2)}
    if has("left goods", "scarce", "upgrades") and dice.random() < 0.3:
        more["load"] = [dice.choice(goods)]
    if has("tolls", "land", "beginning") and dice.random() < 0.5:
        more["players"] = dice.randint(3, 5)
    return more


def _land(dice: random.Random) -> tuple[dict[str, Any], list[str]]:
    """Return a board of a few land points and its links: a tree, and one or two more."""
    names = [f"n{number}" for number in range(dice.randint(4, 8))]
    able = ("plain", "plain", "plain", "mountain", "alpine", "small", "medium", "large")
    kinds = ["large", dice.choice(("small", "medium")), *(dice.choice(able) for _ in names[2:])]
    order = dice.sample(names, len(names))
    chosen = {
        tuple(sorted((order[dice.randrange(max(0, n - 3), n)], order[n])))
        for n in range(1, len(names))
    }
    pairs = list(combinations(names, 2))
    chosen |= {tuple(sorted(dice.choice(pairs))) for _ in range(dice.randint(0, 2))}
    ways = sorted("-".join(ends) for ends in chosen)
    rivers = [dice.choice(ways)] if dice.random() < 0.3 else []
    points = " ".join(f"{kind}:{name}" for kind, name in zip(kinds, names, strict=True))
    return board(points, " ".join(ways), " ".join(rivers)), ways


def _rounds(dice: random.Random) -> tuple[dict[str, Any], list[str]]:
    """Return a board with a hub T, long ways to S and Z, and a round by X and Y.

    What comes from S can wait in T while the train goes round, if it is back in time.
    """
    ways, plain = [], []
    for a, b, most in (("S", "T", 3), ("T", "Z", 7), ("T", "X", 4), ("X", "Y", 3), ("Y", "T", 4)):
        between = [f"{a}{b}{number}".lower() for number in range(dice.randint(1, most) - 1)]
        plain += between
        ways += [f"{x}-{y}" for x, y in pairwise([a, *between, b])]
    points = f"large:S small:T,X,Y,Z plain:{','.join(plain)}" if plain else "large:S small:T,X,Y,Z"
    return board(points, " ".join(ways), S="coal", X="fish", Y=dice.choice(("", "gold"))), ways


def _archipelago(dice: random.Random) -> tuple[dict[str, Any], list[str]]:
    """Return a large town with a port, one or two islands with a town each, and the sea."""
    points, land, ends = ["large:L", "port:P", "small:T", "port:Q"], [], ["P", "Q"]
    if dice.random() < 0.3:
        points.append(f"{dice.choice(('plain', 'mountain', 'small'))}:m")
        land += ["L-m", "m-P"]
    else:
        land.append("L-P")
    if dice.random() < 0.4:
        points.append("plain:w")
        land += ["Q-w", "w-T"]
    else:
        land.append("Q-T")
    if dice.random() < 0.5:
        points += ["port:R", f"{dice.choice(('small', 'large'))}:U"]
        land.append("R-U")
        ends.append("R")
    elif dice.random() < 0.4:
        points.append("port:S")
        land.append(dice.choice(("S-T", "S-L")))
        ends.append("S")
    ways = list(land)
    widths = dice.choice(((1, 2, 3), (1, 4, 8), (2, 5, 9)))
    for number, (a, b) in enumerate(combinations(ends, 2)):
        length = dice.choice(widths if a == "P" else (0, *widths[:-1]))
        chain = [a, *(f"s{number}x{n}" for n in range(length)), b]
        if length:
            points += [f"sea:{name}" for name in chain[1:-1]]
            ways += [f"{x}-{y}" for x, y in pairwise(chain)]
    return board(" ".join(points), " ".join(ways)), land


def _bay(dice: random.Random, made: dict[str, Any]) -> None:
    """Put one or two sea points between two points of the land."""
    a, b = dice.sample([point["id"] for point in made["points"]], 2)
    wet = ["bay", "gulf"][: dice.choice((1, 1, 2))]
    made["points"] += [{"id": n, "x": 0, "y": 1, "kind": "sea", "name": n} for n in wet]
    made["links"] += [list(ends) for ends in pairwise([a, *wet, b])]


def _goods(dice: random.Random, made: dict[str, Any]) -> None:
    """Let towns offer goods, two of the kinds at least."""
    towns = [p for p in made["points"] if p["kind"] in ("small", "medium", "large")]
    for number, town in enumerate(towns):
        some = {GOODS[number]} if number < 2 else set(dice.sample(GOODS, dice.randint(0, 1)))
        some |= {dice.choice(GOODS)} if dice.random() < 0.2 else set()
        town["goods"] = sorted(some)


def _networks(
    dice: random.Random, land: list[str], feature: str
) -> tuple[list[list[str]], dict[str, list[list[str]]]]:
    """Return own lines and, for tolls, those of one or two others; few links stay free."""
    toll = feature in ("tolls", *STRANGERS) or (feature == "first round" and dice.random() < 0.5)
    toll = toll or (feature == "everything" and dice.random() < 0.4)
    names = ["Red", "Blue"][: dice.randint(1, 2)] if toll else []
    nothing = dice.random() < 0.15 if not names else feature in STRANGERS
    most = MOST_FREE
    if feature in LONG:
        nothing, most = False, 0
    if feature in ("beginning", "first round"):
        nothing = True
    own: list[list[str]] = []
    others: dict[str, list[list[str]]] = {}
    free = []
    for way in dice.sample(land, len(land)):
        chance = dice.random()
        if names and chance < 0.5:
            others.setdefault(dice.choice(names), []).extend(links(way))
        elif not nothing and (chance < 0.7 or len(free) >= most):
            own.extend(links(way))
        else:
            free.append(way)
    return own, others
