"""The titles that come with the package say exactly what is printed."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexgraph.lattice import neighbour, opposite
from mapdata import titles
from mapdata.title import Title, gone_trains, train_limit
from mapdata.tile import Piece, PrintedStop, Tile

FACTS = Path(__file__).resolve().parents[2] / "shared" / "facts"
IDS = ("1844", "1841", "1841-lite", "1841-v2", "1841-v2-lite")

needs_facts = pytest.mark.skipif(not FACTS.is_dir(), reason="the facts are not here")
each_title = pytest.mark.parametrize("title_id", IDS)

Facts = dict[str, Any]


@cache
def facts(title_id: str) -> Facts:
    found: Facts = json.loads((FACTS / f"{title_id}.json").read_text(encoding="utf-8"))
    return found


def end(text: str) -> tuple[str, int]:
    return text[0], int(text[1:])


def piece_as_facts(piece: Piece) -> Any:
    ends = [("e", edge) for edge in piece.edges] + [("s", stop) for stop in piece.stops]
    flags = [word for word in ("narrow", "terminal") if getattr(piece, word)]
    assert piece.junction is None
    return frozenset(ends), *flags


def track_of_facts(track: list[list[str]]) -> Counter[Any]:
    return Counter((frozenset(map(end, item[:2])), *item[2:]) for item in track)


def stop_as_facts(stop: PrintedStop, title: Title) -> Facts:
    """The facts call Vaduz and the mountain railways off-board areas too."""
    values = dict(stop.values)
    found: Facts = {
        "kind": "offboard" if stop.kind in ("terminus", "mountain") else stop.kind,
        "value": values[""] if "" in values else values,
    }
    if stop.slots != 1:
        found["slots"] = stop.slots
    if stop.area:
        found["area"] = stop.area
        if stop.area in title.areas:
            area = title.areas[stop.area]
            found |= {"side": area.side, "transit_bonus": area.transit_bonus}
    if stop.at is not None or stop.centred:
        found["at"] = "center" if stop.centred else f"{stop.at:g}"
    if stop.alpine:
        found["alpine"] = True
    return found


def tile_as_facts(tile: Tile, title: Title) -> Facts:
    found: Facts = {
        "colour": tile.colour,
        "stops": [stop_as_facts(stop, title) for stop in tile.stops],
        "track": Counter(map(piece_as_facts, tile.track)),
    }
    if tile.label_from:
        found["label_from"] = dict(zip(("label", "colour"), tile.label_from, strict=True))
    optional = {
        "label": tile.label,
        "cost": tile.cost,
        "terrain": "|".join(tile.terrain),
        "sealed": sorted(tile.sealed),
        "frontier": sorted(tile.frontier),
        "count": tile.count,
        "online_only": tile.online_only,
        "upgrade_cost": tile.upgrade_cost,
    }
    return found | {key: value for key, value in optional.items() if value}


@needs_facts
@each_title
def test_every_hex_is_as_in_the_facts(title_id: str) -> None:
    title = titles.load(title_id)
    expected = facts(title_id)["hexes"]
    assert list(title.hexes) == list(expected)
    for hex_id, fact in expected.items():
        found = tile_as_facts(title.hexes[hex_id].printed, title)
        found["xy"] = list(title.hexes[hex_id].xy)
        if title.hexes[hex_id].name:
            found["name"] = title.hexes[hex_id].name
        wanted = {key: value for key, value in fact.items() if key != "neighbours"}
        wanted["track"] = track_of_facts(fact["track"])
        assert found == wanted, hex_id


@needs_facts
@each_title
def test_every_tile_is_as_in_the_facts(title_id: str) -> None:
    title = titles.load(title_id)
    expected = facts(title_id)["tiles"]
    assert set(title.tiles) == set(expected)
    for name, fact in expected.items():
        wanted = fact | {"track": track_of_facts(fact["track"])}
        assert tile_as_facts(title.tiles[name], title) == wanted, name


@needs_facts
@each_title
def test_every_company_is_as_in_the_facts(title_id: str) -> None:
    title = titles.load(title_id)
    expected = {company["id"]: company for company in facts(title_id)["companies"]}
    assert set(title.companies) == set(expected)
    for company_id, fact in expected.items():
        company = title.companies[company_id]
        homes = fact.get("home", [])
        homes = [homes] if isinstance(homes, str) else list(homes)
        if "home_city" in fact:
            homes[0] += f".{fact['home_city']}"
        assert list(company.homes) == homes
        assert (company.name, company.kind) == (fact["name"], fact["kind"])
        assert company.destination == fact.get("destination")
        assert list(company.markers) == fact["tokens"]


@needs_facts
@each_title
def test_every_train_is_as_in_the_facts(title_id: str) -> None:
    title = titles.load(title_id)
    variants = [name for fact in facts(title_id)["trains"] for name in fact["variants"]]
    assert set(title.trains) == set(variants)
    for fact in facts(title_id)["trains"]:
        train = title.trains[fact["name"]]
        assert (train.count, train.price) == (fact["count"], fact["price"])
        for name in fact["variants"]:
            assert name == train.name or title.trains[name].base == train.name
        scrapped_in = [phase for phase in title.phases.values() if train.name in phase.scraps]
        rusts_on = [phase.starts_with for phase in scrapped_in]
        assert rusts_on == ([fact["rusts_on"]] if "rusts_on" in fact else [])
        assert all(set(fact["variants"]) <= set(phase.scraps) for phase in scrapped_in)


@needs_facts
@each_title
def test_every_phase_is_as_in_the_facts(title_id: str) -> None:
    title = titles.load(title_id)
    assert list(title.phases) == [fact["name"] for fact in facts(title_id)["phases"]]
    kinds = {company.kind for company in title.companies.values()}
    for fact in facts(title_id)["phases"]:
        phase = title.phases[fact["name"]]
        assert (phase.stage, list(phase.colours)) == (fact["stage"], fact["tiles"])
        assert (phase.starts_with, phase.operating_rounds) == (
            fact["starts_with"],
            fact["operating_rounds"],
        )
        limits = fact["train_limit"]
        for kind in kinds:
            assert phase.train_limit[kind] == (limits if isinstance(limits, int) else limits[kind])


def receives_track(tile: Tile, edge: int) -> bool:
    """Whether track can lead in over the edge: tiles can be laid, or it is printed there."""
    printed_for_good = tile.colour in ("red", "blue", "gray")
    return not printed_for_good or any(edge in piece.edges for piece in tile.track)


@needs_facts
@each_title
def test_lattice_and_sealed_edges_give_the_neighbours_of_the_facts(title_id: str) -> None:
    """The facts list what lies across an open edge, except where no track can ever lead in.

    A hexside sealed in one of its two hexes only (G3 and I3 of 1841) is a neighbour as seen
    from the other hex: the facts tell each hex's own side, and one sealed side is enough.
    """
    title = titles.load(title_id)
    by_xy = {each.xy: each for each in title.hexes.values()}
    for hex_id, each in title.hexes.items():
        expected = {}
        for edge in set(range(6)) - each.printed.sealed:
            other = by_xy.get(neighbour(title.layout, each.xy, edge))
            if other is not None and receives_track(other.printed, opposite(edge)):
                expected[str(edge)] = other.id
        assert facts(title_id)["hexes"][hex_id]["neighbours"] == expected, hex_id
