"""Questions of players in Chicago Express: who may build, what is odd, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chicago_cases import NORTH, position, way
from command import bestrun, refusal, written

from bestrun import api
from mapdata.errors import InputError

EXAMPLES = Path(__file__).parents[2] / "examples"

ANDY: dict[str, Any] = {"player": "Andy", "players": {"Andy": {"NYC": 1}, "Bert": {"PRR": 1}}}


def test_only_a_shareholder_may_build() -> None:
    """The PRR could build, and Andy would like it to."""
    assert api.solve(position("NYC", 9, **ANDY)).to_dict()["gain"] == 1
    with pytest.raises(InputError, match="Andy holds no share of PRR"):
        api.solve(position("PRR", 9, **ANDY))
    verdict = api.check(position("PRR", 9, **ANDY), "PRR: Q5-P4-O4").to_dict()
    assert [each["code"] for each in verdict["problems"]] == ["no-share"]
    assert (verdict["verdict"], verdict["better"]) == ("illegal", [])


def test_what_is_impossible_is_said_by_solve_and_check_too() -> None:
    odd = position("NYC", 9, houses=["L0"], networks={"Wabash": ["D3", "D4"]}, income={"NYC": 9})
    notes = api.solve(odd).to_dict()["notes"]
    assert notes == api.report(odd).to_dict()["notes"]
    assert notes == [
        "9 is stated as income of NYC, but the board gives 8",
        "a house on L0, where no locomotive stands",
        "Wabash is on the board, but nobody is in Chicago (A2)",
        "Wabash has built, but no share of it is sold",
    ]
    for note in notes:
        assert f"note: {note}" in api.solve(odd).summary()
        assert f"note: {note}" in api.check(odd, "NYC: R3-Q3").summary()
    sold = position("NYC", 9, shares_sold={"Wabash": 1})
    assert api.solve(sold).to_dict()["notes"] == ["shares of Wabash are sold, but it is not open"]


@pytest.mark.parametrize("ask", ["build", "develop", "action", "share"])
def test_what_solve_cannot_do_is_refused(ask: str) -> None:
    asked = position("NYC", 9, ask=ask, **ANDY)
    for option in ({"alternatives": 2}, {"prefer": ("Q3",)}):
        with pytest.raises(InputError, match="Chicago Express has no answer to --"):
            api.solve(asked, **option)


def test_a_development_that_gains_nothing_is_listed_as_such() -> None:
    """Only the forest is left, and it is another's: no dividend changes, so nothing is lost."""
    asked = position("NYC", 0, ask="develop", networks={"PRR": ["R5", "R4", "R3"]}, **ANDY)
    told = api.solve(asked).to_dict()
    assert (told["hex"], told["gain_player"], told["gain_others"]) == ("R3", 0, 0)
    assert [each["worth"] for each in told["options"]] == ["nothing"]
    assert "no dividend changes" in api.solve(asked).summary()
    assert api.check(asked, "develop: R3").to_dict()["verdict"] == "best"
    assert api.check(asked, "develop: nothing").to_dict()["verdict"] == "best"


def test_a_development_that_serves_others_is_not_advised() -> None:
    networks = {"PRR": ["R5", "Q5", "Q4", "Q3"]}
    asked = position("NYC", 0, ask="develop", networks=networks, houses=["Q4"], **ANDY)
    told = api.solve(asked).to_dict()
    assert (told["hex"], [each["worth"] for each in told["options"]]) == (None, ["loses"])
    assert api.check(asked, "develop: Q3 gain 0 others 1").to_dict()["verdict"] == "improvable"
    assert api.check(asked, "develop: nothing").to_dict()["verdict"] == "best"


def test_a_dial_on_red_bars_its_action() -> None:
    """Otherwise a build would bring 1, a development nothing."""
    asked = position("NYC", 9, ask="action", **ANDY)
    assert api.solve(asked).to_dict()["moves"][0]["build"] == "NYC"
    red = api.solve(asked | {"dials": {"build": 5}}).to_dict()
    assert (red["moves"], red["gain"]) == ([], 0)
    assert api.solve(asked | {"dials": {"auction": 3}}).to_dict()["auctions"] == []


