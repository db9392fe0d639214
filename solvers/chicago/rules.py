"""The rules of Chicago Express: prices, incomes, dividends, what a build changes, the end.

Where the rulebook leaves a choice: the phase in which an arrival in Chicago pays its
dividend and opens the Wabash follows the whole action, so that within one action the order
of hexes matters for nothing but their connection.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hexgraph.search import reached
from mapdata.chicago import FOR_ONE, Railroad
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError
from solvers.chicago.board import neighbours

BuildRefusal = tuple[str, str]
"""The code of a rule, and in words how a hex breaks it."""

RICH = 1_000
"""More than anybody bids."""
UNLIMITED = 1_000_000
"""More than any way costs, and more hexes than there are."""


def check_connected(position: ChicagoPosition) -> None:
    """Refuse a position in which part of a network is not connected with its start."""
    for name, network in position.networks.items():
        joined = connected(position, name, network)
        apart = sorted(network - joined)
        if apart:
            place = position.title.hexes[apart[0]]
            start = position.title.hexes[position.title.companies[name].start]
            text = f"{place.label} is not connected with the start hex {start.label}"
            raise InputError(text, f"networks.{name}")


def connected(position: ChicagoPosition, name: str, network: Iterable[str]) -> set[str]:
    """Return the hexes of ``network`` that are connected with the company's start."""
    near, own = neighbours(position.title), set(network)
    return set(reached([position.title.companies[name].start], lambda here: own & set(near[here])))


def company(position: ChicagoPosition, name: str) -> Railroad:
    """Return what is printed of a company."""
    return position.title.companies[name]


def is_open(position: ChicagoPosition, name: str) -> bool:
    """Return whether a company is in play."""
    return name in position.networks


def standing(position: ChicagoPosition, hex_id: str) -> list[str]:
    """Return the companies that have a locomotive on a hex."""
    return [name for name, network in position.networks.items() if hex_id in network]


def price(position: ChicagoPosition, hex_id: str) -> int:
    """Return what the next locomotive on a hex costs."""
    return position.title.hexes[hex_id].cost * (len(standing(position, hex_id)) + 1)


def pays(position: ChicagoPosition, hex_id: str) -> int:
    """Return what a hex adds to the income of a company that stands on it."""
    place = position.title.hexes[hex_id]
    if place.kind == "industry":
        return position.industry[position.title.industry_at[hex_id]]
    return place.income + (place.develop if hex_id in position.houses else 0)


def refusal(position: ChicagoPosition, name: str, hex_id: str) -> BuildRefusal | None:
    """Return why a company may not build on a hex, its money and its network aside."""
    place = position.title.hexes[hex_id]
    here = standing(position, hex_id)
    if name in here:
        return "own-locomotive", f"{name} has a locomotive on {place.label} already"
    if place.kind == "start":
        return "start-hex", f"{place.label} is a start hex: nobody builds there"
    if place.kind in FOR_ONE and here:
        text = f"{place.label} is taken by {here[0]}: a {place.kind} takes one company"
        return "taken", text
    return None


def income(position: ChicagoPosition, name: str) -> int:
    """Return the income of a company as it follows from the board."""
    network = position.networks.get(name, frozenset())
    return company(position, name).income + sum(pays(position, each) for each in network)


def rounded_up(money: int, shares: int) -> int:
    """Return the part of each share, fractions rounded up."""
    return -(-money // shares)


def dividend(position: ChicagoPosition, name: str, earned: int) -> int | None:
    """Return what each share pays when the company's income is ``earned``."""
    sold = position.sold[name]
    return rounded_up(earned, sold) if sold else None


def opening_bid(position: ChicagoPosition, name: str) -> int | None:
    """Return the least bid for the next share, if there is one to be auctioned."""
    if not is_open(position, name) or not shares_left(position, name):
        return None
    return rounded_up(income(position, name), position.sold[name] + 1)


def locomotives_left(position: ChicagoPosition, name: str) -> int:
    """Return how many hexes a company can still build."""
    return company(position, name).locomotives - len(position.networks.get(name, ()))


def shares_left(position: ChicagoPosition, name: str) -> int:
    """Return how many shares of a company are not sold."""
    return company(position, name).shares - position.sold[name]


def houses_left(position: ChicagoPosition) -> int:
    """Return how many houses are in the supply."""
    return position.title.development.houses - len(position.houses)


def build(position: ChicagoPosition, name: str, hexes: Iterable[str]) -> ChicagoPosition:
    """Return the position after one action; the first arrival in Chicago opens a company."""
    networks = dict(position.networks)
    networks[name] = networks[name] | frozenset(hexes)
    opening = position.title.opening
    if opening.hex in networks[name] and opening.company not in networks:
        start = position.title.companies[opening.company].start
        networks[opening.company] = frozenset({start})
    return replace(position, networks=networks)


def end_conditions(position: ChicagoPosition) -> dict[str, bool]:
    """Return the four conditions in words, and which of them hold."""
    title, end = position.title, position.title.end
    spent = [each for each in title.companies if not locomotives_left(position, each)]
    gone = [each for each in title.companies if not shares_left(position, each)]
    houses, last = houses_left(position), title.industry[end.industry].scale[-1]
    value = position.industry[end.industry]
    return {
        f"{end.without_locomotives} companies without locomotives": len(spent)
        >= end.without_locomotives,
        f"{end.without_shares} companies without shares": len(gone) >= end.without_shares,
        f"{end.houses_left} or fewer houses left": houses <= end.houses_left,
        f"{end.industry} on {last}": value == last,
    }


def dial_left(position: ChicagoPosition, kind: str) -> int | None:
    """Return how often an action can still be chosen before a dividend (``None``: always)."""
    length = position.title.dials.length(kind)
    return None if length is None else length - position.dials.get(kind, 0)
