"""The rules of Chicago Express: its board as a graph, prices, incomes, houses, builds, the end.

Where the rulebook leaves a choice: the phase in which an arrival in Chicago pays its
dividend and opens the Wabash follows the whole action, so that within one action the order
of hexes matters for nothing but their connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from hexgraph.lattice import neighbour
from hexgraph.search import reached
from mapdata.chicago import FOR_ONE, HOUSED, ChicagoTitle, Railroad
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError
from mapdata.title import Layout

if TYPE_CHECKING:
    import networkx as nx


LAYOUT: Layout = "flat"


@cache
def neighbours(title: ChicagoTitle) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes next to each hex.

    Solvers rely on the hex that opens a company being no bottleneck: then whatever is dearer
    once the company is open can be built before it opens. A board where the hex could be a
    bottleneck is refused.
    """
    at = {each.xy: each.id for each in title.hexes.values()}
    beside = {
        each.id: [neighbour(LAYOUT, each.xy, edge) for edge in range(6)]
        for each in title.hexes.values()
    }
    found = {one: tuple(at[xy] for xy in near if xy in at) for one, near in beside.items()}
    around = found[title.opening.hex]
    if any(one != two and two not in found[one] for one in around for two in around):
        place = f"{title.id}/title.toml: opening.hex"
        raise InputError("the neighbours of this hex must touch each other", place)
    return found


def board_graph(title: ChicagoTitle) -> nx.Graph:
    """Return the board as a networkx graph, for algorithms of one's own.

    Nodes are hex ids with ``xy`` (doubled coordinates), ``kind``, ``cost``, ``income``,
    ``develop`` and ``name`` as printed; edges join neighbours.
    """
    import networkx as nx

    graph = nx.Graph(title=title.id)
    for each in title.hexes.values():
        printed = {key: getattr(each, key) for key in ("kind", "cost", "income", "develop", "name")}
        graph.add_node(each.id, xy=each.xy, **printed)
    graph.add_edges_from((one, two) for one, near in neighbours(title).items() for two in near)
    return graph


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
    """The printed facts of a company."""
    return position.title.companies[name]


def is_open(position: ChicagoPosition, name: str) -> bool:
    """Whether a company is in play."""
    return name in position.networks


def standing(position: ChicagoPosition, hex_id: str) -> list[str]:
    """Return the companies that have a locomotive on a hex."""
    return [name for name, network in position.networks.items() if hex_id in network]


def price(position: ChicagoPosition, hex_id: str) -> int:
    """Price of the next locomotive on a hex."""
    return position.title.hexes[hex_id].cost * (len(standing(position, hex_id)) + 1)


def pays(position: ChicagoPosition, hex_id: str) -> int:
    """Income that a hex adds for a company that stands on it."""
    place = position.title.hexes[hex_id]
    if place.kind == "industry":
        return position.industry[position.title.industry_at[hex_id]]
    return place.income + (place.develop if hex_id in position.houses else 0)


def refusal(position: ChicagoPosition, name: str, hex_id: str) -> BuildRefusal | None:
    """The rule that forbids a company to build on a hex, its money and network aside."""
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
    """Dividend of each share when the company's income is ``earned``."""
    sold = position.sold[name]
    return rounded_up(earned, sold) if sold else None


def opening_bid(position: ChicagoPosition, name: str) -> int | None:
    """Return the least bid for the next share, if there is one to be auctioned."""
    if not is_open(position, name) or not shares_left(position, name):
        return None
    return rounded_up(income(position, name), position.sold[name] + 1)


def locomotives_left(position: ChicagoPosition, name: str) -> int:
    """Number of hexes that a company can still build."""
    return company(position, name).locomotives - len(position.networks.get(name, ()))


def shares_left(position: ChicagoPosition, name: str) -> int:
    """Number of unsold shares of a company."""
    return company(position, name).shares - position.sold[name]


def houses_left(position: ChicagoPosition) -> int:
    """Number of houses in the supply."""
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
    """Number of times an action can be chosen before a dividend; ``None`` if unlimited."""
    length = position.title.dials.length(kind)
    return None if length is None else length - position.dials.get(kind, 0)


def house_refusal(position: ChicagoPosition, hex_id: str) -> BuildRefusal | None:
    """The rule that forbids to develop a hex, if one does."""
    return forbidden(position, hex_id) or _nobody(position, hex_id)


def forbidden(position: ChicagoPosition, hex_id: str) -> BuildRefusal | None:
    """The rule that forbids to develop a hex, wherever locomotives stand."""
    title, place = position.title, position.title.hexes[hex_id]
    if place.kind == "industry":
        name = title.industry_at[hex_id]
        if title.industry[name].by != "players":
            return "not-developable", f"{place.label} grows with the dividends, not by players"
        if not steps_left(position, hex_id):
            return "end-of-scale", f"{place.label} is at the end of its scale"
        return None
    if place.kind not in HOUSED:
        kinds = "cities, mountains, forests and industries only"
        return "not-developable", f"{place.label} cannot be developed: {kinds}"
    if hex_id in position.houses:
        return "developed-already", f"{place.label} has a house already"
    if not houses_left(position):
        return "no-houses-left", "no house is left in the supply"
    return None


def _nobody(position: ChicagoPosition, hex_id: str) -> BuildRefusal | None:
    if standing(position, hex_id):
        return None
    return "no-locomotive", f"no locomotive stands on {position.title.hexes[hex_id].label}"


def steps_left(position: ChicagoPosition, hex_id: str) -> int:
    """Number of times that the industry on a hex can still be developed."""
    name = position.title.industry_at[hex_id]
    scale = position.title.industry[name].scale
    return len(scale) - 1 - scale.index(position.industry[name])


def effect(position: ChicagoPosition, hex_id: str) -> tuple[int, int]:
    """Effect of a development: income added for companies there, and money at once of a forest."""
    title, place = position.title, position.title.hexes[hex_id]
    if place.kind == "industry":
        name = title.industry_at[hex_id]
        value = position.industry[name]
        return title.industry[name].after(value) - value, 0
    return place.develop, title.development.forest if place.kind == "forest" else 0


def most_added(position: ChicagoPosition, hex_id: str) -> int:
    """Upper bound on the income that one development, now or later, adds for companies there."""
    title, place = position.title, position.title.hexes[hex_id]
    if place.kind != "industry":
        return place.develop
    name = title.industry_at[hex_id]
    scale = title.industry[name].scale
    left = scale[scale.index(position.industry[name]) :]
    return max((two - one for one, two in pairwise(left)), default=0)


def develop(position: ChicagoPosition, hex_id: str) -> ChicagoPosition:
    """Return the position after a development; a forest fills its company's treasury."""
    title = position.title
    if title.hexes[hex_id].kind == "industry":
        name = title.industry_at[hex_id]
        value = title.industry[name].after(position.industry[name])
        return replace(position, industry={**position.industry, name: value})
    _, money = effect(position, hex_id)
    here = standing(position, hex_id)
    treasuries = {
        name: held + (money if name in here else 0) for name, held in position.treasuries.items()
    }
    return replace(position, houses=position.houses | {hex_id}, treasuries=treasuries)
