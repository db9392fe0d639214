"""The study of what directors miss: a script that audits a folder and writes a document."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from audits import luzern
from exported import route
from material import DATA

from bestrun.auditing.runs import audit_game
from mapdata.titles import load

ROOT = Path(__file__).resolve().parents[2]

sys.path.insert(0, str(ROOT / "benchmarks"))
import study  # noqa: E402


@pytest.mark.parametrize(
    ("title", "train", "kind"),
    [
        ("1889", "3", "3"),
        ("1889", "D", "no limit (D)"),
        ("1844", "3H", "hexes count (3H)"),
        ("1844", "8E", "best stops pay (4/6, 8E)"),
        ("1846", "4/6", "best stops pay (4/6, 8E)"),
        ("1846", "7/8", "best stops pay (4/6, 8E)"),
        ("1880", "2+2", "towns apart (2+2)"),
        ("1822", "4+", "4"),
    ],
)
def test_trains_are_of_kinds(title: str, train: str, kind: str) -> None:
    assert study.kind_of(load(title).trains[train]) == kind


def test_a_train_that_stood_still_is_what_was_missed() -> None:
    idle = route("2-0", 40, "G18 F17", nodes="G18-0 F17-0")
    (run,) = study.studied(audit_game(luzern(idle).export(), jobs=1))
    assert (run.missed, run.trains, run.stage) == (40, 2, "yellow")
    assert run.why == "a train stood still that could have run"


def test_misses_of_a_company_that_follow_each_other_are_counted() -> None:
    (run,) = study.studied(audit_game(luzern().export(), jobs=1))
    best = study.StudiedRun(**{**vars(run), "claimed": run.optimum})
    assert study.again([run, run, best, run]) == (1, 2)


def test_one_command_writes_document_and_picture(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    study.main(DATA / "exports", tmp_path)
    text = (tmp_path / "study.md").read_text()
    assert "| 1844 Switzerland | 1 | 1 | 100% | 40 | 50.0% |" in text
    assert (tmp_path / "pictures" / "study.png").stat().st_size > 5000
