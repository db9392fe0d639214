"""Chicago Express on the command line: what programs read, and what bad input is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command import bestrun, refusal, written

from bestrun import api

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAD = 'title = "chicago-express"\ncompany = "NYC"\ntreasury = 12\n'
PLAYERS = "[players.Andy]\nNYC = 1\n"


def answer(*words: object) -> dict[str, Any]:
    result = bestrun(*words, "--json")
    assert result.code in (0, 1), result.err
    return dict(json.loads(result.out))


FIELDS = (
    *("id", "title", "company", "ask", "hexes", "cost", "left", "income_before", "income"),
    *("gain", "dividend_per_share", "bound", "proven", "seconds"),
)


def test_the_fields_of_a_build() -> None:
    build = answer("solve", EXAMPLES / "chicago-build.toml")
    assert all(field in build for field in FIELDS)
    assert (build["hexes"][-1], build["cost"], build["left"]) == ("Q3", 6, 6)
    assert (build["income_before"], build["income"], build["gain"]) == (8, 10, 2)
    assert (build["dividend_per_share"], build["bound"], build["proven"]) == (5, 10, True)


def test_the_fields_of_a_plan() -> None:
    plan = answer("solve", EXAMPLES / "chicago-plan.toml")
    assert all(field in plan for field in FIELDS)
    assert [len(action) for action in plan["hexes"]] == [3, 3, 3, 2]
    assert (plan["income"], plan["cost"], plan["proven"]) == (22, 24, True)


def test_one_development_more_is_told_instead_of_counted() -> None:
    answer = api.solve(EXAMPLES / "chicago-develop.toml")
    assert "more" not in replace(answer, options=answer.options[:1] * 9).summary()
    assert replace(answer, options=answer.options[:1] * 10).summary().endswith("... and 2 more")


def test_the_fields_of_a_development() -> None:
    told = answer("solve", EXAMPLES / "chicago-develop.toml")
    assert (told["ask"], told["player"]) == ("develop", "Andy")
    assert (told["gain_player"], told["gain_others"]) == (2, 1)
    assert told["hex"] in ("L6", "M6")


@pytest.mark.parametrize(
    ("claim", "verdict", "code"),
    [
        ("NYC: R3-Binghamton cost 6 income 10", "best", 0),
        ("New York Central: r3, q3", "best", 0),
        ('{"company": "NYC", "hexes": ["R3", "Q3"], "cost": 6, "income": 10}', "best", 0),
        ('{"hexes": ["R3", "Q3"]}', "best", 0),
        ("NYC: R3 cost 2 income 8", "improvable", 1),
        ("NYC: nothing", "improvable", 1),
        ("NYC: R3-Q3 cost 4 income 10", "misstated", 1),
        ("NYC: R3-Q3 cost 6 income 9", "misstated", 1),
        ("NYC: Q3-R3", "illegal", 1),
    ],
)
def test_claims_are_read_and_judged(tmp_path: Path, claim: str, verdict: str, code: int) -> None:
    said = tmp_path / "claim.txt"
    said.write_text(claim)
    result = bestrun("check", EXAMPLES / "chicago-build.toml", said, "--json")
    told = json.loads(result.out)
    assert (told["verdict"], result.code) == (verdict, code)
    assert told["legal"] is (verdict != "illegal")
    assert bool(told["problems"]) is (verdict in ("misstated", "illegal"))
    assert verdict in bestrun("check", EXAMPLES / "chicago-build.toml", said).out


def test_what_solve_says_is_a_claim_that_check_calls_best(tmp_path: Path) -> None:
    for name in ("chicago-build", "chicago-plan"):
        position = EXAMPLES / f"{name}.toml"
        said = tmp_path / "claim.json"
        said.write_text(json.dumps(answer("solve", position)))
        assert bestrun("check", position, said).code == 0


def test_names_that_a_position_adds_are_understood(tmp_path: Path) -> None:
    position = tmp_path / "named.toml"
    position.write_text(HEAD + '[networks]\nNYC = ["S3", "Hill"]\n[names]\nR3 = "Hill"\n')
    said = tmp_path / "claim.txt"
    said.write_text("NYC: hill")
    assert "Hill (R3)" in bestrun("check", position, said).out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "tresury = 3", "unknown key 'tresury' (did you mean treasury?)"),
        (HEAD + 'houses = ["Q33"]', "no hex or place 'Q33' in chicago-express (did you mean Q3?)"),
        (HEAD + 'houses = ["Bingamton"]', "did you mean Binghamton?"),
        (HEAD + 'houses = "Q3"', "houses: expected a list of hexes"),
        (HEAD + 'houses = ["Q3", "Binghamton"]', "Binghamton (Q3) is named twice"),
        (HEAD + 'houses = ["Chicago"]', "no house can stand on Chicago (A2)"),
        (HEAD + 'houses = ["Detroit"]', "no house can stand on Detroit (E0)"),
        (HEAD + 'houses = ["R4"]', "no house can stand on R4"),
        (HEAD + "networks = 7", "networks: expected a table"),
        (HEAD + '[networks]\nNCY = ["S3"]', "unknown company 'NCY' (did you mean NYC?)"),
        (HEAD + "[networks]\nNYC = [3]", "networks.NYC: expected a list of hexes"),
        (HEAD + '[networks]\nNYC = ["R3"]', "the start hex New York (S3) is missing"),
        (HEAD + '[networks]\nNYC = ["S3", "Q3"]', "Binghamton (Q3) is not connected"),
        (HEAD + '[networks]\nNYC = ["S3", "S4", "S5", "R5"]', "R5) is a start hex"),
        (
            HEAD + '[networks]\nNYC = ["S3", "R3"]\nPRR = ["R5", "R4", "R3"]',
            "NYC and PRR both stand on R3: a forest takes one company",
        ),
        (HEAD + "[industry]\nWeeling = 4", "did you mean Wheeling?"),
        (HEAD + "[industry]\nPittsburgh = 5", "5 is not on the scale of Pittsburgh: 4, 6, 8"),
        (HEAD + '[industry]\nPittsburgh = "6"', "expected a whole number, got '6'"),
        (HEAD + "[shares_sold]\nNYC = 6", "6 shares of NYC, but there are 5"),
        (HEAD + "[shares_sold]\nNYC = -1", "shares_sold.NYC: -1 is less than 0"),
        (HEAD + "[shares_sold]\nNYC = 0\n" + PLAYERS, "more than sold"),
        (HEAD + "[income]\nNYC = true", "income.NYC: expected a whole number"),
        (HEAD + 'ask = "biuld"', "did you mean build?"),
        (HEAD + 'ask = "plan"', "actions is missing"),
        (HEAD + 'ask = "plan"\nactions = 0', "actions: 0 is less than 1"),
        (HEAD + 'ask = "plan"\nactions = "4"', "actions: expected a whole number"),
        (HEAD + 'ask = "plan"\nactions = 1\ngoal = "Chicago"', "did you mean chicago?"),
        (HEAD + 'ask = "develop"', "player is missing"),
        (HEAD + 'ask = "develop"\nplayer = "Andi"\n' + PLAYERS, "did you mean Andy?"),
        ('title = "chicago-express"\ntreasury = 3', "company is missing"),
        ('title = "chicago-express"\ncompany = "NYC"', "treasury is missing"),
        ('title = "chicago-express"\ncompany = "NYC"\ntreasury = -4', "-4 is less than 0"),
        ('title = "chicago-express"\ncompany = "NYC"\ntreasury = 4.5', "got 4.5"),
        ('title = "chicago-express"\ncompany = "Wabash"\ntreasury = 4', "Wabash is not open yet"),
        ('title = "chicago-expres"', "did you mean chicago-express?"),
        ('title = "chicago-express"\ncompany = 7', "a company is named by its letters"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, text: str, words: str) -> None:
    told = refusal(bestrun("solve", written(tmp_path, text, "bad.toml")))
    assert words in told and "bad.toml" in told


def test_a_network_larger_than_the_company(tmp_path: Path) -> None:
    """The Wabash has 11 locomotives."""
    hexes = [f"{column}{row}" for column in "DEF" for row in (3, 4, 5, 6)]
    position = written(tmp_path, f"{HEAD}[networks]\nWabash = {json.dumps(hexes)}")
    assert "12 hexes, but only 11 locomotives" in refusal(bestrun("solve", position))


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("", "empty"),
        ("# nothing here", "no claim in it"),
        ("R3-Q3", "write NYC: R3-Q3 cost 6 income 10"),
        ("NCY: R3", "did you mean NYC?"),
        ("NYC: R3-Q33", "did you mean Q3?"),
        ("NYC: R3 cost six", "cost 'six' is no whole number"),
        ("NYC: R3 cost 2 cost 3", "cost is given twice"),
        ("PRR: Q5", "the claim is PRR's"),
        ("NYC: R3\nPRR: Q5", "for one company"),
        ('{"hexes": "R3"}', "hexes"),
        ('{"hexes": ["R3", ["Q3"]]}', "not both"),
        ('{"hexes": ["R3"], "cost": "2"}', "cost"),
        ('{"hexes": ["R3"', "broken JSON"),
    ],
)
def test_a_bad_claim_is_one_clear_line(tmp_path: Path, claim: str, words: str) -> None:
    said = written(tmp_path, claim, "claim.txt")
    assert words in refusal(bestrun("check", EXAMPLES / "chicago-build.toml", said))


def test_an_unknown_method_is_named() -> None:
    said = bestrun("solve", EXAMPLES / "chicago-build.toml", "--method", "swep")
    assert "did you mean sweep?" in refusal(said)


def test_the_report_is_readable_and_complete() -> None:
    text = bestrun("report", EXAMPLES / "chicago-plan.toml").out
    for company in ("PRR", "B&O", "C&O", "NYC", "Wabash"):
        assert company in text
    assert "no end condition holds" in text
