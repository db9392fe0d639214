"""What tests of Chicago Express share: ways over the board, questions, and a tiny board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bestrun import api

Position = dict[str, Any]


def way(hexes: str) -> list[str]:
    return hexes.split()


WEST = way("Q7 P6 O7 N6 M6 L6 K6 J5 I5 H4 G4 F3 E3 D2")
"""The B&O on its way to Chicago, which is three hexes farther."""

NORTH = way("S3 R2 Q2 P1 O1 N0 M0 L0 K1 J1 I2 H2 G2 F2 E2 D1 C2 B2 A2")
"""The NYC, arrived."""


def position(company: str, treasury: int, **more: Any) -> Position:
    return {"title": "chicago-express", "company": company, "treasury": treasury, **more}


def best(company: str, treasury: int, **more: Any) -> dict[str, Any]:
    answer = api.solve(position(company, treasury, **more)).to_dict()
    assert answer["proven"]
    return dict(answer)


def judged(claim: str, treasury: int, **more: Any) -> dict[str, Any]:
    company = claim.split(":")[0]
    return dict(api.check(position(company, treasury, **more), claim).to_dict())


def codes(claim: str, treasury: int = 99, **more: Any) -> set[str]:
    verdict = judged(claim, treasury, **more)
    assert verdict["legal"] is (verdict["verdict"] != "illegal")
    return {problem["code"] for problem in verdict["problems"]}


TINY = """
name = "Tiny"
family = "chicago-express"
[companies.X]
name = "Xenia"
start = "A0"
shares = 2
sold = 1
locomotives = 6
income = 4
colour = "#aa0000"
[companies.Y]
name = "Yarrow"
start = "C0"
shares = 2
sold = 1
locomotives = 2
income = 4
colour = "#0000aa"
[companies.W]
name = "Wells"
start = "C3"
shares = 2
sold = 0
locomotives = 3
income = 0
colour = "#222222"
[industry]
Mill = { hex = "E5", scale = [1, 2], by = "dividends" }
[building]
hexes = 3
[development]
houses = 4
forest = 2
[opening]
hex = "A3"
company = "W"
[end]
without_locomotives = 2
without_shares = 2
houses_left = 1
industry = "Mill"
"""

TINY_MAP = """
[start]
"A0 C0" = {}
[plain]
A1 = { cost = 5 }
"A2 B0 B1 D0" = { cost = 1 }
[chicago]
A3 = { cost = 3, income = 7 }
[city]
C3 = { cost = 1, income = 1, develop = 1 }
E1 = { cost = 1, income = 9, develop = 1 }
[industry]
E5 = { cost = 1 }
"""


def make_tiny(folder: Path) -> None:
    """Write a board of a few hexes, on which single rules decide."""
    (folder / "tiny").mkdir()
    (folder / "tiny" / "title.toml").write_text(TINY)
    (folder / "tiny" / "map.toml").write_text(TINY_MAP)
