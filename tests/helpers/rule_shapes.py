"""Each shape of a rule: a board that keeps it, the best there, one without it, the best there."""

from __future__ import annotations

from msgspec.structs import replace
from rule_boards import ALL, CITY, LINE, RED, TOWN, TOWNS, board, bonus, run, train, visits
from ruled import Game

from hexgraph.network import Link, Network
from mapdata.rules import Bonus, JoinedStops, Need, Require, RouteRules, TrainRow

HEX = board("A*10 B20 C30", "A-B B-C", C={"hexes": ("B",)})
MARKS = board("A*10 B20 C30", "A-N-B A-q-B B-N-N-C")
RING = board("A*10 B10 C90 D90 E90", "A-B C-D D-E E-C C-N-D")
GAUGES = board("A*10 B20 C30", "A-B B-N-C")
RUNS_OVER = board("A*10 B20 C30 D0", "A-B B-p-C A-p-D")

TWIN = board("A*10 B20 C30 D50 E10", "A-B B-C A-D", C={"hexes": ("B",)})
FORK = board("A*10 B20 c30", "A-p-B A-q-c")
EXPRESS = train(TrainRow(CITY, visits=2), name="E", apart="express")
OWN_TWIN = board("A*10 B*20 C30 D50 E10", "A-B B-C A-D", C={"hexes": ("B",)})
RIDGE = {"ridge": frozenset({("B", "C"), ("C", "B"), ("C", "D"), ("D", "C")})}
SEA = board("A*10 B20 P90 F!60", "A-B A-P P-F")


def with_open(network: Network) -> Network:
    """The same board with no closed cities."""
    stops = tuple(replace(stop, blocked=False) for stop in network.stops)
    return replace(network, stops=stops)


APART = board("A*10 B20 C*40 D50 E30", "A-B C-D B-C")
SHUT = board("A*10 B20 C30 D40", "A-B B-C C-D", B={"blocked": True}, C={"blocked": True})
SHUT_STAR = board(
    "A*10 B20 C30 D40 E70", "A-B A-C B-D C-E", B={"blocked": True}, C={"blocked": True}
)
LOOP = board("A*10 B20 C30 D40", "A-p-B B-C C-p-D")
LOOP_END = board("A*10 B20 C30 D50", "A-B B-C C-D", D={"hexes": ("A",)})
GATE = board("A*70 B*80 G50 S20", "A-G G-B G-S")


def banks(network: Network, one: str, two: str) -> Network:
    """The network with narrow track between two stops of one hex."""
    at = [stop.id for stop in network.stops].index
    link = Link(at(one), at(two), 1 << 30, 0, (one,), (("narrow", one),), ((one, 9),))
    names = tuple(f"r{bit}" for bit in range(31))
    return replace(network, links=(*network.links, link), resources=names)


def board_of_banks() -> Network:
    """Nothing but the two banks."""
    return banks(board("A*20 B20", "", B={"hexes": ("A",)}), "A", "B")


BANKS = banks(board("A*10 B20 C20 D40", "A-B C-D", C={"hexes": ("B",)}), "B", "C")
ROUND = banks(board("A*10 B20 C20 p10", "A-B B-p p-C", C={"hexes": ("B",)}), "B", "C")
FAR = (
    Bonus(
        "x",
        10,
        ({"city": 0},),
        "distance",
        lies={"A": (0, 0, 0), "B": (10, -4, -6), "C": (2, -2, 0), "t": (90, -90, 0)},
    ),
)
MAIL = tuple(
    Bonus(name, per="ends", once=True, one_of="mail", subsidy=True) for name in ("mail", "post")
)

SHARED = RouteRules(shared_track=True)
AGAIN = board("A*10 B20 C30", "A-B B-C")
AGAIN = replace(AGAIN, links=tuple(link._replace(mask=1) for link in AGAIN.links))
"""Both links run over the same track."""
EASY = train(TrainRow(ALL, visits=2), marker_must_pay=False)
PICKS = train(TrainRow(ALL, pays=1, visits=2), name="P", marker_must_pay=False)
AREAS = board("A*10 B!50 C!50 D20", "A-B A-C A-D")
LONDON = board("A*10 B!50 C!50 D20", "A-B A-C A-D", B={"groups": ("L",)}, C={"groups": ("L",)})
BENT = board("A*10 B20 C30", "A-p-B A-C")
BETWEEN = (
    Bonus(
        "x",
        20,
        per="between",
        lies={"A": (0, 0, 0), "p": (1, 0, -1), "B": (3, 0, -3), "C": (0, 1, -1)},
    ),
)
PORT = board("A*10 Z!5", "A-p-q-Z")
FROM_PORT = (
    Bonus(
        "x",
        20,
        per="between",
        by_hex={"Z": 10},
        lies={"A": (0, 0, 0), "p": (1, 0, -1), "q": (3, 0, -3), "Z": (3, -1, -2)},
    ),
)
"""The hex before the area lies as far away as the area; so there is one hex more."""

