"""The tiles that can follow each other on a hex, whatever their rotations.

This looks at colours, labels and stops, and at the title's rules for single tiles. Whether a
tile fits in one rotation is decided in :mod:`hexgraph.lay`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from itertools import pairwise

from hexgraph.search import reached
from mapdata.abilities import Teleport, TileLay
from mapdata.building import building
from mapdata.tile import Tile
from mapdata.title import Title


@cache
def colour_order(title: Title) -> tuple[str, ...]:
    """Return the colours of tiles in the order in which they replace each other."""
    named = [colour for phase in title.phases.values() for colour in phase.colours]
    return tuple(dict.fromkeys(named))


def label_for(title: Title, hex_id: str, colour: str) -> str | None:
    """Return the label that a tile of ``colour`` must carry on the bare ``hex_id``."""
    return label_after(title, hex_id, title.hexes[hex_id].printed, colour)


def label_after(title: Title, hex_id: str, old: Tile, colour: str) -> str | None:
    """Return the label that a tile of ``colour`` must carry where ``old`` lies on ``hex_id``.

    It is the old tile's, unless another one begins to hold between the two colours.
    """
    order = ("white", *colour_order(title))
    if colour not in order:
        return old.label
    held = order.index(old.colour) if old.colour in order else 0
    label = old.label
    for each in (title.hexes[hex_id].printed, old):
        for first, later in each.label_from.items():
            if held < order.index(first) <= order.index(colour):
                label = later
    return label


@cache
def possible_tiles(title: Title, hex_id: str) -> frozenset[str]:
    """Return the tiles that can come to lie on a hex, one after the other."""
    printed = title.hexes[hex_id].printed
    by_abilities = (*_by_abilities(title, hex_id), *_by_lot(title, hex_id))
    looks = (
        (printed.colour, printed.label, tuple(printed.label_from.items())),
        tuple([stop.plot for stop in printed.stops]),
        tuple(building(title).upgrades.get(hex_id, ())),
        tuple(building(title).exchanged.get(hex_id, ())),
        by_abilities,
    )
    known = _by_looks(title)
    if looks not in known:
        known[looks] = _reached_tiles(title, hex_id, by_abilities)
    return known[looks]


@cache
def _by_looks(title: Title) -> dict[Hashable, frozenset[str]]:
    """A cache of possible tiles, shared by hexes with the same print."""
    return {}


def _reached_tiles(title: Title, hex_id: str, by_abilities: Iterable[str]) -> frozenset[str]:
    """The tiles that follow each other from the bare hex on, or from a tile laid by an ability."""
    printed = title.hexes[hex_id].printed
    nothing = ""  # stands for the bare hex

    def upgrades(name: str) -> list[str]:
        old = printed if name == nothing else title.tiles[name]
        named = named_upgrades(title, hex_id, old) | _exchanged(title, hex_id, old)
        next_tiles = _followers(title, old.colour)
        found = [tile.name for tile in next_tiles if follows(title, hex_id, old, tile)]
        tiles = [title.tiles[name] for name in named if name in title.tiles]
        return found + [tile.name for tile in tiles if tile.layer == "tile"]

    found = reached([nothing, *by_abilities], upgrades)
    return frozenset(found.keys() - {nothing})


@cache
def _followers(title: Title, colour: str) -> tuple[Tile, ...]:
    """Return the tiles of the colour that comes next."""
    order = ("white", *colour_order(title))
    after = dict(pairwise(order)).get(colour)
    return tuple([t for t in title.tiles.values() if t.layer == "tile" and t.colour == after])


def follows(title: Title, hex_id: str, old: Tile, new: Tile) -> bool:
    """Whether ``new`` can replace ``old`` by the common rules."""
    order = ("white", *colour_order(title))
    if old.colour not in order or new.colour not in order:
        return False
    if order.index(new.colour) != order.index(old.colour) + 1:
        return False
    if new.name in building(title).not_upgrades.get(old.name, ()):
        return False
    if new.label != label_after(title, hex_id, old, new.colour):
        return False
    before, after = ([stop.plot for stop in tile.stops] for tile in (old, new))
    if set(before) != set(after):
        return False
    split = building(title).towns_split and before == ["town"] and len(after) == 2
    return len(after) == len(before) or new.label is not None or split


def named_upgrades(title: Title, hex_id: str, old: Tile) -> frozenset[str]:
    """Return the tiles that the title names as followers of a tile, or of any on a hex."""
    named = building(title).upgrades
    laid = () if old is title.hexes[hex_id].printed else named.get(old.name, ())
    return frozenset((*named.get(hex_id, ()), *laid))


def _exchanged(title: Title, hex_id: str, old: Tile) -> frozenset[str]:
    """Tiles that take the place of a tile between turns."""
    exchanged = building(title).exchanged
    name = hex_id if old is title.hexes[hex_id].printed else old.name
    return frozenset(exchanged.get(name, ()))


def _by_abilities(title: Title, hex_id: str) -> Iterator[str]:
    """Yield the tiles that a private or a company may lay on a hex by an ability."""
    owned = [private.abilities for private in title.privates.values()]
    owned += [company.abilities for company in title.companies.values()]
    for ability in (each for abilities in owned for each in abilities):
        if isinstance(ability, TileLay | Teleport) and hex_id in ability.hexes:
            yield from (name for name in ability.tiles if name in title.tiles)


def _by_lot(title: Title, hex_id: str) -> Iterator[str]:
    """Yield the tiles with a label that a lot may have given to a hex."""
    labels = {label for label, hexes in building(title).lots.items() if hex_id in hexes}
    yield from (tile.name for tile in title.tiles.values() if labels and tile.label in labels)
