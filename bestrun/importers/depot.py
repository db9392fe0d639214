"""Trains and the phase during a replay: who holds what, what a purchase sets off.

The site's id of a train never changes; its name does, when a phase turns it or a buyer
chooses its other side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mapdata.title import Title

UNLIMITED = 99
"""So many copies stand for a type that never runs out."""


@dataclass
class Depot:
    """Every train of a game, and the phase that the trains sold have brought about."""

    title: Title
    outside: Sequence[str] = ()
    """Ids beside those that the title counts, never sold: trains that are given."""
    reserved: Sequence[str] = ()
    """Ids among those that the title counts which are kept for somebody."""
    obsolete_in: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Phase to the types that run once more from then on, and then go."""
    scraps_in: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Phase to the types that it scraps, where that differs from the title's."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Numbers of trains where they differ from the title's."""
    phase: str = ""
    supply: list[str] = field(default_factory=list)
    """Unsold trains in the order of sale."""
    names: dict[str, str] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    """Company to the ids of its trains, in the order of acquisition."""
    pool: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    obsolete: set[str] = field(default_factory=set)
    ran: set[str] = field(default_factory=set)
    """Trains that ran and have not had a turn of their holder since."""

    def __post_init__(self) -> None:
        self.phase = next(iter(self.title.phases))
        for name, train in self.title.trains.items():
            if train.base:
                continue
            outside = [each for each in self.outside if pile(each) == name]
            known = self.counts.get(name, train.count)
            count = UNLIMITED if known is None else known + len(outside)
            ids = [f"{name}-{copy}" for copy in range(count)]
            self.supply += [each for each in ids if each not in (*outside, *self.reserved)]
            self.names |= dict.fromkeys(ids, name)

    def trains_of(self, company: str) -> tuple[str, ...]:
        """Return the names of a company's trains that may run."""
        return tuple(self.names[each] for each in self.held.get(company, ()) if self.may_run(each))

    def may_run(self, train: str) -> bool:
        """Return whether a train has not run yet for another company."""
        return train not in self.ran

    def holder(self, train: str) -> str:
        """Return the company that holds a train, or nothing."""
        return next((company for company, mine in self.held.items() if train in mine), "")

    def on_sale(self, train: str) -> bool:
        """Tell whether a train can be bought: from the bank, the pool or a company."""
        return train in self.supply or train in self.pool or bool(self.holder(train))

    def begin_turn(self, company: str) -> None:
        """Let all trains of a company run again."""
        self.ran.difference_update(self.held.get(company, ()))

    def give(self, train: str, company: str, name: str = "") -> None:
        """Give a train to a company, wherever it comes from; ``name`` is its new name."""
        self._take(train)
        self.held.setdefault(company, []).append(train)
        self.names[train] = name or self.names[train]

    def sell(self, train: str) -> tuple[str, ...]:
        """Take a train out of the supply; return the phases that this starts."""
        self.supply.remove(train)
        phases = list(self.title.phases)
        started = []
        for name in phases[phases.index(self.phase) + 1 :]:
            if not self._starts(name, pile(train)):
                break
            started.append(name)
        for name in started:
            self.start(name)
        return tuple(started)

    def discard(self, train: str, *, to_pool: bool) -> None:
        """Take a train away from its company, to be sold again or out of the game."""
        self._take(train)
        (self.pool if to_pool and train not in self.obsolete else self.gone).add(train)

    def hand_over(self, old: str, new: str) -> None:
        """Give all trains of ``old`` to ``new``."""
        self.held.setdefault(new, []).extend(self.held.pop(old, []))

    def scrap(self, names: Sequence[str]) -> None:
        """Let all trains of these names go, wherever they are but in the supply."""
        for train, called in self.names.items():
            if called in names and train not in self.supply:
                self._take(train)
                self.gone.add(train)

    def paid_out(self, company: str) -> None:
        """Let the obsolete trains of a company go, which have run for the last time."""
        for train in [each for each in self.held.get(company, ()) if each in self.obsolete]:
            self._take(train)
            self.gone.add(train)

    def start(self, name: str) -> None:
        """Start a phase: scrap what it scraps, turn what it turns."""
        self.phase = name
        phase = self.title.phases[name]
        self.scrap(self.scraps_in.get(name, phase.scraps))
        old = self.obsolete_in.get(name, ())
        for train, called in self.names.items():
            if called in phase.turns:
                self.names[train] = phase.turns[called]
            if pile(train) in old and train not in self.supply:
                self.obsolete.add(train)
                if train in self.pool:
                    self.pool.remove(train)
                    self.gone.add(train)

    def _starts(self, phase: str, name: str) -> bool:
        return name in starters(self.title, phase)

    def _take(self, train: str) -> None:
        self.pool.discard(train)
        for mine in self.held.values():
            if train in mine:
                mine.remove(train)


def pile(train: str) -> str:
    """Return the type that the id of a train names."""
    return train.rpartition("-")[0]


def starters(title: Title, phase: str) -> tuple[str, ...]:
    """Return the types of which the first starts a phase."""
    with_ = title.phases[phase].starts_with
    return (with_,) if isinstance(with_, str) else tuple(with_ or ())
