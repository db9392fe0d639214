"""Curves of track: arcs as cubic curves, points on them, parts of them.

A curve is a chain of cubic pieces, four points each. Everything a picture asks of one
(points along it, a stretch of it, how near it comes to a point) is answered here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from plots.drawing import XY, Outline, OutlineStep

Cubic = tuple[XY, XY, XY, XY]

_SAMPLES = 12
_STRAIGHT = 1e-9


@dataclass(frozen=True)
class Curve:
    """Cubic pieces, each beginning where the one before ends."""

    pieces: tuple[Cubic, ...]

    @property
    def start(self) -> XY:
        """Return the first point."""
        return self.pieces[0][0]

    @property
    def end(self) -> XY:
        """Return the last point."""
        return self.pieces[-1][3]

    @cached_property
    def samples(self) -> tuple[XY, ...]:
        """Return points along it, close enough to measure with."""
        points = [self.start]
        for piece in self.pieces:
            points += [_at(piece, step / _SAMPLES) for step in range(1, _SAMPLES + 1)]
        return tuple(points)

    @cached_property
    def _lengths(self) -> tuple[float, ...]:
        """Arc length at each sample."""
        total, found = 0.0, [0.0]
        for one, two in pairwise(self.samples):
            total += math.dist(one, two)
            found.append(total)
        return tuple(found)

    @property
    def length(self) -> float:
        """Arc length."""
        return self._lengths[-1]

    def _parameter(self, share: float) -> float:
        """Position at a share of the length, in pieces."""
        wanted = share * self.length
        for at, reached in enumerate(self._lengths[1:]):
            if reached >= wanted - 1e-12:
                before = self._lengths[at]
                within = (wanted - before) / (reached - before) if reached > before else 0.0
                return (at + within) / _SAMPLES
        return float(len(self.pieces))

    def point(self, share: float) -> XY:
        """Return the point at a share of its length."""
        piece, t = self._split_at(self._parameter(share))
        return _at(self.pieces[piece], t)

    def way(self, share: float) -> float:
        """Return the direction in which it runs there: an angle in radians."""
        piece, t = self._split_at(self._parameter(share))
        one, two = (_at(self.pieces[piece], min(max(t + d, 0.0), 1.0)) for d in (-0.02, 0.02))
        return math.atan2(two[1] - one[1], two[0] - one[0])

    def _split_at(self, parameter: float) -> tuple[int, float]:
        piece = min(int(parameter), len(self.pieces) - 1)
        return piece, parameter - piece

    def part(self, first: float, last: float) -> Curve:
        """Return the stretch between two shares of its length."""
        return self._between(self._parameter(first), self._parameter(last))

    def _between(self, first: float, last: float) -> Curve:
        found = []
        for at, piece in enumerate(self.pieces):
            low, high = max(first - at, 0.0), min(last - at, 1.0)
            if high > low:
                found.append(_cut(piece, low, high))
        return Curve(tuple(found) or ((self.start,) * 4,))

    def nearest(self, point: XY) -> float:
        """Return the share of the length at which it is nearest to a point."""
        at = min(range(len(self.samples)), key=lambda at: math.dist(self.samples[at], point))
        return self._lengths[at] / self.length if self.length else 0.0

    def distance(self, point: XY) -> float:
        """Distance to a point."""
        return min(_to_segment(point, *pair) for pair in pairwise(self.samples))

    def crossings(self, other: Curve) -> list[tuple[float, float]]:
        """Crossings with another curve, as shares of both lengths."""
        found = []
        for at, pair in enumerate(pairwise(self.samples)):
            for to, across in enumerate(pairwise(other.samples)):
                shares = _meet(*pair, *across)
                if shares is not None:
                    found.append((self._share(at, shares[0]), other._share(to, shares[1])))
        return found

    def _share(self, segment: int, within: float) -> float:
        """Return the share of the length at a point between two samples."""
        before, after = self._lengths[segment], self._lengths[segment + 1]
        return (before + (after - before) * within) / self.length

    def moved(self, x: float, y: float) -> Curve:
        """Return it moved by ``x`` and ``y``."""
        return Curve(
            tuple(
                ((ax + x, ay + y), (bx + x, by + y), (cx + x, cy + y), (dx + x, dy + y))
                for (ax, ay), (bx, by), (cx, cy), (dx, dy) in self.pieces
            )
        )

    def reversed(self) -> Curve:
        """Return it from its end to its start."""
        return Curve(tuple(piece[::-1] for piece in self.pieces[::-1]))

    def outline(self) -> Outline:
        """Return it as a line to be painted; straight pieces as straight lines."""
        steps: list[OutlineStep] = []
        for a, b, c, d in self.pieces:
            bent = _off_line(b, a, d) + _off_line(c, a, d) > 1e-7
            steps.append((*b, *c, *d) if bent else d)
        return Outline(self.start, tuple(steps))


def _at(piece: Cubic, t: float) -> XY:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = piece
    s = 1 - t
    one, two, three, four = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (
        one * ax + two * bx + three * cx + four * dx,
        one * ay + two * by + three * cy + four * dy,
    )


def _mix(a: XY, b: XY, t: float) -> XY:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _halves(piece: Cubic, t: float) -> tuple[Cubic, Cubic]:
    a, b, c, d = piece
    ab, bc, cd = _mix(a, b, t), _mix(b, c, t), _mix(c, d, t)
    abc, bcd = _mix(ab, bc, t), _mix(bc, cd, t)
    middle = _mix(abc, bcd, t)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def _cut(piece: Cubic, low: float, high: float) -> Cubic:
    _, piece = _halves(piece, low)
    piece, _ = _halves(piece, (high - low) / (1 - low) if low < 1 else 1.0)
    return piece


def _to_segment(point: XY, one: XY, two: XY) -> float:
    dx, dy = two[0] - one[0], two[1] - one[1]
    long = dx * dx + dy * dy
    t = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / long if long else 0.0
    t = min(max(t, 0.0), 1.0)
    return math.hypot(point[0] - one[0] - dx * t, point[1] - one[1] - dy * t)


def _meet(a: XY, b: XY, c: XY, d: XY) -> tuple[float, float] | None:
    """Parameters at which two segments cross, the first segment's ends excluded."""
    bx, by, dx, dy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = bx * dy - by * dx
    if abs(turn) < 1e-12:
        return None
    cx, cy = c[0] - a[0], c[1] - a[1]
    one, two = (cx * dy - cy * dx) / turn, (cx * by - cy * bx) / turn
    return (one, two) if 0 <= one < 1 and 0 <= two < 1 else None


