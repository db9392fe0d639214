"""Pictures of real turns that tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from drawn import groups_of
from material import real_cases

from bestrun.cli import bestrun
from bestrun.files import Case
from plots.drawing import Drawing, Group


def case(name: str, action: int, **changes: Any) -> Case:
    """Return a real turn by the action of its game, with changes to its position."""
    real = next(each for each in real_cases(name) if each["id"] == f"{name}:{action}")
    return Case(real["id"], real["position"] | changes, "test")


def part(drawing: Drawing, layer: str) -> Group:
    return next(each for each in groups_of(drawing.items) if ("layer", layer) in each.of)


def run_plot(folder: Path, file: Path, *more: str, out: str = "out.svg") -> Result:
    options = ["plot", str(file), "-o", str(folder / out), *more]
    done = CliRunner().invoke(bestrun, options)
    if done.exit_code == 0:
        assert (folder / out).stat().st_size > 1000
    else:
        assert list(folder.iterdir()) == []
    return done
