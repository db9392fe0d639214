"""1822CA replayed: a route that opens, a home and a destination of choice, the sawmill."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.title_1822 import Import1822, Replay1822
from mapdata.position import Premium
from mapdata.title import Title


class Import1822CA(Import1822, frozen=True):
    """What 1822CA asks for beside.

    Attributes
    ----------
    blocker
        The company whose tokens close a route until ``opens``.
    opens
        The event that takes them off and lays these tiles.
    tiles
        Hex to the tile that is laid then.
    any_city
        Companies that choose the city of their destination.
    moving_home
        Company to the hex where it chooses its home again once there is a tile.
    sawmill
        The private that marks a hex, and what a choice makes of it.
    sawmill_pays
        Choice to amount; ``closed`` for its owner alone.
    """

    blocker: str = ""
    opens: str = ""
    tiles: dict[str, str] = msgspec.field(default_factory=dict)
    any_city: tuple[str, ...] = ()
    moving_home: dict[str, str] = msgspec.field(default_factory=dict)
    sawmill: str = ""
    sawmill_pays: dict[str, int] = msgspec.field(default_factory=dict)


class Replay1822CA(Replay1822):
    """A game of 1822CA."""

    TABLE: ClassVar = Import1822CA
    table: Import1822CA

    def __init__(self, export: Export, title: Title) -> None:
        self.sawmill: tuple[str, str] | None = None
        """The hex of the sawmill and its owner, until it is chosen whom it pays."""
        self.premium: Premium | None = None
        super().__init__(export, title)

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type: a route opens."""
        super().event(name)
        if name == self.table.opens:
            self.ground.tokens.pop(self.table.blocker, None)
            for hex_id, tile in self.table.tiles.items():
                self.ground.lay(hex_id, f"{tile}-0", 0)

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; a home that is chosen again is not."""
        if step.action.type == "place_token" and step.company in [each for each, _ in self.lifted]:
            return False
        return super().is_turn_action(step)

    def take_over(self, major: str, minor: str, token: str) -> None:
        """Give all that a minor has to a major, which then lays another tile."""
        super().take_over(major, minor, token)
        self.clock.reached = -1

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile; a home there may be chosen again."""
        super().tile_laid(step, hex_id)
        following = next((each for each in self.ahead() if each.action.type != "pass"), None)
        for company, home in self.table.moving_home.items():
            mine = self.ground.tokens.get(company, [])[:1]
            again = following and following.action.type == "place_token"
            there = [each for each in mine if each.city and each.city.hex == hex_id]
            if home == hex_id and again and following and following.company == company and there:
                there[0].city, there[0].lifted = None, True
                self.lifted.append((company, hex_id))

    def do_place_token(self, step: StandingAction) -> None:
        """Place a token; some destinations are a city of choice."""
        company, city = step.company, self.ground.city(step.action.city or "")
        chooses = company in self.table.any_city and company not in self.destined
        there = city is not None and city.hex == self.table.destinations.get(company)
        if chooses and there and step.action.token_type in (None, "destination"):
            self.place_destination(company, city)
        else:
            super().do_place_token(step)

    # The sawmill

    def do_assign(self, step: StandingAction) -> None:
        """Mark the hex of the sawmill."""
        target = step.action.target
        if step.company == self.table.sawmill and isinstance(target, str):
            self.sawmill = target, self.actor(step)
            self.holdings.used(step.company)
        else:
            super().do_assign(step)

    def do_choose(self, step: StandingAction) -> None:
        """Choose whom the sawmill pays; else as in 1822."""
        amount = self.table.sawmill_pays.get(str(step.action.choice))
        if self.sawmill and amount is not None:
            hex_id, owner = self.sawmill
            mine = owner if step.action.choice == "closed" else None
            self.premium, self.sawmill = Premium("sawmill", hex_id, amount, mine), None
        else:
            super().do_choose(step)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with the sawmill."""
        return super().fields(company) | ({"premium": self.premium} if self.premium else {})


REPLAY = Replay1822CA
