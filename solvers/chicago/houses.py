"""Developing a hex: whether it may be done, and what it changes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from mapdata.chicago import HOUSED
from mapdata.chicago_position import ChicagoPosition
from solvers.chicago import rules


def house_refusal(position: ChicagoPosition, hex_id: str) -> rules.BuildRefusal | None:
    """Return why a hex may not be developed, if it may not."""
    return forbidden(position, hex_id) or _nobody(position, hex_id)


def forbidden(position: ChicagoPosition, hex_id: str) -> rules.BuildRefusal | None:
    """Return why a hex may not be developed, wherever locomotives stand."""
    title, place = position.title, position.title.hexes[hex_id]
    if place.kind == "industry":
        name = title.industry_at[hex_id]
        if title.industry[name].by != "players":
            return "not-developable", f"{place.label} grows with the dividends, not by players"
        if not steps_left(position, hex_id):
            return "end-of-scale", f"{place.label} is at the end of its scale"
        return None
    if place.kind not in HOUSED:
        kinds = "cities, mountains, forests and industries only"
        return "not-developable", f"{place.label} cannot be developed: {kinds}"
    if hex_id in position.houses:
        return "developed-already", f"{place.label} has a house already"
    if not rules.houses_left(position):
        return "no-houses-left", "no house is left in the supply"
    return None


def _nobody(position: ChicagoPosition, hex_id: str) -> rules.BuildRefusal | None:
    if rules.standing(position, hex_id):
        return None
    return "no-locomotive", f"no locomotive stands on {position.title.hexes[hex_id].label}"


def steps_left(position: ChicagoPosition, hex_id: str) -> int:
    """Return how often the industry on a hex can still be developed."""
    name = position.title.industry_at[hex_id]
    scale = position.title.industry[name].scale
    return len(scale) - 1 - scale.index(position.industry[name])


def effect(position: ChicagoPosition, hex_id: str) -> tuple[int, int]:
    """Return what companies there earn more, and what a forest pays its company at once."""
    title, place = position.title, position.title.hexes[hex_id]
    if place.kind == "industry":
        name = title.industry_at[hex_id]
        value = position.industry[name]
        return title.industry[name].after(value) - value, 0
    return place.develop, title.development.forest if place.kind == "forest" else 0


def most_added(position: ChicagoPosition, hex_id: str) -> int:
    """Return the most that one development, now or later, adds to the income of who is there."""
    title, place = position.title, position.title.hexes[hex_id]
    if place.kind != "industry":
        return place.develop
    name = title.industry_at[hex_id]
    scale = title.industry[name].scale
    left = scale[scale.index(position.industry[name]) :]
    return max((two - one for one, two in pairwise(left)), default=0)


def develop(position: ChicagoPosition, hex_id: str) -> ChicagoPosition:
    """Return the position after a development; a forest fills its company's treasury."""
    title = position.title
    if title.hexes[hex_id].kind == "industry":
        name = title.industry_at[hex_id]
        value = title.industry[name].after(position.industry[name])
        return replace(position, industry={**position.industry, name: value})
    _, money = effect(position, hex_id)
    here = rules.standing(position, hex_id)
    treasuries = {
        name: held + (money if name in here else 0) for name, held in position.treasuries.items()
    }
    return replace(position, houses=position.houses | {hex_id}, treasuries=treasuries)
