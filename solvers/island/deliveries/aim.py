"""What makes one delivery plan better than another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from mapdata.island.position import IslandPosition

NOTHING = Fraction(0)


@dataclass(frozen=True)
class Aim:
    """The value of a plan: higher is better, and to do nothing is worth 0.

    Without a ``target`` it is money a turn: what the plan earns (less what it spends, if
    ``net``), divided by the turns up to its last delivery. With ``total`` it is the money
    gained by the end of the horizon. With a target it is the number of turns before the end
    of the horizon in which the money reaches the target. ``floor`` is what is spent by then at
    least, whatever the plan spends itself.
    """

    money: int
    horizon: int
    net: bool
    target: int | None
    total: bool = False
    floor: int = 0

    @classmethod
    def of(cls, position: IslandPosition) -> Aim:
        """The aim that a position asks for."""
        target = position.figures.game.win if position.aim == "win" else position.target
        net = position.aim != "income" or target is not None
        return cls(position.money, position.horizon, net, target, position.aim == "total")

    def value(self, pay: int, cost: int, turn: int) -> Fraction:
        """The worth of earning ``pay`` for ``cost`` with the last delivery in ``turn``.

        It rises with pay and falls with cost and turn, so that bounds of these give a
        bound of it. What is done before the first move is done in the first turn.
        """
        turn = max(1, turn)
        if turn > self.horizon or cost > self.money + pay:
            return NOTHING
        if self.target is not None:
            there = self.money + pay - max(cost, self.floor) >= self.target
            return Fraction(self.horizon + 1 - turn) if there else NOTHING
        earned = pay - cost if self.net else pay
        return Fraction(earned, 1 if self.total else turn) if earned > 0 else NOTHING

    def worth(self, pay: int, cost: int, turn: int) -> Fraction:
        """The value of a plan that was carried out; to lose money is worth less than 0."""
        if self.target is None and self.net and pay < cost:
            return Fraction(pay - cost, 1 if self.total else max(1, turn))
        return self.value(pay, cost, turn)

    def dearest(self, pay: int, turn: int, beat: Fraction) -> int:
        """The highest cost at which such a plan is still worth more than ``beat``."""
        turn = max(1, turn)
        if self.target is not None:
            most = self.money + pay - self.target
            return most if self.horizon + 1 - turn > beat and most >= self.floor else -1
        if not self.net:
            return self.money + pay if Fraction(pay, turn) > beat else -1
        spare = pay - beat * (1 if self.total else turn)
        most = spare.numerator // spare.denominator
        return most - 1 if most == spare else most

    def beats(self, turn: int, sum_: int, value: Fraction) -> bool:
        """Whether so much, earned by a turn, is worth more than a value; quicker than `most`."""
        if self.target is not None:
            return self.money + sum_ >= self.target and self.horizon + 1 - turn > value
        return sum_ * value.denominator > value.numerator * (1 if self.total else turn)

    def most(self, earned: Iterable[tuple[int, int]]) -> Fraction:
        """The highest value of what can be earned by some turns: pairs of turn and sum.

        Sums are what is paid, less what is spent if that counts.
        """
        if self.target is not None:
            there = [turn for turn, sum_ in earned if self.money + sum_ >= self.target]
            return Fraction(self.horizon + 1 - min(there)) if there else NOTHING
        best, of = 0, 1
        for turn, sum_ in earned:
            by = 1 if self.total else turn
            if sum_ * of > best * by:
                best, of = sum_, by
        return Fraction(best, of)
