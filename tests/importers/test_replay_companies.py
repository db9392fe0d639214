"""Companies that come, merge, are taken over or end in exported games, title by title."""

from __future__ import annotations

import pytest
from exported import Exported, route

from bestrun.audits import judge
from bestrun.importers import replay
from bestrun.importers.title_1867 import Replay1867
from bestrun.importers.title_1882 import Replay1882


def bought(game: Exported, company: str, *trains: str) -> Exported:
    game.add("pass", company)
    for train in trains:
        game.buy(company, train)
    return game


def some(*piles: tuple[object, int]) -> list[str]:
    """Ids of the first trains of some types."""
    return [f"{name}-{copy}" for name, count in piles for copy in range(count)]


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


# 1867 and 1861


def canada() -> Exported:
    """Two minors with a 2 each, CA in Trois-Rivières and AE in Ottawa."""
    game = Exported("1867", players=4)
    game.add("bid", 1, corporation="CA", price=100)
    game.token("CA", "M9-0-0")
    game.add("bid", 2, corporation="AE", price=100)
    game.token("AE", "J12-0-0")
    game.stock_round()
    bought(game, "CA", "2-0")
    bought(game, "AE", "2-1")
    return game


def test_neutral_tokens_lie_there_until_the_first_3() -> None:
    game = canada()
    assert game.now("CA").neutral == ("D2", "L12.2")
    assert game.now("CA").tokens["CN"] == ("D2", "L12.2", "F16.0")
    for train in some((2, 10), (3, 1))[2:]:
        game.buy("AE", train)
    assert game.now("CA").neutral == () and game.now("CA").tokens["CN"] == ("F16.0",)


def test_a_minor_becomes_a_major_with_all_it_has() -> None:
    game = canada()
    game.private("QB", "CA")
    game.add("convert", "CA")
    game.add("merge", "CA", corporation="CNR")
    assert game.tokens("CNR") == ["M9"] and game.tokens("CA") == []
    assert game.trains("CNR") == ["2"]
    (right,) = game.now("CNR").abilities
    assert (right.type, right.hexes) == ("hex_bonus", ("O7",))
    assert game.replayed().director("CNR") == 1


def test_minors_merge_into_the_major_that_is_named_last() -> None:
    game = canada()
    game.add("merge", "CA", corporation="AE")
    game.add("pass", "CA")
    game.add("merge", "CA", corporation="CPR")
    assert game.tokens("CPR") == ["J12", "M9"]
    assert game.trains("CPR") == ["2", "2"]
    assert game.tokens("CA") == game.tokens("AE") == []


def test_a_minor_without_a_train_is_nationalised() -> None:
    """The first 4 scraps its 2; the national company's token takes the place of its own."""
    game = canada()
    for train in some((2, 10), (3, 7), (4, 1))[2:]:
        game.buy("AE", train)
    assert game.tokens("CA") == [] and game.tokens("CN") == ["F16.0", "M9"]
    assert game.tokens("AE") == ["J12"], "it has bought trains"


def test_trains_leave_after_every_round_of_some_phases() -> None:
    game = canada()
    for train in some((2, 10), (3, 7), (4, 1))[2:]:
        game.buy("AE", train)
    game.lay("AE", "J12", "202-0", 1)
    assert game.replayed().depot.supply[0] == "4-2" and game.notes() == []


def test_a_major_may_be_taken_over_by_choice() -> None:
    game = canada()
    game.add("convert", "CA")
    game.add("merge", "CA", corporation="CNR")
    game.add("choose", "CNR", choice="nationalize")
    assert game.tokens("CNR") == [] and "M9" in game.tokens("CN")


def test_the_national_company_keeps_a_token_for_its_city() -> None:
    """Eight tokens: one lies in Toronto, one is kept for Montreal."""
    game = replay(canada().export())
    for _ in game.moments():
        pass
    cities = ("D8", "F8", "E13", "E15", "C17", "I15", "N12")
    for hex_id in cities:
        game.ground.place("BO", game.ground.cities(hex_id)[0])
    assert isinstance(game, Replay1867)
    game.nationalise("BO")
    placed = game.ground.tokens_written()["CN"]
    assert sum(each in cities for each in placed) == 6
    assert "BO" not in game.ground.tokens_written()


