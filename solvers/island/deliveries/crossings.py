"""How many turns a train takes that goes by ship, from boarding to its next stop.

A ship is boarded at the end of a turn and lands at the beginning of one, so that from the
first boarding on all is counted in whole turns, the same in whichever turn it begins: one
answer serves for every moment.
"""

from __future__ import annotations

import heapq

from solvers.island.deliveries.world import World

Stage = tuple[int, int, int]
"""Turns since the boarding, points by land after them, islands opened in passing."""
_Label = tuple[int, int]
"""Turns since the boarding, islands opened in passing."""


class Crossings:
    """The ways of a train over sea, given its speed and the islands that are open.

    An island is opened by landing there; its first line is built at the end of that turn, so
    that a train cannot go on by land before the next. ``opened`` are known to be open; of
    others it is only counted how many a plan has opened in passing. What takes longer than
    ``horizon`` turns is left out.
    """

    def __init__(self, world: World, speed: int, opened: frozenset[int], horizon: int) -> None:
        self.world, self._horizon = world, horizon
        position = world.position
        aboard = position.aboard or position.own_ship_at == world.start
        self._first = int(aboard)
        """Turns that are not worth an island: a train that begins aboard lands in the first one."""
        self._closed = {port: world.island[port] not in opened for port in world.sails}
        self._walks = {
            port: [
                (other, -(-steps // speed))
                for other, steps in world.lengths(port).items()
                if other in world.sails and other != port
            ]
            for port in world.sails
        }
        self._landings: dict[tuple[int, int], dict[tuple[int, bool], list[_Label]]] = {}
        self._by_port: dict[tuple[int, int, int], dict[int, tuple[Stage, ...]]] = {}

    def by_port(self, port: int, extra: int, target: int) -> dict[int, tuple[Stage, ...]]:
        """Return how a train that boards in ``port`` can come to ``target``.

        The answer is for each port where it may come ashore last.
        """
        key = port, extra, target
        if key not in self._by_port:
            found = self._arrivals(*key)
            self._by_port[key] = {other: self._best(stages) for other, stages in found.items()}
        return self._by_port[key]

    def landings(self, port: int, extra: int) -> dict[tuple[int, bool], list[_Label]]:
        """Return where a train that boards in ``port`` can land, and whether that is a new island.

        With each go the turns since the boarding and the islands opened in passing.
        """
        if (port, extra) not in self._landings:
            self._landings[port, extra] = self._search(port, extra)
        return self._landings[port, extra]

    def _arrivals(self, port: int, extra: int, target: int) -> dict[int, list[Stage]]:
        found: dict[int, list[Stage]] = {}
        for (other, new), labels in self.landings(port, extra).items():
            length = self.world.lengths(other).get(target)
            if length is not None:
                wait, here = new and length > 0, found.setdefault(other, [])
                here += [(turns + wait, length, left) for turns, left in labels]
                here += [(turns, length, left - 1) for turns, left in labels if wait and left]
        return found

    def _search(self, port: int, extra: int) -> dict[tuple[int, bool], list[_Label]]:
        island, sails, turns_of = self.world.island, self.world.sails, self.world.sailing_turns
        boarded: dict[int, list[_Label]] = {each: [] for each in sails}
        landed: dict[tuple[int, bool], list[_Label]] = {}
        queue = [(0, -extra, port)]
        while queue:
            turns, less, here = heapq.heappop(queue)
            if not self._note(boarded[here], (turns, -less)):
                continue
            for there, steps in sails[here].items():
                away = island[there] != island[here]
                then, left = turns + turns_of(steps) - 1, -less + (away and self._closed[here])
                new = away and self._closed[there]
                if then >= self._horizon or not self._note(
                    landed.setdefault((there, new), []), (then, left)
                ):
                    continue
                heapq.heappush(queue, (then + 1, -left, there))
                for other, path in self._walks[there]:
                    heapq.heappush(queue, (then + path + new, -left, other))
                    if new and left:
                        heapq.heappush(queue, (then + path, 1 - left, other))
        return landed

    def _best(self, stages: list[Stage]) -> tuple[Stage, ...]:
        """Drop stages that another dominates: an open island is worth one turn."""
        kept: list[Stage] = []
        for turns, length, left in sorted(set(stages), key=lambda each: (*each[:2], -each[2])):
            if not any(
                on_foot <= length and self._covers((before, other), (turns, left))
                for before, on_foot, other in kept
            ):
                kept.append((turns, length, left))
        return tuple(kept)

    def _note(self, labels: list[_Label], label: _Label) -> bool:
        """Add a label unless another one dominates it; return whether it was added."""
        if any(self._covers(known, label) for known in labels):
            return False
        labels.append(label)
        return True

    def _covers(self, label: _Label, other: _Label) -> bool:
        """Return whether a train with ``label`` is not worse off than with the other one.

        To open an island takes one turn, so that a train which is ahead by as many turns as the
        other one has islands more can open them. In the first turn, before any line is built, it
        may have to wait all the same.
        """
        (turns, extra), (later, more) = label, other
        if more <= extra:
            return turns <= later
        return max(turns, self._first) + more - extra <= later
