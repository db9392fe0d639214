"""What a browser lacks is no error: the questions without numpy, OR-Tools and processes."""

from __future__ import annotations

import json

from bare import bare_answers
from material import DATA
from thorough import THOROUGH


def test_real_turns_are_solved_and_proven_with_nothing_but_python() -> None:
    cases = [
        case
        for path in sorted((DATA / "positions").glob("*.json"))
        for case in json.loads(path.read_text())
        if "optimum" in case
    ]
    some = cases if THOROUGH else cases[:: max(1, len(cases) // 200)]
    answers = list(bare_answers([("solve", {"position": case["position"]}) for case in some]))
    assert len(answers) == len(some) >= 100
    for case, (status, answer) in zip(some, answers, strict=True):
        assert status == 200, answer
        assert (answer["revenue"], answer["proven"]) == (case["optimum"], True), case["id"]


ISLAND = {"title": "island-rails", "board": {"seed": 7}}


def test_island_rails_is_drawn_and_priced_with_nothing_but_python() -> None:
    card = [{"good": "coal", "town": "Vellacott"}]
    cards = {"ask": "contracts", "cards": [card]}
    asked = [
        ("draw", {"position": ISLAND}),
        ("board", {"position": ISLAND}),
        ("view", {"position": ISLAND | cards}),
    ]
    drawn, board, priced = bare_answers(asked)
    assert [status for status, _ in (drawn, board, priced)] == [200, 200, 200]
    assert drawn[1]["svg"].startswith("<svg") and len(board[1]["points"]) > 500
    assert priced[1]["answer"]["cards"][0][0]["pay"] == 16


def test_chicago_express_is_answered_with_nothing_but_python() -> None:
    networks = {"PRR": ["R5", "Q5", "Q4", "Q3"]}
    position = {"title": "chicago-express", "company": "NYC", "treasury": 12, "networks": networks}
    players = {"players": {"A": {"NYC": 1}}, "player": "A"}
    asked = [{"ask": "build"}, {"ask": "develop"} | players, {"ask": "action"} | players]
    answers = bare_answers([("view", {"position": position | each}) for each in asked])
    for status, told in answers:
        assert (status, told["error"]) == (200, None)
        assert told["answer"]["proven"]


def test_a_missing_package_is_one_line() -> None:
    ((status, answer),) = bare_answers([("title", {"title": "1844"})])
    assert status == 200
    towns = {"ask": "track", "connect": ["Corvane", "Pellworth"]}
    ((status, answer),) = bare_answers([("solve", {"position": ISLAND | towns})])
    assert status == 501
    assert answer["error"] == "this needs numpy, which is not here: ask on a computer"
