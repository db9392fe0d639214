"""The title of an exported game, and the replay for it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from bestrun.importers.actions import Export
from bestrun.importers.data import check_options, import_table
from bestrun.importers.vanished import vanished
from mapdata.errors import InputError, did_you_mean
from mapdata.folders import read_title_toml, title_folders
from mapdata.title import Title
from mapdata.titles import load

if TYPE_CHECKING:
    from bestrun.importers.common import Replay

MODULES = (
    "title_1817",
    "title_1822",
    "title_1822ca",
    "title_1822mx",
    "title_1822pnw",
    "title_1824",
    "title_1841",
    "title_1844",
    "title_1846",
    "title_1848",
    "title_1856",
    "title_1858",
    "title_1867",
    "title_1870",
    "title_1882",
    "title_1894",
    "title_18co",
    "title_18cz",
    "title_18eu",
    "title_18ireland",
    "title_18mex",
    "title_18newengland",
    "title_18ny",
    "title_18sj",
    "title_18usa",
)
"""The modules of this package that a title's ``[import]`` may name."""


def replay(export: Export) -> Replay:
    """Return the replay of a game, at its beginning."""
    title = load(title_of(export))
    kind = replay_class(title)
    doubts = check_options(import_table(title, kind.TABLE), export.options)
    game = kind(export, title)
    if game.table.closes:
        game.ending = vanished(kind(export, title))
    game.unknown_options = tuple(doubts)
    return game


def replay_class(title: Title) -> type[Replay]:
    """Return the replay that a title takes: the common one, or that of the module it names."""
    table = title.extra.get("import")
    named = table.get("module", "") if isinstance(table, dict) else ""
    if named and named not in MODULES:
        place = f"{title.id}/title.toml: import.module"
        raise InputError(f"there is no module {named!r}{did_you_mean(str(named), MODULES)}", place)
    kind: type[Replay] = import_module(f"bestrun.importers.{named or 'common'}").REPLAY
    return kind


def title_of(export: Export) -> str:
    """Return the id of the title that an export is a game of.

    Folders of the same game, such as two editions, are told apart by optional rules, or by
    the number of players.
    """
    players: dict[str, list[int]] = {}
    games: dict[str, dict[str, frozenset[str]]] = {}
    for title, folder in title_folders().items():
        table = read_title_toml(folder).get("import")
        if not isinstance(table, dict):
            continue
        options = frozenset(_words(table.get("chosen_by")))
        players[title] = table.get("for_players", [])
        for game in _words(table.get("game")):
            games.setdefault(game, {})[title] = options
    if export.game not in games:
        raise InputError(_not_followed(export.game, games))
    folders = games[export.game]
    wanted = frozenset().union(*folders.values()) & set(export.options)
    fitting = [each for each, options in folders.items() if options == wanted]
    here = [each for each in fitting if len(export.players) in players[each]]
    title = next(iter(here or [each for each in fitting if not players[each]]), "")
    if not title:
        rules = ", ".join(sorted(wanted)) or "no optional rules"
        raise InputError(f"a game of {export.game} with {rules}: bestrun has no such board")
    return title


def _not_followed(game: str, games: Iterable[str]) -> str:
    """The reason why no game of this name is read: its title is not followed, or not known."""
    titles = {_plain(each): each for each in title_folders()}
    name = _plain(game)
    editions = [each for plain, each in titles.items() if plain.startswith(f"{name}u")]
    if named := titles.get(name) or ", ".join(editions):
        return f"games of {named} are not followed yet (its positions are solved all the same)"
    known = ", ".join(sorted(games, key=_plain))
    return f"a game of {game[:40]!r}: bestrun reads exported games of {known}"


def _plain(name: str) -> str:
    """A name without what the site and the folders write differently."""
    return "".join(filter(str.isalnum, name)).lower()


def _words(value: object) -> list[str]:
    words = [value] if isinstance(value, str) else value
    return [each for each in words if isinstance(each, str)] if isinstance(words, list) else []
