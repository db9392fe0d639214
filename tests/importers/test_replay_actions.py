"""The list of actions: undo, redo, automatic actions, and files that are no games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from exported import Exported, acted
from hypothesis import given
from hypothesis import strategies as st

from bestrun.importers import parse_export, read_export, replay
from bestrun.importers.actions import ExportedAction, without_undone
from mapdata.errors import InputError


def standing(game: Exported) -> list[int]:
    return [step.id for step in game.export().steps if not step.automatic]


def test_undo_takes_out_the_last_action() -> None:
    game = Exported()
    first, _ = game.add("pass", 1), game.add("pass", 2)
    game.undo()
    assert standing(game) == [first]


def test_undo_passes_over_talk() -> None:
    game = Exported()
    first, _ = game.add("pass", 1), game.add("pass", 2)
    game.add("message", 1, message="hello")
    game.undo()
    assert standing(game) == [first]


def test_undo_takes_out_everything_after_the_action_it_names() -> None:
    game = Exported()
    first = game.add("pass", 1)
    for _ in range(3):
        game.add("pass", 2)
    game.undo(back_to=first)
    assert standing(game) == [first]


def test_undo_back_to_zero_takes_out_everything() -> None:
    game = Exported()
    game.add("pass", 1)
    game.add("pass", 2)
    game.undo(back_to=0)
    assert standing(game) == []


def test_undo_with_nothing_left_does_nothing() -> None:
    game = Exported()
    game.undo()
    first = game.add("pass", 1)
    assert standing(game) == [first]


def test_an_action_is_undone_with_its_automatic_ones() -> None:
    game = Exported()
    game.add("pass", "GB", acted("pass", "GB"), acted("lay_tile", "GB"))
    game.undo()
    assert game.export().steps == ()


def test_automatic_actions_follow_their_action_in_order() -> None:
    game = Exported()
    game.add("pass", 1, acted("par", 1), acted("bid", 1))
    game.add("pass", 2)
    steps = game.export().steps
    assert [step.action.type for step in steps] == ["pass", "par", "bid", "pass"]
    assert [step.id for step in steps] == [1, 1, 1, 3]
    assert [step.automatic for step in steps] == [False, True, True, False]


def test_redo_puts_back_what_one_undo_took() -> None:
    game = Exported()
    ids = [game.add("pass", 1) for _ in range(4)]
    game.undo(back_to=ids[1])
    game.redo()
    assert standing(game) == ids


def test_two_undos_take_two_redos() -> None:
    game = Exported()
    ids = [game.add("pass", 1) for _ in range(3)]
    game.undo()
    game.undo()
    game.redo()
    assert standing(game) == ids[:2]
    game.redo()
    assert standing(game) == ids


def test_an_action_forgets_what_was_undone() -> None:
    game = Exported()
    first, _ = game.add("pass", 1), game.add("pass", 2)
    game.undo()
    third = game.add("bid", 1)
    game.redo()
    assert standing(game) == [first, third]


def test_talk_forgets_nothing() -> None:
    game = Exported()
    ids = [game.add("pass", 1) for _ in range(2)]
    game.undo()
    game.add("message", 1, message="wait")
    game.redo()
    assert standing(game) == ids


def test_an_undone_redo_is_undone_again() -> None:
    game = Exported()
    first, _ = game.add("pass", 1), game.add("pass", 2)
    game.undo()
    game.redo()
    game.undo()
    assert standing(game) == [first]
    assert game.export().undone == {3}


MOVES = st.lists(
    st.sampled_from(["pass", "pass", "pass", "message", "undo", "redo", "back"]), max_size=40
)


@given(MOVES, st.data())
def test_undo_and_redo_agree_with_marks_on_the_whole_list(moves: list[str], data) -> None:
    """The brute force never takes anything out: it marks and unmarks."""
    actions: list[ExportedAction] = []
    marked: dict[int, bool] = {}
    batches: list[list[int]] = []
    for number, move in enumerate(moves, 1):
        back = None
        if move == "back":
            back = data.draw(st.integers(0, number))
        kind = "undo" if move == "back" else move
        actions.append(ExportedAction(type=kind, entity=1, id=number, action_id=back))
        live = [each for each, out in marked.items() if not out]
        if kind == "undo":
            taken = live[-1:] if back is None else [each for each in live if each > back]
            marked |= dict.fromkeys(taken, True)
            batches.append(taken)
        elif kind == "redo":
            marked |= dict.fromkeys(batches.pop() if batches else [], False)
        elif kind == "pass":
            marked[number] = False
            batches.clear()
    stand, undone = without_undone(actions)
    assert [action.id for action in stand] == [each for each, out in marked.items() if not out]
    assert undone == {each for each, out in marked.items() if out}


@pytest.mark.parametrize(
    ("title", "rules", "id_"),
    [
        ("1844", [], "1844"),
        ("1841", [], "1841-v2"),
        ("1841", ["version_1"], "1841"),
        ("1841", ["lite"], "1841-v2-lite"),
        ("1841", ["lite", "p2p_purchases", "version_1"], "1841-lite"),
        ("1870", ["diesels"], "1870-diesels"),
    ],
)
def test_options_choose_the_edition(title: str, rules: list[str], id_: str) -> None:
    assert replay(Exported(title, *rules).export()).title.id == id_


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("1899", "a game of '1899': bestrun reads exported games of 1804, 1817"),
        ("x" * 5000, "a game of 'xxx"),
        ("18 GB", "games of 18GB are not followed yet (its positions are solved all the same)"),
        ("1825", "games of 1825U1, 1825U12, 1825U123 are not followed yet"),
    ],
)
def test_a_title_that_is_not_covered_is_named(title: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        replay(Exported(title).export())
    assert told in str(error.value) and len(str(error.value)) < 1000


def test_a_game_with_an_unknown_rule_is_tried_with_a_warning() -> None:
    (doubt,) = replay(Exported("1841", "p2p_purchase").export()).unknown_options
    assert "'p2p_purchase' is not known (did you mean p2p_purchases?)" in doubt


def _text(actions: str) -> str:
    return f'{{"title": "1844", "actions": {actions}}}'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        (_text("[")[:-1], "breaks off"),
        ("[1, 2]", "no game exported"),
        ("null", "no game exported"),
        ('{"title": "1844"}', "no list of actions"),
        ('{"title": 1844, "actions": []}', "title: expected text"),
        (_text("{}"), "actions: expected a list"),
        (_text("[1]"), r"actions\[0\]: expected a table"),
        (_text('[{"id": 1}]'), "type is missing"),
        (_text('[{"type": "pass"}]'), "has no id"),
        (_text('[{"id": "x", "type": "pass"}]'), "id: expected a whole number"),
        (_text('[{"id": %s, "type": "pass"}]' % ("9" * 5000)), "out of range"),
        (_text('[{"id": 1, "type": "lay_tile", "rotation": 7}]'), "rotation"),
        (_text('[{"id": 1, "type": "lay_tile", "hex": 5}]'), "hex: expected text"),
        (_text('[{"id": 1, "type": "run_routes", "routes": 5}]'), "routes: expected a list"),
        (_text("[" * 100_000), "nested too deeply"),
        (_text('[{"id": 1, "type": "x", "choice": ' + "[" * 100_000), "nested too deeply"),
        (_text('[{"id": 1, "type": "x", "auto_actions": ' * 50_000), "nested too deeply"),
        ("no json at all", "no JSON"),
        ('title = "1844"', "no game exported"),
    ],
)
def test_what_is_no_game_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told) as error:
        parse_export(text, "game")
    assert "\n" not in str(error.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b'{"title": "18\xff44", "actions": []}')
    with pytest.raises(InputError, match=r"game.json: is no text file"):
        read_export(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_export(tmp_path / "none.json")


def test_a_game_is_named_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "sunday.json"
    path.write_text("\ufeff" + json.dumps(Exported().data), encoding="utf-8")
    assert read_export(path).name == "sunday"
