"""Audits as one self-contained page: what was missed, by whom, when, and where it was to be had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bestrun.auditing.money import Account, account, places, ranks
from bestrun.auditing.pictures import address
from bestrun.auditing.runs import Audit, AuditedRun, counted
from bestrun.auditing.tallies import By, Total, total, totals, worst
from bestrun.auditing.text import elsewhere, faults_of
from mapdata.errors import printable

TEMPLATES = Path(__file__).parents[1] / "data"

PAGE = "http://localhost:1844/"
"""Where ``bestrun serve`` answers unless it is told otherwise."""

PLAYERS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7b4fc9", "#888888")
"""One colour a player in the chart: apart for every kind of colour vision, light and dark."""


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


@dataclass(frozen=True)
class PlayerRow:
    """A player in the table of players; ``places``: in the end, and with every run best."""

    name: str
    colour: str
    games: int
    total: Total
    cost: int
    value: int | None = None
    places: tuple[int, int] | None = None


@dataclass(frozen=True)
class MissedRun:
    """A missed run as the page shows it; ``link`` opens its position."""

    audited: AuditedRun
    link: str
    colour: str


def report_page(audits: Sequence[Audit], page: str = PAGE) -> str:
    """Return the page of one game, or of several as a season."""
    from jinja2 import Environment, FileSystemLoader

    runs = [run for audit in audits for run in audit.runs]
    several = len(audits) > 1
    by_player = totals(runs, "player")
    colours = {each.name: PLAYERS[at % len(PLAYERS)] for at, each in enumerate(by_player)}
    books = account(runs)
    players = _players(audits, runs, by_player, books, colours)
    shown = worst(audits) if several else worst(audits, len(runs))
    text = (
        Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        .get_template("audit.html")
        .render(
            title=_title(audits),
            audits=audits,
            several=several,
            headline=_headline(audits, runs),
            players=players,
            placed=any(each.places for each in players),
            elsewhere=[f"{amount} {words}" for amount, words in elsewhere(books) if amount],
            tables=_tables(audits, runs),
            columns=columns(audits, runs, colours),
            shown=[_shown(each, page, colours) for each in shown],
            runs=runs,
            moved=[each for each in runs if each.instead],
            faults=[f"{audit.game}, {line}" for audit in audits for line in faults_of(audit)],
        )
    )
    return printable(text)


def _title(audits: Sequence[Audit]) -> str:
    if len(audits) > 1:
        return f"{counted(len(audits), 'game')} audited"
    return f"Audit of {audits[0].game}" if audits else "Nothing audited"


def _headline(audits: Sequence[Audit], runs: Sequence[AuditedRun]) -> str:
    if len(audits) == 1:
        return f"{audits[0].game}: {audits[0].headline}."
    whole = total("", runs)
    return (
        f"All games: {whole.missed} missed in {whole.below} of {counted(whole.runs, 'run')} "
        f"({100 * whole.share:.0f} % below the best)."
    )


def _players(
    audits: Sequence[Audit],
    runs: Sequence[AuditedRun],
    by_player: Sequence[Total],
    books: Account,
    colours: Mapping[str, str],
) -> list[PlayerRow]:
    """Return the players: of one game in their final order, of several by what they missed."""
    mine = {each.name: each for each in by_player}
    played: dict[str, set[str]] = {}
    for each in runs:
        played.setdefault(each.director, set()).add(each.run.game)
    names = [each.name for each in by_player]
    order: dict[str, tuple[int, int]] = {}
    standing: Mapping[str, int] = {}
    if len(audits) == 1:
        found = ranks(books.players, audits[0].standing, audits[0].players)
        order, standing = places(found), audits[0].standing
        names = list(dict.fromkeys([*(each.player for each in found), *names]))
    return [
        PlayerRow(
            name,
            colours.get(name, "transparent"),
            len(played.get(name, ())),
            mine.get(name) or total(name, ()),
            books.players.get(name, 0),
            standing.get(name),
            order.get(name),
        )
        for name in names
    ]


def _tables(audits: Sequence[Audit], runs: Sequence[AuditedRun]) -> list[TotalsTable]:
    wanted: tuple[By, ...] = ("title", "year", "game") if len(audits) > 1 else ("company",)
    tables = [TotalsTable(each, totals(runs, each)) for each in wanted]
    return [table for table in tables if table.totals]


def columns(
    audits: Sequence[Audit], runs: Sequence[AuditedRun], colours: Mapping[str, str]
) -> list[Column]:
    """Return the columns of the chart, one a round, or one a game; none if nothing was missed."""
    by: By = "game" if len(audits) > 1 else "round"
    whole = totals(runs, by)
    if by == "game":
        order = [audit.game for audit in audits]
        whole = sorted(whole, key=lambda each: order.index(each.name))
    most = max((each.missed for each in whole), default=0)
    if not most:
        return []
    found = []
    for each in whole:
        mine = [run for run in runs if each.name in (run.run.game, run.run.round)]
        parts = [part for part in totals(mine, "player") if part.missed]
        segments = [
            Segment(part.name, colours[part.name], part.missed, part.missed / most)
            for part in parts
        ]
        found.append(Column(each.name.removeprefix("OR "), each.missed, segments))
    return found


def _shown(audited: AuditedRun, page: str, colours: Mapping[str, str]) -> MissedRun:
    link = f"{page.rstrip('/')}/#{address(audited.run.position)}"
    return MissedRun(audited, link, colours.get(audited.director, "transparent"))
