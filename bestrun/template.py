"""A position from nothing: a file to fill in, with what the title has beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from bestrun.operating.builder import Builder
from bestrun.positions import toml_key, toml_value
from bestrun.turn import set_up
from hexgraph.board import Board
from hexgraph.doubts import begins
from hexgraph.face import Face, printed_faces
from hexgraph.lay import unfit_tile, unfit_turn
from hexgraph.stations import station_words
from hexgraph.turns import turns
from mapdata.companies import find_company
from mapdata.position import Position
from mapdata.title import Company, Phase, Title, gone_trains, train_limit

WIDTH = 92


def template(title: Title, company: str = "") -> str:
    """Return a position of ``title`` as commented TOML, for ``company`` or the first one."""
    runner = find_company(title, company) if company else next(iter(title.companies.values()))
    phase = next(iter(title.phases.values()))
    return "\n".join(_lines(title, runner, phase)) + "\n"


def _lines(title: Title, company: Company, phase: Phase) -> Iterator[str]:
    yield f"# {title.name}: {company.name or company.id}. Fill in what lies on the table, then:"
    yield "#   bestrun solve THIS_FILE        bestrun plot THIS_FILE --solve -o picture.png"
    yield f"title = {toml_value(title.id)}"
    yield f"phase = {toml_value(phase.name)}"
    yield from _wrapped("phases: ", title.phases)
    yield f"company = {toml_value(company.id)}"
    yield from _wrapped(
        "companies: ", (_company_line(each) for each in title.companies.values()), "; "
    )
    yield "trains = []"
    yield from _trains(title, company)
    yield from _holdings(title)
    yield ""
    yield "# What lies on the board: a hex or its name, then tile:rotation. Rotation 0 is"
    yield f"# as in the chart (bestrun tiles {title.id} -o tiles.png), 1 to 5 turn it clockwise."
    yield "# Names with spaces, dots or accents stand in quotes."
    yield "[tiles]"
    yield from _examples(title, company, phase)
    yield from _layers(title)
    yield ""
    yield "# The markers of each company: a hex or its name, .0 or .1 where there are stations."
    yield "[tokens]"
    homes = ", ".join(toml_value(_first_stop(title, home)) for home in company.homes)
    yield f"{toml_key(company.id)} = [{homes}]"
    yield from _stations(title)


def _company_line(company: Company) -> str:
    homes = f" in {', '.join(company.homes)}" if company.homes else ""
    return f"{company.id} {company.name}{homes}"


def _wrapped(head: str, words: Iterable[str], joint: str = ", ") -> Iterator[str]:
    """Yield words as comment lines that are not too long."""
    line = f"# {head}"
    for number, word in enumerate(words):
        more = f"{joint if number else ''}{word}"
        if len(line) + len(more) > WIDTH:
            yield line.rstrip() + (joint.rstrip() if number else "")
            line = f"#   {word}"
        else:
            line += more
    yield line


def _trains(title: Title, company: Company) -> Iterator[str]:
    """Trains of each phase and the train limit."""
    for phase in title.phases.values():
        gone = gone_trains(title, phase.name)
        own = company.trains
        names = [
            name
            for name, train in title.trains.items()
            if name not in gone
            and (not own or name in own)
            and begins(title, train, phase.name) is None
        ]
        limit = train_limit(title, phase.name, company.id)
        most = f" (at most {limit})" if limit is not None else ""
        yield from _wrapped(f"trains in phase {phase.name}{most}: ", names)


def _holdings(title: Title) -> Iterator[str]:
    """Further holdings of a company that count in this title."""
    privates = sorted({each.if_private for each in title.bonuses if each.if_private})
    marks = sorted({each.if_marker for each in title.bonuses if each.if_marker})
    lying = sorted({each.marker for each in title.bonuses if each.marker})
    if privates:
        yield f"# privates = [{', '.join(map(toml_value, privates))}]   # that it owns: they pay"
    if marks:
        yield f"# markers = [{', '.join(map(toml_value, marks))}]   # marks that it holds"
    if lying:
        marks_known = ", ".join(map(toml_value, lying))
        yield f'# assigned = {{ HEX = ["MARK"] }}   # marks on hexes: {marks_known}'


def _examples(title: Title, company: Company, phase: Phase) -> Iterator[str]:
    """Yield a tile that could be the company's first, at its home if one fits there."""
    tokens = {company.id: tuple(_first_stop(title, home) for home in company.homes)}
    turn = set_up(Position(title.id, phase.name, company.id, tokens=tokens))
    builder = Builder(turn.board, company, first_turn=True)
    homes = {home.partition(".")[0] for home in company.homes}
    lays = sorted(builder.lays(), key=lambda lay: lay.hex not in homes)
    written = [(lay.hex, lay.code) for lay in lays[:1]] or islice(_fitting(turn.board), 1)
    for hex_id, code in written:
        name = title.hexes[hex_id].name
        yield f"# {toml_key(hex_id)} = {toml_value(code)}{f'   # {name}' if name else ''}"


def _fitting(board: Board) -> Iterator[tuple[str, str]]:
    """Yield the tiles that fit on the empty board, whoever lays them; cities first."""
    hexes = sorted(board.title.hexes.values(), key=lambda each: not each.printed.stops)
    for place in hexes:
        for tile in board.title.tiles.values():
            if unfit_tile(board, place.id, tile) is None:
                for rotation in turns(tile):
                    if unfit_turn(board, place.id, tile, rotation) is None:
                        yield place.id, f"{tile.name}:{rotation}"


def _layers(title: Title) -> Iterator[str]:
    """Notation of tiles that open a stop or lie on top of others."""
    openings = [tile.name for tile in title.tiles.values() if tile.layer == "opening"]
    overlays = [tile.name for tile in title.tiles.values() if tile.layer == "overlay"]
    if openings:
        closed = [
            f"{hex_id} {place.name or ''}".strip()
            for hex_id, place in title.hexes.items()
            if any(stop.closed for stop in place.printed.stops)
        ]
        yield from _wrapped(f"a stop that is opened, by its tile ({', '.join(openings)}): ", closed)
    if overlays:
        colours = {title.tiles[name].colour for name in overlays}
        hexes = [
            f"{hex_id} {place.name or ''}".strip()
            for hex_id, place in title.hexes.items()
            if place.printed.colour in colours
        ]
        yield f"# track laid on top, several joined by +, as in {toml_value(f'{overlays[0]}:0')}:"
        yield from _wrapped(f"  {', '.join(overlays)} on ", hexes)


def _stations(title: Title) -> Iterator[str]:
    """Index of each station on hexes printed with several."""
    for hex_id, face in printed_faces(title).items():
        stations = _markers_at(title, face)
        if len(stations) < 2:
            continue
        name = title.hexes[hex_id].name or ""
        told = "; ".join(
            f"{face.stop_id(index)} {station_words(title, face, index)}" for index in stations
        )
        yield from _wrapped(f"{f'{hex_id} {name}'.strip()}: ", told.split("; "), "; ")


def _first_stop(title: Title, home: str) -> str:
    """Return a home as a marker is written: of several stations the first."""
    hex_id, dot, _ = home.partition(".")
    face = printed_faces(title)[hex_id]
    return home if dot else face.stop_id(next(iter(_markers_at(title, face)), 0))


def _markers_at(title: Title, face: Face) -> list[int]:
    kinds = title.stop_kinds
    return [index for index, stop in enumerate(face.stops) if kinds[stop.kind].blocks]
