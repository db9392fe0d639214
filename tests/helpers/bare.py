"""The page's questions as a browser answers them: without compiled packages and processes.

Run as a program: lines of JSON ``[name, question]`` in, the answers out, a line each.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MISSING = (
    *("numpy", "ortools", "matplotlib", "networkx", "shapely", "PIL", "jinja2", "starlette"),
    *("click", "rich", "dask", "scipy"),
)


class Blocked:
    """Finds none of the packages that a browser lacks, nor what the static site leaves out."""

    def __init__(self, left_out: frozenset[str]) -> None:
        self.left_out = left_out

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        package = name.partition(".")[0]
        if package in MISSING:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
        if name in self.left_out:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def bare_answers(questions: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[int, Any]]:
    """Yield the status and the answer of each question."""
    from bestrun.page.bundle import NOT_OF_THE_PAGE

    lines = "\n".join(json.dumps(each) for each in questions)
    done = subprocess.run(
        [sys.executable, __file__, *NOT_OF_THE_PAGE],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    yield from (tuple(json.loads(line)) for line in done.stdout.splitlines())


def _no_process(*args: object, **kwargs: object) -> None:
    raise OSError(138, "not supported")


def _read(text: str) -> Any:
    """An answer; a file stays text."""
    return text if text.startswith("<") else json.loads(text)


def _serve() -> None:
    sys.path[0] = str(Path.cwd())
    sys.meta_path.insert(0, Blocked(frozenset(sys.argv[1:])))
    subprocess.Popen = _no_process
    from bestrun.page.message import ask

    for line in sys.stdin:
        name, question = json.loads(line)
        status, _, text = ask(name, json.dumps(question), lambda progress: None)
        print(json.dumps([status, _read(text)]))


if __name__ == "__main__":
    _serve()
