"""Places that are kept for tokens: homes of companies to come, and what abilities keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapdata.abilities import Reservation

if TYPE_CHECKING:
    from bestrun.importers.state import State


def reserved(state: State) -> dict[str, tuple[str, ...]]:
    """Return the stops with places that are kept now, and for whom; ``E11.*`` for any city."""
    trains = (state.title.trains[name] for name in state.depot.types_sold)
    events = {event for train in trains for event in train.events}
    found = _homes(state)
    if "unreserve_home_stations" in events:
        found = [(stop, company) for stop, company in found if company in state.shares.held]
    found += [] if "remove_reservations" in events else _by_abilities(state)
    kept: dict[str, list[str]] = {}
    for stop, keeper in found:
        kept.setdefault(stop, []).append(keeper)
    return {stop: tuple(dict.fromkeys(keepers)) for stop, keepers in kept.items()}


def _homes(state: State) -> list[tuple[str, str]]:
    """Return the homes of companies that have none of their tokens on the board."""
    ground = state.ground
    found = [
        (ground.stop_name(*home.city), home.company)
        for home in ground.homes
        if home.kept and state.may_come(home.company)
    ]
    known = {home.company for home in ground.homes}
    for company in state.title.companies:
        there = company in state.founded or bool(ground.placed(company))
        if company in known or there or not state.may_come(company):
            continue
        for home in state.title.companies[company].homes:
            hex_id, _, index = home.partition(".")
            found.append(
                (ground.stop_name(hex_id, int(index)) if index else f"{hex_id}.*", company)
            )
    return found


def _by_abilities(state: State) -> list[tuple[str, str]]:
    """Stops reserved by an ability of a company or private, each with its owner."""
    ground, found = state.ground, []
    owners = {each.id: each.abilities for each in state.title.companies.values()}
    owners |= {
        name: private.abilities
        for name, private in state.title.privates.items()
        if name not in state.holdings.closed
    }
    for owner, abilities in owners.items():
        for each in abilities:
            if not isinstance(each, Reservation) or not state.may_come(owner):
                continue
            bought = each.remove == "sold" and state.holdings.owner(owner)
            if bought or state.phase_reached_or_none(each.remove or ""):
                continue
            if owner in owners and ground.on_hex(owner, each.hex) is not None:
                continue
            found.append((ground.stop_name(each.hex, each.city), owner))
    return found
