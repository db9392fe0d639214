"""A company that places markers: where, for how much, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bestrun.operating.foundings import home_price, why_no_home
from bestrun.operating.homes import open_homes, started
from bestrun.operating.site import Site
from hexgraph.bases import home_stops
from hexgraph.board import Board
from hexgraph.face import StopKey
from hexgraph.lattice import distance
from hexgraph.lay import Refusal
from hexgraph.reach import Reach, borders_from, province_borders, reach_of, track_length
from mapdata.abilities import TokenAbility
from mapdata.building import building, has_begun, marker_prices
from mapdata.title import Company


@dataclass(frozen=True, slots=True)
class Marker:
    """A place for a marker, and its cost.

    ``by`` names the private whose ability it is; a ``neutral`` marker belongs to nobody.
    """

    stop: StopKey
    cost: int
    by: str = ""
    neutral: bool = False


def homes_to_choose(board: Board, company: Company) -> frozenset[StopKey]:
    """Return the stops of which a company that has not begun chooses one as its home.

    It is one of several cities of its home, one of those that it may choose, or any at all.
    """
    if company.id in building(board.title).home_hexes:
        return frozenset()
    if company.homes or started(board, company):
        return open_homes(board, company)
    kinds, placer = board.title.stop_kinds, Placer(board, company)
    places = {stop for home in company.chooses for stop in home_stops(board, home)}
    if not company.chooses:
        places = {
            (hex_id, at)
            for hex_id in board.title.hexes
            for at, stop in enumerate(board.face(hex_id).stops)
            if kinds[stop.kind].blocks
        }
    return frozenset(
        stop
        for stop in places
        if placer.why_no_place(stop) is None
        and (company.chooses or why_no_home(board, company, stop) is None)
    )


@dataclass(frozen=True)
class Placer(Site):
    """A company on a board, with markers to place; ``homes`` where it has yet to begin."""

    homes: frozenset[StopKey] = frozenset()

    @cached_property
    def reach(self) -> Reach:
        """The company's reach without crossing a standing border."""
        barred = province_borders(self.title, self.board.phase.name)
        return reach_of(self.board, self.company.id, barred=barred)

    @cached_property
    def left(self) -> tuple[tuple[int, bool], ...]:
        """Return the prices of the markers that are not placed, and whether each is neutral."""
        if self.board.extras.left is not None:
            return tuple(
                (each, False) if isinstance(each, int) else (each[0], True)
                for each in self.board.extras.left
                if isinstance(each, int) or each[1] == "neutral"
            )
        prices = marker_prices(self.title, self.company, self.par)
        placed = sum(self.company.id in standing for standing in self.board.markers.values())
        return tuple((each, False) for each in prices[placed:])

    @cached_property
    def price(self) -> int | None:
        """Return the price of the company's next own marker, or ``None`` if it has none left."""
        return next((price for price, neutral in self.left if not neutral), None)

    def markers(self) -> Iterator[Marker]:
        """Yield every legal place for the company's next marker."""
        homes = sorted(self.homes, key=self._order)
        yield from (Marker(stop, self._home_price(stop)) for stop in homes)
        for stop in self._places():
            if stop not in self.homes and self.why_no_marker(stop) is None:
                yield Marker(stop, self.cost(stop))
            if self._neutral is not None and self._why_no_neutral(stop) is None:
                yield Marker(stop, self._neutral, neutral=True)

    def _home_price(self, stop: StopKey) -> int:
        """Return the price of the home marker, the first of all."""
        by_place = None if self.company.homes else home_price(self.board, stop)
        if by_place is not None:
            return by_place
        prices = marker_prices(self.title, self.company, self.par)
        return prices[0] if prices else 0

    def _places(self) -> list[StopKey]:
        """Return the stops that are worth asking about, in the order of the board."""
        named = {hex_id for ability in self._tokens for hex_id in ability.hexes}
        named.update(self.rules.linked)
        unreached = {
            (hex_id, index)
            for hex_id in named
            for index in range(len(self.board.face(hex_id).stops))
        }
        return sorted(self.reach.stops | unreached, key=self._order)

    def _order(self, stop: StopKey) -> tuple[int, int]:
        return self._hexes[stop[0]], stop[1]

    @cached_property
    def _hexes(self) -> dict[str, int]:
        return {hex_id: at for at, hex_id in enumerate(self.title.hexes)}

    @cached_property
    def _tokens(self) -> tuple[TokenAbility, ...]:
        """Return the abilities of the company itself to place markers."""
        return tuple(each for each in self.company.abilities if isinstance(each, TokenAbility))

    @cached_property
    def _neutral(self) -> int | None:
        return next((price for price, neutral in self.left if neutral), None)

    def cost(self, stop: StopKey) -> int:
        """Cost of the next marker at a stop."""
        if stop in self.homes:
            return self._home_price(stop)
        ability = self._token_at(stop[0])
        price = self.price or 0
        if ability is not None:
            reached = stop in self.reach.stops
            own = ability.price if reached else ability.teleport_price
            price = price if own is None else own
        if self.rules.marker_distance:
            price *= self._distance(stop)
        if self.rules.marker_borders:
            price = max(price, self.rules.marker_borders * self._borders(stop[0]))
        return price + self.rules.marker_extra.get(stop[0], 0)

    def _token_at(self, hex_id: str) -> TokenAbility | None:
        return next((each for each in self._tokens if hex_id in each.hexes), None)

    def _distance(self, stop: StopKey) -> int:
        """Distance to the nearest own marker, in hexes."""
        if self.rules.marker_distance == "track":
            return track_length(self.board, self.company.id, stop)
        here = self.title.hexes[stop[0]].xy
        own = (at for (at, _), names in self.board.markers.items() if self.company.id in names)
        away = (distance(self.title.layout, here, self.title.hexes[at].xy) for at in own)
        return min(away, default=0)

    def _borders(self, hex_id: str) -> int:
        """Borders of provinces between a hex and the nearest own marker."""
        own = {at for (at, _), names in self.board.markers.items() if self.company.id in names}
        away = borders_from(self.title, hex_id)
        return min((away[at] for at in own if at in away), default=0)

    def why_no_marker(self, stop: StopKey) -> Refusal | None:
        """The reason why no marker of the company may be placed at a stop, or ``None``."""
        if stop in self.homes:
            return None
        if not started(self.board, self.company) and not self.company.homes + self.company.chooses:
            refusal = why_no_home(self.board, self.company, stop)
            if refusal is not None:
                return refusal
        hex_id = stop[0]
        if self.stands_in(hex_id):
            return Refusal("one-a-tile", f"{self.company.id} has a marker on {hex_id} already")
        refusal = self.why_no_place(stop)
        if refusal is not None:
            return refusal
        if stop not in self.reach.stops and not self._is_linked(hex_id):
            ability = self._token_at(hex_id)
            if ability is None or ability.teleport_price is None:
                return self._unreached(stop)
        if self.price is None:
            return Refusal("no-marker-left", f"all markers of {self.company.id} are placed")
        return None

    def _is_linked(self, hex_id: str) -> bool:
        """Whether a marker can be placed on a hex without track, since what it opens is reached."""
        linked = self.rules.linked
        if hex_id not in linked or self.board.extras.before.lays:
            return False
        if any(self.stands_in(other) for other in linked):
            return False
        reached = {self.board.stop_id(stop) for stop in self.reach.stops}
        reached |= {hex_id for hex_id, _ in self.reach.stops}
        return not reached.isdisjoint(linked[hex_id])

    def _unreached(self, stop: StopKey) -> Refusal:
        if stop in reach_of(self.board, self.company.id).stops:
            return Refusal("frontier", "it lies across a frontier")
        return Refusal("unreachable", f"{self.company.id} has no route there")

    def _why_no_neutral(self, stop: StopKey) -> Refusal | None:
        """The reason why no neutral marker may be placed there; it may stand beside an own one."""
        refusal = self.why_no_place(stop)
        if refusal is None and stop not in self.reach.stops:
            return self._unreached(stop)
        return refusal

    def why_no_place(self, stop: StopKey) -> Refusal | None:
        """The reason why a stop has no place for a marker of the company, or ``None``."""
        hex_id, index = stop
        kind = self.board.face(hex_id).stops[index].kind
        if not self.title.stop_kinds[kind].blocks:
            return Refusal("no-station", f"markers do not stand in a {kind}")
        if self.rules.destination_place and self._is_destination(hex_id):
            return None
        if self.free(stop) <= 0:
            return Refusal("full", "every place is taken")
        keeper = self._kept_for(stop)
        if keeper is not None:
            return Refusal("kept-for-home", f"the last place is kept for {keeper}")
        return None

    def _is_destination(self, hex_id: str) -> bool:
        marked = self.company.id in self.board.extras.assigned.get(hex_id, ())
        return marked or self.company.destination == hex_id

    def stands_in(self, hex_id: str) -> bool:
        """Whether the company has a marker in a hex."""
        stops = range(len(self.board.face(hex_id).stops))
        return any(self.company.id in self.board.markers.get((hex_id, at), ()) for at in stops)

    def free(self, stop: StopKey) -> int:
        """Number of free places at a stop."""
        return self.board.slots(stop) - len(self.board.markers.get(stop, ()))

    # -- places that are kept ----------------------------------------------------------------

    def _kept_for(self, stop: StopKey) -> str | None:
        """The company for which the last place is kept, if a marker would take it."""
        if self.board.extras.left is not None or self.board.extras.reserved:
            return self._reserved_for(stop)
        for keeper, places in self._kept:
            if stop in places:
                needed = sum(others <= places for _, others in self._kept)
                shut = len(places) > 1 and self._shut(stop[0])
                if shut or sum(map(self.free, places)) - 1 < needed:
                    return keeper
        return None

    def _reserved_for(self, stop: StopKey) -> str | None:
        """The company for which the position says that the last place is kept."""
        hex_id = stop[0]
        reserved = self.board.extras.reserved
        ours = {self.company.id, *self.board.extras.privates}
        here = [each for each in reserved.get(stop, ()) if each not in ours]
        if here and self.free(stop) <= len(here):
            return here[0]
        anywhere = [each for each in reserved.get((hex_id, None), ()) if each not in ours]
        if not anywhere:
            return None
        kinds, stops = self.title.stop_kinds, self.board.face(hex_id).stops
        places = [(hex_id, at) for at, each in enumerate(stops) if kinds[each.kind].blocks]
        last = sum(map(self.free, places)) <= len(anywhere)
        return anywhere[0] if last or self._shut(hex_id) else None

    def _shut(self, hex_id: str) -> bool:
        """Whether a hex is shut to others while a company has a home in one of its cities."""
        if self.rules.reservation_blocks == "single":
            return any(stop.slots == 1 for stop in self.board.face(hex_id).stops)
        return self.rules.reservation_blocks == "always"

    @cached_property
    def _kept(self) -> tuple[tuple[str, frozenset[StopKey]], ...]:
        """Return the homes of companies that may still start, with the stops that will do."""
        started = {name for standing in self.board.markers.values() for name in standing}
        kept = []
        for other in self.title.companies.values():
            if other.id in started or other.id == self.company.id or self._lapsed(other, started):
                continue
            kept += [(other.id, home_stops(self.board, home)) for home in other.homes]
        return tuple(kept)

    def _lapsed(self, other: Company, started: set[str]) -> bool:
        lapse = self.rules.homes_lapse.get(other.kind)
        if lapse is None:
            return False
        begun = lapse.phase and has_begun(self.title, lapse.phase, self.board.phase.name)
        return bool(begun) or lapse.company in started
