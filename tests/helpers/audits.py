"""Small games to audit, and the command run on them."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result
from exported import Exported, route

from bestrun.cli import bestrun as commands
from mapdata.errors import InputError


def run(*arguments: object) -> Result:
    """Run a command; input errors are raised, as ``main`` would see them."""
    result = CliRunner().invoke(commands, [str(each) for each in arguments])
    if isinstance(result.exception, InputError):
        raise result.exception
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def objects(*arguments: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("audit", *arguments, "--json").stdout.splitlines()]


def luzern(*second_run: dict[str, Any]) -> Exported:
    """GB in Stans with a 2H and a 2: 40 to Luzern and 40 to Altdorf are there to be had."""
    game = Exported()
    game.lay("GB", "G18", "6-0", 2)
    game.turn("GB", ("2-0", "2H"), ("2-1", "2"))
    game.stock_round()
    game.lay("GB", "F17", "6-1", 5)
    game.run("GB", *second_run)
    return game


WEST = route("2-0", 40, "G18 F17", nodes="G18-0 F17-0")
