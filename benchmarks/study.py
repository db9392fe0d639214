"""What directors miss: audits a folder of games, and writes ``docs/study.md`` with its picture.

    python benchmarks/study.py ../shared/games

Nothing in the document is written by hand: whoever has other games has another study.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from matplotlib.axes import Axes

from bestrun.auditing.games import ReplayedGame, in_batches
from bestrun.auditing.runs import Audit, AuditedRun, audit_of, judged
from bestrun.auditing.tallies import Total
from bestrun.games.eighteen.solve import ShownRun
from mapdata.rules import TrainType
from mapdata.titles import load
from plots.paint import Picture, new_picture
from plots.palette import TRAINS

DOCS = Path(__file__).resolve().parents[1] / "docs"
STAGES = ("yellow", "green", "brown", "gray")


@dataclass(frozen=True)
class StudiedRun:
    """What the study keeps of a run."""

    game: str
    title: str
    stage: str
    trains: int
    kind: str
    company: str
    claimed: int
    optimum: int
    why: str

    @property
    def missed(self) -> int:
        """Revenue of the best plan beyond the claim."""
        return self.optimum - self.claimed


def studied(audit: Audit) -> list[StudiedRun]:
    """The runs of a game that are judged."""
    return [_studied(each) for each in audit.runs if each.optimum is not None]


def _studied(audited: AuditedRun) -> StudiedRun:
    run, position = audited.run, audited.run.position
    title = load(position.title)
    trains = [title.trains[name] for name in position.trains if title.trains[name].runs]
    return StudiedRun(
        run.game,
        title.name,
        next(each for each in reversed(title.phases[position.phase].colours) if each in STAGES),
        len(trains),
        max(map(kind_of, trains), key=KINDS.index, default=KINDS[0]),
        run.company,
        audited.revenue,
        audited.optimum or 0,
        reason(audited.claimed, audited.better) if audited.missed else "",
    )


KINDS = (
    "2",
    "3",
    "4",
    "5",
    "6 and more",
    "hexes count (3H)",
    "towns apart (2+2)",
    "best stops pay (4/6, 8E)",
    "no limit (D)",
)
"""Kinds of trains; a run counts for the last of those that its company has."""


def kind_of(train: TrainType) -> str:
    """What kind of train it is; towns that cost no place in it are left aside."""
    if train.hexes is not None:
        return KINDS[5]
    limited = [row for row in train.rows if row.pays is not None or row.visits is not None]
    if not limited:
        return KINDS[8]
    if len(limited) > 1:
        return KINDS[6]
    row = limited[0]
    if row.pays is not None and (row.visits is None or row.pays < row.visits):
        return KINDS[7]
    number = row.visits or row.pays or 0
    return KINDS[min(max(number - 2, 0), 4)]


WHYS = (
    "a train stood still that could have run",
    "fewer stops were paid than could have been",
    "as many stops, but cheaper ones",
    "the stops earn as much, but a bonus was missed",
)


def reason(claimed: Sequence[ShownRun], best: Sequence[ShownRun]) -> str:
    """In what the best plan differs from the claim first of all."""
    if len(claimed) < len(best):
        return WHYS[0]
    if _paid(claimed) < _paid(best):
        return WHYS[1]
    if sum(each.earnings.stops for each in claimed) < sum(each.earnings.stops for each in best):
        return WHYS[2]
    return WHYS[3]


def _paid(runs: Iterable[ShownRun]) -> int:
    return sum(len(each.paid) for each in runs)


SIZES = (
    (10, "10 or less"),
    (20, "20"),
    (40, "30 and 40"),
    (90, "50 to 90"),
    (10**9, "100 and more"),
)


def size_of(run: StudiedRun) -> str:
    """How much was missed, in classes."""
    return next(name for most, name in SIZES if run.missed <= most)


def again(runs: Sequence[StudiedRun]) -> tuple[int, int]:
    """How many misses follow a miss of the same company in its run before, and of how many."""
    before: dict[tuple[str, str], bool] = {}
    repeated = after = 0
    for each in runs:
        key = each.game, each.company
        if before.get(key):
            after += 1
            repeated += each.missed > 0
        before[key] = each.missed > 0
    return repeated, after


# The document


def rows_by(
    runs: Sequence[StudiedRun], key: Callable[[StudiedRun], str], order: Sequence[str] = ()
) -> list[Total]:
    """Totals by a key, in an order or by name; what nobody has is left out."""
    names = order or sorted({key(each) for each in runs})
    found = (_total(name, [each for each in runs if key(each) == name]) for name in names)
    return [each for each in found if each.runs]


def _total(name: str, runs: Sequence[StudiedRun]) -> Total:
    return Total(
        name,
        len(runs),
        sum(each.missed > 0 for each in runs),
        sum(each.claimed for each in runs),
        sum(each.optimum for each in runs),
    )


def table(heading: str, rows: Iterable[Total]) -> str:
    """Totals as a table."""
    lines = [
        f"| {heading} | runs | below the best | part | missed | of the best revenue |",
        "|---|---|---|---|---|---|",
    ]
    for each in rows:
        part = 1 - each.reached
        lines.append(
            f"| {each.name} | {each.runs:,} | {each.below:,} | {each.share:.0%} "
            f"| {each.missed:,} | {part:.1%} |"
        )
    return "\n".join(lines)


def parts(
    heading: str, runs: Sequence[StudiedRun], names: Iterable[str], of: Callable[[StudiedRun], str]
) -> str:
    """Misses counted by a key, as a table."""
    missed = [each for each in runs if each.missed]
    everything = sum(each.missed for each in missed)
    lines = [f"| {heading} | runs | part | revenue missed | part |", "|---|---|---|---|---|"]
    for name in names:
        mine = [each for each in missed if of(each) == name]
        amount = sum(each.missed for each in mine)
        lines.append(
            f"| {name} | {len(mine)} | {len(mine) / len(missed):.0%} | {amount:,} "
            f"| {amount / everything:.0%} |"
        )
    return "\n".join(lines)


def trains_of(run: StudiedRun) -> str:
    """How many trains a company had, in classes."""
    return "4 and more" if run.trains > 3 else str(run.trains)


def document(audits: Sequence[Audit], runs: Sequence[StudiedRun], refused: int) -> str:
    """The study as Markdown."""
    whole = _total("", runs)
    odd = sum(len(each.unreproduced) for each in audits)
    missed = {each.game for each in runs if each.missed}
    repeated, after = again(runs)
    return f"""# What directors miss

