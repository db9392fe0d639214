"""A company as a builder: its legal tile lays and marker places, and reasons against others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from msgspec.structs import replace as struct_replace

from bestrun.operating.extra_lays import (
    extra_named,
    extra_places,
    why_no_extra,
    why_no_extra_turn,
)
from bestrun.operating.homes import started
from bestrun.operating.lay_price import gauges_before, lay_price
from bestrun.operating.placer import Marker, Placer
from bestrun.operating.ranges import in_range
from bestrun.operating.site import Site
from bestrun.operating.turn_lays import all_from_stations, next_lay, no_permit, wrong_lay
from hexgraph.bases import base_hexes, own_stations
from hexgraph.board import Board
from hexgraph.face import Face, StopKey
from hexgraph.kept import edges_of, piece_ends, plain_track, stops_after
from hexgraph.laid import laid_face
from hexgraph.lay import (
    Refusal,
    is_upgrade,
    next_colours,
    shown_tile,
    unfit_tile,
    unfit_turn,
    with_tile,
)
from hexgraph.reach import Reach, province_borders, reach_of, unopened_sides
from hexgraph.turns import stop_edges, turns
from mapdata.building import LayAllowance, has_begun
from mapdata.tile import Piece, Tile


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile lay: hex, tile, rotation and cost.

    ``by`` names the private whose ability it is, if it is none of the company's own lays;
    ``extra`` the kind of a lay in addition to those of the turn. ``owner_pays`` is the sum that the
    owner of the company pays in its place. ``doubt`` names a fact that the cost depends on and the
    position lacks.
    """

    hex: str
    tile: str
    rotation: int
    cost: int
    by: str = ""
    extra: str = ""
    owner_pays: int = 0
    doubt: str = ""

    @property
    def code(self) -> str:
        """Return the tile as positions write it."""
        return f"{self.tile}:{self.rotation}"


