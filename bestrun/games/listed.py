"""A title as ``bestrun titles`` lists it: how large its board is, and what works for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bestrun.games import family_named
from bestrun.games.family import Family
from mapdata.titles import family, load, name_of

_COMMANDS = {
    **{"solve": "solve", "check": "check", "draw": "plot", "moves": "moves", "reach": "reach"},
    **{"advise": "advise", "round": "round", "phase": "phase", "payout": "payout"},
    **{"tiles": "tiles", "new": "new", "report": "report", "board": "board"},
}
"""Methods of a family and the commands that ask them."""


@dataclass(frozen=True)
class ListedTitle:
    """A title of the list; ``hexes`` is ``None`` where boards are generated."""

    id: str
    name: str
    family: str
    hexes: int | None
    works: tuple[str, ...]
    without: tuple[str, ...] = ()
    """Rules that are not kept; answers that they could change are not proven."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            "id": self.id,
            "name": self.name,
            "family": self.family,
            "hexes": self.hexes,
            "works": list(self.works),
            **({"without": list(self.without)} if self.without else {}),
        }


def listed(title_id: str) -> ListedTitle:
    """Row of a title in the list; one that cannot be read is refused."""
    named, answers = family(title_id), family_named(title_id)
    works = [
        command
        for method, command in _COMMANDS.items()
        if getattr(type(answers), method) is not getattr(Family, method)
    ]
    hexes = None
    without: tuple[str, ...] = ()
    if named == "18xx":
        title = load(title_id)
        hexes = len(title.hexes)
        without = tuple(dict.fromkeys([each.rule for each in title.without]))
        if "payout" not in title.extra:
            works.remove("payout")
        followed = title.extra.get("import")
        if isinstance(followed, dict) and "game" in followed:
            works.append("audit")
    return ListedTitle(title_id, name_of(title_id), named, hexes, tuple(works), without)
