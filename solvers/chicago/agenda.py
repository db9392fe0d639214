"""What a plan of a player consists of, its hexes left open: builds, developments, purchases.

There are few agendas, and most of them cannot be the best: see :mod:`solvers.chicago.ceiling`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from mapdata.chicago import DIALS
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules
from solvers.chicago.action import builders, offered


@dataclass(frozen=True)
class Agenda:
    """So many actions of each kind, in whatever order.

    ``builds`` and ``purchases`` have the company of each build and of each share bought.
    """

    builds: tuple[str, ...] = ()
    developments: int = 0
    purchases: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Return how many actions there are."""
        return len(self.builds) + self.developments + len(self.purchases)

    def count(self, kind: str) -> int:
        """Return how many actions of a kind there are, which all turn one dial."""
        return {
            "build": len(self.builds),
            "develop": self.developments,
            "auction": len(self.purchases),
        }[kind]


def agendas(
    position: ChicagoPosition, player: str, actions: int, *, auctions: bool
) -> Iterator[Agenda]:
    """Yield what a player's next actions can consist of, the shortest first.

    With ``auctions`` at least one share is bought, otherwise none. He builds for companies of
    which he has a share by then, if their money is known.
    """
    own, on_offer = builders(position, player), offered(position) if auctions else []
    companies = [name for name in dict.fromkeys(own + on_offer) if name in position.treasuries]
    every = [("build", name) for name in companies] + [("develop", "")]
    every += [("auction", name) for name in on_offer]
    for size in range(1, min(actions, most_actions(position)) + 1):
        for chosen in combinations_with_replacement(every, size):
            builds, purchases = (
                tuple(name for each, name in chosen if each == kind)
                for kind in ("build", "auction")
            )
            agenda = Agenda(builds, chosen.count(("develop", "")), purchases)
            if bool(purchases) == auctions and _fits(position, agenda, {*own, *purchases}):
                yield agenda


def most_actions(position: ChicagoPosition) -> int:
    """Return how many actions there can be at most before a dividend, 1 at least.

    Dials end it; and so do locomotives, shares, houses and the steps of industries.
    """
    title, companies = position.title, position.title.companies
    steps = sum(len(each.scale) for each in title.industry.values())
    supply = {
        "auction": sum(each.shares for each in companies.values()),
        "build": sum(each.locomotives for each in companies.values()),
        "develop": title.development.houses + steps,
    }
    left = {kind: rules.dial_left(position, kind) for kind in DIALS}
    return max(1, sum(supply[kind] if each is None else each for kind, each in left.items()))


def _fits(position: ChicagoPosition, agenda: Agenda, held: set[str]) -> bool:
    """Return whether dials and shares last, and no company is built for without a share."""
    dials = ((rules.dial_left(position, kind), agenda.count(kind)) for kind in DIALS)
    return (
        held.issuperset(agenda.builds)
        and all(left is None or wanted <= left for left, wanted in dials)
        and all(
            agenda.purchases.count(name) <= rules.shares_left(position, name)
            for name in agenda.purchases
        )
    )
