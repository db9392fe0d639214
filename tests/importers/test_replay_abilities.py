"""Abilities, lots and directors in exported games, and what a title says about them."""

from __future__ import annotations

import pytest
from exported import Exported, bought, started

from bestrun.auditing.runs import judge
from bestrun.importers import replay
from bestrun.importers.lots import Lots
from mapdata.errors import InputError

# Abilities


def test_a_private_gives_its_train_while_there_is_one() -> None:
    game = started("18GA", "CoG")
    game.add("pass", "CoG")
    game.private("OSR", "CoG")
    assert game.trains("CoG") == ["2"]
    late = started("18GA", "CoG")
    bought(late, "CoG", *(f"{n}-{i}" for n, k in ((2, 5), (3, 4), (4, 1)) for i in range(k)))
    late.private("OSR", "CoG")
    assert late.trains("CoG") == ["3", "3", "3", "3", "4"]


def test_a_private_acts_for_the_company_that_owns_it() -> None:
    game = started("18AL", "L&N")
    game.add("pass", "L&N")
    game.private("NDY", "L&N")
    game.add("buy_train", "NDY", by="company", train="2-0", price=1)
    assert game.trains("L&N") == ["2"]
    assert game.now("L&N").privates == (), "used up"


def test_a_coal_field_counts_for_its_company_until_its_phase() -> None:
    game = started("18AL", "L&N")
    game.add("pass", "L&N")
    game.private("SNAR", "L&N")
    game.assign("SNAR", "G4")
    (right,) = game.now("L&N").abilities
    assert (right.type, right.hexes, right.amount) == ("hexes_bonus", ("G4",), 10)
    every = [f"{n}-{i}" for n, k in ((2, 5), (3, 4), (4, 3), (5, 2)) for i in range(k)]
    for train in every:
        game.buy("L&N", train)
    assert len(game.now("L&N").abilities) == 1
    game.buy("L&N", "6-0")
    assert game.now("L&N").abilities == ()


def test_named_trains_end_with_their_director() -> None:
    game = started("18AL", "L&N")
    game.add("pass", "L&N")
    game.private("M&C", "L&N")
    assert len(game.now("L&N").abilities) == 2
    game.shares(2, "L&N_1", "L&N_2")
    assert len(game.now("L&N").abilities) == 2, "equals change nothing"
    game.shares(2, "L&N_3")
    assert game.now("L&N").abilities == ()


def test_a_token_can_bring_a_bonus() -> None:
    game = started("18MS", "GMO")
    game.add("pass", "GMO")
    game.token("GMO", "I1-0-0")
    (right,) = game.now("GMO").abilities
    assert (right.type, right.hexes, right.amount) == ("hexes_bonus", ("I1",), 10)


def test_a_civil_war_costs_the_least_run_of_the_next_turn() -> None:
    game = started("18TN", "L&N", "SR")
    bought(game, "L&N", *(f"{n}-{i}" for n, k in ((2, 5), (3, 3)) for i in range(k)))
    bought(game, "SR", "3'-0")
    assert [each.type for each in game.now("L&N").abilities] == ["civil_war"]
    assert [each.type for each in game.now("SR").abilities] == ["civil_war"]
    game.add("pass", "L&N")
    game.run("L&N")
    assert game.now("L&N").abilities == ()
    assert len(game.now("SR").abilities) == 1


def test_a_private_closes_when_its_token_is_placed() -> None:
    game = started("1847 AE", "L")
    game.add("pass", "L")
    game.private("W", "L")
    assert game.now("L").privates == ("W",)
    game.add("place_token", "W", by="company", city="G15-0-0", slot=0)
    assert game.now("L").privates == () and game.tokens("L") == ["F18", "G15"]
    assert game.replayed().clock.label == "OR 0.1", "one company operates during the draft"


# Lots and directors


def test_the_generator_draws_as_the_site_does() -> None:
    lots = Lots(1)
    assert [lots.draw() for _ in range(3)] == [1103527590, 377401575, 662824084]
    assert Lots(1).shuffled("abc") == ["b", "c", "a"]


def test_directors_are_the_largest_holders() -> None:
    game = Exported("1830", players=3)
    game.par("PRR", by=2)
    game.shares(3, "PRR_1", "PRR_2")
    assert game.replayed().director("PRR") == 2, "of equals the old one"
    game.shares(3, "PRR_3")
    assert game.replayed().director("PRR") == 3
    game.add("sell_shares", 3, shares=["PRR_1", "PRR_2"], percent=20)
    assert game.replayed().director("PRR") == 2


# What a title says about its exports


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('hone = "round"', "unknown key 'hone' (did you mean home?)"),
        ('home = "rounds"', "import.home: unknown word 'rounds'"),
        ('module = "title_1864"', "import.module: there is no module 'title_1864'"),
        ("export = { after = 3 }", "import.export.after"),
    ],
)
def test_a_misspelt_table_is_told_in_one_line(
    line: str, told: str, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    text = f'name = "House rules"\nbase = "1889"\n[import]\ngame = "House"\n{line}\n'
    (folder / "title.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    with pytest.raises(InputError) as error:
        replay(Exported("House").export())
    assert told in str(error.value) and "house/title.toml" in str(error.value)


def test_a_run_of_a_folder_of_ones_own_is_judged(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    text = 'name = "House rules"\nbase = "1889"\n[import]\ngame = "House"\n'
    (folder / "title.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    game = started("House", "KO")
    bought(game, "KO", "2-0")
    game.stock_round()
    game.add("pass", "KO")
    game.run("KO")
    (run,) = game.runs()
    assert run.position.title == "house"
    assert judge(run).problems == ()
