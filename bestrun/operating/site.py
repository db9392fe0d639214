"""A company on a board: what laying tiles and placing markers begin with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hexgraph.board import Board
from mapdata.building import Building, building
from mapdata.title import Company, Title


@dataclass(frozen=True)
class Site:
    """A company on a board.

    ``par`` is its issue price, where that is known: it can limit its markers.
    """

    board: Board
    company: Company
    par: int | None = None

    @property
    def title(self) -> Title:
        """Return the title that is played."""
        return self.board.title

    @cached_property
    def rules(self) -> Building:
        """Return the rules of building of the title."""
        return building(self.title, book=self.board.extras.book)