def test_nobody_builds_while_the_dial_is_on_red() -> None:
    """A plan may go on after the dividend; a single build may not be chosen."""
    red = position("NYC", 9, dials={"build": 5})
    with pytest.raises(InputError, match="the dial for 'build' is on red"):
        api.solve(red)
    verdict = api.check(red, "NYC: R3-Q3").to_dict()
    assert [each["code"] for each in verdict["problems"]] == ["dial-on-red"]
    assert verdict["better"] == []
    assert api.check(red, "NYC: nothing").to_dict()["verdict"] == "best"
    assert api.solve(red | {"ask": "plan", "actions": 1}).to_dict()["gain"] == 1


def test_a_dividend_that_is_due_comes_first() -> None:
    """Detroit is on 7: it grows to 8, and then only one more dividend is paid."""
    asked = position("NYC", 9, ask="action", dividends=3, industry={"Detroit": 7}, **ANDY)
    told = api.solve(asked | {"dials": {"build": 5, "auction": 3}})
    assert told.to_dict()["gain"] == 1
    assert "a dividend is paid first" in told.summary()
    assert api.solve(asked).to_dict()["gain"] == 2
    last = asked | {"industry": {"Detroit": 8}, "dials": {"build": 5, "auction": 3}}
    with pytest.raises(InputError, match="the game ends with it"):
        api.solve(last)


def test_develop_first_then_build() -> None:
    """Two dollars from the forest pay for Binghamton; one action alone brings nothing."""
    given = {"networks": {"NYC": ["S3", "R3"]}, "dials": {"auction": 3}}
    asked = position("NYC", 0, ask="action", **given, **ANDY)
    assert api.solve(asked).to_dict()["gain"] == 0
    plan = api.solve(asked | {"actions": 2}).to_dict()
    assert plan["moves"] == [{"develop": "R3"}, {"build": "NYC", "hexes": ["Q3"]}]
    assert (plan["gain"], plan["proven"]) == (1, True)
    claim = "develop: R3\nNYC: Binghamton cost 2 income 9"
    assert api.check(asked | {"actions": 2}, claim).to_dict()["verdict"] == "best"
    verdict = api.check(asked | {"actions": 2}, "NYC: Binghamton\ndevelop: R3").to_dict()
    assert [each["code"] for each in verdict["problems"]] == ["not-enough-money"]
    verdict = api.check(asked, claim).to_dict()
    assert [each["code"] for each in verdict["problems"]] == ["too-many-actions"]


def test_an_early_end_is_counted() -> None:
    """With 16 houses built one more ends the game: three dividends of 8 are lost for 3 x 1."""
    houses = way("Q0 S0 O0 L0 I2 C2 O4 N6 M4 I4 F1 F5 F8 D7 B5 D3")
    asked = position(
        "NYC",
        0,
        ask="action",
        dividends=3,
        networks={"NYC": way("S3 R3 Q3")},
        houses=houses,
        **ANDY,
    )
    assert api.solve(asked).to_dict()["moves"] == []
    assert api.solve(asked | {"houses": houses[1:]}).to_dict()["gain"] == 3
    assert api.solve(asked | {"actions": 2, "houses": houses[1:]}).to_dict()["gain"] == 3


def test_detroit_grows_with_every_dividend() -> None:
    """E0 for 3 pays 1, 2, 3: more over three dividends than the city F1 for 2, which pays 1."""
    networks = {"NYC": [*NORTH[:15], "E1"]}
    asked = position("NYC", 3, ask="action", networks=networks, houses=["I2", "L0"], **ANDY)
    told = api.solve(asked | {"dividends": 3}).to_dict()
    assert (told["moves"][0]["hexes"], told["gain"]) == (["E0"], 6)


