"""What can go wrong inside a solver, as opposed to what is wrong with the input."""

from __future__ import annotations


class TooLarge(Exception):
    """A method cannot hold this position; another one may."""


class SolverFailed(Exception):
    """A solver died or returned a plan that breaks a rule: a bug, never an answer."""
