"""Boards out of a seed, as the rulebook describes them; valid, and checked."""

from __future__ import annotations

from hexgraph.lattice import XY
from mapdata.errors import InputError, did_you_mean
from mapdata.island.board import BoardPoint, IslandBoard, pair
from mapdata.island.figures import TOWNS, Figures, figures
from solvers.island.boards.land import Country, Dice, around, lay_out, settle, share_goods

ATTEMPTS = 100


def generate(
    seed: int, shape: str = "hexagon", *, apart: bool = False, title: str = "island-rails"
) -> IslandBoard:
    """The board of a seed: the same one on every machine.

    Parameters
    ----------
    seed
        Any whole number from 0.
    shape
        How the plates lie: ``hexagon`` or ``rhombus``.
    apart
        The halves of the peninsula look out to sea, as two players may agree.
    title
        Whose figures are used.
    """
    plan = figures(title)
    if shape not in plan.shapes:
        known = " or ".join(plan.shapes)
        raise InputError(f"no shape {shape!r}: {known}{did_you_mean(shape, plan.shapes)}", "shape")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InputError("a seed is a whole number from 0", "seed")
    dice = Dice(seed)
    for _ in range(ATTEMPTS):
        layout = lay_out(plan.board, plan.shapes[shape], apart, dice)
        board = _board(settle(layout, plan.board, dice), plan, dice, seed, title)
        if not faults(board, plan):
            return board
    raise InputError(f"the seed {seed} makes no valid board with these figures", "seed")


def faults(board: IslandBoard, plan: Figures) -> list[str]:
    """What is wrong with a board: towns out of reach, goods without a source.

    A generated board has none of these; the generator throws away what has.
    """
    found = []
    wanted = {"large": plan.board.large, "medium": plan.board.medium, "small": plan.board.small}
    for kind, count in wanted.items():
        if len(board.of_kind(kind)) != count:
            found.append(f"{len(board.of_kind(kind))} {kind} towns instead of {count}")
    found += [f"no town offers {good}" for good in plan.names.goods if good not in board.sources]
    islands = landmasses(board)
    for island in islands:
        if not any(board.kind(point) == "port" for point in island):
            found.append(f"no port on the island of {board.label(min(island))}")
    seas = landmasses(board, sea=True)
    if len(seas) != 1:
        found.append(f"{len(seas)} seas that no ship joins")
    for port in board.of_kind("port"):
        if not any(board.sea(other) for other in board.neighbours[port]):
            found.append(f"the port {board.label(port)} has no sea")
    return found


def landmasses(board: IslandBoard, *, sea: bool = False) -> list[set[int]]:
    """The points of each island, or of each sea, as sets."""
    left = {point for point in range(len(board.points)) if board.sea(point) == sea}
    found = []
    while left:
        fringe = [min(left)]
        island = set(fringe)
        while fringe:
            for other in board.neighbours[fringe.pop()]:
                if other in left and other not in island:
                    island.add(other)
                    fringe.append(other)
        left -= island
        found.append(island)
    return found


def _board(country: Country, plan: Figures, dice: Dice, seed: int, title: str) -> IslandBoard:
    order = sorted(country.layout.points - country.inside.keys(), key=lambda xy: (xy[1], xy[0]))
    left, top = min(x for x, _ in order), min(y for _, y in order)
    names = _names(country, plan, dice)
    towns = [xy for xy in order if country.kinds.get(xy) in TOWNS]
    shares = share_goods([country.kinds[xy] for xy in towns], plan.names.goods, plan.board, dice)
    goods = {xy: tuple(sorted(share)) for xy, share in zip(towns, shares, strict=True)}
    points = tuple(
        BoardPoint(
            id=f"{_letters(y - top)}{x - left + 1}",
            x=x - left,
            y=y - top,
            kind=country.kinds.get((x, y), "sea"),
            name=names.get((x, y), ""),
            goods=goods.get((x, y), ()),
        )
        for x, y in order
    )
    index = {xy: i for i, xy in enumerate(order)}
    index |= {xy: index[town] for xy, town in country.inside.items()}
    links = {
        pair(index[xy], index[other])
        for xy in country.layout.points
        for other in around(xy)
        if other in index and index[xy] != index[other]
    }
    rivers = frozenset(pair(index[a], index[b]) for a, b in country.rivers)
    return IslandBoard(title, points, tuple(sorted(links)), rivers, seed)


def _names(country: Country, plan: Figures, dice: Dice) -> dict[XY, str]:
    towns, ports = country.of("small", "medium", "large"), country.of("port")
    named = dict(zip(towns, dice.shuffled(plan.names.towns), strict=False))
    return named | dict(zip(ports, dice.shuffled(plan.names.ports), strict=False))


def _letters(row: int) -> str:
    """The letters of a row: A to Z, then AA, AB and so on."""
    first, last = divmod(row, 26)
    return (chr(64 + first) if first else "") + chr(65 + last)
