"""The facts of a title for the page: companies, phases, trains, names."""

from __future__ import annotations

from typing import Any

from bestrun import api
from bestrun.page.boards import module_of
from mapdata.holdings import OF_TURN, OWN, TABLES
from mapdata.tables import Table
from mapdata.title import Title, gone_trains
from mapdata.titles import family, load, name_of
from plots.palette import TRAINS


class Titles(Table, frozen=True):
    """The games that can be played."""


class TitleAsked(Table, frozen=True):
    """The facts of a title: companies, phases, trains, names of places."""

    title: str


def titles(question: Titles) -> list[dict[str, str]]:
    """Return every title with its name and family, in the order of their names."""
    found = [
        {"id": each, "name": name, "family": family(each)} for each, name in api.titles().items()
    ]
    return sorted(found, key=lambda each: each["name"])


def title(question: TitleAsked) -> dict[str, Any]:
    """The choices that the page offers for a title, and its starting position."""
    kind = family(question.title)
    about = {"id": question.title, "name": name_of(question.title), "family": kind}
    if kind == "18xx":
        return about | _eighteen(load(question.title))
    return about | dict(module_of(question.title).title_facts(question.title))


def _eighteen(title: Title) -> dict[str, Any]:
    first = next(iter(title.phases))
    company = next(iter(title.companies.values()))
    start = {
        "title": title.id,
        "phase": first,
        "company": company.id,
        "trains": [],
        "tiles": {},
        "tokens": {},
    }
    return {
        "names": {hex_id: place.name for hex_id, place in title.hexes.items() if place.name},
        "hexes": list(title.hexes),
        "phases": [{"name": name, "gone": [*gone_trains(title, name)]} for name in title.phases],
        "trains": list(title.trains),
        "companies": [
            {
                "id": each.id,
                "name": each.name,
                "kind": each.kind,
                "colour": each.colour,
                "text_colour": each.text_colour,
                "homes": list(each.homes),
            }
            for each in title.companies.values()
        ],
        "colours": list(TRAINS),
        "own": {"keys": OWN, "tables": TABLES, "turn": OF_TURN},
        "privates": [
            {"id": name, "name": private.name or name} for name, private in title.privates.items()
        ],
        "markers": [
            {"id": name, "name": f"counts for the bonus {bonus}"}
            for name, bonus in held_markers(title).items()
        ],
        "start": start,
    }


def held_markers(title: Title) -> dict[str, str]:
    """Return the marks that a company can hold, with the bonus that each counts for."""
    named = ((each.if_marker or each.unless_marker, each.name) for each in title.bonuses)
    return {mark: bonus for mark, bonus in named if mark is not None}


def hex_markers(title: Title) -> list[str]:
    """Return the marks that can lie on a hex, by the bonuses that ask for them."""
    return list(dict.fromkeys(each.marker for each in title.bonuses if each.marker is not None))
