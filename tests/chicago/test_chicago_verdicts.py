"""A claim is best only if nothing that ``solve`` shows for the same position is better."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from chicago_cases import way

from bestrun import api
from bestrun.games.chicago import solve as chicago
from mapdata.errors import InputError
from solvers.chicago import future

WEST = way("R5 Q6 P6 O6 N5 M6 L5 K5 J5 I5 H4 G4 F3 E3 D2 C3")
"""The PRR two hexes before Chicago."""

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str, **more: Any) -> dict[str, Any]:
    return tomllib.loads((EXAMPLES / f"chicago-{name}.toml").read_text()) | more


def verdict(data: dict[str, Any], claim: object) -> str:
    return str(api.check(data, claim).to_dict()["verdict"])


# Bids for a share ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "said"), [(3, "illegal"), (4, "best"), (5, "improvable"), (40, "improvable")]
)
def test_a_bid_is_measured_by_what_the_share_is_worth(bid: int, said: str) -> None:
    """The share of the example pays 13 for any price from 4 on: 4 is the best, 13 the last."""
    data = example("share")
    assert verdict(data, f"auction: B&O bid {bid}") == said


def test_the_better_bid_is_named_with_what_it_assumes() -> None:
    told = api.check(example("share"), "auction: B&O bid 6")
    found = told.to_dict()
    assert (found["gain"], found["optimum"], found["missed"]) == (7, 9, 2)
    assert found["better"] == [{"auction": "B&O", "bid": 4}]
    assert found["assumes"] == ["nobody bids more"]
    assert "better, if nobody bids more:" in told.summary()


def test_bids_for_several_companies_are_judged_each_by_itself() -> None:
    """The answer of ``solve`` is a claim of as many bids as there are companies."""
    data = example("share", treasuries={"B&O": 12, "C&O": 5}, dials={"auction": 2})
    del data["company"], data["treasury"]
    answer = api.solve(data).to_dict()
    assert len(answer["companies"]) == 2
    assert verdict(data, answer) == "best"
    answer["companies"][1]["best_bid"] += 1
    assert verdict(data, answer) == "improvable"
    answer["companies"][1]["opening_bid"] += 1
    assert verdict(data, answer) == "misstated"


def test_without_a_proof_a_bid_is_not_called_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a gap stays open, the best bid known may still be beaten."""
    monkeypatch.setattr(future, "EFFORT", 0.0)
    built = way("Q9 P8 O8 N7 M7 L6 K6 J5 I5 H4 G4 F3 E3 D2")
    data = example("share", treasury=1, networks={"C&O": built}, shares_sold={"B&O": 1})
    (worth,) = api.solve(data).to_dict()["companies"]
    assert not worth["proven"]
    assert verdict(data, f"auction: B&O bid {worth['best_bid']}") == "unproven"
    assert verdict(data, f"auction: B&O bid {worth['highest_bid_bound'] + 1}") == "improvable"


@pytest.mark.parametrize("name", ["build", "plan", "develop"])
def test_a_bid_that_is_not_asked_about_is_legal_and_no_more(name: str) -> None:
    told = api.check(example(name), "auction: B&O bid 9")
    assert told.to_dict()["verdict"] == "unproven"
    assert not told.good
    assert 'judged with ask = "share" or "action"' in told.summary()
    assert verdict(example(name), "auction: B&O bid 1") == "illegal"


@pytest.mark.parametrize("name", ["build", "plan", "share"])
def test_an_auction_of_which_nothing_is_said_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="nothing is said of the auction"):
        api.check(example(name), "auction: B&O")


def test_figures_alone_are_best_if_they_are_right() -> None:
    assert verdict(example("share"), "auction: B&O opening 4") == "best"
    assert verdict(example("share"), "auction: B&O opening 5") == "misstated"


# Actions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", ["auction: NYC opening 5", "auction: NYC", "waive: auction"])
def test_an_auction_without_a_bid_brings_nothing(claim: str) -> None:
    """A build brings 6, whatever others bid."""
    told = api.check(example("action"), claim)
    found = told.to_dict()
    assert (found["verdict"], found["gain"], found["optimum"]) == ("improvable", 0, 6)
    assert found["assumes"] == []
    assert "\nbetter:\n" in told.summary()


def test_a_build_is_not_best_where_an_auction_brings_more() -> None:
    """Over eight dividends a share of the NYC brings 35, the best build 24."""
    data = example("action", dividends=8)
    shown = api.solve(data).to_dict()["with_auctions"]
    assert (shown["moves"], shown["gain"], shown["proven"]) == (
        [{"auction": "NYC", "bid": 5}],
        35,
        True,
    )
    told = api.check(data, "B&O: M6-L6-K7").to_dict()
    assert (told["verdict"], told["gain"], told["optimum"]) == ("improvable", 24, 35)
    assert told["better"] == shown["moves"]
    assert told["assumes"] == ["nobody bids more than Andy"]
    assert verdict(data, "auction: NYC bid 5") == "best"


def test_where_the_wabash_may_open_nothing_is_proven_with_auctions() -> None:
    """No share is left but those of the company that Andy's own build may open."""
    data = example("action", actions=2, dividends=1, networks={"PRR": WEST})
    data |= {"shares_sold": {"PRR": 3, "B&O": 4, "C&O": 6, "NYC": 5}, "treasuries": {"PRR": 15}}
    data["players"] = {"Andy": {"PRR": 1, "cash": 20}}
    told = api.solve(data)
    found = told.to_dict()
    assert {"build": "PRR", "hexes": found["moves"][0]["hexes"]} == found["moves"][0]
    assert "A2" in found["moves"][0]["hexes"] + found["moves"][-1]["hexes"]
    assert (found["with_auctions"]["proven"], found["with_auctions"]["bound"]) == (False, None)
    assert "not proven: shares of Wabash, which may open, are not counted" in told.summary()
    assert verdict(data, found) == "unproven"
    nobody = api.solve(data | {"networks": {}}).to_dict()
    assert nobody["with_auctions"] is None


# What is assumed, and what is odd -----------------------------------------------------------------


def test_money_that_is_not_known_is_assumed_to_be_there() -> None:
    data = example("action")
    known = api.solve(data).to_dict()["assumes"]
    del data["players"]["Andy"]["cash"]
    unknown = api.solve(data).to_dict()["assumes"]
    (more,) = set(unknown) - set(known)
    assert more == "with auctions: Andy, whose money is not known, has what he bids"


def test_an_industry_that_nobody_could_have_developed_is_odd() -> None:
    odd = example("build", industry={"Pittsburgh": 8, "Detroit": 3})
    (note,) = api.solve(odd).to_dict()["notes"]
    assert note == "Pittsburgh has been developed, but no locomotive stands there"


def test_a_forest_pays_a_company_whose_money_is_not_known() -> None:
    told = api.check(example("develop"), "develop: N3").summary()
    assert "develop N3: PRR gets 2" in told


def test_nobody_waits_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit of the user's there is ours; his own may be longer."""
    monkeypatch.setattr(chicago, "PATIENCE", 0.0)
    assert not api.solve(example("share")).proven
    assert api.solve(example("share"), time_limit=1e9).proven


def test_more_actions_than_there_can_be_are_not_looked_for() -> None:
    """Whatever is asked, the dials end it: two more of the example's, with two of them on red."""
    data = example("action", actions=100, dials={"auction": 3, "build": 4, "develop": 3})
    many = api.solve(data).to_dict()
    assert many["actions"] == 2
    assert many["gain"] == api.solve(data | {"actions": 2}).to_dict()["gain"]
