"""The tiles of an 18xx title: numbers, stops and values, upgrades, hexes where they fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from bestrun.games.base import Answer
from bestrun.terminal import table
from hexgraph.succession import colour_order
from hexgraph.upgrades import bare_face, fitting, followers
from mapdata.places import find_hex
from mapdata.tile import Tile
from mapdata.title import Title
from mapdata.titles import load

if TYPE_CHECKING:
    from plots.drawing import Drawing
    from plots.tiles import TileSample


@dataclass(frozen=True)
class TileRow:
    """A tile of a chart; ``turns`` are its rotations on the hex that is asked for."""

    tile: Tile
    follows: tuple[Tile, ...]
    turns: tuple[int, ...] = ()

    @property
    def count(self) -> str:
        """Number of copies."""
        count = "unlimited" if self.tile.count is None else str(self.tile.count)
        return f"{count}, online only" if self.tile.online_only else count

    @property
    def stops(self) -> str:
        """Stops with their values and places."""
        return ", ".join(
            f"{stop.kind} {'/'.join(map(str, stop.values.values()))}"
            + (f" ({stop.slots} places)" if stop.slots > 1 else "")
            for stop in self.tile.stops
        )


@dataclass(frozen=True, repr=False)
class TileChart(Answer):
    """All tiles of a title, or those that fit on a hex."""

    title: Title
    rows: tuple[TileRow, ...]
    hex: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        fields: dict[str, Any] = {"title": self.title.id}
        if self.hex is not None:
            fields["hex"] = self.hex
        return fields | {"tiles": [self._tile(row) for row in self.rows]}

    def _tile(self, row: TileRow) -> dict[str, Any]:
        tile = row.tile
        fields = {
            "tile": tile.name,
            "colour": tile.colour,
            "count": tile.count,
            "label": tile.label,
            "stops": [
                {"kind": stop.kind, "values": dict(stop.values), "slots": stop.slots}
                for stop in tile.stops
            ],
            "upgrades": [each.name for each in row.follows],
            **({"online_only": True} if tile.online_only else {}),
        }
        return fields | ({"rotations": list(row.turns)} if self.hex is not None else {})

    @property
    def heading(self) -> str:
        """Return the line that says what is shown."""
        if self.hex is None:
            return f"Tiles of {self.title.name}"
        name = self.title.hexes[self.hex].name
        place = f"{name} ({self.hex})" if name else self.hex
        return f"Tiles of {self.title.name} that fit on {place}"

    def summary(self) -> str:
        """The text for a terminal."""
        where = () if self.hex is None else ("rotations",)
        headings = ("tile", "colour", "count", "label", "stops", *where, "upgrades")
        rows = []
        for row in self.rows:
            turns = () if self.hex is None else (" ".join(map(str, row.turns)),)
            upgrades = " ".join(each.name for each in row.follows)
            tile = row.tile
            label = tile.label or ""
            rows.append((tile.name, tile.colour, row.count, label, row.stops, *turns, upgrades))
        if not rows:
            return f"{self.heading}\nnone"
        return f"{self.heading}\n{table(headings, rows)}"

    def draw(self) -> Drawing:
        """Return a chart: every tile at rotation 0, or in every rotation that fits."""
        from plots.tiles import Section, chart

        sections = [
            Section(f"{colour} tiles", tuple(self._samples(rows)))
            for colour, rows in groupby(self.rows, key=lambda row: row.tile.colour)
        ]
        last = list(self.title.phases.values())[-1]
        return chart(self.title, self.heading, sections, last.stage)

    def _samples(self, rows: Iterable[TileRow]) -> Iterator[TileSample]:
        from plots.tiles import TileSample

        for row in rows:
            many = "∞" if row.tile.count is None else row.tile.count
            upgrades = " ".join(each.name for each in row.follows)
            under = (f"→ {upgrades}",) if upgrades else ()
            if self.hex is None:
                yield TileSample(bare_face(row.tile), f"{row.tile.name}  × {many}", under)
                continue
            for at, turn in enumerate(row.turns):
                number = f"{row.tile.name}:{turn}" + (f"  × {many}" if at == 0 else "")
                yield TileSample(bare_face(row.tile, turn), number, under if at == 0 else ())


def tiles(title_id: str, place: str | None = None) -> TileChart:
    """Answer ``bestrun tiles``: all tiles of a title, or those that fit on a hex."""
    title = load(title_id)
    order = [*colour_order(title), *(tile.colour for tile in title.tiles.values())]
    ordered = sorted(title.tiles.values(), key=lambda tile: order.index(tile.colour))
    if place is None:
        return TileChart(title, tuple(TileRow(tile, followers(title, tile)) for tile in ordered))
    hex_id = find_hex(title, place)
    turns = fitting(title, hex_id)
    rows = (TileRow(tile, followers(title, tile), turns[tile]) for tile in ordered if tile in turns)
    return TileChart(title, tuple(rows), hex_id)
