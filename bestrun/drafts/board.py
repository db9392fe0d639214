"""``map.toml`` and ``tiles.toml`` of a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bestrun.drafts.codes import Facts, code_of
from bestrun.drafts.toml_text import key, pair
from mapdata.errors import within
from mapdata.folders import standard_tile
from mapdata.notation import parse
from mapdata.tile import COLOURS

HEXES_A_LINE = 16


def map_text(facts: Facts, building: Facts) -> str:
    """The board: hexes by colour, those with the same print on one line, then names."""
    title = facts["title"]
    lines = [f"# The board of {title}. Notation: docs/title-reference.md."]
    for colour in COLOURS:
        prints: dict[str, list[str]] = {}
        for name, printed in sorted(facts["hexes"].items(), key=_place):
            if printed["colour"] == colour:
                with within(f"hexes: {name}"):
                    prints.setdefault(code_of(printed, building, name), []).append(name)
        if prints:
            lines += ["", f"[{colour}]"]
            lines += [line for code, names in prints.items() for line in _line(names, code)]
    names = {n: h["name"] for n, h in sorted(facts["hexes"].items(), key=_place) if h.get("name")}
    if names:
        lines += ["", "[names]", *(pair(name, text) for name, text in names.items())]
    return "\n".join(lines) + "\n"


def _place(item: tuple[str, object]) -> tuple[int, str, int]:
    """Rows before A, with small letters, come first; then A to Z, then AA."""
    letters = item[0].rstrip("-0123456789")
    number = item[0][len(letters) :]
    return (0 if letters.islower() else len(letters), letters, int(number or 0))


def _line(names: Sequence[str], code: str) -> Iterable[str]:
    for start in range(0, len(names), HEXES_A_LINE):
        yield pair(" ".join(names[start : start + HEXES_A_LINE]), code)


def tiles_text(facts: Facts, building: Facts) -> str:
    """The tiles: a number with a count where the standard tile is the same."""
    lines = [f"# The tiles of {facts['title']}. A number with a count is a standard tile."]
    stages = stages_of(facts)
    for colour in COLOURS:
        tiles = {n: tile for n, tile in facts["tiles"].items() if tile["colour"] == colour}
        if tiles:
            lines += ["", f"# {colour}"]
            lines += [
                f"{key(name)} = {_tile(name, tile, code_of(tile, building, name), stages)}"
                for name, tile in tiles.items()
            ]
    return "\n".join(lines) + "\n"


def stages_of(facts: Facts) -> list[str]:
    """The stages that values go by: said, or the colours of the phases."""
    stages = [phase.get("stage") or phase["tiles"][-1] for phase in facts["phases"]]
    return list(facts.get("stages") or dict.fromkeys(stages))


def _tile(name: str, tile: Facts, code: str, stages: Sequence[str]) -> str:
    count = tile.get("count", "unlimited")
    known = standard_tile(name)
    if isinstance(known, Mapping) and known.get("colour") == tile["colour"]:
        printed = parse(code, name=name, colour=tile["colour"], stages=stages)
        if printed == parse(known["code"], name=name, colour=tile["colour"], stages=stages):
            return f'"{count}"' if isinstance(count, str) else str(count)
    count_text = f"count = {count}, " if isinstance(count, int) else ""
    return f'{{ {count_text}colour = "{tile["colour"]}", code = "{code}" }}'
