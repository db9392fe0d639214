"""Contradictions in a title whose files could all be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from hexgraph.sides import crossings, split_stop
from hexgraph.succession import colour_order, possible_tiles
from mapdata.abilities import Ability
from mapdata.building import building
from mapdata.errors import among
from mapdata.parts import repeated_paths
from mapdata.payout import payout_rules
from mapdata.rules import Bonus
from mapdata.title import Title
from mapdata.titles import written_codes
from mapdata.vocabulary import EVENTS, STATUS, TERRAINS, slip_for

FEW = 4
"""So many tracks that lead nowhere may be slips of their own."""

FINAL = ("gray", "red", "blue")
"""Colours of hexes that are never built on."""


def title_faults(title: Title) -> list[str]:
    """Return one line for each probable slip.

    Raises :class:`mapdata.errors.InputError` if the tables of single commands are broken.
    """
    building(title)
    if "payout" in title.extra:
        payout_rules(title)
    return [
        *_axes(title),
        *_words(title),
        *_twice(title),
        *_kinds(title),
        *_dangling(title),
        *_unused(title),
        *_trains(title),
        *_homes(title),
        *_abilities(title),
        *_bonuses(title),
    ]


def _axes(title: Title) -> Iterator[str]:
    """A board whose letters and numbers are the other way round: most of its track dangles."""
    dangling = len(list(_dangling(title)))
    if dangling < FEW:
        return
    turned = {name: replace(each, xy=each.xy[::-1]) for name, each in title.hexes.items()}
    if 2 * len(list(_dangling(replace(title, hexes=turned)))) < dangling:
        yield (
            "axes: much track leads nowhere, and less would if letters and numbers were the other"
            ' way round (axes = { letter = "x", number = "y" }, or without such a line)'
        )


def _dangling(title: Title) -> Iterator[str]:
    """Printed track that can never go on."""
    entered = {(each.hex, each.edge) for each in crossings(title).values()}
    for hex_id, place in title.hexes.items():
        for edge in sorted({edge for piece in place.printed.track for edge in piece.edges}):
            crossing = crossings(title).get((hex_id, edge))
            if crossing is None:
                if (hex_id, edge) not in entered:
                    text = f"track to edge {edge} leads off the board, or into a sealed side"
                    yield f"{hex_id}: {text}"
                continue
            across, _, opposite = crossing
            other = title.hexes[across].printed
            met = opposite in other.stubs or any(opposite in each.edges for each in other.track)
            if other.colour in FINAL and not met and not possible_tiles(title, across):
                what = f"which is {other.colour} and has none there"
                yield f"{hex_id}: track to edge {edge} meets no track of {across}, {what}"


def _unused(title: Title) -> Iterator[str]:
    """Tiles without a hex, hexes without a tile, colours without a phase."""
    if not title.tiles:
        yield "there are no tiles: tiles.toml is missing or empty"
        return
    order = colour_order(title)
    usable: set[str] = set()
    for hex_id, place in title.hexes.items():
        possible = possible_tiles(title, hex_id)
        usable |= possible
        if place.printed.colour in ("white", *order):
            yield from _without_tile(title, hex_id)
        if not possible and place.printed.colour == "white":
            yield f"{hex_id}: no tile can be laid there (stops and label are those of no tile)"
    for name, tile in title.tiles.items():
        if tile.layer == "tile" and tile.colour not in order and name not in usable:
            yield f"tile {name}: no phase opens {tile.colour}"
        elif tile.layer == "tile" and name not in usable:
            yield f"tile {name}: it fits on no hex (stops, label, or nothing it could replace)"


def _without_tile(title: Title, hex_id: str) -> Iterator[str]:
    printed = title.hexes[hex_id].printed
    for label in (printed.label, *printed.label_from.values()):
        if label and not any(tile.label == label for tile in title.tiles.values()):
            yield f"{hex_id}: no tile has the label {label}"


def _trains(title: Title) -> Iterator[str]:
    """Trains that wait for something that never happens."""
    started = {train for phase in title.phases.values() for train in phase.starts_with}
    for name, train in title.trains.items():
        after = [("rusts_on", other) for other in train.rusts_on]
        after += [("obsolete_on", other) for other in train.obsolete_on]
        if train.available_on is not None:
            after.append(("available_on", train.available_on))
        for what, other in after:
            if other not in started and other != next(iter(title.trains)):
                yield f"train {name}: {what} = {other!r}, but no phase starts with that train"


def _homes(title: Title) -> Iterator[str]:
    """Homes without a place for the marker, or for too many."""
    kept: Counter[tuple[str, int]] = Counter()
    for company in title.companies.values():
        for home in (*company.homes, *company.chooses):
            hex_id, index = split_stop(title, home)
            stops = title.hexes[hex_id].printed.stops
            cities = [at for at, stop in enumerate(stops) if title.stop_kinds[stop.kind].blocks]
            if not cities and _grows(title, hex_id):
                continue
            if not cities or (index is not None and index not in cities):
                yield f"company {company.id}: no marker can stand at its home {home}"
            elif home in company.homes and (index is not None or len(cities) == 1):
                kept[hex_id, cities[0] if index is None else index] += 1
    for (hex_id, index), number in kept.items():
        slots = title.hexes[hex_id].printed.stops[index].slots
        if number > max(slots, 1) and title.hexes[hex_id].printed.colour in FINAL:
            yield f"{hex_id}: it is home to {number} companies, but has {slots} places"


def _grows(title: Title, hex_id: str) -> bool:
    """Whether a tile that can come to lie there has a place for markers."""
    return any(
        title.stop_kinds[stop.kind].blocks
        for name in possible_tiles(title, hex_id)
        for stop in title.tiles[name].stops
    )


def _owned(title: Title) -> list[tuple[str, tuple[Ability, ...]]]:
    """Return privates and companies with their abilities."""
    owned: list[tuple[str, tuple[Ability, ...]]] = []
    owned += [(f"private {each.id}", each.abilities) for each in title.privates.values()]
    owned += [(f"company {each.id}", each.abilities) for each in title.companies.values()]
    return owned


def _abilities(title: Title) -> Iterator[str]:
    """Abilities that name what is not there."""
    for owner, abilities in _owned(title):
        for ability in abilities:
            named = (*getattr(ability, "hexes", ()), *filter(None, [getattr(ability, "hex", "")]))
            for hex_id in named:
                if hex_id not in title.hexes:
                    yield f"{owner}: there is no hex {hex_id}"
            for tile in getattr(ability, "tiles", ()):
                if tile not in title.tiles:
                    yield f"{owner}: there is no tile {tile}"


def _words(title: Title) -> Iterator[str]:
    """Words that are nearly those that titles use."""
    faces = [(f"{hex_id}", place.printed) for hex_id, place in title.hexes.items()]
    faces += [(f"tile {name}", tile) for name, tile in title.tiles.items()]
    said = [(where, "terrain", word, TERRAINS) for where, face in faces for word in face.terrain]
    for name, phase in title.phases.items():
        said += [(f"phase {name}", "status", word, STATUS) for word in phase.status]
    for name, train in title.trains.items():
        said += [(f"train {name}", "event", word, EVENTS) for word in train.events]
    for where, what, word, known in dict.fromkeys(said):
        if (meant := slip_for(word, known)) is not None:
            yield f"{where}: {what} {word!r} (did you mean {meant}?)"
    used = {word for _, what, word, _ in said if what == "terrain"}
    used |= {border.kind for _, face in faces for border in face.borders}
    for owner, abilities in _owned(title):
        for ability in abilities:
            terrain = getattr(ability, "terrain", None) or ()
            for word in (terrain,) if isinstance(terrain, str) else terrain:
                if word not in used:
                    yield f"{owner}: no hex has the terrain {word}"


def _twice(title: Title) -> Iterator[str]:
    """Track that is written twice, in the folder of the title itself."""
    for place, code in written_codes(title.id):
        for path in repeated_paths(code):
            yield f"{place}: {path} is written twice"


def _kinds(title: Title) -> Iterator[str]:
    """Limits for kinds of company of which there is none, and tiles that are none."""
    names = {*title.companies, *[company.kind for company in title.companies.values()]}
    rules = building(title)
    said = [
        (f"phase {name}: train_limit", kind)
        for name, phase in title.phases.items()
        if not isinstance(phase.train_limit, int)
        for kind in phase.train_limit
    ]
    for where, kind in said:
        if kind not in names:
            yield f"{where}: no company is of the kind {kind!r}{among(kind, sorted(names))}"
    for name in rules.only_by_special:
        if name not in title.tiles:
            yield f"building: only_by_special: there is no tile {name}"


def _bonuses(title: Title) -> Iterator[str]:
    """Bonuses whose conditions can never hold."""
    names = {*title.companies, *[company.kind for company in title.companies.values()]}
    for bonus in title.bonuses:
        if bonus.if_private is not None and bonus.if_private not in title.privates:
            yield f"bonus {bonus.name}: there is no private {bonus.if_private}"
        if bonus.company is not None and bonus.company not in names:
            yield f"bonus {bonus.name}: there is no company {bonus.company}"
        for phase in bonus.phases or ():
            if phase not in title.phases:
                yield f"bonus {bonus.name}: there is no phase {phase}"
        if _earns_nothing(bonus):
            yield f"bonus {bonus.name}: it has no amount, and earns nothing"
        for hex_id in [at for each in bonus.sets for at in each if bonus.per != "pass"]:
            if hex_id in title.hexes and not _has_stop(title, hex_id):
                yield f"bonus {bonus.name}: {hex_id} has no stop, and no tile that brings one"


def _earns_nothing(bonus: Bonus) -> bool:
    """Whether no route earns anything by a bonus."""
    amounts = [bonus.amount] if isinstance(bonus.amount, int) else bonus.amount.values()
    extras = [extra for each in (*bonus.sets, bonus.by_hex) for extra in each.values()]
    by_value = bonus.value or bonus.per in ("ends", "same_hex", "token", "end")
    elsewhere = bonus.told or bonus.branches or bonus.elsewhere
    return not (any(amounts) or any(extras) or by_value or elsewhere)


def _has_stop(title: Title, hex_id: str) -> bool:
    """Whether a hex has a stop, or can get one."""
    return bool(title.hexes[hex_id].printed.stops) or any(
        title.tiles[name].stops for name in possible_tiles(title, hex_id)
    )
