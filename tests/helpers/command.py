"""The command line, called inside the process of the tests."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from bestrun.cli import main


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Return the JSON objects, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def bestrun(*args: object) -> Said:
    """Run ``bestrun`` with arguments as a shell would."""
    out, err = io.StringIO(), io.StringIO()
    words = ["bestrun", *map(str, args)]
    with mock.patch.object(sys, "argv", words), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Said(code, out.getvalue(), err.getvalue())


def refusal(said: Said) -> str:
    """Return the one line that tells what is wrong with the input."""
    assert (said.code, said.out) == (2, ""), said
    assert said.err.startswith("bestrun: ") and said.err.count("\n") == 1, said.err
    assert "Traceback" not in said.err
    return said.err.removeprefix("bestrun: ").rstrip("\n")


def written(folder: Path, content: str | bytes | Mapping[str, Any], name: str = "") -> Path:
    """Write a file for a command to read, and return its path."""
    path = folder / (name or ("p.json" if isinstance(content, Mapping) else "p.toml"))
    if isinstance(content, Mapping):
        content = json.dumps(content)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content, encoding="utf-8")
    return path
