"""Builds of Chicago Express in words: a line a hex, and what reaching Chicago sets off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bestrun.terminal import table
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.moves import Course, PlayedAction


def heading(position: ChicagoPosition, company: str, treasury: int) -> str:
    """Return the line that says who builds with what."""
    left = rules.locomotives_left(position, company)
    means = f"treasury {treasury}, {left} locomotives left"
    return f"{position.title.name}, {company}: {means}"


def course_table(course: Course) -> str:
    """Return one line a hex: action, hex, what it costs and why, what it earns."""
    rows = []
    for number, action in enumerate(course.actions, 1):
        for at, hex_id in enumerate(action.hexes):
            place = action.before.title.hexes[hex_id]
            here = len(rules.standing(action.before, hex_id)) + 1
            cost = rules.price(action.before, hex_id)
            times = f"{place.cost} x {here}" if here > 1 else ""
            earns = rules.pays(action.before, hex_id)
            kind = place.kind if place.kind != "chicago" else "city"
            house = ", house" if hex_id in action.before.houses else ""
            number_once = number if at == 0 else ""
            rows.append((number_once, hex_id, place.name or "", kind + house, cost, times, earns))
    headings = ("action", "hex", "name", "kind", "cost", "of which", "income")
    return table(headings, rows, right="action cost income")


@dataclass(frozen=True)
class Arrival:
    """The effects of reaching Chicago: a dividend at once, and maybe a new company."""

    action: int
    company: str
    place: str
    income: int
    dividend: int | None
    opens: str | None
    opens_with: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the extra dividend a share, and the company that opens after it."""
        return {
            "action": self.action,
            "income": self.income,
            "dividend_per_share": self.dividend,
            "opens": self.opens,
            "opens_with_income": self.opens_with,
        }

    def summary(self) -> str:
        """Return the same in words."""
        paid = "no dividend: no share is sold"
        if self.dividend is not None:
            paid = f"an extra dividend of {self.dividend} a share"
        text = f"{self.company} reaches {self.place} in action {self.action}: {paid}"
        if self.opens is not None:
            text += f", then the {self.opens} opens with income {self.opens_with}"
        return text


def arrival_of(course: Course) -> Arrival | None:
    """The arrival in Chicago, if an action reaches it."""
    for number, action in enumerate(course.actions, 1):
        opening = action.before.title.opening
        if opening.hex in action.hexes:
            return _arrival(course.company, number, action)
    return None


def _arrival(company: str, number: int, action: PlayedAction) -> Arrival:
    opening = action.before.title.opening
    earned = rules.income(action.after, company)
    new = not rules.is_open(action.before, opening.company)
    return Arrival(
        action=number,
        company=company,
        place=action.before.title.hexes[opening.hex].label,
        income=earned,
        dividend=rules.dividend(action.before, company, earned),
        opens=opening.company if new else None,
        opens_with=rules.income(action.after, opening.company) if new else None,
    )
