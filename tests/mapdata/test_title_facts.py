"""The folders of the further titles, loaded, say what the facts about them say."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexgraph.sides import hex_across
from mapdata import titles
from mapdata.abilities import AnyAbility
from mapdata.building import LayAllowance, building
from mapdata.rules import Bonus, TrainRow, TrainType
from mapdata.tile import Piece, PrintedStop, Tile
from mapdata.title import Title

FACTS = Path(__file__).resolve().parents[3] / "shared" / "facts"
IDS = (
    *("1889", "1830", "18Chesapeake", "1846", "1867", "1861", "1882", "18MEX", "18AL", "18GA"),
    *("18MS", "18TN", "18NL", "1836Jr30", "1817", "1856", "1870", "18CO", "1847AE"),
)
pytestmark = [
    pytest.mark.skipif(not (FACTS / "1889.json").is_file(), reason="the facts are not here"),
    pytest.mark.parametrize("title_id", IDS),
]

Facts = dict[str, Any]
MANY = 99
COLOURS = {
    **{
        "#000": "#000000",
        "white": "#ffffff",
        "black": "#000000",
        "gold": "#ffd700",
        "red": "#ff0000",
    },
    **{"green": "#008000", "blue": "#0000ff", "pink": "#ffc0cb", "purple": "#800080"},
    **{"cyan": "#00ffff", "orange": "#ffa500", "yellow": "#ffff00", "magenta": "#ff00ff"},
    **{"limegreen": "#32cd32", "darkmagenta": "#8b008b", "darkgreen": "#006400"},
    **{"darkgray": "#a9a9a9", "darkblue": "#00008b", "lightblue": "#add8e6"},
}
LEFT_OUT = {
    *("exchange", "shares", "no_buy", "base", "description", "train_buy", "revenue_change"),
    *("train_discount", "tile_income", "borrow_train", "return_token", "blocks_partition"),
}
UNREAD = {
    *("must_lay_together", "must_lay_all", "extra_action", "special_only", "check_tokenable"),
    "count_per_or",
}
"""Keys of abilities that change no single lay, marker or route."""
"""Abilities about money and shares, which no command here asks for."""


@cache
def facts(title_id: str) -> Facts:
    found: Facts = json.loads((FACTS / f"{title_id}.json").read_text(encoding="utf-8"))
    return found


@cache
def building_facts() -> Facts:
    found: Facts = json.loads((FACTS / "building.json").read_text(encoding="utf-8"))
    return found


def ends_of(piece: Piece) -> list[str]:
    edges = []
    for edge in piece.edges:
        lanes, lane = piece.lane(edge)
        edges.append(f"e{edge}" if lanes == 1 else f"e{edge}/{lane}of{lanes}")
    return edges + [f"s{stop}" for stop in piece.stops]


def track_of(tile: Tile) -> Counter[Any]:
    """Pieces through a junction are told by its arms, as the facts have them."""
    found: Counter[Any] = Counter()
    arms: set[tuple[str, int]] = set()
    for piece in tile.track:
        flags = [word for word in ("terminal", "stem") if getattr(piece, word)]
        if piece.junctions:
            assert not flags
            arms |= {(end, piece.junctions[0]) for end in ends_of(piece)}
        else:
            found[frozenset(ends_of(piece)), *flags] += 1
    for end, junction in arms:
        found[frozenset((end, f"j{junction - len(tile.stops)}")),] += 1
    return found


def track_of_facts(track: list[list[str]]) -> Counter[Any]:
    return Counter((frozenset(item[:2]), *item[2:]) for item in track)


def check_stop(stop: PrintedStop, fact: Facts, title: Title) -> None:
    value = fact["value"]
    for stage in title.stages:
        assert stop.value(stage) == (value[stage] if isinstance(value, dict) else value)
    diesel = {"diesel": value["diesel"]} if isinstance(value, dict) and "diesel" in value else {}
    assert stop.figures == diesel
    assert (stop.kind, stop.slots) == (fact["kind"], fact.get("slots", 1))
    assert (list(stop.groups), stop.visit) == (fact.get("groups", []), fact.get("visit", 1))
    at = fact.get("at")
    assert stop.centred == (at == "center")
    assert stop.at == (None if at in (None, "center") else float(at) % 6)


def check_tile(tile: Tile, fact: Facts, title: Title) -> None:
    assert tile.colour == fact["colour"]
    assert len(tile.stops) == len(fact["stops"])
    for stop, stop_fact in zip(tile.stops, fact["stops"], strict=True):
        check_stop(stop, stop_fact, title)
    assert track_of(tile) == track_of_facts(fact["track"])
    assert tile.label == fact.get("label")
    assert list(tile.icons) == fact.get("icons", [])


def test_every_hex(title_id: str) -> None:
    title, building_fact = titles.load(title_id), building_facts()[title_id]
    expected = facts(title_id)["hexes"]
    assert title.layout == facts(title_id)["layout"]
    assert set(title.hexes) == set(expected)
    for hex_id, fact in expected.items():
        place = title.hexes[hex_id]
        printed = place.printed
        check_tile(printed, fact, title)
        assert (list(place.xy), place.name) == (fact["xy"], fact.get("name"))
        assert printed.cost == fact.get("cost", 0)
        terrain = fact.get("terrain", [])
        assert list(printed.terrain) == ([terrain] if isinstance(terrain, str) else terrain)
        several = building_fact.get("several_terrains", {}).get(hex_id)
        if several:
            assert [[cost.amount, list(cost.terrain)] for cost in printed.costs] == several
        assert printed.label_from == fact.get("label_from", {})
        assert sorted(printed.sealed) == sorted(fact.get("sealed", []))
        borders = [
            {"edge": each.edge, "type": each.kind, "cost": each.cost} for each in printed.borders
        ]
        assert borders == fact.get("borders", [])
        assert sorted(printed.stubs) == building_fact.get("hex_stubs", {}).get(hex_id, [])
        partitions = [
            {
                "inner": sorted(each.inner),
                "outer": sorted(each.outer),
                "restrict": each.restrict,
                "type": each.kind,
            }
            for each in printed.partitions
        ]
        assert partitions == building_fact.get("hex_partitions", {}).get(hex_id, [])


def test_every_neighbour(title_id: str) -> None:
    """A hex that is never built on is no neighbour where no track of it leads."""
    title = titles.load(title_id)
    for hex_id, fact in facts(title_id)["hexes"].items():
        for edge in range(6):
            across = hex_across(title, hex_id, edge)
            told = fact["neighbours"].get(str(edge))
            if told in title.hexes:  # 18MS names one that it does not have
                assert across == told, (hex_id, edge)
            elif across is not None:
                other = title.hexes[across].printed
                assert other.colour in ("gray", "red", "blue"), (hex_id, edge)
                assert not any((edge + 3) % 6 in piece.edges for piece in other.track)


def test_every_tile(title_id: str) -> None:
    title, building_fact = titles.load(title_id), building_facts()[title_id]
    expected = facts(title_id)["tiles"]
    assert set(title.tiles) == set(expected)
    for name, fact in expected.items():
        tile = title.tiles[name]
        check_tile(tile, fact, title)
        assert tile.count == (None if fact["count"] == "unlimited" else fact["count"])
        cost = building_fact.get("tile_cost", {}).get(name, {"cost": 0, "terrain": []})
        assert (tile.cost, list(tile.terrain)) == (cost["cost"], cost["terrain"])
        assert tile.label_from == building_fact.get("tile_label_from", {}).get(name, {})


def colour(word: str | None, default: str) -> str:
    if word is None:
        return default
    return COLOURS.get(word.lower(), word.lower())


def check_abilities(found: tuple[AnyAbility, ...], expected: list[Facts]) -> None:
    wanted = [fact for fact in expected if fact["type"] not in LEFT_OUT]
    assert len(found) == len(wanted)
    for ability, fact in zip(found, wanted, strict=True):
        told: Facts = json.loads(msgspec.json.encode(ability))
        unread = UNREAD | ({"cost"} if fact["type"] == "assign_hexes" else set())
        unread |= {"from_owner"} if fact["type"] == "teleport" else set()
        for key, value in fact.items():
            if key in unread:
                continue
            lists = isinstance(value, str) and isinstance(told[key], list)
            assert told[key] == ([value] if lists else value), (ability, key)
        assert all(not told[key] for key in told.keys() - fact.keys())


def test_every_company(title_id: str) -> None:
    title = titles.load(title_id)
    assert list(title.companies) == [fact["id"] for fact in facts(title_id)["companies"]]
    for fact in facts(title_id)["companies"]:
        company = title.companies[fact["id"]]
        homes = fact.get("home", [])
        homes = [homes] if isinstance(homes, str) else list(homes)
        if "home_city" in fact:
            homes[0] += f".{fact['home_city']}"
        assert list(company.homes) == homes
        assert (company.name, company.kind) == (fact.get("name", fact["id"]), fact["kind"])
        assert list(company.markers) == fact["tokens"]
        assert company.colour == colour(fact.get("colour"), "#888888")
        assert company.text_colour == colour(fact.get("text_colour"), "#ffffff")
        check_abilities(company.abilities, fact.get("abilities", []))


def test_every_private(title_id: str) -> None:
    title = titles.load(title_id)
    usual = [fact["id"] for fact in facts(title_id)["privates"]]
    assert list(title.privates)[: len(usual)] == usual  # more come with optional rules
    for fact in facts(title_id)["privates"]:
        private = title.privates[fact["id"]]
        assert (private.name, private.value, private.income) == (
            *(fact["name"], fact["value"], fact["income"]),
        )
        check_abilities(private.abilities, fact.get("abilities", []))


def row_as_facts(row: TrainRow, fills: bool) -> Facts:
    visits = MANY if row.visits is None else row.visits
    pays = 0 if row.fills else visits if row.pays is None else row.pays
    assert row.fills is False or fills
    found: Facts = {"nodes": row.kinds, "pay": pays, "visit": visits}
    return found | ({} if row.multiplier is None else {"multiplier": row.multiplier})


def check_distance(train: TrainType, distance: Any, title: Title, fills: bool) -> None:
    kinds = frozenset(title.stop_kinds)
    if isinstance(distance, int):
        (row,) = train.rows
        limit = None if distance >= MANY else distance
        assert row == TrainRow(kinds, None, limit)
        return
    wanted = [
        each | {"nodes": frozenset(each["nodes"]), "visit": each.get("visit", each["pay"])}
        for each in distance
    ]
    found = [row_as_facts(row, fills) for row in train.rows]
    if len(found) == 1 and len(wanted) == 2:  # no limit at all
        assert found == [{"nodes": kinds, "pay": MANY, "visit": MANY}]
        assert all(each["pay"] == each["visit"] == MANY for each in wanted)
        return
    # The kinds that the title's boards do not have make no difference.
    on_board = {stop.kind for place in title.hexes.values() for stop in place.printed.stops}
    on_board |= {stop.kind for tile in title.tiles.values() for stop in tile.stops}
    for each in (*found, *wanted):
        each["nodes"] &= on_board
    assert [each for each in found if each["nodes"]] == [each for each in wanted if each["nodes"]]


def test_every_train(title_id: str) -> None:
    title = titles.load(title_id)
    expected = facts(title_id)["trains"]
    fills = facts(title_id).get("route_rules", {}).get("fill", False)
    assert set(title.trains) == {name for fact in expected for name in fact["variants"]}
    for fact in expected:
        train = title.trains[fact["name"]]
        count = None if fact["count"] == "unlimited" else fact["count"]
        assert (train.count, train.price, train.base) == (count, fact["price"], "")
        ends = (tuple(filter(None, [fact.get(key)])) for key in ("rusts_on", "obsolete_on"))
        assert (train.rusts_on, train.obsolete_on) == tuple(ends)
        assert train.available_on == fact.get("available_on")
        assert (train.discount, list(train.events)) == (
            *(fact.get("discount", {}), fact.get("events", [])),
        )
        assert train.marker_must_pay == fact.get("token_must_pay", True)
        sides = {fact["name"]: fact} | fact.get("variant_facts", {})
        for name, side in sides.items():
            variant = title.trains[name]
            assert variant.multiplier == side.get("multiplier", 1)
            assert variant.figure == ("diesel" if name == "D" else None)
            check_distance(variant, side["distance"], title, fills)
            if variant is not train:
                assert (variant.base, variant.price) == (train.name, side["price"])
                assert (variant.rusts_on, variant.obsolete_on) == (
                    train.rusts_on,
                    train.obsolete_on,
                )


def test_every_phase(title_id: str) -> None:
    title = titles.load(title_id)
    assert list(title.phases) == [fact["name"] for fact in facts(title_id)["phases"]]
    for fact in facts(title_id)["phases"]:
        phase = title.phases[fact["name"]]
        starts = fact["starts_with"] or []
        assert list(phase.starts_with) == ([starts] if isinstance(starts, str) else starts)
        assert (phase.stage, list(phase.colours)) == (fact["stage"], fact["tiles"])
        assert phase.operating_rounds == fact["operating_rounds"]
        assert list(phase.status) == fact.get("status", [])
        limits = fact["train_limit"]
        if isinstance(limits, dict):
            limits = {kind: limit for kind, limit in limits.items() if limit != MANY}
        assert phase.train_limit == limits


def bonus_as_facts(bonus: Bonus, fact: Facts) -> Facts:
    found: Facts = {"name": bonus.name}
    for key in ("if_private", "if_marker", "unless_marker", "company", "marker"):
        if getattr(bonus, key) is not None:
            found[key] = getattr(bonus, key)
    for key in ("once", "times_multiplier", "by_hex"):
        if getattr(bonus, key):
            found[key] = getattr(bonus, key)
    for key in ("phases", "trains", "not_trains"):
        if getattr(bonus, key):
            found[key] = list(getattr(bonus, key))
    if bonus.per != "route":
        found["per"] = bonus.per
    if bonus.sets:
        found["stops"] = [dict(each) for each in bonus.sets]
    if "amount" in fact or bonus.amount:
        found["amount"] = bonus.amount
    return found


def test_bonuses_and_rules_of_routes(title_id: str) -> None:
    title, fact = titles.load(title_id), facts(title_id)
    assert len(title.bonuses) == len(fact.get("bonuses", []))
    for bonus, told in zip(title.bonuses, fact.get("bonuses", []), strict=True):
        sets = [
            each if isinstance(each, dict) else dict.fromkeys(each, 0)
            for each in told.get("stops", [])
        ]
        assert bonus_as_facts(bonus, told) == told | ({"stops": sets} if sets else {})
    rights = {right: way for right, way in title.rights.items() if way != "idle"}
    assert rights == fact.get("ability_bonuses", {})
    rules = fact.get("route_rules", {})
    assert set(rules) <= {"hex_once", "fill", "town_ends_count_as_city", "others_needed"}
    found = title.route_rules
    assert found.hex_once == rules.get("hex_once", False)
    ends = (("town", "city"),) if rules.get("town_ends_count_as_city") else ()
    assert found.end_counts == ends
    needs = [{"hexes": sorted(need.hexes), "stops": need.stops} for need in found.needs]
    assert needs == rules.get("others_needed", [])


def test_building(title_id: str) -> None:
    rules, fact = building(titles.load(title_id)), building_facts()[title_id]
    lays = list(rules.tile_lays)
    told = msgspec.convert(fact["tile_lays"], list[LayAllowance])
    if not rules.later_lays:  # the facts know only the lays of the beginning
        assert lays == told
    assert (rules.track, rules.home, rules.reservation_blocks) == (
        *(fact["track"], fact["home"], fact["reservation_blocks"]),
    )
    assert list(rules.only_by_special) == fact.get("only_by_special", [])
    assert list(rules.max_exits) == fact.get("max_exits", [])
