"""Further titles in exported games: what their import tables say beside those before them."""

from __future__ import annotations

import pytest
from exported import Exported, bought, route, some, started

from bestrun.claims.eighteen import ClaimedRun
from bestrun.importers import RecordedRun, position_before, replay
from bestrun.importers.routes import claimed
from bestrun.turn import set_up


def read_routes(run: RecordedRun) -> list[ClaimedRun]:
    """Every way to read the first route of a run."""
    network = set_up(run.position).whole_network
    return claimed(network, run.routes[0], run.trains[run.routes[0].train])


# Like 1817


def world(*phase: str) -> Exported:
    game = Exported("1817WO", players=3)
    game.add("bid", 1, corporation="H", price=200)
    game.add("place_token", "H", city="F1-0-0", slot=1)
    game.lay("H", "E2", "9-0", 1)
    for train in phase:
        game.buy("H", train)
    return game


def test_a_neutral_token_lies_there_until_a_phase() -> None:
    assert world().now("H").neutral == ("L9",)
    assert world(*some((2, 48), ("2+", 2))).now("H").neutral == ("L9",)
    later = world(*some((2, 48), ("2+", 2), (3, 1))).now("H")
    assert later.neutral == () and later.tokens == {"H": ("F1",)}


def test_a_second_token_at_the_start_begins_no_round() -> None:
    game = world()
    game.run("H")
    game.stock_round()
    game.add("bid", 2, corporation="ME", price=200)
    game.add("place_token", "ME", city="L9-0-0", slot=0)
    game.add("place_token", "ME", city="A2-0-0", slot=0)
    assert game.replayed().clock.label == "OR 1.1"
    assert game.tokens("H") == ["F1"], "H has not missed a round"


def test_a_company_may_buy_trains_when_it_is_started() -> None:
    game = Exported("1877: Venezuela", players=4, seed=830677713)
    game.add("bid", 1, corporation="BPC", price=160)
    game.add("place_token", "BPC", city="E2-0-0", slot=0)
    game.buy("BPC", "2-0")
    assert game.trains("BPC") == ["2"] and not game.replayed().clock.operating
    game.lay("BPC", "E2", "5-0", 4)
    assert game.replayed().clock.label == "OR 1.1"


def test_a_lot_labels_hexes() -> None:
    game = Exported("1877: Venezuela", players=4, seed=830677713)
    assert game.now("BPC").labels == {"B5": "⛏️", "H3": "⛏️"}
    without = Exported("1877: Venezuela", "no_mines", players=4, seed=830677713)
    assert without.now("BPC").labels == {}


def hiawatha(*privates: str) -> Exported:
    game = Exported("18 Hiawatha", players=4)
    game.add("bid", 1, corporation="J", price=200)
    game.add("place_token", "J", city="H4-0-0", slot=0)
    for private in privates:
        game.add("assign", 1, target=private, target_type="company")
    return game


def test_a_private_brings_its_train_to_the_company_being_started() -> None:
    game = hiawatha("RR")
    assert game.trains("J") == ["2"] and game.now("J").privates == ()
    game.lay("J", "H6", "8-0", 4)
    game.buy("J", "2-1")
    assert game.notes() == [] and game.trains("J") == ["2", "2"]


def test_marks_of_privates_on_hex_and_company() -> None:
    game = hiawatha("FC", "FU")
    game.assign("FC", "I3")
    game.add("lay_tile", "FU", by="company", hex="E3", tile="8-0", rotation=5)
    now = game.now("J")
    assert now.assigned == {"I3": ("FC",), "E3": ("farm",)} and now.markers == ("FC",)


# Like 1856


def test_the_last_trains_of_an_option_bring_their_phase() -> None:
    for rules, last in (((), "8"), (("diesel_variant",), "D")):
        game = Exported("1836Jr56", *rules, players=4)
        game.par("B")
        game.stock_round()
        bought(game, "B", *some((2, 5), (3, 4), (4, 3), (5, 2), (6, 2)), f"{last}-0")
        assert game.notes() == [] and game.now("B").phase == last


# Homes and marks


