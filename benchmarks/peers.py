"""Another route finder on the same positions, in the same run.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install routes-18xx
    python benchmarks/peers.py /tmp/peers/bin/python [FILE ...]

The positions of ``peers.json`` (or of files of one's own: 1846 and 1889) are given to
``routes-18xx``, a package of its own Python, and to ``bestrun``, by turns. Results and CPU
times stand side by side. Not counted: the start of Python and imports, for both; the title's
data, which bestrun reads once, and the other with every board.
"""

from __future__ import annotations

import json
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from bestrun.turn import Turn, set_up
from hexgraph.face import Face
from hexgraph.sides import hex_across
from mapdata.places import row_and_number
from mapdata.read import read_position
from mapdata.title import Title
from solvers.methods import solve

HERE = Path(__file__).parent
LIMIT = 300.0
"""Seconds after which the other program is given up."""
BRIEF = 0.005
"""Seconds that a measurement of ours takes at least."""

NAMES = {
    "1846": {
        "B&O": "Baltimore & Ohio",
        "C&O": "Chesapeake & Ohio",
        "ERIE": "Erie",
        "GT": "Grand Trunk",
        "IC": "Illinois Central",
        "NYC": "New York Central",
        "PRR": "Pennsylvania",
    },
    "1889": {
        "AR": "Awa Railroad",
        "IR": "Iyo Railroad",
        "SR": "Sanuki Railways",
        "KO": "Takamatsu-Kotohira Electric Rail",
        "TR": "Tosa Electric Rail",
        "KU": "Tosa Kuroshio Railroad",
        "UR": "Uwajima Railroad",
    },
}
TRAINS = {"1846": {"I": "2", "II": "4", "III": "5", "IV": "6"}, "1889": {"D": "diesel"}}
"""The train that shows a phase, where it is not called so."""


@dataclass(frozen=True)
class Unasked(Exception):
    """The other program cannot be told of something in the position."""

    why: str


def their_hex(title: Title, hex_id: str) -> str:
    """Their name of a hex. Their board of 1889 is turned by a sixth."""
    if title.id == "1846":
        return hex_id
    column, number = row_and_number(hex_id)
    row = (number - column + 10) // 2
    return f"{'ABCDEFGHIJKLM'[row - 1]}{2 * column - 7 + row}"


_STEPS = {(1, -1): 0, (0, -2): 1, (-1, -1): 2, (-1, 1): 3, (0, 2): 4, (1, 1): 5}
"""Their edges, by the steps of row and number to the hex across."""


def their_edge(title: Title, hex_id: str, edge: int) -> int:
    """Their name of an edge."""
    across = hex_across(title, hex_id, edge)
    if across is None:
        raise Unasked(f"track off the board at {hex_id}")
    here, there = (row_and_number(their_hex(title, each)) for each in (hex_id, across))
    return _STEPS[there[0] - here[0], there[1] - here[1]]


def joined(title: Title, face: Face) -> dict[int, list[int]]:
    """Pairs of edges that a face joins, through a stop or without."""
    together = [set(piece.edges) for piece in face.track if len(piece.edges) == 2]
    for stop in range(len(face.stops)):
        together.append({e for piece in face.track if stop in piece.stops for e in piece.edges})
    found: dict[int, set[int]] = {}
    for edges in together:
        named = {their_edge(title, face.hex, edge) for edge in edges}
        for edge in named:
            found.setdefault(edge, set()).update(named - {edge})
    return {edge: sorted(others) for edge, others in found.items()}


def station(turn: Turn, stop: tuple[str, int]) -> str:
    """Their notation for a marker: with an exit of its own where a hex has several cities."""
    title, (hex_id, index) = turn.title, stop
    face = turn.board.face(hex_id)
    name = their_hex(title, hex_id)
    if len(face.stops) == 1:
        return name
    exits = [
        {edge for piece in face.track if each in piece.stops for edge in piece.edges}
        for each in range(len(face.stops))
    ]
    alone = exits[index].difference(*[some for at, some in enumerate(exits) if at != index])
    across = [hex_across(title, hex_id, edge) for edge in sorted(alone)]
    if not across or across[0] is None:
        raise Unasked(f"a station of {hex_id} has no exit of its own")
    return f"{name}: {their_hex(title, across[0])}"


