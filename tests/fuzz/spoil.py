"""Data and text spoilt at random, whatever they mean."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

WORDS = (
    *("", " ", "\n", "\t", "\x00", "\x1b[31mred", "\x07", "\x85", "\u2028", "\u202eabc", "\ufeff"),
    *(
        "\ud800",
        "é",
        "ß",
        "İ",
        "🚂",
        "²",
        "٣",
        "-",
        ":",
        "#",
        "[",
        "]",
        "(",
        ")",
        "=",
        "=1+1",
        "@x",
    ),
    *("-1", "0", "1e999", "nan", "null", "true", "../../x", "/dev/zero", "<b>&amp;", "$\\frac$"),
    *("%s{0}", "K10.99", "K10:", "58:7", "58:-1", "A-B", "+", "58:0+", "1844", "chicago-express"),
    *("9" * 40, "9" * 5000, "x" * 200, "x" * 20_000, "a b " * 500, "__class__", "C:\\x", "`"),
)
DEEP = "@deep@"
"""Stands for lists within lists, too deep to be copied."""

NUMBERS: tuple[Any, ...] = (
    *(0, 1, -1, 2, 5, 6, 7, 99, 2**31, 2**63, 10**30, 10**400, -(10**18), 0.5, -0.0, 1e308),
    *(float("nan"), float("inf"), True, False, None),
)


def strange(random: Random) -> Any:
    """Return something that is rarely meant."""
    kind = random.randrange(10)
    if kind < 5:
        return random.choice(WORDS)
    if kind < 8:
        return random.choice(NUMBERS)
    return random.choice([[], {}, [[]], {"": None}, [""], {"id": []}, DEEP, DEEP])


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every table or list in ``data`` with each of its keys."""
    stack = [data]
    while stack:
        each = stack.pop()
        if isinstance(each, dict):
            for key in each:
                yield each, key
                stack.append(each[key])
        elif isinstance(each, list):
            for at in range(len(each)):
                yield each, at
                stack.append(each[at])


def spoilt(data: Any, random: Random) -> Any:
    """Return a copy of ``data`` with one to three things wrong, or at least odd."""
    data = copy.deepcopy(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        found = list(places(data))
        if not found:
            return strange(random)
        where, key = random.choice(found)
        other, its = random.choice(found)
        match random.randrange(9):
            case 0:
                del where[key]
            case 1 | 2:
                where[key] = strange(random)
            case 3:
                where[key] = copy.deepcopy(other[its])
            case 4:
                where[key], other[its] = copy.deepcopy(other[its]), copy.deepcopy(where[key])
            case 5 if isinstance(where, dict):
                where[str(random.choice(WORDS))] = where.pop(key)
            case 6 if isinstance(where, list):
                where.insert(random.randrange(len(where) + 1), copy.deepcopy(where[key]))
            case 7 if isinstance(where[key], str):
                where[key] = respelt(where[key], random)
            case _:
                where[key] = [where[key]]
    return data


def respelt(text: str, random: Random) -> str:
    """Return a text with some letters wrong."""
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(text) + 1)
        end = min(len(text), at + random.choice((1, 1, 2, 8, 40)))
        match random.randrange(8):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + text[at:end] * random.choice((2, 3, 50)) + text[end:]
            case 2 | 3:
                text = text[:at] + random.choice(WORDS)[:100] + text[at:]
            case 4:
                text = text[:at] + text[at:end].swapcase() + text[end:]
            case 5:
                text = text[:at]
            case 6:
                lines = text.splitlines(keepends=True)
                random.shuffle(lines)
                text = "".join(lines)
            case _:
                text = text[:at] + text[at:end][::-1] + text[end:]
    return text


def corrupted(raw: bytes, random: Random) -> bytes:
    """Return bytes of which some are wrong."""
    raw = bytearray(raw)
    for _ in range(random.choice((1, 2, 20))):
        if raw:
            raw[random.randrange(len(raw))] = random.randrange(256)
    return bytes(raw[: random.choice((len(raw), len(raw), random.randrange(len(raw) + 1)))])