def test_the_russian_state_runs_with_what_it_took_over() -> None:
    game = Exported("1861", players=3)
    game.add("bid", 1, corporation="RO", price=100)
    game.add("bid", 2, corporation="KR", price=100)
    game.stock_round()
    assert game.tokens("RO") == ["B4"] and game.tokens("KR") == ["G15"]
    bought(game, "RO", "2-0")
    bought(game, "KR", *some((2, 10), (3, 7), (4, 1))[1:])
    assert game.tokens("RO") == [] and game.tokens("RSR") == ["B4"]
    game.lay("KR", "G15", "202-0", 1)
    assert game.tokens("RSR") == ["B4", "E1.1"], "its home, when it first operates"
    assert game.trains("RSR") == ["4"], "it must own a train"
    assert game.notes() == []


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


@pytest.mark.parametrize("seed", range(4))
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


# 18MEX


def mexico(*companies: str) -> Exported:
    game = Exported("18MEX", players=4)
    for at, company in enumerate(companies):
        game.par(company, by=at % 4 + 1)
    game.stock_round()
    return game


def test_minors_hold_token_and_train_until_they_close() -> None:
    for rules, later in (((), False), (("delay_minor_close",), True)):
        game = Exported("18MEX", *rules, players=4)
        game.par("CHI")
        game.stock_round()
        assert game.tokens("A") == ["M12.0"] and game.trains("B") == ["2"]
        bought(game, "CHI", *some((2, 9), (3, 4), ("3'", 1))[3:])
        assert bool(game.tokens("A")) == bool(game.trains("C")) == later
        game.stock_round()
        assert not game.tokens("A")


def test_a_company_merges_into_the_national_railway() -> None:
    game = mexico("NdM", "CHI", "MEX")
    for company in ("NdM", "CHI", "MEX"):
        game.add("pass", company)
    for city in ("E6-0-0", "I8-0-0", "O8-0-0"):
        game.token("MEX", city)
    for train in some((2, 9), (3, 4), ("3'", 2), (4, 3), (5, 1))[3:]:
        game.buy("CHI", train)
    game.buy("MEX", "4-0")
    game.add("pass", "CHI")
    game.add("merge", "MEX", corporation="MEX")
    assert game.tokens("NdM") == ["O10.0", "P13.0"] and game.trains("NdM") == ["4"]
    game.add("assign", "NdM", target="I8", target_type="hex")
    assert game.tokens("NdM") == ["I8", "O10.0", "P13.0"] and game.tokens("MEX") == []


def test_the_last_company_that_has_not_floated_merges_by_itself() -> None:
    game = mexico("NdM", "CHI", "MC", "MEX", "SPM", "FCP", "TM")
    for company in ("NdM", "CHI", "MC", "MEX", "SPM"):
        game.add("pass", company)
    for train in some((2, 9), (3, 4), ("3'", 2), (4, 3), (5, 1))[3:]:
        game.buy("CHI", train)
    game.add("pass", "SPM")
    game.lay("CHI", "E6", "57-0", 0)
    assert game.tokens("NdM") == ["O10.0", "Q14"]


def test_two_tiles_are_laid_as_one() -> None:
    game = mexico("NdM")
    game.lay("NdM", "O10", "479MC-0", 0)
    assert game.now("NdM").tiles == {"O10": "479MC:0", "P11": "479P:0"}


# 1817


def coast() -> Exported:
    """A&S in Harrisburg and Bess in Scranton, of different players."""
    game = Exported("1817", players=4)
    for player, company, home in ((1, "A&S", "F19"), (2, "Bess", "C22")):
        game.add("bid", player, corporation=company, price=100)
        game.token(company, f"{home}-0-0")
        private = "MAJC" if company == "Bess" else "OBC"
        game.add("assign", player, target=private, target_type="company")
    game.stock_round()
    bought(game, "A&S", "2-0")
    bought(game, "Bess", "2-1")
    return game


