"""First folders of a title: from facts, and like another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from material import SHARED

from bestrun.cli import bestrun as main
from bestrun.drafts.board import map_text, tiles_text
from bestrun.drafts.folder import from_facts
from mapdata.errors import InputError
from mapdata.folders import VARIABLE, add_folder
from mapdata.notation import parse
from mapdata.titles import load, load_anew
from mapdata.written import from_toml

FACTS: dict[str, Any] = {
    "title": "two-towns",
    "layout": "flat",
    "hexes": {
        "A1": {
            "name": "Ham",
            "colour": "yellow",
            "stops": [{"kind": "city", "value": 20, "slots": 2}],
            "track": [["e5", "s0"]],
            "xy": [0, 0],
        },
        "A3": {
            "colour": "white",
            "stops": [],
            "track": [],
            "cost": 40,
            "terrain": "water",
            "xy": [0, 2],
        },
        "B2": {
            "colour": "red",
            "stops": [{"kind": "offboard", "value": {"yellow": 10, "green": 30}}],
            "track": [["e2", "s0", "terminal"]],
            "xy": [1, 1],
        },
    },
    "tiles": {
        "9": {"count": 2, "colour": "yellow", "stops": [], "track": [["e0", "e3"]]},
        "T1": {"count": 1, "colour": "yellow", "stops": [], "track": [["e0", "j0"], ["e2", "j0"]]},
    },
    "companies": [{"id": "R", "name": "Red", "kind": "major", "home": "A1", "tokens": [0, 40]}],
    "privates": [],
    "trains": [
        {"name": "2", "count": 3, "price": 80, "distance": 2, "rusts_on": "E"},
        {
            "name": "E",
            "count": 2,
            "price": 300,
            "distance": [{"nodes": ["city", "offboard"], "pay": 3}, {"nodes": ["town"], "pay": 99}],
        },
    ],
    "phases": [
        {"name": "2", "starts_with": None, "tiles": ["yellow"], "train_limit": 4},
        {"name": "E", "starts_with": "E", "tiles": ["yellow", "green"], "train_limit": 2},
    ],
    "bonuses": [{"name": "coast", "amount": 10, "stops": [["A1"], ["B2"]]}],
    "route_rules": {"no_ends": ["town"], "backwards": True},
}


@pytest.fixture(autouse=True)
def _no_titles_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test adds to the search path is gone afterwards."""
    monkeypatch.setenv(VARIABLE, "")


def run(*words: str) -> str:
    answer = CliRunner().invoke(main, ["title", *words])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_facts_become_a_title_and_what_has_no_words_is_named(tmp_path: Path) -> None:
    facts, folder = tmp_path / "facts.json", tmp_path / "two-towns"
    facts.write_text(json.dumps(FACTS))
    assert "left out: route_rules: backwards" in run("from", str(facts), "-o", str(folder))
    assert (
        "companies: 1 (1 major)" in CliRunner().invoke(main, ["title", "check", str(folder)]).output
    )
    add_folder(folder)
    title = load_anew("two-towns")
    assert title.trains["E"].rows[0].visits == 3
    assert title.hexes["B2"].printed.stops[0].value("green") == 30
    assert title.bonuses[0].name == "coast"


def test_no_file_that_is_there_is_lost(tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps(FACTS))
    run("from", str(facts), "-o", str(tmp_path / "a"))
    with pytest.raises(InputError, match="is there already"):
        from_facts(facts, tmp_path / "a")


def test_facts_without_trains_are_refused_in_one_line(tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({key: item for key, item in FACTS.items() if key != "trains"}))
    with pytest.raises(InputError, match="trains is missing"):
        from_facts(facts, tmp_path / "a")


def test_a_new_title_begins_as_another(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    run("new", "My Valley", "--like", "1889", "-o", str(folder))
    assert 'name = "My Valley"' in (folder / "title.toml").read_text("utf-8")
    assert {path.name for path in folder.iterdir()} == {"title.toml", "map.toml", "tiles.toml"}


@pytest.mark.skipif(not SHARED.exists(), reason="the collection of facts is not here")
@pytest.mark.parametrize("title", ["1889", "18CO", "1870"])
def test_facts_of_a_title_are_its_board_and_tiles(title: str) -> None:
    facts = json.loads((SHARED / "facts" / f"{title}.json").read_text("utf-8"))
    known = load(title)
    printed = from_toml(map_text(facts, {}), title)
    for colour, hexes in printed.items():
        for names, code in hexes.items() if colour != "names" else ():
            for name in names.split():
                drawn = parse(code, name=name, colour=colour, stages=known.stages)
                assert drawn.stops == known.hexes[name].printed.stops, name
                assert set(drawn.track) == set(known.hexes[name].printed.track), name
    assert set(from_toml(tiles_text(facts, {}), title)) == set(known.tiles)


def test_facts_that_are_not_there_are_one_line_that_names_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.json: there is no such file"):
        from_facts(tmp_path / "nothing.json", None)
