"""Hexes and hexsides that open with a phase, on the board of the tiny title."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from material import DATA

import bestrun
from mapdata.errors import InputError
from mapdata.folders import VARIABLE
from mapdata.titles import load_anew

POSITION: dict[str, Any] = {
    "title": "valley",
    "phase": "1",
    "company": "RED",
    "trains": ["2"],
    "tiles": {"B2": "6:5"},
    "tokens": {"RED": ["B2"]},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = Path(shutil.copytree(DATA / "tiny-title", tmp_path / "valley"))
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return found


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def lays(phase: str) -> set[tuple[str, str]]:
    found = bestrun.moves(POSITION | {"phase": phase}).to_dict()["lays"]
    return {(lay["hex"], lay["tile"]) for lay in found}


def test_a_hex_opens_with_a_phase(folder: Path) -> None:
    assert "C3" in {hex_id for hex_id, _ in lays("1")}
    change(
        folder, "title.toml", "[companies.RED]", '[building]\nopens = { C3 = "2" }\n[companies.RED]'
    )
    load_anew("valley")
    assert "C3" not in {hex_id for hex_id, _ in lays("1")}
    assert "C3" in {hex_id for hex_id, _ in lays("2")}


def test_a_hexside_opens_with_a_phase(folder: Path) -> None:
    before = {tile for hex_id, tile in lays("1") if hex_id == "C3"}
    assert "58:2" in before
    old = "border=edge:0,type:impassable"
    change(folder, "map.toml", old, f"{old};border=edge:4,type:impassable,opens:2")
    load_anew("valley")
    now = {tile for hex_id, tile in lays("1") if hex_id == "C3"}
    assert now < before
    assert "58:2" not in now  # it leads to edge 4
    assert {tile for hex_id, tile in lays("2") if hex_id == "C3"} >= before


@pytest.mark.parametrize(
    ("border", "said"),
    [
        ("type:impassable,opens:9", "unknown phase '9'"),
        ("type:water,opens:2,cost:5", "opens goes with type:impassable"),
    ],
)
def test_an_opening_needs_a_phase_and_a_sealed_side(folder: Path, border: str, said: str) -> None:
    change(folder, "map.toml", "border=edge:0,type:impassable", f"border=edge:4,{border}")
    with pytest.raises(InputError, match=said):
        load_anew("valley")
