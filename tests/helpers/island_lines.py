"""Every set of lines that may be built on a tiny board of Island Rails, from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

COST = {
    "plain": 1,
    "mountain": 2,
    "alpine": 5,
    "port": 2,
    "small": 3,
    "medium": 3,
    "large": 5,
    "sea": 10,
}
TOWNS = ("small", "medium", "large")
TAKES = {"small": 2, "port": 2, "medium": 3}
RIVER, LINES_FROM_LARGE = 2, 2

MOST_SETS = 3_000
"""Every set of lines that can be built in a turn is tried, if they are not more."""


class TooMany(Exception):
    """A position has more plans than there is time for."""


class Lines:
    """The board with its lines; points and links go by number, sets of links are bits."""

    def __init__(self, data: dict[str, Any], limit: int) -> None:
        self.limit = limit
        points = data["board"]["points"]
        self.names = [point["id"] for point in points]
        self.kind = [point["kind"] for point in points]
        index = {name: number for number, name in enumerate(self.names)}
        self.ends = [(index[a], index[b]) for a, b in data["board"]["links"]]
        number = {frozenset(ends): at for at, ends in enumerate(self.ends)}

        def numbers(lines: list[list[str]]) -> list[int]:
            return [number[frozenset((index[a], index[b]))] for a, b in lines]

        self.near: list[list[tuple[int, int]]] = [[] for _ in points]
        for at, (a, b) in enumerate(self.ends):
            self.near[a].append((b, at))
            self.near[b].append((a, at))
        self.rivers = set(numbers(data["board"]["rivers"]))
        self.own = sum(1 << at for at in numbers(data.get("network", [])))
        others = data.get("others", {})
        self.owner = {at: who for who, lines in others.items() for at in numbers(lines)}
        self.players = data.get("players", len(others) + 1)
        self.bridges = data.get("bridges", False)
        at = index[data["at"]] if "at" in data else None
        self.begins = at if at is not None and self.kind[at] == "large" else None
        """Where the first line begins; ``None``: in any large town."""
        self._lays: dict[Any, list[tuple[int, int]]] = {}
        self._sailed: dict[tuple[int, int], list[int]] = {}

    def free(self, at: int) -> bool:
        """Whether nobody has a line there, and there can be one."""
        dry = all(self.kind[end] != "sea" for end in self.ends[at])
        return not self.own >> at & 1 and at not in self.owner and (self.bridges or dry)

    def joined(self, lines: int, kind: str) -> list[int]:
        """Return the points of a kind that lines join."""
        ends = {end for at, both in enumerate(self.ends) if lines >> at & 1 for end in both}
        return sorted(end for end in ends if self.kind[end] == kind)

    def sailed(self, start: int, speed: int) -> list[int]:
        """Positions of a ship after a turn: at sea, or in a port, which ends the way."""
        if (start, speed) not in self._sailed:
            layer, seen = {start}, {start}
            for _ in range(speed):
                found = set()
                for here in layer:
                    if here == start or self.kind[here] == "sea":
                        wet = ("sea",) if self.kind[here] == "port" else ("sea", "port")
                        found |= {there for there, _ in self.near[here] if self.kind[there] in wet}
                layer = found - seen
                seen |= layer
            self._sailed[start, speed] = sorted(seen - {start})
        return self._sailed[start, speed]

    def lays(self, lines: int, landed: int, *, clipper: bool) -> list[tuple[int, int]]:
        """Return every set of own lines there can be after a turn, at its least cost."""
        base = landed
        for at, (a, b) in enumerate(self.ends):
            if lines >> at & 1:
                base |= 1 << a | 1 << b
        key = lines, base, clipper
        if key not in self._lays:
            self._lays[key] = sorted(self._laid(lines, base, clipper).items())
        return self._lays[key]

    def _laid(self, lines: int, base: int, clipper: bool) -> dict[int, int]:
        """Draw line after line, in every order, from wherever it may begin."""
        bases = [base]
        if not base:
            large = [at for at, kind in enumerate(self.kind) if kind == "large"]
            bases = [1 << at for at in large if self.begins in (None, at)]
        if clipper:
            ports = [at for at, kind in enumerate(self.kind) if kind == "port"]
            bases += [each | 1 << port for each in bases or [0] for port in ports]
        best = {lines: 0}
        for base in bases:
            first: tuple[int, tuple[int, ...]] = lines, ()
            found = {first: 0}
            layer = {first}
            while layer:
                longer = set()
                for state in layer:
                    for then, cost in self._one_more(base, lines, state):
                        total = found[state] + cost
                        if total <= self.limit and total < found.get(then, total + 1):
                            found[then] = total
                            longer.add(then)
                layer = longer
                if len(found) > MOST_SETS:
                    raise TooMany
            for (after, _), total in found.items():
                best[after] = min(best.get(after, total), total)
        return {after: cost for after, cost in best.items() if self.leaves_ways(lines, after)}

    def _one_more(
        self, base: int, before: int, state: tuple[int, tuple[int, ...]]
    ) -> Iterator[tuple[tuple[int, tuple[int, ...]], int]]:
        """Yield each line that can be drawn next, with the lines out of large towns so far."""
        lines, out = state
        reached = base
        for at, (a, b) in enumerate(self.ends):
            if (lines & ~before) >> at & 1:
                reached |= 1 << a | 1 << b
        for at, ends in enumerate(self.ends):
            if lines >> at & 1 or not self.free(at):
                continue
            for tail, head in (ends, ends[::-1]):
                if not reached >> tail & 1:
                    continue
                large = self.kind[tail] == "large"
                if large and out.count(tail) == LINES_FROM_LARGE:
                    continue
                cost = COST[self.kind[head]] + RIVER * (at in self.rivers)
                then = tuple(sorted((*out, tail))) if large else out
                yield (lines | 1 << at, then), cost

    def leaves_ways(self, before: int, after: int) -> bool:
        """Whether places have room for the player, and the others keep a way in."""
        new = after & ~before
        for place, kind in enumerate(self.kind):
            touching = [at for _, at in self.near[place]]
            if kind not in (*TOWNS, "port") or not any(new >> at & 1 for at in touching):
                continue
            guests = {self.owner[at] for at in touching if at in self.owner}
            room = min(self.players, TAKES.get(kind, self.players)) - len(guests) - 1
            joined = any(before >> at & 1 for at in touching)
            if room < 0 and not joined:
                return False
            dry = [at for there, at in self.near[place] if self.kind[there] != "sea"]
            ways = touching if self.bridges else dry
            drawn = sum(new >> at & 1 for at in ways)
            free = sum(not before >> at & 1 and at not in self.owner for at in ways)
            if room > 0 and drawn == free and drawn > (0 if joined else 1):
                return False
        return True
