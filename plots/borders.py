"""Prints on hexsides and across hexes: bars, borders, ridges, rivers, wanted track."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from hexgraph.face import Face
from hexgraph.lattice import corners, edge_middle, neighbour, opposite
from hexgraph.sides import hex_at
from mapdata.tile import Border, Partition
from mapdata.title import Layout, Title
from plots.drawing import XY, Disc, Group, Ink, Item, Outline, Part, Shape, line
from plots.hexes import HexView, side
from plots.labels import Label, written

SEALED = "#20304f"
PROVINCE = "#9b2d86"
KINDS = {"water": "#3d8fd1", "mountain": "#8a6d4f"}
PLATE = 0.17
"""Half of what the cost of crossing a side takes there."""


@cache
def borders_of(title: Title) -> Mapping[str, Mapping[int, Border]]:
    """Borders on the sides of each hex, entered for both hexes of a side."""
    found: dict[str, dict[int, Border]] = {}
    at = hex_at(title)
    for place in title.hexes.values():
        for border in place.printed.borders:
            found.setdefault(place.id, {})[border.edge] = border
            across = at.get(neighbour(title.layout, place.xy, border.edge))
            if across is not None:
                back = border._replace(edge=opposite(border.edge))
                found.setdefault(across, {}).setdefault(back.edge, back)
    return found


def borders(title: Title, views: Iterable[HexView]) -> list[Item]:
    """Return everything that is printed on hexsides and across hexes."""
    seen = {each.id: each for each in views}
    found: list[Item] = []
    costs: list[Item] = []
    for each in seen.values():
        printed = title.hexes[each.id].printed
        marked = borders_of(title).get(each.id, {})
        open_ = tuple(
            border
            for border in marked.values()
            if not _crossed(each.face, border.edge) and _first(title, each, border.edge, seen)
        )
        sides = tuple(border for border in marked.values() if border not in open_)
        stubs = tuple(sorted(printed.stubs)) if not each.face.layers else ()
        part = border_part(
            title.layout,
            tuple(sorted(printed.sealed)),
            tuple(sorted(printed.province_edges)),
            (*open_, *sides),
            stubs,
            printed.partitions,
        )
        found += [Group(part, each.x, each.y)] if part.items else []
        prices = tuple(border for border in open_ if border.cost)
        costs += [Group(cost_part(title.layout, prices), each.x, each.y)] if prices else []
    return [*found, *costs]


def _crossed(face: Face, edge: int) -> bool:
    return any(edge in piece.edges for piece in face.track)


def _first(title: Title, view: HexView, edge: int, views: Mapping[str, HexView]) -> bool:
    """Whether this hex, of the two at a side, is the one that shows its cost."""
    across = hex_at(title).get(neighbour(title.layout, title.hexes[view.id].xy, edge))
    if across is None or across not in views:
        return True
    return view.id < across and not _crossed(views[across].face, opposite(edge))


@cache
def border_part(
    layout: Layout,
    sealed: tuple[int, ...],
    provinces: tuple[int, ...],
    marked: tuple[Border, ...],
    stubs: tuple[int, ...],
    partitions: tuple[Partition, ...],
) -> Part:
    """Return the marked sides of a hex, and what parts it."""
    items: list[Item] = []
    for each in partitions:
        look = Ink(rim=KINDS.get(each.kind, "#666666"), width=0.075, round=True, opacity=0.75)
        items.append(Shape((_across(layout, each),), look))
    for kind in dict.fromkeys(border.kind for border in marked):
        lines = [line(*side(layout, each.edge, 0.9)) for each in marked if each.kind == kind]
        look = Ink(rim=KINDS.get(kind, "#666666"), width=0.08, round=True)
        items.append(Shape(tuple(lines), look))
    dashed = Ink(rim=PROVINCE, width=0.044, dash=(0.12, 0.08))
    bars = Ink(rim=SEALED, width=0.12, round=True)
    for edges, share, ink in ((provinces, 0.92, dashed), (sealed, 0.86, bars)):
        if edges:
            items.append(Shape(tuple(line(*side(layout, e, share)) for e in edges), ink))
    wanted = tuple(line(*stub(layout, edge)) for edge in stubs)
    if wanted:
        items.append(Shape(wanted, Ink(rim="#b9b3a0", width=0.115)))
    return Part(tuple(items))


@cache
def cost_part(layout: Layout, priced: tuple[Border, ...]) -> Part:
    """Price labels for crossing the sides of a hex."""
    items: list[Item] = []
    for border in priced:
        x, y = edge_middle(layout, (0, 0), border.edge)
        look = Ink("#ffffff", KINDS.get(border.kind, "#666666"), 0.03)
        items.append(Disc(x, y, PLATE - 0.02, look))
        items += written([Label((str(border.cost),), x, y, 0.15, True, "#333333", margin=0)])
    return Part(tuple(items))


def stub(layout: Layout, edge: int) -> tuple[XY, XY]:
    """Return the bit of track that is wanted at a side."""
    x, y = edge_middle(layout, (0, 0), edge)
    return (x, y), (x * 0.75, y * 0.75)


def _across(layout: Layout, partition: Partition) -> Outline:
    """Return the line that parts a hex: from corner to corner around its smaller half."""
    inner = partition.inner or frozenset(range(6)) - partition.outer
    first = next(edge for edge in sorted(inner) if (edge - 1) % 6 not in inner)
    last = first
    while (last + 1) % 6 in inner and (last + 1) % 6 != first:
        last = (last + 1) % 6
    every = corners(layout, (0, 0))
    start, end = every[first], every[(last + 1) % 6]
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    pull = 0.5 if len(inner) != 3 else 1.0
    one, two = (
        (a[0] * 0.35 + middle[0] * pull * 0.3, a[1] * 0.35 + middle[1] * pull * 0.3)
        for a in (start, end)
    )
    return Outline(start, ((*one, *two, *end),))
