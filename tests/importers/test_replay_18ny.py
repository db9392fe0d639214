"""18NY in exported games: connections, coal, acquisitions, the formation of the NYC."""

from __future__ import annotations

from typing import Any

from exported import Exported, bought, route, some, started


def new_york(*companies: str) -> Exported:
    game = started("18NY", *companies, players=4)
    for company in companies:
        game.run(company)
    return game


def open_at(game: Exported, company: str, *hexes: str) -> list[str]:
    places = game.now(company).connections_open
    return [each for each in hexes if any(each in place for place in places)]


def north(train: str, revenue: int) -> dict[str, Any]:
    return route(train, revenue, "E19 F20", "F20 G19", nodes="E19-0 F20-0 G19-0")


def test_a_run_claims_a_connection_for_good() -> None:
    game = new_york("1")
    game.buy("1", "2H-0")
    game.run("1", north("2H-0", 70))
    run = game.runs()[-1]
    assert run.routes[0].revenue == 80 and run.position.connection_bonus == 0
    now = game.now("1")
    assert now.connection_bonus == 10 and open_at(game, "1", "G19", "G21") == ["G21"]
    assert [each.type for each in now.abilities] == ["connection_bonus"]
    game.run("1", north("2H-0", 70))
    assert game.now("1").connection_bonus == 10


def test_a_company_without_trains_loses_its_connections() -> None:
    """In another company's turn; the location stays claimed."""
    game = new_york("1", "D&H")
    game.buy("1", "2H-0")
    game.run("1", north("2H-0", 70))
    bought(game, "D&H", *some(("2H", 11))[1:], *some(("4H", 6)), "6H-0")
    now = game.now("1")
    assert now.connection_bonus == 0 and open_at(game, "1", "G19") == []


def test_only_the_best_stops_of_some_trains_are_paid() -> None:
    game = new_york("D&H")
    for train in (*some(("2H", 11), ("4H", 6), ("6H", 4), ("12H", 3)), "4DE-0"):
        game.buy("D&H", train)
    game.run("D&H", route("4DE-0", 100, "H14 G13", nodes="H14-0 G13-0"))
    assert open_at(game, "D&H", "G13") == ["G13"], "it has no token there"
    game.run("D&H", route("12H-0", 100, "H14 G13", nodes="H14-0 G13-0"))
    assert open_at(game, "D&H", "G13") == []


def test_coal_passes_on_and_connections_do_not() -> None:
    game = new_york("1", "D&H")
    game.buy("1", "2H-0")
    game.run("1", north("2H-0", 70))
    game.add("claim_hex_token", "1", hex="G1", token_type="coal")
    assert game.now("1").coal_revenue == 10
    game.run("D&H")
    game.add("merge", "D&H", corporation="1")
    game.add("remove_token", "D&H", city="F20-0-0", slot=0)
    game.add("pass", "D&H")
    now = game.now("D&H")
    assert now.coal_revenue == 10 and now.connection_bonus == 0
    assert now.tokens == {"D&H": ("H14", "F20")}
    assert game.replayed().depot.held["D&H"] == ["2H-0"]


def test_tokens_that_are_not_replaced_are_taken_off() -> None:
    game = new_york("1", "D&H")
    game.add("merge", "D&H", corporation="1")
    game.add("pass", "D&H")
    assert game.now("D&H").tokens == {"D&H": ("H14",)}


def forming() -> Exported:
    game = new_york("1", "2", "D&H")
    for train in some(("2H", 11), ("4H", 6), ("6H", 4), ("12H", 1)):
        game.buy("D&H", train)
    return game


def test_minors_merge_into_the_large_company() -> None:
    game = forming()
    for minor in ("1", "2"):
        game.add("merge", minor, corporation=minor)
    assert game.now("D&H").tokens == {"D&H": ("H14",), "NYC": ("F20", "E19")}


def test_minors_end_after_the_second_round_of_formation() -> None:
    game = forming()
    seen = []
    for _ in range(3):
        for _ in range(3):
            game.run("D&H")
        game.stock_round()
        seen.append(set(game.now("D&H").tokens) - {"D&H"})
    assert seen[0] == {"1", "2"} and seen[-1] == set()


def test_the_stagecoach_is_not_followed() -> None:
    game = new_york("1")
    game.add("place_token", "SC", by="company", city="F20-0-0", slot=1)
    assert game.notes() == ["place_token: the stagecoach is not followed"]


def test_a_train_that_is_scrapped_can_be_bought_again() -> None:
    game = new_york("1")
    game.buy("1", "2H-0")
    game.add("scrap_train", "1", train="2H-0")
    assert game.replayed().depot.pool == {"2H-0"}


def test_minors_cannot_start_once_the_large_company_may() -> None:
    kept = new_york("1").replayed().to_build("1").reserved
    assert "7" in kept["E21"] and "SC" in kept["F20"]
    assert "E21" not in forming().replayed().to_build("1").reserved
