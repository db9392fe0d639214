"""The lays of a turn: which of them is next, and what it allows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hexgraph.bases import own_stations
from hexgraph.board import Board
from hexgraph.face import StopKey, printed_faces
from hexgraph.lay import Refusal, shown_tile
from hexgraph.reach import reach_of
from hexgraph.sides import hex_across
from hexgraph.succession import colour_order
from mapdata.building import LayAllowance, building, in_force, lays_allowed
from mapdata.tile import Tile
from mapdata.title import Company, Title


def next_lay(board: Board, company: Company, *, first_turn: bool) -> LayAllowance | None:
    """Return the lay of a company that is next in its turn, or ``None`` if all are used up.

    ``first_turn``: it may be the company's first turn, which can have lays of its own.
    """
    lays = turn_lays(board, company, first_turn=first_turn)
    before = board.extras.before
    homes = building(board.title).home_tiles.get(company.id, ())
    used = before.used - sum(hex_id in homes for hex_id in before.lays)
    if used < len(lays):
        return lays[used]
    stations = sum(company.id in standing for standing in board.markers.values())
    most = lays_allowed(board.title, company, board.phase.name, stations)
    return lays[-1] if used < max(most, len(lays) + _added_lays(board, company)) else None


def turn_lays(board: Board, company: Company, *, first_turn: bool) -> tuple[LayAllowance, ...]:
    """Return the lays of a company's turn, in their order."""
    rules = building(board.title)
    first = rules.first_turn_lays_of.get(company.kind)
    lays = in_force(board.title, rules.later_lays, board.phase.name) or rules.tile_lays
    if first_turn and rules.first_turn_lays:
        lays = first or rules.first_turn_lays
    lays = rules.lays_of.get(company.id) or rules.lays_of.get(company.kind) or lays
    for hex_id, unlocked in rules.lays_with_marker.get(company.id, {}).items():
        if any(company.id in names for (at, _), names in board.markers.items() if at == hex_id):
            lays = unlocked
    for private, others in rules.lays_with_private.items():
        if private in board.extras.privates:
            lays = others
    return first if first and _nothing_built(board, company) else lays


def _added_lays(board: Board, company: Company) -> int:
    """The number of further lays that hexes built on in this turn give the company."""
    kind = building(board.title).lay_more_on.get(company.id)
    built = (board.face(hex_id).stops for hex_id in board.extras.before.lays if kind)
    return sum(any(stop.kind == kind for stop in stops) for stops in built)


def _nothing_built(board: Board, company: Company) -> bool:
    """Whether the company can have built nothing before this turn.

    A home without printed track is built on first; from another one the first tile is reached.
    """
    stations = own_stations(board, company.id)
    printed = printed_faces(board.title)
    bare = [hex_id for hex_id, _ in stations if not printed[hex_id].track]
    seen = bare or reach_of(board, company.id).hexes
    return not (board.laid.keys() & set(seen)) - set(board.extras.before.lays)


def no_permit(board: Board) -> Refusal | None:
    """Return a refusal if the company's permits do not cover the phase; unknown ones do."""
    letters = {phase: letter for letter, phase in building(board.title).permits.items()}
    needed, held = in_force(board.title, letters, board.phase.name), board.extras.permits
    if needed is None or held is None or needed in held:
        return None
    return Refusal("no-permit", f"building in phase {board.phase.name} needs permit {needed}")


def wrong_lay(
    board: Board, hex_id: str, tile: Tile, lay: LayAllowance | None, *, upgrade: bool
) -> Refusal | None:
    """The reason why the turn's next lay cannot be this one, or ``None``."""
    if lay is None:
        return Refusal("no-lay-left", "all lays of the turn are used up")
    before = board.extras.before
    allowed = lay.upgrade if upgrade else lay.lay
    what = "an upgrade" if upgrade else "a new tile"
    if allowed == "not_if_upgraded" and before.upgraded:
        return Refusal("wrong-lay", f"after an upgrade the next lay of the turn cannot be {what}")
    if allowed == "not_if_twice_upgraded" and _upgrades(board) > 1:
        return Refusal("wrong-lay", f"after two upgrades the next lay cannot be {what}")
    if not allowed:
        return Refusal("wrong-lay", f"the next lay of the turn cannot be {what}")
    built = (board.face(each).stops for each in before.lays if lay.not_after)
    if any(stop.kind in lay.not_after for stops in built for stop in stops):
        return Refusal("wrong-lay", f"after the first tile of this turn no other lay can be {what}")
    if lay.not_beside:
        beside = {hex_across(board.title, each, edge) for each in before.lays for edge in range(6)}
        if hex_id in beside:
            return Refusal("beside", f"{hex_id} lies next to a hex that was built on in this turn")
    if lay.no_second_city and _has_city(board.title, tile):
        for each in before.lays:
            if _has_city(board.title, shown_tile(board, each)):
                return Refusal("second-city", f"{each} is a city that was built on in this turn")
    one_a_station = bool(building(board.title).lays)
    if (lay.cannot_reuse_same_hex or one_a_station) and hex_id in before.lays:
        return Refusal("same-hex", f"{hex_id} was built on in this turn")
    return None


def _upgrades(board: Board) -> int:
    """The number of upgrades among the turn's lays: hexes whose tile is not a first one."""
    if not board.extras.before.upgraded:
        return 0
    order = ("white", *colour_order(board.title))
    steps = (
        order.index(shown_tile(board, hex_id).colour)
        - order.index(board.title.hexes[hex_id].printed.colour)
        for hex_id in board.extras.before.lays
        if shown_tile(board, hex_id).colour in order
    )
    return sum(step > 1 for step in steps)


def _has_city(title: Title, tile: Tile) -> bool:
    return any(title.stop_kinds[stop.kind].blocks for stop in tile.stops)


def all_from_stations(sources: Sequence[Collection[StopKey]]) -> bool:
    """Whether each lay has a station of its own among those it can come from."""
    if not sources:
        return True
    first, *others = sources
    return any(all_from_stations([set(each) - {station} for each in others]) for station in first)
