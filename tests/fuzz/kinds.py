"""What is fuzzed: one function a kind of input, each yielding an attempt for a random number.

Positions, claims and exports are also changed in ways that keep them readable, so that many
are still valid: those are worth most.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from mapdata.title import Title
from mapdata.titles import load

from .attempt import PAGE, Attempt
from .spoil import DEEP, WORDS, corrupted, respelt, spoilt, strange

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples"

LIMIT = ("--time-limit", "5")


def written(data: Any) -> bytes:
    """Return data as JSON; half characters and numbers that are none stay what they are."""
    depth = 70 if len(str(data)) % 2 else 600
    return json.dumps(data).replace(f'"{DEEP}"', "[" * depth + "]" * depth).encode()


# 18xx positions


@cache
def cases() -> list[dict[str, Any]]:
    """Return real turns of every title that has some."""
    found = []
    for path in sorted((DATA / "positions").glob("*.json")):
        found += [
            case for case in json.loads(path.read_text()) if isinstance(case.get("claim"), dict)
        ]
    return found


def moved(position: dict[str, Any], title: Title, random: Random) -> dict[str, Any]:
    """Return a position that a player could have written.

    Tiles, markers and trains are mostly those of other turns of the title: they fit.
    """
    position = copy.deepcopy(position)
    others = [case["position"] for case in cases() if case["position"]["title"] == title.id]
    laid = position.setdefault("tiles", {})
    for _ in range(random.choice((1, 2, 4, 8))):
        other = copy.deepcopy(random.choice(others))
        match random.randrange(10):
            case 0 | 1 | 2:
                there = list(other["tiles"].items())
                laid.update(random.sample(there, random.randrange(len(there) + 1)))
            case 3 if laid:
                del laid[random.choice(list(laid))]
            case 4 if laid:
                where = random.choice(list(laid))
                laid[where] = f"{laid[where].partition(':')[0]}:{random.randrange(6)}"
            case 5 | 6:
                position |= {key: other[key] for key in ("phase", "trains", "company")}
                position["trains"] = random.choices(other["trains"] or ["2"], k=random.randrange(5))
            case 7:
                position |= {key: other[key] for key in ("tokens", "company")}
            case 8:
                position["company"] = random.choice(list(title.companies))
            case _:
                tile = f"{random.choice(list(title.tiles))}:{random.randrange(6)}"
                laid[random.choice(list(title.hexes))] = tile
    return position


def position(random: Random) -> Attempt:
    """Return a question about an 18xx position."""
    data = random.choice(cases())["position"]
    if random.random() < 0.6:
        data = moved(data, load(data["title"]), random)
    else:
        data = spoilt(data, random)
    words = random.choice(
        (
            ("solve", "{p.json}", *LIMIT),
            ("solve", "{p.json}", "--json", *LIMIT),
            ("solve", "{p.json}", "--json", "--alternatives", "3", *LIMIT),
            ("solve", "{p.json}", "--prefer", _word(data, random), *LIMIT),
            ("moves", "{p.json}", "--json"),
            ("moves", "{p.json}", "--why", _word(data, random), _word(data, random)),
            ("reach", "{p.json}"),
            ("advise", "{p.json}", "--single", "--top", "2", "--jobs", "1", "--time-limit", "2"),
            ("payout", "{p.json}", "--revenue", str(random.choice((0, 50, 10**9)))),
        )
    )
    return Attempt(words, {"p.json": written(data)})


def batch(random: Random) -> Attempt:
    """Return a list of cases of which some are good."""
    found: list[Any] = []
    for case in random.choices(cases(), k=random.randrange(1, 5)):
        found.append(spoilt(case, random) if random.random() < 0.5 else case)
    data = spoilt(found, random) if random.random() < 0.2 else found
    words = random.choice((("reach", "{b.json}", "--json"), ("moves", "{b.json}")))
    return Attempt(words, {"b.json": written(data)})


def _word(data: Any, random: Random) -> str:
    """Return a word for the command line: a place of the position, or anything else."""
    tiles = data.get("tiles") if isinstance(data, dict) else None
    known = [*tiles, *map(str, tiles.values())] if isinstance(tiles, dict) and tiles else ["K10"]
    word = random.choice(known) if random.random() < 0.7 else str(random.choice(WORDS))
    word = word.replace("\0", "").replace("{", "").replace("}", "").encode("utf-8", "replace")
    text = word.decode()
    return text if text and not text.startswith("-") else "token"


# Claims


def lines_of(claim: dict[str, Any]) -> list[str]:
    """Return a claim as lines of text."""
    return [f"{run['train']}: {'-'.join(run['stops'])} = {run['revenue']}" for run in claim["runs"]]


def claim(random: Random) -> Attempt:
    """Return a claim on a real turn, as text or as data."""
    case = random.choice(cases())
    said = copy.deepcopy(case["claim"])
    for run in said["runs"]:
        _rerun(run, case, random)
    if random.random() < 0.5:
        raw = written(spoilt(said, random) if random.random() < 0.7 else said)
    else:
        text = "\n".join(lines_of(said))
        raw = respelt(text, random).encode("utf-8", "replace")
    form = random.choice(((), ("--json",)))
    files = {"p.json": written(case["position"]), "c.txt": raw}
    return Attempt(("check", "{p.json}", "{c.txt}", *LIMIT, *form), files)


def _rerun(run: dict[str, Any], case: dict[str, Any], random: Random) -> None:
    """Change a run as people get it wrong."""
    stops = run["stops"]
    run.pop("hexes", None) if random.random() < 0.5 else None
    match random.randrange(9):
        case 0 if stops:
            stops.pop(random.randrange(len(stops)))
        case 1 if stops:
            stops.insert(random.randrange(len(stops)), random.choice(stops))
        case 2:
            random.shuffle(stops)
        case 3:
            run["train"] = random.choice([*case["position"]["trains"], "2", "8E"])
        case 4:
            run["revenue"] = random.choice((0, 10, -5, run["revenue"] + 10))
        case 5 if stops:
            at = random.randrange(len(stops))
            stops[at] = f"({stops[at]})"
        case 6 if stops:
            at = random.randrange(len(stops))
            stops[at] = stops[at].partition(".")[0] + random.choice(("", ".0", ".1", ".2"))
        case _:
            pass


# Exported games


@cache
def exports() -> list[dict[str, Any]]:
    """Return the games of the tests."""
    return [json.loads(path.read_text()) for path in sorted((DATA / "exports").glob("*.json"))]


def export(random: Random) -> Attempt:
    """Return an exported game in which something is not as it was."""
    game = copy.deepcopy(random.choice(exports()))
    actions = game["actions"]
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(actions)) if actions else 0
        match random.randrange(8):
            case 0 if actions:
                del actions[at]
            case 1 if actions:
                actions.insert(at, copy.deepcopy(random.choice(actions)))
            case 2 if actions:
                actions.append(actions.pop(at))
            case 3:
                kind = random.choice(("undo", "redo", "pass", "message", "end_game", "x"))
                extra = {"type": kind, "entity": 1, "entity_type": "player", "id": at}
                actions.insert(at, extra | ({"action_id": at} if random.random() < 0.3 else {}))
            case 4 if actions:
                actions[at] = spoilt(actions[at], random)
            case 5:
                game = game | {random.choice(list(game)): strange(random)}
                actions = game["actions"] if isinstance(game["actions"], list) else []
            case _:
                if actions and isinstance(actions[at], dict):
                    actions[at] = actions[at] | {"id": random.choice((0, at, 10**9, -1, 10**40))}
    words = random.choice(
        (
            ("audit", "{g.json}", "--jobs", "1", *LIMIT),
            ("audit", "{g.json}", "--jobs", "1", "--csv", *LIMIT),
            ("audit", "{g.json}", "--jobs", "1", "--json", "--routes", *LIMIT),
            ("solve", "{g.json}", "--json", *LIMIT),
            ("reach", "{g.json}", "--action", str(random.choice((0, 1, 7, 10**12)))),
            ("audit", "{g.json}", "--position", str(random.randrange(20))),
        )
    )
    return Attempt(words, {"g.json": written(game)})


# Titles


@cache
def titles() -> list[dict[str, bytes]]:
    """Return the files of titles small and large, each as a folder."""
    folders = [DATA / "tiny-title", ROOT / "mapdata" / "titles" / "1844"]
    return [{path.name: path.read_bytes() for path in each.glob("*.toml")} for each in folders]


def title(random: Random) -> Attempt:
    """Return a title of one's own with mistakes, and a question that needs it."""
    small = random.random() < 0.8
    files = dict(titles()[0 if small else 1])
    tiny = tomllib.loads(titles()[0]["position.toml"].decode())
    asked = (tiny if small else cases()[0]["position"]) | {"title": "mine"}
    files.pop("position.toml", None)
    for _ in range(random.choice((1, 1, 2))):
        name = random.choice(list(files))
        files[name] = _changed(files[name].decode(), random).encode("utf-8", "replace")
    place = {f"titles/mine/{name}": raw for name, raw in files.items()}
    words = random.choice(
        (
            ("titles",),
            ("solve", "{p.json}", *LIMIT),
            ("solve", "{p.json}", "--json", "--method", "frontier", *LIMIT),
            ("moves", "{p.json}"),
            ("reach", "{p.json}", "--json"),
            ("payout", "{p.json}", "--revenue", "70"),
            ("plot", "{p.json}", "-o", "{x.svg}"),
        )
    )
    output = "x.svg" if "plot" in words else ""
    where = ("--titles", "{titles}")
    return Attempt((*where, *words), {**place, "p.json": written(asked)}, output)