SHAPES: dict[str, tuple[Game, int, Game, int]] = {
    "visits are limited": (run(LINE, visits(2)), 30, run(LINE, visits(3)), 60),
    "stops left unpaid take visit places": (
        run(LINE, train(TrainRow(ALL, pays=2, visits=3))),
        40,
        run(LINE, train(TrainRow(ALL, pays=2))),
        50,
    ),
    "the best choice of stops pays": (
        run(LINE, train(TrainRow(ALL, pays=2))),
        50,
        run(LINE, train(TrainRow(ALL, pays=3))),
        80,
    ),
    "rows that share a kind have the places of both, and no more": (
        run(TOWNS, train(TrainRow(TOWN, 1, 1), TrainRow(CITY | TOWN, 2, 2))),
        60,
        run(TOWNS, train(TrainRow(TOWN, 1, 1), TrainRow(CITY | TOWN, 3, 3))),
        100,
    ),
    "a city has no place in a row for towns": (
        run(LINE, train(TrainRow(TOWN, 2, 2), TrainRow(CITY | TOWN, 2, 2))),
        30,
        run(LINE, train(TrainRow(CITY | TOWN, 4, 4))),
        100,
    ),
    "a row for stops with an own marker pays no others": (
        run(
            board("A*10 B90 C*20", "A-B B-C"),
            train(TrainRow(ALL, own=True), TrainRow(ALL, 0, None)),
        ),
        30,
        run(board("A*10 B90 C*20", "A-B B-C"), train(TrainRow(ALL), TrainRow(ALL, 0, None))),
        120,
    ),
    "or only stops of some kinds need the marker": (
        run(
            board("A*10 B90 c20 D*30", "A-B B-c c-D"),
            train(TrainRow(ALL, own=CITY), TrainRow(ALL, 0, None)),
        ),
        60,
        run(board("A*10 B90 c20 D*30", "A-B B-c c-D"), train(TrainRow(ALL))),
        150,
    ),
    "no more stops pay than the train has places in all": (
        run(TOWNS, train(TrainRow(CITY, None, 2), TrainRow(TOWN, 2, None), pays=2)),
        50,
        run(TOWNS, train(TrainRow(CITY, None, 2), TrainRow(TOWN, 2, None))),
        100,
    ),
    "only such a row has the multiplier": (
        run(LINE, train(TrainRow(ALL, multiplier=2, own=True), TrainRow(ALL))),
        110,
        run(LINE, train(TrainRow(ALL, multiplier=2), TrainRow(ALL))),
        200,
    ),
    "others are never entered if no row admits them": (
        run(board("A*10 B90 C*20", "A-B A-C"), train(TrainRow(ALL, own=True))),
        30,
        run(board("A*10 B90 C*20", "A-B A-C"), train()),
        120,
    ),
    "a train needs a stop of a kind": (
        run(board("A*10 B90 C!20", "A-B A-C"), train(TrainRow(ALL, visits=2), needs=RED)),
        30,
        run(board("A*10 B90 C!20", "A-B A-C"), train(TrainRow(ALL, visits=2))),
        100,
    ),
    "a train needs two stops of a kind": (
        run(
            board("A*10 t90 B20", "A-t A-B"),
            train(TrainRow(ALL, visits=2), needs=CITY, needs_stops=2),
        ),
        30,
        run(board("A*10 t90 B20", "A-t A-B"), train(TrainRow(ALL, visits=2), needs=CITY)),
        100,
    ),
    "it stays where it is if there is none": (
        run(LINE, train(needs=RED)),
        0,
        run(LINE, train(needs=CITY)),
        100,
    ),
    "one that is passed will do": (
        run(TOWNS, train(TrainRow(CITY, 2), TrainRow(TOWN, 0, None), needs=TOWN)),
        50,
        run(TOWNS, train(TrainRow(CITY, 2), TrainRow(TOWN, 0, None), needs=RED)),
        0,
    ),
    "a route runs over a hex once": (
        run(board("A*10 B*20 C30", "A-p-B B-p-C"), pass_once=frozenset("p")),
        50,
        run(board("A*10 B20 C30", "A-p-B B-p-C"), pass_once=frozenset("q")),
        60,
    ),
    "one link runs over it twice": (
        run(board("A*10 B20 C30", "A-p-q-p-B A-C"), pass_once=frozenset("p")),
        40,
        run(board("A*10 B20 C30", "A-p-q-p-B A-C"), pass_once=frozenset("q")),
        60,
    ),
    "a train keeps to its gauge": (
        run(GAUGES, train(track=frozenset({"broad"}))),
        30,
        run(GAUGES, train(track=frozenset({"broad", "narrow"}))),
        60,
    ),
    "two gauges on one link are both needed": (
        run(GAUGES, train(track=frozenset({"narrow"}))),
        0,
        run(GAUGES, train()),
        60,
    ),
    "a ring beside the route is none, whatever its gauge": (
        run(RING, train(track=frozenset({"broad"}))),
        20,
        run(replace(RING, stops=tuple(replace(s, home=True) for s in RING.stops)), train()),
        270,
    ),
    "no route ends at stops of a kind": (
        run(board("A*10 B20 c90", "A-B B-c"), route=RouteRules(no_ends=("town",))),
        30,
        run(board("A*10 B20 c90", "A-B B-c")),
        120,
    ),
    "nor is it cut back to end there": (
        run(TOWNS, train(TrainRow(ALL, pays=2)), route=RouteRules(no_ends=("city",))),
        0,
        run(TOWNS, train(TrainRow(ALL, pays=2)), route=RouteRules(no_ends=("town",))),
        50,
    ),
    "no two cities of a hex": (
        run(HEX, route=RouteRules(hex_once=("city",))),
        30,
        run(HEX, route=RouteRules(hex_once=("town",))),
        60,
    ),
    "a train keeps from ends where others do not": (
        run(
            board("A*10 B20 c90", "A-B B-c"),
            train(TrainRow(ALL, visits=3), no_ends=("town",)),
            train(TrainRow(ALL, visits=1), name="U"),
        ),
        30,
        run(
            board("A*10 B20 c90", "A-B B-c"),
            train(TrainRow(ALL, visits=3), no_ends=()),
            route=RouteRules(no_ends=("town",)),
        ),
        120,
    ),
    "two cities of a hex are for some trains": (
        run(HEX, train(hex_once=True), train(TrainRow(ALL, visits=1), name="U")),
        30,
        run(HEX, train(hex_once=False), route=RouteRules(hex_once=True)),
        60,
    ),
    "two of them, but not a town beside them": (
        run(
            board("A*10 B20 c30", "A-B B-c", c={"hexes": ("B",)}),
            train(name="U", hex_once=True),
            train(TrainRow(ALL, visits=1), hex_once=("city",)),
        ),
        30,
        run(board("A*10 B20 c30", "A-B B-c", c={"hexes": ("B",)}), train(hex_once=("city",))),
        60,
    ),
    "what stands in no row is never entered": (
        run(TOWNS, train(TrainRow(CITY))),
        0,
        run(TOWNS, train(TrainRow(CITY | TOWN))),
        100,
    ),
    "towns fill the places that cities leave, which all pay": (
        run(
            board("A*10 B10 c50", "A-B B-c"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN, 0, fills=True)),
        ),
        20,
        run(board("A*10 B10 c50", "A-B B-c"), train(TrainRow(CITY | TOWN, pays=2))),
        60,
    ),
    "towns fill only what is left": (
        run(TOWNS, train(TrainRow(CITY, 3, 3), TrainRow(TOWN, 0, fills=True))),
        80,
        run(TOWNS, train(TrainRow(CITY, 4, 4), TrainRow(TOWN, 0, fills=True))),
        100,
    ),
    "hexes are limited": (run(LINE, train(hexes=2)), 30, run(LINE, train(hexes=3)), 60),
    "a stretch of some gauge counts more": (
        run(GAUGES, train(hexes=5, track_counts={"narrow": 2})),
        30,
        run(GAUGES, train(hexes=5)),
        60,
    ),
    "a paying stop holds a marker": (
        run(LINE, train(TrainRow(ALL, pays=2))),
        50,
        run(LINE, train(TrainRow(ALL, pays=2), marker_must_pay=False)),
        70,
    ),
    "a row multiplies its own stops": (
        run(TOWNS, train(TrainRow(CITY, multiplier=2), TrainRow(TOWN))),
        150,
        run(TOWNS, train(multiplier=2)),
        200,
    ),
    "a special figure is read by trains that do": (
        run(board("A*10 B20", "A-B", B={"figures": (("diesel", 80),)})),
        30,
        run(board("A*10 B20", "A-B", B={"figures": (("diesel", 80),)}), train(figure="diesel")),
        90,
    ),
    "a visit can cost two places": (
        run(board("A*10 B20 C30", "A-B B-C", B={"visit": 2}), visits(3)),
        30,
        run(board("A*10 B20 C30", "A-B B-C"), visits(3)),
        60,
    ),
    "a visit can cost none": (
        run(board("A*10 B20 C30", "A-B B-C"), visits(2)),
        30,
        run(board("A*10 B20 C30", "A-B B-C", B={"visit": 0}), visits(2)),
        60,
    ),
    "of a group one stop is visited": (
        run(board("A*10 B20 C30", "A-B B-C", A={"groups": ("g", "h")}, C={"groups": ("h",)})),
        30,
        run(board("A*10 B20 C30", "A-B B-C")),
        60,
    ),
    "no hex twice": (run(HEX, route=RouteRules(hex_once=True)), 30, run(HEX), 60),
    "a dead end ends a route": (
        run(replace(LINE, links=(LINE.links[0]._replace(dead_ends=(1,)), *LINE.links[1:]))),
        30,
        run(LINE),
        100,
    ),
    "a bonus for each stop": (
        run(HEX, bonuses=bonus(5, {"B": 1}, per="stop")),
        60 + 12,
        run(HEX, bonuses=bonus(5, {"B": 1, "A": 1}, per="stop")),
        60 + 18,
    ),
    "a bonus for each hex, not for each stop there": (
        run(HEX, bonuses=bonus(5, {"B": 0}, per="hex")),
        65,
        run(HEX, bonuses=bonus(5, {"B": 0}, per="stop")),
        70,
    ),
    "for a hex run over once": (
        run(RUNS_OVER, bonuses=bonus(5, {"p": 0}, per="pass")),
        65,
        run(RUNS_OVER),
        60,
    ),
    "and no route ends in such a hex": (
        run(RUNS_OVER, bonuses=bonus(5, {"C": 0}, per="pass")),
        30,
        run(RUNS_OVER),
        60,
    ),
    "every set must be met": (
        run(LINE, visits(2), bonuses=bonus(90, {"A": 0}, {"D": 0})),
        30,
        run(LINE, visits(4), bonuses=bonus(90, {"A": 0}, {"D": 0})),
        190,
    ),
    "by a stop that pays": (
        run(LINE, train(TrainRow(ALL, pays=2, visits=4)), bonuses=bonus(9, {"A": 0}, {"B": 0})),
        50,
        run(LINE, train(TrainRow(ALL, pays=2, visits=4)), bonuses=bonus(50, {"A": 0}, {"B": 0})),
        80,
    ),
    "the best of each set adds its own": (
        run(LINE, bonuses=bonus(0, {"A": 1, "B": 2}, {"C": 4, "D": 3})),
        106,
        run(LINE, bonuses=bonus(0, {"A": 1, "B": 7}, {"C": 4, "D": 3})),
        111,
    ),
    "only the ends count": (
        run(LINE, bonuses=bonus(0, {"A": 5}, {"C": 50}, at="ends")),
        115,
        run(LINE, bonuses=bonus(0, {"A": 5}, {"C": 50})),
        155,
    ),
    "a mark once a route": (
        run(MARKS, bonuses=bonus(5, mark="narrow")),
        65,
        run(MARKS, bonuses=bonus(5, mark="narrow", per="mark")),
        75,
    ),
    "a mark for each paying stop": (
        run(MARKS, bonuses=bonus(5, mark="narrow", per="paid")),
        75,
        run(MARKS, bonuses=bonus(5, mark="broad", per="paid")),
        60,
    ),
    "a stop pays for the mark before it, though a dearer one could pay": (
        run(
            board("A*10 b40 c30", "A-b b-N-c"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN, 0, fills=True), marker_must_pay=False),
            bonuses=bonus(20, mark="narrow", per="mark"),
        ),
        60,
        run(
            board("A*10 b40 c30", "A-b b-N-c"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN, 0, fills=True), marker_must_pay=False),
        ),
        50,
    ),
    "a stop for each own marker, instead of once": (
        run(board("A*10 B*20 C!30", "A-B B-C"), bonuses=bonus(0, {"C": 0}, per="token")),
        90,
        run(board("A*10 B20 C!30", "A-B B-C"), bonuses=bonus(0, {"C": 0}, per="token")),
        60,
    ),
    "one end counts again": (
        run(LINE, bonuses=bonus(0, {"A": 0, "D": 0}, per="end")),
        140,
        run(LINE, bonuses=bonus(0, {"B": 0}, per="end")),
        100,
    ),
    "one run of the plan is paid for its visits": (
        run(
            board("A*10 B20 C30", "A-B A-C"),
            visits(2),
            visits(2),
            bonuses=bonus(7, per="visit"),
        ),
        84,
        run(board("A*10 B20 C30", "A-B A-C"), visits(2), bonuses=bonus(7, per="visit")),
        54,
    ),
    "one run of the plan earns what is earned once": (
        run(board("A*10 B20", "A-B A-B"), train(), train(), bonuses=bonus(9, {"B": 0}, once=True)),
        69,
        run(board("A*10 B20", "A-B A-B"), train(), train(), bonuses=bonus(9, {"B": 0})),
        78,
    ),
    "a bonus of certain trains": (
        run(LINE, bonuses=bonus(9, {"B": 0}, trains=("U",))),
        100,
        run(LINE, bonuses=bonus(9, {"B": 0}, trains=("T",))),
        109,
    ),
    "a bonus is multiplied if it says so": (
        run(LINE, train(multiplier=2), bonuses=bonus(9, {"B": 0})),
        209,
        run(LINE, train(multiplier=2), bonuses=bonus(9, {"B": 0}, times_multiplier=True)),
        218,
    ),
    "a single stop is a route of a local train": (
        run(board("A*10 B20", ""), train(local=True)),
        10,
        run(board("A*10 B20", "")),
        0,
    ),
    "it may go on to others": (
        run(
            board("A*10 b20", "A-b"), train(TrainRow(CITY, 1, 1), TrainRow(TOWN, 1, 1), local=True)
        ),
        30,
        run(board("A*10 b20", "A-b"), train(TrainRow(CITY, 1, 1), local=True)),
        10,
    ),
    "each marker serves one local train": (
        run(board("A*30 B*20", ""), train(local=True), train(local=True), train(local=True)),
        50,
        run(board("A*30 B*20 C*10", ""), train(local=True), train(local=True), train(local=True)),
        60,
    ),
    "also on its way": (
        run(board("A*30 B20 C10", "A-B A-C"), *[train(TrainRow(ALL, 2, 2), local=True)] * 2),
        50,
        run(board("A*30 B20 C10", "A-B A-C"), *[train(TrainRow(ALL, 2, 2))] * 2),
        90,
    ),
    "trains apart from others use their track again": (
        run(board("A*10 B20", "A-B"), train(), train(name="E", apart="express")),
        60,
        run(board("A*10 B20", "A-B"), train(), train(name="E")),
        30,
    ),
    "or trains share all track": (
        run(board("A*10 B20", "A-B"), train(), train(), route=RouteRules(shared_track=True)),
        60,
        run(board("A*10 B20", "A-B"), train(), train()),
        30,
    ),
    "but no route uses a track twice": (
        run(AGAIN, train(), train(), route=SHARED),
        60,
        run(board("A*10 B20 C30", "A-B B-C"), train(), train(), route=SHARED),
        120,
    ),
    "a stop pays one run of a turn": (
        run(board("A*10 B20 C30", "A-B A-C"), EASY, EASY, route=RouteRules(turn_pays_once=True)),
        60,
        run(board("A*10 B20 C30", "A-B A-C"), EASY, EASY),
        70,
    ),
    "and so do the stops of a group": (
        run(LONDON, EASY, EASY, route=RouteRules(turn_pays_once=True)),
        10 + 20 + 50,
        run(AREAS, EASY, EASY, route=RouteRules(turn_pays_once=True)),
        10 + 50 + 50,
    ),
    "whoever is paid for it, the sum is the most": (
        run(board("A*90 B20 C30", "A-B A-C"), PICKS, EASY, route=RouteRules(turn_pays_once=True)),
        90 + 20 + 30,
        run(board("A*90 B20 C30", "A-B A-C"), PICKS, EASY),
        90 + 90 + 30,
    ),
    "only the ends pay": (
        run(board("A*10 B90 C30", "A-B B-C", A={"through": False}), train(ends_pay=True)),
        10 + 90,
        run(board("A*10 B90 C30", "A-B B-C", A={"through": False})),
        10 + 90 + 30,
    ),
    "and the hexes between them, as the crow flies": (
        run(BENT, train(ends_pay=True), bonuses=BETWEEN),
        10 + 20 + 2 * 20,  # from A to B on the long way; C lies next to A
        run(BENT, train(ends_pay=True)),
        10 + 30,
    ),
    "more from a port, and from the hex before an area": (
        run(PORT, train(ends_pay=True), bonuses=FROM_PORT),
        10 + 5 + 3 * 30,
        run(PORT, train(ends_pay=True), bonuses=(replace(FROM_PORT[0], by_hex={}),)),
        10 + 5 + 3 * 20,
    ),
    "of some stops a route visits one": (
        run(LINE, route=RouteRules(apart=(frozenset("BD"),))),
        60,
        run(LINE, route=RouteRules()),
        100,
    ),
    "but not the track of each other": (
        run(board("A*10 B20", "A-B"), *[train(name="E", apart="express")] * 2),
        30,
        run(board("A*10 B20", "A-B A-B"), *[train(name="E", apart="express")] * 2),
        60,
    ),
    "what a hex costs is due once": (
        run(board("A*10 B20 C9", "A-p-p-B A-C"), bonuses=bonus(-15, {"p": 0}, per="pass")),
        24,
        run(board("A*10 B20 C9", "A-p-p-B A-C"), bonuses=bonus(-30, {"p": 0}, per="pass")),
        19,
    ),
    "what a mark costs is due, though the stop beyond is not paid": (
        run(
            board("A*10 B20 C!5", "A-B B-N-C"),
            train(TrainRow(CITY, 2), TrainRow(RED, 0, None), needs=RED),
            bonuses=bonus(-15, mark="narrow", per="mark"),
        ),
        15,
        run(
            board("A*10 B20 C!5", "A-B B-N-C"),
            train(TrainRow(CITY, 2), TrainRow(RED, 0, None), needs=RED),
            bonuses=bonus(-15, mark="other", per="mark"),
        ),
        30,
    ),
    "once a route if it says so": (
        run(board("A*10 B20 C30", "A-N-B B-N-C"), bonuses=bonus(-15, mark="narrow")),
        45,
        run(board("A*10 B20 C30", "A-N-B B-N-C"), bonuses=bonus(-15, mark="narrow", per="mark")),
        30,
    ),
    "a hex of a set may take something off": (
        run(LINE, bonuses=bonus(20, {"A": 0}, {"B": -15, "D": -5})),
        115,
        run(LINE, visits(2), bonuses=bonus(20, {"A": 0}, {"B": -15, "D": -5})),
        35,
    ),
    "a set of all stops of a kind": (
        run(TOWNS, bonuses=bonus(5, {"town": 0}, per="stop")),
        110,
        run(TOWNS, bonuses=bonus(5, {"halt": 0}, per="stop")),
        100,
    ),
    "stops count again": (
        run(TOWNS, bonuses=bonus(1, {"town": 0, "A": 0}, per="stop", value=True)),
        163,
        run(TOWNS, bonuses=bonus(1, {"town": 0, "A": 0}, per="stop")),
        103,
    ),
    "the best stop of the first set counts again": (
        run(LINE, bonuses=bonus(1, {"B": 5, "C": 0}, {"D": 2}, value=True)),
        100 + 1 + 30 + 2,
        run(LINE, bonuses=bonus(1, {"B": 15, "C": 0}, {"D": 2}, value=True)),
        100 + 1 + 35 + 2,
    ),
    "in one run of the plan": (
        run(
            board("A*10 B20 C50", "A-B A-C"),
            *[visits(2)] * 2,
            bonuses=bonus(0, {"city": 0}, value=True, once=True),
        ),
        90 + 50,
        run(
            board("A*10 B20 C50", "A-B A-C"),
            *[visits(2)] * 2,
            bonuses=bonus(0, {"city": 0}, value=True),
        ),
        90 + 50 + 20,
    ),
    "for each own marker, up to a figure": (
        run(board("A*10 B*20 C*30", "A-B B-C"), bonuses=bonus(9, per="marker", most=20)),
        80,
        run(board("A*10 B*20 C*30", "A-B B-C"), bonuses=bonus(9, per="marker")),
        87,
    ),
    "if both ends are where they must be": (
        run(
            board("A*10 B*20 C!30 D!5 E*40", "C-A A-B B-D B-E"),
            bonuses=bonus(20, {"C": 0, "D": 0}, {"C": 0, "D": 0}, per="marker", at="ends", most=70),
        ),
        105,
        run(
            board("A*10 B*20 C!30 D!5 E*40", "C-A A-B B-D B-E"),
            bonuses=bonus(10, {"C": 0, "D": 0}, {"C": 0, "D": 0}, per="marker", at="ends", most=70),
        ),
        100,
    ),
    "a stop that pays is worth less than one with a marker": (
        run(
            board("A*10 B*20 C50 D!30", "A-B B-C C-D"),
            train(TrainRow(ALL, pays=3)),
            bonuses=bonus(40, {"D": 0}, per="marker"),
        ),
        10 + 20 + 30 + 80,
        run(
            board("A*10 B*20 C50 D!30", "A-B B-C C-D"),
            train(TrainRow(ALL, pays=3)),
            bonuses=bonus(5, {"D": 0}, per="marker"),
        ),
        20 + 50 + 30 + 5,
    ),
    "a town at an end counts against the cities": (
        run(
            board("A*10 b20 C30 d40", "A-b b-C C-d"),
            train(TrainRow(CITY, 2, 2), TrainRow(TOWN)),
            route=RouteRules(end_counts=(("town", "city"),)),
        ),
        60,
        run(board("A*10 b20 C30 d40", "A-b b-C C-d"), train(TrainRow(CITY, 2, 2), TrainRow(TOWN))),
        100,
    ),
    "a stop that the company has no permit for": (
        run(board("A*10 B20 C!90", "A-B A-C"), visits(2), barred=frozenset("C")),
        30,
        run(board("A*10 B20 C!90", "A-B A-C"), visits(2), barred=frozenset("D")),
        100,
    ),
    "nor is it passed on the way": (
        run(board("A*10 B20 C90", "A-B B-C"), barred=frozenset("B")),
        0,
        run(board("A*10 B20 C90", "A-B B-C")),
        120,
    ),
    "a kind of stop that the company has no permit for": (
        run(board("A*10 B20 C!90", "A-B A-C"), visits(2), barred=RED),
        30,
        run(board("A*10 B20 C!90", "A-B A-C"), visits(2), barred=TOWN),
        100,
    ),
    "a worthless stop is closed, unless it is marked": (
        run(
            board("A*10 B0 C90", "A-B B-C"),
            barred_worthless=((CITY, frozenset("C")),),
        ),
        0,
        run(board("A*10 B0 C90", "A-B B-C"), barred_worthless=((CITY, frozenset("B")),)),
        100,
    ),
    "one of a group pays, though all may be visited": (
        run(
            LINE,
            train(TrainRow(ALL, pays=3)),
            route=RouteRules(paid_once=(frozenset("CD"),)),
        ),
        70,
        run(LINE, train(TrainRow(ALL, pays=3))),
        80,
    ),
    "where every stop pays, one of the group is visited": (
        run(LINE, route=RouteRules(paid_once=(frozenset("BD"),))),
        60,
        run(LINE),
        100,
    ),
    "a train needs two stops with own markers": (
        run(
            board("A*10 B90 C*20", "A-B A-C"),
            train(TrainRow(ALL, visits=2), needs=frozenset({"own"}), needs_stops=2),
        ),
        30,
        run(board("A*10 B90 C*20", "A-B A-C"), visits(2)),
        100,
    ),
    "its routes end at own markers": (
        run(board("A*10 B20 C*20 D90", "A-B B-C C-D"), train(own_ends=True)),
        50,
        run(board("A*10 B20 C*20 D90", "A-B B-C C-D")),
        140,
    ),
    "stops in some hexes take no place": (
        run(LINE, train(TrainRow(ALL, visits=2), free=frozenset("B"))),
        60,
        run(LINE, visits(2)),
        30,
    ),
    "a train that earns half": (run(LINE, train(halves=True)), 50, run(LINE), 100),
    "a hex that does not count in the length": (
        run(
            board("A*10 B20 C30", "A-q-B B-C"),
            train(hexes=3),
            route=RouteRules(uncounted=frozenset("q")),
        ),
        60,
        run(board("A*10 B20 C30", "A-q-B B-C"), train(hexes=3)),
        30,
    ),
    "visits of one kind are paid": (
        run(TOWNS, bonuses=bonus(10, {"city": 0}, per="visit")),
        120,
        run(TOWNS, bonuses=bonus(10, per="visit")),
        140,
    ),
    "no more visits are paid than the train has places": (
        run(LINE, train(TrainRow(ALL, 2, None)), bonuses=bonus(10, per="visit", capped=True)),
        70,
        run(LINE, train(TrainRow(ALL, 2, None)), bonuses=bonus(10, per="visit")),
        90,
    ),
    "a hexside takes a place of the train": (
        run(LINE, train(TrainRow(ALL, visits=3), border_places="ridge"), borders=RIDGE),
        30,
        run(LINE, train(TrainRow(ALL, visits=4), border_places="ridge"), borders=RIDGE),
        60,
    ),
    "the first of them is free": (
        run(
            LINE,
            train(TrainRow(ALL, visits=3), border_places="ridge", borders_free=1),
            borders=RIDGE,
        ),
        60,
        run(
            LINE,
            train(TrainRow(ALL, visits=4), border_places="ridge", borders_free=1),
            borders=RIDGE,
        ),
        60,
    ),
    "stops of a set are paid beyond the first": (
        run(LINE, bonuses=bonus(50, {"B": 0, "C": 0, "D": 0}, per="count")),
        200,
        run(LINE, bonuses=bonus(50, {"B": 0}, per="count")),
        100,
    ),
    "of those that pay": (
        run(LINE, train(TrainRow(ALL, 2, None)), bonuses=bonus(5, {"A": 0, "B": 0}, per="count")),
        50,
        run(LINE, train(TrainRow(ALL, 2, None)), bonuses=bonus(50, {"A": 0, "B": 0}, per="count")),
        80,
    ),
    "a city that neutral markers leave open to others": (
        run(board("A*10 B20 C90", "A-B B-C", B={"crowded": True}), train(neutral=False)),
        30,
        run(board("A*10 B20 C90", "A-B B-C", B={"crowded": True})),
        120,
    ),
    "stops count as own by a marker in their hex": (
        run(TWIN, train(TrainRow(ALL, own=True, multiplier=2), TrainRow(ALL))),
        120,
        run(OWN_TWIN, train(TrainRow(ALL, own="hex", multiplier=2), TrainRow(ALL))),
        170,
    ),
    "trains that do not mind each other use one of two sides": (
        run(FORK, visits(2), EXPRESS, one_of=((("A", "p"), ("A", "q")),)),
        60,
        run(FORK, visits(2), EXPRESS, one_of=((("A", "p"), ("A", "r")),)),
        70,
    ),
    "half of a route, rounded down and to tens": (
        run(LINE, train(TrainRow(ALL, visits=3), half_run=True)),
        30,
        run(LINE, train(TrainRow(ALL, visits=4), half_run=True)),
        50,
    ),
    "fives are rounded up": (
        run(board("A*20 B70 C30", "A-B A-C"), train(TrainRow(ALL, visits=2), half_run=True)),
        50,
        run(board("A*20 B70 C30", "A-B B-C"), train(half_run=True)),
        60,
    ),
    "a subsidy is not halved": (
        run(board("A*20 B70", "A-B"), train(half_run=True), bonuses=MAIL[:1]),
        95,
        run(board("A*20 B70", "A-B"), train(half_run=True)),
        50,
    ),
    "two stops together or not at all": (
        run(SEA, visits(2), route=RouteRules(together=(Need(frozenset("PF"), 3),))),
        30,
        run(SEA, visits(2)),
        100,
    ),
    "with a third stop": (
        run(SEA, visits(3), route=RouteRules(together=(Need(frozenset("PF"), 3),))),
        160,
        run(SEA, visits(3), route=RouteRules(together=(Need(frozenset("PF"), 4),))),
        30,
    ),
    "a stop that only a route from another visits": (
        run(SEA, visits(3), route=RouteRules(requires=(Require(frozenset("F"), frozenset("B")),))),
        120,
        run(SEA, visits(3), route=RouteRules(requires=(Require(frozenset("F"), frozenset("P")),))),
        160,
    ),
    "a stop that is run through only to what lies beyond": (
        run(GATE, route=RouteRules(through_to={"G": "S"})),
        150,
        run(GATE),
        200,
    ),
    "and ends at it all the same, from either side": (
        run(GATE, visits(2), visits(2), route=RouteRules(through_to={"G": "S"})),
        250,
        run(GATE, visits(2), route=RouteRules(through_to={"G": "S"})),
        130,
    ),
    "a bonus for hexes run over may be earned at the ends": (
        run(FORK, bonuses=bonus(10, {"c": 0}, per="pass", may_end=True)),
        70,
        run(FORK, bonuses=bonus(10, {"c": 0}, per="pass")),
        30,
    ),
    "all runs hang together, from home": (
        run(APART, visits(2), visits(2), seat=frozenset("A")),
        90,
        run(APART, visits(2), visits(2)),
        150,
    ),
    "through another run, if not directly": (
        run(APART, visits(2), visits(2), visits(2), seat=frozenset("A")),
        180,
        run(APART, visits(2), visits(2), visits(2), seat=frozenset("E")),
        0,
    ),
    "a single run comes home": (
        run(APART, visits(2), seat=frozenset("A")),
        30,
        run(APART, visits(2)),
        90,
    ),
    "one closed city is run through in a turn": (
        run(SHUT, seat=None),
        60,
        run(with_open(SHUT)),
        100,
    ),
    "by one run of several": (
        run(SHUT_STAR, visits(3), visits(3)),
        140,
        run(with_open(SHUT_STAR), visits(3), visits(3)),
        180,
    ),
    "no hex is come to twice": (
        run(LOOP, route=RouteRules(entered_once=True)),
        60,
        run(LOOP),
        100,
    ),
    "also where the route begins": (
        run(LOOP_END, route=RouteRules(entered_once=True)),
        60,
        run(LOOP_END),
        110,
    ),
    "a train that pays a flat sum": (
        run(LINE, train(TrainRow(ALL, visits=3), flat=20)),
        60,
        run(LINE, train(TrainRow(ALL, visits=4), flat=20)),
        80,
    ),
    "towns have places of their own, and those that cities leave": (
        run(TOWNS, train(TrainRow(CITY, 3, 3), TrainRow(TOWN, 1, None, fills=True))),
        100,
        run(TOWNS, train(TrainRow(CITY, 2, 2), TrainRow(TOWN, 1, None, fills=True))),
        80,
    ),
    "two cities of a hex in a route that visits another hex": (
        run(TWIN, route=RouteRules(hex_once=True, hex_once_unless=frozenset("E"))),
        80,
        run(TWIN, route=RouteRules(hex_once=True, hex_once_unless=frozenset("D"))),
        110,
    ),
    "a place counts as an own end beside an own marker": (
        run(SEA, train(own_ends=True, end_with={"F": "P"})),
        0,
        run(SEA, train(own_ends=True, end_with={"F": "A"})),
        160,
    ),
    "one run is paid again for what it runs over": (
        run(
            FORK,
            visits(2),
            visits(2),
            bonuses=(Bonus("x", 10, ({"p": 0, "q": 0},), "pass", once=True),),
        ),
        80,
        run(FORK, visits(2), visits(2), bonuses=bonus(10, {"p": 0, "q": 0}, per="pass")),
        90,
    ),
    "stops joined inside a hex count as one": (
        run(BANKS, visits(3), route=RouteRules(joined=JoinedStops("narrow", 5))),
        10 + 20 - 5 + 40,
        run(BANKS, visits(3)),
        10 + 20 + 20,
    ),
    "they are a route with others only": (
        run(board_of_banks(), route=RouteRules(joined=JoinedStops("narrow", 5))),
        0,
        run(board_of_banks()),
        40,
    ),
    "no route visits both on another way": (
        run(ROUND, visits(4), route=RouteRules(joined=JoinedStops("narrow", 90))),
        10 + 20 + 10,
        run(ROUND, visits(4)),
        10 + 20 + 10 + 20,
    ),
    "of two stops in a hex the dearer one pays": (
        run(TWIN, bonuses=(Bonus("x", sets=({"city": 0},), per="same_hex"),)),
        90,
        run(TWIN),
        110,
    ),
    "and both take places": (
        run(TWIN, visits(3), bonuses=(Bonus("x", sets=({"city": 0},), per="same_hex"),)),
        80,
        run(TWIN, visits(3)),
        80,
    ),
    "it pays to run far": (
        run(board("A*10 B20 C90", "A-B A-C"), visits(2), bonuses=FAR),
        130,
        run(board("A*10 B20 C90", "A-B A-C"), visits(2)),
        100,
    ),
    "as far as the outermost stops of the set": (
        run(
            board("A*10 B20 t0", "A-B B-t"),
            train(TrainRow(CITY), TrainRow(TOWN, multiplier=0)),
            bonuses=FAR,
        ),
        130,
        run(board("A*10 B20 t0", "A-B B-t"), bonuses=FAR[:0]),
        30,
    ),
    "half of what the ends are worth, rounded, goes to one run": (
        run(board("A*20 B30 C50", "A-B B-C"), train(), train(), bonuses=MAIL[:1]),
        135,
        run(board("A*20 B30 C50", "A-B B-C"), train(), train()),
        100,
    ),
    "an end is worth what it is worth, paid or not, doubled or not": (
        run(LINE, train(TrainRow(ALL, 1, None), multiplier=2), bonuses=MAIL[:1]),
        45,
        run(LINE, train(TrainRow(ALL, 1, None), multiplier=2)),
        20,
    ),
    "a run carries one contract": (
        run(board("A*20 B30", "A-B"), bonuses=MAIL),
        75,
        run(board("A*20 B30", "A-B"), bonuses=tuple(replace(m, one_of=None) for m in MAIL)),
        100,
    ),
    "two contracts go to two runs": (
        run(board("A*20 B30 C40", "A-B A-C"), visits(2), visits(2), bonuses=MAIL),
        165,
        run(board("A*20 B30 C40", "A-B A-C"), visits(2), visits(2), bonuses=MAIL[:1]),
        140,
    ),
    "a single stop is one end": (
        run(board("A*20", ""), train(local=True), bonuses=MAIL[:1]),
        30,
        run(board("A*20", ""), train(local=True)),
        20,
    ),
    "a stop that needs others": (
        run(
            board("A*10 B20 C!90", "A-B A-C"),
            visits(2),
            route=RouteRules(needs=(Need(frozenset("C"), 3),)),
        ),
        30,
        run(board("A*10 B20 C!90", "A-B A-C"), visits(2)),
        100,
    ),
    "one run must join two places": (
        run(LINE, visits(3), must_connect=(frozenset("A"), frozenset("B"))),
        30,
        run(LINE, visits(3)),
        60,
    ),
    "a train must stay idle": (
        run(board("A*10 B20 C30", "A-B A-C"), visits(2), visits(2), idle=1),
        40,
        run(board("A*10 B20 C30", "A-B A-C"), visits(2), visits(2)),
        70,
    ),
}
