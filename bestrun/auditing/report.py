"""Audits as one self-contained page: what was missed, by whom, when, and where it was to be had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestrun.auditing.money import Account, account, places, ranks
from bestrun.auditing.pictures import address
from bestrun.auditing.runs import NOBODY, Audit, AuditedRun, counted
from bestrun.auditing.season import Season, moved, worst
from bestrun.auditing.tallies import Total, totals
from bestrun.auditing.text import elsewhere, faults_of
from mapdata.errors import printable

TEMPLATES = Path(__file__).parents[1] / "data"

PAGE = "http://localhost:1844/"
"""Where ``bestrun serve`` answers unless it is told otherwise."""

PLAYERS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7b4fc9", "#888888")
"""One colour a player in the chart: apart for every kind of colour vision, light and dark."""

MOST_COLUMNS = 60
"""Games of a season that a chart can show side by side."""


@dataclass(frozen=True)
class TotalsTable:
    """Totals under a heading."""

    heading: str
    totals: Sequence[Total]


@dataclass(frozen=True)
class Segment:
    """What one player missed in a column, as part of the height of the highest."""

    name: str
    colour: str
    missed: int
    part: float


@dataclass(frozen=True)
class Column:
    """A column of the chart."""

    label: str
    missed: int
    segments: Sequence[Segment]
    top: bool = False
    """Whether it is the highest, whose figure is told however many columns there are."""


@dataclass(frozen=True)
class PlayerRow:
    """A player in the table of players; ``places``: in the end, and with every run best."""

    name: str
    colour: str
    total: Total
    cost: int
    value: int | None = None
    places: tuple[int, int] | None = None
    games: int = 0
    titles: int = 0


@dataclass(frozen=True)
class MissedRun:
    """A missed run as the page shows it; ``link`` opens its position."""

    audited: AuditedRun
    link: str
    colour: str


def game_page(audit: Audit, page: str = PAGE) -> str:
    """The page of one game; ``page`` is where its positions open."""
    by_player = totals(audit.runs, "player")
    colours = _colours(by_player)
    books = account(audit.runs)
    found = ranks(books.players, audit.standing, audit.players)
    order = places(found)
    mine = {each.name: each for each in by_player}
    players = [
        PlayerRow(
            name,
            colours.get(name, "transparent"),
            mine.get(name) or Total(name),
            books.players.get(name, 0),
            audit.standing.get(name),
            order.get(name),
        )
        for name in dict.fromkeys([*(each.player for each in found), *mine])
    ]
    missed = {
        each.name: {part.name: part.missed for part in totals(_of_round(audit, each), "player")}
        for each in totals(audit.runs, "round")
    }
    return _page(
        several=False,
        title=f"Audit of {audit.game}",
        headline=f"{audit.game}: {audit.headline}.",
        about=audit.about + (f", {audit.year}" if audit.about and audit.year else ""),
        now=[("", audit.now)] if audit.now else [],
        players=players,
        placed=bool(order),
        elsewhere=_elsewhere(books),
        tables=_tables(company=totals(audit.runs, "company")),
        columns=columns(missed, colours),
        shown=_shown(worst(audit.runs, len(audit.improvable)), page, colours),
        moved=moved(audit),
        runs=audit.runs,
        faults=list(faults_of(audit)),
    )


def season_page(season: Season, page: str = PAGE) -> str:
    """The page of many games: a league, the worst runs, totals by title, year and game."""
    colours = _colours(season.players.all())
    missed = {f"{at} {each.name}": each.missed for at, each in enumerate(season.games, 1)}
    whole = season.total
    return _page(
        several=True,
        title=f"{counted(len(season.games), 'game')} audited",
        headline=(
            f"All games: {whole.missed} missed in {whole.below} of {counted(whole.runs, 'run')} "
            f"({100 * whole.share:.0f} % below the best)."
        ),
        now=[(f"{each.name}, ", each.now) for each in season.games if each.now],
        players=[
            PlayerRow(
                each.name,
                colours[each.name],
                each,
                season.books.players.get(each.name, 0),
                games=season.appearances[each.name],
                titles=len(season.played[each.name]),
            )
            for each in league(season)
        ],
        elsewhere=_elsewhere(season.books),
        tables=_tables(
            title=season.titles.all(),
            year=season.years.all(),
            game=[each.total for each in season.games if each.total.runs],
        ),
        columns=columns(missed, colours) if len(missed) <= MOST_COLUMNS else [],
        shown=_shown(season.worst, page, colours),
        moved=season.moved,
        games=season.games,
        faults=[f"{each.name}: {each.doubt}" for each in season.games if each.doubt],
    )


def league(season: Season) -> list[Total]:
    """The players of a season, the best directors first; what nobody directs at the end."""
    return sorted(
        season.players.all(), key=lambda each: (each.name.startswith(NOBODY), -each.reached)
    )


def _page(**values: Any) -> str:
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    return printable(environment.get_template("audit.html").render(values))


def _colours(by_player: Sequence[Total]) -> dict[str, str]:
    """A colour for each player; what nobody directs is grey."""
    names = [each.name for each in by_player if not each.name.startswith(NOBODY)]
    colours = {name: PLAYERS[at % len(PLAYERS)] for at, name in enumerate(names)}
    return {each.name: colours.get(each.name, PLAYERS[-1]) for each in by_player}


def _elsewhere(books: Account) -> list[str]:
    return [f"{amount} {words}" for amount, words in elsewhere(books) if amount]


def _tables(**tables: list[Total]) -> list[TotalsTable]:
    return [TotalsTable(heading, found) for heading, found in tables.items() if found]


def _of_round(audit: Audit, each: Total) -> list[AuditedRun]:
    return [run for run in audit.runs if run.run.round == each.name]


def columns(missed: Mapping[str, Mapping[str, int]], colours: Mapping[str, str]) -> list[Column]:
    """The columns of a chart of what each player missed; none if nothing was."""
    sums = {label: sum(parts.values()) for label, parts in missed.items()}
    most = max(sums.values(), default=0)
    if not most:
        return []
    return [
        Column(
            label.removeprefix("OR "),
            sums[label],
            [
                Segment(name, colours[name], amount, amount / most)
                for name, amount in parts.items()
                if amount
            ],
            top=sums[label] == most,
        )
        for label, parts in missed.items()
    ]


def _shown(runs: Iterable[AuditedRun], page: str, colours: Mapping[str, str]) -> list[MissedRun]:
    slash = "" if page.endswith(".html") else "/"
    return [
        MissedRun(
            each,
            f"{page.rstrip('/')}{slash}#{address(each.run.position)}",
            colours.get(each.director, "transparent"),
        )
        for each in runs
    ]
