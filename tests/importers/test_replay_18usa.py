"""18USA in exported games: what lots decide, subsidies, attachments, trains that leave by date."""

from __future__ import annotations

import pytest
from exported import Exported, bought, some

from bestrun.importers.title_18usa import resources

SEED = 109372
"""D20, H22 and I19 are metropolises; H8 has +10, E23 a boomtown, D14 a token, G7 nothing."""


def america(company: str = "NYC", city: str = "H8-0-0", *privates: str) -> Exported:
    game = Exported("18USA", players=4, seed=SEED)
    game.add("bid", 1, corporation=company, price=140)
    game.token(company, city)
    for private in privates:
        game.add("assign", 1, target=private, target_type="company")
    game.add("pass", company)
    return game


def test_lots_decide_values_metropolises_and_subsidies() -> None:
    game = america()
    now = game.now("NYC")
    assert now.values["A27"] == {"yellow": 30, "green": 50, "brown": 60, "gray": 80}
    assert now.values["I5"] == now.values["K13"]
    assert now.tiles == {"D20": "X02:1", "H22": "X01:0", "I19": "X06:0"}
    assert now.assigned == {"H8": ("plus_ten",)}
    assert game.replayed().subsidies["D14"] == "S9"
    game.run("NYC")
    assert game.replayed().subsidies == {}


def test_a_subsidy_is_a_private_that_is_used_up() -> None:
    game = america("UP", "D14-0-0")
    assert game.now("UP").privates == ("S9",)
    game.lay("UP", "D14", "57-0", 0)
    game.add("place_token", "S9", by="company", city="X02-0-0", slot=1, tokener="UP")
    now = game.now("UP")
    assert now.privates == () and now.tokens["UP"] == ("D14", "D20") and now.slots == {}


def test_a_token_of_a_private_stands_beside_the_places_of_a_full_city() -> None:
    game = Exported("18USA", players=4, seed=SEED)
    for company, city in (("SP", "X02-0-0"), ("UP", "D14-0-0")):
        game.add("bid", 1, corporation=company, price=140)
        game.token(company, city)
    for company in ("SP", "UP"):
        game.add("pass", company)
        game.run(company)
    game.add("place_token", "S9", by="company", city="X02-0-0", slot=1, tokener="UP")
    assert game.now("UP").slots == {"D20": 2}


def test_trains_leave_by_date() -> None:
    game = america()
    first = ["2-39", "2+-0", "3-0"]
    for round_number in range(1, 6):
        game.run("NYC")
        first.append(game.replayed().depot.supply[0])
        if round_number == 2:
            game.stock_round()
    assert first[3:] == ["2-0", "2+-0", "3-0", "3-0", "3+-0"]


def test_cars_and_privates_are_attached_until_the_run() -> None:
    game = america("NYC", "H8-0-0", "P30")
    bought(game, "NYC", "2-0")
    game.lay("NYC", "H8", "57-0", 0)
    game.add("choose", "NYC", choice="0-0")
    assert game.trains("NYC") == ["2+1"]
    game.run("NYC")
    assert game.trains("NYC") == ["2"] and game.runs()[-1].position.trains == ("2+1",)
    game.add("choose", "NYC", choice="3-0")
    assert game.notes() == ["choose: NYC has nothing to attach"]


def test_a_car_is_bought_before_the_run() -> None:
    game = america()
    for train in (*some(("2", 40), ("2+", 4), ("3", 12), ("3+", 2), ("4", 7), ("4+", 1)), "5-0"):
        game.buy("NYC", train)
    number = game.replayed().clock.number
    game.lay("NYC", "H8", "57-0", 0)
    game.buy("NYC", "P-0")
    game.add("choose", "NYC", choice="0-0")
    assert game.trains("NYC")[0] == "3P" and "P" not in game.trains("NYC")
    game.run("NYC")
    assert game.replayed().clock.number == number + 1


def test_marks_of_privates() -> None:
    game = america("NYC", "H8-0-0", "P8", "P2", "P6")
    game.assign("P8", "I7")
    game.assign("P2", "D18")
    game.assign("P6", "B2")
    now = game.now("NYC")
    assert now.assigned["I5"] == now.assigned["K13"] == ("P8",) and now.assigned["D18"] == (
        "bridge",
    )
    assert now.values["B2"] == {"yellow": 30, "green": 40, "brown": 50, "gray": 80}
    assert now.privates == ("P8", "P2")


def test_a_town_has_a_neutral_token_and_its_founder_s() -> None:
    game = america("NYC", "H8-0-0", "P27")
    game.add("lay_tile", "P27", by="company", hex="F18", tile="X20-0", rotation=1)
    now = game.now("NYC")
    assert now.tokens["N"] == ("F18",) and "F18" in now.tokens["NYC"]
    assert now.neutral == ("F18",) and now.privates == ()


def test_a_resource_uses_a_private_up() -> None:
    game = america("NYC", "H8-0-0", "P1", "P3")
    game.lay("NYC", "B12", "7coal-0", 0)
    assert game.now("NYC").privates == ("P3",)


@pytest.mark.parametrize(
    ("tile", "parts"),
    [("7", []), ("8coaloil", ["coal", "oil"]), ("9ore10", ["ore10"]), ("9ore20", [])],
)
def test_the_resources_of_a_tile(tile, parts) -> None:
    assert resources(tile) == parts


def test_a_private_brings_a_train_to_a_home_without_subsidy() -> None:
    assert america("NYC", "G7-0-0", "P29").trains("NYC") == ["2"]
    assert america("NYC", "H8-0-0", "P29").trains("NYC") == []
