"""``payout``: who receives what of a revenue, and what the share price does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bestrun.files import Case
from bestrun.games.base import OfTurn
from bestrun.games.eighteen.solve import turn_of
from bestrun.operating.price import Movement, price_after, read_price
from bestrun.terminal import table
from bestrun.turn import Turn
from mapdata.errors import InputError, within
from mapdata.holdings import short
from mapdata.payout import PayoutRules, payout_rules, share_percent
from mapdata.title import Company, Title

POOL = "pool"
OFFERING = "offering"
_ALSO = {"bank pool": POOL, "market": POOL}
_ALSO |= dict.fromkeys(("ipo", "unsold", "initial", "treasury", "bank"), OFFERING)
"""Other words for them; unsold shares lie in the treasury or the bank, by title."""


@dataclass(frozen=True)
class Payment:
    """The shares and the payment of one holder; ``receiver`` is where the money goes."""

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
    otherwise: Movement
    """The move of the price if the company decides the other way."""
    per_share: int = 1
    """Percent of one share."""
    ends: str = ""
    if_paid: tuple[Payment, ...] = ()

    def received(self, receiver: str) -> int:
        """Payment to the treasury or the bank."""
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
            "otherwise": {
                "withheld": not self.withheld,
                "treasury": 0 if self.withheld else self.revenue,
                "price": self.otherwise.to_dict(),
            },
            "pay_or_keep": [
                {"holder": holder, "paid": pay, "paying": up, "keeping": down}
                for holder, _, pay, up, down in self._compared()
            ],
            **({"ends": self.ends} if self.ends else {}),
            **self.warned(),
        }

    def summary(self) -> str:
        """The text for a terminal."""
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
        compared = self._compared()
        if compared and self.price.before is not None:
            headings = ("pay or keep", "shares", "paid", "paying", "keeping")
            both = [
                (holder, f"{percent} %", paid, _figure(up), _figure(down))
                for holder, percent, paid, up, down in compared
            ]
            lines += ["", table(headings, both, right="shares paid paying keeping")]
            lines.append("paying, keeping: the money and the shares at the price after either")
        if self.price.at_end or self.otherwise.at_end:
            lines.append("the marker stands at the end of the chart")
        if self.ends:
            lines.append(f"the game ends when {self.ends}")
        return "\n".join(lines)

    def _compared(self) -> list[tuple[str, int, int, int | None, int | None]]:
        """The payout to each holder, and the worth of money and shares after either decision."""
        paying, keeping = (
            (self.otherwise, self.price) if self.withheld else (self.price, self.otherwise)
        )
        return [
            (
                each.holder,
                each.percent,
                each.amount,
                _worth(each, paying, self.per_share, each.amount),
                _worth(each, keeping, self.per_share, 0),
            )
            for each in self.shares
            if each.receiver == "holder"
        ]

    @property
    def shares(self) -> tuple[Payment, ...]:
        """Payment to each holder if paid out; nothing where unknown."""
        return self.if_paid if self.withheld else self.payments


def payout(case: Case, revenue: int, *, withhold: bool = False) -> Payout:
    """Answer ``bestrun payout`` for one case."""
    turn = turn_of(case)
    title, company, own = turn.title, turn.company, short(case.data)
    with within(case.place):
        rules = payout_rules(title)
        price = read_price(own.get("share_price"), rules)
        payments = [Payment(company.id, 100, revenue, "treasury")]
        if_paid: list[Payment] = []
        if not withhold or own.get("shares"):
            shares = _shares(own.get("shares"), title, company, rules)
            if_paid = [_payment(holder, part, revenue, rules) for holder, part in shares.items()]
    phase = turn.board.phase.name
    paying, keeping = (
        price_after(phase, company, title, rules, price, paid) for paid in (revenue, 0)
    )
    return Payout(
        case.id,
        turn,
        company.id,
        revenue,
        withhold,
        tuple(payments if withhold else if_paid),
        keeping if withhold else paying,
        paying if withhold else keeping,
        share_percent(title, company) or 1,
        rules.ends,
        tuple(if_paid),
    )


def _worth(payment: Payment, price: Movement, per_share: int, paid: int) -> int | None:
    """Return the money paid and the shares at the price afterwards; ``None`` if that is open."""
    if len(price.after) != 1:
        return None
    return paid + price.after[0] * payment.percent // per_share


def _figure(value: int | None) -> str:
    return "open" if value is None else str(value)


def _payment(holder: str, percent: int, revenue: int, rules: PayoutRules) -> Payment:
    whole, rest = divmod(revenue * percent, 100)
    receiver = {POOL: rules.pool, OFFERING: rules.offering}.get(holder, "holder")
    if rest and receiver == "holder" and rules.players_round_up:
        whole += 1
    return Payment(holder, percent, whole, receiver)


def _shares(data: object, title: Title, company: Company, rules: PayoutRules) -> Mapping[str, int]:
    """The percent of each holder; shares without a holder were never sold."""
    if not isinstance(data, Mapping) or not data:
        raise InputError("who holds what is missing: [shares] with A = 50, pool = 20", "shares")
    unit = share_percent(title, company) or 1
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
                    f"{percent} % is no whole number of shares: one of {company.id} is {unit} %"
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
    if OFFERING in shares and {company.id, company.kind} & set(rules.unsold_in_pool):
        shares[POOL] = shares.get(POOL, 0) + shares.pop(OFFERING)
    return shares
