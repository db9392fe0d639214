"""Runs as claims: the chain of connections, and what cannot be reproduced."""

from __future__ import annotations

import msgspec
import pytest
from exported import Exported, Fields, route

from bestrun.auditing.judging import claims
from bestrun.auditing.runs import judge
from bestrun.claims.eighteen import ClaimedRun
from bestrun.importers import RecordedRun
from bestrun.importers.actions import ExportedRoute
from bestrun.importers.routes import NotOnTheBoard, claimed
from bestrun.turn import set_up
from mapdata.read import read_position


def luzern() -> Exported:
    """GB in Stans with two trains, and track to Luzern and to Altdorf (printed)."""
    game = Exported()
    game.lay("GB", "G18", "6-0", 2)
    game.turn("GB", ("2-0", "2H"), ("2-1", "2"))
    game.stock_round()
    game.lay("GB", "F17", "6-1", 5)
    return game


def only_run(game: Exported) -> RecordedRun:
    (run,) = game.runs()
    return run


def claim_of(run: RecordedRun) -> tuple[ClaimedRun, ...]:
    (claim,) = claims(set_up(run.position), run)
    return claim.runs


def problems(run: RecordedRun) -> tuple[str, ...]:
    """What differs from the export, once the run is judged."""
    return judge(run).problems


WEST = route("2-0", 40, "G18 F17", nodes="G18-0 F17-0")
EAST = route("2-1", 40, "G18 G20", nodes="G18-0 G20-0")


def test_a_run_is_a_position_and_a_claim() -> None:
    game = luzern()
    number = game.run("GB", WEST)
    run = only_run(game)
    assert (run.id, run.round, run.company) == (f"game:{number}", "OR 2.1", "GB")
    assert run.position.tiles == {"G18": "6:2", "F17": "6:5"}
    assert run.position.tokens == {"GB": ("G18",)}
    assert run.position.trains == ("2H", "2")
    assert run.position.phase == "2"
    assert run.problems == ()
    (claimed,) = claim_of(run)
    assert (claimed.train, claimed.revenue) == ("2H", 40)
    assert claimed.stops == claimed.hexes == ("G18", "F17")


def test_a_run_of_no_route_is_a_run() -> None:
    game = luzern()
    game.run("GB")
    run = only_run(game)
    assert (claim_of(run), run.revenue, problems(run)) == ((), 0, ())


@pytest.mark.parametrize(
    "connections",
    [
        ("G20 G18", "G18 F17"),
        ("G18 G20", "G18 F17"),
        ("G20 G18", "F17 G18"),
        ("G18 G20", "F17 G18"),
    ],
)
def test_connections_are_chained_whichever_way_they_are_written(connections) -> None:
    game = luzern()
    game.run("GB", route("2-1", 60, *connections, nodes="G20-0 G18-0 F17-0"))
    (claimed,) = claim_of(only_run(game))
    assert claimed.stops == claimed.hexes == ("G20", "G18", "F17")


def test_a_single_connection_keeps_its_direction() -> None:
    game = luzern()
    game.run("GB", route("2-1", 40, "F17 G18", nodes="F17-0 G18-0", hexes="G18 F17"))
    (claimed,) = claim_of(only_run(game))
    assert claimed.stops == ("F17", "G18")


def test_a_connection_within_a_hex_joins_its_stops() -> None:
    """From the port of Venezia over the town to the city and on to Padova."""
    game = Exported("1841")
    game.par("IRSFF")
    game.lay("IRSFF", "F16", "601-0", 0)
    game.lay("IRSFF", "G15", "202-0", 2)
    game.buy("IRSFF", "2-0")
    stops = "G17-0 F16-1 F16-0 G15-0"
    game.run("IRSFF", route("2-0", 100, "G17 F16", "F16", "F16 G15", nodes=stops))
    run = only_run(game)
    assert run.problems == ()
    (claimed,) = claim_of(run)
    assert claimed.stops == ("G17", "F16.1", "F16.0", "G15")
    assert claimed.hexes == ("G17", "F16", "G15")


