"""Bad input for Chicago Express: one clear line that names the place, exit code 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chicago_cases import way
from click.testing import CliRunner

from bestrun import api
from bestrun.cli import bestrun
from mapdata.errors import InputError

GOOD: dict[str, Any] = {"title": "chicago-express", "company": "NYC", "treasury": 12}


def refused(data: dict[str, Any], place: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        api.solve(data)
    message = str(caught.value)
    assert message.startswith(f"position: {place}"), message
    assert words in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("more", "place", "words"),
    [
        ({"tresury": 3}, "unknown key 'tresury'", "did you mean treasury"),
        ({"network": {}}, "unknown key 'network'", "did you mean networks"),
        ({"company": "NYX"}, "company", "did you mean NYC"),
        ({"company": 7}, "company", "named by its letters"),
        ({"company": "Wabash"}, "company", "not open yet"),
        ({"treasury": -1}, "treasury", "-1 is less than 0"),
        ({"treasury": "12"}, "treasury", "expected a whole number, got '12'"),
        ({"treasury": 1.5}, "treasury", "expected a whole number"),
        ({"treasury": True}, "treasury", "expected a whole number"),
        ({"treasury": None}, "treasury", "expected a whole number"),
        ({"houses": "Q3"}, "houses", "expected a list"),
        ({"houses": ["Q33"]}, "houses", "did you mean Q3"),
        ({"houses": ["Binghampton"]}, "houses", "did you mean Binghamton"),
        ({"houses": ["Q3", "Binghamton"]}, "houses", "named twice"),
        ({"houses": ["Chicago"]}, "houses", "no house can stand on Chicago"),
        ({"houses": ["P4"]}, "houses", "no house can stand on P4"),
        ({"houses": ["S3"]}, "houses", "no house can stand on New York"),
        ({"houses": ["K4"]}, "houses", "no house can stand on Pittsburgh"),
        ({"industry": {"Wheeling": 7}}, "industry.Wheeling", "3, 4, 5, 6"),
        ({"industry": {"Pittsburgh": 5}}, "industry.Pittsburgh", "4, 6, 8"),
        ({"industry": {"Pitsburgh": 4}}, "industry.Pitsburgh", "did you mean Pittsburgh"),
        ({"industry": {"Detroit": "1"}}, "industry.Detroit", "expected a whole number"),
        ({"industry": 3}, "industry", "expected a table"),
        ({"shares_sold": {"NYC": 6}}, "shares_sold.NYC", "there are 5"),
        ({"shares_sold": {"NYC": -1}}, "shares_sold.NYC", "less than 0"),
        ({"shares_sold": {"NYD": 1}}, "shares_sold", "did you mean NYC"),
        ({"shares_sold": {"NYC": 1, "nyc": 1}}, "shares_sold", "NYC is named twice"),
        ({"players": {"Andy": 3}}, "players.Andy", "expected a table"),
        ({"players": {"Andy": {"NYC": 6}}}, "players", "there are 5"),
        ({"income": {"NYC": "8"}}, "income.NYC", "expected a whole number"),
        ({"ask": "biuld"}, "ask", "did you mean build"),
        ({"ask": "plan"}, "actions is missing", "how many"),
        ({"ask": "plan", "actions": 0}, "actions", "less than 1"),
        ({"ask": "plan", "actions": "4"}, "actions", "expected a whole number"),
        ({"ask": "plan", "actions": 4, "goal": "Chicgo"}, "goal", "expected income or chicago"),
        ({"ask": "develop"}, "player is missing", "for whom"),
        ({"player": "Andi", "players": {"Andy": {}}}, "player", "did you mean Andy"),
        ({"player": 3}, "player", "named by a text"),
        ({"names": {"Q99": "Albany"}}, "names.Q99", "did you mean Q9"),
        ({"names": {"Q0": "Chicago"}}, "names.Q0", "has that name already"),
        ({"names": {"Q0": 3}}, "names.Q0", "a name is a text"),
    ],
)
def test_a_wrong_key_or_value(more: dict[str, Any], place: str, words: str) -> None:
    refused(GOOD | more, place, words)


@pytest.mark.parametrize("key", ["company", "treasury"])
def test_what_a_build_needs(key: str) -> None:
    refused({name: value for name, value in GOOD.items() if name != key}, key, "is missing")


def test_shares_held_are_shares_sold() -> None:
    more = {"shares_sold": {"NYC": 1}, "players": {"Andy": {"NYC": 1}, "Bert": {"NYC": 1}}}
    refused(GOOD | more, "shares_sold.NYC", "hold 2 shares of NYC, more than sold")


LONG = [f"{letter}{row}" for letter in "NML" for row in range(10)]


@pytest.mark.parametrize(
    ("networks", "place", "words"),
    [
        ({"NYC": "S3"}, "networks.NYC", "expected a list"),
        ({"NYC": ["S3", 3]}, "networks.NYC", "expected a list"),
        ({"NYC": ["S3", "R33"]}, "networks.NYC", "did you mean R3"),
        ({"NYC": ["R3"]}, "networks.NYC", "start hex New York (S3) is missing"),
        ({"NYC": []}, "networks.NYC", "start hex New York (S3) is missing"),
        ({"NYC": ["S3", "Q3"]}, "networks.NYC", "Binghamton (Q3) is not connected"),
        ({"NYC": ["S3", "R3", "R3"]}, "networks.NYC", "R3 is named twice"),
        ({"PRR": ["R5", "Q6", "Q7"]}, "networks.PRR", "Baltimore (Q7) is a start hex"),
        ({"NYC": ["S3", "R3"], "PRR": ["R5", "R4", "R3"]}, "networks", "both stand on R3"),
        ({"Wabash": ["E3"]}, "networks.Wabash", "start hex Fort Wayne (D3) is missing"),
        ({"PRR": ["R5", *LONG]}, "networks.PRR", "31 hexes, but only 20 locomotives"),
        ({"XYZ": ["S3"]}, "networks", "unknown company 'XYZ'"),
    ],
)
def test_networks_that_cannot_stand_on_the_board(
    networks: dict[str, Any], place: str, words: str
) -> None:
    refused(GOOD | {"networks": networks}, place, words)


def test_no_more_houses_than_there_are() -> None:
    forests = way("G8 H7 H8 I5 I7 J3 J4 J5 K2 K9 L2 L8 M1 M2 M7 M8 M9 N3 N7 O1 O9")
    refused(GOOD | {"houses": forests}, "houses", "21, but there are 20")


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("hello", "no claim: 'hello'"),
        ("# nothing but a remark", "no claim in it"),
        ("NYC: R3-Q33", "did you mean Q3"),
        ("NYX: R3", "did you mean NYC"),
        ("PRR: R4", "the position asks for NYC"),
        ("NYC: R3\nPRR: R4", "one company's"),
        ("NYC: R3 cost two", "cost 'two' is no whole number"),
        ("NYC: R3 cost -2", "cost '-2' is no whole number"),
        ("NYC: R3 cost 2 cost 3", "a second cost"),
        ({"cost": 3}, "hexes is missing"),
        ({"hexes": "R3"}, "expected a list"),
        ({"hexes": ["R3", ["Q3"]]}, "not both"),
        ({"hexes": ["R3"], "cost": "2"}, "expected a whole number"),
        (17, "expected a table"),
    ],
)
def test_a_claim_that_is_none(claim: object, words: str) -> None:
    with pytest.raises(InputError) as caught:
        api.check(GOOD, claim)
    assert words in str(caught.value)
    assert str(caught.value).startswith("claim")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("method", ["cpsatt", "routes"])
def test_an_unknown_method(method: str) -> None:
    with pytest.raises(InputError, match="unknown method"):
        api.solve(GOOD, method=method)


@pytest.mark.parametrize("command", ["solve", "report", "plot"])
def test_the_commands_say_it_in_one_line(tmp_path: Path, command: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(GOOD | {"networks": {"NYC": ["S3", "Q3"]}}))
    extra = ["-o", str(tmp_path / "out.png")] if command == "plot" else []
    result = CliRunner().invoke(bestrun, [command, str(file), *extra])
    assert isinstance(result.exception, InputError)
    assert "bad.json: networks.NYC: Binghamton (Q3) is not connected" in str(result.exception)
    assert sorted(tmp_path.iterdir()) == [file]


def test_names_that_a_position_adds_can_be_used_at_once() -> None:
    more = {"names": {"Q0": "Little Falls-on-Mohawk", "R2": "Woods"}, "houses": ["Woods"]}
    verdict = api.check(GOOD | more, "NYC: Woods - Q2 - Q1 cost 6").as_json()
    assert verdict["problems"] == []
    claim = "NYC: S2-S1-R0\nNYC: little falls-on-mohawk cost 2 income 9"
    verdict = api.check(GOOD | more | {"ask": "plan", "actions": 2}, claim).as_json()
    assert verdict["problems"] == []


def test_huge_figures_are_no_trouble() -> None:
    answer = api.solve(GOOD | {"treasury": 10**30, "ask": "plan", "actions": 2}).as_json()
    assert answer["proven"]
    assert answer["left"] == 10**30 - answer["cost"]
