"""Every way through a state graph."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.frontier.graph import StateGraph


def paths(graph: StateGraph) -> Iterator[tuple[int, ...]]:
    """Yield the sections of every way through a state graph."""

    def follow(at: int, row: int, links: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if row == 0:
            yield links
            return
        for move in graph.steps[at].moves:
            for source, target in zip(move.source, move.target, strict=True):
                if source == row:
                    taken = () if move.section is None else (move.section,)
                    yield from follow(at + 1, int(target), (*links, *taken))

    for start in graph.starts:
        yield from follow(0, int(start), ())
