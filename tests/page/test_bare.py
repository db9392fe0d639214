"""What a browser lacks is no error: the questions without numpy, OR-Tools and processes."""

from __future__ import annotations

import json
from typing import Any

from bare import bare_answers
from material import DATA, real_cases
from thorough import THOROUGH

from bestrun.page.questions import QUESTIONS, answer


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
    for case, (status, told) in zip(some, answers, strict=True):
        assert status == 200, told
        assert (told["revenue"], told["proven"]) == (case["optimum"], True), case["id"]


def every_question() -> dict[str, dict[str, Any]]:
    """A question of each kind, about a real turn or a small game of 1844."""
    (case,) = [each for each in real_cases("1844-a") if each["id"] == "1844-a:145"]
    about = {"position": case["position"]}
    game = {"game": json.loads((DATA / "exports" / "luzern.json").read_text())}
    lay = {"hex": "K10", "tile": "15:0"}
    return {
        **dict.fromkeys(("solve", "moves", "reach", "round", "view", "draw"), about),
        "report": {"position": {"title": "chicago-express"}},
        "check": about | {"claim": case["claim"]},
        "advise": about | {"trains": True, "turn": True},
        "titles": {},
        "title": {"title": "1844"},
        "save": about | {"format": "svg"},
        "hex": about | {"hex": "K10", "any": True},
        "lay": about | {"hex": "K10", "code": "15:0"},
        "board": {"position": ISLAND},
        "move": about | {"move": {"lay": lay}},
        "tiles": about | {"lays": [lay]},
        "open": {"text": json.dumps(case)},
        "game": game,
        "audit": game,
    }


def without_time(told: Any) -> Any:
    """An answer without the seconds that it took."""
    if isinstance(told, dict):
        return {key: without_time(value) for key, value in told.items() if key != "seconds"}
    return [without_time(each) for each in told] if isinstance(told, list) else told


def test_every_question_is_answered_as_with_all_packages() -> None:
    asked = every_question()
    assert set(asked) == set(QUESTIONS)
    bare = bare_answers(list(asked.items()))
    for (name, question), (status, told) in zip(asked.items(), bare, strict=True):
        reply = answer(name, json.dumps(question).encode())
        assert (status, reply.status) == (200, 200), (name, told)
        if name != "save":
            assert without_time(told) == without_time(json.loads(reply.body)), name


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
