"""Rules about stops that a route visits together, in numbers.

Every class says which visited stops it allows, as bits, and why others break it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

Named = Callable[[frozenset[int]], str]
"""Stops in words."""


class Together(Struct, frozen=True):
    """All of these stops or none of them; with them, at least ``least`` stops."""

    stops: frozenset[int]
    least: int = 0

    def allows(self, visited: int) -> bool:
        """Whether a route may visit these stops."""
        met = [visited >> stop & 1 for stop in self.stops]
        return not any(met) or (all(met) and visited.bit_count() >= self.least)

    def broken(self, named: Named) -> str:
        """The fault, in words."""
        more = f", with {self.least} stops at least" if self.least > len(self.stops) else ""
        return f"a route visits {named(self.stops)} together or not at all{more}"


class ApartUnless(Struct, frozen=True):
    """At most one of these stops, unless the route visits one of ``unless``."""

    stops: frozenset[int]
    unless: frozenset[int]

    def allows(self, visited: int) -> bool:
        """Whether a route may visit these stops."""
        number = sum([visited >> stop & 1 for stop in self.stops])
        return number < 2 or any(visited >> stop & 1 for stop in self.unless)

    def broken(self, named: Named) -> str:
        """The fault, in words."""
        return f"a route visits one of {named(self.stops)} only"


class Requires(Struct, frozen=True):
    """None of these stops, unless the route visits one of ``starts``."""

    stops: frozenset[int]
    starts: frozenset[int]

    def allows(self, visited: int) -> bool:
        """Whether a route may visit these stops."""
        some = any(visited >> stop & 1 for stop in self.stops)
        return not some or any(visited >> stop & 1 for stop in self.starts)

    def broken(self, named: Named) -> str:
        """The fault, in words."""
        starts = f"one of {named(self.starts)}" if self.starts else "a stop that is not in reach"
        return f"a route with {named(self.stops)} needs {starts}"


VisitRule = Together | ApartUnless | Requires
