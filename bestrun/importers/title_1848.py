"""1848 replayed: receivership, the company with two homes, the ferry that joins hexes."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from hexgraph.lattice import neighbour, opposite
from hexgraph.sides import crossings, hex_at
from mapdata.title import Title


class Import1848(ImportTable, frozen=True):
    """What 1848 asks for beside.

    Attributes
    ----------
    bank
        The company that takes over the tokens of those that end.
    train_leaves
        With which of these, counted from the first, a train leaves.
    late
        Company to its homes, which it takes with or without free places.
    joining
        The tile that joins its hex with those on its sides.
    sites
        The hexes where it can lie, of which nothing leads to the others.
    """

    bank: str = ""
    train_leaves: tuple[int, ...] = ()
    late: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    joining: str = ""
    sites: tuple[str, ...] = ()


class Replay1848(Replay):
    """A game of 1848."""

    TABLE: ClassVar = Import1848
    table: Import1848

    def __init__(self, export: Export, title: Title) -> None:
        self.received = 0
        """Companies that have gone into receivership."""
        self.joined: dict[str, dict[str, str]] = {}
        """Hex to what lies across its edges, where a tile has joined it with another."""
        super().__init__(export, title)

    def vanishes(self, company: str) -> None:
        """End a company: its tokens become the bank's, and block."""
        mine = self.ground.tokens.setdefault(self.table.bank, [])
        for token in self.ground.tokens.pop(company, []):
            if token.city:
                token.given = token.stays = True
                mine.append(token)
        super().vanishes(company)
        self.received += 1
        if self.received in self.table.train_leaves and self.depot.supply:
            self.leave(self.depot.supply[0])

    def place_home(self, company: str) -> None:
        """Place the home tokens of a company."""
        late = self.table.late.get(company)
        if late is None or self.ground.placed(company):
            super().place_home(company)
            return
        for hex_id in late:
            token = self.ground.place_added(company, self.ground.cities(hex_id)[0])
            token.given = False

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile; one joins its hex with others."""
        super().tile_laid(step, hex_id)
        if self.ground.layers[hex_id][0].tile != self.table.joining:
            return
        hexes, printed = self.title.hexes, crossings(self.title)
        for edge in {edge for piece in self.ground.face(hex_id).track for edge in piece.edges}:
            there = hex_at(self.title)[neighbour(self.title.layout, hexes[hex_id].xy, edge)]
            known = {
                str(side): to.hex
                for (at, side), to in printed.items()
                if at == there and to.hex not in self.table.sites
            }
            self.joined[there] = known | {str(opposite(edge)): hex_id}

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with the hexes that a tile has joined."""
        return super().fields(company) | {"neighbours": dict(self.joined)}


REPLAY = Replay1848
