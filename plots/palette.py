"""Colours: of hexes and tiles, of trains (safe for the colour-blind), of text on them."""

from __future__ import annotations

HEXES = {
    "white": "#f6f2e6",
    "yellow": "#f4d95b",
    "green": "#86c07a",
    "brown": "#c49a6c",
    "gray": "#c3c6c9",
    "red": "#e58a75",
    "blue": "#a9d0ea",
    "purple": "#c4b1d9",
    "black": "#4a4a4a",
    "orange": "#f0a860",
    "sepia": "#cdb38b",
}
"""The colours that hexes, tiles and stages are named by, soft enough to read text on."""

TRAINS = ("#0072b2", "#d55e00", "#cc3f98", "#00876c", "#7b4fc9", "#b8860b", "#56b4e9", "#444444")
"""One colour a train: apart for every kind of colour vision, and dark on every tile."""

WRONG = "#c1121f"
"""The colour of broken rules."""

NEW = "#111111"
"""The colour of a move's changes, which no tile and no train has."""


def train_colour(index: int) -> str:
    """Return the colour of the run with this index."""
    return TRAINS[index % len(TRAINS)]


_DASHES = ((), (1.6, 0.9), (0.6, 0.6))


def train_dash(index: int, width: float) -> tuple[float, ...]:
    """Dash of a run's line: colours repeat, then with another dash."""
    return tuple(part * width for part in _DASHES[index // len(TRAINS) % len(_DASHES)])


def rgb(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of ``#rrggbb``, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def mixed(colour: str, other: str, share: float) -> str:
    """Return ``colour`` with a share (0 to 1) of ``other`` in it."""
    parts = (a + (b - a) * share for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def ink_on(colour: str) -> str:
    """Return black or white, whichever is read better on ``colour``."""
    red, green, blue = rgb(colour)
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.55 else "#111111"
