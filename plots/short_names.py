"""Names made to fit: broken into lines, abbreviated, cut to initials."""

from __future__ import annotations

import re

_BREAKS = (" & ", " - ", "/", "-", " ")


_WORD = re.compile(r"\w{7,}")


def broken(name: str) -> list[tuple[float, tuple[str, ...]]]:
    """Return ``name`` on one line and on two, each with how much it is disliked."""
    options: list[tuple[float, tuple[str, ...]]] = [(0.0, (name,))]
    for mark in _BREAKS:
        halves = [at for at in range(len(name)) if name.startswith(mark, at)]
        if halves:
            at = min(halves, key=lambda at: abs(at + len(mark) / 2 - len(name) / 2))
            end = at + len(mark.rstrip())
            options.append((0.12, (name[:end].strip(), name[end:].strip())))
            break
    return options


def abbreviated(name: str) -> str:
    """Return ``name`` with its long words cut short after a consonant: ``Schaff.``."""
    short = name.replace(" & ", "/").replace(" - ", "/")
    return _WORD.sub(lambda word: _cut(word[0]), short)


def initials(name: str) -> list[tuple[float, tuple[str, ...]]]:
    """Return the letters that the words of a name begin with, for want of any room."""
    words = [word for word in re.split(r"\W+", name) if word[:1].isupper()]
    return [(4.0, ("".join(f"{word[0]}." for word in words),))] if len(words) > 1 else []


def _cut(word: str) -> str:
    at = 6 if len(word) > 8 else 5
    while at > 3 and word[at - 1].lower() in "aeiouyäöüéèê":
        at -= 1
    return f"{word[:at]}."
