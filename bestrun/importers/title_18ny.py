"""18NY replayed: connections and coal that are claimed, acquisitions, the formation of the NYC."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, ExportedRoute, StandingAction
from bestrun.importers.clock import Begins
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.ground import City
from bestrun.importers.records import RecordedRun
from mapdata.position import Right
from mapdata.title import Title

BONUS = 10
"""What a connection, or a coal token, is worth in every turn."""


class Import18NY(ImportTable, frozen=True):
    """What 18NY asks for beside.

    Attributes
    ----------
    connections
        Locations that a run claims, each a list of hexes; a stop where a hex has several.
    coal
        Locations of coal, each a list of hexes.
    forms
        The event that begins the formation of the large company.
    formed
        That company.
    pays_own
        Trains that are paid for so many stops alone, with an own token or red.
    red
        Kinds of stops that are red.
    coach
        The private with a token that serves its owner alone.
    """

    connections: tuple[tuple[str, ...], ...] = ()
    coal: tuple[tuple[str, ...], ...] = ()
    forms: str = ""
    formed: str = ""
    pays_own: dict[str, int] = msgspec.field(default_factory=dict)
    red: tuple[str, ...] = ()
    coach: str = ""


class Replay18NY(Replay):
    """A game of 18NY."""

    TABLE: ClassVar = Import18NY
    table: Import18NY

    def __init__(self, export: Export, title: Title) -> None:
        self.claimed: dict[str, int] = {}
        """Company to the connections that it earns by."""
        self.coal_held: dict[str, int] = {}
        self.replacing: tuple[str, str] | None = None
        """A company, and the one whose tokens it replaces."""
        self.formations: int | None = None
        """Rounds of formation that have been, from the event on."""
        super().__init__(export, title)
        self.open = list(self.table.connections)

    # Time

    def tick(self, step: StandingAction) -> None:
        """End the replacement of tokens with any other action."""
        if self.replacing and step.action.type != "remove_token":
            self.ground.tokens.pop(self.replacing[1], None)
            self.replacing = None
        super().tick(step)

    def begin(self, what: Begins, company: str) -> None:
        """Begin a turn; minors do not outlive the second round of formation."""
        if what is Begins.SET and self.formations is not None:
            self.formations += 1
            if self.formations == 2:
                for minor in self.title.companies.values():
                    if minor.kind == "minor" and minor.id in self.ground.tokens:
                        self.close(minor.id)
        super().begin(what, company)

    def vanishes(self, company: str) -> None:
        """Close a company, but none that merges or is taken over later, and no minor."""
        merges = any(
            step.action.type == "merge" and company in (step.company, step.action.corporation)
            for step in self.ahead_from_here()
        )
        if self.title.companies[company].kind != "minor" and not merges:
            super().vanishes(company)

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type."""
        super().event(name)
        if name == self.table.forms:
            self.formations = 0

    def may_come(self, company: str) -> bool:
        """Whether a company may still be started: minors only for a while."""
        found = self.title.companies.get(company)  # privates ask, too
        minor = found is not None and found.kind == "minor"
        over = self.formations is not None and minor and company not in self.shares.held
        return not over and super().may_come(company)

    # Claims

    def run(self, step: StandingAction) -> RecordedRun:
        """Return the run of this moment: exports state it without what it claims."""
        found = super().run(step)
        claims = self._claims(step)
        routes = [
            route
            if route.revenue is None
            else msgspec.structs.replace(route, revenue=route.revenue + BONUS * len(places))
            for route, places in zip(found.routes, claims, strict=True)
        ]
        return replace(found, routes=tuple(routes))

    def do_run_routes(self, step: StandingAction) -> None:
        """Note which trains have run, and the connections that they claim."""
        for places in self._claims(step):
            for place in places:
                self.open.remove(place)
                self.claimed[step.company] = self.claimed.get(step.company, 0) + 1
        super().do_run_routes(step)

    def _claims(self, step: StandingAction) -> list[list[tuple[str, ...]]]:
        """Return the locations that each route claims: the first that is paid there does."""
        waiting, claims = list(self.open), []
        for route in step.action.routes or ():
            stops = set().union(*self._paid(step.company, route))
            claims.append([each for each in waiting if stops & set(each)])
            waiting = [each for each in waiting if each not in claims[-1]]
        return claims

    def _paid(self, company: str, route: ExportedRoute) -> list[set[str]]:
        """Return the stops of a route that are paid, each by its hex and as a stop there."""
        stops = []
        for node in route.nodes or ():
            hex_id, _, number = node.rpartition("-")
            if hex_id in self.title.hexes:
                index = int(number) if number.isdecimal() else 0
                faces = self.ground.face(hex_id).stops
                stops.append(City(hex_id, index if index < len(faces) else 0))
        limit = self.table.pays_own.get(self.depot.names.get(route.train, ""))
        if limit is not None:
            stops = [each for each in stops if self._pays_own(company, each)]
            stops.sort(key=self._worth, reverse=True)
            if len(stops) > limit and self._worth(stops[limit - 1]) == self._worth(stops[limit]):
                self.note("which of two stops of a value is paid is not told")
            stops = stops[:limit]
        return [{each.hex, f"{each.hex}.{each.stop}"} for each in stops]

    def _pays_own(self, company: str, stop: City) -> bool:
        kind = self.ground.face(stop.hex).stops[stop.stop].kind
        return kind in self.table.red or company in self.ground.holders(stop)

    def _worth(self, stop: City) -> int:
        phase = self.title.phases[self.depot.phase]
        stage = phase.stage or next(reversed(phase.colours))
        values = self.ground.face(stop.hex).stops[stop.stop].values
        return values.get(stage, max(values.values()))

    def do_claim_hex_token(self, step: StandingAction) -> None:
        """Claim coal."""
        self.coal_held[step.company] = self.coal_held.get(step.company, 0) + 1

    def sell(self, train: str, buyer: str = "", variant: str = "") -> None:
        """Take a train out of the supply; who has lost all trains by it loses connections."""
        had = [company for company, mine in self.depot.held.items() if mine]
        super().sell(train, buyer, variant)
        for company in had:
            if company != self.clock.company and not self.depot.held.get(company):
                self.claimed.pop(company, None)

    def do_scrap_train(self, step: StandingAction) -> None:
        """Give a train to the pool for a part of its price."""
        self.do_discard_train(step)

    # Companies

    def do_place_token(self, step: StandingAction) -> None:
        """Place a token, but for that of the stagecoach."""
        if step.company == self.table.coach:
            self.note("the stagecoach is not followed")
        else:
            super().do_place_token(step)

    def do_merge(self, step: StandingAction) -> None:
        """Merge a minor into the large company, or take over another company."""
        other = step.action.corporation or ""
        if other not in self.title.companies or step.company not in self.title.companies:
            self.note(f"there is no company {other}")
        elif other == step.company:
            self.take_over(self.table.formed, other)
            owner = self.director(other)
            if owner is not None:
                self.shares.gain([f"{self.table.formed}_"], owner)
            self.ground.hand_over(other, self.table.formed)
            self.founded.add(self.table.formed)
            self.shares.end(other)
        else:
            self.take_over(step.company, other)
            mine = {each.city for each in self.ground.placed(step.company)}
            tokens = self.ground.tokens.get(other, [])
            tokens[:] = [each for each in tokens if each.city and each.city not in mine]
            self.replacing = (step.company, other)
            self.shares.end(other)

    def take_over(self, new: str, old: str) -> None:
        """Give trains, privates and coal to another company; connections are lost."""
        self.depot.hand_over(old, new)
        self.holdings.hand_over(old, new)
        self.ground.release_home(old)
        self.coal_held[new] = self.coal_held.get(new, 0) + self.coal_held.pop(old, 0)
        self.claimed.pop(old, None)

    def do_remove_token(self, step: StandingAction) -> None:
        """Replace a token of the company that was taken over."""
        if not self.replacing or self.replacing[0] != step.company:
            super().do_remove_token(step)
            return
        city, (new, old) = self.city(step), self.replacing
        token = self.ground.holders(city).get(old) if city else None
        if city is None or token is None:
            self.note(f"{old} has no token there")
            return
        self.ground.tokens[old].remove(token)
        self.ground.place(new, city)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with connections and coal."""
        fields = super().fields(company)
        bonus = BONUS * self.claimed.get(company, 0)
        rights = fields["abilities"]
        if bonus:
            rights = (*rights, Right("connection_bonus", owner=company))
        places = tuple(tuple(each.partition(".")[0] for each in place) for place in self.open)
        return fields | {
            "abilities": rights,
            "connections_open": places,
            "connection_bonus": bonus,
            "coal_revenue": BONUS * self.coal_held.get(company, 0),
        }


REPLAY = Replay18NY
