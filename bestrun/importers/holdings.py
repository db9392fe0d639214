"""Privates and markers during a replay: who owns them, what they add to routes."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from bestrun.importers.data import AbilityTable, PrivateTable
from mapdata.abilities import (
    AdditionalToken,
    AssignCorporation,
    BlocksHexes,
    Close,
    HexBonus,
    Private,
    Teleport,
    TileLay,
    TokenAbility,
)
from mapdata.position import Right


class Granted(Struct, frozen=True):
    """An ability that a company has of its own, and what ends it."""

    ability: Right
    until: str = ""
    director: str | int | None = None


@dataclass
class Holdings:
    """Owners of privates, places of markers, and other additions to routes."""

    known: Mapping[str, Private]
    """What the title says of the privates."""
    privates: Mapping[str, PrivateTable]
    """What its exports add."""
    own: Mapping[str, tuple[object, ...]]
    """Company to the abilities that the title gives it."""
    owned: dict[str, list[str]] = field(default_factory=dict)
    """Company to its privates."""
    closed: set[str] = field(default_factory=set)
    sold: set[str] = field(default_factory=set)
    """What has been bid for or bought: other privates are not in play."""
    uses: dict[str, int] = field(default_factory=dict)
    assigned: dict[str, list[str]] = field(default_factory=dict)
    """Hex to the markers on it."""
    markers: dict[str, list[str]] = field(default_factory=dict)
    """Company to the markers that it holds."""
    granted: dict[str, list[Granted]] = field(default_factory=dict)
    """Company to abilities of its own, beside those of its privates."""

    # Privates

    def table(self, private: str) -> PrivateTable:
        """The facts that reading an export adds to the abilities of a private."""
        return self.privates.get(private, PrivateTable())

    def in_play(self, private: str) -> None:
        """Note that a private has been bid for or bought."""
        self.sold.add(private)

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
        if self.uses[private] == self._lasts(private):
            self.close(private)

    def _lasts(self, private: str) -> int:
        """The number of uses after which a private closes, 0 if it never does."""
        lasting = [
            each.count or 0
            for each in self._abilities(private)
            if isinstance(each, TileLay | TokenAbility) and each.closed_when_used_up
        ]
        return self.table(private).uses or sum(lasting)

    def _abilities(self, private: str) -> tuple[object, ...]:
        return self.known[private].abilities if private in self.known else ()

    def takes_a_lay(self, private: str, hex_id: str) -> bool:
        """Whether a tile laid by a private counts as one of the turn's own lays."""
        return any(
            isinstance(each, Teleport) or (isinstance(each, TileLay) and each.consume_tile_lay)
            for each in self._abilities(private)
            if isinstance(each, Teleport | TileLay) and (not each.hexes or hex_id in each.hexes)
        )

    def brings_token(self, private: str) -> bool:
        """Whether the token that a private places is extra, not one of its company's own."""
        abilities = self._abilities(private)
        return any(isinstance(each, TokenAbility) and not each.from_owner for each in abilities)

    def more_tokens(self, private: str) -> int:
        """The number of tokens that a private adds to those of its company."""
        abilities = self._abilities(private)
        return sum(each.count or 1 for each in abilities if isinstance(each, AdditionalToken))

    def marks_buyer(self, private: str) -> bool:
        """Whether the company that buys a private gets its marker."""
        return any(
            isinstance(each, AssignCorporation) and "sold" in each.when
            for each in self._abilities(private)
        )

    def close_all(self) -> None:
        """Close all privates that say nothing else."""
        for private in self.known:
            closing = [each for each in self._abilities(private) if isinstance(each, Close)]
            later = any(each.on_phase for each in closing)
            stays = self.table(private).stays_with_players
            if not later or (stays and self.owner(private)):
                self.close(private)

    def blocked(self, reached: Callable[[str], bool]) -> tuple[str, ...]:
        """Return the hexes in which nobody builds while players own their privates.

        ``reached`` tells whether a phase has begun.
        """
        return tuple(
            dict.fromkeys(
                hex_id
                for private in self.known
                if private in self.sold and private not in self.closed and not self.owner(private)
                for each in self._abilities(private)
                if isinstance(each, BlocksHexes) and not (each.remove and reached(each.remove))
                for hex_id in each.hexes
            )
        )

    def phase_started(self, phase: str) -> None:
        """Close the privates that close in a phase; end what lasts until then."""
        for private, known in self.known.items():
            if any(isinstance(each, Close) and each.on_phase == phase for each in known.abilities):
                self.close(private)
        for mine in self.granted.values():
            mine[:] = [each for each in mine if each.until != phase]

    def train_bought(self, company: str) -> None:
        """Close the privates that close when this company buys a train."""
        for private, known in self.known.items():
            closing = [each for each in known.abilities if isinstance(each, Close)]
            if any(each.corporation == company and "bought_train" in each.when for each in closing):
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

    def mark_company(self, company: str, marker: str, *, shared: bool = False) -> None:
        """Give a marker to a company, which alone has it then unless it is ``shared``."""
        for marks in self.markers.values():
            if marker in marks and not shared:
                marks.remove(marker)
        mine = self.markers.setdefault(company, [])
        if marker not in mine:
            mine.append(marker)

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

    def turn_markers(self, turns: Mapping[str, str]) -> None:
        """Turn markers over, wherever they lie."""
        for table in (self.assigned, self.markers):
            for marks in table.values():
                marks[:] = [turns.get(each, each) for each in marks]

    # Abilities

    def grant(
        self,
        company: str,
        table: AbilityTable,
        hexes: tuple[str, ...] = (),
        director: str | int | None = None,
    ) -> None:
        """Give a company an ability of its own, once."""
        right = Right(table.type, hexes or table.hexes, table.amount, company, table.count)
        lasts = director if table.while_director else None
        self._have(company, Granted(right, table.until, lasts))

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

    def abilities_of(self, company: str) -> tuple[Right, ...]:
        """Return everything that adds to the routes of a company."""
        privates = {each: self._abilities(each) for each in self.owned.get(company, ())}
        owners = {company: self.own.get(company, ()), **privates}
        through = [
            Right("hex_bonus", each.hexes, each.amount, owner)
            for owner, abilities in owners.items()
            for each in abilities
            if isinstance(each, HexBonus)
        ]
        return (*through, *(each.ability for each in self.granted.get(company, ())))