def test_an_auction_thins_the_dividend_and_fills_the_treasury() -> None:
    asked = position("NYC", 5, ask="action", dividends=2, **ANDY)
    (nyc,) = [each for each in api.solve(asked).to_dict()["auctions"] if each["company"] == "NYC"]
    assert nyc == {
        "company": "NYC",
        "opening_bid": 4,
        "gain_if_bought": 2 * (2 * 4 - 8) - 4,
        "gain_if_another_buys": 2 * (4 - 8),
        "highest_bid": 8,
    }


@pytest.mark.parametrize(
    ("more", "place", "words"),
    [
        ({"dials": {"biuld": 1}}, "dials.biuld", "did you mean build"),
        ({"dials": {"build": 6}}, "dials.build", "on red after 5"),
        ({"dials": 3}, "dials", "expected a table"),
        ({"dividends": 0}, "dividends", "0 is less than 1"),
        ({"treasuries": {"NYC": 8}}, "treasury", "12 here, but 8 in treasuries.NYC"),
        ({"treasuries": {"NCY": 8}}, "treasuries", "did you mean NYC"),
        ({"players": {"Andy": {"cash": -1}}}, "players.Andy.cash", "-1 is less than 0"),
        ({"ask": "shares"}, "ask", "did you mean share"),
        ({"ask": "action"}, "player is missing", "for whom?"),
        ({"ask": "share", "shares_sold": {"NYC": 5}}, "no share of NYC is left", "to be sold"),
    ],
)
def test_a_wrong_entry_is_one_clear_line(more: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        api.solve(position("NYC", 12) | more)
    message = str(caught.value)
    assert message.startswith(f"position: {place}") and words in message
    assert "\n" not in message


def test_an_unknown_treasury_is_asked_for(tmp_path: Path) -> None:
    text = 'title = "chicago-express"\nask = "action"\n[players.Andy]\nPRR = 1\n'
    said = refusal(bestrun("solve", written(tmp_path, text, "andy.toml")))
    assert "treasuries.PRR is missing" in said
    text = 'title = "chicago-express"\nask = "share"\n'
    assert "treasuries are missing" in refusal(bestrun("solve", written(tmp_path, text, "s.toml")))


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("develop: Q33", "did you mean Q3?"),
        ("develop: Q3 bid 3", "bid does not belong here"),
        ("auction: NYC bid 3 bid 4", "bid is given twice"),
        ("auction: NCY bid 3", "did you mean NYC?"),
        ("dividend: Andy much", "no figure in"),
        ("waive: biuld", "did you mean build?"),
        ('{"moves": [{"hexes": []}]}', "a move is a build, a develop or an auction"),
    ],
)
def test_a_bad_line_is_one_clear_line(tmp_path: Path, claim: str, words: str) -> None:
    said = written(tmp_path, claim, "claim.txt")
    assert words in refusal(bestrun("check", EXAMPLES / "chicago-action.toml", said))


def test_a_build_is_not_judged_where_a_development_is_asked_for() -> None:
    with pytest.raises(InputError, match='ask = "action"'):
        api.check(
            position("NYC", 12, ask="develop", **ANDY),
            '{"moves": [{"build": "NYC", "hexes": ["Q3"]}]}',
        )


@pytest.mark.parametrize("name", ["action", "develop", "share"])
def test_what_solve_says_is_a_claim_that_check_calls_best(name: str, tmp_path: Path) -> None:
    path = EXAMPLES / f"chicago-{name}.toml"
    said = bestrun("solve", path, "--json")
    claim = written(tmp_path, said.out, "claim.json")
    judged = bestrun("check", path, claim, "--json")
    assert (judged.code, json.loads(judged.out)["verdict"]) == (0, "best")


@pytest.mark.parametrize("name", ["action", "share"])
def test_every_answer_says_what_it_assumes(name: str) -> None:
    told = api.solve(EXAMPLES / f"chicago-{name}.toml")
    assert told.to_dict()["assumes"]
    for each in told.to_dict()["assumes"]:
        assert each in told.summary()


@pytest.mark.parametrize("name", ["action", "share"])
def test_every_answer_can_be_drawn(name: str, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    said = bestrun("plot", EXAMPLES / f"chicago-{name}.toml", "--solve", "-o", out)
    assert (said.code, out.exists()) == (0, True), said.err
