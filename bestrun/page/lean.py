"""Python source made small for the way into a browser, and archives of it."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

ArchiveFile = tuple[str, bytes]
"""A file in an archive: its name and its content."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every entry, so that equal content is an equal file."""

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def lean(name: str, content: bytes) -> bytes:
    """A module without comments and docstrings; whatever else it is stays as it is.

    Syntax that is newer than this Python is left alone.
    """
    if not name.endswith(".py"):
        return content
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return content
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED):
            node.body = [each for each in node.body if not _is_text(each)] or [ast.Pass()]
    return ast.unparse(tree).encode()


def _is_text(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
        return False
    return isinstance(statement.value.value, str)


def unpacked(path: Path) -> Iterator[ArchiveFile]:
    """The files of an archive, made lean."""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith("/"):
                yield name, lean(name, archive.read(name))


def archived(files: Iterable[ArchiveFile]) -> bytes:
    """An archive of files."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
    return raw.getvalue()
