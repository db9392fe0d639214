"""Privates and markers during a replay: who owns them, what they add to routes."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from bestrun.importers.data import AbilityTable, PrivateTable


@dataclass(frozen=True)
class Ability:
    """Something that adds to the routes of a company, with whoever it comes from."""

    type: str
    hexes: tuple[str, ...] = ()
    amount: int = 0
    owner: str = ""


@dataclass(frozen=True)
class Granted:
    """An ability that a company has of its own, and what ends it."""

    ability: Ability
    until: str = ""
    director: str | int | None = None


@dataclass
class Holdings:
    """Which company owns which private, where markers lie, what else adds to routes."""

    privates: dict[str, PrivateTable]
    closing: str = ""
    """The phase in which all privates close that say nothing else."""
    owned: dict[str, list[str]] = field(default_factory=dict)
    """Company to its privates."""
    closed: set[str] = field(default_factory=set)
    uses: dict[str, int] = field(default_factory=dict)
    assigned: dict[str, list[str]] = field(default_factory=dict)
    """Hex to the markers on it."""
    markers: dict[str, list[str]] = field(default_factory=dict)
    """Company to the markers that it holds."""
    granted: dict[str, list[Granted]] = field(default_factory=dict)
    """Company to abilities of its own, beside those of its privates."""

    # Privates

    def table(self, private: str) -> PrivateTable:
        """Return what the title says of a private."""
        return self.privates.get(private, PrivateTable())

    def buy(self, private: str, company: str) -> None:
        """Give a private to a company; it may close with that."""
        self.take(private)
        if self.table(private).closes_when_bought:
            self.close(private)
        else:
            self.owned.setdefault(company, []).append(private)

    def take(self, private: str) -> None:
        """Take a private away from whichever company has it."""
        for mine in self.owned.values():
            if private in mine:
                mine.remove(private)

    def owner(self, private: str) -> str:
        """Return the company that owns a private, or nothing."""
        return next((company for company, mine in self.owned.items() if private in mine), "")

    def close(self, private: str) -> None:
        """Close a private for good."""
        self.take(private)
        self.closed.add(private)

    def used(self, private: str) -> None:
        """Count a use of a private; used up, it may close."""
        self.uses[private] = self.uses.get(private, 0) + 1
        if self.uses[private] == self.table(private).uses:
            self.close(private)

    def phase_started(self, phase: str) -> None:
        """Close the privates that close in a phase."""
        owned = [private for mine in self.owned.values() for private in mine]
        for private in owned:
            if (self.table(private).closes or self.closing) == phase:
                self.close(private)
        for mine in self.granted.values():
            mine[:] = [each for each in mine if each.until != phase]

    def train_bought(self, company: str) -> None:
        """Close the privates that close when this company buys a train."""
        for private, table in self.privates.items():
            if table.closes_with == company:
                self.close(private)

    def hand_over(self, old: str, new: str) -> None:
        """Give all that a company has to another."""
        self.owned.setdefault(new, []).extend(self.owned.pop(old, []))
        for marker in self.markers.pop(old, []):
            self.mark_company(new, marker)
        for each in self.granted.pop(old, []):
            self._have(new, replace(each, ability=replace(each.ability, owner=new)))

    # Markers

    def mark_hex(self, hex_id: str, marker: str) -> None:
        """Put a marker on a hex."""
        if marker not in self.assigned.setdefault(hex_id, []):
            self.assigned[hex_id].append(marker)

    def lift(self, marker: str) -> None:
        """Take a marker off all hexes."""
        for marks in self.assigned.values():
            if marker in marks:
                marks.remove(marker)

    def mark_company(self, company: str, marker: str) -> None:
        """Give a marker to a company, which alone has it then."""
        for marks in self.markers.values():
            if marker in marks:
                marks.remove(marker)
        self.markers.setdefault(company, []).append(marker)

    def remove_markers(
        self, markers: Container[str] | None = None, keep: Container[str] = ()
    ) -> None:
        """Take markers off hexes and companies: these, or all but those to ``keep``."""
        for table in (self.assigned, self.markers):
            for marks in table.values():
                marks[:] = [
                    each
                    for each in marks
                    if each in keep or (markers is not None and each not in markers)
                ]

    # Abilities

    def grant(
        self,
        company: str,
        table: AbilityTable,
        hexes: tuple[str, ...] = (),
        director: str | int | None = None,
    ) -> None:
        """Give a company an ability of its own, once."""
        ability = Ability(table.type, hexes or table.hexes, table.amount, company)
        lasts = director if table.while_director else None
        self._have(company, Granted(ability, table.until, lasts))

    def _have(self, company: str, granted: Granted) -> None:
        mine = self.granted.setdefault(company, [])
        if granted.ability not in (each.ability for each in mine):
            mine.append(granted)

    def end(self, company: str, kind: str) -> None:
        """End a company's abilities of a kind."""
        mine = self.granted.get(company, [])
        mine[:] = [each for each in mine if each.ability.type != kind]

    def directed_by(self, company: str, director: str | int | None) -> None:
        """End what came with another director."""
        mine = self.granted.get(company, [])
        mine[:] = [each for each in mine if each.director in (None, director)]

    def abilities_of(self, company: str) -> tuple[Ability, ...]:
        """Return everything that adds to the routes of a company."""
        through = [
            Ability(each.type, each.hexes, each.amount, private)
            for private in self.owned.get(company, ())
            for each in self.table(private).abilities
        ]
        return (*through, *(each.ability for each in self.granted.get(company, ())))
