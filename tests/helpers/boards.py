"""Positions for tests: small ones written by hand, and random ones on the real boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from bestrun.turn import Turn, set_up
from hexgraph.laid import laid_face
from hexgraph.lattice import neighbour
from hexgraph.live import live_rules
from hexgraph.network import Link
from mapdata.errors import InputError
from mapdata.read import read_position
from mapdata.rules import Bonus, Rules, TrainRow
from mapdata.title import Title, gone_trains
from mapdata.titles import load
from solvers.methods import solve
from solvers.plan import BestPlan
from solvers.pose import pose
from solvers.problem import Problem

GOOD: dict[str, Any] = {
    "title": "1844",
    "phase": "3",
    "company": "VZ",
    "trains": ["2H", "3H"],
    "tiles": {"K10": "15:0"},
    "tokens": {"VZ": ["K10"]},
}
"""A position with nothing wrong, to spoil."""


def turn(
    title: str,
    phase: str,
    company: str,
    trains: str,
    tiles: Mapping[str, str],
    **tokens: str,
) -> Turn:
    """Return a turn; ``trains`` and tokens are words: ``trains="2H 3H", VZ="K10 I6"``."""
    return turn_of(
        {
            "title": title,
            "phase": phase,
            "company": company,
            "trains": trains.split(),
            "tiles": dict(tiles),
            "tokens": {name: places.split() for name, places in tokens.items()},
        }
    )


def turn_of(position: Mapping[str, Any]) -> Turn:
    """Return the turn of a position given as the data of a file."""
    return set_up(read_position(position, ""))


def best(problem: Turn | Problem, method: str = "routes") -> BestPlan:
    """Return the best plan, which must be proven."""
    posed = problem.problem() if isinstance(problem, Turn) else problem
    result = solve(posed, method)
    assert result.proven
    return result


def routes(result: BestPlan, problem: Problem) -> list[tuple[str, tuple[str, ...]]]:
    """Return each run of the best plan as its train and the ids of the stops that pay."""
    stops = problem.network.stops
    return [
        (run.train.name, tuple(stops[stop].id for stop in run.paid)) for run in result.plan.runs
    ]


def with_stop(problem: Problem, stop_id: str, **changes: Any) -> Problem:
    """Return a problem in which a stop is something else, to see what a rule is worth."""
    assert any(stop.id == stop_id for stop in problem.network.stops), stop_id
    stops = tuple(
        replace(stop, **changes) if stop.id == stop_id else stop for stop in problem.network.stops
    )
    network = replace(problem.network, stops=stops)
    return replace(problem, network=network, groups=pose(network, (), Rules()).groups)


def retrained(
    here: Turn,
    *,
    limit: int | None = None,
    skips: bool | None = None,
    anywhere: bool = False,
    **counts: int,
) -> Problem:
    """Return the problem of a turn with other trains.

    With another limit; paid for that many stops of all they pass (``skips``) or visiting no
    more; entering every kind of stop; counting kinds of stops or not (``town=1``).
    """
    trains = []
    for name in here.position.trains:
        train = here.title.trains[name]
        numbers = [n for row in train.rows for n in (row.pays, row.visits) if n is not None]
        number = limit or (numbers[0] if numbers else None)
        paying = any(row.pays is not None for row in train.rows) if skips is None else skips
        entered = {kind for kind in here.title.stop_kinds if anywhere or train.enters(kind)}
        counted = {kind for row in train.rows if row != TrainRow(row.kinds) for kind in row.kinds}
        counted |= {kind for kind, count in counts.items() if count}
        counted -= {kind for kind, count in counts.items() if not count}
        if train.hexes is not None:
            trains.append(
                replace(train, hexes=limit or train.hexes, rows=(TrainRow(frozenset(entered)),))
            )
            continue
        row = TrainRow(frozenset(counted), *((number, None) if paying else (None, number)))
        trains.append(replace(train, rows=(row, TrainRow(frozenset(entered - counted)))))
    return pose(here.network, trains, live_rules(here.board, here.company.id))


def ruled(here: Turn, *bonuses: Bonus) -> Problem:
    """Return the problem of a turn with other bonuses."""
    trains = [here.title.trains[name] for name in here.position.trains]
    return pose(here.network, trains, Rules(bonuses))


def with_links(problem: Problem, change: Any) -> Problem:
    """Return a problem in which ``change`` was applied to every link."""
    links = tuple(change(link) for link in problem.network.links)
    return replace(problem, network=replace(problem.network, links=links))


def freed(problem: Problem, resource: str) -> Problem:
    """Return a problem in which something (a hexside) may be used any number of times."""
    bit = 1 << problem.network.resources.index(resource)
    return with_links(problem, lambda link: link._replace(mask=link.mask & ~bit))


def joined(problem: Problem, one: str, two: str) -> Problem:
    """Return a problem with one more link, over track of its own, between two stops."""
    network = problem.network
    ids = [stop.id for stop in network.stops]
    new = Link(ids.index(one), ids.index(two), 1 << len(network.resources), 1, (one, two))
    resources = (*network.resources, f"new {one}-{two}")
    links = (*network.links, new)
    return replace(problem, network=replace(network, links=links, resources=resources))


def doubled(problem: Problem, stop_id: str, resource: str) -> Problem:
    """Return a problem in which the track over one hexside leads to a second copy of a stop.

    What visits a stop twice in the one visits two stops in the other.
    """
    network = problem.network
    at = [stop.id for stop in network.stops].index(stop_id)
    bit = 1 << network.resources.index(resource)
    copy = len(network.stops)

    def moved(link: Link) -> Link:
        if not link.mask & bit:
            return link
        return link._replace(a=copy if link.a == at else link.a, b=copy if link.b == at else link.b)

    stops = (*network.stops, replace(network.stops[at], id=f"{stop_id} again"))
    changed = replace(network, stops=stops, links=tuple(map(moved, network.links)))

    def twice(figures: tuple[int, ...]) -> tuple[int, ...]:
        return (*figures, figures[at])

    trains = tuple(
        replace(
            train,
            values=twice(train.values),
            worth=twice(train.worth),
            visits=tuple(replace(each, weights=twice(each.weights)) for each in train.visits),
            pays=tuple(replace(each, weights=twice(each.weights)) for each in train.pays),
            barred=train.barred | ({copy} if at in train.barred else frozenset()),
        )
        for train in problem.trains
    )
    return replace(problem, network=changed, trains=trains)


# -- random positions -------------------------------------------------------------------


@cache
def lays(title: Title, hex_id: str) -> tuple[tuple[str, str, frozenset[int]], ...]:
    """Candidate tiles of a hex: code, colour, edges its track leads to."""
    found = []
    for tile in title.tiles.values():
        for rotation in range(1 if tile.layer == "opening" else 6):
            code = tile.name if tile.layer == "opening" else f"{tile.name}:{rotation}"
            try:
                face = laid_face(title, hex_id, code)
            except InputError:
                continue
            edges = frozenset(edge for piece in face.track for edge in piece.edges)
            found.append((code, tile.colour, edges))
    return tuple(found)


@cache
def _at(title: Title) -> dict[tuple[int, int], str]:
    return {place.xy: place.id for place in title.hexes.values()}


def _around(title: Title, hex_id: str) -> dict[int, str]:
    xy = title.hexes[hex_id].xy
    found = {edge: _at(title).get(neighbour(title.layout, xy, edge)) for edge in range(6)}
    return {edge: there for edge, there in found.items() if there is not None}


def _region(title: Title, rnd: Random, size: int) -> list[str]:
    """Return ``size`` hexes that hang together, grown from one with something to stop at."""
    starts = sorted(place.id for place in title.hexes.values() if place.printed.stops)
    region = [rnd.choice(starts)]
    while len(region) < size:
        rim = sorted({there for hex_id in region for there in _around(title, hex_id).values()})
        rim = [hex_id for hex_id in rim if hex_id not in region]
        if not rim:
            break
        stops = [hex_id for hex_id in rim if title.hexes[hex_id].printed.stops]
        region.append(rnd.choice(stops if stops and rnd.random() < 0.6 else rim))
    return region


def _lay(title: Title, rnd: Random, hex_id: str, region: Sequence[str], colours: set[str]) -> str:
    """Return a code for ``hex_id`` whose track leads mostly to the region, or nothing."""
    options = [lay for lay in lays(title, hex_id) if lay[1] in colours]
    if not options or rnd.random() < 0.05:
        return ""
    inward = {edge for edge, there in _around(title, hex_id).items() if there in region}
    picked = [rnd.choice(options) for _ in range(8)]
    picked.sort(key=lambda lay: 3 * len(lay[2] & inward) - len(lay[2] - inward), reverse=True)
    code = picked[0][0]
    if title.hexes[hex_id].printed.colour == "purple" and rnd.random() < 0.4:
        both = f"{code}+{rnd.choice(options)[0]}"
        with suppress(InputError):  # as two tunnels
            laid_face(title, hex_id, both)
            return both
    return code


def random_position(
    title_id: str, rnd: Random, *, size: int = 9, trains: int = 3
) -> dict[str, Any]:
    """Return a position on a few hexes of a real board: tiles, markers, trains."""
    title = load(title_id)
    phase = rnd.choice(list(title.phases)[1:])
    colours = {*title.phases[phase].colours, "purple", "gray"}
    region = _region(title, rnd, size)
    tiles = {hex_id: _lay(title, rnd, hex_id, region, colours) for hex_id in region}
    position: dict[str, Any] = {
        "title": title_id,
        "phase": phase,
        "company": "",
        "trains": [],
        "tiles": {hex_id: code for hex_id, code in tiles.items() if code},
        "tokens": {},
    }
    company = rnd.choice(list(title.companies))
    position["company"] = company
    gone = gone_trains(title, phase)
    owned = title.companies[company].trains
    able = [t for t in title.trains if t not in gone and (owned is None or t in owned)]
    position["trains"] = [rnd.choice(able) for _ in range(rnd.randint(1, trains))]
    _place_markers(title, rnd, position, region)
    return position


def _place_markers(
    title: Title, rnd: Random, position: dict[str, Any], region: Sequence[str]
) -> None:
    """Put markers of the company, and of others, where a marker may stand."""
    places = []
    for hex_id in region:
        code = position["tiles"].get(hex_id)
        stops = laid_face(title, hex_id, code).stops if code else title.hexes[hex_id].printed.stops
        places += [
            (f"{hex_id}.{index}" if len(stops) > 1 else hex_id, stop.slots)
            for index, stop in enumerate(stops)
            if stop.kind in ("city", "pass")
        ]
    rnd.shuffle(places)
    others = [name for name in title.companies if name != position["company"]]
    for number, (place, slots) in enumerate(places):
        foreign = rnd.choice([0, 0, 0, 1, slots])
        own = number == 0 or rnd.random() < 0.2
        for name in rnd.sample(others, max(0, min(foreign, slots - own, len(others)))):
            position["tokens"].setdefault(name, []).append(place)
        if own:
            position["tokens"].setdefault(position["company"], []).append(place)
