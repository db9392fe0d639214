"""Who receives what of a revenue, and what the share price does."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import bestrun
from bestrun.commands.payout import command
from bestrun.operating.payout import Payout
from mapdata.errors import InputError
from mapdata.payout import payout_rules
from mapdata.titles import load


def paid(
    title: str,
    company: str,
    revenue: int,
    shares: dict[str, int],
    *,
    phase: str = "5",
    withhold: bool = False,
    **known: Any,
) -> Payout:
    position = {"title": title, "phase": phase, "company": company, "shares": shares, **known}
    return bestrun.payout(position, revenue, withhold=withhold)


def received(payout: Payout) -> tuple[dict[str, int], int, int]:
    """Amounts for the holders, the treasury and the bank."""
    answer = payout.to_dict()
    return answer["holders"], answer["treasury"], answer["bank"]


# -- 1841 ----------------------------------------------------------------------------------


def test_the_rulebook_s_example_of_1841() -> None:
    """Half with the director, a fifth never sold, the rest in the pool: of 50 lire 25, 10, 15."""
    payout = paid("1841", "SFTG", 50, {"director": 50, "pool": 30})
    assert received(payout) == ({"director": 25}, 10, 15)


@pytest.mark.parametrize("word", ["offering", "Offering", "IPO", "unsold", "treasury"])
def test_unsold_shares_may_be_named_as_players_name_them(word: str) -> None:
    payout = paid("1841", "SFTG", 50, {"director": 50, "pool": 30, word: 20})
    assert received(payout) == ({"director": 25}, 10, 15)


def test_a_company_that_holds_shares_is_paid_like_a_player() -> None:
    payout = paid("1841", "SFTG", 100, {"A": 40, "SFTN": 50, "pool": 10})
    assert received(payout) == ({"A": 40, "SFTN": 50}, 0, 10)


@pytest.mark.parametrize(
    ("revenue", "moves", "after"), [(150, "right", 159), (144, "stays", 144), (0, "left", 129)]
)
def test_the_price_rises_only_if_more_is_paid_than_one_share_costs(
    revenue: int, moves: str, after: int
) -> None:
    price = paid("1841", "SFTC", revenue, {"A": 60, "pool": 40}, share_price=144).price
    assert (price.moves, price.after) == ((moves,), (after,))


def test_the_whole_revenue_counts_and_not_what_players_receive() -> None:
    price = paid("1841", "SFTC", 150, {"A": 40, "pool": 40}, share_price=144).price
    assert price.moves == ("right",)


def test_without_the_price_the_answer_says_on_what_it_depends() -> None:
    price = paid("1841", "SFTG", 50, {"A": 100}).price
    assert price.to_dict() == {
        "before": None,
        "moves": ["right", "stays"],
        "after": None,
        "rises_below": 50,
    }
    assert price.summary() == "the share price moves right if it is below 50, else it stays"


def test_kept_revenue_goes_to_the_treasury_and_lets_the_price_fall() -> None:
    payout = paid("1841", "SFTG", 80, {}, withhold=True, share_price=216)
    assert received(payout) == ({}, 80, 0)
    assert payout.price.after == (195,)


def test_a_small_company_s_price_ends_in_column_k_and_moves_up() -> None:
    small = paid("1841", "SFTC", 400, {"A": 100}, share_price=177).price
    assert (small.moves, small.after) == (("up",), (195,))
    large = paid("1841", "SFTG", 400, {"A": 100}, share_price=177).price
    assert (large.moves, large.after) == (("right",), (196,))


def test_the_columns_on_the_right_open_in_phase_eight() -> None:
    before = paid("1841", "SFTG", 400, {"A": 100}, share_price=298, phase="7").price
    assert (before.moves, before.after) == (("up",), (328,))
    opened = paid("1841", "SFTG", 400, {"A": 100}, share_price=298, phase="8").price
    assert (opened.moves, opened.after) == (("right",), (331,))


# -- 1844 ----------------------------------------------------------------------------------


def test_pool_shares_pay_the_treasury_and_unsold_ones_the_bank() -> None:
    payout = paid("1844", "STB", 340, {"A": 50, "pool": 20})
    assert received(payout) == ({"A": 170}, 68, 102)


def test_players_quarter_shares_round_up_and_bank_and_pool_down() -> None:
    payout = paid("1844", "NOB", 130, {"A": 50, "B": 25, "pool": 25})
    assert received(payout) == ({"A": 65, "B": 33}, 32, 0)
    unsold = paid("1844", "NOB", 130, {"A": 75})
    assert received(unsold) == ({"A": 98}, 0, 32)


def test_shares_of_the_sbb_are_a_twentieth_and_rounded_for_each_holder_together() -> None:
    payout = paid("1844", "SBB", 310, {"A": 15, "B": 5, "pool": 80})
    assert received(payout) == ({"A": 47, "B": 16}, 248, 0)


def test_a_dividend_moves_the_price_right_and_a_kept_one_left() -> None:
    assert paid("1844", "STB", 10, {"A": 100}, share_price=150).price.after == (165,)
    kept = paid("1844", "STB", 90, {}, withhold=True, share_price=150).price
    assert (kept.moves, kept.after) == (("left",), (135,))


def test_at_the_end_of_a_row_the_price_moves_up_or_down() -> None:
    end = paid("1844", "STB", 10, {"A": 100}, share_price="330/3").price
    assert (end.moves, end.after) == (("up",), (340,))
    start = paid("1844", "STB", 10, {}, withhold=True, share_price="55/3").price
    assert (start.moves, start.after) == (("down",), (50,))
    top = paid("1844", "STB", 10, {"A": 100}, share_price=350).price
    assert (top.moves, top.after) == (("stays",), (350,))


@pytest.mark.parametrize(
    ("at", "after"), [("160/5", 170), ("170/4", 180), ("180/3", 190), ("190/2", 200)]
)
def test_a_regional_company_moves_up_at_the_red_line(at: str, after: int) -> None:
    price = paid("1844", "VZ", 100, {"A": 100}, share_price=at).price
    assert (price.moves, price.after) == (("up",), (after,))


def test_a_regional_company_never_passes_200() -> None:
    price = paid("1844", "VZ", 100, {"A": 100}, share_price="200/1").price
    assert (price.moves, price.after) == (("stays",), (200,))


def test_a_price_in_several_rows_leaves_open_what_its_row_decides() -> None:
    price = paid("1844", "STB", 100, {"A": 100}, share_price=100).price
    assert price.after == (110, 115, 120)
    assert paid("1844", "STB", 100, {"A": 100}, share_price="100/5").price.after == (115,)


# -- the plain rule ------------------------------------------------------------------------

PLAIN = {
    **{"1830": "PRR", "1836Jr30": "HSM", "1882": "CPR", "1889": "AR", "18AL": "L&N"},
    **{"18Chesapeake": "PRR", "18GA": "ACL", "18MS": "GMO", "18NL": "NFL", "18TN": "SR"},
}


@pytest.mark.parametrize("title", PLAIN)
def test_pool_shares_pay_the_company_and_unsold_ones_nobody(title: str) -> None:
    payout = paid(title, PLAIN[title], 240, {"A": 50, "B": 10, "pool": 20}, phase="3")
    assert received(payout) == ({"A": 120, "B": 24}, 48, 48)
    assert payout.price.moves == ("right",)
    kept = paid(title, PLAIN[title], 240, {}, phase="3", withhold=True)
    assert received(kept) == ({}, 240, 0)
    assert kept.price.moves == ("left",)


@pytest.mark.parametrize(
    ("title", "price", "withhold", "moves", "after"),
    [
        ("1830", "100/1", False, "right", 112),
        ("1830", "68", False, "up", 69),
        ("1830", "350", False, "stays", 350),
        ("1830", "18", True, "down", 10),
        ("1830", "10/11", True, "stays", 10),
        ("1889", "75/1", True, "down", 70),
        ("1882", "65/3", True, "down", 60),
        ("18AL", "75/5", False, "up", 80),
        ("18Chesapeake", "40", True, "stays", 40),
        ("18TN", "65/6", False, "up", 70),
    ],
)
def test_a_price_moves_on_the_chart_of_its_title(
    title: str, price: str, withhold: bool, moves: str, after: int
) -> None:
    company = PLAIN[title]
    shares = {} if withhold else {"A": 60}
    payout = paid(title, company, 100, shares, phase="3", withhold=withhold, share_price=price)
    told = payout.price.to_dict()
    assert (told["moves"], told["after"]) == (moves, after)


@pytest.mark.parametrize("title", [*PLAIN, "1841", "1844"])
def test_prices_rise_to_the_right_and_fall_downwards(title: str) -> None:
    chart = payout_rules(load(title)).chart
    for row in chart:
        prices = [price for price in row if price is not None]
        assert prices == sorted(set(prices))
        assert row[len(row) - len(prices) :] == tuple(prices)
    for above, below in pairwise(chart):
        assert len(below) <= len(above)
        for one, two in zip(above, below, strict=False):
            assert one is None or two is None or two <= one


@pytest.mark.parametrize(
    "title", ["1817", "1846", "1847AE", "1856", "1861", "1867", "1870", "18CO"]
)
def test_a_title_that_pays_by_other_rules_is_refused_by_its_name(title: str) -> None:
    company = next(iter(load(title).companies))
    phase = next(iter(load(title).phases))
    with pytest.raises(InputError, match=f"{title} does not say how it pays out"):
        paid(title, company, 100, {"A": 60}, phase=phase)


@given(
    st.sampled_from([("1844", "NOB", 25), ("1844", "SBB", 5), ("1841", "SFTC", 20)]),
    st.integers(0, 60).map(lambda tens: 10 * tens),
    st.lists(st.integers(0, 20), min_size=2, max_size=4),
)
def test_nobody_is_paid_more_than_a_coin_beside_his_share(
    company: tuple[str, str, int], revenue: int, numbers: list[int]
) -> None:
    title, name, unit = company
    holders = dict(
        zip(("pool", "A", "B", "C"), (unit * number for number in numbers), strict=False)
    )
    if sum(holders.values()) > 100:
        return
    payout = paid(title, name, revenue, holders)
    for each in payout.payments:
        exact = revenue * each.percent / 100
        assert abs(each.amount - exact) < 1
        if title == "1844":
            assert each.amount >= exact if each.receiver == "holder" else each.amount <= exact
    assert sum(each.percent for each in payout.payments) == 100


# -- mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ({}, "shares: who holds what is missing"),
        ({"A": 60, "pool": 50}, "the shares add up to 110 %"),
        ({"A": 50, "offering": 20}, "the shares add up to 70 %"),
        ({"A": 35}, "shares.A: 35 % is no whole number of shares: one of STB is 10 %"),
        ({"A": -10}, "shares.A: expected percent as a whole number, got -10"),
        ({"A": "half"}, "shares.A: expected percent as a whole number, got 'half'"),
        ({"STB": 10}, "shares.STB: STB holds its own shares as offering"),
        ({"offering": 50, "ipo": 50}, "shares.ipo: offering is given twice"),
    ],
)
def test_shares_that_cannot_be_are_named(shares: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        paid("1844", "STB", 100, shares)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("price", "message"),
    [
        (151, "share_price: no share costs 151; near it: 150 or 155"),
        ("150/1", "share_price: no share costs 150 in row 1"),
        ("a lot", "share_price: expected a price like 160 or 160/5 (row 5), got 'a lot'"),
    ],
)
def test_a_price_that_cannot_be_is_named(price: object, message: str) -> None:
    with pytest.raises(InputError) as error:
        paid("1844", "STB", 100, {"A": 100}, share_price=price)
    assert message in str(error.value)


# -- the command ---------------------------------------------------------------------------


def test_the_command_answers_in_words_and_in_json(tmp_path: Path) -> None:
    path = tmp_path / "sftg.toml"
    path.write_text(
        'title = "1841"\nphase = "2"\ncompany = "SFTG"\nshare_price = 100\n'
        "[shares]\nA = 50\npool = 30\n"
    )
    text = CliRunner().invoke(command, [str(path), "--revenue", "50"]).stdout
    assert "offering    20 %      10  treasury of SFTG" in text
    assert "treasury 10, bank 15" in text
    assert "the share price stays" in text
    result = CliRunner().invoke(command, [str(path), "--revenue", "150", "--json"])
    answer = json.loads(result.stdout)
    assert answer.pop("pay_or_keep") == [
        {"holder": "A", "paid": 75, "paying": 75 + 5 * 111, "keeping": 450}
    ]
    assert answer.pop("otherwise")["price"]["after"] == 90
    assert "516" in answer.pop("ends")
    assert answer == {
        "id": "sftg",
        "company": "SFTG",
        "revenue": 150,
        "withheld": False,
        "holders": {"A": 75},
        "treasury": 30,
        "bank": 45,
        "price": {"before": 100, "moves": "right", "after": 111, "rises_below": None},
    }


def test_pay_or_keep_stand_beside_each_other_for_every_holder() -> None:
    """1844: dividends move the price right, keeping moves it left; 10 % are one share."""
    payout = paid("1844", "BLS", 200, {"A": 30, "B": 20, "pool": 10}, share_price="110/1")
    compared = payout.to_dict()["pay_or_keep"]
    assert compared == [
        {"holder": "A", "paid": 60, "paying": 60 + 3 * 120, "keeping": 3 * 100},
        {"holder": "B", "paid": 40, "paying": 40 + 2 * 120, "keeping": 2 * 100},
    ]
    kept = paid("1844", "BLS", 200, {"A": 30, "B": 20}, withhold=True, share_price="110/1")
    assert kept.to_dict()["pay_or_keep"] == compared
    assert kept.received("treasury") == 200


def test_the_end_of_the_chart_and_of_the_game_are_said() -> None:
    payout = paid("1844", "BLS", 200, {"A": 30}, share_price="350/1")
    assert payout.price.at_end
    assert "the end of the chart" in payout.summary()
    assert "the game ends when the bank has no money left" in payout.summary()
