"""Text with a known box, whether two of them overlap, and names made to fit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from plots.drawing import INK, XY, Align, Box, Words
from plots.metrics import text_width

_CAPITAL = 0.73
_DESCENT = 0.22
_ABOVE = 0.10
_LEADING = 1.16
_LOW = frozenset("gjpqy,;()Q&ç")
_HIGH = frozenset("ÀÁÈÉÌÍÒÓÙÚÄÖÜÂÊÎÔÛ()|")


@dataclass(frozen=True)
class Label:
    """One or more lines of text, centred on a point; sizes are in board units."""

    lines: tuple[str, ...]
    x: float
    y: float
    size: float
    bold: bool = False
    colour: str = INK
    margin: float = 0.03
    before: float = 0.0
    """Room kept free in front of the text, for a symbol."""
    align: Align = "center"
    """The end of the text that lies exactly at the edge of its box."""

    @property
    def width(self) -> float:
        """Return the width of the longest line, with what is kept free before it."""
        longest = max(text_width(line, self.bold) for line in self.lines)
        return longest * self.size + self.before

    @property
    def box(self) -> Box:
        """Return the box that the text fills, with its margin."""
        half = self.width / 2 + self.margin
        first, last = self.baselines[0], self.baselines[-1]
        top = first + (_CAPITAL + _ABOVE * (not _HIGH.isdisjoint(self.lines[0]))) * self.size
        low = last - _DESCENT * self.size * (not _LOW.isdisjoint(self.lines[-1]))
        return self.x - half, low - self.margin, self.x + half, top + self.margin

    @property
    def baselines(self) -> tuple[float, ...]:
        """Return the height of each line: capitals are centred, not descenders."""
        step = _LEADING * self.size
        first = self.y + (len(self.lines) - 1) * step / 2 - _CAPITAL / 2 * self.size
        return tuple(first - line * step for line in range(len(self.lines)))

    @property
    def anchor(self) -> float:
        """Anchor of the text, by its ``align``."""
        inner = (self.width - self.before) / 2
        shift = {"left": -inner, "center": 0.0, "right": inner}[self.align]
        return self.x + self.before / 2 + shift

    def moved(self, x: float, y: float) -> Label:
        """Return the same text at another place."""
        return replace(self, x=x, y=y)

    def words(self) -> tuple[Words, ...]:
        """Drawing: a line of words for each line of text."""
        return tuple(
            Words(line, self.anchor, height, self.size, self.bold, self.colour, self.align)
            for line, height in zip(self.lines, self.baselines, strict=True)
        )


def written(labels: Iterable[Label]) -> list[Words]:
    """Drawing of some labels."""
    return [words for label in labels for words in label.words()]


def fitted(label: Label, width: float) -> Label:
    """Return ``label`` made smaller, if it must be, to be no wider than ``width``."""
    return label if label.width <= width else replace(label, size=label.size * width / label.width)


def placed(box: Box, at: XY) -> Box:
    """Return a box around (0, 0) moved to a point."""
    return box[0] + at[0], box[1] + at[1], box[2] + at[0], box[3] + at[1]


def apart(one: Box, two: Box) -> bool:
    """Whether two boxes do not overlap."""
    return one[2] <= two[0] or one[0] >= two[2] or one[3] <= two[1] or one[1] >= two[3]


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
