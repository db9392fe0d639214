"""The tables of a title that say how it is built on and paid out: mistakes are named."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexgraph.reach import province_borders
from mapdata.building import building, lays_allowed, marker_prices
from mapdata.errors import InputError
from mapdata.payout import payout_rules
from mapdata.title import Title
from mapdata.titles import load


def titled(**extra: Any) -> Title:
    return replace(load("1841"), extra=extra)


def test_a_title_without_the_tables_can_be_built_on_all_the_same() -> None:
    plain = titled()
    assert not building(plain).new_track
    assert province_borders(plain, "8") == province_borders(plain, "2") != frozenset()
    assert marker_prices(plain, plain.companies["SFTG"]) == (0, 0)
    with pytest.raises(InputError, match="1841 does not say how it pays out"):
        payout_rules(plain)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"trak": "permissive"}, "unknown key 'trak' (did you mean track?)"),
        ({"provinces_open": "9"}, "unknown phase '9'"),
        ({"province_borders": {"4": {"Z9": [0]}}}, "unknown hex 'Z9'"),
        ({"province_borders": {"4": {"C7": [6]}}}, "province_borders: C7 has edges outside 0-5"),
        ({"markers": {"large": [0]}}, "unknown company or kind of company 'large'"),
        ({"homes_lapse": {"major": {"company": "SFTX"}}}, "unknown company 'SFTX'"),
        ({"markers_at_par": {"major": {"x": 1}}}, "building.markers_at_par"),
        ({"lays": {"major": {"12": 2}}}, "unknown phase '12'"),
    ],
)
def test_a_slip_in_the_building_table_is_named(table: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        building(titled(building=table))
    assert message in str(error.value)
    assert str(error.value).startswith("1841/title.toml: ")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"pool": "bank"}, "offering is missing"),
        ({"pool": "bank", "offering": "nobody"}, "payout.offering"),
        ({"pool": "bank", "offering": "bank", "chart": ["60 7o"]}, "'7o' is no price"),
        ({"pool": "bank", "offering": "bank", "share": {"huge": 5}}, "'huge'"),
    ],
)
def test_a_slip_in_the_payout_table_is_named(table: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        payout_rules(titled(payout=table))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("phase", "stations", "lays"),
    [("2", 3, 3), ("2", 1, 1), ("3", 3, 2), ("4", 2, 2), ("5", 3, 1), ("8", 3, 1)],
)
def test_a_large_company_lays_a_tile_for_each_station(phase: str, stations: int, lays: int) -> None:
    title = load("1841")
    assert lays_allowed(title, title.companies["IRSFF"], phase, stations) == lays
    assert lays_allowed(title, title.companies["SFMA"], phase, stations) == 1
