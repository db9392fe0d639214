"""The track of a problem: its sections, with rules about links turned into rules about sections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solvers.bonus import Marked, Over
from solvers.errors import TooLarge
from solvers.frontier.sections import Sections, take_apart, whole_links
from solvers.frontier.sweep import Sweep, sweep
from solvers.problem import Problem

_WIDE = 100_000
"""Cost of an order up to which states are few, so that fewer and longer sections are better."""


@dataclass(frozen=True, eq=False)
class ProblemTrack:
    """Sections, and those to which rules and bonuses refer.

    ``marked`` are the sections with marks that count for each paying stop. ``met`` maps each set
    of links that earns something once to the sections that mark it.
    """

    sections: Sections
    marked: frozenset[int]
    met: Mapping[frozenset[int], frozenset[int]]


def track_of(problem: Problem) -> tuple[ProblemTrack, Sweep]:
    """Return the track with an order of it: whole links, or sections if that is narrower."""
    found = _swept(problem, whole_links(problem.network))
    assert found is not None  # any rule about links can be written for whole links
    if found[1].cost > _WIDE:
        sections = take_apart(problem.network)
        apart = None if sections is None else _swept(problem, sections)
        if apart is not None and apart[1].cost < found[1].cost:
            return apart
    return found


def _swept(problem: Problem, sections: Sections) -> tuple[ProblemTrack, Sweep] | None:
    track = _seen(problem, sections)
    if track is None:
        return None
    return track, sweep(sections, problem.groups, list(track.met.values()))


def _seen(problem: Problem, sections: Sections) -> ProblemTrack | None:
    """Return a problem's track, or ``None`` if some rule about links has no form for sections."""
    numbers = [dict.fromkeys(problem.prefer_links, 1)]
    for train in problem.fleet:
        if train.lengths is not None:
            numbers.append(dict(enumerate(train.lengths)))
        numbers += [dict(enumerate(limit.links)) for limit in train.visits if limit.links]
        for bonus in train.bonuses:
            if isinstance(bonus, Marked) and bonus.per == "mark":
                numbers.append(dict(bonus.links))
    if any(sections.shared_out(each) is None for each in numbers) or any(
        sections.any_of(train.closed) is None for train in problem.fleet
    ):
        return None
    marked = sections.any_of(_marked(problem))
    met = {links: sections.any_of(links) for links in _met(problem)}
    marking = {links: some for links, some in met.items() if some is not None}
    if marked is None or len(marking) < len(met):
        return None
    return ProblemTrack(sections, marked, marking)


def _met(problem: Problem) -> list[frozenset[int]]:
    """Return the sets of links that earn something once if a path uses one of them."""
    found: dict[frozenset[int], None] = {}
    for train in problem.fleet:
        for bonus in train.bonuses:
            if isinstance(bonus, Over):
                found[bonus.links] = None
            elif isinstance(bonus, Marked) and bonus.per == "route":
                found[frozenset(dict(bonus.links))] = None
    return list(found)


def _marked(problem: Problem) -> frozenset[int]:
    """Return the links with marks that count for each paying stop."""
    found = {
        frozenset(dict(bonus.links))
        for train in problem.fleet
        for bonus in train.bonuses
        if isinstance(bonus, Marked) and bonus.per == "paid"
    }
    if len(found) > 1:
        raise TooLarge("frontier cannot hold several kinds of marks for each paying stop")
    return frozenset(link for links in found for link in links)
