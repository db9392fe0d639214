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
from solvers.chicago.plan import GoalWay, way_to_goal


@dataclass(frozen=True)
class Standing:
    """A company in figures; what does not apply is ``None``.

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
    treasury: int | None
    to_chicago: GoalWay

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
            "treasury": self.treasury,
            "hexes_to_chicago": self.to_chicago.hexes,
            "cost_to_chicago": self.to_chicago.cost,
            "missing_to_chicago": self.to_chicago.missing,
            "actions_to_chicago": self.to_chicago.actions,
        }


def standing_of(position: ChicagoPosition, name: str) -> Standing:
    """Return a company's figures."""
    is_open = rules.is_open(position, name)
    income = rules.income(position, name)
    if not is_open:
        income += rules.pays(position, position.title.companies[name].start)
    treasury = position.treasuries.get(name)
    nowhere = GoalWay(None, None, None, treasury)
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
        treasury=treasury,
        to_chicago=way_to_goal(position, name, treasury) if is_open else nowhere,
    )


@dataclass(frozen=True, repr=False)
class Report(Answer):
    """The answer of ``report``."""

    id: str
    position: ChicagoPosition
    standings: tuple[Standing, ...]

    @property
    def notes(self) -> list[str]:
        """Notes on what is odd about the position."""
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
        """The report as text for the terminal."""
        position = self.position
        stated = any(each.stated is not None for each in self.standings)
        headings = ["company", "income", *["stated"] * stated, "dividend", "bid"]
        headings += ["unsold", "locomotives", "treasury", "hexes", "cost", "missing", "actions"]
        rows = []
        for each in self.standings:
            figures: list[object] = [each.income if each.open else f"({each.income})"]
            if stated:
                wrong = "" if each.stated in (None, each.income) else " !"
                figures.append(f"{_shown(each.stated)}{wrong}")
            figures += [_shown(each.dividend), _shown(each.bid), each.shares, each.locomotives]
            way = each.to_chicago
            figures += map(_shown, (each.treasury, way.hexes, way.cost, way.missing, way.actions))
            rows.append((each.company, *figures))
        right = " ".join(word for word in headings if word != "company")
        industry = ", ".join(f"{name} {value}" for name, value in position.industry.items())
        lines = [
            position.title.name,
            table(headings, rows, right=right),
            "(dividend and opening bid a share; shares unsold; locomotives left; to "
            f"{position.title.hexes[position.title.opening.hex].name}: the fewest hexes, the least "
            "cost, what the treasury is short of it, the fewest actions once nothing is missing)",
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
