"""Who directs a company, and who holds how much of it."""

from __future__ import annotations

import json

import pytest
from exported import Exported
from material import SHARED

from bestrun.importers import read_export, replay
from bestrun.importers.shares import Shares, drawn_share
from bestrun.importers.shares_1841 import deal, merged, shareholders

GAMES = SHARED / "games"


def started(company: str = "A", **held: int) -> Shares:
    """A company that ``x`` directs; others hold so many percent."""
    shares = Shares(("x", "y", "z"))
    shares.start(company, "x")
    for holder, percent in held.items():
        shares.gain([f"{company}_"], holder, percent)
    return shares


def test_whoever_holds_most_directs_and_an_equal_does_not_take_over() -> None:
    shares = started(y=20)
    assert shares.director("A") == "x"
    shares.gain(["A_7"], "y")
    assert shares.director("A") == "y"


def test_percents_stated_by_an_action_count() -> None:
    """A double certificate has an ordinary number."""
    shares = started()
    shares.gain(["A_7"], "y", 20)
    shares.gain(["A_6"], "y")
    assert shares.director("A") == "y"
    assert shares.of_players("A") == {"x": 20, "y": 30}


def test_a_share_bought_from_a_player_is_no_longer_his() -> None:
    shares = started()
    shares.gain(["A_1"], "y")
    shares.gain(["A_1"], "z")
    assert shares.of_players("A") == {"x": 20, "z": 10}


def test_more_than_all_shares_is_not_believed() -> None:
    assert started(y=80).of_players("A") == {"x": 20, "y": 80}
    assert started(y=90).of_players("A") is None


def test_a_company_directs_for_its_own_director() -> None:
    shares = started()
    shares.start("B", "A")
    assert shares.director("B") == "x"
    shares.start("A", "B")  # each the other: nobody
    assert shares.director("A") is None


def test_a_private_brings_a_share_to_whoever_bids_most() -> None:
    shares = Shares(("x", "y"))
    shares.give(["A_1"], "x")
    shares.give(["A_1"], "y")
    shares.start("A", "x")
    assert shares.of_players("A") == {"x": 20, "y": 10}
    shares.give(["B_0"], "x")
    shares.give(["B_0"], "y")
    assert shares.director("B") == "y"


def test_a_share_drawn_by_lot_is_the_one_that_is_not_sold_in_order() -> None:
    game = Exported("1882")
    game.shares(1, "CPR_1")
    game.shares(1, "CPR_2")
    game.shares(1, "CNR_2")
    steps = game.export().steps
    assert drawn_share(("CPR_1", "CNR_1", "GT_1"), steps) == ["CNR_1"]
    assert drawn_share(("CPR_1", "GT_1"), steps) == []


def test_two_shares_of_merging_companies_make_one() -> None:
    """Who is left with one pays for the other half, or takes cash; the pool does neither."""
    shares = started(y=30, z=10)
    shares.start("B", "y")
    shares.gain(["B_"], "z", 20)
    merged(shares, ("A", "B"), "C", ["x", "y", "z"], [("y", "full"), ("z", "cash")], pairs=True)
    assert shares.of_players("C") == {"x": 10, "y": 30, "z": 10}
    assert shares.director("C") == "y" and shares.director("A") is None


def test_what_merging_companies_hold_passes_on() -> None:
    shares = started()
    shares.start("D", "A")
    merged(shares, ("A",), "C", ["x"], [], pairs=False)
    assert shares.directors["D"] == "C"


def test_a_minor_becomes_a_major_with_half_the_percents() -> None:
    shares = Shares(("x", "y"), {"A": 20})
    shares.start("A", "x")
    shares.gain(["A_1"], "y")
    merged(shares, ("A",), "C", ["x", "y"], [("y", "yes")], pairs=False)
    assert shares.of_players("C") == {"x": 20, "y": 20}
    assert shares.director("C") == "x"


def test_a_company_split_in_two_gives_one_share_of_each_for_a_pair() -> None:
    shares = started(x=20, y=30)
    deal(shares, "A", ("B", "C"), ["x", "y"], [("y", "b")])
    assert shares.of_players("B") == {"x": 20, "y": 10}
    assert shares.of_players("C") == {"x": 20, "y": 20}
    assert shares.director("B") == shares.director("C") == "x"


def test_a_weak_director_chooses_one_of_the_two() -> None:
    shares = started(y=20)
    deal(shares, "A", ("B", "C"), ["x", "y"], [("x", "b")])
    assert (shares.director("B"), shares.director("C")) == ("y", "x")


def test_shareholders_stand_before_the_companies_that_they_direct() -> None:
    shares = started()
    assert shareholders(shares, "y", ["A"]) == ["y", "z", "x", "A"]


def test_who_has_the_concession_directs_until_phase_4() -> None:
    game = Exported("1841")
    game.par("SFMA", by=1)
    game.shares(2, "SFMA_1")
    game.shares(2, "SFMA_2")
    game.shares(2, "SFMA_3")
    assert game.replayed().director("SFMA") == 1


def test_the_national_company_of_1844_is_directed_by_its_largest_holder() -> None:
    """VZ's 50 and 25 % make 15 % of the SBB, less than two such."""
    game = replay(read_export(GAMES / "1844-a.json")) if GAMES.is_dir() else None
    if game is None:
        pytest.skip("the games are not part of the project")
    for _ in game.moments():
        pass
    holders = game.shares.of_players("SBB")
    assert holders and game.director("SBB") == max(holders, key=lambda each: holders[each])


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games are not part of the project")
@pytest.mark.parametrize(
    "name",
    [
        "1830-1830_game_end_bank",
        "1841-a",
        "1841-lite-a",
        "1844-a",
        "1847AE-1847AE_game_end_bank",
        "1856-1856_game_end_bank",
        "1870-1870_game_end_bank",
        "18CO-18CO_game_end_bankrupt",
        "18MEX-80226",
    ],
)
def test_whoever_acted_and_took_it_back_is_the_director(name: str) -> None:
    """Actions that were undone say who made them, which those that stand do not."""
    path = GAMES / f"{name}.json"
    export = read_export(path)
    game = replay(export)
    made = [
        each
        for each in json.loads(path.read_text())["actions"]
        if each["id"] in export.undone and each["type"] != "undo" and each.get("user") is not None
    ]
    known, judged = 0, 0
    for step in game.moments():
        assert step.action.type != "run_routes" or game.director(step.company) is not None
        while made and made[0]["id"] < step.id:
            action = made.pop(0)
            if action["entity_type"] == "corporation" and action["entity"] in game.shares.held:
                judged += 1
                known += game.director(action["entity"]) == action["user"]
    assert known == judged > 0