def test_mines_and_bridges_mark_hexes_for_everybody() -> None:
    game = coast()
    game.add("lay_tile", "MAJC", by="company", hex="C20", tile="8-0", rotation=0)
    game.assign("OBC", "H9")
    assert game.now("A&S").assigned == {"C20": ("mine",), "H9": ("bridge",)}
    assert game.now("Bess").privates == ("MAJC",)
    for hex_id in ("B25", "C24"):
        game.add("lay_tile", "MAJC", by="company", hex=hex_id, tile="8-1", rotation=0)
    assert game.now("Bess").privates == (), "used up"


def test_a_merger_joins_two_companies() -> None:
    game = coast()
    game.add("merge", "A&S", corporation="Bess")
    assert game.tokens("A&S") == ["C22", "F19"] and game.tokens("Bess") == []
    assert game.trains("A&S") == ["2", "2"]
    assert game.now("A&S").privates == ("OBC", "MAJC")


def test_a_company_for_sale_goes_to_the_one_that_is_named() -> None:
    game = coast()
    game.add("assign", 2, target="Bess", target_type="corporation")
    game.add("bid", 1, corporation="Bess", price=100)
    game.add("pass", 2)
    game.add("merge", 1, corporation="A&S")
    assert game.tokens("A&S") == ["C22", "F19"] and game.tokens("Bess") == []


def test_the_only_company_that_can_pay_buys_without_being_named() -> None:
    """It takes a loan for it, or is the only one that the bidder directs."""
    for settles in (True, False):
        game = coast()
        game.add("bid", 1, corporation="Bess", price=100)
        game.add("pass", 2)
        if settles:
            game.add("take_loan", "A&S", loan=1)
        game.lay("A&S", "F19", "5-0", 4)
        assert game.tokens("A&S") == ["C22", "F19"] and game.notes() == []


def test_nobody_buys_and_the_bank_liquidates() -> None:
    game = coast()
    for _ in range(3):
        game.lay("A&S", "F19", "5-0", 4)
        game.add("run_routes", "A&S", routes=[])
    game.stock_round()
    assert game.tokens("Bess") == [] and game.trains("Bess") == []
    game.add("bid", 3, corporation="Bess", price=100)
    game.token("Bess", "C22-0-0")
    assert game.tokens("Bess") == ["C22"], "it can be started again"


# 1856


def ontario() -> Exported:
    game = Exported("1856", players=4)
    for company in ("LPS", "GW", "CV"):
        game.par(company)
    game.stock_round()
    for company in ("LPS", "GW", "CV"):
        game.add("pass", company)
    return game


def test_rights_come_with_a_private_or_are_bought() -> None:
    game = ontario()
    game.private("SCFTC", "LPS")
    game.add("special_buy", "LPS", description="Bridge Token", cost=50)
    game.add("special_buy", "LPS", description="Bridge Token", cost=50)
    rights = game.now("LPS").abilities
    assert [each.hexes for each in rights] == [("B13",), ("P17", "P19")]
    game.add("special_buy", "LPS", description="Ferry", cost=50)
    assert game.notes() == ["special_buy: there is no right called Ferry"]


def test_indebted_companies_form_one() -> None:
    game = ontario()
    game.private("SCFTC", "LPS")
    game.token("LPS", "F15-0-0")
    game.token("GW", "K8-0-0")
    for train in some((2, 6), (3, 5), (4, 4), (5, 3)):
        game.buy("CV", train)
    game.buy("LPS", "5-0")
    game.buy("CV", "6-0")
    game.add("merge", "LPS", corporation="LPS")
    game.add("merge", "GW", corporation="GW")
    game.add("pass", "CV")
    game.discard("CGR", "5-0")
    assert game.tokens("CGR") == ["C14", "F15", "K8"], "homes first, one a hex"
    assert game.tokens("LPS") == game.tokens("GW") == []
    assert game.trains("CGR") == [] and [each.hexes for each in game.now("CGR").abilities] == [
        ("B13",)
    ]


