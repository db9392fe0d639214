"""What a command loads, and so how long it takes to begin; a clock would tell less."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from bestrun.api import DATA
from bestrun.cli import COMMANDS, FIRST

SION = str(DATA / "sion.toml")

HEAVY = {"numpy", "scipy", "pandas", "matplotlib", "networkx", "shapely", "ortools", "rich"}
HEAVY |= {"starlette", "uvicorn", "httpx", "jinja2", "distributed", "dask", "joblib"}
"""What takes a tenth of a second or more."""

SLOW = {"email", "importlib.metadata", "concurrent.futures", "subprocess", "logging", "pickle"}
SLOW |= {"asyncio", "socket", "tempfile", "traceback", "difflib", "html", "csv", "unittest", "xml"}
"""What takes a hundredth, and one position does not need."""

WIDTH = {"shutil", "bz2", "lzma"}
"""What asks a terminal how wide it is; help does."""

ELSEWHERE = {
    "solvers.frontier",
    "solvers.cpsat",
    "solvers.mip",
    "solvers.chicago",
    "mapdata.island",
}
ELSEWHERE |= {"solvers.island", "bestrun.operating", "bestrun.importers", "bestrun.batch"}
ELSEWHERE |= {"plots.drawing", "plots.board", "bestrun.benchmark", "bestrun.auditing.runs"}

SCRIPT = """
import sys
from bestrun.__main__ import main
try:
    main()
finally:
    print(*sorted(sys.modules), sep="\\n", file=sys.stderr)
"""

MAKING = """
import dataclasses
import sys
from bestrun.__main__ import main

main()
ours = ("bestrun.", "hexgraph.", "mapdata.", "plots.", "solvers.")
for name, module in list(sys.modules.items()):
    for each in vars(module).values() if name.startswith(ours) else ():
        if isinstance(each, type) and "__dataclass_fields__" in vars(each):
            print(each.__name__, file=sys.stderr)
"""
"""Tells the dataclasses of whatever a command loads."""


@cache
def loaded(*words: str, **environment: str) -> frozenset[str]:
    """Return the modules that a command loads, packages included."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )
    assert (done.returncode, done.stdout != "") == (0, True), done.stderr
    plain = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(done.stderr.split()) - frozenset(plain.stdout.split())


def roots(modules: frozenset[str]) -> set[str]:
    """Return every package and module above."""
    parts = [module.split(".") for module in modules]
    return {".".join(each[: at + 1]) for each in parts for at in range(len(each))}


@pytest.mark.parametrize("words", [(SION,), (SION, "--json"), (SION, "--alternatives", "3")])
def test_a_small_position_loads_no_more_than_it_needs(words: tuple[str, ...]) -> None:
    seen = roots(loaded("solve", *words))
    assert "solvers.methods" in seen
    assert not seen & (HEAVY | SLOW | WIDTH | ELSEWHERE)
    assert len([each for each in seen if each.startswith(("numpy", "ortools"))]) == 0


def test_a_claim_loads_little_more() -> None:
    seen = roots(loaded("check", SION, str(DATA / "sion-claim.txt")))
    assert not seen & (HEAVY | (SLOW - {"difflib"}) | ELSEWHERE)


def test_few_types_of_a_small_position_are_dataclasses() -> None:
    """Each takes as long to make as thirty structs."""
    done = subprocess.run(
        [sys.executable, "-c", MAKING, "solve", SION], capture_output=True, text=True, check=True
    )
    assert set(done.stderr.split()) <= {"Shown", "Solution", "Turn"}


@pytest.mark.parametrize("words", [("--version",), ("--help",), ()])
def test_what_needs_no_game_loads_none(words: tuple[str, ...]) -> None:
    seen = roots(loaded(*words))
    assert not seen & (HEAVY | SLOW | ELSEWHERE | {"msgspec", "hexgraph", "tomllib", "dataclasses"})
    ours = {each for each in seen if each.startswith(("solvers.", "mapdata.", "bestrun."))}
    assert ours <= {
        "bestrun.__main__",
        "bestrun.cli",
        "bestrun.terminal",
        "mapdata.errors",
        "solvers.errors",
        "solvers.threads",
    }


def test_a_list_of_titles_loads_nothing_heavy() -> None:
    assert not roots(loaded("titles")) & HEAVY


@pytest.mark.parametrize("command", COMMANDS)
def test_help_loads_no_solver_and_no_picture(command: str) -> None:
    assert not roots(loaded(command, "--help")) & HEAVY


@pytest.mark.parametrize("word", ["", "so", "solve --ti"])
def test_completion_loads_no_solver(word: str) -> None:
    seen = roots(
        loaded(
            _BESTRUN_COMPLETE="bash_complete",
            COMP_WORDS=f"bestrun {word}",
            COMP_CWORD=str(len(word.split()) or 1),
        )
    )
    assert not seen & HEAVY


def test_the_package_itself_loads_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import bestrun; print(*set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["bestrun"]


def test_all_that_is_offered_is_there() -> None:
    import bestrun

    for name in bestrun.__all__:
        assert callable(getattr(bestrun, name)) and name in dir(bestrun)
    with pytest.raises(AttributeError, match="has no attribute 'solv'"):
        bestrun.solv  # noqa: B018


def test_bestrun_alone_shows_where_to_begin() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bestrun"], capture_output=True, text=True, check=True
    )
    assert len(FIRST) == 5
    shown = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("  bestrun")]
    assert shown == list(FIRST)


def test_the_version_is_that_of_the_package() -> None:
    import tomllib

    import bestrun

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "bestrun.__version__"}
    done = subprocess.run(
        [sys.executable, "-m", "bestrun", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"bestrun {bestrun.__version__}\n"
