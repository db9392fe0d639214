"""``phase``: what a later phase does to the runs of a company, or of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from bestrun.files import Case
from bestrun.games.base import OfTurn, SolveOptions
from bestrun.games.eighteen.solve import Solution, solve_turn, turn_of
from bestrun.operating.formations import Formation, formations
from bestrun.positions import written
from bestrun.terminal import table
from bestrun.turn import Turn, set_up
from mapdata.building import building, has_begun
from mapdata.companies import find_company
from mapdata.errors import InputError, look_up, within
from mapdata.holdings import companies_at, turned_to
from mapdata.position import Position
from mapdata.read import read_position
from mapdata.title import Title, counted_trains, train_limit
from mapdata.words import with_article


@dataclass(frozen=True)
class CompanyChange:
    """A company's best runs now and in the later phase; ``after`` is ``None`` if it is gone."""

    company: str
    now: Solution
    after: Solution | None
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the change for programs."""
        return {
            "company": self.company,
            "now": self.now.total,
            "after": None if self.after is None else self.after.total,
            "trains": None if self.after is None else list(self.after.turn.position.trains),
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class FormedCompany:
    """A company that the phases form, with its best runs."""

    formation: Formation
    solution: Solution

    def to_dict(self) -> dict[str, Any]:
        """Return the company for programs, with the position after its formation."""
        formed = self.formation
        return {
            "company": formed.company,
            "out_of": list(formed.out_of),
            "revenue": self.solution.total,
            "markers_returned": formed.returned,
            "unknown": list(formed.unknown),
            "position": written(formed.position),
        }


@dataclass(frozen=True, repr=False)
class PhaseChange(OfTurn):
    """The answer of ``phase`` for one position."""

    id: str
    turn: Turn
    to: str
    changes: tuple[CompanyChange, ...]
    formed: tuple[FormedCompany, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        return {
            "id": self.id,
            "title": self.turn.title.id,
            "phase": self.turn.board.phase.name,
            "to": self.to,
            "companies": [change.to_dict() for change in self.changes],
            "formed": [each.to_dict() for each in self.formed],
            "notes": list(self.notes),
            **self.warned(),
        }

    def summary(self) -> str:
        """The text for a terminal."""
        now = self.turn.board.phase.name
        lines = [f"{self.turn.title.name}: from phase {now} to phase {self.to}", *self.notes, ""]
        rows = [
            (
                change.company,
                change.now.total,
                "gone" if change.after is None else change.after.total,
                "; ".join(change.notes),
            )
            for change in self.changes
        ]
        headings = ("company", f"phase {now}", f"phase {self.to}", "what changes")
        lines.append(table(headings, rows, right=f"phase {now} phase {self.to}"))
        for each in self.formed:
            formed, trains = each.formation, ", ".join(each.formation.position.trains)
            lines += ["", f"{formed.company} is formed out of {', '.join(formed.out_of)}"]
            lines.append(f"  trains: {trains or 'none known'}")
            places = formed.position.tokens[formed.company]
            lines.append(f"  markers: {', '.join(places)}; {formed.returned} come back to it")
            lines.append(f"  its best run earns {each.solution.total}")
            if formed.unknown:
                lines.append(f"  not in the position: {', '.join(formed.unknown)}")
        return "\n".join(lines)


def phase(case: Case, to: str) -> PhaseChange:
    """Answer ``bestrun phase`` for one case.

    With ``trains`` by company in the position it answers for every company there.
    """
    turn = turn_of(case)
    title, now = turn.title, turn.board.phase.name
    with within("--to"):
        look_up(title.phases, to, "phase")
    order = list(title.phases)
    if order.index(to) <= order.index(now):
        raise InputError(f"phase {to} does not come after phase {now}", case.place)
    with within(case.place), within("trains"):
        there = [find_company(title, name).id for name in companies_at(case.data)]
        turns = [read_position(turned_to(case.data, name)) for name in there]
    fleets = {each.company: each.trains for each in turns}
    with within(case.place):
        changes = [_change(case.id, title, each, to) for each in turns]
        later = {name: _later(title, trains, now, to)[0] for name, trains in fleets.items()}
        formed = [
            FormedCompany(each, solve_turn(case.id, set_up(each.position), SolveOptions()))
            for each in formations(turn.board, turn.position, later, to)
        ]
    return PhaseChange(
        case.id, turn, to, tuple(changes), tuple(formed), tuple(_general(title, now, to))
    )


def _change(id_: str, title: Title, position: Position, to: str) -> CompanyChange:
    company, now = position.company, position.phase
    before = solve_turn(id_, set_up(position), SolveOptions())
    rules = building(title)
    lifetime = rules.exists.get(company) or rules.exists.get(title.companies[company].kind)
    if lifetime and lifetime.gone and has_begun(title, lifetime.gone, to):
        return CompanyChange(company, before, None, ("the company does not exist any more",))
    kept, notes = _later(title, position.trains, now, to)
    later = replace(position, phase=to, trains=kept)
    after = solve_turn(id_, set_up(later), SolveOptions())
    limit = train_limit(title, to, company)
    counted = len(counted_trains(title, kept))
    if limit is not None and counted > limit:
        notes.append(f"{counted} trains, but only {limit} are allowed: it must discard")
    return CompanyChange(company, before, after, tuple(notes))


def _later(
    title: Title, trains: Iterable[str], now: str, to: str
) -> tuple[tuple[str, ...], list[str]]:
    """Return the trains that are left in a later phase, and what happened to the others."""
    kept, notes = list(trains), []
    for each in _phases(title, now, to):
        for old, new in title.phases[each].turns.items():
            if old in kept:
                notes.append(f"{with_article(old)} becomes {with_article(new)}")
            kept = [new if name == old else name for name in kept]
        gone = [name for name in kept if name in title.phases[each].scraps]
        notes += [f"{with_article(name)} is scrapped" for name in gone]
        kept = [name for name in kept if name not in gone]
    return tuple(kept), notes


def _phases(title: Title, now: str, to: str) -> list[str]:
    """Return the phases that begin on the way from one to another, the last included."""
    order = list(title.phases)
    return order[order.index(now) + 1 : order.index(to) + 1]


def _general(title: Title, now: str, to: str) -> Iterable[str]:
    """Changes that concern everybody."""
    one, two = title.phases[now], title.phases[to]
    new = [colour for colour in two.colours if colour not in one.colours]
    if new:
        yield f"{' and '.join(new)} tiles may be laid"
    if one.stage != two.stage:
        yield f"off-board areas pay their {two.stage} figures"
    if one.operating_rounds != two.operating_rounds:
        yield f"{two.operating_rounds} operating rounds between stock rounds"
