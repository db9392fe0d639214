"""Folders of a new title, written where none is yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bestrun.drafts.board import map_text, tiles_text
from bestrun.drafts.rules import title_text
from bestrun.drafts.toml_text import pair
from bestrun.files import read_text
from mapdata.errors import InputError, within
from mapdata.folders import folder_of
from mapdata.written import from_json

FILES = ("title.toml", "map.toml", "tiles.toml")
_NEEDED = ("title", "layout", "hexes", "tiles", "companies", "trains", "phases")


def from_facts(path: Path, output: Path | None) -> tuple[Path, list[str]]:
    """Write the folder of a title from a file of facts; what is left out of it, a line each."""
    facts = _json(path)
    with within(path.name):
        if not isinstance(facts, dict):
            raise InputError("expected the facts of a title: { title, layout, hexes, … }")
        for word in _NEEDED:
            if word not in facts:
                raise InputError(f"{word} is missing: a title needs {', '.join(_NEEDED)}")
        building = facts.get("building") or _building_beside(path, facts["title"])
        with within("facts"):
            try:
                rules, left = title_text(facts, building, facts["title"])
                texts = (rules, map_text(facts, building), tiles_text(facts, building))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise InputError(f"not as expected: {error!r}") from error
    folder = output or Path(str(facts["title"]))
    _write(folder, dict(zip(FILES, texts, strict=True)))
    return folder, left


def _json(path: Path) -> Any:
    return from_json(read_text(path), path.name)


def _building_beside(path: Path, title: str) -> Mapping[str, Any]:
    """Rules of building of many titles stand in one file, ``building.json``."""
    beside = path.with_name("building.json")
    rules = _json(beside) if beside.exists() else {}
    return (rules.get(title) or {}) if isinstance(rules, dict) else {}


def like(name: str, title_id: str, output: Path | None) -> Path:
    """Write the folder of a new title with the files of one that is there."""
    source = folder_of(title_id)
    texts = {}
    for file in FILES:
        if (source / file).exists():
            texts[file] = (source / file).read_text(encoding="utf-8")
    line = pair("name", name)
    texts["title.toml"] = re.sub(r"(?m)^name = .*$", lambda _: line, texts["title.toml"], count=1)
    folder = output or Path(name)
    _write(folder, texts)
    return folder


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write all files; nothing that is there is lost."""
    for file in texts:
        if (folder / file).exists():
            raise InputError(f"{folder / file} is there already: name another folder with -o")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
