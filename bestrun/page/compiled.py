"""Archives whose modules of the start are compiled: half of the start is compiling them.

It runs in Pyodide, by node, while the site is written: no other Python writes its bytecode.
What is not needed at the start stays source, which is smaller.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import marshal
import shutil
import sys
import sysconfig
import zipfile
from collections.abc import Collection, Sequence

POSITION = {"title": "1889", "phase": "2", "company": "AR", "trains": ["2"]}
FIRST = {
    "view": {"position": POSITION | {"tokens": {"AR": ["K8"]}, "tiles": {"K8": "5:1"}}},
    "hex": {"position": POSITION, "hex": "K8"},
}
"""What is asked first: the modules that answer it are those of the start."""

HEADER = importlib.util.MAGIC_NUMBER + bytes(12)
"""What bytecode begins with: there is no source beside it whose time could be compared."""


def compile_start(archives: Sequence[str]) -> None:
    """Compile in these archives what the first answers load; the last one is bestrun's."""
    shutil.unpack_archive(archives[-1], sysconfig.get_path("purelib"), "zip")
    ask = importlib.import_module("bestrun.page.message").ask
    for name, question in FIRST.items():
        ask(name, json.dumps(question), print)
    files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    loaded = {path.partition(root)[2] for path in files for root in (".zip/", "/site-packages/")}
    for archive in archives:
        _compile(archive, loaded)


def _compile(path: str, names: Collection[str]) -> None:
    """Write an archive anew, with bytecode in place of the modules of these names."""
    with zipfile.ZipFile(path) as archive:
        files = [(each, archive.read(each)) for each in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry, content in files:
            name = entry.filename
            if name in names and name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True)
                name, content = f"{name}c", HEADER + marshal.dumps(code)
            written = zipfile.ZipInfo(name, entry.date_time)
            archive.writestr(written, content, zipfile.ZIP_DEFLATED)
