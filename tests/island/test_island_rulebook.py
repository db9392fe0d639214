"""Island Rails: what the rulebook says and its examples, each with right and wrong claims.

The toolkit names the rule that a wrong claim breaks; a referee who shares no code with it
lets the right ones pass, and sees something wrong in the others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from island_boards import board, card, links, position
from island_claims import by_the_toolkit
from island_referee import Foul, Misstated, Referee

from bestrun.claims.island import read_turns, spelt
from bestrun.claims.source import ClaimSource
from bestrun.files import Case
from bestrun.games.island.solve import question_of

RIVER = board("large:A plain:x,y small:Z", "A-x-y-Z", "x-y", A="coal gold textiles", Z="fish")
ROAD = "A-p1-p2-p3-p4-p5-p6-Z"
LONG = board(f"large:A plain:{','.join(ROAD.split('-')[1:-1])} small:Z", ROAD, A="coal gold")
STAR = board("large:A,B small:C,D,E", "A-C A-D A-B B-E E-A", A="coal")
SEA = "P-s1-s2-Q"
ISLES = board(
    f"large:A port:P,Q sea:s1,s2 plain:{','.join(f'q{n}' for n in range(1, 7))} small:Z",
    f"A-P {SEA} Q-q1-q2-q3-q4-q5-q6-Z",
    A="coal",
)
ASHORE = "Q-q1-q2-q3-q4-q5-q6"


class Rule(NamedTuple):
    """A sentence, a position, what may be claimed there, and what may not with its reason."""

    says: str
    data: dict[str, Any]
    right: list[str]
    wrong: list[tuple[str, str]]


def on(made: dict[str, Any], network: str = "", **more: Any) -> dict[str, Any]:
    given = {"network": links(network), "at": "A", "cards": [card("coal:Z")], "money": 60}
    return position(made, "deliveries", **(given | more))


STARRED = {"cards": [card("coal:E")]}

RULES = [
    Rule(
        "a point across a river costs 3",
        on(RIVER, "A-x"),
        ["build: x-y cost 3", "build: x-y"],
        [(f"build: x-y cost {cost}", "stated-cost") for cost in (1, 2, 5)],
    ),
    Rule(
        "an A is exchanged for a B-6 or a B-9, for 20",
        on(RIVER),
        ["upgrade: B-6 cost 20", "upgrade: B-9 cost 20"],
        [
            ("upgrade: C-9 cost 20", "no-upgrade"),
            ("upgrade: A", "no-upgrade"),
            ("upgrade: B-6 cost 5", "stated-cost"),
            ("upgrade: B-6\nupgrade: C-9", "limit"),
        ],
    ),
    Rule(
        "within its step a train is exchanged for 5",
        on(RIVER, "A-x", train="B-6"),
        ["upgrade: B-9 cost 5", "upgrade: C-9 cost 20", "upgrade: B-9\nbuild: x-y-Z cost 6"],
        [("upgrade: B-9 cost 20", "stated-cost"), ("upgrade: A", "no-upgrade")],
    ),
    Rule(
        "track, trains and ships of a turn cost 20 at most; hire is no part of that",
        on(ISLES, "A-P", at="P"),
        ["buy: ferry at P cost 20", "hire: ferry cost 2\nupgrade: B-9 cost 20"],
        [
            ("buy: ferry at P\nupgrade: B-9", "limit"),
            ("upgrade: B-9\nbuy: ferry at P", "limit"),
            ("buy: ferry at P\nbuy: clipper", "limit"),
        ],
    ),
    Rule(
        "the bank gives no credit",
        on(RIVER, "A-x", money=3),
        ["build: x-y cost 3"],
        [("build: x-y-Z", "money"), ("upgrade: B-6", "money")],
    ),
    Rule(
        "two lines lead out of a large town in a turn; into it as many as you like",
        on(STAR, **STARRED),
        ["build: A-C\nbuild: A-D", "build: A-C\nbuild: A-B-E-A cost 13"],
        [("build: A-C\nbuild: A-D\nbuild: A-B", "large-lines")],
    ),
    Rule(
        "two marks are joined by one line at most",
        on(STAR, "A-C", **STARRED, others={"Red": links("A-D")}),
        ["build: A-B"],
        [("build: A-C", "taken"), ("build: D-A", "taken"), ("build: A-D", "taken")],
    ),
    Rule(
        "lines of several players may cross on a mark",
        on(RIVER, "A-x", others={"Red": links("y-Z")}, players=2),
        ["build: x-y cost 3"],
        [("build: x-y\nbuild: y-Z", "taken")],
    ),
    Rule(
        "the first line starts at a large town, the next ones anywhere on the network",
        on(STAR, **STARRED),
        ["build: A-C\nturn 2\nbuild: A-B"],
        [("build: C-A", "first-line"), ("build: A-C\nbuild: B-E", "not-joined")],
    ),
    Rule(
        "the first line starts at the large town in which the train was put",
        on(STAR, **STARRED, at="A"),
        ["build: A-C"],
        [("build: B-E\nbuild: E-A", "first-line")],
    ),
    Rule(
        "the first round is for building lines: no train moves, nothing else is bought",
        on(STAR, **STARRED, at="A", round=1, others={"Red": links("A-D")}, money=60),
        ["build: A-C\nturn 2\nmove: A-D\nupgrade: B-9"],
        [("move: A-D", "first-round"), ("upgrade: B-9", "first-round")],
    ),
    Rule(
        "a train goes over lines that are there, as far as it likes up to its speed",
        on(LONG, ROAD),
        ["move: A-p1", "move: A-p1-p2-p3\nmove: p3-p4-p5-p6", "turn 1\nturn 2\nmove: A-p1"],
        [(f"move: {ROAD}", "too-far"), ("move: p1-p2", "not-there")],
    ),
    Rule(
        "first the train moves, then lines are built: a new one is used a turn later",
        on(LONG, "A-p1"),
        ["move: A-p1\nbuild: p1-p2", "build: p1-p2\nturn 2\nmove: A-p1-p2"],
        [("build: p1-p2\nmove: A-p1-p2", "order"), ("move: A-p1-p2\nbuild: p1-p2", "no-track")],
    ),
    Rule(
        "goods are loaded with or without a contract, one for each place",
        on(LONG, ROAD),
        ["load: gold", "load: coal\nload: coal", "load: gold\nmove: A-p1-A\nload: coal"],
        [
            ("load: coal\nload: coal\nload: gold", "full"),
            ("move: A-p1\nload: coal", "no-source"),
        ],
    ),
    Rule(
        "a delivery pays its distance, +1 for gold and +2 for textiles",
        on(
            RIVER,
            "A-x-y-Z",
            at="Z",
            load=["gold", "textiles"],
            cards=[card("gold:Z"), card("textiles:Z")],
        ),
        ["deliver: gold to Z pay 4\ndeliver: textiles to Z pay 5"],
        [
            ("deliver: gold to Z pay 3", "stated-pay"),
            ("deliver: textiles to Z pay 4", "stated-pay"),
            ("deliver: coal to Z", "not-loaded"),
            ("deliver: gold to Z\ndeliver: gold to Z", "no-contract"),
        ],
    ),
    Rule(
        "a delivery pays 1 more for transport over sea",
        on(ISLES, f"Q-{ASHORE[2:]}-Z", at="Z", load=["coal"]),
        ["deliver: coal to Z pay 12"],
        [("deliver: coal to Z pay 11", "stated-pay")],
    ),
    Rule(
        "another network costs 2 a turn, and nobody can refuse it",
        on(LONG, "", others={"Red": links(ROAD)}, money=3),
        ["move: A-p1-p2\nmove: p2-p3\nmoney: 1"],
        [
            ("move: A-p1\nmoney: 3", "stated-money"),
            ("move: A-p1\nmoney: 2", "stated-money"),
            ("turn 1\nmove: A-p1\nturn 2\nmove: p1-p2", "money"),
        ],
    ),
    Rule(
        "who wants to sail ends a move in a port, hires there, and sails in the next turn",
        on(ISLES, "A-P"),
        [f"move: A-P\nhire: ferry cost 2\nturn 2\nsail: {SEA}"],
        [
            ("hire: ferry", "no-port"),
            (f"move: A-P\nhire: ferry\nsail: {SEA}", "no-ship"),
            (f"move: A-P\nturn 2\nsail: {SEA}", "no-ship"),
            ("move: A-P\nhire: ferry\nmove: P-A", "move-ended"),
            ("move: A-P\nhire: ferry cost 3", "stated-cost"),
        ],
    ),
    Rule(
        "a train that has landed goes on with full speed",
        on(ISLES, f"A-P {ASHORE}-Z", at="P", aboard=True),
        [f"sail: {SEA}\nmove: {ASHORE}"],
        [(f"sail: {SEA}\nmove: {ASHORE}-Z", "too-far")],
    ),
    Rule(
        "a ship is hired for one crossing",
        on(ISLES, "A-P", at="P", aboard=True),
        [f"sail: {SEA}\nhire: ferry\nturn 2\nsail: Q-s2-s1-P"],
        [(f"sail: {SEA}\nturn 2\nsail: Q-s2-s1-P", "no-ship")],
    ),
    Rule(
        "a new island is opened by landing there",
        on(ISLES, "A-P", at="P", aboard=True),
        [f"sail: {SEA}\nbuild: Q-q1"],
        [("build: Q-q1", "not-joined"), (f"sail: {SEA}\nbuild: q1-q2", "not-joined")],
    ),
    Rule(
        "sea marks carry no line without a bridge",
        on(ISLES, "A-P", bridges=False),
        ["turn 1"],
        [("build: P-s1", "sea")],
    ),
    Rule(
        "a sea bridge costs 10 for each sea mark",
        on(ISLES, "A-P", bridges=True),
        ["build: P-s1-s2 cost 20", "build: P-s1-s2\nturn 2\nbuild: s2-Q cost 2"],
        [("build: P-s1 cost 12", "stated-cost"), ("build: P-s1-s2-Q", "limit")],
    ),
    Rule(
        "an own ferry is built in a port that is joined, and then made a clipper",
        on(ISLES, "A-P"),
        ["buy: ferry at P cost 20", "buy: ferry at P\nturn 2\nbuy: clipper cost 20"],
        [
            ("buy: ferry at Q", "no-port"),
            ("buy: clipper", "no-purchase"),
            ("buy: ferry at P\nturn 2\nbuy: ferry at P", "no-purchase"),
        ],
    ),
]


def turns_of(data: dict[str, Any], claim: str) -> list[dict[str, Any]]:
    """Return the turns of a claim in the words of the JSON form."""
    asked = question_of(Case("", data, ""))
    return [
        {
            "actions": [spelt(asked.board, said.action, said.town) for said in turn.actions],
            "money": turn.money,
        }
        for turn in read_turns(ClaimSource(claim), asked).turns
    ]


RIGHT = [pytest.param(rule.data, claim, id=rule.says) for rule in RULES for claim in rule.right]
WRONG = [pytest.param(rule.data, *said, id=rule.says) for rule in RULES for said in rule.wrong]


@pytest.mark.parametrize(("data", "claim"), RIGHT)
def test_what_the_rulebook_allows_is_legal(data: dict[str, Any], claim: str) -> None:
    turns = turns_of(data, claim)
    assert by_the_toolkit(data, {"turns": turns}) == []
    Referee(data["board"], data, None).play(turns)


@pytest.mark.parametrize(("data", "claim", "code"), WRONG)
def test_what_it_does_not_allow_is_refused_with_its_reason(
    data: dict[str, Any], claim: str, code: str
) -> None:
    turns = turns_of(data, claim)
    assert code in by_the_toolkit(data, {"turns": turns})
    with pytest.raises((Foul, Misstated)):
        Referee(data["board"], data, None).play(turns)