def test_the_stop_is_the_one_its_track_leads_to() -> None:
    """Without nodes the track alone tells which station of Lausanne is meant."""
    game = Exported()
    game.lay("JS", "H3", "58-0", 3)
    game.turn("JS", ("2-0", "2"))
    game.run("JS", route("2-0", 30, "I4 H3"))
    (claimed,) = claim_of(only_run(game))
    assert claimed.stops == ("I4.0", "H3")


def problem(bad: Fields) -> str:
    game = luzern()
    game.run("GB", bad)
    return problems(only_run(game))[-1]


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (route("3-0", 40, "G18 F17", nodes="G18-0 F17-0"), "GB does not hold it"),
        (route("nonsense", 40, "G18 F17"), "GB does not hold it"),
        (route("2-0", 40, "G18 Z9", nodes="G18-0"), "no track of the board is G18-Z9"),
        (route("2-0", 40, "G18 F17", nodes="G18-0 Z9-0"), "no track of the board is G18-F17"),
        (route("2-0", 40, "G18 D19", nodes="G18-0 D19-0"), "no track of the board is G18-D19"),
        (route("2-0", 40), "names no connection"),
        (route("2-0", 40, ""), "no track of the board is an empty connection"),
        (route("2-0", 40, "G18", nodes="G18-0"), "no track of the board is G18"),
        (route("2-0", 40, "G18 F17", hexes="G18 G20"), "states stops G18 G20"),
        (route("2-0", 40, "G18 F17", nodes="G18-0 F17-0 G20-0"), "states stops"),
    ],
)
def test_what_cannot_be_reproduced_is_told(bad: Fields, told: str) -> None:
    assert told in problem(bad)


def test_older_exports_state_no_revenue_and_the_oldest_no_track() -> None:
    """Then the run is worth what it earns."""
    for old in (
        {"train": "2-1", "connections": [["G18", "F17"]]},
        {"train": "2-1", "hexes": ["G18", "F17"]},
    ):
        game = luzern()
        game.run("GB", old)
        judged = judge(only_run(game))
        assert (judged.problems, judged.revenue, judged.optimum) == ((), 40, 80)


def test_a_wrong_figure_is_told_for_the_train_and_for_the_total() -> None:
    game = luzern()
    game.run("GB", route("2-0", 50, "G18 F17"))
    assert problems(only_run(game)) == (
        "train 2H: 50 is stated, but the run earns 40",
        "a total of 50 is stated, but the claim earns 40",
    )


def test_connections_that_do_not_meet_are_told() -> None:
    game = luzern()
    game.lay("GB", "C12", "57-0", 2)
    game.lay("GB", "D13", "57-1", 2)
    far = route("2-0", 80, "G18 F17", "C12 D13", nodes="G18-0 F17-0 C12-0 D13-0")
    game.run("GB", far)
    assert "does not continue the route" in problems(game.runs()[-1])[0]


def test_track_through_a_hex_must_join_its_two_sides() -> None:
    game = luzern()
    game.run("GB", route("2-0", 40, "G20 G18 F17", nodes="G20-0 F17-0"))
    assert "no track of the board is G20-G18-F17" in problems(only_run(game))[0]


def test_a_train_runs_once() -> None:
    game = luzern()
    game.run("GB", WEST, route("2-0", 40, "G18 G20", nodes="G18-0 G20-0"))
    assert only_run(game).problems == ("train 2-0: runs twice",)


def test_after_a_run_of_a_train_that_nobody_has_no_run_is_judged() -> None:
    game = luzern()
    game.run("GB", WEST, route("3-7", 40, "G18 G20", nodes="G18-0 G20-0"))
    game.stock_round()
    game.passes("GB")
    game.run("GB", WEST)
    first, second = game.runs()
    assert "GB does not hold it" in problems(first)[-1]
    assert (first.revenue, len(first.routes)) == (80, 2)
    assert "train 3-7 runs, but nobody has it" in problems(second)[0]


