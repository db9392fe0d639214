"""1870 replayed: destinations, the runs that join them, the port and the cattle."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from mapdata.tables import Table
from mapdata.title import Title


class PortTable(Table, frozen=True):
    """A private whose marker is turned over when it is assigned to its hex once more."""

    private: str
    closed: str


class Import1870(ImportTable, frozen=True):
    """``destinations``: company to the hex that it is to be joined with."""

    destinations: dict[str, str] = msgspec.field(default_factory=dict)
    port: PortTable | None = None


class Replay1870(Replay):
    """A game of 1870."""

    TABLE: ClassVar = Import1870
    table: Import1870

    def __init__(self, export: Export, title: Title) -> None:
        super().__init__(export, title)
        self.joined: set[str] = set()
        """Companies that have put their token at their destination."""
        self.connecting = ""
        """The company in the run that joins it with its destination."""
        self.to_pay = False
        """That run has been made."""

    def set_up(self) -> None:
        """Mark the destinations."""
        super().set_up()
        for company, hex_id in self.table.destinations.items():
            self.holdings.mark_hex(hex_id, company)

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; a connection run is not."""
        if self.connecting and step.company == self.connecting:
            if step.action.type in ("run_routes", "dividend"):
                return False
            if self.to_pay:
                self.connecting = ""
        return super().is_turn_action(step)

    def do_choose(self, step: StandingAction) -> None:
        """Put the destination token on the map or on the charter; the connection run follows."""
        company, place = step.company, step.action.choice
        destination = self.table.destinations.get(company, "")
        if place not in ("Map", "Charter") or not destination:
            return
        marks = self.holdings.assigned.get(destination, [])
        if company not in marks:
            self.note(f"{company} has reached its destination before")
            return
        marks.remove(company)
        if place == "Map":
            token = self.ground.place(company, self.ground.cities(destination)[0])
            token.extra = token.given = True
            self.joined.add(company)
        self.connecting, self.to_pay = company, False
        self.depot.begin_turn(company)

    def do_run_routes(self, step: StandingAction) -> None:
        """Note which trains have run."""
        super().do_run_routes(step)
        self.to_pay = self.to_pay or step.company == self.connecting

    def do_dividend(self, step: StandingAction) -> None:
        """Pay out; with that a connection run is over."""
        super().do_dividend(step)
        if step.company == self.connecting:
            self.connecting, self.to_pay = "", False

    def do_assign(self, step: StandingAction) -> None:
        """Put a marker on a hex; that of the port is turned over when it lies there."""
        port, target = self.table.port, step.action.target
        if port and step.company == port.private and isinstance(target, str):
            marks = self.holdings.assigned.get(target, [])
            if port.private in marks:
                marks[marks.index(port.private)] = port.closed
                owner = self.holdings.owner(port.private)
                self.holdings.remove_markers([port.private])
                self.holdings.mark_company(owner, port.closed)
                self.holdings.close(port.private)
                return
        super().do_assign(step)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with the stop that the company must connect."""
        more = super().fields(company)
        destination = self.table.destinations.get(company, "")
        if company in self.joined:
            more["end_double"] = (destination,)
        home = next((each.city for each in self.ground.tokens.get(company, ())), None)
        if company == self.connecting and not self.to_pay and home:
            more["must_connect"] = (home.hex, destination)
        return more


REPLAY = Replay1870
