"""The stops, track and exits that a tile keeps of the tile it replaces."""

from __future__ import annotations

from collections.abc import Sequence

from hexgraph.face import Face
from hexgraph.turns import stop_edges
from mapdata.tile import Piece


def kept_stops(old: Face, new: Face) -> tuple[int, ...] | None:
    """Return the new stop that each old stop becomes, or ``None`` if track is lost.

    A stop becomes one that has all of its edges; stops without track take the rest of their kind,
    in order. Several stops may become one. Two old stops that stay two are not joined by track.
    """
    edges = [stop_edges(old.track, index) for index in range(len(old.stops))]
    found: dict[int, int] = {}
    for index in sorted(range(len(old.stops)), key=lambda index: not edges[index]):
        kind = old.stops[index].plot
        same = [i for i, other in enumerate(new.stops) if other.plot == kind]
        if edges[index]:
            fits = [i for i in same if edges[index] <= stop_edges(new.track, i)]
        else:
            fits = [i for i in same if i not in found.values()] or same[-1:]
        if not fits:
            return None
        found[index] = fits[0]
    became = [found[index] for index in range(len(old.stops))]
    if len(set(became)) < min(len(old.stops), len(new.stops)):
        return None
    ends = {piece_ends(piece) for piece in new.track}
    for piece in old.track:
        joined = len(piece.stops) == 2 and became[piece.stops[0]] == became[piece.stops[1]]
        if not joined and piece_ends(piece, became) not in ends:
            return None
    return tuple(became)


def stops_after(old: Face, new: Face) -> tuple[int, ...]:
    """Return the new stop that each old stop becomes, even if track is lost; -1 for none."""
    kept = kept_stops(old, new)
    return kept or tuple(min(index, len(new.stops) - 1) for index in range(len(old.stops)))


def piece_ends(
    piece: Piece, became: Sequence[int] | None = None
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the edges and stops that a piece joins, old stops under their new numbers."""
    stops = piece.stops if became is None else tuple(became[index] for index in piece.stops)
    return frozenset(piece.edges), frozenset(stops)


def plain_track(face: Face) -> set[frozenset[int]]:
    """Return the pairs of edges that track joins without a stop."""
    return {frozenset(piece.edges) for piece in face.track if not piece.stops}


def edges_of(face: Face) -> set[int]:
    """Return the edges to which the track of a hex leads."""
    return {edge for piece in face.track for edge in piece.edges}
