"""Pictures into files: SVG by the writer of its own, PNG and PDF through matplotlib."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from bestrun.files import check_target, write_whole
from mapdata.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from plots.drawing import Drawing

FORMATS = ("png", "svg", "pdf")


def check_format(output: Path) -> str:
    """Return the format that the file's name asks for, before any work is done for it."""
    suffix = output.suffix.lower().lstrip(".")
    if suffix not in FORMATS:
        raise InputError(f"cannot draw {suffix or 'this'}: png, svg or pdf", str(output))
    check_target(output)
    return suffix


def painted(drawing: Drawing, kind: str) -> bytes:
    """Return a picture as a file of a kind: ``png``, ``svg`` or ``pdf``."""
    if kind == "svg":
        from plots import svg

        return svg.write(drawing).encode()
    from plots import paint

    return paint.png(drawing) if kind == "png" else _file(paint.picture(drawing), kind)


def _file(figure: Figure, kind: str) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, format=kind)
    return file.getvalue()


def save(drawing: Drawing, output: Path) -> None:
    """Write a picture whole, in the format that the file's name asks for."""
    write_whole(output, painted(drawing, check_format(output)))


def save_figure(figure: Figure, output: Path) -> None:
    """Write a matplotlib figure whole, in the format that the file's name asks for."""
    write_whole(output, _file(figure, check_format(output)))