def test_a_second_home_token_lies_with_the_first() -> None:
    game = started("18JP-T", "TR")
    game.lay("TR", "G77", "8-0", 2)
    assert game.tokens("TR") == ["A77", "H76"]
    assert game.now("TR").assigned["H84"] == ("TR",)


def test_a_token_takes_the_mark_of_its_company_off() -> None:
    game = started("18JP-T", "TR", "SER")
    game.lay("TR", "G77", "8-0", 2)
    game.token("TR", "H84-0-0")
    game.lay("SER", "E83", "57-0", 2)
    game.token("SER", "A81-0-0")
    marks = game.now("TR").assigned
    assert "H84" not in marks and marks["A81"] == ("SER",)
    assert [each.hexes for each in game.now("SER").abilities] == [("A81",)]


# Florida


def florida(*trains: str) -> Exported:
    game = started("18FL", "FECR", "SAL")
    return bought(game, "FECR", *trains)


def test_a_token_on_a_hex_is_a_mark_and_used_up() -> None:
    game = florida()
    game.lay("FECR", "I28", "58-0", 0)
    game.add("hex_token", "FECR", hex="I28", cost=20)
    now = game.replayed().to_build("FECR")
    assert now.assigned == {"I28": ("FECR",)} and now.left == (20, 20)
    assert set(now.tokens) == {"LN", "Plant", "SR", "SAL", "ACL", "FECR"}
    game.add("hex_token", "FECR", hex="Z9", cost=20)
    assert game.notes() == ["hex_token: there is no hex Z9"]
    game = started("1889", "AR")
    game.add("hex_token", "AR", hex="K8", cost=20)
    assert game.notes() == ["hex_token: nothing is known about tokens on hexes"]


def test_a_token_of_a_private_stands_beside_the_places() -> None:
    game = florida()
    game.add("place_token", "TC", by="company", city="K28-0-0", slot=0, tokener="SAL")
    now = game.now("SAL")
    assert now.slots == {"K28": 2} and now.tokens["SAL"] == ("B23.0", "K28")


def test_the_marker_of_a_player_s_private_goes_to_the_company_on_turn() -> None:
    game = florida("2-0")
    game.assign("POSC", "B23")
    game.lay("SAL", "C24", "58-0", 0)
    assert game.now("SAL").markers == ("POSC",) and game.now("FECR").markers == ()


def test_a_hurricane_clears_hexes_and_gives_tokens_back() -> None:
    game = florida()
    game.lay("FECR", "M26", "8-0", 1)
    game.lay("FECR", "M24", "58-0", 4)
    game.add("hex_token", "FECR", hex="M24", cost=20)
    bought(game, "FECR", *some((2, 5), (3, 4), (4, 3), (5, 2)))
    game.buy("FECR", "6-0", "3E")
    now = game.replayed().to_build("FECR")
    assert now.tiles == {} and now.assigned == {} and now.left == (20, 20, 20)


# Mississippi and Missouri


def test_companies_choose_marks_and_markers() -> None:
    game = started("1850", "NP", "KATY")
    game.private("MRC", "NP")
    game.add("choose", "KATY", choice="Place Edge Token")
    game.add("choose", "KATY", choice="Buy Mesabi Token")
    game.add("choose", "KATY", choice="anything else")
    assert game.now("NP").markers == game.now("KATY").markers == ("mesabi",)
    assert game.now("NP").assigned == {"M2": ("KATY",)}


def test_what_a_director_buys_back_ends_no_set() -> None:
    for title in ("1850", "1870"):
        game = started(title, "MP", "GN" if title == "1850" else "FW")
        game.lay("MP", "K12", "8-0", 0)
        game.add("sell_shares", 1, shares=["MP_3"], percent=10)
        game.buy("MP", "2-0")
        game.add("buy_shares", 2, shares=["MP_3"], percent=10)
        game.add("pass", "MP")
        assert game.replayed().clock.label == "OR 1.1" and game.replayed().clock.operating
        game.add("buy_shares", 2, shares=["MP_4"], percent=10)
        assert not game.replayed().clock.operating


# Companies that end


