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


def test_a_missing_package_is_one_line() -> None:
    ((status, answer),) = bare_answers([("title", {"title": "1844"})])
    assert status == 200
    board = {"title": "island-rails", "board": {"seed": 1}, "ask": "track", "connect": []}
    ((status, answer),) = bare_answers([("solve", {"position": board})])
    assert status == 501
    assert answer["error"] == "this needs numpy, which is not here: ask on a computer"