def test_a_train_that_went_unseen_casts_doubt_on_all_runs_since_the_last_sale() -> None:
    game = luzern()
    game.run("GB", WEST)
    game.buy("AB", "2-9")
    assert "has not been seen to go" in problems(only_run(game))[0]


def test_a_train_that_ran_before_and_never_again_proves_no_better_run() -> None:
    """Perhaps it had gone: but for that, 40 more were to be had."""
    game = luzern()
    game.run("GB", WEST, EAST)
    for _ in range(2):
        game.stock_round()
        game.passes("GB")
        game.run("GB", WEST)
    assert problems(game.runs()[1]) == (
        "train 2-1: ran for GB before, but not now and never again",
    )


def test_a_run_without_token_train_or_company_is_told() -> None:
    game = luzern()
    game.run("SBB")
    assert "SBB has no token on the board" in only_run(game).problems
    game = luzern()
    game.run("AB")
    assert only_run(game).problems == ("AB has no train",)
    game = luzern()
    game.run("XY")
    assert "there is no company XY" in only_run(game).problems


def test_hostile_names_stay_one_short_line() -> None:
    game = luzern()
    game.run("GB", route("x\n" * 5000, 40, "G18 F17"))
    *_, told = only_run(game).problems
    assert "\n" not in told
    assert len(told) < 1000


def read_ways(position: dict[str, object], said: Fields) -> list[tuple[str, ...]]:
    """The hexes of every way to read a route on a position."""
    network = set_up(read_position(position)).whole_network
    route = msgspec.convert(said, ExportedRoute)
    return [run.hexes for run in claimed(network, route, "3")]


def test_hexes_named_twice_are_read_as_a_way_through_all_of_them() -> None:
    """The oldest exports write each connection in the direction in which it was found."""
    tiles = {"K4": "440:0", "J5": "58:2", "I4": "438:3", "I2": "6:4", "J3": "23:5"}
    tokens = {"KO": ["K4"]}
    shikoku = {"title": "1889", "phase": "4", "company": "KO", "trains": ["3"]}
    shikoku |= {"tiles": tiles, "tokens": tokens}
    said = {"train": "3-0", "hexes": ["J5", "K4", "J5", "I4"], "revenue": 90}
    assert [sorted(each) for each in read_ways(shikoku, said)] == [["I4", "J5", "K4"]]
    said = {"train": "3-0", "hexes": ["J5", "K4", "J5", "F1"], "revenue": 90}
    with pytest.raises(NotOnTheBoard, match="no way over the board is J5-K4-J5-F1"):
        read_ways(shikoku, said)


def test_a_loop_may_be_run_either_way_round() -> None:
    """Both ways use up the same hexsides, and the network has one of them."""
    tiles = {
        "J5": "14:0",
        "I6": "41:5",
        "J7": "8:0",
        "K6": "9:0",
        "L5": "47:0",
        "M4": "26:3",
        "L3": "29:4",
        "L7": "9:1",
        "L9": "8:5",
        "M10": "58:2",
    }
    river = {"title": "1870", "phase": "7", "company": "MKT", "trains": ["10"]}
    river |= {"tiles": tiles, "tokens": {"MKT": ["B11"]}}
    network = set_up(read_position(river)).whole_network
    loops = [link.hexes_from(link.a) for link in network.links if "M4" in link.hexes_from(link.a)]
    (there,) = loops
    round_it = [each for each in there if each in ("M4", "L3")]
    at = there.index(round_it[0])
    other = (*there[:at], *round_it[::-1], *there[at + 2 :])
    said = {"train": "10-0", "connections": [other], "revenue": 40}
    assert read_ways(river, said) == [there]
