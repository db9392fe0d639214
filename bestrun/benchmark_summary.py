"""A summary of measurements: one line for each method, and one picture."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from bestrun.benchmark import YARDSTICK, BenchCase, Sample
from bestrun.terminal import table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZES = ("links", "stops", "trains", "width")


@dataclass(frozen=True)
class Timing:
    """One method on one case: the median of its rounds, or ``None`` if one had no answer."""

    case: BenchCase
    seconds: float | None
    proven: bool


@dataclass(frozen=True)
class Ratio:
    """Times as parts of the yardstick's, over the cases that both answered.

    ``most`` is the worst of all single cases; ``slower`` counts those above 1. Where the
    yardstick ran out of time (``cut``) it would have taken longer still: the true ratios
    of those cases are smaller.
    """

    total: float
    median: float
    most: float
    slower: int
    cut: int


@dataclass(frozen=True)
class Summary:
    """One method on all cases; times in seconds, of the cases that it answered."""

    method: str
    cases: int
    solved: int
    proven: int
    median: float | None = None
    p90: float | None = None
    worst: float | None = None
    total: float | None = None
    slowest: str = ""
    ratio: Ratio | None = None
    gap: float = 0.0
    """Mean part of the best known revenue that its plans miss."""

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as one object."""
        return {"summary": self.method} | {k: v for k, v in asdict(self).items() if k != "method"}


def timings(samples: Sequence[Sample], methods: Sequence[str]) -> dict[str, list[Timing]]:
    """The timings of each method, of every case that it was tried on."""
    by_method: dict[str, dict[str, list[Sample]]] = {method: {} for method in methods}
    for sample in samples:
        by_method[sample.method].setdefault(sample.case.key, []).append(sample)
    return {
        method: [_timing(rounds) for rounds in by_case.values()]
        for method, by_case in by_method.items()
    }


def _timing(rounds: Sequence[Sample]) -> Timing:
    proven = all(sample.proven for sample in rounds)
    if any(sample.failure for sample in rounds):
        return Timing(rounds[0].case, None, proven)
    return Timing(rounds[0].case, statistics.median(s.seconds for s in rounds), proven)


def summaries(samples: Sequence[Sample], methods: Sequence[str]) -> list[Summary]:
    """Return one summary a method, in the order of ``methods``."""
    timed = timings(samples, methods)
    yardstick = timed.get(YARDSTICK, [])
    gaps = _gaps(samples)
    return [
        replace(_summary(method, own, yardstick), gap=gaps.get(method, 0.0))
        for method, own in timed.items()
    ]


def _gaps(samples: Sequence[Sample]) -> dict[str, float]:
    """The mean part of the best known revenues that each method misses."""
    best: dict[str, int] = {}
    answered = [sample for sample in samples if not sample.failure]
    for sample in answered:
        least = max(sample.revenue, sample.case.optimum or 0)
        best[sample.case.key] = max(best.get(sample.case.key, 0), least)
    missed: dict[str, list[float]] = {}
    for sample in answered:
        most = best[sample.case.key]
        part_missed = (most - sample.revenue) / most if most else 0.0
        missed.setdefault(sample.method, []).append(part_missed)
    return {method: statistics.mean(parts) for method, parts in missed.items()}


def _summary(method: str, own: Sequence[Timing], yardstick: Sequence[Timing]) -> Summary:
    ranked = sorted((each.seconds, each.case.id) for each in own if each.seconds is not None)
    seconds = [each for each, _ in ranked]
    counts = len(own), len(seconds), sum(each.proven for each in own)
    if not seconds:
        return Summary(method, *counts)
    return Summary(
        method,
        *counts,
        median=statistics.median(seconds),
        p90=seconds[math.ceil(0.9 * len(seconds)) - 1],
        worst=seconds[-1],
        total=sum(seconds),
        slowest=ranked[-1][1],
        ratio=_ratio(own, yardstick),
    )


