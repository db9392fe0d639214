"""The families of games, with their answers to the commands."""

from __future__ import annotations

from bestrun.files import Case
from bestrun.games.families import FAMILIES
from bestrun.games.family import Family
from mapdata.errors import look_up, within


def family_of(case: Case) -> Family:
    """Return the family that the title of a case belongs to."""
    title = case.title
    with within(case.place):
        return family_named(title)


def family_named(title: str) -> Family:
    """Return the family of a title."""
    from mapdata.titles import family

    return look_up(FAMILIES, family(title), "family")
