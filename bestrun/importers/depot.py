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
    rusts_on: Mapping[str, str] = field(default_factory=dict)
    obsolete_on: Mapping[str, str] = field(default_factory=dict)
    """Train to the train that ends it, where that differs from the title's."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Numbers of trains where they differ from the title's."""
    rusted_for: str = ""
    """The kind of company that keeps rusted trains, and may buy them from the pool."""
    phases: list[str] = field(default_factory=list)
    """Those of which there are trains."""
    phase: str = ""
    supply: list[str] = field(default_factory=list)
    """Unsold trains in the order of sale."""
    names: dict[str, str] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    """Company to the ids of its trains, in the order of acquisition."""
    pool: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    obsolete: set[str] = field(default_factory=set)
    """Trains that run once more, and then go."""
    ran: dict[str, str] = field(default_factory=dict)
    """Trains that ran, for whom, and have not had a turn of their holder since."""
    types_sold: set[str] = field(default_factory=set)
    heirs: dict[str, str] = field(default_factory=dict)
    """Companies that were taken over, each with who did."""

    def __post_init__(self) -> None:
        self.phases = [
            name
            for name, phase in self.title.phases.items()
            if not phase.starts_with
            or any(self.counts.get(each) != 0 for each in phase.starts_with)
        ]
        self.phase = self.phases[0]
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
        """Return the names of a company's trains that have not run for another one."""
        mine = self.held.get(company, ())
        return tuple(self.names[each] for each in mine if self.ran.get(each) in (None, company))

    def holder(self, train: str) -> str:
        """Return the company that holds a train, or nothing."""
        return next((company for company, mine in self.held.items() if train in mine), "")

    def on_sale(self, train: str) -> bool:
        """Tell whether a train can be bought: from the bank, the pool or a company."""
        return train in self.supply or train in self.pool or bool(self.holder(train))

    def due_before(self, train: str) -> str:
        """Return a train that must have been sold before this one can be, or nothing."""
        kind = pile(train)
        beside = self.title.trains[kind].available_on in self.types_sold
        first = next(each for each in self.supply if not beside or pile(each) == kind)
        return "" if first == train else first

    def begin_turn(self, company: str) -> None:
        """Let all trains of a company run again."""
        for train in self.held.get(company, ()):
            self.ran.pop(train, None)

    def give(self, train: str, company: str, name: str = "") -> None:
        """Give a train to a company, wherever it comes from; ``name`` is its new name."""
        self._take(train)
        self.held.setdefault(company, []).append(train)
        self.names[train] = name or self.names[train]

    def sell(self, train: str, sides: Sequence[str] = ()) -> tuple[str, ...]:
        """Take a train out of the supply; return the phases that this starts.

        ``sides``: the names under which it ends others, if not that of its type.
        """
        self.supply.remove(train)
        sold = pile(train)
        self.types_sold.add(sold)
        started = []
        for name in self.phases[self.phases.index(self.phase) + 1 :]:
            if sold not in self.title.phases[name].starts_with:
                break
            started.append(name)
            self.start(name)
        for name in sides or (sold,):
            self._end(name)
        return tuple(started)

    def start(self, phase: str) -> None:
        """Start a phase and turn the trains that it turns."""
        self.phase = phase
        turns = self.title.phases[phase].turns
        self.names = {train: turns.get(name, name) for train, name in self.names.items()}

    def _end(self, sold: str) -> None:
        """Scrap what the sale of a type scraps; what it makes obsolete goes from the pool."""
        for train, name in list(self.names.items()):
            kind = self.title.trains[name]
            if train in self.supply:
                continue
            if sold in _ending(self.rusts_on, name, kind.rusts_on):
                self._rust(train)
            elif sold in _ending(self.obsolete_on, name, kind.obsolete_on):
                self.obsolete.add(train)
                if train in self.pool:
                    self.scrap(train)

    def _rust(self, train: str) -> None:
        """Take a rusted train out of the game, unless a kind of company may still run it."""
        owner = self.holder(train)
        if not self.rusted_for:
            self.scrap(train)
        elif owner and self.title.companies[owner].kind != self.rusted_for:
            self.discard(train, to_pool=True)

    def scrap(self, train: str) -> None:
        """Take a train out of the game."""
        self._take(train)
        self.gone.add(train)

    def scrap_named(self, names: Sequence[str]) -> None:
        """Take all trains of these names out of the game, but not from the supply."""
        for train, name in list(self.names.items()):
            if name in names and train not in self.supply:
                self.scrap(train)

    def scrap_all_of(self, company: str) -> None:
        """Take all trains of a company out of the game."""
        for train in list(self.held.get(company, ())):
            self.scrap(train)

    def discard(self, train: str, *, to_pool: bool) -> None:
        """Take a train away from its company, to be sold again or out of the game."""
        if to_pool and train not in self.obsolete:
            self._take(train)
            self.pool.add(train)
        else:
            self.scrap(train)

    def lend_back(self, train: str) -> None:
        """Put a borrowed train back, behind all others of the supply."""
        self._take(train)
        self.ran.pop(train, None)
        self.supply.append(train)

    def hand_over(self, old: str, new: str) -> None:
        """Give all trains of ``old`` to ``new``, which has taken it over."""
        self.heirs[old] = new
        self.held.setdefault(new, []).extend(self.held.pop(old, []))

    def paid_out(self, company: str) -> None:
        """Let the obsolete trains of a company go, which have run for the last time."""
        for train in [each for each in self.held.get(company, ()) if each in self.obsolete]:
            self.scrap(train)

    def _take(self, train: str) -> None:
        self.pool.discard(train)
        for mine in self.held.values():
            if train in mine:
                mine.remove(train)


def pile(train: str) -> str:
    """Return the type that the id of a train names."""
    return train.rpartition("-")[0]


def _ending(differs: Mapping[str, str], name: str, usual: Sequence[str]) -> Sequence[str]:
    """Return the trains whose sale ends a train."""
    return (differs[name],) if name in differs else usual
