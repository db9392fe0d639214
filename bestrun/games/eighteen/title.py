"""A check of an 18xx title: its contents, and contradictions in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bestrun.games.base import Answer
from hexgraph.title_check import title_faults
from mapdata.read_back import read_back
from mapdata.title import Title

if TYPE_CHECKING:
    from plots.drawing import Drawing


@dataclass(frozen=True, repr=False)
class CheckedTitle(Answer):
    """The answer of ``title check``."""

    title: Title
    problems: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether nothing looks wrong."""
        return not self.problems

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """Return the numbers of hexes, tiles and so on, to compare with the rulebook."""
        title = self.title
        printed = [place.printed for place in title.hexes.values()]
        tiles = list(title.tiles.values())
        counted: Counter[str] = Counter()
        for tile in tiles:
            counted[tile.colour] += tile.count or 0
        return {
            "hexes": _counted(each.colour for each in printed),
            "stops": _counted(stop.kind for each in printed for stop in each.stops),
            "kinds of tile": _counted(tile.colour for tile in tiles),
            "tiles": {colour: number for colour, number in counted.items() if number},
            "trains": {
                name: train.count or 0 for name, train in title.trains.items() if not train.base
            },
            "companies": _counted(company.kind for company in title.companies.values()),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            "title": self.title.id,
            "name": self.title.name,
            "good": self.good,
            "problems": list(self.problems),
            "counts": self.counts,
            "phases": list(self.title.phases),
            "privates": list(self.title.privates),
            "bonuses": [bonus.name for bonus in self.title.bonuses],
            "rules": read_back(self.title),
        }

    def summary(self) -> str:
        """The text for a terminal."""
        title = self.title
        lines = [f"{title.name} ({title.id})"]
        for what, numbers in self.counts.items():
            counts = ", ".join(_figure(what, name, number) for name, number in numbers.items())
            total = "" if what == "trains" else f"{sum(numbers.values())} "
            lines.append(f"{what}: {total}({counts})" if total else f"{what}: {counts}")
        lines.append(f"phases: {', '.join(title.phases)}")
        if title.privates:
            lines.append(f"privates: {', '.join(title.privates)}")
        if title.bonuses:
            lines.append(f"bonuses: {', '.join(bonus.name for bonus in title.bonuses)}")
        lines += ["", "read back:", *(f"  {line}" for line in read_back(title))]
        found = [f"- {problem}" for problem in self.problems]
        number = len(found)
        verdict = "nothing looks wrong"
        if found:
            verdict = f"{number} thing{'s' * (number > 1)} to look at"
        return "\n".join([*lines, "", verdict, *found])

    def draw_board(self) -> Drawing:
        """Return the empty board with every coordinate and every home."""
        from bestrun.files import Case
        from bestrun.games.eighteen.draw import draw_bare
        from plots.shown import Shown

        case = Case(self.title.id, {"title": self.title.id}, self.title.id)
        return draw_bare(case, Shown(ids=True, homes=True))

    def draw_tiles(self) -> Drawing:
        """Return every tile, with how many there are and what follows it."""
        from bestrun.games.eighteen.tiles import tiles

        return tiles(self.title.id).draw()


def check_title(title: Title) -> CheckedTitle:
    """Answer ``bestrun title check``."""
    return CheckedTitle(title, tuple(title_faults(title)))


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(Counter(words))


def _figure(what: str, name: str, number: int) -> str:
    if what == "trains":
        return f"{name} × {number or 'as many as needed'}"
    return f"{number} {name}"
