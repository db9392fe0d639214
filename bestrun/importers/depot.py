"""Trains and the phase during a replay: who holds what, what a purchase sets off.

The site's id of a train never changes; its name does, when a phase turns it or a buyer
chooses its other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mapdata.title import Title


@dataclass
class Depot:
    """Every train of a game, and the phase that the trains sold have brought about."""

    title: Title
    outside: Sequence[str] = ()
    """Ids that are never sold: trains that companies are given."""
    phase: str = ""
    supply: list[str] = field(default_factory=list)
    """Unsold trains in the order of sale."""
    names: dict[str, str] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    """Company to the ids of its trains, in the order of acquisition."""
    pool: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.phase = next(iter(self.title.phases))
        for name, train in self.title.trains.items():
            if train.base or train.count is None:
                continue
            outside = [each for each in self.outside if each.rpartition("-")[0] == name]
            ids = [f"{name}-{copy}" for copy in range(train.count + len(outside))]
            self.supply += [each for each in ids if each not in outside]
            self.names |= dict.fromkeys(ids, name)

    def trains_of(self, company: str) -> tuple[str, ...]:
        """Return the names of a company's trains."""
        return tuple(self.names[each] for each in self.held.get(company, ()))

    def holder(self, train: str) -> str:
        """Return the company that holds a train, or nothing."""
        return next((company for company, mine in self.held.items() if train in mine), "")

    def on_sale(self, train: str) -> bool:
        """Tell whether a train can be bought: from the bank, the pool or a company."""
        return train in self.supply or train in self.pool or bool(self.holder(train))

    def give(self, train: str, company: str, name: str = "") -> None:
        """Give a train to a company, wherever it comes from; ``name`` is its new name."""
        self._take(train)
        self.held.setdefault(company, []).append(train)
        self.names[train] = name or self.names[train]

    def sell(self, train: str) -> str:
        """Take a train out of the supply; return the phase that this starts, or nothing."""
        self.supply.remove(train)
        pile = train.rpartition("-")[0]
        phases = list(self.title.phases)
        for name in phases[phases.index(self.phase) + 1 :]:
            if pile in self.title.phases[name].starts_with:
                self._start(name)
                return name
        return ""

    def discard(self, train: str, *, to_pool: bool) -> None:
        """Take a train away from its company, to be sold again or out of the game."""
        self._take(train)
        (self.pool if to_pool else self.gone).add(train)

    def hand_over(self, old: str, new: str) -> None:
        """Give all trains of ``old`` to ``new``."""
        self.held.setdefault(new, []).extend(self.held.pop(old, []))

    def _take(self, train: str) -> None:
        self.pool.discard(train)
        for mine in self.held.values():
            if train in mine:
                mine.remove(train)

    def _start(self, name: str) -> None:
        """Start a phase: scrap what it scraps, turn what it turns."""
        self.phase = name
        phase = self.title.phases[name]
        for train, called in self.names.items():
            if called in phase.scraps and train not in self.supply:
                self._take(train)
                self.gone.add(train)
            elif called in phase.turns:
                self.names[train] = phase.turns[called]
