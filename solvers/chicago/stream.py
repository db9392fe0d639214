"""What a plan pays a share, dividend by dividend: builds played by the rules, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import dividends
from solvers.chicago.judge import play
from solvers.chicago.moves import BuildMove, after, arrival
from solvers.errors import SolverFailed

BuildRounds = tuple[tuple[tuple[str, ...], ...], ...]
"""The builds before each dividend, action by action."""


@dataclass(frozen=True)
class PaidPlan:
    """What a share is paid by a plan, and what the plan costs.

    ``paid`` has a figure for each dividend, ``extra`` the dividend on reaching Chicago.
    """

    paid: tuple[int, ...]
    extra: int
    rounds: BuildRounds
    cost: int

    @property
    def total(self) -> int:
        """Return what the share is paid altogether."""
        return sum(self.paid) + self.extra

    @property
    def rank(self) -> tuple[int, int]:
        """Return how good the plan is: what it pays, then how little it costs."""
        return self.total, -self.cost


@dataclass(frozen=True)
class Stream(PaidPlan):
    """The best plan that is known for some money, and the sum that no plan exceeds."""

    bound: int

    @property
    def proven(self) -> bool:
        """Return whether no plan pays more."""
        return self.total == self.bound


def played(
    position: ChicagoPosition,
    company: str,
    money: int,
    builds: Sequence[int],
    rounds: BuildRounds,
) -> PaidPlan:
    """Return what a share is paid by a plan; ``builds`` says how many builds each round allows.

    Raises
    ------
    SolverFailed
        The plan breaks a rule, or the company has not so much money.
    """
    now = replace(position, treasuries={**position.treasuries, company: money}, player=None)
    paid: list[int] = []
    extra = 0
    for most, actions in zip(builds, rounds, strict=False):
        if len(actions) > most:
            raise SolverFailed(f"a plan has {len(actions)} builds before a dividend, not {most}")
        for hexes in actions:
            faults = play(now, company, now.treasuries[company], [hexes]).faults
            if faults:
                raise SolverFailed(f"a plan broke a rule: {faults[0].message}")
            move = BuildMove(company, hexes)
            extra += arrival(now, move)
            now = after(now, move)
        paid.append(dividends.share(now, company))
        if dividends.over(now):
            break
        now = dividends.phase(now)
    cost = money - now.treasuries[company]
    return PaidPlan(tuple(paid), extra, rounds[: len(paid)], cost)
