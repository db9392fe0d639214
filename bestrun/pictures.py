"""Pictures into files."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

from bestrun.files import write_whole
from mapdata.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DECIMALS = re.compile(rb"(\d\.\d\d)\d+")

FORMATS = ("png", "svg", "pdf")


def check_format(output: Path) -> str:
    """Return the format that the file's name asks for, before any work is done for it."""
    suffix = output.suffix.lower().lstrip(".")
    if suffix not in FORMATS:
        raise InputError(f"cannot draw {suffix or 'this'}: png, svg or pdf", str(output))
    if not output.absolute().parent.is_dir():
        raise InputError("there is no such folder", str(output.parent))
    return suffix


def small_svg(figure: Figure) -> bytes:
    """Return a picture as SVG without what no eye sees of a coordinate: half of its bytes."""
    picture = io.BytesIO()
    figure.savefig(picture, format="svg")
    return _DECIMALS.sub(rb"\1", picture.getvalue())


def save(figure: Figure, output: Path) -> None:
    """Write a picture whole, in the format that the file's name asks for."""
    picture = io.BytesIO()
    figure.savefig(picture, format=check_format(output))
    write_whole(output, picture.getvalue())
