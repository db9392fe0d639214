"""Grow boards for the benchmark: random, repeatable, and made of legal lays only.

    python benchmarks/generate.py [FOLDER]   write open, small and growth in bestrun/data/bench

``FOLDER`` has real turns for the open late boards (``late.py``), if those are to be made anew.

A board starts as printed and grows as in a game, one tile at a time: the next colour on what
lies there, with the label and the stops of the hex, old track preserved, no track off the
board or into a blank side, never more tiles than the box holds, and joined to track that
lies already. It is taken when the network of the company that runs has the size wanted, or
when nothing more can be laid.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from late import known_boards, late_boards

from bestrun.benchmark import BENCH
from bestrun.turn import set_up
from hexgraph.board import lay_out
from hexgraph.compile import compile_network
from hexgraph.face import Face, printed_faces
from hexgraph.laid import laid_face
from hexgraph.lattice import opposite
from hexgraph.network import Network
from hexgraph.sides import hex_across
from mapdata.errors import InputError
from mapdata.position import Position
from mapdata.read import read_position
from mapdata.tile import Tile
from mapdata.title import Title
from mapdata.titles import load
from solvers.methods import solve

LARGE = (55, 77)
"""Stops and links of the largest network that was met in a real game."""
MIDDLE = (40, 50)
MORE = 13
"""Links above these sizes up to which a board goes on growing."""

FLEETS = {
    "1844": ("8E 8E 8E 5H", "8E 8E 6 6", "6 6 6 6", "8H 8H 8H 8H", "6 6H 8E 8H", "8E 8E 8E 8E"),
    "1841-v2": ("8 8", "8 7"),
    "1841": ("8 8", "7 7"),
}
OPEN = [("1844", 3), ("1841-v2", 2), ("1841", 1)]
"""Titles, and how many pairs of boards (one large, one smaller) each of their fleets gets."""

COLOURS = ("white", "yellow", "green", "brown", "gray")
BUILT = frozenset(COLOURS[:-1]) | {"purple"}
PATIENCE = 400
"""Tries in a row without a lay after which a board is full."""


class GrowingBoard:
    """A board that grows; ``laid`` maps hexes to tile codes."""

    def __init__(self, title: Title, rng: random.Random) -> None:
        self.title = title
        self.rng = rng
        importing: Any = title.extra.get("import", {})
        self.formed: dict[str, Any] = importing.get("formation", {})
        self.laid: dict[str, str] = dict(importing.get("furka_oberalp", {}).get("tiles", {}))
        self.used = Counter(code.split(":")[0] for code in self.laid.values())
        self.homes = {home.split(".")[0] for c in title.companies.values() for home in c.homes}
        self.places = [
            place.id
            for place in title.hexes.values()
            for _ in range(3 if any(s.kind == "city" for s in place.printed.stops) else 1)
        ]
        """Hexes to build on: players care for cities most."""

    def face(self, hex_id: str) -> Face:
        """The tiles on a hex."""
        code = self.laid.get(hex_id)
        return laid_face(self.title, hex_id, code) if code else printed_faces(self.title)[hex_id]

    def grow(self) -> bool:
        """Lay one tile; ``False`` if the board is full."""
        return any(self._lay_on(self.rng.choice(self.places)) for _ in range(PATIENCE))

    def _lay_on(self, hex_id: str) -> bool:
        """Lay the tile that joins most track, more or less; ``False`` if none can lie here."""
        best: tuple[float, Tile, str] | None = None
        for tile, code, face in self._lays(hex_id):
            joined = self._joins(hex_id, face)
            if joined or hex_id in self.homes:
                score = joined + 1.5 * self.rng.random()
                if best is None or score > best[0]:
                    best = score, tile, code
        if best is None:
            return False
        old = self.face(hex_id).layers
        self.used.subtract([tile.name for tile, _ in old])
        self.used[best[1].name] += 1
        self.laid[hex_id] = best[2]
        return True

    def _lays(self, hex_id: str) -> Iterator[tuple[Tile, str, Face]]:
        old = self.face(hex_id)
        printed = self.title.hexes[hex_id].printed
        colour = old.layers[0][0].colour if old.layers else printed.colour
        if any(stop.closed for stop in old.stops):
            layer = "opening"
        elif printed.colour in COLOURS[:-1]:
            layer = "tile"
        elif not old.layers:
            layer = "overlay"
        else:
            return
        for tile in self.title.tiles.values():
            full = tile.count is not None and self.used[tile.name] >= tile.count
            if tile.layer != layer or tile.online_only or full:
                continue
            if layer == "tile" and tile.colour not in _next_colours(colour):
                continue
            for rotation in range(1 if layer == "opening" else 6):
                code = tile.name if layer == "opening" else f"{tile.name}:{rotation}"
                try:
                    face = laid_face(self.title, hex_id, code)
                except InputError:
                    break
                if _preserves(old, face) and self._fits(hex_id, face):
                    yield tile, code, face

    def _fits(self, hex_id: str, face: Face) -> bool:
        """Whether the track neither leaves the board nor meets a blank side."""
        for edge in _edges(face):
            across = hex_across(self.title, hex_id, edge)
            if across is None or hex_across(self.title, across, opposite(edge)) is None:
                return False
            built = self.title.hexes[across].printed.colour in BUILT
            if not built and opposite(edge) not in _edges(self.face(across)):
                return False
        return True

    def _joins(self, hex_id: str, face: Face) -> int:
        """Number of track ends that meet track already laid."""
        across = {edge: hex_across(self.title, hex_id, edge) for edge in _edges(face)}
        return sum(
            there is not None and opposite(edge) in _edges(self.face(there))
            for edge, there in across.items()
        )

    def markers(self, seed: str) -> tuple[str, dict[str, list[str]]]:
        """The running company and all markers: many of its own, few of others."""
        rng = random.Random(seed)
        companies = self.title.companies
        company = self.formed.get("company") or max(
            companies, key=lambda name: len(companies[name].markers)
        )
        own = [home for name in self.formed.get("from", []) for home in companies[name].homes]
        own = [self._stop(*home.split(".")) for home in own]
        taken = {stop.split(".")[0] for stop in own}
        free = []
        for hex_id in self.title.hexes:
            face = self.face(hex_id)
            cities = [at for at, stop in enumerate(face.stops) if stop.kind == "city"]
            if cities and face.track and hex_id not in taken:
                free.append(self._stop(hex_id, str(rng.choice(cities))))
        rng.shuffle(free)
        count = 8 if self.formed else len(companies[company].markers)
        placed = {company: own + free[: count - len(own)]}
        others = [name for name in companies if name not in (company, *self.formed.get("from", []))]
        for other, stop in zip(rng.sample(others, 3), reversed(free), strict=False):
            if rng.random() < 0.5:
                placed[other] = [stop]
        return company, placed

    def _stop(self, hex_id: str, index: str = "0") -> str:
        return f"{hex_id}.{index}" if len(self.face(hex_id).stops) > 1 else hex_id


def _next_colours(colour: str) -> tuple[str, ...]:
    """The colour of tiles that may be laid on this one; others are of some title's own."""
    return COLOURS[COLOURS.index(colour) + 1 :][:1]


