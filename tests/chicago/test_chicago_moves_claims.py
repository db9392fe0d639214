"""Chicago Express: claims of builds, developments, auctions and dividends in one turn."""

from __future__ import annotations

from typing import Any

import pytest
from chicago_cases import position

from bestrun import api
from bestrun.games.chicago import moves_check as chicago_moves_check
from mapdata.errors import InputError
from solvers.errors import SolverFailed

ANDY: dict[str, Any] = {"player": "Andy", "players": {"Andy": {"NYC": 1, "cash": 20}}}


def asked(**more: Any) -> dict[str, Any]:
    """Andy's next action: the NYC has R3, where a forest stands, and money for more."""
    given = {"ask": "action", "networks": {"NYC": ["S3", "R3"]}, **ANDY}
    return position("NYC", 9, **(given | more))


def codes(data: dict[str, Any], claim: object) -> list[tuple[str, int]]:
    problems = api.check(data, claim).to_dict()["problems"]
    return [(each["code"], each["action"]) for each in problems]


def test_a_claim_of_programs_is_judged_like_words() -> None:
    two = asked(actions=2)
    for claim in (
        "develop: R3\nNYC: Q3",
        {"moves": [{"develop": "R3"}, {"build": "NYC", "hexes": ["Q3"]}]},
    ):
        assert api.check(two, claim).to_dict()["gain"] == 1
    for claim in ("auction: NYC bid 3", {"moves": [{"auction": "NYC", "bid": 3}]}):
        assert codes(asked(), claim) == [("bid-too-low", 1)]
    for claim in ("auction: NYC bid 4", {"moves": [{"auction": "NYC", "bid": 4}]}):
        assert codes(asked(), claim) == []
    assert codes(asked(), {"moves": [{"auction": "NYC"}]}) == []


def test_a_list_of_moves_is_a_list() -> None:
    with pytest.raises(InputError, match="moves: expected"):
        api.check(asked(), {"moves": 3})


def test_a_development_that_is_waived_says_no_hex() -> None:
    data = asked(ask="develop")
    assert api.check(data, {"hex": None}).to_dict()["verdict"] == "best"
    assert codes(data | {"dials": {"develop": 4}}, {"hex": None}) == [("dial-on-red", 1)]


def test_the_better_development_is_shown() -> None:
    """Binghamton pays the NYC 1 more; the forest beside it pays nothing."""
    data = asked(ask="develop", networks={"NYC": ["S3", "R3", "Q3"]})
    poor = api.check(data, "develop: R3").to_dict()
    assert (poor["verdict"], poor["better"]) == ("improvable", [{"develop": "Q3"}])
    assert api.check(data, "develop: Q3").to_dict()["verdict"] == "best"


def test_a_development_is_asked_for_and_a_build_is_claimed() -> None:
    with pytest.raises(InputError, match='a build is judged where the position has ask = "action"'):
        api.check(asked(ask="develop"), "develop: R3\nNYC: Q3")


def test_faults_of_several_lines_name_their_line() -> None:
    text = api.check(asked(actions=2), "develop: R3\ndevelop: Chicago").summary()
    assert "line 2: " in text and "line 1: " not in text
    text = api.check(asked(), "develop: Chicago").summary()
    assert "line 1: " not in text


def test_dividends_can_be_disputed_without_a_player() -> None:
    board = {"title": "chicago-express", "shares_sold": {"NYC": 2}}
    right = api.check(board, "dividend: NYC 4 a share")
    assert right.summary().startswith("Chicago Express")
    assert "nothing is wrong with it" in right.summary()
    assert codes(board, "dividend: NYC 5 a share") == [("wrong-dividend", 1)]
    assert codes(board, "dividend: Wabash 3") == [("wrong-dividend", 1)]


def test_a_dividend_of_a_player_without_shares_is_nothing() -> None:
    data = asked(players={"Andy": {"cash": 20}})
    assert codes(data, "dividend: Andy 0") == []
    wrong = api.check(data, "dividend: Andy 3").to_dict()["problems"][0]
    assert "it is 0: no shares" in wrong["message"]


def test_a_share_bought_is_judged_as_if_nobody_bid_more() -> None:
    """Of four shares that can be had the PRR's pays most: 4 in each of three dividends for 4."""
    players = {"Andy": {"cash": 20}, "Bert": {"NYC": 3}}
    data = asked(dividends=3, players=players, networks={})
    verdict = api.check(data, "auction: PRR bid 4")
    told = verdict.to_dict()
    assert (told["gain"], told["verdict"], told["proven"]) == (8, "best", True)
    assert "nothing better exists, if nobody bids more than Andy (proven)" in verdict.summary()
    for claim, gain in (("auction: PRR bid 5", 7), ("auction: NYC bid 2", 4)):
        told = api.check(data, claim).to_dict()
        assert (told["gain"], told["verdict"]) == (gain, "improvable")
        assert told["better"] == [{"auction": "PRR", "bid": 4}]


def test_with_money_unknown_a_plan_with_auctions_is_not_proven() -> None:
    """Whether building for a share bought would bring more cannot be said."""
    players = {"Andy": {"cash": 20}, "Bert": {"NYC": 3}}
    data = asked(actions=2, dividends=3, players=players, networks={})
    verdict = api.check(data, "auction: PRR bid 4\nauction: B&O bid 3")
    assert (verdict.to_dict()["gain"], verdict.verdict, verdict.proven) == (14, "unproven", False)
    assert "nothing better was found, if nobody bids more than Andy" in verdict.summary()
    told = api.solve(data)
    assert "not proven: the money of PRR, B&O, C&O is not known" in told.summary()
    assert told.to_dict()["with_auctions"]["bound"] is None


def test_who_has_too_little_cannot_buy() -> None:
    data = asked(dividends=3, players={"Andy": {"cash": 3}, "Bert": {"NYC": 3}}, networks={})
    told = api.solve(data)
    bought = {each["company"]: each["gain_if_bought"] for each in told.to_dict()["auctions"]}
    assert bought == {"B&O": 6, "C&O": 6, "NYC": 4, "PRR": None}
    assert "(–: more than Andy has)" in told.summary()


def test_a_company_builds_only_if_it_is_open_and_its_money_is_known() -> None:
    with pytest.raises(InputError, match=r"treasuries\.PRR is missing"):
        api.check(asked(players={"Andy": {"NYC": 1, "PRR": 1}}), "waive: build\nPRR: Q5")
    with pytest.raises(InputError, match="Wabash is not open yet"):
        api.check(asked(), "waive: auction\nWabash: D3")


def test_a_claim_that_beats_a_proof_is_an_error_of_the_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The advice is for a company without money, the claim for one that has some.
    poor = api.solve(asked() | {"treasury": 0})
    monkeypatch.setattr(chicago_moves_check, "advise", lambda *_: poor)
    with pytest.raises(SolverFailed, match="better than what was proven"):
        api.check(asked(actions=2), "waive: auction\nNYC: Q3")
