"""Faults of a claim or a plan, in every game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

RulesBroken = Iterator[tuple[str, str, str]]
"""The faults that a rule yields: a code, the place, and a sentence."""


class Fault(Struct, frozen=True):
    """A broken rule, or a stated figure that is wrong.

    Attributes
    ----------
    code
        A word that programs can tell the rule by.
    at
        The index of the run, the action or the turn; ``None`` if it is about the whole.
    where
        The stop, the track or the hexes.
    message
        The same in words.
    """

    code: str
    at: int | None
    where: str
    message: str
