"""The notebook in the documents runs, and prints what it shows."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTEBOOKS = sorted(DOCS.rglob("*.ipynb"))


def run(source: str, names: dict[str, Any]) -> list[str]:
    """Output of a cell and the value of its last line, as a notebook shows them."""
    *body, last = ast.parse(source).body
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(body, []), "cell", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        else:
            exec(compile(source, "cell", "exec"), names)
    return [text for text in (printed.getvalue(), "" if value is None else repr(value)) if text]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS)
    names: dict[str, Any] = {}
    cells = json.loads(path.read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    for cell in code:
        shown = [out.get("text") or out["data"]["text/plain"] for out in cell["outputs"]]
        assert run("".join(cell["source"]), names) == ["".join(text) for text in shown]


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
