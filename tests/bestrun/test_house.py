"""How the house is built: imports run one way, a name means one thing, no title is named."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import networkx as nx
import pytest

from mapdata.abilities import AnyAbility
from mapdata.title import Title
from mapdata.titles import family, load, title_ids

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("mapdata", "hexgraph", "solvers", "plots", "bestrun")
SEES = {
    "mapdata": (),
    "hexgraph": ("mapdata",),
    "solvers": ("mapdata", "hexgraph"),
    "plots": ("mapdata", "hexgraph", "solvers"),
    "bestrun": ("mapdata", "hexgraph", "solvers", "plots"),
}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_run_one_way(package: str) -> None:
    others = set(PACKAGES) - {package, *SEES[package]}
    back = [
        (path.name, name)
        for path in sources(package)
        for name in imported(path)
        if name.partition(".")[0] in others
    ]
    assert back == []


def _imports(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports below a node, in functions too; not those that types alone need."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif not (isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING"):
            yield from _imports(child)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def import_graph() -> nx.DiGraph:
    """Graph of imports between modules."""
    paths = {_module(path): path for package in PACKAGES for path in sources(package)}
    graph = nx.DiGraph()
    for name, path in paths.items():
        for node in _imports(tree(path)):
            if isinstance(node, ast.Import):
                wanted = [each.name for each in node.names]
            else:
                inner = [f"{node.module}.{each.name}" for each in node.names]
                wanted = [each if each in paths else str(node.module) for each in inner]
            graph.add_edges_from((name, each) for each in wanted if each in paths and each != name)
    return graph


DRAWN = re.compile(r"bestrun\.games\.(chicago|eighteen|island)(\.\w+)?")
"""Answers of one game draw themselves, and its pictures know the answers: a cycle within it."""

PAIRS = (
    {"bestrun.batch", "bestrun.cluster"},
    {"plots.paint"},
    {"solvers.chicago.future", "solvers.chicago.rounds"},
)
"""Two modules that are one idea; one of them is loaded when it is needed."""


def test_modules_import_each_other_in_no_circle() -> None:
    circles = [each for each in nx.strongly_connected_components(import_graph()) if len(each) > 1]
    for circle in circles:
        games = {found[1] for name in circle if (found := DRAWN.fullmatch(name))}
        one_game = len(games) == 1 and all(DRAWN.fullmatch(name) for name in circle)
        assert one_game or circle in PAIRS, sorted(circle)


# -- names -------------------------------------------------------------------------------------


def types_of(module: ast.Module) -> Iterator[str]:
    """Yield the classes of a module, and the types that it gives a name."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def test_no_type_has_the_name_of_another() -> None:
    homes = defaultdict(list)
    for package in PACKAGES:
        for path in sources(package):
            for name in types_of(tree(path)):
                if re.fullmatch(r"_?[A-Z]\w*[a-z]\w*", name):
                    homes[name].append(str(path.relative_to(ROOT)))
    assert len(homes) > 400
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_every_key_of_an_ability_is_read() -> None:
    """A key that nothing reads would promise what is not kept."""
    read = "\n".join(
        path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in sources(package)
        if path.name != "abilities.py" and "drafts" not in path.parts
    )
    for kind in get_args(AnyAbility):
        for name in kind.__struct_fields__:
            assert re.search(rf"\.{name}\b|\"{name}\"", read), (kind.__name__, name)


# -- titles ------------------------------------------------------------------------------------

COMMON = {
    *("city", "town", "halt", "offboard", "port", "pass", "bridge", "mail", "east", "west"),
    *("destination", "reading", "south", "beginnings", "union", "bill"),
}
"""Words of titles that are words of all games, or of plain English."""

MECHANISMS = {
    *("alpine", "panel", "prerailway", "historical", "mountain", "terminus"),
    *("ranch", "mine", "steamboat", "boomtown", "meat", "cattle", "coal", "tunnel"),
    *("national", "nationalise", "transit"),
}
"""What single titles have: their folders and importers know of it."""


def words_of(title: Title) -> Iterator[str]:
    """Words that only this title would use: places, companies, kinds of stop, bonuses."""
    yield title.name
    yield from (place.name for place in title.hexes.values() if place.name)
    yield from title.companies
    yield from (bonus.name for bonus in title.bonuses)
    yield from title.stop_kinds
    for place in title.hexes.values():
        yield from (stop.sort for stop in place.printed.stops if stop.sort)


def shared_sources() -> Iterator[Path]:
    yield from sources("hexgraph")
    own = {ROOT / "solvers" / game for game in ("chicago", "island")}
    yield from (path for path in sources("solvers") if not own & set(path.parents))


def source_in(path: Path) -> set[str]:
    """Return the words of a file, in code, text and comments; parts of names too."""
    return set(
        re.findall(r"[a-z]+|\d+", path.read_text(encoding="utf-8").replace("_", " ").lower())
    )


@pytest.mark.parametrize("path", list(shared_sources()), ids=lambda path: path.stem)
def test_no_title_is_named_where_all_are_served(path: Path) -> None:
    said = source_in(path)
    assert MECHANISMS & said == set()
    for title_id in title_ids():
        if family(title_id) == "18xx":
            words = {word.lower() for word in words_of(load(title_id)) if len(word) > 3}
            assert (words & said) - COMMON == set(), title_id
