"""The titles that come with the package say exactly what is printed."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexgraph.lattice import neighbour, opposite
from hexgraph.sides import area_members
from mapdata import titles
from mapdata.errors import InputError
from mapdata.rules import TrainRow
from mapdata.tile import Piece, PrintedStop, Tile
from mapdata.title import Title, gone_trains, train_limit

FACTS = Path(__file__).resolve().parents[3] / "shared" / "facts"
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
    assert not piece.junctions
    return frozenset(ends), *flags


def track_of_facts(track: list[list[str]]) -> Counter[Any]:
    return Counter((frozenset(map(end, item[:2])), *item[2:]) for item in track)


def stop_as_facts(stop: PrintedStop, title: Title) -> Facts:
    """The facts call Vaduz and the mountain railways off-board areas too."""
    values = dict(stop.values)
    found: Facts = {
        "kind": "offboard" if stop.kind in ("terminus", "mountain") else stop.kind,
        "value": values.get("", values),
    }
    if stop.slots != 1:
        found["slots"] = stop.slots
    if stop.area:
        found["area"] = stop.area
        found |= transit_of(title, stop.area)
    if stop.at is not None or stop.centred:
        found["at"] = "center" if stop.centred else f"{stop.at:g}"
    if stop.sort:
        found[stop.sort] = True
    return found


def transit_of(title: Title, area: str) -> Facts:
    """The side of an area and what it adds to a transit, as the two bonuses have it."""
    members = [hex_id for hex_id, _ in area_members(title, area)]
    transits = [bonus for bonus in title.bonuses if bonus.name == "transit"]
    for sides, bonus in zip(("NS", "EW"), transits, strict=False):
        for side, ends in zip(sides, bonus.sets, strict=True):
            for hex_id in ends.keys() & set(members):
                return {"side": side, "transit_bonus": ends[hex_id]}
    return {}


def tile_as_facts(tile: Tile, title: Title) -> Facts:
    found: Facts = {
        "colour": tile.colour,
        "stops": [stop_as_facts(stop, title) for stop in tile.stops],
        "track": Counter(map(piece_as_facts, tile.track)),
    }
    if tile.label_from:
        ((colour, label),) = tile.label_from.items()
        found["label_from"] = {"label": label, "colour": colour}
    optional = {
        "label": tile.label,
        "cost" if tile.count is None else "upgrade_cost": tile.cost,
        "terrain": "|".join(tile.terrain),
        "sealed": sorted(tile.sealed),
        "frontier": sorted(tile.province_edges),
        "count": tile.count,
        "online_only": tile.online_only,
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
        if (title.layout, hex_id) == ("pointy", "D25"):
            wanted["name"] = "Appenzell"  # misspelt online
        if any(stop.kind == "port" for stop in title.hexes[hex_id].printed.stops):
            found.pop("name")  # ports have no names of their own online
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
        assert rusts_on == ([(fact["rusts_on"],)] if "rusts_on" in fact else [])
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
        starts = () if fact["starts_with"] is None else (fact["starts_with"],)
        assert (phase.starts_with, phase.operating_rounds) == (starts, fact["operating_rounds"])
        limits = fact["train_limit"]
        for kind in kinds:
            assert isinstance(phase.train_limit, dict)
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


# -- what the rulebooks say ----------------------------------------------------------------


def test_tile_manifests_are_those_of_the_rulebooks() -> None:
    def manifest(title_id: str) -> dict[str, int]:
        counts: Counter[str] = Counter()
        for tile in titles.load(title_id).tiles.values():
            if tile.layer == "tile" and not tile.online_only:
                counts[tile.colour] += tile.count or 0
        return dict(counts)

    assert manifest("1844") == {"yellow": 59, "green": 55, "brown": 26, "gray": 5}
    assert manifest("1841") == {"yellow": 72, "green": 72, "brown": 45}
    assert manifest("1841-lite") == manifest("1841")
    assert manifest("1841-v2") == {"yellow": 72, "green": 74, "brown": 45}


def test_overlays_find_the_purple_hexes_of_1844() -> None:
    title = titles.load("1844")
    purple = {each.id for each in title.hexes.values() if each.printed.colour == "purple"}
    assert purple == {"J9", "I12", "K14", "I16", "H17", "H19", "H21", "H23", "H27"}
    overlays = {tile.name for tile in title.tiles.values() if tile.layer == "overlay"}
    assert overlays == {"X78", "X79", "OP1", "OP2", "OP3"}
    assert all(title.tiles[name].colour == "purple" for name in overlays)


def test_mountain_railways_of_1844_are_closed_until_founded() -> None:
    title = titles.load("1844")
    closed = {each.id for each in title.hexes.values() if any(s.closed for s in each.printed.stops)}
    assert closed == {"H7", "L13", "I14", "G14", "F19", "J29", "L23"}
    openings = [tile for tile in title.tiles.values() if tile.layer == "opening"]
    assert {tile.name for tile in openings} == {"XM1", "XM2", "XM3"}
    assert {stop.kind for tile in openings for stop in tile.stops} == {"mountain"}


def test_vaduz_is_no_red_area() -> None:
    title = titles.load("1844")
    (vaduz,) = title.hexes["E26"].printed.stops
    assert not title.stop_kinds[vaduz.kind].through
    assert all(train.enters(vaduz.kind) for train in title.trains.values())


def test_regional_companies_of_1844_own_only_h_trains() -> None:
    title = titles.load("1844")
    for company in title.companies.values():
        if company.kind == "regional":
            assert company.trains == {"2H", "3H", "4H", "5H", "6H", "8H"}
        else:
            assert company.trains is None


def test_h_trains_of_1844_cost_what_the_rulebook_prints() -> None:
    trains = titles.load("1844").trains
    prices = {name: trains[name].price for name in trains if name.endswith("H")}
    assert prices == {"2H": 70, "3H": 150, "4H": 260, "5H": 400, "6H": 550, "8H": 700}


@pytest.mark.parametrize(
    ("phase", "gone"),
    [
        ("1", set()),
        ("2", set()),
        ("3", {"2"}),
        ("4", {"2", "2H", "3"}),
        ("5", {"2", "2H", "3"}),
        ("6", {"2", "2H", "3", "3H", "4"}),
        ("7", {"2", "2H", "3", "3H", "4", "4H", "5"}),
    ],
)
def test_phases_of_1844_scrap_and_turn_trains(phase: str, gone: set[str]) -> None:
    assert set(gone_trains(titles.load("1844"), phase)) == gone


def test_a_gone_train_says_why() -> None:
    title = titles.load("1844")
    assert gone_trains(title, "3")["2"] == "became a 2H in phase 3"
    assert gone_trains(title, "5")["2"] == "was scrapped in phase 4"


def test_phases_of_1841_scrap_trains() -> None:
    title = titles.load("1841")
    assert set(gone_trains(title, "6")) == {"2", "3"}
    assert set(gone_trains(title, "8")) == {"2", "3", "4", "5"}


def test_the_sbb_may_own_four_trains() -> None:
    title = titles.load("1844")
    assert train_limit(title, "5", "SBB") == 4
    assert train_limit(title, "5", "BLS") == 2
    assert train_limit(title, "4", "BLS") == 3


def test_the_8_of_1841_does_not_count_passes() -> None:
    trains = titles.load("1841").trains
    assert trains["8"].rows[0] == TrainRow(frozenset({"city", "offboard"}), visits=8)
    for name in "234567":
        counted = frozenset({"city", "offboard", "pass"})
        assert trains[name].rows[0] == TrainRow(counted, visits=int(name))


def test_variants_of_1841_share_what_they_do_not_change() -> None:
    first, second = titles.load("1841"), titles.load("1841-v2")
    changed = {hex_id for hex_id in first.hexes if first.hexes[hex_id] != second.hexes[hex_id]}
    assert changed == {"M3", "N4", "O3", "O5", "R14"}
    assert first.tiles.keys() - second.tiles.keys() == {"608"}
    assert second.tiles.keys() - first.tiles.keys() == {"612"}


# -- names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title_id", "written", "meant"),
    [
        ("1844", "K10", "K10"),
        ("1844", "k10", "K10"),
        ("1844", " Sion ", "K10"),
        ("1844", "ZÜRICH", "D19"),
        ("1844", "geneve", "K2"),
        ("1844", "St Moritz", "I28"),
        ("1844", "Frauenfeld", "C20"),
        ("1844", "Paris", "F3"),
        ("1844", "Milano", "M18"),
        ("1844", "Luzern", "F17"),
        ("1841", "a4", "a4"),
        ("1841", "Forlì", "N16"),
        ("1841", "Trento", "C13"),
        ("1841", "Mestre", "F16"),
        ("1841", "Livorno", "S11"),
        ("1841-lite", "Toscana - Roma", "P12"),
        ("1841-v2", "Albenga", "O5"),
    ],
)
def test_places_are_found_as_people_write_them(title_id: str, written: str, meant: str) -> None:
    assert titles.find_hex(titles.load(title_id), written) == meant


@pytest.mark.parametrize("title_id", IDS)
def test_every_name_on_the_board_is_found(title_id: str) -> None:
    title = titles.load(title_id)
    for each in title.hexes.values():
        assert titles.find_hex(title, each.id) == each.id
        if each.name:
            assert titles.find_hex(title, each.name) == each.id


def test_an_unknown_place_names_the_nearest() -> None:
    with pytest.raises(InputError, match=r"'Siom' in 1844 \(did you mean Sion\?\)"):
        titles.find_hex(titles.load("1844"), "Siom")


def test_what_a_variant_removes_is_not_found() -> None:
    with pytest.raises(InputError, match="no hex or place 'Livorno' in 1841-lite"):
        titles.find_hex(titles.load("1841-lite"), "Livorno")


# -- finding titles ------------------------------------------------------------------------


def test_a_title_is_read_once() -> None:
    assert titles.load("1844") is titles.load("1844")


def test_an_unknown_title_names_the_nearest() -> None:
    with pytest.raises(InputError, match=r"unknown title '1814' \(did you mean 1817\?\)"):
        titles.load("1814")
