"""Companies of 1846 and 1882 in exported games: minors, the rebellion."""

from __future__ import annotations

import pytest
from exported import Exported, bought, some
from thorough import for_every

from bestrun.importers import replay
from bestrun.importers.title_1882 import Replay1882

# 1846


@pytest.mark.parametrize(
    ("players", "rules", "seed", "out"),
    [
        (5, (), 1, []),
        (3, ("first_ed",), 12666, ["C&O", "PRR"]),
        (3, ("first_ed",), 1600037415, ["C&O", "PRR"]),
    ],
)
def test_companies_taken_out_by_lot_leave_their_homes(players, rules, seed, out) -> None:
    game = replay(Exported("1846", *rules, players=players, seed=seed).export())
    assert sorted(set(game.ground.tokens_written()) - {"MS", "BIG4"}) == out


def test_so_many_companies_are_taken_out_as_players_are_missing() -> None:
    for players, missing in ((3, 2), (4, 1), (5, 0)):
        for seed in range(20):
            game = replay(Exported("1846", players=players, seed=seed).export())
            out = set(game.ground.tokens_written()) - {"MS", "BIG4"}
            assert len(out) == missing and out <= {"C&O", "ERIE", "PRR"}
    out = set()
    for seed in range(20):
        game = replay(Exported("1846", "second_ed_co", players=4, seed=seed).export())
        out |= set(game.ground.tokens_written()) - {"MS", "BIG4"}
    assert out == {"ERIE", "PRR"}


def test_minors_close_and_those_of_a_bankrupt_player_at_once() -> None:
    game = Exported("1846", players=5, seed=1)
    game.add("bid", 1, company="MS", price=60)
    game.add("bid", 2, company="BIG4", price=40)
    game.par("NYC", by=2)
    game.stock_round()
    game.add("pass", "MS", by="minor")
    game.add("pass", "NYC")
    assert [run for run in ("MS", "BIG4") if game.tokens(run)] == ["MS", "BIG4"]
    game.add("bankrupt", "NYC")
    assert game.tokens("BIG4") == [] and game.trains("BIG4") == []
    assert game.tokens("MS") == ["C15"]
    for train in some((2, 9), (4, 6), (5, 1))[2:]:
        game.buy("NYC", train)
    assert game.tokens("MS") == [] and game.trains("MS") == []


def test_a_company_that_falls_silent_has_closed() -> None:
    """After its own last turn, or after the last sale of its shares."""
    for sale in (False, True):
        game = Exported("1846", players=5, seed=1)
        game.par("NYC")
        game.par("GT", by=2)
        game.stock_round()
        bought(game, "NYC", "2-2")
        last = bought(game, "GT", "2-3").add("pass", "GT")
        if sale:
            game.stock_round()
            last = game.add("sell_shares", 2, shares=["GT_1"], percent=10)
        for _ in range(3):
            game.lay("NYC", "E19", "9-0", 0)
            game.add("run_routes", "NYC", routes=[])
        played = replay(game.export())
        seen = {step.id: played.ground.placed("GT") for step in played.moments()}
        assert seen[last], "it stands there until then"
        assert not played.ground.placed("GT") and not played.depot.held["GT"]


def test_a_company_without_a_director_buys_a_train_by_itself() -> None:
    game = Exported("1846", players=5, seed=1)
    game.par("NYC")
    game.par("GT", by=2)
    game.stock_round()
    bought(game, "GT", *some((2, 9), (4, 1))[2:])
    game.add("pass", "NYC")
    game.add("bankrupt", "NYC")
    assert game.replayed().director("NYC") is None
    game.lay("GT", "B16", "5-0", 4)
    game.run("NYC", {"train": "4-1", "connections": []})
    assert game.runs()[-1].position.trains == ("3/5",) and game.notes() == []


# 1882


def prairie(seed: int = 5236) -> Exported:
    game = Exported("1882", players=3, seed=seed)
    game.par("GT")
    game.par("HBR", by=2)
    game.stock_round()
    return game


def test_a_neutral_token_stands_for_another_company() -> None:
    game = prairie()
    game.add("pass", "GT")
    game.add("place_token", "GT", city="L8-0-0", slot=0, token_type="neutral")
    now = game.now("GT")
    assert now.tokens == {"GT": ("L8",), "CN": ("L8",)} and now.neutral == ("L8",)


def test_the_late_company_takes_a_neutral_place_and_brings_a_train() -> None:
    game = prairie()
    bought(game, "GT", *some((2, 6)))
    game.add("place_token", "HBR", city="G3-0-0", slot=0, token_type="neutral")
    game.stock_round()
    game.par("SC", by=3)
    game.token("SC", "G3-0-0")
    assert game.tokens("SC") == ["G3"] and game.tokens("CN") == []
    game.lay("SC", "G3", "57-0", 0)
    game.buy("SC", "3-4")
    assert game.notes() == [] and game.trains("SC") == ["3"]


@for_every("seed", range(4))
def test_the_rebellion_breaks_out_with_a_train_by_lot(seed: int) -> None:
    game = prairie(seed)
    game.lay("GT", "C3", "57-0", 0)
    game.lay("GT", "K3", "57-1", 0)
    followed = replay(game.export())
    assert isinstance(followed, Replay1882)
    trigger = followed.trigger
    assert trigger in ("3-0", "4-0", "5-0", "6-0")
    left = {2: 6, 3: 4, 4: 3, 5: 2, 6: 2}
    for train in some(*left.items()):
        before = "C3" in game.now("GT").tiles
        game.buy("GT", train)
        after = "C3" in game.now("GT").tiles
        assert (before, after) in ((True, True), (True, False), (False, False))
        assert (before and not after) == (train == trigger)
    assert "K3" in game.now("GT").tiles, "no rebels there"


def test_a_home_token_that_is_moved_leaves_a_neutral_one() -> None:
    game = prairie()
    game.add("pass", "GT")
    game.private("NWR", "GT")
    game.add("remove_token", "NWR", by="company", city="L8-0-0", slot=0)
    game.add("place_token", "NWR", by="company", city="D4-0-0", slot=0)
    now = game.now("GT")
    assert now.tokens == {"GT": ("D4",), "CN": ("L8",)} and now.neutral == ("L8",)
