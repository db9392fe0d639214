"""Chicago Express: what comes before a player acts, and between the actions of a plan."""

from __future__ import annotations

from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError
from solvers.chicago import dividends, rules
from solvers.chicago.plan import growth_of


def settled(position: ChicagoPosition) -> tuple[ChicagoPosition, list[str]]:
    """Return the position in which a player acts, and what happens before he does.

    A dividend that is due is paid first, and may end the game.
    """
    if not dividends.due(position):
        return position, []
    red = "note: so many dials are on red that a dividend is paid first"
    if dividends.over(position):
        raise InputError(
            "the dials call a dividend, and the game ends with it: nobody acts", "dials"
        )
    return dividends.phase(position), [red]


def actions_of(position: ChicagoPosition) -> int | None:
    """Number of actions asked about; ``None`` for as many as it takes."""
    if position.ask != "plan":
        return 1
    if position.actions is None and position.goal == "income":
        raise InputError("actions is missing: a plan of how many actions? (actions = 4)")
    return position.actions


def last_action(position: ChicagoPosition) -> int | None:
    """Number of the actions asked about that can come before the game ends."""
    asked, left = actions_of(position), dividends.builds_left(position)
    if asked is None or left is None or position.ask != "plan":
        return left if asked is None else asked
    return min(asked, left)


def grown_between(position: ChicagoPosition, company: str, treasury: int) -> int:
    """The growth, between its actions, of industries that a company may stand on."""
    many = last_action(position)
    if position.ask != "plan" or many is None:
        return 0
    later = position
    for _ in range(dividends.between(position, many)):
        later = dividends.phase(later)
    limit = many * position.title.building.hexes
    reach = {*growth_of(position, company, treasury, limit).hexes, *position.networks[company]}
    return sum(rules.pays(later, each) - rules.pays(position, each) for each in reach)


def ahead_notes(position: ChicagoPosition, company: str, treasury: int) -> list[str]:
    """Notes on what a plan ignores: dividends between its actions, and the end of the game."""
    asked, many = actions_of(position), last_action(position)
    notes = []
    if asked is not None and many is not None and many < asked:
        builds = f"{many} build{'s' * (many != 1)}"
        notes.append(f"note: the game ends after {builds} at the latest, not {asked}")
    if position.goal == "income" and grown_between(position, company, treasury):
        left = rules.dial_left(position, "build")
        text = (
            f"the dial allows {left} before a dividend; what industries grow by it is not counted"
        )
        notes.append(f"note: of {many} builds {text}")
    return notes
