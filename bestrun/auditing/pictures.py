"""Pictures of a missed run: what was claimed beside the best, in the same colours."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import dataclass

from bestrun.games.eighteen.check import JudgedClaim
from bestrun.importers import RecordedRun
from bestrun.positions import written
from mapdata.position import Position

BETTER = "#00703c"
WORSE = "#b42318"


@dataclass(frozen=True)
class PictureRow:
    """A run beside a picture: in which colour it is drawn, and what each of its stops pays."""

    colour: str
    train: str
    route: str
    total: str


@dataclass(frozen=True)
class PlanPicture:
    """A board with runs on it, as packed SVG, and the runs in words; ``shape``: width to height."""

    svg: str
    shape: float
    rows: tuple[PictureRow, ...]


def plan_pictures(verdict: JudgedClaim) -> tuple[PlanPicture, ...]:
    """The claim and the best plan on the same piece of the board."""
    from bestrun.games.eighteen.draw import compared
    from plots import svg
    from plots.palette import train_colour

    pictures = []
    for panel in compared(verdict):
        drawing = panel.scene.drawing(panel.runs)
        wide, high = drawing.size
        rows = (
            PictureRow(train_colour(row.number - 1), row.train, row.text, row.total)
            for row in panel.legend.rows
        )
        pictures.append(PlanPicture(packed(svg.write(drawing)), round(wide / high, 3), tuple(rows)))
    return tuple(pictures)


def card_of(run: RecordedRun, verdict: JudgedClaim) -> bytes:
    """A missed run as a PNG to pass on."""
    from bestrun.games.eighteen.draw import compared
    from plots.card import CardHalf, card_png, draw_card

    claim, best = compared(verdict)
    name = verdict.turn.company.name
    who = f"{run.company}, {name}" if name and name != run.company else run.company
    player = f"{run.player}, " if run.player else ""
    missed = f"{verdict.optimum} (+{verdict.missed})"
    halves = (
        CardHalf("claimed", str(verdict.revenue), claim, WORSE),
        CardHalf("best", missed, best, BETTER),
    )
    facts = f"{verdict.turn.title.name}  ·  {run.round}"
    below = f"{player}trains {', '.join(run.position.trains)}, phase {run.position.phase}"
    return card_png(draw_card(who, facts, below, halves))


def card_name(run: RecordedRun) -> str:
    """The file name of a card: game, action and company."""
    name = re.sub(r"[^\w.&-]+", "_", f"{run.game}-{run.action}-{run.company}").strip(".")
    return f"{name[:100]}.png"


def packed(text: str) -> str:
    """A text as letters that any browser can unpack: deflated, in base 64."""
    return base64.b64encode(deflated(text)).decode("ascii")


def address(position: Position) -> str:
    """A position as the part of the page's address after the #."""
    text = json.dumps(written(position), ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(deflated(text)).decode("ascii").rstrip("=")


def deflated(text: str) -> bytes:
    """A text packed without head and sum, as the page packs positions."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(text.encode()) + packer.flush()
