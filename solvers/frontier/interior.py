"""Dual prices by a small interior-point method, for the linear program that packs routes.

Optimal dual prices are seldom unique. A simplex method returns an extreme point, where some
hexsides cost nothing and others far too much. A point in the middle of the optimal face spreads
the prices, so that fewer routes look good by mistake. The method is Mehrotra's
predictor-corrector. Its result steers the search and proves nothing: rounding errors are harmless.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_Step = tuple[Floats, Floats, Floats, Floats]
"""Changes of shares, slack, prices and waste."""

_ROUNDS = 50
_SHY = 0.995
"""Share of the way to the boundary that one step goes."""


def middle_prices(
    values: Floats, uses: Floats, supply: Floats, bound: float, share: float
) -> tuple[Floats, float]:
    """Return dual prices of ``max values x, uses x <= supply, x >= 0`` and the value reached.

    It stops when the duality gap is less than ``share`` of the gap between value and ``bound``.
    """
    point = _Point(values, uses, supply)
    value = 0.0
    for _ in range(_ROUNDS):
        gap = point.gap()
        if np.abs(point.short).max() < 1e-6:
            value = float(values @ point.x)
            if gap <= max(0.2, share * (bound - value)):
                break
        try:
            point.prepare()
        except np.linalg.LinAlgError:
            break
        products = point.x * point.waste, point.slack * point.price
        dx, dslack, dprice, dwaste = step = point.aim(-products[0], -products[1])
        centre = (point.gap_after(step) / gap) ** 3 * gap / sum(uses.shape)
        point.move(
            point.aim(centre - products[0] - dx * dwaste, centre - products[1] - dslack * dprice)
        )
    return point.price, value


class _Point:
    """Primal and dual point: shares of routes and slack, prices and ``waste`` (reduced costs)."""

    def __init__(self, values: Floats, uses: Floats, supply: Floats) -> None:
        self.values, self.uses, self.supply = values, uses, supply
        crowd = float((uses.sum(1) / supply).max())
        self.x = np.full(uses.shape[1], 0.5 / max(1.0, crowd))
        self.slack = supply - uses @ self.x
        dearest = float((values / np.maximum(uses.sum(0), 1)).max())
        self.price = np.full(uses.shape[0], 1.1 * dearest + 1e-3)
        self.waste = uses.T @ self.price - values

    @property
    def short(self) -> Floats:
        """Primal residual: supply not matched by shares and slack."""
        missing: Floats = self.supply - self.uses @ self.x - self.slack
        return missing

    def gap(self) -> float:
        """The duality gap: price of the supply less value of the shares."""
        return float(self.x @ self.waste + self.slack @ self.price)

    def prepare(self) -> None:
        """Factor the system that both steps from this point share."""
        self.ratio = self.x / self.waste
        self.system = (self.uses * self.ratio) @ self.uses.T
        self.system[np.diag_indices(len(self.price))] += self.slack / self.price
        self.inverse = np.linalg.inv(self.system)
        self.miss = self.short
        self.dear = self.values - self.uses.T @ self.price + self.waste

    def aim(self, of_x: Floats, of_slack: Floats) -> _Step:
        """Return the step that changes the products shares x waste and slack x price by these."""
        wanted = self.uses @ (of_x / self.waste + self.ratio * self.dear)
        wanted += of_slack / self.price - self.miss
        dprice = self.inverse @ wanted
        dprice += self.inverse @ (wanted - self.system @ dprice)
        dwaste = self.uses.T @ dprice - self.dear
        dx = (of_x - self.x * dwaste) / self.waste
        return dx, (of_slack - self.slack * dprice) / self.price, dprice, dwaste

    def room(self, step: _Step) -> tuple[float, float]:
        """Largest primal and dual steps that keep all entries positive."""
        dx, dslack, dprice, dwaste = step
        return (
            min(_room(self.x, dx), _room(self.slack, dslack)),
            min(_room(self.price, dprice), _room(self.waste, dwaste)),
        )

    def gap_after(self, step: _Step) -> float:
        """Return the gap that a step would leave."""
        near, far = self.room(step)
        dx, dslack, dprice, dwaste = step
        return float(
            (self.x + near * dx) @ (self.waste + far * dwaste)
            + (self.slack + near * dslack) @ (self.price + far * dprice)
        )

    def move(self, step: _Step) -> None:
        """Go as far as there is room."""
        near, far = self.room(step)
        self.x = self.x + near * step[0]
        self.slack = self.slack + near * step[1]
        self.price = self.price + far * step[2]
        self.waste = self.waste + far * step[3]


def _room(now: Floats, step: Floats) -> float:
    """Largest step that keeps every entry positive."""
    down = step < 0
    return min(1.0, _SHY * float((now[down] / -step[down]).min(initial=np.inf)))
