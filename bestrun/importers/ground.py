"""Tiles and tokens during a replay: tiles in layers, tokens with their places.

What a hex shows is asked of :mod:`hexgraph.face`; here is only what changes from action to
action. A city is known by its hex and the index of its stop. Tiles come and go under the
tokens, so that a city can change its index, or two cities can become one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hexgraph.face import Face, printed_faces
from hexgraph.laid import laid_face
from mapdata.tile import Tile, turned_track
from mapdata.title import Title


class City(NamedTuple):
    """A city or pass: its hex and the index of its stop there."""

    hex: str
    stop: int


@dataclass(slots=True)
class CompanyToken:
    """A token of a company; without a city it lies on the charter, keeping its turn.

    ``seat`` is its place within the city. Only the purchase of a token asks for it.
    ``extra``: it stands in a place of its own, beside those of the tile. ``neutral``: it
    closes the city to nobody. ``given``: it is none of those that the company began with.
    ``added``: its place is beside those of the tile only while none of these is free for it.
    ``lifted``: it was taken up by a tile, to be placed again for nothing. ``spent``: it
    will never stand in a city again. ``stays``: of two tokens of its company that a tile
    brings into one city it is the other that goes back.
    """

    city: City | None = None
    seat: int = 0
    extra: bool = False
    neutral: bool = False
    given: bool = False
    added: bool = False
    lifted: bool = False
    spent: bool = False
    stays: bool = False


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
class Ground:
    """Tiles and tokens of one moment."""

    title: Title
    layers: dict[str, list[Layer]] = field(default_factory=dict)
    tile_ids: dict[str, str] = field(default_factory=dict)
    """Hex to the id of the tile there, such as ``57-2``, to find cities by."""
    tokens: dict[str, list[CompanyToken]] = field(default_factory=dict)
    homes: list[Home] = field(default_factory=list)
    numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Tile or hex to the numbers of its cities, where the site counts tracks between them."""
    widened: list[City] = field(default_factory=list)
    """Cities with a place more than their tile has, whoever stands there."""

    # What a hex shows

    def face(self, hex_id: str) -> Face:
        """The face of a hex as it is now."""
        laid = self.layers.get(hex_id)
        if not laid:
            return printed_faces(self.title)[hex_id]
        return laid_face(self.title, hex_id, self._code(laid))

    def cities(self, hex_id: str) -> list[City]:
        """Return the stops that hold tokens: the site numbers cities among these alone."""
        kinds = self.title.stop_kinds
        stops = enumerate(self.face(hex_id).stops)
        return [City(hex_id, index) for index, stop in stops if kinds[stop.kind].blocks]

    def edges(self, city: City) -> set[int]:
        """Return the edges from which track leads to a city."""
        mine = (piece for piece in self.face(city.hex).track if city.stop in piece.stops)
        return {edge for piece in mine for edge in piece.edges}

    def has_track(self, hex_id: str) -> bool:
        """Whether there is any track on a hex."""
        return bool(self.face(hex_id).track)

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
        numbers = self.numbers.get(tile_id.rpartition("-")[0], range(len(cities)))
        return dict(zip(numbers, cities, strict=False)).get(int(number))

    # Laying

    def lay(self, hex_id: str, tile_id: str, rotation: int, *, lift: bool = False) -> list[str]:
        """Lay a tile in place of what is there; tokens and kept places move with their city.

        ``lift``: the tokens are taken up, to be placed again by choice; returns whose.
        """
        name = tile_id.rpartition("-")[0]
        before = {city: self.edges(city) for city in self.cities(hex_id)}
        overlays = [each for each in self.layers.get(hex_id, ()) if self._is_overlay(each)]
        laid = [Layer(name, rotation), *overlays]
        laid_face(self.title, hex_id, self._code(laid))
        self.layers[hex_id] = laid
        self.tile_ids[hex_id] = tile_id
        after = {city: self.edges(city) for city in self.cities(hex_id)}
        lifted = self._lift(hex_id) if lift else []
        self._move(before, after)
        return lifted

    def _lift(self, hex_id: str) -> list[str]:
        lifted = []
        for company in self.tokens:
            token = self.on_hex(company, hex_id)
            if token is not None:
                token.city, token.lifted = None, True
                lifted.append(company)
        return lifted

    def clear(self, hex_id: str) -> None:
        """Take the tile off a hex, so that it is as printed; tokens stay."""
        self.layers.pop(hex_id, None)
        self.tile_ids.pop(hex_id, None)

    def overlay(self, hex_id: str, tile: str, rotation: int) -> None:
        """Add a tunnel to what lies there, turned the least that looks the same."""
        track = _looks(self.title.tiles[tile], rotation)
        least = min(turn for turn in range(6) if _looks(self.title.tiles[tile], turn) == track)
        self.layers.setdefault(hex_id, []).append(Layer(tile, least))

    def underlay(self, hex_id: str, tile: str, rotation: int) -> None:
        """Put a tile below the tunnels of a hex, whatever else lies there."""
        overlays = [each for each in self.layers.get(hex_id, ()) if self._is_overlay(each)]
        self.layers[hex_id] = [Layer(tile, rotation), *overlays]

    def open_stop(self, hex_id: str, tile: str) -> None:
        """Open the stop of a hex with a tile that does so."""
        self.layers[hex_id] = [Layer(tile, 0)]

    def _is_overlay(self, layer: Layer) -> bool:
        return self.title.tiles[layer.tile].layer == "overlay"

    def _move(self, before: dict[City, set[int]], after: dict[City, set[int]]) -> None:
        """Carry tokens and kept places from the old cities to the new ones."""
        if not after:
            return
        goes_to = _successors(before, after)
        self.widened = [goes_to.get(city, city) for city in self.widened]
        seats = dict.fromkeys(after, 0)
        for home in sorted((each for each in self.homes if each.city in goes_to), key=_order):
            home.city = goes_to[home.city]
            home.seat = seats[home.city]
            seats[home.city] += 1
        placed = (token for mine in self.tokens.values() for token in mine)
        moving = sorted((token for token in placed if token.city in goes_to), key=_order)
        for token in moving:
            token.city, token.seat = goes_to[_there(token)], -1
        for tokens in self.tokens.values():
            mine = sorted(tokens, key=lambda each: not each.stays)
            for at, token in enumerate(mine):
                taken = [each.city for each in mine[:at]]
                if token.city in after and token.city in taken and not token.stays:
                    token.city = None  # of two tokens in one city one goes back
        for token in moving:
            if token.city:
                token.seat = self._free_seat(token.city)
                token.extra = token.seat >= self._places(token.city) if token.added else token.extra

    # Tokens

    def holders(self, city: City) -> dict[str, CompanyToken]:
        """Return the companies with a token in a city."""
        return {
            company: token
            for company, mine in self.tokens.items()
            for token in mine
            if token.city == city
        }

    def on_hex(self, company: str, hex_id: str) -> CompanyToken | None:
        """Return the token that a company has on a hex."""
        mine = self.tokens.get(company, ())
        return next((each for each in mine if each.city and each.city.hex == hex_id), None)

    def placed(self, company: str) -> list[CompanyToken]:
        """Return the tokens that a company has on the board."""
        return [token for token in self.tokens.get(company, ()) if token.city]

    def _first_left(self, company: str) -> CompanyToken:
        """The first token that lies on the charter, or a new one."""
        mine = self.tokens.setdefault(company, [])
        token = next((each for each in mine if each.city is None and not each.spent), None)
        if token is None:
            mine.append(token := CompanyToken())
        return token

    def spend(self, company: str) -> None:
        """Use up the next token of a company, which stands nowhere."""
        self._first_left(company).spent = True

    def regain(self, company: str) -> None:
        """Give a company a token back that it has used up."""
        spent = [token for token in self.tokens.get(company, ()) if token.spent]
        if spent:
            spent[0].spent = False

    def empty(self, hex_id: str) -> None:
        """Take the tokens of a hex out of the game."""
        for company in self.tokens:
            while token := self.on_hex(company, hex_id):
                token.city, token.spent = None, True

    def place(self, company: str, city: City, seat: int | None = None) -> CompanyToken:
        """Place the first token that lies on the charter, or a new one."""
        token = self._first_left(company)
        token.seat = self._free_seat(city) if seat is None else seat
        token.city, token.lifted = city, False
        return token

    def place_added(self, company: str, city: City) -> CompanyToken:
        """Place a token of its own kind, beside the places of the tile if none is free."""
        token = CompanyToken(city, self._free_seat(city), given=True, added=True)
        token.extra = token.seat >= self._places(city)
        self.tokens.setdefault(company, []).append(token)
        return token

    def _places(self, city: City) -> int:
        """The number of places of a city, without those added for single tokens."""
        return self.face(city.hex).stops[city.stop].slots + self.widened.count(city)

    def place_given(self, company: str, city: City) -> None:
        """Place a token that is none of those that the company began with."""
        mine = self.tokens.setdefault(company, [])
        mine.append(CompanyToken(city, self._free_seat(city), given=True))

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

    def hand_over(self, old: str, new: str, *, one_a_hex: bool = False, given: bool = True) -> None:
        """Make all tokens of ``old`` tokens of ``new``; one too many in a city is dropped.

        ``one_a_hex``: so is one too many on a hex. Unless they are ``given``, they take the
        place of tokens that ``new`` begins with.
        """
        mine = self.tokens.setdefault(new, [])
        have = {_key(token, one_a_hex) for token in mine if token.city}
        for token in self.tokens.pop(old, []):
            if token.city is not None and _key(token, one_a_hex) not in have:
                token.given = given
                mine.append(token)
                have.add(_key(token, one_a_hex))

    def _free_seat(self, city: City) -> int:
        taken = {token.seat for token in self.holders(city).values()}
        taken |= {home.seat for home in self.homes if home.city == city and home.kept}
        return next(seat for seat in range(len(taken) + 1) if seat not in taken)

    # As a position

    def stop_name(self, hex_id: str, stop: int) -> str:
        """Return a stop as positions write it: with its index where the hex has several."""
        return self.face(hex_id).stop_id(stop)

    def tiles_written(self) -> dict[str, str]:
        """Return the tiles as a position has them."""
        return {hex_id: self._code(laid) for hex_id, laid in self.layers.items()}

    def _code(self, layers: list[Layer]) -> str:
        """Return layers as positions write them; one that opens a stop has no rotation."""
        tiles = self.title.tiles
        return "+".join(
            tile if tiles[tile].layer == "opening" else f"{tile}:{rotation}"
            for tile, rotation in layers
        )

    def tokens_written(self) -> dict[str, tuple[str, ...]]:
        """Return the tokens as a position has them."""
        placed = {
            company: tuple(self.stop_name(*token.city) for token in mine if token.city)
            for company, mine in self.tokens.items()
        }
        return {company: stops for company, stops in placed.items() if stops}

    def slots_written(self) -> dict[str, int]:
        """Return the cities with more places than their tile has, for tokens beside them."""
        extra = {city: self.widened.count(city) for city in self.widened}
        for token in (token for mine in self.tokens.values() for token in mine):
            if token.city and token.extra:
                extra[token.city] = extra.get(token.city, 0) + 1
        return {
            self.stop_name(*city): self.face(city.hex).stops[city.stop].slots + more
            for city, more in extra.items()
        }

    def left(self, company: str) -> tuple[int, ...]:
        """Return the prices of the tokens that a company began with and has not placed."""
        own = [token for token in self.tokens.get(company, ()) if not token.given]
        prices = self.title.companies[company].markers
        return tuple(
            0 if at < len(own) and own[at].lifted else price
            for at, price in enumerate(prices)
            if at >= len(own) or (own[at].city is None and not own[at].spent)
        )

    def neutral_written(self) -> tuple[str, ...]:
        """Return the cities with a neutral token."""
        found = [
            self.stop_name(*token.city)
            for mine in self.tokens.values()
            for token in mine
            if token.city and token.neutral
        ]
        return tuple(dict.fromkeys(found))


def _key(token: CompanyToken, one_a_hex: bool) -> object:
    city = _there(token)
    return city.hex if one_a_hex else city


def _there(token: CompanyToken) -> City:
    assert token.city is not None
    return token.city


def _order(each: CompanyToken | Home) -> tuple[int, int]:
    assert each.city is not None
    return each.city.stop, each.seat


def _looks(tile: Tile, rotation: int) -> set[frozenset[int]]:
    return {frozenset(piece.edges) for piece in turned_track(tile, rotation)}


def _successors(before: dict[City, set[int]], after: dict[City, set[int]]) -> dict[City, City]:
    """The new city of each old one: the first on all its edges.

    A city without track becomes its namesake, or another one that no track leads on to.
    """
    found = {}
    for city, edges in sorted(before.items(), key=lambda each: not each[1]):
        namesake = city if city in after else next(iter(after))
        if edges:
            reached = (new for new, there in after.items() if edges <= there)
            found[city] = next(reached, namesake)
        else:
            free = [new for new in (namesake, *after) if new not in found.values()]
            found[city] = (*free, namesake)[0]
    return found
