"""Internal errors: one line for the user, and a file with the details for a report."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bestrun import __version__
from mapdata.errors import in_one_line

SMALL = 1_000_000
"""Bytes of a file that go into a report."""


def trace_of(error: BaseException) -> str:
    """Return the traceback of an error, for those who mend it."""
    import traceback

    return "".join(traceback.format_exception(error))


def internal_error(error: Exception) -> str:
    """Keep an error that ended a command, with the files that were named, and say where."""
    files = {word: _content(Path(word)) for word in sys.argv[1:]}
    about = {"files": {word: text for word, text in files.items() if text is not None}}
    return kept(in_words(error), trace_of(error), about)


def in_words(error: BaseException) -> str:
    """Return an internal error as one line."""
    return in_one_line(f"internal error: {type(error).__name__}: {error}")


def kept(message: str, trace: str, about: Mapping[str, Any]) -> str:
    """Save what is needed to mend an error; return ``message`` with the name of the file."""
    import json
    import tempfile

    report = {
        "bestrun": __version__,
        "python": sys.version,
        "platform": sys.platform,
        "command": sys.argv[1:],
        "error": trace,
        **about,
    }
    try:
        handle, name = tempfile.mkstemp(prefix="bestrun-error-", suffix=".json")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1, default=repr)
    except OSError:
        return message
    return f"{message} (please report it, with {name})"


def _content(path: Path) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > SMALL:
            return None
        return path.read_text(encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError):
        return None
