"""Rarer mistakes in positions and claims of Chicago Express; odd input that is fine."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from chicago_cases import way

from bestrun import api
from bestrun.cli import main
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
        ({"network": {}}, "unknown key 'network'", "did you mean networks"),
        ({"treasury": True}, "treasury", "expected a whole number"),
        ({"treasury": None}, "treasury", "expected a whole number"),
        ({"houses": ["S3"]}, "houses", "no house can stand on New York"),
        ({"houses": ["K4"]}, "houses", "no house can stand on Pittsburgh"),
        ({"industry": 3}, "industry", "expected a table"),
        ({"shares_sold": {"NYD": 1}}, "shares_sold", "did you mean NYC"),
        ({"shares_sold": {"NYC": 1, "nyc": 1}}, "shares_sold", "NYC is named twice"),
        ({"players": {"Andy": 3}}, "players.Andy", "expected a table"),
        ({"players": {"Andy": {"NYC": 6}}}, "players", "there are 5"),
        ({"player": 3}, "player", "named by a text"),
        ({"names": {"Q99": "Albany"}}, "names.Q99", "did you mean Q9"),
        ({"names": {"Q0": "Chicago"}}, "names.Q0", "has that name already"),
        ({"names": {"Q0": 3}}, "names.Q0", "a name is a text"),
    ],
)
def test_a_wrong_key_or_value(more: dict[str, Any], place: str, words: str) -> None:
    refused(GOOD | more, place, words)


@pytest.mark.parametrize(
    ("networks", "place", "words"),
    [
        ({"NYC": "S3"}, "networks.NYC", "expected a list"),
        ({"NYC": []}, "networks.NYC", "start hex New York (S3) is missing"),
        ({"NYC": ["S3", "R3", "R3"]}, "networks.NYC", "R3 is named twice"),
        ({"Wabash": ["E3"]}, "networks.Wabash", "start hex Fort Wayne (D3) is missing"),
    ],
)
def test_networks_that_cannot_stand_on_the_board(
    networks: dict[str, Any], place: str, words: str
) -> None:
    refused(GOOD | {"networks": networks}, place, words)


def test_no_more_houses_than_there_are() -> None:
    forests = way("G8 H7 H8 I5 I7 J3 J4 J5 K2 K9 L2 L8 M1 M2 M7 M8 M9 N3 N7 O1 O9")
    refused(GOOD | {"houses": forests}, "houses", "21 houses, but the game has 20")


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("NYC: R3 cost -2", "cost '-2' is no whole number"),
        ({"cost": 3}, "hexes is missing"),
        (17, "expected a table"),
    ],
)
def test_a_claim_that_is_none(claim: object, words: str) -> None:
    with pytest.raises(InputError) as caught:
        api.check(GOOD, claim)
    assert words in str(caught.value)
    assert str(caught.value).startswith("claim")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("command", ["solve", "report", "plot"])
def test_the_commands_say_it_in_one_line(
    tmp_path: Path,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(GOOD | {"networks": {"NYC": ["S3", "Q3"]}}))
    extra = ["-o", str(tmp_path / "out.png")] if command == "plot" else []
    monkeypatch.setattr(sys, "argv", ["bestrun", command, str(file), *extra])
    with pytest.raises(SystemExit) as ended:
        main()
    (line,) = capsys.readouterr().err.splitlines()
    assert "bad.json: networks.NYC: Binghamton (Q3) is not connected" in line
    assert ended.value.code == 2
    assert sorted(tmp_path.iterdir()) == [file]


def test_names_that_a_position_adds_can_be_used_at_once() -> None:
    more = {"names": {"Q0": "Little Falls-on-Mohawk", "R2": "Woods"}, "houses": ["Woods"]}
    verdict = api.check(GOOD | more, "NYC: Woods - Q2 - Q1 cost 6").to_dict()
    assert verdict["problems"] == []
    claim = "NYC: S2-S1-R0\nNYC: little falls-on-mohawk cost 2 income 9"
    verdict = api.check(GOOD | more | {"ask": "plan", "actions": 2}, claim).to_dict()
    assert verdict["problems"] == []


def test_more_money_than_any_game_has_is_refused() -> None:
    with pytest.raises(InputError, match="treasury: 10001 is more than 10000"):
        api.solve(GOOD | {"treasury": 10_001, "ask": "plan", "actions": 2})
