"""Optional rules of a position: each chooses a variant of the title, or changes nothing in it."""

from __future__ import annotations

from collections.abc import Mapping

from mapdata.errors import InputError
from mapdata.folders import bases, folder_of, read_title_toml, title_folders


def chosen(data: Mapping[str, object]) -> dict[str, object]:
    """A position whose title is the variant that its ``options`` name.

    A variant says ``option = "modern_trains"`` beside its ``base``; a title lists in ``options``
    those that its data hold anyway, and in ``option_states`` those that its rules ask for as
    states of the position.
    """
    position = dict(data)
    options = position.pop("options")
    if not isinstance(options, (list, tuple)):
        raise InputError("options: expected a list of optional rules")
    for option in map(str, options):
        title = str(position.get("title"))
        if option in _listed(title, "option_states"):
            states = position.get("states", ())
            position["states"] = [*(states if isinstance(states, (list, tuple)) else ()), option]
        else:
            position["title"] = _variant(title, option)
    return position


def of_phase(data: Mapping[str, object]) -> Mapping[str, object]:
    """The position as one of a variant, if only that has its phase and the title has not."""
    from mapdata.titles import load

    title, phase = str(data.get("title")), str(data.get("phase"))
    if title not in title_folders() or phase in load(title).phases:
        return data
    having = [name for name in _by_option(title).values() if phase in load(name).phases]
    return {**data, "title": having[0]} if len(having) == 1 else data


def _variant(title: str, option: str) -> str:
    if option in _listed(title, "options"):
        return title
    known = _by_option(title)
    if option not in known:
        there = ", ".join(sorted(known)) or "none"
        raise InputError(f"options: {title} has no variant for {option!r} (there are {there})")
    return known[option]


def _listed(title: str, key: str) -> list[str]:
    """Optional rules that a title, or what it builds on, lists under a key."""
    folder = folder_of(title)
    listed = read_title_toml(folder).get(key)
    own = [str(each) for each in listed] if isinstance(listed, list) else []
    return [*own, *(each for base in bases(folder) for each in _listed(base, key))]


def _by_option(title: str) -> dict[str, str]:
    """The variants of a title by the optional rules that choose them."""
    known: dict[str, str] = {}
    for name, folder in title_folders().items():
        option = read_title_toml(folder).get("option")
        if option is not None and bases(folder) == [title]:
            known[str(option)] = name
    return known
