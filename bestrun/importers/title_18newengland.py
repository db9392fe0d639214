"""18NewEngland replayed: first trains that come by themselves, express trains that run as one."""

from __future__ import annotations

from typing import Any, ClassVar

from bestrun.importers.data import ImportTable
from bestrun.importers.forming import Forming


class Replay18NewEngland(Forming):
    """A game of 18NewEngland."""

    TABLE: ClassVar = ImportTable

    def begin_turn(self, company: str) -> None:
        """Begin a turn; in the first set everybody buys the next train at once."""
        super().begin_turn(company)
        fresh = not self.depot.held.get(company) and self.clock.set_number == 1
        if fresh and self.title.companies[company].kind == "minor" and self.depot.supply:
            self.sell(self.depot.supply[0], company)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment; of several express trains only the smallest runs."""
        fields = super().fields(company)
        trains = self.depot.trains_of(company)
        order = list(self.title.trains)
        express = sorted(
            (each for each in trains if self.title.trains[each].express), key=order.index
        )
        if len(express) > 1:
            others = (each for each in trains if each not in express)
            fields |= {"trains": (*others, express[0]), "express": len(express)}
        return fields


REPLAY = Replay18NewEngland
