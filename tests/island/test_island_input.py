"""Island Rails: mistakes in positions, boards and claims, one line each; the examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import bestrun, refusal, written
from island_boards import board, card, links, position

from mapdata.island.read import read_position
from solvers.island.boards.generate import generate

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MADE = board("large:Aston,Barrow plain:p,q small:Zell", "Aston-p-q-Zell-Barrow", Aston="coal")
GOOD = position(MADE, "track", connect=["Zell"])
ROUND = position(MADE, "deliveries", at="Aston", cards=[card("coal:Zell")])
ALL = links("Aston-p-q-Zell")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"connect": ["Zel"]}, "connect: there is no point 'Zel' (did you mean Zell?)"),
        ({"connect": ["p"]}, "connect: p is no town and no port"),
        ({"connect": []}, "connect: which towns?"),
        ({"ask": "tracks"}, "no ask 'tracks'"),
        ({"ask": None}, "the position has no question"),
        ({"train": "B-8"}, "no train 'B-8'"),
        ({"ship": "fery"}, "did you mean ferry"),
        ({"aim": "profit"}, "no aim 'profit'"),
        ({"money": -1}, "money: expected a sum in millions"),
        ({"money": "much"}, "money: expected a whole number"),
        ({"conect": ["Zell"]}, "did you mean connect"),
        ({"network": [["Aston", "q"]]}, "Aston and q are no neighbours"),
        ({"network": [["Aston"]]}, "a path is a list of points"),
        ({"network": ["Aston-p-Zell"]}, "p and Zell are no neighbours (q lies between)"),
        ({"network": ["Aston-p", ["p", "Zel"]]}, "network: [1]: there is no point 'Zel'"),
        ({"cards": [], "public": [card("cole:Zell")]}, "public[0]: no town of this board"),
        ({"public": [card("coal:Zell")] * 4}, "public: 4 open contracts, but at most 3 lie open"),
        ({"public": [card("coal:Zell")], "round": 3}, "from round 4 on, not in 3"),
        ({"network": ALL, "others": {"Red": links("p-q")}}, "belongs to you and to Red"),
        ({"others": {"Red": ALL}, "players": 1}, "1 players, but 2 of them have lines"),
        ({"load": ["coal"] * 3}, "load: 3 goods, but the train carries 2"),
        ({"load": ["cole"]}, "did you mean coal"),
        ({"at": "Zell"}, "stands on no line"),
        ({"cards": [card("cole:Zell")]}, "cards[0]: no town of this board offers 'cole'"),
        ({"cards": [card("coal:Zel")]}, "did you mean Zell"),
        ({"cards": [[]]}, "cards[0]: a card offers deliveries"),
        ({"ask": "contracts"}, "cards: no cards"),
        ({"horizon": 0}, "horizon: 1 to 40 turns"),
        ({"aboard": True}, "a ship is boarded in a port"),
        ({"board": {"seed": 7, "shape": "square"}}, "board: "),
        ({"board": {"sed": 7}}, "board: "),
        ({"board": "none.json"}, "none.json: there is no such file"),
    ],
)
def test_a_mistake_in_a_position(tmp_path: Path, more: dict[str, Any], words: str) -> None:
    message = refusal(bestrun("solve", written(tmp_path, GOOD | more)))
    assert message.startswith(f"{tmp_path / 'p.json'}: ")
    assert words in message


def test_lines_are_paths_as_in_claims() -> None:
    spelt: list[Any] = ["Aston-p-q", ["q", "Zell"]]
    read = [
        read_position(GOOD | {"network": lines, "others": others}, str, generate)
        for lines, others in (
            (ALL[:3], {"Red": links("Zell-Barrow")}),
            (spelt, {"Red": ["Zell-Barrow"]}),
            (["Aston - p - q - Zell"], ["Zell-Barrow"]),
            (spelt, [["Zell-Barrow"]]),
        )
    ]
    assert len({each.network for each in read}) == 1
    assert len({each for one in read for each in one.others.values()}) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"links": [["Aston", "z"]]}, "links[0]: there is no point z"),
        ({"links": [["p", "p"]]}, "joins the point p to itself"),
        ({"rivers": [["Aston", "Zell"]]}, "no link between Aston and Zell for a river"),
        ({"points": []}, "a board needs points"),
        ({"points": [{"id": 1, "x": 0, "y": 0, "kind": "swamp"}]}, "points[0].kind"),
    ],
)
def test_a_mistake_in_a_board_file(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    written(tmp_path, {"title": "island-rails", **MADE, **change}, "board.json")
    message = refusal(bestrun("solve", written(tmp_path, GOOD | {"board": "board.json"})))
    assert "board.json: " in message and words in message


def test_a_board_file_that_is_no_json(tmp_path: Path) -> None:
    written(tmp_path, "{", "board.json")
    message = refusal(bestrun("solve", written(tmp_path, GOOD | {"board": "board.json"})))
    assert "broken JSON" in message


def test_a_board_lies_beside_its_position(tmp_path: Path) -> None:
    written(tmp_path, {"title": "island-rails", **MADE}, "board.json")
    path = written(tmp_path, GOOD | {"board": "board.json"})
    said = bestrun("solve", path, "--json")
    assert (said.code, said.objects[0]["cost"]) == (0, 3)
    many = tmp_path / "many.json"
    many.write_text(json.dumps([GOOD | {"board": "board.json"}] * 2))
    assert [each["cost"] for each in bestrun("solve", many, "--json").objects] == [3, 3]


def test_an_unknown_method(tmp_path: Path) -> None:
    message = refusal(bestrun("solve", written(tmp_path, GOOD), "--method", "tabel"))
    assert "did you mean table" in message


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("build: Aston-Zel", "line 1: there is no point 'Zel' (did you mean Zell?)"),
        ("built: Aston-p", "did you mean build"),
        ("build: Aston", "at least two points"),
        ("build: Aston-p cost cheap", "cost 'cheap' is no whole number"),
        ("build: Aston-p cost 1 cost 2", "cost is given twice"),
        ("build: Aston-p pay 1", "build has no 'pay'"),
        ("turn 2:\nbuild: Aston-p", "turn 2 comes where turn 1 is expected"),
        ("build: Aston-p\nAston p", "line 2: no claim: 'Aston p'"),
        ("load: coal", "a claim about track builds"),
        ("start: Zell\nbuild: Aston-p", "start: the train begins in a large town"),
    ],
)
def test_a_mistake_in_a_claim(tmp_path: Path, claim: str, words: str) -> None:
    message = refusal(bestrun("check", written(tmp_path, GOOD), claim))
    assert words in message


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("load: cole", "there is no good 'cole' (did you mean coal?)"),
        ("deliver: coal to Zell card 2", "there is no card 2: 1 in hand"),
        ("upgrade: D-9", "there is no train 'D-9'"),
        ("hire: fery", "did you mean ferry"),
        ("start: Barrow\nload: coal", "start: the train is at Aston"),
        ("load: ", "load what?"),
    ],
)
def test_a_mistake_in_a_claim_of_deliveries(tmp_path: Path, claim: str, words: str) -> None:
    assert words in refusal(bestrun("check", written(tmp_path, ROUND), claim))


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"turns": []}, "the claim has no turns"),
        ({"turns": [{"actions": [{"do": "fly"}]}]}, "turns[0].actions[0]: do: no action 'fly'"),
        ({"turns": [{"actions": [{"do": "build"}]}]}, "build what?"),
        ({"turns": [{"actions": [{"do": "build", "path": "Aston-p"}]}]}, "at least two points"),
        ({"turns": 3}, "turns: expected"),
    ],
)
def test_a_mistake_in_a_claim_for_programs(
    tmp_path: Path, claim: dict[str, Any], words: str
) -> None:
    path = written(tmp_path, claim, "claim.json")
    assert words in refusal(bestrun("check", written(tmp_path, GOOD), path))


def test_exit_codes_of_verdicts(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    assert bestrun("check", path, "build: Barrow-Zell cost 3").code == 0
    assert bestrun("check", path, "build: Aston-p-q-Zell cost 5").code == 1


def test_what_solve_prints_is_a_claim(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    answer = written(tmp_path, bestrun("solve", path, "--json").out, "answer.json")
    assert bestrun("check", path, answer).code == 0
    far = written(tmp_path, ROUND | {"network": ALL}, "far.json")
    for asked in path, far:
        claim = written(tmp_path, bestrun("solve", asked).out, "claim.txt")
        assert bestrun("check", asked, claim).code == 0


def test_the_examples() -> None:
    priced, joined, planned = (
        bestrun("solve", EXAMPLES / f"island-{ask}.toml", "--json").objects[0]
        for ask in ("contracts", "track", "deliveries")
    )
    assert priced["cards"][0][0]["pay"] == 16
    assert (joined["cost"], joined["proven"]) == (15, True)
    assert (planned["money_per_turn"], planned["proven"]) == (6.0, True)
    said = bestrun("check", EXAMPLES / "island-track.toml", EXAMPLES / "island-claim.txt")
    assert (said.code, "verdict: improvable" in said.out) == (1, True)
