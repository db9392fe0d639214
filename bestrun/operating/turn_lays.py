"""The lays of a turn: which of them is next, and what it allows."""

from __future__ import annotations

from hexgraph.board import Board
from hexgraph.lay import Refusal
from mapdata.building import LayAllowance, building, in_force, lays_allowed
from mapdata.title import Company


def next_lay(board: Board, company: Company, *, first_turn: bool) -> LayAllowance | None:
    """Return the lay of a company that is next in its turn, or ``None`` if all are used up.

    ``first_turn``: it may be the company's first turn, which can have lays of its own.
    """
    rules = building(board.title)
    lays = in_force(board.title, rules.later_lays, board.phase.name) or rules.tile_lays
    if first_turn and rules.first_turn_lays:
        lays = rules.first_turn_lays
    lays = rules.lays_of.get(company.id) or rules.lays_of.get(company.kind) or lays
    used = board.also.before.used
    if used < len(lays):
        return lays[used]
    stations = sum(company.id in standing for standing in board.markers.values())
    most = lays_allowed(board.title, company, board.phase.name, stations)
    return lays[-1] if used < most else None


def wrong_lay(
    board: Board, hex_id: str, lay: LayAllowance | None, *, upgrade: bool
) -> Refusal | None:
    """Return why the turn's next lay cannot be this one, or ``None``."""
    if lay is None:
        return Refusal("no-lay-left", "all lays of the turn are used up")
    before = board.also.before
    allowed = lay.upgrade if upgrade else lay.lay
    what = "an upgrade" if upgrade else "a new tile"
    if allowed == "not_if_upgraded" and before.upgraded:
        return Refusal("wrong-lay", f"after an upgrade the next lay of the turn is not {what}")
    if not allowed:
        return Refusal("wrong-lay", f"the next lay of the turn is not {what}")
    if lay.cannot_reuse_same_hex and hex_id in before.lays:
        return Refusal("same-hex", f"{hex_id} was built on in this turn")
    return None