def test_a_borrowed_train_goes_back() -> None:
    game = ontario()
    for train in some((2, 6), (3, 5), (4, 4), (5, 3), (6, 1)):
        game.buy("CV", train)
    game.add("merge", "GW", corporation="GW")
    game.add("pass", "CGR")
    game.add("borrow_train", "CGR", train="6-1")
    game.run("CGR")
    assert game.runs()[-1].position.trains == ("6",)
    assert game.trains("CGR") == [] and game.replayed().depot.supply[0] == "6-1"


# 1870


def river() -> Exported:
    game = Exported("1870", players=4)
    for company in ("ATSF", "FW"):
        game.par(company)
    game.stock_round()
    bought(game, "ATSF", "2-0")
    bought(game, "FW", "2-1")
    return game


def test_a_connection_run_lies_outside_of_the_turns() -> None:
    game = river()
    assert game.now("ATSF").assigned["N1"] == ("ATSF", "MKT")
    game.add("choose", "ATSF", choice="Map")
    game.add("run_routes", "ATSF", routes=[])
    run = game.runs()[-1].position
    assert run.must_connect == ("B9", "N1") and run.end_double == ("N1",)
    assert run.tokens["ATSF"] == ("B9", "N1") and run.slots == {"N1": 2}
    assert run.assigned["N1"] == ("MKT",)
    assert game.runs()[-1].round == "OR 1.1"
    game.add("dividend", "ATSF")
    now = game.now("ATSF")
    assert now.must_connect is None and now.end_double == ("N1",)


def test_a_destination_token_on_the_charter_earns_nothing() -> None:
    game = river()
    game.add("choose", "ATSF", choice="Charter")
    now = game.now("ATSF")
    assert now.end_double == () and now.slots == {} and now.assigned["N1"] == ("MKT",)


def test_a_port_is_closed_by_a_second_marker() -> None:
    game = river()
    game.private("GSC", "FW")
    game.assign("GSC", "H17")
    assert game.now("FW").markers == ("GSC",) and game.now("ATSF").assigned["H17"] == ("GSC",)
    game.assign("GSC", "H17")
    assert game.now("FW").markers == ("GSCᶜ",) and game.now("ATSF").assigned["H17"] == ("GSCᶜ",)
    for train in some((2, 7), (3, 6), (4, 5), (5, 4), (6, 1))[2:]:
        game.buy("FW", train)
    assert game.now("FW").markers == () and "H17" not in game.now("FW").assigned
    assert "N1" in game.now("FW").assigned, "destinations stay"


# Runs under a rule of the plan


def test_with_one_train_idle_the_least_of_all_runs_pays_nothing() -> None:
    """Both trains ran; what the other earns is what was claimed."""
    game = Exported("18TN", players=4)
    game.par("IC")
    game.par("SR", by=2)
    game.stock_round()
    game.lay("IC", "C6", "8-0", 0)
    bought(game, "IC", *some((2, 5), (3, 3)))
    for train in some((2, 5), (3, 3))[2:]:
        game.discard("IC", train)
    bought(game, "SR", "3'-0")
    game.lay("IC", "C6", "8-0", 0)
    game.run("IC")
    (run,) = game.runs()
    assert [each.type for each in run.position.abilities] == ["civil_war"]
    assert judge(run).problems == ()


def test_hostile_routes_are_told(tmp_path) -> None:
    game = Exported("1889")
    game.par("KO")
    game.stock_round()
    bought(game, "KO", "2-0")
    game.stock_round()
    game.add("pass", "KO")
    game.run("KO", route("2-0", 10**12, "K4 K4 K4"))
    (run,) = game.runs()
    assert "no track of the board is K4-K4-K4" in judge(run).problems[0]
