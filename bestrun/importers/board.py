"""What lies where during a replay: tiles in layers, tokens with their places.

A city is known by its hex and the index of its stop. Tiles come and go under the tokens,
so that a city can change its index, or two cities can become one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from mapdata.tile import Piece, PrintedStop, Tile, turned_track
from mapdata.title import Title


class City(NamedTuple):
    """A city or pass: its hex and the index of its stop there."""

    hex: str
    stop: int


@dataclass(slots=True)
class Token:
    """A token of a company; without a city it lies on the charter, keeping its turn.

    ``seat`` is its place within the city. Only the purchase of a token asks for it.
    """

    city: City | None = None
    seat: int = 0


@dataclass(slots=True)
class Home:
    """The place kept free for a company that has not placed its home token."""

    company: str
    city: City
    seat: int = 0
    kept: bool = True


class Layer(NamedTuple):
    """A tile as it lies."""

    tile: str
    rotation: int


@dataclass
class Board:
    """Tiles and tokens of one moment."""

    title: Title
    layers: dict[str, list[Layer]] = field(default_factory=dict)
    tile_ids: dict[str, str] = field(default_factory=dict)
    """Hex to the id of the tile there, such as ``57-2``, to find cities by."""
    tokens: dict[str, list[Token]] = field(default_factory=dict)
    homes: list[Home] = field(default_factory=list)

    # What a hex shows

    def lying(self, hex_id: str) -> Iterator[tuple[Tile, int]]:
        """Yield what carries track and stops on a hex, with rotations: print, then layers."""
        layers = [(self.title.tiles[tile], turn) for tile, turn in self.layers.get(hex_id, ())]
        if all(tile.layer != "tile" for tile, _ in layers):
            yield self.title.hexes[hex_id].printed, 0
        yield from layers

    def pieces(self, hex_id: str) -> list[Piece]:
        """Return all track on a hex as it lies."""
        return [piece for tile, turn in self.lying(hex_id) for piece in turned_track(tile, turn)]

    def stops(self, hex_id: str) -> tuple[PrintedStop, ...]:
        """Return the stops of a hex; a panel shows the stop that it opens."""
        found: tuple[PrintedStop, ...] = ()
        for tile, _ in self.lying(hex_id):
            found = tile.stops or found
        return found

    def cities(self, hex_id: str) -> list[City]:
        """Return the stops that hold tokens: the site numbers cities among these alone."""
        kinds = self.title.stop_kinds
        stops = enumerate(self.stops(hex_id))
        return [City(hex_id, index) for index, stop in stops if kinds[stop.kind].blocks]

    def edges(self, city: City) -> set[int]:
        """Return the edges from which track leads to a city."""
        mine = (piece for piece in self.pieces(city.hex) if city.stop in piece.stops)
        return {edge for piece in mine for edge in piece.edges}

    def city(self, city_id: str) -> City | None:
        """Find a city by the site's id, ``6-5-0``: its tile's id and its number.

        A printed city has its hex and a number without meaning for a tile.
        """
        tile_id, _, number = city_id.rpartition("-")
        hexes = [hex_id for hex_id, laid in self.tile_ids.items() if laid == tile_id]
        if not hexes:
            hexes = [tile_id.rpartition("-")[0]]
            if hexes[0] not in self.title.hexes or hexes[0] in self.tile_ids:
                return None
        cities = self.cities(hexes[0])
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            return None
        return cities[int(number)] if int(number) < len(cities) else None

    # Laying

    def lay(self, hex_id: str, tile_id: str, rotation: int) -> None:
        """Lay a tile in place of what is there; tokens and kept places move with their city."""
        before = {city: self.edges(city) for city in self.cities(hex_id)}
        overlays = [each for each in self.layers.get(hex_id, ()) if self._is_overlay(each)]
        self.layers[hex_id] = [Layer(tile_id.rpartition("-")[0], rotation), *overlays]
        self.tile_ids[hex_id] = tile_id
        after = {city: self.edges(city) for city in self.cities(hex_id)}
        self._move(before, after)

    def overlay(self, hex_id: str, tile: str, rotation: int) -> None:
        """Add a tunnel to what lies there, turned the least that looks the same."""
        track = _looks(self.title.tiles[tile], rotation)
        least = min(turn for turn in range(6) if _looks(self.title.tiles[tile], turn) == track)
        self.layers.setdefault(hex_id, []).append(Layer(tile, least))

    def underlay(self, hex_id: str, tile: str, rotation: int) -> None:
        """Put a tile below the tunnels of a hex, whatever else lies there."""
        overlays = [each for each in self.layers.get(hex_id, ()) if self._is_overlay(each)]
        self.layers[hex_id] = [Layer(tile, rotation), *overlays]

    def panel(self, hex_id: str, tile: str) -> None:
        """Open the stop of a hex with a panel."""
        self.layers[hex_id] = [Layer(tile, 0)]

    def _is_overlay(self, layer: Layer) -> bool:
        return self.title.tiles[layer.tile].layer == "overlay"

    def _move(self, before: dict[City, set[int]], after: dict[City, set[int]]) -> None:
        """Carry tokens and kept places from the old cities to the new ones."""
        if not after:
            return
        goes_to = {city: _successor(city, edges, after) for city, edges in before.items()}
        seats = dict.fromkeys(after, 0)
        for home in sorted((each for each in self.homes if each.city in goes_to), key=_order):
            home.city = goes_to[home.city]
            home.seat = seats[home.city]
            seats[home.city] += 1
        placed = (token for mine in self.tokens.values() for token in mine)
        moving = sorted((token for token in placed if token.city in goes_to), key=_order)
        for token in moving:
            token.city, token.seat = goes_to[_there(token)], -1
        for token in moving:
            token.seat = self._free_seat(_there(token))

    # Tokens

    def holders(self, city: City) -> dict[str, Token]:
        """Return the companies with a token in a city."""
        return {
            company: token
            for company, mine in self.tokens.items()
            for token in mine
            if token.city == city
        }

    def place(self, company: str, city: City, seat: int | None = None) -> None:
        """Place the first token that lies on the charter, or a new one."""
        mine = self.tokens.setdefault(company, [])
        token = next((each for each in mine if each.city is None), None)
        if token is None:
            mine.append(token := Token())
        token.seat = self._free_seat(city) if seat is None else seat
        token.city = city

    def place_home(self, company: str) -> None:
        """Place the home tokens of a company where places have been kept for them."""
        for home in self.homes:
            if home.company == company and home.kept:
                home.kept = False
                self.place(company, home.city, home.seat)

    def release_home(self, company: str) -> None:
        """Let the places go that were kept for a company."""
        for home in self.homes:
            if home.company == company:
                home.kept = False

    def hand_over(self, old: str, new: str) -> None:
        """Make all tokens of ``old`` tokens of ``new``; one too many in a city is dropped."""
        mine = self.tokens.setdefault(new, [])
        have = {token.city for token in mine}
        for token in self.tokens.pop(old, []):
            if token.city is not None and token.city not in have:
                mine.append(token)
                have.add(token.city)

    def _free_seat(self, city: City) -> int:
        taken = {token.seat for token in self.holders(city).values()}
        taken |= {home.seat for home in self.homes if home.city == city and home.kept}
        return next(seat for seat in range(len(taken) + 1) if seat not in taken)

    # As a position

    def stop_name(self, hex_id: str, stop: int) -> str:
        """Return a stop as positions write it: with its index where the hex has several."""
        return f"{hex_id}.{stop}" if len(self.stops(hex_id)) > 1 else hex_id

    def tiles_written(self) -> dict[str, str]:
        """Return the tiles as a position has them."""
        return {hex_id: "+".join(map(self._written, laid)) for hex_id, laid in self.layers.items()}

    def _written(self, layer: Layer) -> str:
        bare = self.title.tiles[layer.tile].layer == "panel"
        return layer.tile if bare else f"{layer.tile}:{layer.rotation}"

    def tokens_written(self) -> dict[str, tuple[str, ...]]:
        """Return the tokens as a position has them."""
        placed = {
            company: tuple(self.stop_name(*token.city) for token in mine if token.city)
            for company, mine in self.tokens.items()
        }
        return {company: stops for company, stops in placed.items() if stops}


def _there(token: Token) -> City:
    assert token.city is not None
    return token.city


def _order(each: Token | Home) -> tuple[int, int]:
    assert each.city is not None
    return each.city.stop, each.seat


def _looks(tile: Tile, rotation: int) -> set[frozenset[int]]:
    return {frozenset(piece.edges) for piece in turned_track(tile, rotation)}


def _successor(city: City, edges: set[int], after: dict[City, set[int]]) -> City:
    """Return the first new city on all edges of the old one; without track, its namesake."""
    namesake = city if city in after else next(iter(after))
    if not edges:
        return namesake
    return next((new for new, reached in after.items() if edges <= reached), namesake)
