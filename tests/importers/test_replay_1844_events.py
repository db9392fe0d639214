"""1844 replayed: the EVA and the SBB."""

from __future__ import annotations

import pytest
from exported import Exported
from games_1844 import SUPPLY, first_unsold, rounds, sell_until

from bestrun.importers import position_now
from mapdata.errors import InputError

# EVA


def test_eva_is_given_by_a_private() -> None:
    game = Exported()
    game.passes("JN")
    game.add("choose_ability", "P7", choice="JN")
    assert game.trains("JN") == ["5H"]
    assert game.now("JN").phase == "1"


def test_eva_is_given_late_and_a_discard_follows() -> None:
    game = Exported()
    game.turn("JN", ("2-0", "2H"), ("2-1", "2H"))
    game.run("JN")
    game.add("choose_ability", "P7", choice="JN")
    game.discard("JN", "2-0")
    assert game.trains("JN") == ["2H", "5H"]


def test_eva_can_be_sold_on_but_not_given_twice() -> None:
    game = Exported()
    game.passes("JN")
    game.add("choose_ability", "P7", choice="JN")
    game.passes("VZ")
    game.buy("VZ", "5-1")
    assert (game.trains("JN"), game.trains("VZ")) == ([], ["5H"])
    game.add("choose_ability", "P7", choice="JN")
    assert game.trains("VZ") == ["5H"]
    assert game.notes() == ["choose_ability: train 5-1 has been given away already"]


def test_eva_of_an_old_company_passes_to_the_sbb() -> None:
    game = Exported()
    game.passes("NOB")
    game.add("choose_ability", "P7", choice="NOB")
    game.passes("AB")
    sell_until(game, "5-0")
    game.stock_round()
    assert game.trains("SBB") == ["5H", "5H"]


# The SBB


def buys(game: Exported, company: str, first: str, last: str) -> None:
    """Let a company buy a stretch of the supply in a turn of its own."""
    stretch = SUPPLY[SUPPLY.index(first) : SUPPLY.index(last) + 1]
    game.turn(company, *((train, train[0]) for train in stretch))


def before_sbb(game: Exported) -> None:
    """NOB has a 3 and GB a 4, both a token in Stans; SCB has nothing. BLS buys a 5."""
    buys(game, "AB", "2-0", "2-12")
    game.passes("NOB")
    game.token("NOB", "G18-0-0")
    game.buy("NOB", "3-0", "3")
    buys(game, "STB", "3-1", "3-8")
    game.passes("SCB")
    buys(game, "GB", "4-0", "4-0")
    buys(game, "BLS", "4-1", "5-0")


def test_the_sbb_forms_at_the_end_of_the_round_not_at_once() -> None:
    game = Exported()
    before_sbb(game)
    assert game.tokens("SBB") == []
    assert game.trains("NOB") == ["3H"]
    game.stock_round()
    assert game.trains("NOB") == []
    assert game.tokens("NOB") == []
    assert game.trains("SBB") == ["5H", "3H", "4"]
    with pytest.raises(InputError, match=r"NOB .* any more: SBB has taken them over"):
        position_now(game.export(), "NOB")


def test_companies_still_to_come_operate_as_themselves() -> None:
    game = Exported()
    before_sbb(game)
    game.passes("VSB")
    game.run("VSB")
    assert game.runs()[-1].position.tokens["VSB"] == ("C24",)
    game.stock_round()
    assert "C24" in game.tokens("SBB")


def test_of_two_tokens_in_one_city_one_stays() -> None:
    game = Exported()
    before_sbb(game)
    game.stock_round()
    assert game.tokens("SBB") == ["C12", "D19", "G18"]


def test_of_two_stations_in_one_hex_the_sbb_gives_one_up() -> None:
    game = Exported()
    before_sbb(game)
    game.passes("JS")
    game.passes("VSB")
    game.token("VSB", "I4-0-1")
    game.stock_round()
    assert [each for each in game.tokens("SBB") if each.startswith("I4")] == ["I4.0", "I4.1"]
    game.add("remove_token", "SBB", city="I4-0-0", slot=0)
    assert [each for each in game.tokens("SBB") if each.startswith("I4")] == ["I4.1"]
    assert game.notes() == []


def test_a_discard_by_the_sbb_proves_that_it_has_formed() -> None:
    game = Exported()
    before_sbb(game)
    game.discard("SBB", "5-2")
    assert game.trains("SBB") == ["3H", "4"]
    game.stock_round()
    assert game.trains("SBB") == ["3H", "4"]
    assert first_unsold(game) == "5-4"


def test_the_sbb_begins_a_new_round_when_it_is_first() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "4-0")
    game.stock_round()
    before = SUPPLY.index("4-2")
    game.passes("NOB")
    game.passes("AB")
    for train in SUPPLY[before : SUPPLY.index("5-0") + 1]:
        game.buy("AB", train, train[0])
    game.passes("SBB")
    game.run("SBB")
    game.passes("AB")
    game.run("AB")
    assert game.notes() == []
    assert rounds(game) == [("SBB", "OR 2.2"), ("AB", "OR 2.2")]


def test_if_the_first_5_has_not_been_bought_the_export_took_it() -> None:
    game = Exported()
    game.turn("NOB")
    game.passes("AB")
    sell_until(game, "4-5")
    game.discard("SBB", "5-2")
    assert game.now("SBB").phase == "5"
    assert game.tokens("SBB") == ["D19"]
    assert first_unsold(game) == "5-3"
    game.stock_round()
    assert first_unsold(game) == "5-3"
    assert game.notes() == []


def test_an_exported_5_forms_the_sbb_before_the_stock_round() -> None:
    game = Exported()
    game.passes("NOB")
    game.passes("AB")
    sell_until(game, "4-5")
    game.stock_round()
    assert game.tokens("SBB") == ["D19"]
    assert game.trains("SBB") == ["5H"]


def test_without_any_old_company_the_sbb_has_no_token() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "5-0")
    game.stock_round()
    assert game.tokens("SBB") == []
    assert game.trains("SBB") == ["5H"]


def test_places_kept_for_old_companies_lapse() -> None:
    game = Exported()
    game.passes("AB")
    sell_until(game, "5-0")
    game.stock_round()
    game.passes("JS")
    assert game.tokens("JS") == []


def test_a_sbb_that_cannot_be_is_told() -> None:
    game = Exported()
    game.turn("NOB", ("2-0", "2"))
    game.discard("SBB", "5-2")
    assert game.notes() == [
        "discard_train: SBB acts before it can have been formed",
        "discard_train: no company holds the train 5-2",
    ]