def _off_line(point: XY, one: XY, two: XY) -> float:
    return abs((two[0] - one[0]) * (point[1] - one[1]) - (two[1] - one[1]) * (point[0] - one[0]))


def straight(one: XY, two: XY) -> Curve:
    """Return the straight way between two points."""
    return Curve(((one, _mix(one, two, 1 / 3), _mix(one, two, 2 / 3), two),))


def chain(*points: XY) -> Curve:
    """Return straight ways from point to point."""
    pairs = pairwise(points)
    return Curve(tuple(straight(one, two).pieces[0] for one, two in pairs))


def arc(middle: XY, radius: float, start: float, sweep: float) -> Curve:
    """Return an arc of a circle from the angle ``start`` on, in radians."""
    count = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    step = sweep / count
    pull = 4 / 3 * math.tan(step / 4) * radius
    pieces = []
    for at in range(count):
        one, two = start + at * step, start + (at + 1) * step
        x1, y1 = middle[0] + radius * math.cos(one), middle[1] + radius * math.sin(one)
        x2, y2 = middle[0] + radius * math.cos(two), middle[1] + radius * math.sin(two)
        pieces.append(
            (
                (x1, y1),
                (x1 - pull * math.sin(one), y1 + pull * math.cos(one)),
                (x2 + pull * math.sin(two), y2 - pull * math.cos(two)),
                (x2, y2),
            )
        )
    return Curve(tuple(pieces))


def bend(start: XY, away: XY, end: XY, beyond: XY) -> Curve:
    """Return the smooth curve from ``start`` to ``end`` that meets both hexsides at right angles.

    ``away`` and ``beyond`` are unit vectors out of the hex at both ends.
    """
    turn = math.acos(max(-1.0, min(1.0, -(away[0] * beyond[0] + away[1] * beyond[1]))))
    chord = math.dist(start, end)
    pull = chord / 3
    if turn > 0.01:
        pull = chord * (2 / 3) * math.tan(turn / 4) / math.sin(turn / 2)
    one = start[0] - away[0] * pull, start[1] - away[1] * pull
    two = end[0] - beyond[0] * pull, end[1] - beyond[1] * pull
    return Curve(((start, one, two, end),))


def arc_out(start: XY, away: XY, end: XY) -> Curve:
    """Return the arc that leaves ``start`` against the unit vector ``away`` and comes to ``end``.

    It is the one circle that touches that line there: between two hexsides this is the
    curve printed on every tile, straight if they face each other.
    """
    side = away[1], -away[0]
    dx, dy = end[0] - start[0], end[1] - start[1]
    sideways = dx * side[0] + dy * side[1]
    if abs(sideways) < _STRAIGHT:
        return straight(start, end)
    radius = (dx * dx + dy * dy) / (2 * sideways)
    middle = start[0] + radius * side[0], start[1] + radius * side[1]
    first = math.atan2(start[1] - middle[1], start[0] - middle[0])
    sweep = math.atan2(end[1] - middle[1], end[0] - middle[0]) - first
    sign = 1.0 if radius > 0 else -1.0
    sweep = sign * ((sign * sweep) % math.tau)
    return arc(middle, abs(radius), first, sweep)