def _changed(text: str, random: Random) -> str:
    """Return a TOML file with a line, a word or a number changed."""
    lines = text.splitlines()
    at = random.randrange(len(lines)) if lines else 0
    match random.randrange(7):
        case 0 if lines:
            del lines[at]
        case 1 if lines:
            lines.insert(at, random.choice(lines))
        case 2 if lines:
            words = [word for line in lines for word in line.replace(",", " ").split()] or [""]
            lines[at] = lines[at].replace(
                random.choice(lines[at].split() or [""]), random.choice(words), 1
            )
        case 3 if lines:
            digits = [i for i, letter in enumerate(lines[at]) if letter.isdigit()]
            if digits:
                i = random.choice(digits)
                number = random.choice(("0", "-1", "7", "99", "1000000", "9" * 12, "9" * 5000, "x"))
                lines[at] = lines[at][:i] + number + lines[at][i + 1 :]
        case 4:
            return respelt(text, random)
        case 5 if lines:
            lines[at] = respelt(lines[at], random)
        case _:
            word = random.choice(WORDS).replace("\n", " ")[:300]
            lines.insert(at, f'x{at} = "{word}"')
    return "\n".join(lines)


# The other games


def _other(
    random: Random, pattern: str, words: tuple[tuple[str, ...], ...], claims: str
) -> Attempt:
    path = random.choice(sorted(EXAMPLES.glob(pattern)))
    text = path.read_text(encoding="utf-8")
    if random.random() < 0.3:
        name, raw = "p.toml", respelt(text, random).encode("utf-8", "replace")
    else:
        name, raw = "p.json", written(spoilt(tomllib.loads(text), random))
    files = {name: raw}
    for board in EXAMPLES.glob("*.json"):
        files[board.name] = board.read_bytes()
    chosen = random.choice((*words, ("check", "{p}", "{c.txt}", *LIMIT)))
    if chosen[0] == "check":
        if random.random() < 0.7:
            files = {path.name: text.encode(), **files}
            name = path.name
        said = (EXAMPLES / claims).read_text(encoding="utf-8")
        files["c.txt"] = respelt(said, random).encode("utf-8", "replace")
    output = "x.svg" if "plot" in chosen else ""
    return Attempt(tuple(word.replace("{p}", f"{{{name}}}") for word in chosen), files, output)


