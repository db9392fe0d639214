"""Companies that merge, are taken over or end in exported games: 1817, 1856, 1870,
18CO, 18MEX.
"""

from __future__ import annotations

from exported import Exported, bought, route, some

from bestrun.auditing.runs import judge

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
    assert game.trains("CGR") == [] and game.replayed().depot.supply[-1] == "6-1"


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


# 18CO


def colorado() -> Exported:
    """KPAC of the first player with a train and a token; CM of the second."""
    game = Exported("18CO", players=3)
    game.par("KPAC")
    game.par("CM", by=2)
    game.shares(3, "KPAC_1", "KPAC_2")
    game.lay("KPAC", "E25", "9-0", 1)
    game.buy("KPAC", "2-0")
    game.add("pass", "CM")
    return game


def test_who_holds_more_than_any_player_takes_a_company_over() -> None:
    game = colorado()
    home = game.tokens("KPAC")
    game.add("corporate_buy_shares", "CM", shares=["KPAC_1"], percent=10)
    game.add("corporate_buy_shares", "CM", shares=["KPAC_2"], percent=10)
    assert game.tokens("KPAC") == home and game.trains("KPAC") == ["2"]  # two are no more than two
    game.add("corporate_buy_shares", "CM", shares=["KPAC_3"], percent=10)
    assert game.tokens("KPAC") == [] and game.trains("CM") == ["2"]
    before = game.tokens("CM")
    game.token("CM", "E27-0-0")
    assert game.tokens("CM") == sorted([*before, *home])


def test_a_director_who_sells_leaves_a_company_to_another() -> None:
    game = colorado()
    game.add("corporate_buy_shares", "CM", shares=["KPAC_1"], percent=10)
    game.add("corporate_buy_shares", "CM", shares=["KPAC_2"], percent=10)
    label = game.replayed().clock.label
    game.add("sell_shares", 1, shares=["KPAC_0"], percent=20)
    game.token("CM", "E27-0-0")
    assert game.tokens("KPAC") == [] and game.trains("CM") == ["2"]
    assert game.replayed().clock.label == label  # its choice of tokens begins no turn


def test_a_company_that_acts_again_was_not_taken_over() -> None:
    game = colorado()
    for number in (1, 2, 3):
        game.add("corporate_buy_shares", "CM", shares=[f"KPAC_{number}"], percent=10)
    game.lay("KPAC", "E23", "9-1", 1)
    assert game.trains("KPAC") == ["2"]
