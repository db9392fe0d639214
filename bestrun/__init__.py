"""bestrun: the best run of a train game, with proof.

The commands are functions here: ``bestrun.solve("sion.toml")``, ``bestrun.check(...)`` and
so on. Nothing is imported until it is used: the command line is slow to start otherwise, and
Ctrl-C finds it half loaded.
"""

from __future__ import annotations

__version__ = "0.2.0.dev0"

_OURS = ("hexgraph", "mapdata", "plots", "solvers")


def _need_our_packages() -> None:
    """Refuse to begin where a module of somebody else has the name of a package of ours."""
    from importlib.util import find_spec
    from pathlib import Path

    home = Path(__file__).parents[1]
    for name in _OURS:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise ImportError(f"bestrun is not installed as a whole: there is no package {name}")
        if Path(spec.origin).parents[1] != home:
            raise ImportError(
                f"bestrun needs its own package {name}, but {spec.origin} has that name: rename "
                "that file, or install bestrun in an environment of its own"
            )


_need_our_packages()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bestrun.api import (
        advise,
        audit,
        bench,
        board,
        check,
        demo,
        draw,
        load,
        moves,
        new,
        payout,
        phase,
        plot,
        reach,
        report,
        round,
        solve,
        tiles,
        title,
        titles,
    )
    from mapdata.errors import InputError

__all__ = [
    "InputError",
    "advise",
    "audit",
    "bench",
    "board",
    "check",
    "demo",
    "draw",
    "load",
    "moves",
    "new",
    "payout",
    "phase",
    "plot",
    "reach",
    "report",
    "round",
    "solve",
    "tiles",
    "title",
    "titles",
]


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    import importlib

    if name not in __all__:
        raise AttributeError(f"module 'bestrun' has no attribute {name!r}")
    home = "mapdata.errors" if name == "InputError" else "bestrun.api"
    found: object = getattr(importlib.import_module(home), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