def chicago(random: Random) -> Attempt:
    """Return a position or a claim of Chicago Express."""
    words = (
        ("solve", "{p}", *LIMIT),
        ("solve", "{p}", "--json", *LIMIT),
        ("report", "{p}"),
        ("plot", "{p}", "-o", "{x.svg}"),
    )
    return _other(random, "chicago-*.toml", words, "chicago-claim.txt")


def island(random: Random) -> Attempt:
    """Return a position or a claim of Island Rails."""
    words = (
        ("solve", "{p}", *LIMIT),
        ("solve", "{p}", "--json", *LIMIT),
        ("plot", "{p}", "-o", "{x.svg}"),
    )
    return _other(random, "island-*.toml", words, "island-claim.txt")


def page(random: Random) -> Attempt:
    """A request that a browser could send to the page."""
    from bestrun.page.questions import QUESTIONS

    case = random.choice(cases())
    where = case["position"]
    if random.random() < 0.5:
        where = moved(where, load(where["title"]), random)
    hexes = list(where["tiles"]) or ["K10"]
    code = random.choice(list(where["tiles"].values()) or ["8:0"])
    asked: dict[str, Any] = {"position": where}
    name = random.choice([each for each in QUESTIONS if each not in ("advise", "audit")])
    extra: dict[str, dict[str, Any]] = {
        "check": {"claim": case["claim"], "time_limit": 5},
        "solve": {"alternatives": random.randrange(3), "time_limit": 5},
        "hex": {"hex": random.choice(hexes)},
        "lay": {"hex": random.choice(hexes), "code": code},
        "view": {"alternatives": random.randrange(3), "show": random.randrange(3)},
        "move": {"move": {"lay": {"hex": random.choice(hexes), "tile": code}, "train": "2"}},
        "titles": {"position": None},
        "title": {"title": where["title"]},
        "open": {"text": json.dumps(where)},
        "game": {"game": random.choice(exports())},
    }
    asked |= extra.get(name, {})
    if name in ("titles", "title", "open", "game"):
        asked.pop("position")
    if random.random() < 0.6:
        asked = spoilt(asked, random)
    raw = written(asked)
    return Attempt((PAGE, name), {"body": corrupted(raw, random) if random.random() < 0.1 else raw})


