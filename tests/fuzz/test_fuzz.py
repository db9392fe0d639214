"""The quick pass: some attempts of every kind, always the same."""

from __future__ import annotations

import os
from random import Random

import pytest

from .attempt import Attempt, Broken, run
from .campaign import attempted
from .kinds import KINDS, written
from .spoil import spoilt

QUICK = {"position": 60, "claim": 60, "export": 40, "title": 40, "batch": 20}
OTHERS = 25


@pytest.fixture(autouse=True)
def _no_titles_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "BESTRUN_TITLES", "")


@pytest.mark.parametrize(
    ("kind", "tens"), [(kind, at) for kind in KINDS for at in range(QUICK.get(kind, OTHERS) // 5)]
)
def test_the_promise_is_kept(kind: str, tens: int) -> None:
    for number in range(tens * 5, tens * 5 + 5):
        counts = attempted(kind, -1 - number)
        assert counts["attempts"] == 1


def test_an_attempt_can_be_made_again() -> None:
    for kind, make in KINDS.items():
        assert make(Random(f"{kind} 7")) == make(Random(f"{kind} 7"))


def test_some_of_what_is_made_is_still_valid() -> None:
    for kind in ("position", "claim"):
        codes = [attempted(kind, -1 - number) for number in range(20)]
        assert sum(counts["exit 0"] + counts["exit 1"] for counts in codes) >= 5


@pytest.mark.parametrize(
    ("end", "wanted"),
    [
        ("raise KeyError('x')", "internal error"),
        ("sys.exit(3)", "exit code 3"),
        ("print('\\x1b[31m')", "is printed"),
        ("print('no json')", "no JSON"),
        ("print('hm', file=sys.stderr)", "on stderr"),
        ("sys.exit(2)", "exit code 2 with 0 complaints"),
        ("open(sys.argv[-2] + '.tmp', 'w').close()", "left behind"),
    ],
)
def test_a_broken_promise_is_noticed(
    end: str, wanted: str, tmp_path: os.PathLike[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys
    from pathlib import Path

    def misbehave(*_: object, **__: object) -> None:
        exec(end, {"sys": sys})

    monkeypatch.setattr("bestrun.commands.reach.answer_all", misbehave)
    attempt = Attempt(("reach", "{p.json}", "--json"), {"p.json": written({"title": "1844"})})
    with pytest.raises(Broken, match=wanted):
        run(attempt, Path(tmp_path))


def test_data_is_spoilt_and_the_original_is_not() -> None:
    good = {"a": [1, {"b": "c"}], "d": "e"}
    kept = repr(good)
    spoils = [spoilt(good, Random(number)) for number in range(200)]
    assert repr(good) == kept
    assert sum(each != good for each in spoils) > 150
