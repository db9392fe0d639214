"""A position that is impossible in places: what is wrong where, and the rest of it.

The rest can be drawn and edited, so that each mistake can be taken out by a tap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bestrun.page.boards import board_picture
from bestrun.page.cases import case_of
from mapdata.errors import InputError

MOST_MISTAKES = 12
"""Entries of a position that are left out before its board is given up."""


@dataclass(frozen=True)
class Mistake:
    """One entry that is impossible: the key, the entry in it, the item of its list, and why."""

    key: str
    entry: str | None
    item: str | None
    why: str

    def to_dict(self) -> dict[str, str | None]:
        """Return it as the page takes it."""
        return {"key": self.key, "entry": self.entry, "item": self.item, "why": self.why}


KEYS = {"tokens": "markers of", "tiles": "the tile on", "slots": "the places of"}
"""The tables of a position, in words."""


def in_words(wrong: InputError) -> str:
    """Return an error as the page says it: without the keys of a file."""
    key, _, entry = wrong.place.partition(".")
    if entry and key in KEYS:
        return f"{KEYS[key]} {entry}: {wrong.message}"
    question = _MISSING.sub("", str(wrong))
    if question != str(wrong):
        return _EXAMPLE.sub("", question[:1].upper() + question[1:])
    return str(wrong)


_MISSING = re.compile(r"^[\w.]+ is missing: ")
_EXAMPLE = re.compile(r" \([^()]* = .*\)$")
"""What a missing key is called and how it is written matters in a file alone."""


def without_mistakes(position: Mapping[str, Any]) -> tuple[dict[str, Any], list[Mistake]]:
    """Return a position without the entries that are impossible, and these."""
    rest, mistakes = {**position}, list[Mistake]()
    for _ in range(MOST_MISTAKES):
        wrong = _wrong(rest)
        if wrong is None:
            return rest, mistakes
        mistake = _named(rest, wrong)
        rest = _without(rest, mistake)
        mistakes.append(mistake)
    raise InputError(f"more than {MOST_MISTAKES} mistakes in this position: mend some first")


def _wrong(position: Mapping[str, Any]) -> InputError | None:
    """The first error in a position, or ``None``."""
    try:
        board_picture(case_of(position))
    except InputError as wrong:
        return wrong
    return None


def _named(position: Mapping[str, Any], wrong: InputError) -> Mistake:
    """Return the entry that an error is about."""
    key, _, entry = wrong.place.partition(".")
    if key not in position or key == "title":
        raise wrong
    table = position[key]
    if not isinstance(table, dict) or entry not in table:
        return Mistake(key, None, None, in_words(wrong))
    for item in _items(table[entry]):
        mistake = Mistake(key, entry, item, in_words(wrong))
        without = _wrong(_without(position, mistake))
        if without is None or str(without) != str(wrong):
            return mistake
    return Mistake(key, entry, None, in_words(wrong))


def _items(value: Any) -> Iterator[str]:
    """Yield the items of a list, the last first: it was added last."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        yield from (item for item in reversed(value) if isinstance(item, str))


def _without(position: Mapping[str, Any], mistake: Mistake) -> dict[str, Any]:
    """Return a position without one mistake."""
    rest = {**position}
    if mistake.entry is None:
        del rest[mistake.key]
        return rest
    table = dict(rest[mistake.key])
    if mistake.item is None:
        del table[mistake.entry]
    else:
        items = [*table[mistake.entry]]
        del items[len(items) - 1 - items[::-1].index(mistake.item)]
        table[mistake.entry] = items
    rest[mistake.key] = table
    return rest
