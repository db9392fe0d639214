"""``bestrun bench``: methods side by side, with correctness asserted."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bestrun.benchmark import SETS, Sample, measurements, read_set
from bestrun.benchmark_summary import SIZES, as_table, draw, summaries
from bestrun.commands import Command
from bestrun.own_method import own_name
from bestrun.terminal import complain, echo_json, progress, say, say_written
from mapdata.errors import InputError
from solvers.methods import ALIASES, METHODS

EPILOG = """\b
Examples:
  bestrun bench
  bestrun bench real --methods auto,circuit --repeat 3
  bestrun bench open --methods auto --time-limit 60 --plot open.png
  bestrun bench my-cases.json --json > samples.jsonl
  bestrun bench --method mine=my_module:my_function --plot beside.png

\b
Sets:
""" + "\n".join(f"  {name:6} {words}" for name, words in SETS.items())


@click.command("bench", cls=Command, epilog=EPILOG)
@click.argument("sets", nargs=-1)
@click.option("--set", "more", metavar="NAME", multiple=True, help="One more of SETS.")
@click.option("--methods", metavar="A,B,…", help=f"All by default: {', '.join(METHODS)}.")
@click.option(
    "--method",
    "own",
    multiple=True,
    metavar="NAME=MODULE:FUNCTION",
    help="A method of your own beside them: a function from a problem to runs, or runs and bound.",
)
@click.option("--repeat", type=click.IntRange(min=1), default=1, show_default=True, help="Rounds.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=20.0,
    show_default=True,
    help="Seconds for each case.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object on each line.")
@click.option(
    "--plot", "picture", type=click.Path(path_type=Path), help="Draw it, too: PNG/SVG/PDF."
)
@click.option(
    "--against",
    type=click.Choice(SIZES),
    default="links",
    show_default=True,
    help="With --plot: the size to draw times against.",
)
def command(
    sets: tuple[str, ...],
    more: tuple[str, ...],
    methods: str | None,
    own: tuple[str, ...],
    repeat: int,
    time_limit: float,
    as_json: bool,
    picture: Path | None,
    against: str,
) -> None:
    """Measure methods on SETS (small by default) or files of cases.

    Times run from position to plan; methods take turns. All of them must agree with each other
    and with known optima: otherwise the benchmark ends with an error.
    """
    if picture is not None:
        from bestrun.pictures import check_format

        check_format(picture)
    chosen = list(dict.fromkeys((methods or ",".join(METHODS)).replace(" ", "").split(",")))
    chosen = [ALIASES.get(name, name) for name in chosen] + [*own]
    names = [own_name(name) for name in chosen]
    if len(set(names)) < len(names):
        raise InputError("two methods have the same name", "--method")
    cases = [
        case for name in dict.fromkeys((*sets, *more) or ("small",)) for case in read_set(name)
    ]
    samples: list[Sample] = []
    stopped = False
    try:
        measured = measurements(cases, chosen, repeat, time_limit)
        for sample in progress(measured, len(cases) * len(chosen) * repeat, "measuring"):
            samples.append(sample)
            if as_json:
                echo_json(sample.to_dict())
    except KeyboardInterrupt:
        stopped = True
    rows = summaries(samples, names)
    if as_json:
        for row in rows:
            echo_json(row.to_dict())
    else:
        say(as_table(rows))
    if picture is not None and samples:
        from bestrun.pictures import save_figure

        save_figure(draw(samples, names, against), picture)
        say_written(picture)
    if stopped:
        complain("stopped before all was measured")
        sys.exit(130)
