"""``round``: the best run of every company at the table, in the order in which they operate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bestrun.claims.source import ClaimSource
from bestrun.files import Case
from bestrun.games.base import Answer, SolveOptions
from bestrun.games.eighteen.check import JudgedClaim, check
from bestrun.games.eighteen.solve import Solution, solve_turn, turn_of
from bestrun.operating.price import price_of
from bestrun.terminal import table
from mapdata.companies import find_company
from mapdata.errors import InputError, within
from mapdata.holdings import companies_at, short, turned_to
from mapdata.payout import share_percent
from mapdata.read import read_position
from mapdata.title import Title
from mapdata.titles import load


@dataclass(frozen=True)
class CompanyRun:
    """The turn of one company: its best run, and what it claimed if that is known."""

    best: Solution
    judged: JudgedClaim | None

    @property
    def company(self) -> str:
        """The company."""
        return self.best.turn.company.id

    @property
    def trains(self) -> tuple[str, ...]:
        """Its trains."""
        return self.best.turn.position.trains

    @property
    def per_share(self) -> float | None:
        """The dividend of one share if all is paid out; ``None`` if unknown."""
        return per_share(self.best)

    def to_dict(self) -> dict[str, Any]:
        """Return the turn for programs."""
        answer = self.best.to_dict()
        del answer["title"]
        about = {"trains": list(self.trains), "per_share": self.per_share}
        if self.judged is None:
            return answer | about
        verdict = self.judged.to_dict()
        kept = ("verdict", "legal", "missed", "problems")
        return answer | about | {"claimed": verdict["revenue"]} | {k: verdict[k] for k in kept}

    def row(self) -> tuple[str, ...]:
        """Return the turn as a line of a table."""
        claim, best = self.judged, self.best
        claimed = "" if claim is None else claim.earned if claim.legal else "illegal"
        missed = "" if claim is None else str(claim.missed)
        sure = "" if best.proven else f" (at most {best.bound})"
        ways = "; ".join(f"{run.train}: {'-'.join(run.names)}" for run in best.runs)
        trains = ", ".join(self.trains) or "none"
        earned = f"{best.earned(best.result.plan)}{sure}"
        share = "" if self.per_share is None else f"{self.per_share:g}"
        return (self.company, trains, earned, share, claimed, missed, ways)


def per_share(best: Solution) -> float | None:
    """The dividend of one share for the best plan."""
    percent = share_percent(best.turn.title, best.turn.company)
    if percent is None:
        return None
    whole, rest = divmod(best.revenue * percent, 100)
    return whole + rest / 100 if rest else whole


@dataclass(frozen=True, repr=False)
class Round(Answer):
    """The answer of ``round`` for one position."""

    id: str
    title: Title
    phase: str
    order: str
    runs: tuple[CompanyRun, ...]

    @property
    def revenue(self) -> int:
        """The best revenue of all companies together."""
        return sum(each.best.revenue for each in self.runs)

    @property
    def missed(self) -> int | None:
        """The revenue missed by all claims together; ``None`` if there are none."""
        judged = [each.judged for each in self.runs if each.judged is not None]
        return sum(each.missed for each in judged) if judged else None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about the position, without repetition."""
        return tuple(dict.fromkeys(line for each in self.runs for line in each.best.warnings))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        return {
            "id": self.id,
            "title": self.title.id,
            "phase": self.phase,
            "order": self.order,
            "revenue": self.revenue,
            "missed": self.missed,
            "proven": all(each.best.proven for each in self.runs),
            "companies": [each.to_dict() for each in self.runs],
        }

    def summary(self) -> str:
        """The text for a terminal."""
        rows = [each.row() for each in self.runs]
        missed = "" if self.missed is None else str(self.missed)
        rows.append(("all", "", str(self.revenue), "", "", missed, ""))
        headings = ("company", "trains", "best", "share", "claimed", "missed", "route")
        used = [
            at for at, name in enumerate(headings) if name == "best" or any(r[at] for r in rows)
        ]
        shown = [tuple(row[at] for at in used) for row in rows]
        lines = [f"{self.title.name}, phase {self.phase}: every company, {self.order}"]
        lines.append(table([headings[at] for at in used], shown, right="best share claimed missed"))
        if not all(each.best.proven for each in self.runs):
            lines.append("where a bound is named, the best run is not proven")
        return "\n".join(lines)


def round(case: Case, options: SolveOptions) -> Round:
    """Answer ``bestrun round`` for one case."""
    data = case.data
    with within(case.place):
        position = read_position(data)
        title = load(position.title)
        with within("trains"):
            there = [find_company(title, name).id for name in companies_at(data)]
        names, order = _in_order(data, there)
        claims = _claims(data, title)
        runs = []
        for name in names:
            own = Case(case.id, turned_to(data, name), "")
            with within(name):
                if name in claims:
                    judged = check(own, ClaimSource(claims[name], "claims"), options)
                    runs.append(CompanyRun(judged.best, judged))
                else:
                    runs.append(CompanyRun(solve_turn(case.id, turn_of(own), options), None))
    return Round(case.id, title, position.phase, order, tuple(runs))


def _claims(data: Mapping[str, Any], title: Title) -> dict[str, Any]:
    """The claim of each company."""
    claims = data.get("claims", {})
    if not isinstance(claims, Mapping):
        raise InputError("a line for each company is expected", "claims")
    with within("claims"):
        return {find_company(title, str(name)).id: claim for name, claim in claims.items()}


def _in_order(data: Mapping[str, Any], names: list[str]) -> tuple[list[str], str]:
    """The companies in the order in which they operate, and where that is from."""
    prices = {name: price_of(short({**data, "company": name}).get("share_price")) for name in names}
    if len(names) > 1 and all(price is not None for price in prices.values()):
        return sorted(names, key=lambda name: -(prices[name] or 0)), "the highest share price first"
    return names, "in the order of the file"
