"""One moment of a game: before an action, or at the end for the company to run next."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from exported import Exported
from material import PARTLY_FOLLOWED, SHARED, of_followed_games

from bestrun.cases import read_cases
from bestrun.importers import position_before, position_now, replay
from bestrun.importers.actions import export_of
from bestrun.importers.ground import City, Ground
from bestrun.positions import position_text, written
from mapdata.errors import InputError
from mapdata.position import Before, Position
from mapdata.read import read_position
from mapdata.titles import load


def two_rounds() -> Exported:
    """GB and AB with a train each; then a new round in which GB has laid a tile."""
    game = Exported()
    game.turn("GB", ("2-0", "2H"))
    game.turn("AB", ("2-1", "2"))
    game.stock_round()
    game.lay("GB", "G18", "6-0", 2)
    return game


def test_the_position_before_an_action_does_not_have_it() -> None:
    game = two_rounds()
    laid = game.data["actions"][-1]["id"]
    moment = position_before(game.export(), laid)
    assert moment.position.tiles == {}
    assert moment.position.company == "GB"
    assert (moment.action, moment.round) == (laid, "OR 2.1")


def test_the_position_before_the_first_turn_has_the_home_token() -> None:
    game = two_rounds()
    assert position_before(game.export(), 1).position.tokens == {"GB": ("G18",)}


def test_before_the_action_of_a_player_the_company_on_turn_is_meant() -> None:
    game = Exported()
    game.turn("GB", ("2-0", "2H"))
    game.stock_round()
    game.lay("GB", "G18", "6-0", 2)
    sold = game.add("sell_shares", 1, shares=["GB_1"])
    assert position_before(game.export(), sold).position.company == "GB"


def test_any_company_can_be_asked_about() -> None:
    game = two_rounds()
    moment = position_before(game.export(), 5, "AB")
    assert moment.position.company == "AB"


def test_an_undone_action_has_no_position() -> None:
    game = two_rounds()
    game.undo()
    with pytest.raises(InputError, match="action 11 was undone"):
        position_before(game.export(), 11)


def test_an_action_that_is_not_there() -> None:
    with pytest.raises(InputError, match=r"no action 8 .*from 1 to 11; the nearest is [79]"):
        position_before(two_rounds().export(), 8)


def test_a_company_that_is_not_there() -> None:
    with pytest.raises(InputError, match=r"no company Sbb \(did you mean SBB\?\)"):
        position_now(two_rounds().export(), "Sbb")


def test_the_company_on_turn_runs_next_until_it_has_run() -> None:
    game = two_rounds()
    assert position_now(game.export()).position.company == "GB"
    game.run("GB")
    moment = position_now(game.export())
    assert (moment.position.company, moment.assumed) == ("AB", "")


def test_who_comes_next_among_several_is_only_likely() -> None:
    game = Exported()
    for company, train in (("GB", "2-0"), ("AB", "2-1"), ("STB", "2-2")):
        game.turn(company, (train, "2H"))
    game.stock_round()
    game.passes("AB")
    game.run("AB")
    moment = position_now(game.export())
    assert moment.position.company == "GB"
    assert "STB" in moment.assumed
    assert position_now(game.export(), "STB").assumed == ""


def test_a_company_formed_in_this_round_is_not_the_next() -> None:
    game = Exported("1841")
    for number, company in enumerate(("SFTC", "SFTG", "SFTN")):
        game.par(company)
        game.buy(company, f"2-{number}")
    game.stock_round()
    game.lay("SFTC", "L4", "9-0", 1)
    game.run("SFTC")
    game.add("merge", "SFTC", corporation="SFTG")
    game.add("merge", "SFTC", corporation="AFI")
    moment = position_now(game.export())
    assert (moment.position.company, moment.assumed) == ("SFTN", "")


def test_between_sets_the_first_of_the_last_round_is_likely() -> None:
    game = Exported()
    for company, train in (("GB", "2-0"), ("AB", "2-1")):
        game.turn(company, (train, "2H"))
    game.stock_round()
    moment = position_now(game.export())
    assert moment.position.company == "GB"
    assert "AB" in moment.assumed


def test_a_game_that_is_over_has_no_next_run() -> None:
    game = two_rounds()
    last = game.run("GB")
    game.add("bankrupt", "GB")
    with pytest.raises(InputError, match=f"the game is over; its last run is action {last}"):
        position_now(game.export())
    assert position_now(game.export(), "GB").position.company == "GB"


def test_a_game_cut_out_of_a_finished_one_still_has_a_next_run() -> None:
    game = two_rounds()
    game.data["status"] = "finished"
    moment = position_now(game.export())
    assert moment.position.company == "GB"
    assert moment.assumed == "the export calls this game finished"


def test_a_game_without_trains_has_no_next_run() -> None:
    with pytest.raises(InputError, match="no company has a train"):
        position_now(Exported().export())


def test_a_game_without_actions() -> None:
    with pytest.raises(InputError, match="the game has no actions"):
        position_before(Exported().export(), 1)


def test_a_game_is_solved_as_any_position_is(tmp_path: Path) -> None:
    game = two_rounds()
    path = tmp_path / "sunday.json"
    path.write_text(json.dumps(game.data))
    (case,) = read_cases(path)
    assert (case.id, case.title, case.data["company"]) == ("sunday:now", "1844", "GB")
    (case,) = read_cases(path, action=11, company="AB")
    assert (case.id, case.data["company"], case.data["tiles"]) == ("sunday:11", "AB", {})


def test_only_a_game_has_actions_to_choose(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text('title = "1844"')
    with pytest.raises(InputError, match="in an exported game only"):
        list(read_cases(path, action=5))


def test_a_position_is_written_so_that_it_is_read_as_it_was() -> None:
    tokens = {"GB": ("G18",), "B&O": ("D13", "I4.1")}
    position = Position("1844", "3", "GB", ("2H",), {"G18": "6:2", "H19": "OP2:0+X78:3"}, tokens)
    text = position_text(written(position), load("1844"), "a note")
    assert read_position(tomllib.loads(text)) == position
    assert 'G18 = "6:2"          # Stans' in text


# -- what matters for the next lay -----------------------------------------------------------


def game_of_1889() -> Exported:
    """Two privates that shut hexes are sold; AR has a turn."""
    game = Exported("1889")
    game.add("bid", 1, company="TR", price=20)
    game.add("bid", 2, company="ER", price=40)
    game.par("AR")
    game.lay("AR", "K8", "6-0", 3)
    return game


def test_lays_of_the_turn_are_told_until_the_turn_is_over() -> None:
    game = game_of_1889()
    first = game.data["actions"][-1]["id"]
    assert position_before(game.export(), first).position.before is None
    assert position_now(game.export(), "AR").position.before == Before(("K8",), 1)
    game.buy("AR", "2-0")
    game.lay("AR", "K8", "12-0", 3)
    assert position_now(game.export(), "AR").position.before == Before(("K8",), 1, upgraded=True)


def test_a_tile_of_a_private_is_told_and_takes_no_lay() -> None:
    game = game_of_1889()
    game.private("ER", "AR")
    game.add("lay_tile", "ER", by="company", hex="C4", tile="12-0", rotation=1)
    moment = position_now(game.export(), "AR")
    assert moment.position.before == Before(("K8", "C4"), 1)


def test_hexes_are_shut_while_players_own_their_privates() -> None:
    game = game_of_1889()
    assert position_now(game.export(), "AR").position.blocked == ("K4", "C4")
    game.private("TR", "AR")
    assert position_now(game.export(), "AR").position.blocked == ("C4",)
    for number in range(6):
        game.buy("AR", f"2-{number}")
    for train in ("3-0", "3-1", "3-2", "3-3", "3-4", "4-0", "4-1", "4-2", "4-3", "5-0"):
        game.buy("AR", train)
    assert position_now(game.export(), "AR").position.blocked == ()


def test_a_private_that_nobody_has_shuts_nothing() -> None:
    game = Exported("1889")
    game.add("bid", 1, company="TR", price=20)
    game.par("AR")
    game.lay("AR", "K8", "6-0", 3)
    assert position_now(game.export(), "AR").position.blocked == ("K4",)


def test_a_private_that_was_exchanged_shuts_nothing() -> None:
    game = Exported("1830")
    game.add("bid", 1, company="MH", price=110)
    game.par("NYC")
    game.lay("NYC", "E19", "57-0", 0)
    assert position_now(game.export(), "NYC").position.blocked == ("D18",)
    game.add("buy_shares", "MH", by="company", shares=["NYC_1"], percent=10)
    assert position_now(game.export(), "NYC").position.blocked == ()


@pytest.mark.parametrize(
    "game", of_followed_games(SHARED.glob("games/18*.json")), ids=lambda p: p.stem
)
def test_real_games_know_what_is_shut_and_what_was_built(game: Path) -> None:
    """As the positions before real lays say it; they leave out what 1841 and 1844 built."""
    cases = json.loads((SHARED / "positions" / f"moves-{game.name}").read_text(encoding="utf-8"))
    wanted = {int(case["id"].rpartition(":")[2]): case for case in reversed(cases)}
    replayed = replay(export_of(json.loads(game.read_text(encoding="utf-8")), game.stem))
    for step in replayed.moments():
        case = wanted.pop(step.id, None)
        if case is None or "lay" not in case["move"] or "before" not in case["position"]:
            continue
        if case["id"] in ("1889-962:40", "1889-962:64"):
            continue  # a tile of a player's private, which names no company
        said = read_position(case["position"])
        found = replayed.to_build(said.company)
        assert (found.before, set(found.blocked)) == (said.before, set(said.blocked)), case["id"]


GAMES = [
    path.stem
    for path in of_followed_games((SHARED / "games").glob("*.json"))
    if path.stem not in PARTLY_FOLLOWED
]
BUILDING = ("blocked", "reserved", "left", "before")


def plain(position: dict[str, Any]) -> dict[str, Any]:
    """What matters for the next lay or token, in an order of its own."""
    found = {key: position[key] for key in BUILDING if position.get(key)}
    for key in ("blocked", "left"):
        if key in found:
            found[key] = sorted(found[key], key=str)
    kept = found.get("reserved", {})
    return found | {"reserved": {stop: sorted(each) for stop, each in kept.items()}}


@pytest.mark.parametrize("name", GAMES)
def test_what_matters_for_the_next_move_is_that_of_the_real_game(name: str) -> None:
    """Recorded moves tell what each of them asks for: a lay one thing, a token another."""
    moves = json.loads((SHARED / "positions" / f"moves-{name}.json").read_text())
    known = {int(case["id"].rpartition(":")[2]): case["position"] for case in moves}
    going = replay(export_of(json.loads((SHARED / "games" / f"{name}.json").read_text()), name))
    compared = 0
    for step in going.moments():
        told = known.get(step.id)
        if told is None or step.automatic:
            continue
        wanted = written(read_position(told))
        found = plain(json.loads(json.dumps(written(going.to_build(told["company"])))))
        for key, value in plain(json.loads(json.dumps(wanted))).items():
            if key in told:
                assert found.get(key) == value, (step.id, key)
        compared += 1
    assert compared == len(known)


def test_a_marker_of_a_private_is_none_of_the_company_s_own() -> None:
    ground = Ground(load("1846"))
    assert ground.left("PRR") == (0, 80, 80, 80, 80)
    ground.place("PRR", City("F20", 0))
    ground.place("PRR", City("D6", 3)).given = True
    assert ground.left("PRR") == (80, 80, 80, 80)
    ground.tokens["PRR"][0].city = None
    assert ground.left("PRR") == (0, 80, 80, 80, 80)


def test_a_marker_that_a_tile_takes_up_is_placed_again_for_nothing() -> None:
    ground = Ground(load("1882"))
    ground.place("QLL", City("J10", 0))
    ground.place("QLL", City("E5", 1))
    assert ground.left("QLL") == (0,)  # the neutral one
    assert ground.lay("E5", "59-0", 2, lift=True) == ["QLL"]
    assert ground.left("QLL") == (0, 0)


def shares_of_1817(*kinds: str) -> Exported:
    """A & S is started with two shares and a private that brings a token; then it grows."""
    game = Exported("1817")
    game.add("bid", 1, corporation="A&S", price=200)
    game.add("place_token", "A&S", city="F19-6-0", slot=0)
    game.add("assign", 1, target="TS", target_type="company")
    for kind in kinds:
        game.add(kind, "A&S")
    return game


@pytest.mark.parametrize(
    ("kinds", "left"),
    [((), (0,)), (("convert",), (0, 0)), (("convert", "convert"), (0, 0, 0, 0))],
)
def test_tokens_come_with_shares_and_lie_on_the_charter(
    kinds: tuple[str, ...], left: tuple[int, ...]
) -> None:
    game = shares_of_1817(*kinds)
    now = game.add("run_routes", "A&S", routes=[])
    assert position_before(game.export(), now, "A&S").position.left == left


def test_tokens_of_a_merger_join_and_one_of_a_city_goes_to_the_charter() -> None:
    game = shares_of_1817()
    game.add("bid", 2, corporation="H", price=200)
    game.add("place_token", "H", city="H9-2-0", slot=0)
    game.add("merge", "A&S", corporation="H")
    now = game.add("run_routes", "A&S", routes=[])
    position = position_before(game.export(), now, "A&S").position
    assert sorted(position.tokens["A&S"]) == ["F19", "H9"]
    assert position.left == (0,)