def shape(random: Random) -> Attempt:
    """Return a question whose fields have the right types, or nearly: made from its schema."""
    import msgspec

    from bestrun.page.questions import QUESTIONS

    name = random.choice([each for each in QUESTIONS if each not in ("advise", "audit")])
    schema = msgspec.json.schema(QUESTIONS[name].kind)
    asked = _of_schema(schema, schema["$defs"], random)
    case = random.choice(cases())
    if isinstance(asked, dict) and "position" in asked and random.random() < 0.8:
        asked["position"] = case["position"]
    if isinstance(asked, dict) and "time_limit" in asked:
        asked["time_limit"] = random.choice((asked["time_limit"], 5))
    return Attempt((PAGE, name), {"body": written(asked)})


def _of_schema(schema: dict[str, Any], defs: dict[str, Any], random: Random) -> Any:
    """Return a value of a JSON schema, now and then one at or beyond its limits."""
    if "$ref" in schema:
        return _of_schema(defs[schema["$ref"].rpartition("/")[2]], defs, random)
    if "anyOf" in schema:
        return _of_schema(random.choice(schema["anyOf"]), defs, random)
    if "enum" in schema:
        return random.choice([*schema["enum"], "x"])
    kind = schema.get("type")
    if kind == "object":
        needed = schema.get("required", ())
        return {
            key: _of_schema(each, defs, random)
            for key, each in schema.get("properties", {}).items()
            if key in needed or random.random() < 0.5
        }
    if kind == "array":
        items = schema.get("items") or {}
        return [_of_schema(items, defs, random) for _ in range(random.choice((0, 1, 2, 5)))]
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 10)
        return random.choice((low, low - 1, low + 1, 1, high + 1, -(10**9), 0.5))
    if kind == "boolean":
        return random.random() < 0.5
    if kind == "string":
        return random.choice((random.choice(WORDS), "1844", "K10", "2H: Sion-Martigny"))
    return None if kind == "null" else strange(random)


def nonsense(random: Random) -> Attempt:
    """Return a file that is no text, or only nearly one."""
    paths = [*EXAMPLES.glob("*.toml"), *(DATA / "exports").glob("*.json")]
    raw = corrupted(random.choice(sorted(paths)).read_bytes(), random)
    command = random.choice(("solve", "audit", "reach", "report", "moves"))
    name = random.choice(("x.toml", "x.json", "x"))
    return Attempt((command, f"{{{name}}}"), {name: raw})


KINDS: dict[str, Callable[[Random], Attempt]] = {
    "position": position,
    "batch": batch,
    "claim": claim,
    "export": export,
    "title": title,
    "chicago": chicago,
    "island": island,
    "page": page,
    "shape": shape,
    "nonsense": nonsense,
}
