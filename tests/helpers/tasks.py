"""Tasks for processes and machines: they double numbers, refuse, die, or take their time."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from bestrun.cli import bestrun

Json = dict[str, Any]


def double(number: int) -> int:
    return 2 * number


def die_always(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def slow_from_two_on(number: int) -> str:
    if number < 2:
        return f"{number} done"
    try:
        time.sleep(30)
    except KeyboardInterrupt:
        return f"{number} so far"
    return f"{number} done"


def slow_with_a_mark(number: int, marks: Path) -> str:
    """Leave a mark if nobody ends it before it is done."""
    said = slow_from_two_on(number)
    if number >= 2 and said.endswith("done"):
        (marks / str(number)).touch()
    return said


def run(*args: str) -> Result:
    return CliRunner().invoke(bestrun, args)


def lines(result: Result) -> list[Json]:
    return [json.loads(line) for line in result.stdout.splitlines()]