def _edges(face: Face) -> set[int]:
    return {edge for piece in face.track for edge in piece.edges}


def _preserves(old: Face, new: Face) -> bool:
    """Whether all old track is still there, and old stations keep their sides."""
    through = {frozenset(piece.edges) for piece in new.track if not piece.stops}
    if any(frozenset(piece.edges) not in through for piece in old.track if not piece.stops):
        return False
    return all(any(sides <= other for other in _sides(new)) for sides in _sides(old))


def _sides(face: Face) -> list[set[int]]:
    return [
        {edge for piece in face.track if index in piece.stops for edge in piece.edges}
        for index in range(len(face.stops))
    ]


def boards(title_id: str, fleet: str, seed: str) -> Iterator[tuple[dict[str, Any], Network]]:
    """Yield a board after every lay, as a position with its network."""
    title = load(title_id)
    growth = GrowingBoard(title, random.Random(seed))
    phase = list(title.phases)[-1]
    while growth.grow():
        company, placed = growth.markers(seed)
        tokens = {name: tuple(stops) for name, stops in placed.items()}
        trains = tuple(fleet.split())
        position = Position(title_id, phase, company, trains, dict(growth.laid), tokens)
        try:
            network = compile_network(lay_out(position, title), company)
        except InputError:  # a home has been built into one station with another
            continue
        data = {
            "title": title_id,
            "phase": phase,
            "company": company,
            "trains": list(trains),
            "tiles": dict(sorted(growth.laid.items())),
            "tokens": placed,
        }
        yield data, network