def _ratio(own: Sequence[Timing], yardstick: Sequence[Timing]) -> Ratio | None:
    base = {each.case.key: each for each in yardstick}
    pairs = []
    cut = 0
    for each in own:
        other = base.get(each.case.key)
        if each.seconds is not None and other is not None and other.seconds is not None:
            pairs.append((each.seconds, other.seconds))
            cut += not other.proven
    if not pairs:
        return None
    mine, theirs = zip(*pairs, strict=True)
    single = [one / two for one, two in pairs]
    return Ratio(
        sum(mine) / sum(theirs),
        statistics.median(mine) / statistics.median(theirs),
        max(single),
        sum(each > 1 for each in single),
        cut,
    )


def as_table(rows: Sequence[Summary]) -> str:
    """Return the summaries as a person reads them."""
    headings = ["method", "cases", "solved", "proven", "median", "p90", "worst", "total"]
    cells: list[list[object]] = [
        [each.method, each.cases, each.solved, each.proven]
        + [in_words(value) for value in (each.median, each.p90, each.worst, each.total)]
        for each in rows
    ]
    notes = []
    if any(each.gap for each in rows):
        headings.append("gap")
        for row, each in zip(cells, rows, strict=True):
            row.append(f"{each.gap:.1%}")
        notes.append("gap: the part of the best known revenue that a method misses, on average.")
    if any(each.ratio for each in rows):
        headings += [f"{what}/{YARDSTICK}" for what in ("total", "median", "worst")] + ["slower"]
        for row, each in zip(cells, rows, strict=True):
            row += _ratio_cells(each)
        notes.append(f"worst/{YARDSTICK}: the single case where a method compares worst;")
        notes.append(f"slower: on how many cases it took longer than {YARDSTICK}.")
    for row, each in zip(cells, rows, strict=True):
        row.append(each.slowest)
    cut = max((each.ratio.cut for each in rows if each.ratio), default=0)
    if cut:
        notes.append(f"<: {YARDSTICK} ran out of time on {cut} cases, and is slower than it seems.")
    text = table([*headings, "slowest"], cells, right=" ".join(headings[1:]))
    return "\n".join([text, *([""] if notes else []), *notes])


def _ratio_cells(summary: Summary) -> list[object]:
    ratio = summary.ratio
    if ratio is None:
        return ["", "", "", ""]
    sign = "< " if ratio.cut and summary.method != YARDSTICK else ""
    parts = [f"{sign}{part(value)}" for value in (ratio.total, ratio.median)]
    return [*parts, part(ratio.most), ratio.slower]


def part(ratio: float) -> str:
    """Return a ratio as people say it: 1/27, or 3.1 times."""
    return f"1/{1 / ratio:.0f}" if ratio < 2 / 3 else f"{ratio:.2g}"


def in_words(seconds: float | None) -> str:
    """Return a time as people say it."""
    if seconds is None:
        return ""
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def draw(samples: Sequence[Sample], methods: Sequence[str], against: str = "links") -> Figure:
    """Plot of cases proven within a time, and of time against size."""
    from plots.bench import bench_picture

    timed = timings(samples, methods)
    times = {
        method: [each.seconds if each.proven else None for each in own]
        for method, own in timed.items()
    }
    points = {
        method: [
            (_size(each.case, against), each.seconds) for each in own if each.seconds is not None
        ]
        for method, own in timed.items()
    }
    return bench_picture(times, points, "frontier width" if against == "width" else against)


def _size(case: BenchCase, against: str) -> float:
    return frontier_width(case) if against == "width" else float(getattr(case, against))


def frontier_width(case: BenchCase) -> int:
    """Return the most that a sweep over the track must remember at a time."""
    from bestrun.games.eighteen.solve import turn_of
    from solvers.frontier.track import track_of

    _, way = track_of(turn_of(case.case).problem())
    open_items: set[int] = set()
    most = 0
    for section, closing in zip(way.order, way.closing, strict=True):
        open_items |= set(way.items[section])
        most = max(most, len(open_items))
        open_items -= set(closing)
    return most