def question(position: dict[str, Any]) -> dict[str, Any]:
    """Return a position as the other program is asked."""
    if position["title"] not in NAMES:
        raise Unasked(f"it has no {position['title']}")
    for key in ("assigned", "abilities", "markers", "slots", "privates"):
        if position.get(key):
            raise Unasked(f"{key}")
    turn = set_up(read_position(position, ""))
    title, names = turn.title, NAMES[position["title"]]
    for company in (turn.company.id, *chain.from_iterable(turn.board.markers.values())):
        if company not in names:
            raise Unasked(f"a marker of {company}")
    shown = TRAINS[title.id].get(turn.board.phase.name, turn.board.phase.name)
    stations: dict[str, list[str]] = {}
    for stop, companies in turn.board.markers.items():
        for company in companies:
            stations.setdefault(company, []).append(station(turn, stop))
    others = [company for company in stations if company != turn.company.id]
    if not others:
        raise Unasked("nobody else to own the train that shows the phase")
    trains = {turn.company.id: position["trains"], others[0]: [shown]}
    return {
        "game": title.id,
        "active": names[turn.company.id],
        "tiles": [
            (their_hex(title, hex_id), face.layers[0][0].name, joined(title, face))
            for hex_id, face in turn.board.laid.items()
        ],
        "railroads": [
            (names[company], ", ".join(trains.get(company, ())), ", ".join(places))
            for company, places in stations.items()
        ],
    }


class Peer:
    """The other program in a process of its own, which is begun anew if it takes too long."""

    def __init__(self, python: str) -> None:
        self.command = [python, str(HERE / "peers_routes18xx.py")]
        self.process = self._begin()

    def _begin(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(self.command, stdin=pipe, stdout=pipe, text=True)

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return its answer, or why there is none."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], LIMIT)[0]:
            self.process.kill()
            self.process = self._begin()
            return {"failure": f"no answer in {LIMIT:.0f} s"}
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def ours(position: dict[str, Any]) -> tuple[int, float]:
    """Return our revenue, proven, and the CPU seconds from position to plan.

    As in ``bestrun bench``, what is brief is done again, and its mean is taken.
    """
    turn = set_up(read_position(position, ""))  # reads the title
    runs, seconds, begin = 0, 0.0, time.process_time()
    while seconds < BRIEF:
        turn = set_up(read_position(position, ""))
        result = solve(turn.problem())
        runs, seconds = runs + 1, time.process_time() - begin
    assert result.proven
    return result.revenue, seconds / runs


def rows(cases: list[dict[str, Any]], peer: Peer) -> Iterator[tuple[str, int, float, Any]]:
    """Yield for each case its name, our revenue and time, and their answer."""
    for case in cases:
        position = case["position"]
        revenue, seconds = ours(position)
        known = case.get("published", case.get("optimum", revenue))
        if known != revenue:
            print(f"{case['id']}: published is {known}")
        try:
            answer = peer.ask(question(position))
        except Unasked as unasked:
            answer = {"failure": f"not asked: {unasked.why}"}
        yield case["id"], revenue, seconds, answer


def main(python: str, *files: str) -> None:
    """Print a row for each case, and the sums."""
    paths = [Path(file) for file in files] or [HERE / "peers.json"]
    cases = [case for path in paths for case in json.loads(path.read_text(encoding="utf-8"))]
    both = []
    print(f"{'':34} {'bestrun':>8} {'ms':>9} {'routes-18xx':>12} {'ms':>9}")
    for name, revenue, seconds, answer in rows(cases, Peer(python)):
        if "failure" in answer:
            print(f"{name:34} {revenue:>8} {1000 * seconds:>9.1f}   {answer['failure']}")
            continue
        both.append((seconds, answer["seconds"], revenue == answer["revenue"]))
        sign = "" if revenue == answer["revenue"] else "  another answer"
        theirs = f"{answer['revenue']:>12} {1000 * answer['seconds']:>9.1f}{sign}"
        print(f"{name:34} {revenue:>8} {1000 * seconds:>9.1f} {theirs}", flush=True)
    own, other = sum(row[0] for row in both), sum(row[1] for row in both)
    ratios = [theirs / seconds for seconds, theirs, _ in both]
    print(f"{len(both)} answered by both, {sum(row[2] for row in both)} alike; ", end="")
    print(f"in total {own:.2f} s and {other:.2f} s: 1/{other / own:.0f}; ", end="")
    print(f"median 1/{statistics.median(ratios):.0f}, worst 1/{min(ratios):.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
