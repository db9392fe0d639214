"""Tiles and tokens in a replay: laid and placed by actions, or by themselves."""

from __future__ import annotations

from bestrun.importers.actions import StandingAction
from bestrun.importers.clock import STOCK_ROUND
from bestrun.importers.depot import pile
from bestrun.importers.ground import City, Home
from bestrun.importers.lots import Lots
from bestrun.importers.state import BuiltHex, State
from mapdata.errors import InputError

_SILENT = frozenset({"destination_connection", "log", "program_disable"})
"""Actions that tell nothing about the board."""


class Laying(State):
    """Effects of actions on tiles and tokens, and the places of home tokens."""

    def set_up(self) -> None:
        """Put on the board what lies there before the first action."""
        for company in self.title.companies:
            for home in self.homes(company):
                self._keep_home(company, home)
        start = self.table.start
        for company in start.homes:
            self.place_home(company)
        for company, stops in start.tokens.items():
            for stop in stops:
                hex_id, _, index = stop.partition(".")
                city = City(hex_id, int(index or 0))
                token = self.ground.place(company, city)
                token.neutral = stop in start.neutral
                if stop in start.until:
                    self.passing_tokens.append((start.until[stop], company, token))
        for company, name in start.trains.items():
            first = next(each for each in self.depot.supply if pile(each) == name)
            self.depot.supply.remove(first)
            self.depot.give(first, company)
        for hex_id, marks in start.assigned.items():
            for mark in marks:
                self.holdings.mark_hex(hex_id, mark)
        if drawn := start.drawn_label:
            order = Lots(self.export.seed).shuffled(drawn.hexes)
            self.labels = dict.fromkeys(order[: drawn.number], drawn.label)

    def homes(self, company: str) -> tuple[str, ...]:
        """Return the home stops of a company."""
        moved = self.table.homes.get(company)
        if moved is None:
            return self.title.companies[company].homes
        return (moved,) if isinstance(moved, str) else moved

    def place_home(self, company: str) -> None:
        """Place the home tokens of a company.

        A home with several cities is chosen by an action, unless it has no track yet: then
        any city does until a tile tells them apart.
        """
        self.ground.place_home(company)
        if self.ground.placed(company):
            return
        for home in self.homes(company):
            hex_id = home.partition(".")[0]
            cities = self.ground.cities(hex_id)
            bare = not self.ground.has_track(hex_id)
            if cities and (bare or len(cities) == 1):
                self.ground.place(company, cities[0])

    def _keep_home(self, company: str, home: str) -> None:
        """Keep a place for a home token; a home that leaves a choice keeps none."""
        hex_id, _, index = home.partition(".")
        cities = self.ground.cities(hex_id)
        if index:
            cities = [city for city in cities if city.stop == int(index)]
        if len(cities) == 1:
            seat = sum(each.city == cities[0] for each in self.ground.homes)
            self.ground.homes.append(Home(company, cities[0], seat))

    def do_lay_tile(self, step: StandingAction) -> None:
        """Lay a tile, one that opens a stop, or a tunnel."""
        hex_id, tile_id = step.action.hex or "", step.action.tile or ""
        rotation = step.action.rotation
        name = tile_id.rpartition("-")[0]
        if hex_id not in self.title.hexes:
            self.note(f"there is no hex {hex_id}")
        elif name not in self.title.tiles:
            self.note(f"there is no tile {tile_id}")
        elif self.title.tiles[name].layer == "opening":
            self.ground.open_stop(hex_id, name)
        elif rotation is None:
            self.note("no rotation is given")
        elif self.title.tiles[name].layer == "overlay":
            self.ground.overlay(hex_id, name, rotation)
        else:
            self._check_phase(step, name)
            lift = not self.ground.has_track(hex_id) and self._placed_again(tile_id)
            try:
                lifted = self.ground.lay(hex_id, tile_id, rotation, lift=lift)
            except InputError as error:
                self.note(str(error))
                return
            self.lifted += [(company, hex_id) for company in lifted]
            self.tile_laid(step, hex_id)

    def _check_phase(self, step: StandingAction, tile: str) -> None:
        """Note a tile that the phase does not have: what began the next one was not seen.

        Powers of privates may lay tiles of later phases.
        """
        colour = self.title.tiles[tile].colour
        known = {each for phase in self.title.phases.values() for each in phase.colours}
        if step.action.entity_type == "company" or colour not in known:
            return
        if colour not in self.title.phases[self.depot.phase].colours:
            self.note(
                f"tile {tile} is {colour}, which phase {self.depot.phase} does not have",
                self.unseen_since(),
            )

    def _placed_again(self, tile_id: str) -> bool:
        """Whether the next action of note places a token anew on the tile just laid.

        The first track of a hex tells its cities apart: tokens there are placed again.
        """
        kinds = self.title.stop_kinds
        stops = self.title.tiles[tile_id.rpartition("-")[0]].stops
        if sum(kinds[stop.kind].blocks for stop in stops) < 2:
            return False
        following = (step.action for step in self.ahead() if step.action.type not in _SILENT)
        after = next(following, None)
        if after is None or after.type != "place_token":
            return False
        return (after.city or "").rpartition("-")[0] == tile_id

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile: its twin; a private may be used up or mark the hex."""
        if self.lays_home(step):
            self.founded.add(step.company)
            self.place_home(step.company)
            return
        tile, rotation = self.ground.layers[hex_id][0]
        twin = self.table.twins.get(tile)
        if twin:
            copy = (step.action.tile or "").rpartition("-")[2]
            self.ground.lay(twin.hex, f"{twin.tile}-{copy}", rotation)
        by_private = step.action.entity_type == "company"
        counts = not by_private or self.holdings.takes_a_lay(step.company, hex_id)
        upgrade = self.title.tiles[tile].colour != "yellow"
        self.built.append(BuiltHex(self.acting_for(step), hex_id, counts, upgrade))
        if by_private:
            for each in self.table.track_marks:
                if step.company in each.privates:
                    self.holdings.mark_hex(hex_id, each.mark)
            self.holdings.used(step.company)

    def lays_home(self, step: StandingAction) -> bool:
        """Whether a company lays the tile of its home, before it has a token."""
        company = step.company
        lays = step.action.type == "lay_tile" and company in self.table.home_tiles
        return lays and not self.ground.placed(company)

    def acting_for(self, step: StandingAction) -> str:
        """Return the company in whose turn a private acts: that of a player does in any."""
        if step.action.entity_type == "company" and not self.holdings.owner(step.company):
            for later in self.ahead():
                if later.action.entity_type == "player" and later.action.type in STOCK_ROUND:
                    break
                if self.clock.is_turn_action(later):
                    return later.company
        return self.actor(step)

    def do_place_token(self, step: StandingAction) -> None:
        """Place a token of the company that the action names."""
        city = self.city(step)
        company = self._again(city) or self.tokener(step)
        if company not in self.title.companies:
            self.note(f"there is no company {company}")
        elif city and company in self.ground.holders(city):
            kept = any(home.company == company for home in self.ground.homes)
            if not kept and len(self.ground.placed(company)) == 1:
                return  # its home, which it could have chosen
            self.note(f"{company} has a token in {self.ground.stop_name(*city)} already")
        elif city:
            if not self.ground.placed(company):
                self.ground.release_home(company)
                self.founded.add(company)
            token = self.ground.place(company, city)
            if step.action.entity_type == "company":
                token.given = self.holdings.brings_token(step.company)
                token.extra = self.holdings.table(step.company).extra_place
                self.holdings.used(step.company)
            self.token_placed(step, company, city)

    def _again(self, city: City | None) -> str:
        """Return the company whose token was taken up and is placed again in a city."""
        for company, hex_id in self.lifted:
            if city and city.hex == hex_id:
                self.lifted.remove((company, hex_id))
                return company
        return ""

    def tokener(self, step: StandingAction) -> str:
        """Return the company whose token an action places."""
        named = step.action.tokener
        return named if isinstance(named, str) and named else self.actor(step)

    def token_placed(self, step: StandingAction, company: str, city: City) -> None:
        """Do what comes with a token."""
        marks = self.holdings.assigned.get(city.hex, [])
        if company in self.table.marks_lifted and company in marks:
            marks.remove(company)
        for each in self.table.token_grants:
            if city.hex in each.hexes and not self.phase_reached(each.until):
                self.holdings.grant(company, each)

    def do_hex_token(self, step: StandingAction) -> None:
        """Put a company's mark on a hex, which uses up one of its tokens."""
        hex_id = step.action.hex or ""
        if not self.table.hex_tokens:
            self.note("nothing is known about tokens on hexes")
        elif hex_id not in self.title.hexes:
            self.note(f"there is no hex {hex_id}")
        else:
            self.holdings.mark_hex(hex_id, step.company)
            self.ground.spend(step.company)

    def do_remove_token(self, step: StandingAction) -> None:
        """Take a token off the map, back to its company."""
        city = self.city(step)
        if city is None:
            return
        company = self.actor(step)
        token = self.ground.holders(city).get(company)
        if token is None:
            self.note(f"{company} has no token in {self.ground.stop_name(*city)}")
        else:
            token.city = None
            self.holdings.used(step.company)

    def city(self, step: StandingAction) -> City | None:
        """Return the city that an action names, if the board has it."""
        city = self.ground.city(step.action.city or "")
        if city is None:
            self.note(f"the board has no city {step.action.city}")
        return city