def open_boards() -> Iterator[dict[str, Any]]:
    """Yield dense late boards, every second at least as large as any real one."""
    for title_id, pairs in OPEN:
        for number in range(pairs):
            for fleet in FLEETS[title_id]:
                for size in (LARGE, MIDDLE):
                    yield _case(_grown(title_id, fleet, size, str(number)), size, number)


def _grown(title_id: str, fleet: str, size: tuple[int, int], seed: str) -> dict[str, Any]:
    """Return a board of this size, upgraded as far as it goes without outgrowing it."""
    attempt = 0
    while True:
        last = None
        for position, network in boards(title_id, fleet, f"{title_id} {fleet} {seed} {attempt}"):
            if len(network.links) > size[1] + MORE:
                break
            if len(network.stops) >= size[0] and len(network.links) >= size[1]:
                last = position
        if last is not None:
            return last
        attempt += 1


def _case(position: dict[str, Any], size: tuple[int, int], number: int) -> dict[str, Any]:
    name = "large" if size == LARGE else "middle"
    fleet = ",".join(position["trains"])
    return {"id": f"{position['title']} {name} {fleet} {number + 1}", "position": position}


def small_boards() -> Iterator[dict[str, Any]]:
    """Yield early boards with one to three small trains."""
    for title_id, kinds in (("1844", "6 5H 6H 8E"), ("1841-v2", "6 7 8"), ("1841-lite", "6 7 8")):
        for seed in range(10):
            rng = random.Random(f"{title_id} {seed}")
            fleet = " ".join(rng.choices(kinds.split(), k=rng.randint(1, 3)))
            wanted = rng.randint(6, 18)
            for position, network in boards(title_id, fleet, f"small {title_id} {seed}"):
                if len(network.links) >= wanted:
                    yield {"id": f"{title_id} small {seed + 1}", "position": position}
                    break


def growing_boards() -> Iterator[dict[str, Any]]:
    """Yield boards at every stage of their growth, to see how time grows with size."""
    for title_id, kind in (("1844", "8E"), ("1841-v2", "8")):
        for seed in range(3):
            wanted = 20
            for position, network in boards(title_id, "", f"growth {title_id} {seed}"):
                if len(network.links) >= wanted:
                    wanted = len(network.links) + 12
                    for trains in (1, 2, 3, 4):
                        name = f"{title_id} growth {seed + 1}: {len(network.links)} links, {trains}"
                        own = position | {"trains": [kind] * trains}
                        yield {"id": name, "position": own}


def solved(cases: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Add the proven optimum to each case."""
    for case in cases:
        result = solve(set_up(read_position(case["position"], case["id"])).problem())
        assert result.proven, case["id"]
        yield case | {"optimum": result.total}


def write(name: str, cases: Iterator[dict[str, Any]]) -> None:
    """Write a set of cases, one a line."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (BENCH / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    late = late_boards(Path(sys.argv[1])) if len(sys.argv) > 1 else iter(known_boards())
    write("open.json", solved(chain(open_boards(), late)))
    write("small.json", solved(small_boards()))
    write("growth.json", growing_boards())
