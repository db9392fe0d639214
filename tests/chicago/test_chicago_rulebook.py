"""The examples of the Chicago Express rulebook: right claims accepted, wrong ones refused."""

from __future__ import annotations

from typing import Any

import pytest
from chicago_cases import NORTH, way

from bestrun import api

BOARD = {"title": "chicago-express"}

BID: dict[str, Any] = BOARD | {
    "networks": {"NYC": way("S3 R2 Q2 P1 O1 N0 M0 L0 K1 J1 I2 H2 G2 F2 E2 E1 E0")},
    "houses": ["L0", "I2"],
    "industry": {"Detroit": 5},
    "players": {"Bert": {"NYC": 1}, "Charly": {"NYC": 1}, "Andy": {"cash": 9}},
    "player": "Andy",
}
"""Income 22, two shares sold: a third is offered for 8."""

BUILD: dict[str, Any] = BOARD | {
    "company": "NYC",
    "treasury": 6,
    "networks": {"PRR": ["R5", "Q5", "Q4", "Q3"]},
    "player": "Andy",
    "players": {"Andy": {"NYC": 1}, "Bert": {"PRR": 1}},
}
"""A forest for 2, and Binghamton, where the PRR stands, for 2 x 2."""

CHARLESTON: dict[str, Any] = BOARD | {
    "ask": "develop",
    "player": "Andy",
    "players": {"Andy": {"C&O": 1}},
    "networks": {"C&O": way("Q9 P9 O10 N9 M10 L9 K10 J9")},
    "houses": ["O10", "M10"],
    "names": {"K10": "Charleston"},
}
"""The C&O rises from 12 to 13."""

WHEELING: dict[str, Any] = BOARD | {
    "ask": "develop",
    "player": "Andy",
    "players": {"Andy": {"PRR": 1, "B&O": 1}},
    "networks": {
        "PRR": way("R5 Q5 P4 O4 N3 M4 L3 K4 J4 I5 I6"),
        "B&O": way("Q7 P6 O7 N6 M6 L6 K6 J6 I6"),
    },
    "houses": ["O4"],
}
"""From 3 to 4: the PRR from 17 to 18, the B&O from 14 to 15."""

SIXTEEN: dict[str, Any] = BOARD | {
    "networks": {"NYC": way("S3 R2 Q2 P1 O1 N0 M0 L0 K1 J1 I2 H2 G2 F2 F1")},
    "houses": ["L0"],
    "players": {"Andy": {"NYC": 2}, "Ben": {"NYC": 1}},
}
"""Income 16 for three shares: 6 each."""

SEVENTEEN: dict[str, Any] = BOARD | {
    "networks": {"NYC": way("S3 R2 Q2 P1 O1 N0 M0 L0 K1 J1 I2 H2 G2 F2")},
    "houses": ["L0", "I2"],
    "players": {"Andy": {"NYC": 2}},
}
"""Income 17 for two shares of one player: 9 each, 18 and not 17."""


def judged(position: dict[str, Any], claim: str) -> tuple[str, set[str]]:
    verdict = api.check(position, claim).to_dict()
    return verdict["verdict"], {each["code"] for each in verdict["problems"]}


@pytest.mark.parametrize(
    ("position", "claim"),
    [
        (BID, "auction: NYC opening 8"),
        (BID, "auction: NYC bid 8"),
        (BUILD, "NYC: R3-Binghamton cost 6 income 9"),
        (CHARLESTON, "develop: Charleston gain 1 others 0 = C&O 13"),
        (WHEELING, "develop: Wheeling = PRR 18, B&O 15"),
        (SIXTEEN, "dividend: NYC 6 a share\ndividend: Andy 12\ndividend: Ben 6"),
        (SEVENTEEN, "dividend: Andy 18"),
    ],
)
def test_what_the_rulebook_says_is_right(position: dict[str, Any], claim: str) -> None:
    verdict, codes = judged(position, claim)
    assert codes == set()
    assert (verdict == "unproven") == ("bid" in claim)


