"""What a method can hold: it says so of what it cannot, and another one is asked."""

from __future__ import annotations

from solvers.bonus import Earned, Marked, Sets, Worth
from solvers.errors import TooLarge
from solvers.problem import Problem


def hold_simple(problem: Problem, method: str) -> None:
    """Refuse rules beyond limits, the worth of stops, marks for each paying stop, and ends."""
    for train in problem.fleet:
        for bonus in train.bonuses:
            if not _simple(bonus):
                raise TooLarge(f"{method} cannot hold the bonus {bonus.name}")
        if train.skips and (train.visits or train.must_pay or not train.trims):
            raise TooLarge(f"{method} cannot hold how a {train.name} is paid")
        if train.no_ends or any(limit.ends for limit in train.visits):
            raise TooLarge(f"{method} cannot hold where routes of a {train.name} end")
        if not train.marker_must_pay and train.skips:
            raise TooLarge(f"{method} cannot hold a {train.name} without a paying marker")
    if problem.needs or problem.connect is not None or problem.idle:
        raise TooLarge(f"{method} cannot hold the rules of routes here")
    if any(link.dead_ends for link in problem.network.links):
        raise TooLarge(f"{method} cannot hold dead ends")


def _simple(bonus: Earned) -> bool:
    if isinstance(bonus, Sets):
        return bonus.ends and not bonus.once
    return isinstance(bonus, Worth) or (isinstance(bonus, Marked) and bonus.per == "paid")