`python benchmarks/study.py FOLDER` audits the games in a folder and writes this page and its
picture: nothing on it is written by hand.

{len(audits)} exported games of {len({each.title for each in runs})} titles are in it. In
{whole.below:,} of {whole.runs:,} runs ({whole.share:.0%}) less was claimed than was possible with
the same trains on the same board: {whole.missed:,} of {whole.optimum:,} was missed
({1 - whole.reached:.1%}). In {len(audits) - len(missed)} games every run was the best. Beside these
there are {odd} runs that could not be reproduced from the export, and {refused} games of titles
that `bestrun audit` does not follow.

![Part of the runs below the best](pictures/study.png)

## By the stage of the board

The stage is the colour of the newest tiles that may be laid.

{table("stage", rows_by(runs, lambda each: each.stage, STAGES))}

## By the number of trains

{table("trains", rows_by(runs, trains_of))}

## By the kind of train

A run counts once: for the lowest row of which its company has a train.

{table("train", rows_by(runs, lambda each: each.kind, KINDS))}

## What was missed

{parts("the best plan against the claim", runs, WHYS, lambda each: each.why)}

{parts("missed in one run", runs, [name for _, name in SIZES], size_of)}

After {after} of the runs below the best the same company ran again in the same game:
{repeated} times ({repeated / max(1, after):.0%}) below the best once more.

## By title

{table("title", rows_by(runs, lambda each: each.title))}
"""


# The picture


def bars(ax: Axes, heading: str, rows: Sequence[Total], colour: str) -> None:
    """Draw the part of the runs below the best, a bar a row."""
    names = [each.name for each in rows][::-1]
    shares = [100 * each.share for each in rows][::-1]
    ax.barh(names, shares, color=colour, height=0.65)
    for at, (each, share) in enumerate(zip(rows[::-1], shares, strict=True)):
        ax.text(share, at, f" {share:.0f} % of {each.runs:,}", va="center", fontsize=8)
    ax.set_xlim(0, 1.45 * max(shares, default=1) or 1)
    ax.set_title(heading, fontsize=10, loc="left")
    ax.tick_params(axis="y", length=0, labelsize=9)
    ax.xaxis.set_visible(False)
    for side in ("top", "right", "bottom"):
        ax.spines[side].set_visible(False)


def picture(runs: Sequence[StudiedRun]) -> Picture:
    """Runs below the best by stage, number of trains and kind of train."""
    drawn = new_picture(11, 3.4)
    axes = drawn.subplots(1, 3)
    bars(axes[0], "stage of the board", rows_by(runs, lambda each: each.stage, STAGES), TRAINS[0])
    bars(axes[1], "trains of the company", rows_by(runs, trains_of), TRAINS[1])
    bars(axes[2], "kind of train", rows_by(runs, lambda each: each.kind, KINDS), TRAINS[2])
    drawn.subplots_adjust(left=0.06, right=0.99, bottom=0.04, top=0.9, wspace=0.5)
    return drawn


def main(folder: Path, docs: Path = DOCS) -> None:
    """Audit all games of a folder, and write the document and its picture."""
    audits: list[Audit] = []
    runs: list[StudiedRun] = []
    refused = 0
    for batch in in_batches(sorted(folder.glob("*.json"))):
        games = [each for each in batch if isinstance(each, ReplayedGame)]
        refused += len(batch) - len(games)
        answers = judged(list(chain.from_iterable(each.runs for each in games)))
        for game in games:
            done = tuple(next(answers) for _ in game.runs)
            audit = audit_of(game.export, done, game.notes)
            audits.append(audit)
            runs += studied(audit)
    (docs / "study.md").write_text(document(audits, runs, refused), encoding="utf-8")
    picture(runs).savefig(docs / "pictures" / "study.png", metadata={"Software": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
