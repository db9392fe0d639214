"""Paths of the tile notation turned into pieces of track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from mapdata.errors import InputError, within
from mapdata.tile import Piece
from mapdata.written import whole


@dataclass(frozen=True, slots=True)
class Path:
    """A path as written: its text, for errors, and both ends, ``3`` or ``_0``."""

    text: str
    a: str
    b: str
    narrow: bool
    terminal: bool


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a path: an edge, a stop or a junction."""

    edge: int | None = None
    stop: int | None = None
    junction: int | None = None


def edge_named(text: str) -> int:
    """Return the edge that ``text`` names."""
    if text not in ("0", "1", "2", "3", "4", "5"):
        raise InputError(f"{text!r} is no edge: edges are 0 to 5")
    return int(text)


def pieces(paths: Iterable[Path], places: Sequence[int | None]) -> tuple[Piece, ...]:
    """Return the track of a tile.

    Paths that meet in a junction become a piece for every pair of its arms. The pieces name
    their junction: a train passes it once, from one arm to another.

    Parameters
    ----------
    paths
        The paths, in the order in which they are written.
    places
        For every ``_n`` of the notation the index of its stop, or ``None`` for a junction.
    """
    track: list[Piece] = []
    arms: dict[int, list[tuple[_End, Path]]] = {}
    for path in paths:
        with within(path.text):
            first, second = _end(path.a, places), _end(path.b, places)
            if first == second:
                raise InputError("both ends are the same")
            if first.junction is not None and second.junction is not None:
                raise InputError("a path cannot join two junctions")
        if first.junction is not None:
            arms.setdefault(first.junction, []).append((second, path))
        elif second.junction is not None:
            arms.setdefault(second.junction, []).append((first, path))
        else:
            track.append(_piece(first, second, narrow=path.narrow, terminal=path.terminal))
    for junction, ends in arms.items():
        for (first, path), (second, other) in combinations(ends, 2):
            narrow = path.narrow or other.narrow
            terminal = path.terminal or other.terminal
            track.append(_piece(first, second, narrow=narrow, terminal=terminal, junction=junction))
    return tuple(track)


def _end(text: str, places: Sequence[int | None]) -> _End:
    if not text.startswith("_"):
        return _End(edge=edge_named(text))
    number = whole(text[1:])
    if number is None or number >= len(places):
        numbered = ", ".join(f"_{index}" for index in range(len(places))) or "none"
        raise InputError(f"there is no {text}: the stops and junctions here are {numbered}")
    stop = places[number]
    return _End(junction=number) if stop is None else _End(stop=stop)


def _piece(
    first: _End,
    second: _End,
    *,
    narrow: bool,
    terminal: bool,
    junction: int | None = None,
) -> Piece:
    ends = (first, second)
    return Piece(
        edges=tuple(end.edge for end in ends if end.edge is not None),
        stops=tuple(end.stop for end in ends if end.stop is not None),
        narrow=narrow,
        terminal=terminal,
        junction=junction,
    )
