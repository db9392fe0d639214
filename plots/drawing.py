"""The parts of a picture: shapes, discs, words and groups of them, in units of the board.

A picture is laid out once as a :class:`Drawing` and painted by :mod:`plots.svg` or
:mod:`plots.paint`; both know these few things and nothing of boards. y grows upward. Parts
that are laid out once and drawn in many places (the track of a tile, the text of a hex) are
the same :class:`Part` in several :class:`Group` s: painters may keep what they made of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

XY = tuple[float, float]
Window = tuple[float, float, float, float]
"""Left, bottom, width and height."""
Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""
Align = Literal["left", "center", "right"]

INK = "#1a1a1a"

OutlineStep = tuple[float, ...]
"""The next piece of an outline: a line to a point (two numbers), or a cubic curve (six)."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The paint of a shape: its fill, and its rim in units of the drawing."""

    fill: str = "none"
    rim: str = "none"
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False
    """Lines end round; otherwise flat."""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Outline:
    """A line that starts at a point and goes on step by step, back to the start if closed."""

    start: XY
    steps: tuple[OutlineStep, ...]
    closed: bool = False

    def points(self) -> list[XY]:
        """Return the points that it goes through, without those that only pull it."""
        return [self.start, *((step[-2], step[-1]) for step in self.steps)]


@dataclass(frozen=True, slots=True)
class Shape:
    """One or more outlines painted as one."""

    outlines: tuple[Outline, ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; ``y`` is the line that letters stand on, ``x`` where ``align`` says."""

    text: str
    x: float
    y: float
    size: float
    bold: bool = False
    colour: str = INK
    align: Align = "center"


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Items that belong together, around a point of their own."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A part put in its place, and what it stands for.

    ``of`` are pairs such as ``("hex", "K10")``, ``("stop", "K10.0")`` or ``("run", "1")``;
    ``alt`` is what someone who cannot see it is told; of what lies beyond ``clip`` (in the
    units of the part) nothing is painted.
    """

    part: Part
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    of: tuple[tuple[str, str], ...] = ()
    alt: str = ""
    clip: Window | None = None


Item: TypeAlias = Shape | Disc | Words | Group


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A whole picture: what is seen of it, how large it is meant to be, what is in it."""

    window: Window
    items: tuple[Item, ...]
    inches: float = 1.0
    """Inches a unit."""
    alt: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height in inches."""
        return self.window[2] * self.inches, self.window[3] * self.inches


def group(
    items: Iterable[Item],
    *of: tuple[str, str],
    at: XY = (0.0, 0.0),
    scale: float = 1.0,
    alt: str = "",
) -> Group:
    """Return items as one group."""
    return Group(Part(tuple(items)), at[0], at[1], scale, of, alt)


def line(*points: XY) -> Outline:
    """Return straight lines from point to point."""
    return Outline(points[0], tuple(points[1:]))


def polygon(points: Iterable[XY]) -> Outline:
    """Return a closed outline of straight lines."""
    first, *others = points
    return Outline(first, tuple(others), True)


def rectangle(box: Box) -> Outline:
    """Return the outline of a box."""
    left, low, right, top = box
    return polygon([(left, low), (right, low), (right, top), (left, top)])