def test_a_company_that_is_started_again_has_ended_before() -> None:
    game = started("1870", "MP", "FW")
    bought(game, "MP", "2-0")
    bought(game, "FW", "2-1")
    game.stock_round()
    sale = game.add("sell_shares", 1, shares=["FW_0", "FW_1"], percent=30)
    again = game.par("FW")
    played = replay(game.export())
    seen = {step.id: bool(played.ground.placed("FW")) for step in played.moments()}
    assert seen[sale] and not seen[again]
    assert game.trains("FW") == [] and "2-1" not in game.replayed().depot.pool


def test_a_company_that_still_sold_a_train_ended_in_the_turn_it_missed() -> None:
    game = started("1870", "MP", "FW")
    bought(game, "MP", "2-0")
    bought(game, "FW", "2-1")
    game.lay("MP", "K12", "8-0", 0)
    sold = game.buy("MP", "2-1")
    game.lay("MP", "K14", "8-1", 0)
    game.run("MP")
    last = game.lay("MP", "L13", "8-2", 0)
    played = replay(game.export())
    seen = {step.id: bool(played.ground.placed("FW")) for step in played.moments()}
    assert seen[sold] and not seen[last]


# Titles without a game at hand


@pytest.mark.parametrize(
    ("title", "company", "home"),
    [
        ("1804", "AC", ["G12"]),
        ("1893", "DE", ["O2"]),
        ("18MT: Big Sky Barons", "MC", ["C9"]),
        ("18Texas", "T&P", ["D9.1"]),
        ("18Neb", "UP", ["K7.0"]),
        ("18 Tokaido", "YSL", ["I9"]),
        ("Steam Over Holland", "AR", ["J7"]),
        ("18Chesapeake: Off the Rails", "PRR", ["F2"]),
    ],
)
def test_a_company_operates_and_buys_every_train_there_is(title, company, home) -> None:
    game = started(title, company)
    game.add("pass", company)
    assert game.tokens(company) == home
    played = game.replayed()
    phases = list(played.title.phases)
    for train in list(played.depot.supply)[:40]:
        game.buy(company, train)
    assert game.notes() == []
    assert game.now(company).phase == phases[-1]


def test_homes_of_floated_companies_lie_there_when_the_round_begins() -> None:
    """T&P floats with a private, SP with half of its shares: both operate."""
    game = Exported("18Texas", players=3)
    game.par("T&P")
    game.par("SP", by=2)
    game.stock_round()
    game.add("pass", "SP")
    assert game.tokens("T&P") == []
    game.add("pass", "T&P")
    first = next(step.id for step in game.export().steps if step.company == "SP")
    before = position_before(game.export(), first, "SP").position
    assert sorted(before.tokens) == ["SP", "T&P"]


def test_a_local_company_lays_its_home_and_runs_rusted_trains() -> None:
    game = started("18Neb", "UP")
    for train in some(("2+2", 5), ("3+3", 4), ("4+4", 3), ("5/7", 1)):
        game.buy("UP", train)
    assert game.trains("UP") == ["3+3"] * 4 + ["4+4"] * 3 + ["5/7"]
    game.stock_round()
    game.par("OLB", by=2)
    game.lay("OLB", "J8", "X12-0", 0)
    assert game.tokens("OLB") == ["J8"] and not game.replayed().clock.operating
    game.add("pass", "UP")
    game.buy("OLB", "2+2-0")
    game.buy("OLB", "2+2-1")
    game.add("scrap_train", "OLB", train="2+2-1")
    assert game.trains("OLB") == ["2+2"] and game.notes() == []


def test_a_marker_is_turned_over_by_choice() -> None:
    game = started("18Neb", "UP")
    game.add("pass", "UP")
    game.private("P3", "UP")
    game.assign("P3", "B6")
    now = game.now("UP")
    assert now.assigned == {"B6": ("cattle_open",)} and now.markers == ("cattle_open",)
    game.add("choose_ability", "P3", by="company", choice="Close Token")
    now = game.now("UP")
    assert now.assigned == {"B6": ("cattle_closed",)} and now.markers == ("cattle_closed",)
    assert now.privates == ()


