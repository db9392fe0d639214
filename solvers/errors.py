"""Failures inside a solver, as opposed to mistakes in the input."""

from __future__ import annotations

from typing import Any


class TooLarge(Exception):
    """A position is too large for a method; another method may solve it.

    ``known`` is what the method found before it gave up, in its own terms, if anything.
    """

    known: Any = None


class MissingPackage(TooLarge):
    """A method needs a package that is not installed, as numpy in a browser."""


class SolverFailed(Exception):
    """A solver died or returned a plan that breaks a rule: a bug, never an answer."""


class WorkerDied(SolverFailed):
    """A process ended before it had an answer."""


class OutOfMemory(WorkerDied):
    """A process ended because it had used up its memory."""


class WorkerStopped(SolverFailed):
    """A function was interrupted before it had an answer."""
