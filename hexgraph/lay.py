"""Laying a tile: whether it fits on a hex, and the board that results.

This looks at the board alone: colours, labels, stops, old track, the sides that new track runs
to. Whether a company may build on the hex depends on its reach (:mod:`hexgraph.reach`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from hexgraph.board import Board
from hexgraph.face import Face, StopKey
from hexgraph.kept import edges_of, kept_stops, plain_track, stops_after
from hexgraph.laid import laid_face
from hexgraph.lattice import neighbour, opposite
from hexgraph.sides import hex_at, hexside
from hexgraph.succession import colour_order, label_after, possible_tiles
from hexgraph.turns import stop_edges
from mapdata.building import building, has_begun
from mapdata.tile import PrintedStop, Tile
from mapdata.title import Title


class Refusal(Struct, frozen=True):
    """The reason why something is not allowed: a code for programs, a sentence for people."""

    code: str
    message: str


# -- whether a tile fits -------------------------------------------------------------------


def colour_of(board: Board, hex_id: str) -> str:
    """Return the colour that a hex shows."""
    layers = board.face(hex_id).layers
    return layers[0][0].colour if layers else board.title.hexes[hex_id].printed.colour


def next_colour(board: Board, hex_id: str) -> str | None:
    """Return the colour of tile that comes next on a hex, or ``None`` if none ever does."""
    title, printed = board.title, board.title.hexes[hex_id].printed.colour
    order = colour_order(title)
    if printed in ("gray", "red", "blue") or printed not in ("white", *order):
        named = _named_over(title, hex_id)
        return title.tiles[named[0]].colour if named and not board.face(hex_id).layers else None
    following = _colours_after(board, hex_id)[len(skipped_tiles(board, hex_id)) :]
    return following[0] if following else None


def _named_over(title: Title, hex_id: str) -> list[str]:
    """The tiles that the title names for a hex, those laid only by an ability left out."""
    rules = building(title)
    return [name for name in rules.upgrades.get(hex_id, ()) if name not in rules.only_by_special]


def next_colours(board: Board, hex_id: str) -> tuple[str, ...]:
    """The colours of tile that can come next on a hex: several where colours may be skipped."""
    first, after = next_colour(board, hex_id), _colours_after(board, hex_id)
    if first is None or not _skips_colours(board):
        return (first,) if first is not None else ()
    if not board.face(hex_id).stops:
        return after
    return after[:2] if colour_of(board, hex_id) == "white" else (first,)


def _skips_colours(board: Board) -> bool:
    skips = building(board.title).skips_colours
    return skips is not None and has_begun(board.title, skips.since, board.phase.name)


def skipped_colours(board: Board, hex_id: str, tile: Tile) -> int:
    """Number of colours that a tile of plain track skips."""
    after = _colours_after(board, hex_id)
    if not _skips_colours(board) or board.face(hex_id).stops or tile.colour not in after:
        return 0
    return after.index(tile.colour)


def is_upgrade(board: Board, hex_id: str, tile: Tile) -> bool:
    """Whether a lay counts as an upgrade.

    Something lies there, plain track skips a colour, or the title says so of the tile's label.
    """
    if tile.label and tile.label in building(board.title).upgrade_labels:
        return True
    new = {"white", "yellow"} if building(board.title).printed_yellow_is_new else {"white"}
    bare = not board.face(hex_id).layers
    replaces_one = colour_of(board, hex_id) not in (new if bare else {"white"})
    return replaces_one or skipped_colours(board, hex_id, tile) > 0


def _opened(board: Board, hex_id: str) -> tuple[str, ...]:
    """The colours that may be laid on a hex; some privates open one more for plain track."""
    colours = board.phase.colours
    owned = board.extras.privates.intersection(building(board.title).ahead_with_private)
    if not owned or board.face(hex_id).stops:
        return colours
    return colour_order(board.title)[: len(colours) + 1]


def _colours_after(board: Board, hex_id: str) -> tuple[str, ...]:
    order = ("white", *colour_order(board.title))
    shown = colour_of(board, hex_id)
    return order[order.index(shown) + 1 :] if shown in order else ()


def skipped_tiles(board: Board, hex_id: str) -> list[Tile]:
    """The tiles that a hex skips because their other side is in use on another hex."""
    pairs = building(board.title).two_sided
    other = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    lying = {tile.name for face in board.laid.values() for tile, _ in face.layers if pairs}
    skipped: list[Tile] = []
    for colour in _colours_after(board, hex_id) if lying else ():
        sides = [
            tile
            for tile in map(board.title.tiles.__getitem__, other)
            if tile.colour == colour and tile.name in possible_tiles(board.title, hex_id)
        ]
        if not sides or not all(other[tile.name] in lying for tile in sides):
            break
        skipped.append(sides[0])
    return skipped


def tiles_left(board: Board, tile: Tile) -> int | None:
    """Copies of a tile left in stock, ``None`` if unlimited."""
    if tile.count is None:
        return None
    lying = sum(laid == tile for face in board.laid.values() for laid, _ in face.layers)
    return tile.count - lying


def _not_open(
    board: Board, hex_id: str, tile: Tile, opened: Collection[str] | None
) -> Refusal | None:
    """The reason why the phase has not opened a tile yet, or ``None``."""
    title, phase = board.title, board.phase
    colours = _opened(board, hex_id) if opened is None else opened
    if tile.colour not in colours and tile.name not in building(title).laid_from:
        return Refusal("colour-not-open", f"no {tile.colour} tiles in phase {phase.name}")
    if not_yet(title, phase.name, tile):
        since = building(title).laid_from[tile.name]
        return Refusal("colour-not-open", f"{tile.name} is laid from phase {since} on")
    for gauge, since in building(title).gauges_from.items():
        early = not has_begun(title, since, phase.name)
        if early and any(piece.gauge == gauge for piece in tile.track):
            return Refusal("colour-not-open", f"no {gauge} track before phase {since}")
    return None


def unfit_tile(
    board: Board,
    hex_id: str,
    tile: Tile,
    *,
    online: bool = False,
    opened: Collection[str] | None = None,
) -> Refusal | None:
    """The reason why a tile cannot lie on a hex in any rotation, or ``None``.

    ``online`` adds the tiles that only online games of the title have. ``opened`` are the colours
    that may be laid, if not those of the phase.
    """
    title = board.title
    place = title.hexes[hex_id]
    if tile.layer != "tile":
        return Refusal(
            "not-by-companies", f"{tile.name} is laid by its owner, not in a company's turn"
        )
    if tile.online_only and not online:
        return Refusal("online-only", f"only online games of {title.id} have tile {tile.name}")
    following = next_colours(board, hex_id)
    if not following:
        lying = board.face(hex_id).layers
        why = f"tiles are never laid on a {place.printed.colour} hex"
        if lying and lying[0][0].layer == "tile":
            why = f"nothing replaces the {lying[0][0].colour} tile there"
        return Refusal("never-built", why)
    if refusal := _not_open(board, hex_id, tile, opened):
        return refusal
    if replaces(board, hex_id, tile):
        return none_left(board, tile)
    old = shown_tile(board, hex_id)
    if tile.name in building(title).not_upgrades.get(old.name, ()):
        return Refusal("wrong-tile", f"{tile.name} never follows {old.name}")
    if not named_for_hex(title, hex_id, tile) and old.colour not in ("white", *colour_order(title)):
        return Refusal("wrong-tile", f"{tile.name} is not among the tiles for {hex_id}")
    if tile.colour not in following:
        shows = colour_of(board, hex_id)
        return Refusal("wrong-colour", f"the hex is {shows}: {following[0]} comes next")
    if not named_for_hex(title, hex_id, tile):
        stops = board.face(hex_id).stops
        if not same_stops(title, stops, tile):
            has, brings = _named(stops), _named(tile.stops)
            return Refusal("wrong-stops", f"the hex has {has}, the tile has {brings}")
        label = board.extras.labels.get(hex_id)
        label = label or label_after(title, hex_id, old, tile.colour)
        if tile.label != label:
            wanted = f"label {label} is needed" if label else f"no label {tile.label} there"
            return Refusal("wrong-label", wanted)
    return none_left(board, tile)


def none_left(board: Board, tile: Tile) -> Refusal | None:
    """Return a refusal if all tiles of this number lie on the board, else ``None``."""
    left = tiles_left(board, tile)
    if left is not None and left <= 0:
        return Refusal("none-left", f"all {tile.count} tiles {tile.name} lie on the board")
    return None


def not_yet(title: Title, phase: str, tile: Tile) -> bool:
    """Whether a tile is laid only from a later phase on, whatever its colour."""
    since = building(title).laid_from.get(tile.name)
    return since is not None and not has_begun(title, since, phase)


def shown_tile(board: Board, hex_id: str) -> Tile:
    """Return the tile that lies on a hex, or its print."""
    layers = board.face(hex_id).layers
    return layers[0][0] if layers else board.title.hexes[hex_id].printed


def replaces(board: Board, hex_id: str, tile: Tile) -> bool:
    """Whether the title itself names ``tile`` as an upgrade of the tile on a hex.

    Such a tile may have another colour and other stops. Only the exits must stay, and track that
    runs from edge to edge.
    """
    rules, old = building(board.title), shown_tile(board, hex_id)
    if rules.upgrades_status and rules.upgrades_status not in board.phase.status:
        return False
    lies = bool(board.face(hex_id).layers)
    return lies and tile.name in rules.upgrades.get(old.name, ())


def named_for_hex(title: Title, hex_id: str, tile: Tile) -> bool:
    """Whether the title itself names ``tile`` for a hex, whatever lies there."""
    return tile.name in building(title).upgrades.get(hex_id, ())


def same_stops(title: Title, old: tuple[PrintedStop, ...], new: Tile) -> bool:
    """Whether the stops of a tile agree with the old ones in kind and number.

    Stations for markers may become one, or more, on a tile with a label alone.
    """
    had, brings = (Counter((stop.plot, stop.sort) for stop in stops) for stops in (old, new.stops))
    return had.keys() == brings.keys() and all(
        brings[kind] == count
        or (title.stop_kinds[kind[0]].blocks and new.label is not None)
        or (building(title).towns_split and kind[0] == "town" and brings[kind] == 2)
        for kind, count in had.items()
    )


def _named(stops: Iterable[PrintedStop]) -> str:
    counts = Counter(f"{stop.sort} {stop.kind}" if stop.sort else stop.kind for stop in stops)
    return " and ".join(f"{count} {kind}" for kind, count in counts.items()) or "no stop"


def unfit_turn(
    board: Board, hex_id: str, tile: Tile, rotation: int, closed: Collection[str] = ()
) -> Refusal | None:
    """The reason why a tile that can lie on a hex cannot lie in this rotation, or ``None``.

    ``closed`` are hexsides over which nothing may be built.
    """
    old = board.face(hex_id)
    new = laid_face(board.title, hex_id, f"{tile.name}:{rotation}")
    if rotation and tile.name in building(board.title).unturned:
        return Refusal("turned", f"{tile.name} cannot be turned: its rotation is 0")
    if replaces(board, hex_id, tile):
        special = tile.name in building(board.title).only_by_special
        kept = special or plain_track(old) <= plain_track(new)
        if edges_of(old) <= edges_of(new) and kept:
            return _blocked_sides(board, hex_id, old, new, closed)
        return Refusal("track-lost", "the old exits are not kept")
    became = kept_stops(old, new)
    if became is None and _need_not_keep_stops(board, hex_id, tile):
        special = tile.name in building(board.title).only_by_special
        became = stops_after(old, new) if special or edges_of(old) <= edges_of(new) else None
    if became is None:
        return Refusal("track-lost", "the old track is not kept")
    if refusal := _stub_unused(board, hex_id, tile, new):
        return refusal
    for index, stop in enumerate(old.stops if building(board.title).stops_stay else ()):
        turned = _turned_away(old, index, stop.at, stop_edges(new.track, became[index]))
        if turned:
            return Refusal("stop-moved", f"the {stop.kind} must stay at edge {stop.at:g}")
    markers = Counter(
        became[index]
        for index in range(len(old.stops))
        for _ in board.markers.get((hex_id, index), ())
    )
    for index, count in markers.items():
        room = new.stops[index].slots + sum(
            _added_places(board, (hex_id, at)) for at, now in enumerate(became) if now == index
        )
        if count > room:
            return Refusal("no-place", f"{count} markers stand there, the tile has room for {room}")
    return _blocked_sides(board, hex_id, old, new, closed)


def _need_not_keep_stops(board: Board, hex_id: str, tile: Tile) -> bool:
    """Whether a tile need keep only the exits: the title names it, or it removes towns."""
    if named_for_hex(board.title, hex_id, tile):
        return True
    towns = all(stop.plot == "town" for stop in board.face(hex_id).stops)
    return building(board.title).towns_removed and towns and not tile.stops


def _added_places(board: Board, stop: StopKey) -> int:
    """Number of places that a stop has beyond those of its tile; they survive an upgrade."""
    return max(0, board.slots(stop) - board.face(stop[0]).stops[stop[1]].slots)


def _stub_unused(board: Board, hex_id: str, tile: Tile, new: Face) -> Refusal | None:
    """Return a refusal if the first tile of a hex leaves out an edge where track is wanted."""
    printed = board.title.hexes[hex_id].printed
    if board.face(hex_id).layers or printed.colour not in ("white", "yellow"):
        return None
    if tile.name in building(board.title).only_by_special:
        return None
    missing = sorted(printed.stubs - edges_of(new))
    if not missing:
        return None
    return Refusal("stub-unused", f"the first tile there leads to edge {missing[0]}")


def _blocked_sides(
    board: Board, hex_id: str, old: Face, new: Face, closed: Collection[str]
) -> Refusal | None:
    """The reason why one of the new exits of a tile leads nowhere, or ``None``."""
    fit = building(board.title).gauges_fit
    for edge in sorted(edges_of(new) - edges_of(old)):
        if fit and (refusal := _wrong_gauge(board, hex_id, new, edge)):
            return refusal
        plain = not any(piece.stops for piece in new.track if edge in piece.edges)
        refusal = blocked_side(board, hex_id, edge, closed, plain=plain)
        if refusal and not (refusal.code == "water" and _ferries(board, hex_id, new, edge)):
            return refusal
    return None


def _ferries(board: Board, hex_id: str, new: Face, edge: int) -> bool:
    """Whether two tiles that only an ability lays meet over water, one after the other."""
    rules, crossing = building(board.title), board.crossings.get((hex_id, edge))
    across = rules.upgrades.get(crossing.hex, ()) if crossing is not None else ()
    name = new.layers[0][0].name
    return name in rules.only_by_special and any(each in rules.only_by_special for each in across)


def _wrong_gauge(board: Board, hex_id: str, new: Face, edge: int) -> Refusal | None:
    """Return a refusal if track of one gauge would meet track of another at a hexside."""
    crossing = board.crossings.get((hex_id, edge))
    across = board.face(crossing.hex).track if crossing is not None else ()
    there = {piece.gauge for piece in across if crossing and crossing.edge in piece.edges}
    here = {piece.gauge for piece in new.track if edge in piece.edges}
    if not there or not here.isdisjoint(there) or "dual" in here | there:
        return None
    text = f"{sorted(here)[0]} track would meet {sorted(there)[0]} track at edge {edge}"
    return Refusal("wrong-gauge", text)


def _turned_away(old: Face, index: int, at: float | None, edges: set[int]) -> bool:
    """Whether a stop without track would leave the edge that it is printed at."""
    if at is None or at != int(at) or stop_edges(old.track, index):
        return False
    return int(at) not in edges


def blocked_side(
    board: Board, hex_id: str, edge: int, closed: Collection[str] = (), *, plain: bool = True
) -> Refusal | None:
    """The reason why no new track may lead to an edge of a hex, or ``None``.

    A stop may have a spare exit towards a ``closed`` hexside, as long as no track meets it
    there. ``plain`` track may not lead there: it would serve only to cross the side.
    """
    title = board.title
    where = f"track to edge {edge} runs"
    xy = neighbour(title.layout, title.hexes[hex_id].xy, edge)
    across = hex_at(title).get(xy)
    if across is None:
        return Refusal("off-the-board", f"{where} off the board")
    # Each hex names its own sealed sides: a spare exit may point at one from outside.
    if edge in title.hexes[hex_id].printed.sealed:
        return Refusal("sealed", f"{where} into the sealed side to {across}")
    opens = title.hexes[hex_id].printed.opening.get(edge)
    if opens is not None and not has_begun(title, opens, board.phase.name):
        return Refusal("not-open", f"{where} into a side that opens in phase {opens}")
    meets = opposite(edge) in edges_of(board.face(across))
    printed = title.hexes[across].printed
    wanted = meets or opposite(edge) in printed.stubs
    if printed.colour == "blue" and not wanted and not _named_over(title, across):
        return Refusal("water", f"{where} into the water of {across}")
    open_to = building(title).spare_exits_to
    finished = printed.colour in ("gray", "red", "sepia")
    if finished and not wanted and across not in open_to:
        return Refusal("dead-side", f"{where} into a side of {across} without track")
    if (meets or plain) and hexside(hex_id, across) in closed:
        return Refusal("frontier", f"{where} across a frontier into {across}")
    return None


# -- laying it -----------------------------------------------------------------------------


def code_after(board: Board, hex_id: str, tile: Tile, rotation: int) -> str:
    """Tile code of a hex after a lay: an overlay joins the tiles below it."""
    code = f"{tile.name}:{rotation}"
    lying = board.laid.get(hex_id)
    if tile.layer != "overlay" or lying is None:
        return code
    return "+".join([*(f"{each.name}:{turn}" for each, turn in lying.layers), code])


def with_tile(board: Board, hex_id: str, tile: Tile, rotation: int) -> Board:
    """Return the board after a lay, with the markers moved to the new stops; the tile must fit."""
    old = board.face(hex_id)
    new = laid_face(board.title, hex_id, code_after(board, hex_id, tile, rotation))
    became = stops_after(old, new)
    markers: dict[StopKey, tuple[str, ...]] = {}
    for (at, index), companies in board.markers.items():
        stop = (at, became[index]) if at == hex_id else (at, index)
        markers[stop] = (*markers.get(stop, ()), *companies)
    return replace(board, laid={**board.laid, hex_id: new}, markers=markers)


def with_marker(board: Board, stop: StopKey, company: str) -> Board:
    """Return the board after a marker was placed."""
    markers = {**board.markers, stop: (*board.markers.get(stop, ()), company)}
    return replace(board, markers=markers)