def test_numbers_of_players_and_options_change_numbers_of_trains() -> None:
    for players, number in ((3, 7), (4, 8)):
        depot = Exported("18 Tokaido", players=players).replayed().depot
        assert sum(each.startswith("2-") for each in depot.supply) == number
    for rules, players, number in (((), 3, 3), ((), 4, 4), (("reduced_4p_corps",), 4, 3)):
        depot = Exported("1849", *rules, players=players).replayed().depot
        assert sum(each.startswith("6H-") for each in depot.supply) == number


def test_a_company_without_a_token_casts_doubt_on_the_round() -> None:
    """Something that formed it was not seen: the others' boards are wrong, too."""
    game = started("1893", "DE")
    bought(game, "DE", "2-0")
    game.run("DE")
    game.lay("DE", "O4", "57-0", 0)
    game.run("DE")
    game.run("AGV")
    first, second, third = game.runs()
    assert first.problems == ()
    assert "AGV runs, but has no token on the board" in second.problems[0]
    assert third.problems


# 1846 and those like it


@pytest.mark.parametrize(
    ("title", "players", "seed", "tokens"),
    [
        ("1846 2p Variant", 2, 1601680033, {"PRR": ["F20"], "B&O": ["G19"]}),
        ("1852: Missouri", 2, 1625649182, {"MP": ["D8", "J8.2"], "CBQ": ["C7", "J4"]}),
        ("18 Los Angeles", 5, 1602711223, {}),
    ],
)
def test_companies_taken_out_leave_tokens(title, players, seed, tokens) -> None:
    rules = ("first_ed",) if "2p" in title else ()
    game = Exported(title, *rules, players=players, seed=seed).replayed()
    placed = {company: sorted(stops) for company, stops in game.ground.tokens_written().items()}
    assert {key: placed[key] for key in placed if key not in game.table.minors} == tokens


def test_a_second_token_waits_for_the_green_tile() -> None:
    hexes = {"LA": "B9", "SF": "C8", "SP": "C6"}
    game = Exported("18 Los Angeles", players=4, seed=7)
    (out,) = set(game.replayed().ground.tokens_written()) - {"GT", "OCR"}
    mine = next(each for each in ("ELA", "UP") if each != out)
    game.par(mine)
    game.stock_round()
    game.lay(mine, hexes[out], "57-0", 0)
    assert len(game.tokens(out)) == 1
    game.buy(mine, "4-0")
    game.lay(mine, hexes[out], "14-0", 0)
    assert hexes[out] in game.tokens(out)


def test_a_train_made_obsolete_by_its_owner_stays_for_another_run() -> None:
    game = started("1852: Missouri", "RI", players=4, seed=1)
    trains = some(("Y2", 8), ("G3", 4))[2:]
    bought(game, "RI", *trains[-6:][:2])
    held = game.trains("RI")
    game.buy("RI", "3E-0")
    game.buy("RI", "5-0")
    assert [each for each in held if each.startswith("Y")] == [
        each for each in game.trains("RI") if each.startswith("Y")
    ]


# 1849


def test_an_earthquake_clears_a_hex_and_takes_tokens() -> None:
    game = started("1849", "IFT", "ATA")
    game.token("IFT", "B14-0-0")
    bought(game, "IFT", *some(("4H", 4), ("6H", 4), ("8H", 3), ("10H", 2)))
    game.lay("IFT", "B14", "655-0", 0)
    assert game.tokens("IFT") == ["B14", "H12"]
    game.buy("IFT", "12H-0")
    now = game.replayed().to_build("IFT")
    assert "B14" not in now.tiles and now.tokens["IFT"] == ("H12",)
    assert now.left == (0,), "one of three stands, one is gone"


# Minors that become majors


def europe() -> Exported:
    game = Exported("18EU", players=4)
    for minor, player in (("6", 1), ("4", 1), ("2", 2)):
        game.add("bid", player, minor=minor, price=100)
    game.add("pass", "1", by="minor")
    game.add("buy_train", "4", by="minor", train="3-0", price=1)
    game.stock_round()
    game.par("RPR", by=1)
    game.token("RPR", "J7-0-0")
    return game


def test_a_major_begins_in_the_city_of_a_minor_of_its_director() -> None:
    game = europe()
    assert game.tokens("RPR") == ["J7"] and game.tokens("4") == []
    assert game.trains("RPR") == ["2", "3"] and game.notes() == []


