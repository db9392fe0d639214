"""Cars that are coupled to a train before a run, and make another train of it until then."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from mapdata.tables import Table
from mapdata.title import Title


class CarTable(Table, frozen=True):
    """A car.

    Attributes
    ----------
    makes
        What a train is called then: ``{name}`` as before, ``{twice}`` twice its number,
        ``{dash}`` a dash behind a letter P.
    not_on
        Trains to which it cannot be coupled.
    """

    makes: str
    not_on: tuple[str, ...] = ()


class ImportCars(ImportTable, frozen=True):
    """``cars``: by type, in the order in which they are asked for."""

    cars: dict[str, CarTable] = msgspec.field(default_factory=dict)


class Coupling(Replay):
    """A game in which a car is chosen a train by the place among those that can have it."""

    TABLE: ClassVar = ImportCars
    table: ImportCars

    def __init__(self, export: Export, title: Title) -> None:
        self.coupled: dict[str, str] = {}
        """Train to its name without the car that is coupled to it for this run."""
        self.asked: dict[str, int] = {}
        """Company to the cars that it has been asked for before its run."""
        super().__init__(export, title)

    def couple(self, step: StandingAction, chosen: str) -> None:
        """Couple the next car to the train that is chosen for it, or none."""
        company, names = step.company, self.depot.names
        held = self.depot.held.get(company, [])
        cars = [car for car in self.table.cars if any(names[each] == car for each in held)]
        asked = self.asked.get(company, 0)
        waiting = [(at, self._can_have(car, held)) for at, car in enumerate(cars) if at >= asked]
        at, can = next(((at, can) for at, can in waiting if can), (len(cars), []))
        if not can:
            self.note(f"{company} has no car to couple")
            return
        self.asked[company] = at + 1
        car = self.table.cars[cars[at]]
        if not chosen.isdecimal():
            return
        if int(chosen) >= len(can):
            self.note(f"{company} has no train {chosen} to couple a car to")
            return
        train = can[int(chosen)]
        name = with_car(names[train], car)
        if name not in self.title.trains:
            self.note(f"there is no train {name}")
            return
        self.coupled[train] = names[train]
        names[train] = name

    def _can_have(self, car: str, held: list[str]) -> list[str]:
        """Return the trains to which a car can be coupled."""
        but = (*self.table.cars[car].not_on, *self.table.cars)
        return [
            each for each in held if each not in self.coupled and self.depot.names[each] not in but
        ]

    def do_run_routes(self, step: StandingAction) -> None:
        """Note which trains have run; cars are taken off."""
        super().do_run_routes(step)
        self.uncouple(step.company)

    def end_turn(self, company: str) -> None:
        """End a turn, perhaps without a run."""
        super().end_turn(company)
        self.uncouple(company)

    def uncouple(self, company: str) -> None:
        """Take all cars of a company off."""
        self.asked.pop(company, None)
        for train in [each for each in self.coupled if self.depot.holder(each) in (company, "")]:
            self.depot.names[train] = self.coupled.pop(train)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment; cars are not listed as trains."""
        fields = super().fields(company)
        trains = tuple(each for each in fields["trains"] if each not in self.table.cars)
        return fields | {"trains": trains}


def with_car(name: str, car: CarTable) -> str:
    """The name of a train with a car."""
    number = re.match(r"\d+", name)
    twice = 2 * int(number[0]) if number else ""
    return car.makes.format(name=name, twice=twice, dash="-" if name.endswith("P") else "")