@dataclass(frozen=True)
class Builder(Site):
    """A company on a board, ready to build.

    ``online`` adds the tiles that only online games have. ``first_turn`` tells that it may be its
    first turn. ``homes`` are the stops where its home marker can go, if it has yet to begin;
    ``trains`` are its trains, if known. ``allowance`` is the lay of the turn in question, if that
    is not the next one.
    """

    online: bool = False
    first_turn: bool = False
    homes: frozenset[StopKey] = frozenset()
    trains: tuple[str, ...] | None = None
    allowance: LayAllowance | None = None

    # -- tiles -----------------------------------------------------------------------------

    @cached_property
    def closed(self) -> frozenset[str]:
        """Return the borders that nothing may be built across in this phase."""
        opening, now = self.rules.provinces_open, self.board.phase.name
        later = unopened_sides(self.title, now)
        if opening is None or has_begun(self.title, opening, now):
            return later
        return province_borders(self.title, now) | later

    @cached_property
    def reach(self) -> Reach:
        """The company's reach for laying tiles."""
        return reach_of(self.board, self.company.id, barred=self.closed)

    @cached_property
    def _stations(self) -> frozenset[StopKey]:
        return frozenset(own_stations(self.board, self.company.id))

    def lays(self) -> Iterator[Lay]:
        """Yield every legal tile lay; turns that look alike are one, the smallest named."""
        for hex_id in self.title.hexes if self.next_lay is not None else ():
            begins = any(at == hex_id for at, _ in self._stations)
            if begins or hex_id in self.entered:
                yield from self._lays_on(hex_id)
        yield from self._home_tiles()
        yield from self._perhaps()
        for name, hex_id, tile, rotation in extra_places(self):
            yield Lay(hex_id, tile.name, rotation, self.rules.extra_lays[name].cost, extra=name)

    def _perhaps(self) -> Iterator[Lay]:
        """Yield the lays that a company has only if something happened in its turn."""
        doubt = self.rules.lay_if.get(self.company.kind)
        if doubt is None or not self.board.extras.before.used or self.allowance is not None:
            return
        further = replace(self, allowance=LayAllowance())
        for lay in further.lays():
            if self.why_no_lay(lay.hex, self.title.tiles[lay.tile], lay.rotation) is not None:
                yield replace(lay, doubt=doubt)

    def _home_tiles(self) -> Iterator[Lay]:
        """Yield the tiles with which a company begins on a hex of its choice."""
        if started(self.board, self.company):
            return
        for hex_id in self.rules.home_tiles.get(self.company.id, ()):
            for tile in (self.title.tiles[name] for name in self.rules.upgrades[hex_id]):
                for rotation in turns(tile):
                    if unfit_turn(self.board, hex_id, tile, rotation, self.closed) is None:
                        yield Lay(hex_id, tile.name, rotation, 0)

    def _lays_on(self, hex_id: str) -> Iterator[Lay]:
        """Yield the legal lays on a hex that is reached."""
        for tile in self._most_exits(hex_id):
            for rotation in turns(tile):
                if self.why_no_turn(hex_id, tile, rotation) is None:
                    yield from self.priced(hex_id, tile, rotation)

    def priced(self, hex_id: str, tile: Tile, rotation: int) -> Iterator[Lay]:
        """Yield a legal lay with its cost; again where the position leaves open what it costs."""
        cost = self.cost(hex_id, tile, rotation)
        yield self._lay(hex_id, tile, rotation, cost)
        if cost and self.rules.without_money and self.board.extras.cash is None:
            doubt = f"if {self.rules.without_money} owns it"
            yield Lay(hex_id, tile.name, rotation, 0, owner_pays=cost, doubt=doubt)
        for gauge, other in self._if_added.items():
            if (less := other.cost(hex_id, tile, rotation)) != cost:
                doubt = f"if the turn's first lay added {gauge} track alone"
                yield replace(self._lay(hex_id, tile, rotation, less), doubt=doubt)

    def _lay(self, hex_id: str, tile: Tile, rotation: int, cost: int) -> Lay:
        poor = self.rules.without_money and self.board.extras.cash == 0
        if poor or self.company.kind in self.rules.owner_pays:
            return Lay(hex_id, tile.name, rotation, 0, owner_pays=cost)
        return Lay(hex_id, tile.name, rotation, cost)

    @cached_property
    def _if_added(self) -> dict[str, Builder]:
        """The company if an earlier lay added track of a gauge alone, which is not known."""
        if self.next_lay is None or not self.next_lay.gauge_cost:
            return {}
        _, perhaps = gauges_before(self.board)
        before = self.board.extras.before
        return {
            gauge: replace(
                self,
                board=struct_replace(
                    self.board,
                    extras=struct_replace(
                        self.board.extras, before=struct_replace(before, added=(gauge,))
                    ),
                ),
            )
            for gauge in sorted(perhaps & self.next_lay.gauge_cost.keys())
        }

    def _most_exits(self, hex_id: str) -> list[Tile]:
        """Return the tiles that may lie on a hex; of city tiles, if need be, the largest."""
        fits = [
            tile
            for tile in self.title.tiles.values()
            if tile.colour in self._next_colours(hex_id) and self.why_no_tile(hex_id, tile) is None
        ]
        city = self._has_city(hex_id)
        free = self._free_of_exits(fits, city=city)
        if free is None:
            return fits
        fits = [tile for tile in fits if tile not in free]
        turned = [
            tile
            for tile in fits
            if any(self.why_no_turn(hex_id, tile, each) is None for each in turns(tile))
        ]
        if city and any(not self._is_city(tile) for tile in turned):
            return [*free, *turned]  # a hex that may become a town: its cities need no exits
        most = {tile.colour: 0 for tile in turned}
        for tile in turned:
            most[tile.colour] = max(most[tile.colour], len(_exits(tile)))
        return [*free, *(tile for tile in turned if len(_exits(tile)) == most[tile.colour])]

    def _free_of_exits(self, fits: list[Tile], *, city: bool) -> list[Tile] | None:
        """The tiles of which any number of exits will do; ``None`` if that holds for all."""
        ruled = self.rules.max_exits
        if ("cities" if city else "track") in ruled:
            return []
        if city and "unlabelled cities" in ruled:
            return [tile for tile in fits if tile.label is not None]
        return None

    def _next_colours(self, hex_id: str) -> set[str]:
        """Return the colours of tiles that can come next on a hex, by whatever rule."""
        old, named = shown_tile(self.board, hex_id), self.rules.upgrades
        followers = named.get(old.name, ()) if self.board.face(hex_id).layers else ()
        return {
            *next_colours(self.board, hex_id),
            *(self.title.tiles[name].colour for name in followers),
        }

    def _has_city(self, hex_id: str) -> bool:
        kinds = self.title.stop_kinds
        return any(kinds[stop.kind].blocks for stop in self.board.face(hex_id).stops)

    def _is_city(self, tile: Tile) -> bool:
        return any(self.title.stop_kinds[stop.kind].blocks for stop in tile.stops)

    def cost(self, hex_id: str, tile: Tile, rotation: int) -> int:
        """Cost of a tile as the next lay of the turn."""
        extra = extra_named(self, tile)
        if extra:
            return self.rules.extra_lays[extra].cost
        new = laid_face(self.title, hex_id, f"{tile.name}:{rotation}")
        return lay_price(self.board, self.company, hex_id, tile, new, self.next_lay).total

    @cached_property
    def next_lay(self) -> LayAllowance | None:
        """Return the lay that is next in the turn, or ``None`` if all are used up."""
        if self.allowance is not None:
            return self.allowance
        return next_lay(self.board, self.company, first_turn=self.first_turn)

    def why_no_lay(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """The reason why a tile may not be laid, or ``None`` if it may."""
        refusal = self.why_no_tile(hex_id, tile) or self.why_no_turn(hex_id, tile, rotation)
        if extra_named(self, tile):
            return refusal
        if refusal is None and tile not in self._most_exits(hex_id):
            return Refusal("more-exits", "a tile with more exits fits there")
        return refusal

    def why_no_tile(self, hex_id: str, tile: Tile) -> Refusal | None:
        """The reason why a tile may not be laid on a hex however it is turned, or ``None``."""
        if hex_id in self.board.extras.blocked:
            return Refusal("blocked", f"a private company keeps {hex_id} shut")
        opens = self.rules.opens.get(hex_id)
        if opens is not None and not has_begun(self.title, opens, self.board.phase.name):
            return Refusal("not-open", f"nobody builds on {hex_id} before phase {opens}")
        if extra_named(self, tile):
            return why_no_extra(self, hex_id, tile)
        first = next((at for at, each in self.rules.together.items() if hex_id in each), None)
        if any(hex_id in hexes for hexes in self.rules.home_tiles.values()):
            return Refusal("home-tile", f"a company lays its tile on {hex_id} when it begins there")
        if first is not None:
            return Refusal("laid-together", f"its tile is laid together with that of {first}")
        if tile.name in self.rules.only_by_special:
            return Refusal("not-by-companies", f"{tile.name} is laid by its owner alone")
        refusal = (
            no_permit(self.board)
            or self._not_its_colour(tile)
            or unfit_tile(self.board, hex_id, tile, online=self.online)
        )
        if refusal is not None:
            return refusal
        upgrade = is_upgrade(self.board, hex_id, tile)
        return wrong_lay(self.board, hex_id, tile, self.next_lay, upgrade=upgrade)

    def _not_its_colour(self, tile: Tile) -> Refusal | None:
        colours = self.rules.colours_of.get(self.company.kind)
        if colours is None or tile.colour in colours:
            return None
        return Refusal("not-its-colour", f"{self.company.id} lays no {tile.colour} tiles")

    def why_no_turn(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """The reason why a tile that the hex takes may not be laid in this turn, or ``None``."""
        if extra_named(self, tile):
            return why_no_extra_turn(self, hex_id, tile, rotation)
        unfit = unfit_turn(self.board, hex_id, tile, rotation, self.closed)
        return (
            unfit
            or self.out_of_reach(hex_id, tile, rotation)
            or self._station_used(hex_id, tile, rotation)
            or self._out_of_range(hex_id, tile, rotation)
            or self._off_main_line(hex_id, tile, rotation)
        )

    def _off_main_line(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """Return a refusal if the lay is allowed only where the turn joins the main line."""
        if self.next_lay is None or not self.next_lay.main_line:
            return None
        new = laid_face(self.title, hex_id, f"{tile.name}:{rotation}")
        if self._on_line(new) and not self._on_line(self.board.face(hex_id)):
            return None
        # What lay there before is not known: an earlier lay on the line may have joined it.
        if any(self._on_line(self.board.face(each)) for each in self.board.extras.before.lays):
            return None
        return Refusal("off-the-line", "a further lay is made only where one joins the main line")

    def _on_line(self, face: Face) -> bool:
        """Whether the track of a hex joins the edges of the main line there."""
        ends = set(self.rules.main_line.get(face.hex, ()))
        if not ends:
            return False
        stations = (
            stop_edges(face.track, at)
            for at, stop in enumerate(face.stops)
            if self.title.stop_kinds[stop.kind].blocks
        )
        return any(ends <= each for each in (*plain_track(face), *stations))

    def _out_of_range(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """Return a refusal if an upgrade must lie within a train's reach, and does not."""
        if not self.rules.upgrades_in_range or not self.board.face(hex_id).layers:
            return None
        if not tile.stops or self.trains is None:
            return None
        after = with_tile(self.board, hex_id, tile, rotation)
        if in_range(after, self.company.id, self.trains, hex_id):
            return None
        return Refusal("out-of-range", f"no train of {self.company.id} gets to {hex_id}")

    def _station_used(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """Return a refusal if no station is left for a lay, where each is from another one."""
        earlier = self.board.extras.before.lays
        if not earlier or self.company.kind not in self.rules.lays:
            return None
        edges = edges_of(laid_face(self.title, hex_id, f"{tile.name}:{rotation}"))
        sources = [self._from(each, range(6)) for each in earlier]
        if all_from_stations([*sources, self._from(hex_id, edges)]):
            return None
        return Refusal(
            "same-station", "each lay of the turn is made from another station of the company"
        )

    def _from(self, hex_id: str, edges: Iterable[int]) -> frozenset[StopKey]:
        """Return the stations from which a route leads to one of these edges of a hex."""
        found = {station for station in self._stations if station[0] == hex_id}
        for station, reach in self._reach_by_station.items():
            sides = (self.board.crossings.get((hex_id, edge)) for edge in edges)
            if any(side and (side.hex, side.edge) in reach.exits for side in sides):
                found.add(station)
        return frozenset(found)

    @cached_property
    def _reach_by_station(self) -> dict[StopKey, Reach]:
        return {
            station: reach_of(self.board, self.company.id, starts=[station], barred=self.closed)
            for station in self._stations
        }

    @cached_property
    def entered(self) -> dict[str, set[int]]:
        """The edges of each hex at which routes of the company arrive from outside."""
        found: dict[str, set[int]] = {hex_id: set(range(6)) for hex_id in self._bases}
        for side in self.reach.exits:
            crossing = self.board.crossings.get(side)
            if crossing is not None and crossing.side not in self.closed:
                found.setdefault(crossing.hex, set()).add(crossing.edge)
        return found

    @cached_property
    def _bases(self) -> frozenset[str]:
        """The hexes that a company without markers builds from."""
        return base_hexes(self.board, self.company.id)

    def _arrives(self, hex_id: str, piece: Piece, entries: set[int]) -> bool:
        """Whether a route comes to a piece from outside, on track of its gauge."""
        edges = entries.intersection(piece.edges)
        if self.title.gauges == "mixed" or hex_id in self._bases:
            return bool(edges)
        for edge in edges:
            crossing = self.board.crossings.get((hex_id, edge))
            there = self.board.face(crossing.hex).track if crossing is not None else ()
            gauges = {each.gauge for each in there if crossing and crossing.edge in each.edges}
            if piece.gauge in gauges or "dual" in (piece.gauge, *gauges):
                return True
        return False

    def out_of_reach(self, hex_id: str, tile: Tile, rotation: int) -> Refusal | None:
        """The reason why a tile that fits is not the company's to lay, or ``None``."""
        old = self.board.face(hex_id)
        new = laid_face(self.title, hex_id, f"{tile.name}:{rotation}")
        became = stops_after(old, new)
        entries = self.entered.get(hex_id, set())
        begins = {became[index] for at, index in self._stations if at == hex_id}
        met = [piece for piece in new.track if self._arrives(hex_id, piece, entries)]
        arrives = {stop for piece in met for stop in piece.stops}
        if not begins and not met:
            what = "no route" if self._stations else "no marker, so no route"
            return Refusal(
                "unreachable",
                f"{self.company.id} has {what} to the track of {tile.name}:{rotation}",
            )
        if not self.rules.new_track or self._any_will_do(hex_id, new) or new.track == old.track:
            return None
        after = with_tile(self.board, hex_id, tile, rotation)
        reached = self._reached_pieces(after, new, entries, begins | arrives)
        had = {piece_ends(piece, became) for piece in old.track}
        if any(piece_ends(new.track[at]) not in had for at in reached):
            return None
        stage = self.board.phase.stage
        pays_more = self.rules.track != "restrictive"
        for index, stop in enumerate(old.stops):
            now = became[index]
            if now in begins | arrives and became.count(now) > 1:
                return None  # two stops became one: there is a new way through it
            differs = new.stops[now].value(stage) != stop.value(stage)
            if pays_more and differs and now in begins | arrives:
                return None
        return Refusal(
            "no-new-track", f"{self.company.id} reaches no new track of {tile.name}:{rotation}"
        )

    def _any_will_do(self, hex_id: str, new: Face) -> bool:
        """Whether a tile only has to be reached: one with a city, in some titles."""
        if hex_id in self.rules.reach_will_do:
            return True
        if self.rules.track == "stop_permissive":
            return bool(new.stops)
        kinds = self.title.stop_kinds
        city = any(kinds[stop.kind].blocks for stop in new.stops)
        return self.rules.track == "city_permissive" and city

    def _reached_pieces(
        self, after: Board, new: Face, entries: set[int], stops: set[int]
    ) -> set[int]:
        """Return the pieces of a new tile that routes of the company can use."""
        reached = {
            at for at, piece in enumerate(new.track) if self._arrives(new.hex, piece, entries)
        }
        queue = list(stops)
        for stop in queue:
            key = (new.hex, stop)
            own = self.company.id in after.markers.get(key, ())
            open_to_all = own or after.passable(key, self.company.id)
            for at, piece in enumerate(new.track):
                if stop in piece.stops and (open_to_all or piece.gauge == self.rules.branches):
                    reached.add(at)
                    queue += [other for other in piece.stops if other not in queue]
        return reached

    # -- markers ---------------------------------------------------------------------------

    @cached_property
    def placer(self) -> Placer:
        """Return the company as one who places markers."""
        return Placer(self.board, self.company, self.par, self.homes)

    @property
    def price(self) -> int | None:
        """Return the price of the company's next marker, or ``None`` if it has none left."""
        return self.placer.price

    def markers(self) -> Iterator[Marker]:
        """Yield every legal place for the company's next marker."""
        return self.placer.markers()

    def why_no_marker(self, stop: StopKey) -> Refusal | None:
        """The reason why no marker of the company may be placed at a stop, or ``None``."""
        return self.placer.why_no_marker(stop)


def _exits(tile: Tile) -> set[int]:
    return {edge for piece in tile.track for edge in piece.edges}
