"""Chicago Express: a position in figures, company by company."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bestrun.files import Case
from bestrun.games.base import Answer
from bestrun.games.chicago.notes import bare, oddities
from bestrun.games.chicago.outlook import Outlook
from bestrun.games.chicago.solve import position_of
from bestrun.terminal import table
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.plan import growth_of
from solvers.chicago.reach import best_way, shortest


@dataclass(frozen=True)
class Standing:
    """A company in figures; what does not apply is ``None``.

    ``hexes`` and ``cost`` are what Chicago takes at the very least, not always by one way.
    A company that is not open has the income it would open with.
    """

    company: str
    open: bool
    income: int
    stated: int | None
    locomotives: int
    sold: int
    shares: int
    dividend: int | None
    bid: int | None
    hexes: int | None
    cost: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for programs."""
        return {
            "company": self.company,
            "open": self.open,
            "income": self.income,
            "stated_income": self.stated,
            "income_agrees": self.stated in (None, self.income),
            "locomotives_left": self.locomotives,
            "shares_sold": self.sold,
            "shares_left": self.shares,
            "dividend_per_share": self.dividend,
            "opening_bid": self.bid,
            "hexes_to_chicago": self.hexes,
            "cost_to_chicago": self.cost,
        }


def standing_of(position: ChicagoPosition, name: str) -> Standing:
    """Return a company's figures."""
    is_open = rules.is_open(position, name)
    income = rules.income(position, name)
    if not is_open:
        income += rules.pays(position, position.title.companies[name].start)
    hexes, cost = _to_chicago(position, name) if is_open else (None, None)
    return Standing(
        company=name,
        open=is_open,
        income=income,
        stated=position.stated.get(name),
        locomotives=rules.locomotives_left(position, name),
        sold=position.sold[name],
        shares=rules.shares_left(position, name),
        dividend=rules.dividend(position, name, income) if is_open else None,
        bid=rules.opening_bid(position, name),
        hexes=hexes,
        cost=cost,
    )


def _to_chicago(position: ChicagoPosition, name: str) -> tuple[int | None, int | None]:
    """Return the fewest hexes and the least cost to Chicago, as far as locomotives go."""
    goal = position.title.opening.hex
    if goal in position.networks[name]:
        return 0, 0
    limit = rules.locomotives_left(position, name)
    growth = growth_of(position, name, RICH, limit)
    if goal not in growth.hexes:
        return None, None
    target = growth.hexes.index(goal)
    way = best_way(growth, target, growth.limit)
    return shortest(growth, target), sum(growth.cost[each] for each in way or ())


RICH = 1_000_000
"""More than any way costs."""


@dataclass(frozen=True, repr=False)
class Report(Answer):
    """The answer of ``report``."""

    id: str
    position: ChicagoPosition
    standings: tuple[Standing, ...]

    @property
    def notes(self) -> list[str]:
        """Return what is odd about the position."""
        return oddities(self.position)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for programs."""
        ends = rules.end_conditions(self.position)
        return {
            "id": self.id,
            "title": self.position.title.id,
            "companies": [each.to_dict() for each in self.standings],
            "industry": dict(self.position.industry),
            "houses_left": rules.houses_left(self.position),
            "end_conditions": ends,
            "ends": any(ends.values()),
            **Outlook(self.position).to_dict(),
            "notes": bare(self.notes),
        }

    def summary(self) -> str:
        """Return what a person reads on the terminal."""
        position = self.position
        stated = any(each.stated is not None for each in self.standings)
        headings = ["company", "income", *["stated"] * stated, "dividend", "bid"]
        headings += ["unsold", "locomotives", "hexes", "cost"]
        rows = []
        for each in self.standings:
            figures: list[object] = [each.income if each.open else f"({each.income})"]
            if stated:
                wrong = "" if each.stated in (None, each.income) else " !"
                figures.append(f"{_shown(each.stated)}{wrong}")
            figures += [_shown(each.dividend), _shown(each.bid), each.shares, each.locomotives]
            figures += [_shown(each.hexes), _shown(each.cost)]
            rows.append((each.company, *figures))
        right = " ".join(word for word in headings if word != "company")
        industry = ", ".join(f"{name} {value}" for name, value in position.industry.items())
        lines = [
            position.title.name,
            table(headings, rows, right=right),
            "(dividend and opening bid a share; shares unsold; locomotives left; what it takes to "
            f"{position.title.hexes[position.title.opening.hex].name} at the very least)",
            f"industry: {industry}; houses left: {rules.houses_left(position)}",
        ]
        late = position.title.opening.company
        if not rules.is_open(position, late):
            lines.append(f"{late} is not open yet; in brackets the income it would open with")
        return "\n".join([*lines, *Outlook(position).lines(), *self.notes])


def _shown(figure: int | None) -> str:
    return "–" if figure is None else str(figure)


def report(case: Case) -> Report:
    """Answer ``bestrun report`` for one case."""
    position = position_of(case)
    standings = tuple(standing_of(position, name) for name in position.title.companies)
    return Report(case.id, position, standings)
