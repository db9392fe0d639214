"""Bundles: one bound for many moves, split where some of them could be better.

The networks after all lays are joined to one that contains each of them, so its best revenue is an
upper bound for all. If it is no more than without any lay, no lay helps, and one network was solved
instead of dozens. If it is more, the plan uses track that only some of the lays have: these form
one bundle, the others another, and so on. If the joined network is hard to solve and the single
ones are easy, the lays are listed singly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bestrun.operating.catalogue import Key
from bestrun.operating.ranking import CompanyMove, Option
from bestrun.operating.worth import SolvedProblem, Worth
from hexgraph.network import Network, Stop

ROOM = 1.25
"""Factor by which a joined network may exceed the links of its largest member."""

LARGE = 160
"""Links beyond which a network is not joined with others: it is hard enough to solve alone."""

Choice = tuple[Option, ...]
"""The options of one lay; the network of the last contains those of the others."""


@dataclass(frozen=True)
class Bundler:
    """Bundles choices whose moves share ``head`` and have at least a lay beyond it.

    ``add`` makes a joined network known, with the trains of them all.
    """

    worth: Worth
    company: str
    head: CompanyMove
    add: Callable[[Network], Key]

    def bundles(self, choices: Sequence[Choice]) -> list[Option]:
        """Return options for all choices, as few as their networks allow."""
        found: list[Option] = []
        some: list[Choice] = []
        links = most = 0
        for choice in choices:
            here = choice[-1].key.links
            most = max(most, here.bit_count())
            if some and (links | here).bit_count() > min(ROOM * most, LARGE):
                found += self._tied(some)
                some, links, most = [], 0, here.bit_count()
            some.append(choice)
            links |= here
        return found + self._tied(some)

    def _tied(self, choices: Sequence[Choice]) -> list[Option]:
        """Return one option for all, or several if their networks cannot be joined."""
        if len(choices) < 2:
            return [option for choice in choices for option in choice]
        keys = [choice[-1].key for choice in choices]
        joined = self.worth.catalogue.joined(self.company, keys)
        if joined is None:
            half = len(choices) // 2
            return [*self._tied(choices[:half]), *self._tied(choices[half:])]
        key = self.add(joined)
        head = replace(self.head, cost=min(choice[0].move.cost for choice in choices))
        joins = sum(map(len, choices))
        return [Option(head, key, (), partial(self._taken_apart, key, choices), 1, joins)]

    def _taken_apart(self, key: Key, choices: Sequence[Choice]) -> list[Option]:
        """Split choices: those that have something that the best plan of all uses, and the rest.

        Where all of them have all of it, the plan is one for each, and they are listed singly, as
        they are where no plan of all is known.
        """
        solved = self.worth.solved(key)
        if solved is not None:
            for having in (self._by_links(key, solved, choices), self._by_stops(solved, choices)):
                if having:
                    rest = [choice for choice in choices if choice not in having]
                    return [*self._tied(having), *self._tied(rest)]
        return [option for choice in choices for option in choice]

    def _by_links(self, key: Key, solved: SolvedProblem, choices: Sequence[Choice]) -> list[Choice]:
        """Return the choices that have the rarest link of a plan, unless all have it."""
        bits = self.worth.landmarks(key).bits
        used = {bits[link] for run in solved.result.plan.runs for link in run.links}
        found: list[Choice] = []
        for bit in sorted(used):
            having = [choice for choice in choices if choice[-1].key.links & bit]
            if 0 < len(having) < len(found or choices):
                found = having
        return found

    def _by_stops(self, solved: SolvedProblem, choices: Sequence[Choice]) -> list[Choice]:
        """Return the choices in which some stop of a plan is as good, unless it is in all."""
        network = solved.problem.network
        visited = {stop for run in solved.result.plan.runs for stop in run.stops}
        for stop in sorted(visited):
            wanted = network.stops[stop]
            having = [choice for choice in choices if self._as_good(wanted, choice[-1].key)]
            if 0 < len(having) < len(choices):
                return having
        return []

    def _as_good(self, wanted: Stop, key: Key) -> bool:
        there = self.worth.landmarks(key)
        at = there.stops.get(wanted.id)
        if at is None:
            return False
        found = there.problem.network.stops[at]
        return (found.value, found.through, found.home) == (
            wanted.value,
            wanted.through,
            wanted.home,
        )
