"""``payout``: who receives what of a revenue, and what the share price does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bestrun.files import Case
from bestrun.games.base import OfTurn
from bestrun.games.eighteen import turn_of
from bestrun.operating.price import Movement, price_after, read_price
from bestrun.terminal import table
from bestrun.turn import Turn
from mapdata.errors import InputError, within
from mapdata.payout import PayoutRules, payout_rules
from mapdata.title import Company, Title

POOL = "pool"
OFFERING = "offering"
_ALSO = {"bank pool": POOL, "market": POOL}
_ALSO |= dict.fromkeys(("ipo", "unsold", "initial", "treasury", "bank"), OFFERING)
"""Other words for them; unsold shares lie in the treasury or the bank, by title."""


@dataclass(frozen=True)
class Payment:
    """What one holder has and receives; ``receiver`` is where the money goes."""

    holder: str
    percent: int
    amount: int
    receiver: str


@dataclass(frozen=True, repr=False)
class Payout(OfTurn):
    """The answer of ``payout`` for one position."""

    id: str
    turn: Turn
    company: str
    revenue: int
    withheld: bool
    payments: tuple[Payment, ...]
    price: Movement

    def received(self, receiver: str) -> int:
        """Return what the treasury or the bank receives."""
        return sum(each.amount for each in self.payments if each.receiver == receiver)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        holders = {each.holder: each.amount for each in self.payments if each.receiver == "holder"}
        return {
            "id": self.id,
            "company": self.company,
            "revenue": self.revenue,
            "withheld": self.withheld,
            "holders": holders,
            "treasury": self.received("treasury"),
            "bank": self.received("bank"),
            "price": self.price.to_dict(),
            **self.warned(),
        }

    def summary(self) -> str:
        """Return what a person reads on the terminal."""
        done = "keeps" if self.withheld else "pays out"
        lines = [f"{self.company} {done} {self.revenue}"]
        if not self.withheld:
            where = {"holder": "", "treasury": f"treasury of {self.company}", "bank": "bank"}
            rows = [
                (each.holder, f"{each.percent} %", each.amount, where[each.receiver])
                for each in self.payments
            ]
            lines.append(
                table(("holder", "shares", "amount", "goes to"), rows, right="shares amount")
            )
        lines.append(f"treasury {self.received('treasury')}, bank {self.received('bank')}")
        lines.append(self.price.summary())
        return "\n".join(lines)


def payout(case: Case, revenue: int, *, withhold: bool = False) -> Payout:
    """Answer ``bestrun payout`` for one case."""
    turn = turn_of(case)
    title, company = turn.title, turn.company
    with within(case.place):
        rules = payout_rules(title)
        price = read_price(case.data.get("share_price"), rules)
        payments: list[Payment] = []
        if withhold:
            payments.append(Payment(company.id, 100, revenue, "treasury"))
        else:
            shares = _shares(case.data.get("shares"), title, company, rules)
            payments += [_payment(holder, part, revenue, rules) for holder, part in shares.items()]
    paid = 0 if withhold else revenue
    movement = price_after(turn.board.phase.name, company, title, rules, price, paid)
    return Payout(case.id, turn, company.id, revenue, withhold, tuple(payments), movement)


def _payment(holder: str, percent: int, revenue: int, rules: PayoutRules) -> Payment:
    whole, rest = divmod(revenue * percent, 100)
    receiver = {POOL: rules.pool, OFFERING: rules.offering}.get(holder, "holder")
    if rest and receiver == "holder" and rules.players_round_up:
        whole += 1
    return Payment(holder, percent, whole, receiver)


def _shares(data: object, title: Title, company: Company, rules: PayoutRules) -> Mapping[str, int]:
    """Return the percent of each holder; what nobody is said to hold was never sold."""
    if not isinstance(data, Mapping) or not data:
        raise InputError("who holds what is missing: [shares] with A = 50, pool = 20", "shares")
    unit = rules.share.get(company.id) or rules.share.get(company.kind) or 1
    shares: dict[str, int] = {}
    for written, percent in data.items():
        holder = str(written)
        folded = holder.casefold()
        holder = folded if folded in (POOL, OFFERING) else _ALSO.get(folded, holder)
        with within(f"shares.{written}"):
            if isinstance(percent, bool) or not isinstance(percent, int) or percent < 0:
                raise InputError(f"expected percent as a whole number, got {percent!r}")
            if percent % unit:
                raise InputError(
                    f"a share of {company.id} is {unit} %: {percent} is no number of them"
                )
            if holder in shares:
                raise InputError(f"{holder} is given twice")
            if holder == company.id:
                raise InputError(f"{company.id} holds its own shares as {OFFERING}")
        shares[holder] = percent
    sold = sum(shares.values())
    if sold > 100 or (OFFERING in shares and sold < 100):
        raise InputError(f"the shares add up to {sold} %", "shares")
    if OFFERING not in shares and sold < 100:
        shares[OFFERING] = 100 - sold
    return shares
