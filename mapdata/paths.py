"""Paths of the tile notation turned into pieces of track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mapdata.errors import InputError, within
from mapdata.tile import SINGLE, Piece, PrintedStop
from mapdata.written import whole

Lane = tuple[int, int]


class WrittenPath(Struct, frozen=True):
    """A path as written: its text, for errors, and both ends, ``3`` or ``_0``."""

    text: str
    a: str
    b: str
    gauge: str = "broad"
    terminal: bool = False
    a_lane: Lane = SINGLE
    b_lane: Lane = SINGLE


class _PathEnd(Struct, frozen=True):
    """One end of a path: an edge with its lane, a stop or a junction."""

    edge: int | None = None
    stop: int | None = None
    junction: int | None = None
    lane: Lane = SINGLE


_Arm = tuple[_PathEnd, _PathEnd, WrittenPath]
"""A path with its ends, as seen from the first of them."""


def edge_named(text: str) -> int:
    """Return the edge that ``text`` names; some public tiles call edge 0 the sixth."""
    if text not in ("0", "1", "2", "3", "4", "5", "6"):
        raise InputError(f"{text!r} is no edge: edges are 0 to 5")
    return int(text) % 6


def side_by_side(path: WrittenPath, lanes: int) -> Iterator[WrittenPath]:
    """Yield the tracks of a path with several lanes; from edge to edge they keep their side."""
    across = not path.a.startswith("_") and not path.b.startswith("_")
    for lane in range(lanes):
        other = lanes - 1 - lane if across else lane
        yield replace(path, a_lane=(lanes, lane), b_lane=(lanes, other))


def pieces(paths: Iterable[WrittenPath], places: Sequence[int | None]) -> tuple[Piece, ...]:
    """Return the track of a tile.

    Paths that meet in a junction become a piece for every pair of ends that it joins. The
    pieces name the junctions they pass.

    Parameters
    ----------
    paths
        The paths, in the order in which they are written.
    places
        For every ``_n`` of the notation the index of its stop, or ``None`` for a junction.
    """
    track: list[Piece] = []
    arms: dict[int, list[_Arm]] = {}
    starts: list[_Arm] = []
    for path in paths:
        with within(path.text):
            first, second = _end(path.a, places, path.a_lane), _end(path.b, places, path.b_lane)
            if first == second:
                raise InputError("both ends are the same")
        if _leads_nowhere(path, first, second):
            continue
        for near, far in ((first, second), (second, first)):
            if near.junction is not None:
                arms.setdefault(near.junction, []).append((near, far, path))
        if first.junction is None and second.junction is None:
            track.append(_piece(first, second, (path,), ()))
        elif first.junction is None:
            starts.append((first, second, path))
        elif second.junction is None:
            starts.append((second, first, path))
    for number, start in enumerate(starts):
        known = [id(path) for _, _, path in starts[: number + 1]]
        track += (piece for piece, last in _through(start, arms) if id(last) not in known)
    return tuple(piece for at, piece in enumerate(track) if _is_new(piece, track[:at]))


def _leads_nowhere(path: WrittenPath, first: _PathEnd, second: _PathEnd) -> bool:
    """Whether a path ends where it meets no stop: a hint that track may come there."""
    return path.terminal and (first.junction is not None or second.junction is not None)


def hints(paths: Iterable[WrittenPath], places: Sequence[int | None]) -> set[int]:
    """Return the edges of paths that lead nowhere: dead ends at a junction, or alone there."""
    ends = [(path, _end(path.a, places, SINGLE), _end(path.b, places, SINGLE)) for path in paths]
    meeting = [end.junction for path, *both in ends if not path.terminal for end in both]
    return {
        edge
        for path, first, second in ends
        for edge, junction in ((first.edge, second.junction), (second.edge, first.junction))
        if edge is not None
        and junction is not None
        and (path.terminal or meeting.count(junction) == 1)
    }


def _is_new(piece: Piece, before: Sequence[Piece]) -> bool:
    """Whether a piece is not the same track written again."""
    return not piece.edges or piece not in before


def _through(start: _Arm, arms: Mapping[int, list[_Arm]]) -> Iterator[tuple[Piece, WrittenPath]]:
    """Yield the pieces from ``start`` through junctions, each with the path it ends on."""
    ways: list[tuple[_PathEnd, tuple[WrittenPath, ...], tuple[int, ...]]] = [
        (start[1], (start[2],), ())
    ]
    while ways:
        at, taken, passed = ways.pop(0)
        if at.junction is None:
            yield _piece(start[0], at, taken, passed), taken[-1]
        elif at.junction not in passed:
            ways += (
                (far, (*taken, path), (*passed, at.junction))
                for _, far, path in arms[at.junction]
                if path not in taken
            )


def with_stems(track: Iterable[Piece], stops: Sequence[PrintedStop]) -> tuple[Piece, ...]:
    """Return the track with the pieces marked that share the last bit to their stop.

    A town that lies at one of its edges and has three or more is reached from the other
    edges over one piece of track.
    """
    track = tuple(track)
    marked = list(track)
    for index, stop in enumerate(stops):
        own = [at for at, piece in enumerate(track) if piece.stops == (index,)]
        sides = {track[at].edges[0] for at in own}
        if stop.kind == "town" and stop.at in sides and len(own) > 2:
            for at in own:
                if track[at].edges[0] != stop.at:
                    marked[at] = replace(track[at], stem=True)
    return tuple(marked)


def _end(text: str, places: Sequence[int | None], lane: Lane) -> _PathEnd:
    if not text.startswith("_"):
        return _PathEnd(edge=edge_named(text), lane=lane)
    number = whole(text[1:])
    if number is None or number >= len(places):
        numbered = ", ".join(f"_{index}" for index in range(len(places))) or "none"
        raise InputError(f"there is no {text}: the stops and junctions here are {numbered}")
    stop = places[number]
    return _PathEnd(junction=number) if stop is None else _PathEnd(stop=stop)


def _piece(
    first: _PathEnd, second: _PathEnd, paths: Sequence[WrittenPath], junctions: tuple[int, ...]
) -> Piece:
    ends = (first, second)
    lanes = tuple(end.lane for end in ends if end.edge is not None)
    special = [path.gauge for path in paths if path.gauge not in ("broad", "dual")]
    return Piece(
        edges=tuple(end.edge for end in ends if end.edge is not None),
        stops=tuple(end.stop for end in ends if end.stop is not None),
        gauge=special[0] if special else min(path.gauge for path in paths),
        terminal=any(path.terminal for path in paths),
        junctions=junctions,
        lanes=() if set(lanes) <= {SINGLE} else lanes,
    )
