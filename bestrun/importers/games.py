"""Which title an exported game is of, and the replay it takes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bestrun.importers.actions import Export
from bestrun.importers.data import ImportTable, check_options, import_table
from mapdata.errors import InputError, did_you_mean, one_line
from mapdata.folders import read_title_toml, title_folders
from mapdata.title import Title
from mapdata.titles import load

if TYPE_CHECKING:
    from bestrun.importers.replay import Replay

MODULES = (
    "title_1817",
    "title_1841",
    "title_1844",
    "title_1846",
    "title_1856",
    "title_1867",
    "title_1870",
    "title_1882",
    "title_18mex",
)
"""The modules of this package that a title's ``[import]`` may name."""


def replay(export: Export) -> Replay:
    """Return the replay of a game, at its beginning."""
    return replay_of(export, load(title_of(export)))


def replay_of(export: Export, title: Title) -> Replay:
    """Return the replay that a title takes."""
    named = import_table(title, _Module).module
    if named and named not in MODULES:
        place = f"{title.id}/title.toml: import.module"
        raise InputError(f"there is no module {named!r}{did_you_mean(named, MODULES)}", place)
    module = import_module(f"bestrun.importers.{named or 'replay'}")
    game: Replay = module.REPLAY(export, title)
    return game


class _Module(ImportTable, forbid_unknown_fields=False, frozen=True):
    """As much as tells which module knows the rest of the table."""


def title_of(export: Export) -> str:
    """Return the id of the title that an export is a game of."""
    games: dict[str, dict[str, frozenset[str]]] = {}
    for title, folder in title_folders().items():
        table = read_title_toml(folder).get("import")
        if not isinstance(table, dict):
            continue
        options = frozenset(_words(table.get("chosen_by")))
        for game in _words(table.get("game")):
            games.setdefault(game, {})[title] = options
    if export.game not in games:
        known = ", ".join(sorted(games))
        said = one_line(export.game)[:40]
        raise InputError(f"a game of {said!r}: bestrun reads exported games of {known}")
    folders = games[export.game]
    choosing = frozenset().union(*folders.values())
    wanted = choosing & set(export.options)
    title = next((each for each, options in folders.items() if options == wanted), "")
    if not title:
        told = ", ".join(sorted(wanted)) or "no optional rules"
        raise InputError(f"a game of {export.game} with {told}: bestrun has no such board")
    table = import_table(load(title), _Module)
    others = tuple(each for each in export.options if each not in choosing)
    check_options(table, others, export.game)
    return title


def _words(value: object) -> list[str]:
    words = [value] if isinstance(value, str) else value
    return [each for each in words if isinstance(each, str)] if isinstance(words, list) else []
