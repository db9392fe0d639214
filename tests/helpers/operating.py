"""What the tests of the operating turn share: a company on a board, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestrun.operating.builder import Builder
from bestrun.operating.homes import at_home
from bestrun.turn import set_up
from hexgraph.board import marker_stop
from hexgraph.lay import Refusal
from mapdata.position import Position

Tiles = Mapping[str, str]
Tokens = Mapping[str, Sequence[str]]


def builder(
    title: str,
    phase: str,
    company: str,
    tiles: Tiles | None = None,
    tokens: Tokens | None = None,
    **known: Any,
) -> Builder:
    """Return ``company`` on a board, ready to build."""
    standing = {name: tuple(stops) for name, stops in (tokens or {}).items()}
    turn = set_up(Position(title, phase, company, (), tiles or {}, standing))
    return Builder(at_home(turn.board, turn.company), turn.company, **known)


def refused(company: Builder, hex_id: str, code: str) -> str | None:
    """Return the code under which a lay is refused, ``None`` if it is legal.

    The list of all legal lays must say the same.
    """
    name, _, turn = code.partition(":")
    refusal = company.why_no_lay(hex_id, company.title.tiles[name], int(turn))
    listed = {(lay.hex, lay.code) for lay in company.lays()}
    assert ((hex_id, code) in listed) == (refusal is None)
    return _code(refusal)


def marker_refused(company: Builder, stop: str) -> str | None:
    """Return the code under which a marker is refused, ``None`` if the place is legal."""
    hex_id, _, index = stop.partition(".")
    key = (hex_id, int(index)) if index else marker_stop(company.board, stop)
    refusal = company.why_no_marker(key)
    listed = {marker.stop for marker in company.markers()}
    assert (key in listed) == (refusal is None)
    return _code(refusal)


def _code(refusal: Refusal | None) -> str | None:
    assert refusal is None or refusal.message
    return None if refusal is None else refusal.code


def sion(phase: str = "3", **tiles: str) -> Builder:
    """Return the VZ in Sion, with track to Martigny (K8) and K12."""
    return builder("1844", phase, "VZ", {"K10": "57:1", **tiles}, {"VZ": ["K10"]})


def torino(phase: str, tiles: Tiles | None = None, title: str = "1841") -> Builder:
    """Return the SFTN alone in Torino's green tile, with track to G5, I5, J4 and I3."""
    return builder(title, phase, "SFTN", {"H4": "606:4", **(tiles or {})}, {"SFTN": ["H4"]})