@pytest.mark.parametrize("answer", ["place_token", "pass"])
def test_a_minor_is_exchanged_for_a_share_of_the_treasury(answer: str) -> None:
    game = europe()
    game.add("buy_shares", "6", by="minor", shares=["RPR_2"], percent=10)
    if answer == "pass":
        game.add("pass", "RPR")
    else:
        game.token("RPR", "K14-0-1")
    assert game.tokens("6") == [] and game.trains("RPR") == ["2", "3", "2"]
    assert game.tokens("RPR") == (["J7"] if answer == "pass" else ["J7", "K14.1"])
    assert not game.replayed().clock.operating


def test_a_minor_exchanged_for_a_share_of_the_market_gives_its_trains_to_the_pool() -> None:
    game = europe()
    game.add("sell_shares", "RPR", shares=["RPR_5"], percent=10)
    game.add("buy_shares", "6", by="minor", shares=["RPR_5"], percent=10)
    assert game.tokens("6") == [] and game.trains("RPR") == ["2", "3"]
    assert len(game.replayed().depot.pool) == 1


def test_minors_end_with_the_set_of_the_first_5_and_cars_need_an_engine() -> None:
    game = europe()
    game.lay("RPR", "J9", "9-0", 0)
    game.buy("RPR", "P-0")
    for train in some((3, 5), (4, 4))[1:]:
        game.buy("RPR", train)
    assert game.trains("RPR").count("P") == 0, "too many trains"
    game.buy("RPR", "5-0")
    assert game.tokens("2") == ["C8"]
    game.stock_round()
    game.lay("RPR", "H9", "9-1", 0)
    assert game.tokens("2") == [] and game.notes() == []


def test_a_bankrupt_player_s_minors_close() -> None:
    game = europe()
    game.lay("RPR", "J9", "9-0", 0)
    game.add("bankrupt", "RPR")
    assert game.tokens("6") == [] and game.tokens("2") == ["C8"]
    assert game.tokens("RPR") == []


def test_a_car_runs_where_another_run_stops() -> None:
    """The export names its hex alone; of two cities it is the one that is visited."""
    game = europe()
    game.lay("RPR", "J9", "9-0", 0)
    game.buy("RPR", "P-0")
    game.run("RPR", route("P-0", 50, "local J5"))
    (run,) = [each for each in game.runs() if each.company == "RPR"]
    read = read_routes(run)
    assert {each.stops for each in read} == {("J5.0",), ("J5.1",)}


# New England


def england() -> Exported:
    game = Exported("18NewEngland", players=4)
    for player, minor in ((1, "CV"), (2, "FRR"), (2, "WNR"), (1, "ER")):
        game.par(minor, by=player)
    for player, minor in ((1, "CV"), (2, "FRR"), (2, "WNR")):
        game.par(minor, by=player)
    for minor in ("CV", "FRR", "WNR"):
        game.run(minor)
    return game


def test_everybody_buys_the_next_train_in_the_first_set() -> None:
    game = england()
    assert [game.trains(each) for each in ("CV", "FRR", "ER")] == [["2"], ["2"], []]
    assert game.tokens("WNR") == ["I6"] and game.tokens("ER") == [], "only reserved"


def test_minors_become_majors_alone_or_together() -> None:
    game = england()
    game.add("merge", "WNR", corporation="FRR")
    game.add("merge", "WNR", corporation="B&M")
    game.add("convert", "CV")
    game.add("merge", "CV", corporation="NYC")
    now = game.now("B&M")
    assert now.tokens == {"B&M": ("I6", "J3"), "NYC": ("E2",)} and now.trains == ("2", "2")
    assert game.trains("NYC") == ["2"] and game.notes() == []
    assert game.replayed().clock.label == "OR 1.1"


def test_of_express_trains_the_smallest_runs_for_all() -> None:
    game = england()
    game.lay("CV", "E4", "6-0", 3)
    for train in some((2, 10), (3, 7), (4, 4), ("5E", 4), ("6E", 1))[3:]:
        game.buy("CV", train)
    now = game.now("CV")
    assert now.trains == ("4",) * 4 + ("5E",) and now.express == 5