@pytest.mark.parametrize(
    ("position", "claim", "verdict", "code"),
    [
        (BID, "auction: NYC opening 7", "misstated", "wrong-bid"),
        (BID, "auction: NYC opening 11", "misstated", "wrong-bid"),
        (BID, "auction: NYC bid 7", "illegal", "bid-too-low"),
        (BID, "auction: NYC bid 10", "illegal", "not-enough-cash"),
        (BID, "auction: Wabash opening 1", "illegal", "not-open"),
        (BID | {"dials": {"auction": 3}}, "auction: NYC bid 8", "illegal", "dial-on-red"),
        (BUILD, "NYC: R3-Q3 cost 4", "misstated", "wrong-cost"),
        (BUILD, "NYC: R3-Q3 income 10", "misstated", "wrong-income"),
        (BUILD | {"treasury": 5}, "NYC: R3-Q3", "illegal", "not-enough-money"),
        (BUILD | {"player": "Bert"}, "NYC: R3-Q3", "illegal", "no-share"),
        (BUILD, "NYC: R3-Q4", "illegal", "taken"),
        (BUILD, "NYC: S4-S5-R5", "illegal", "start-hex"),
        (CHARLESTON, "develop: Charleston = C&O 14", "misstated", "wrong-income"),
        (CHARLESTON, "develop: Charleston gain 2", "misstated", "wrong-gain"),
        (CHARLESTON, "develop: Charleston others 1", "misstated", "wrong-gain"),
        (CHARLESTON, "develop: Washington", "illegal", "not-developable"),
        (CHARLESTON, "develop: P9", "illegal", "not-developable"),
        (CHARLESTON, "develop: O10", "illegal", "developed-already"),
        (CHARLESTON, "develop: Binghamton", "illegal", "no-locomotive"),
        (WHEELING, "develop: Wheeling = PRR 19, B&O 15", "misstated", "wrong-income"),
        (WHEELING | {"industry": {"Wheeling": 6}}, "develop: I6", "illegal", "end-of-scale"),
        (WHEELING, "develop: Detroit", "illegal", "not-developable"),
        (WHEELING, "develop: Chicago", "illegal", "not-developable"),
        (WHEELING | {"dials": {"develop": 4}}, "develop: I6", "illegal", "dial-on-red"),
        (SIXTEEN, "dividend: NYC 5", "misstated", "wrong-dividend"),
        (SIXTEEN, "dividend: Andy 11", "misstated", "wrong-dividend"),
        (SEVENTEEN, "dividend: Andy 17", "misstated", "wrong-dividend"),
    ],
)
def test_what_is_wrong_is_refused_with_its_reason(
    position: dict[str, Any], claim: str, verdict: str, code: str
) -> None:
    assert judged(position, claim) == (verdict, {code})


def test_the_supply_of_houses_comes_to_an_end() -> None:
    hexes = way("Q3 Q0 S0 O0 L0 I2 C2 O4 N6 M4 I4 F1 F5 F8 D7 B5 D3 K7 M10 O10")
    position = WHEELING | {"houses": hexes}
    assert judged(position, "develop: M6") == ("illegal", {"no-houses-left"})


def test_a_share_of_a_company_without_shares_is_refused() -> None:
    position = BID | {"players": {"Bert": {"NYC": 5}, "Andy": {}}}
    assert judged(position, "auction: NYC bid 20") == ("illegal", {"no-shares-left"})


def test_the_money_of_a_sale_goes_to_the_company() -> None:
    position = BID | {"treasuries": {"NYC": 3}}
    assert "treasury of NYC 3 → 11" in api.check(position, "auction: NYC bid 8").summary()


def test_an_action_may_be_chosen_and_waived() -> None:
    """The rulebook's player with little money turns the dial for auctions, and offers none."""
    position = BOARD | {
        "ask": "action",
        "actions": 2,
        "player": "Andy",
        "players": {"Andy": {"cash": 1}},
        "dials": {"auction": 2, "develop": 4},
    }
    assert judged(position, "waive: auction")[1] == set()
    assert judged(position, "waive: develop")[1] == {"dial-on-red"}
    assert judged(position, "waive: auction\nwaive: build")[1] == {"dividend-first"}


def test_reaching_chicago_pays_and_opens_the_wabash() -> None:
    position = BOARD | {
        "ask": "action",
        "player": "Andy",
        "players": {"Andy": {"NYC": 1}},
        "networks": {"NYC": NORTH[:-1]},
        "treasuries": {"NYC": 9},
    }
    verdict = api.check(position, "NYC: Chicago")
    assert "an extra dividend of 21 a share" in verdict.summary()
    assert "income of Wabash 0 → 1" in verdict.summary()
    assert verdict.to_dict()["gain"] == 21 + 7
