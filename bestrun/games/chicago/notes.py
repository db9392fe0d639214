"""Chicago Express: what is odd about a position, and what every answer assumes."""

from __future__ import annotations

from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError
from solvers.chicago import dividends, rules

IDLE = "nobody else acts before the dividends that are counted"
DIALS = "the dials are as long as the title says"


def oddities(position: ChicagoPosition) -> list[str]:
    """Notes on what is impossible in a game, or contradicts the board."""
    title = position.title
    notes = stated_otherwise(position, *title.companies)
    for hex_id in sorted(position.houses):
        if not rules.standing(position, hex_id):
            notes.append(
                f"note: a house on {title.hexes[hex_id].label}, where no locomotive stands"
            )
    for name, each in title.industry.items():
        moved = position.industry[name] != each.scale[0]
        if each.by == "players" and moved and not rules.standing(position, each.hex):
            notes.append(f"note: {name} has been developed, but no locomotive stands there")
    late, goal = title.opening.company, title.opening.hex
    if rules.is_open(position, late) and not rules.standing(position, goal):
        notes.append(f"note: {late} is on the board, but nobody is in {title.hexes[goal].label}")
    if not rules.is_open(position, late) and position.sold[late]:
        notes.append(f"note: shares of {late} are sold, but it is not open")
    return [*notes, *_unsold(position)]


def _unsold(position: ChicagoPosition) -> list[str]:
    """Return a note for each company that has built, or has money, without a share sold."""
    notes = []
    for name, network in position.networks.items():
        if position.sold[name]:
            continue
        if len(network) > 1:
            notes.append(f"note: {name} has built, but no share of it is sold")
        elif position.treasuries.get(name):
            notes.append(f"note: {name} has money, but no share of it is sold")
    return notes


def stated_otherwise(position: ChicagoPosition, *companies: str) -> list[str]:
    """Return a note for each stated income that the board does not bear out."""
    notes = []
    for name in companies:
        true = rules.income(position, name)
        if rules.is_open(position, name) and position.stated.get(name, true) != true:
            stated = position.stated[name]
            notes.append(
                f"note: {stated} is stated as income of {name}, but the board gives {true}"
            )
    return notes


def bare(notes: list[str]) -> list[str]:
    """Return notes as the JSON contract has them."""
    return [note.removeprefix("note: ") for note in notes]


def dials_text(position: ChicagoPosition) -> str:
    """The state of the dials, in words."""
    parts = []
    for kind, turned in position.dials.items():
        length = position.title.dials.length(kind)
        parts.append(f"{kind} {turned}" + (f" of {length}" if length is not None else ""))
    return "dials: " + ", ".join(parts)


def holder_text(position: ChicagoPosition, player: str) -> str:
    """Return the line that says who holds what."""
    held = position.players[player]
    shares = ", ".join(f"{count} {name}" for name, count in held.items() if count) or "nothing"
    cash = f", {position.cash[player]} in cash" if player in position.cash else ""
    return f"{position.title.name}, {player} holds {shares}{cash}"


def counted_text(position: ChicagoPosition, wanted: int) -> str | None:
    """Return that the game ends before all dividends that are asked about are paid."""
    paid = dividends.still_paid(position, wanted)
    if paid == wanted:
        return None
    return f"note: the game ends after {paid} more dividend{'s' * (paid > 1)}, not {wanted}"


def player_of(position: ChicagoPosition) -> str:
    """The player who asks: the one named, or the only one."""
    if position.player is not None:
        return position.player
    if len(position.players) == 1:
        return next(iter(position.players))
    raise InputError('player is missing: for whom? (player = "Andy", with [players.Andy])')
