"""One module a command of the command line; each holds a click command named ``command``."""

from __future__ import annotations

import click

USUAL = 2
"""Examples that stand before everything else."""


class Command(click.Command):
    """A command whose help begins with what most people want to type.

    The epilog begins with a paragraph of examples, the most used first: two of them stand at
    the top, the others at the end.
    """

    @property
    def examples(self) -> list[str]:
        """Return the examples, one a line."""
        first, *_ = (self.epilog or "").replace("\b\n", "").split("\n\n")
        return [line.strip() for line in first.splitlines()[1:]]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write usage, two examples, what it does, the options, and whatever else there is."""
        _, *notes = (self.epilog or "").replace("\b\n", "").rstrip("\n").split("\n\n")
        self.format_usage(ctx, formatter)
        _block(formatter, "Examples:", self.examples[:USUAL])
        self.format_help_text(ctx, formatter)
        self.format_options(ctx, formatter)
        if self.examples[USUAL:]:
            _block(formatter, "More examples:", self.examples[USUAL:])
        for note in notes:
            heading, *lines = note.splitlines()
            _block(formatter, heading, [line.removeprefix("  ") for line in lines])


def _block(formatter: click.HelpFormatter, heading: str, lines: list[str]) -> None:
    """Write lines as they are below a heading."""
    formatter.write(f"\n{heading}\n")
    for line in lines:
        formatter.write(f"  {line}\n")
