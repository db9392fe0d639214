"""Rules of 1844 and 1841, each with its line in the rulebook.

``E`` is the English and ``G`` the German rulebook of 1844, ``I`` that of 1841.
"""

from __future__ import annotations

from typing import Any

import pytest

import bestrun
from bestrun.files import Case
from bestrun.operating.moves import Reason, why
from mapdata.errors import InputError


def asked(position: dict[str, Any], where: str, what: str) -> Reason:
    (reason,) = why(Case("case", position, "case"), where, what)
    return reason


def refusal(position: dict[str, Any], where: str, what: str) -> str:
    reason = asked(position, where, what)
    assert reason.refusal is not None
    return reason.refusal.code


# -- 1844 ----------------------------------------------------------------------------------

BLS: dict[str, Any] = {
    "title": "1844",
    "phase": "5",
    "company": "BLS",
    "trains": ["5", "5"],
    "tiles": {"F11": "6:3", "G12": "9:2", "H13": "6:0"},
    "tokens": {"BLS": ["F11"]},
}
STB: dict[str, Any] = {
    "title": "1844",
    "phase": "3",
    "company": "STB",
    "trains": ["2"],
    "tokens": {"STB": ["D15.0"]},
}


def test_a_tunnel_is_an_extra_lay_for_100() -> None:
    """E 480 and 525-531: in addition, between the mouths shown, 100 from the treasury."""
    tunnel = asked(BLS, "I12", "X78:3")
    assert tunnel.legal
    assert tunnel.cost == 100
    assert "certificate" in tunnel.summary()
    assert refusal(BLS, "I12", "X78:0") == "sealed"
    assert refusal(BLS, "I12", "X79:2") == "unreachable"
    used = {**BLS, "before": {"lays": ["H13"], "used": 1}}
    assert asked(used, "I12", "X78:3").legal
    assert [lay.extra for lay in bestrun.moves(used).lays] == ["tunnel"]


def test_one_tunnel_a_hex_and_five_in_all() -> None:
    """E 529 and 535: one on each tunnel hex, five certificates."""
    built = {**BLS, "tiles": {**BLS["tiles"], "I12": "X78:3"}}
    assert refusal(built, "I12", "X79:2") == "one-a-hex"
    others = {"H19": "X79:1", "H21": "X79:1", "H23": "X79:1", "H27": "X79:1", "J9": "X79:1"}
    five = {**BLS, "tiles": {**BLS["tiles"], **others}}
    assert refusal(five, "I12", "X78:3") == "none-left"
    assert refusal(BLS, "H9", "X78:3") == "wrong-hex"


def test_upgrades_cost_nothing_by_the_book() -> None:
    """E 511, G 533: no cost to upgrade a tile, regardless of the terrain; online 20 in Aarau."""
    assert asked({**STB, "rules": "book"}, "Aarau", "619:0").cost == 0
    assert asked({**STB, "rules": "online"}, "Aarau", "619:0").cost == 20
    unsaid = asked(STB, "Aarau", "619:0")
    assert (unsaid.cost, unsaid.notes) == (20, ("0 by the book",))
    aarau = [lay for lay in bestrun.moves(STB).to_dict()["lays"] if lay["hex"] == "D15"]
    assert {(lay["cost"], lay["by_book"]) for lay in aarau} == {(20, 0)}


def test_the_first_tile_pays_for_the_ground_by_any_rules() -> None:
    """E 468: the first build on hexes with mountains and rivers incurs a cost."""
    for rules in ("book", "online"):
        sion = {**BLS, "company": "VZ", "trains": [], "tiles": {}, "tokens": {}}
        assert asked({**sion, "rules": rules}, "Sion", "57:1").cost == 20


def test_unsold_shares_of_the_sbb_lie_in_the_pool() -> None:
    """E 788: unsold shares come into the bank pool, which pays the treasury."""
    sbb = {"title": "1844", "phase": "6", "company": "SBB", "trains": ["5H"]}
    paid = bestrun.payout({**sbb, "shares": {"A": 40, "B": 20}}, 200)
    assert (paid.received("treasury"), paid.received("bank")) == (80, 0)


def test_a_destination_is_void_after_the_sbb_and_for_late_companies() -> None:
    """E 521: companies started in phase 6 or later have none; the pre-SBB ones are gone."""
    nob = {"title": "1844", "phase": "6", "company": "NOB", "tokens": {"NOB": ["D19"]}, "par": 70}
    aim = bestrun.reach(nob).destination
    assert aim is not None
    assert "SBB" in aim.void
    assert aim.pays == 0
    late = bestrun.reach({**STB, "phase": "6", "tokens": {}}).destination
    assert late is not None
    assert "phase 6" in late.void
    begun = bestrun.reach({**STB, "phase": "6"}).destination
    assert begun is not None
    assert begun.times == 5
    assert "phase 6" in begun.unless


def test_tiles_without_a_number_are_understood_by_what_players_call_them() -> None:
    reasons = why(Case("case", BLS, "case"), "I12", "tunnel")
    assert [reason.what for reason in reasons if reason.legal] == ["X78:3"]
    panel = {**BLS, "tiles": {"L13": "panel 40/50/60"}}
    assert bestrun.load(panel).board.face("L13").layers[0][0].name == "XM2"
    with pytest.raises(InputError, match="X78 or X79"):
        bestrun.load({**BLS, "tiles": {"I12": "tunnel:3"}})


def test_appenzell_is_spelt_as_the_swiss_spell_it() -> None:
    assert "Appenzell" in bestrun.moves({**STB, "company": "AB", "tokens": {}}).summary()
    assert bestrun.reach({**STB, "tokens": {"STB": ["Appelzell"]}}).stops == [("D25", 0)]


# -- 1841 ----------------------------------------------------------------------------------

CTLP: dict[str, Any] = {"title": "1841", "phase": "3", "company": "CTLP", "trains": []}
IRSFF: dict[str, Any] = {"title": "1841", "phase": "2", "company": "IRSFF", "trains": ["2", "2"]}


@pytest.mark.parametrize("place", ["Lugano", "Simplon", "Bergamo", "Bologna", "R14.0"])
def test_a_small_company_may_not_choose_these_homes(place: str) -> None:
    """I 307-312: Lugano never, no pass, nothing Austrian before phase 4, no large city."""
    assert refusal(CTLP, place, "token") == "no-home"


def test_homes_open_with_phase_4_and_a_small_company_begins_alone() -> None:
    """I 309-310 and 316: the split opens Austria; no city with a marker for a small company."""
    later = {**CTLP, "phase": "4"}
    assert asked(later, "Bergamo", "token").legal
    assert refusal(later, "Lugano", "token") == "no-home"
    assert refusal({**later, "tokens": {"SFL": ["E9"]}}, "Bergamo", "token") == "no-home"


def test_markers_cost_by_the_distance_to_the_nearest_tile() -> None:
    """I 312: 25 beyond two hexes, 50 at two, 100 beside a tile, 200 on one."""
    near = {**CTLP, "tiles": {"K13": "57:1"}}
    costs = [asked(near, place, "token").cost for place in ("Modena", "L12", "K15", "Genova")]
    assert costs[:3] == [200, 100, 50]
    assert asked(CTLP, "Modena", "token").cost == 25


def test_tiles_across_a_border_do_not_count() -> None:
    """I 312: tiles on the other side of a standing border count not at all."""
    across = {**CTLP, "tiles": {"I11": "8:1"}}
    assert asked(across, "Parma", "token").cost == 25


def test_a_second_lay_comes_from_another_station_and_lies_on_another_hex() -> None:
    """I 499 and 503: one lay from each station, never twice on one hex."""
    first = {
        **IRSFF,
        "tiles": {"E9": "202:5"},
        "tokens": {"IRSFF": ["F8", "F16"]},
        "before": {"lays": ["E9"], "used": 1},
    }
    assert {lay.hex for lay in bestrun.moves(IRSFF).lays} == {"D8", "E9", "F16"}
    assert {lay.hex for lay in bestrun.moves(first).lays} == {"F16"}
    assert refusal(first, "Como", "5:0") == "same-station"
    green = {**first, "phase": "3"}
    assert refusal(green, "E9", "207:5") == "same-hex"


def test_an_upgrade_must_give_the_builder_new_track() -> None:
    """I 480: part of the NEW track is on a route open to the builder; online a city suffices."""
    pavia = {
        **IRSFF,
        "phase": "3",
        "tiles": {"F8": "604:0", "G7": "9:0", "H8": "57:0"},
        "tokens": {"IRSFF": ["F8", "F16"], "SFTN": ["H8"]},
    }
    assert asked(pavia, "Pavia", "205:0").notes == ("not by the book",)
    assert refusal({**pavia, "rules": "book"}, "Pavia", "205:0") == "no-new-track"
    assert asked({**pavia, "rules": "online"}, "Pavia", "205:0").notes == ()


def test_what_the_treasury_cannot_pay_is_marked() -> None:
    """I 427: all expenses from the treasury, no credit."""
    poor = bestrun.moves({**IRSFF, "cash": 10})
    assert [lay["hex"] for lay in poor.to_dict()["lays"] if "payable" in lay] == ["F16"]
    assert poor.summary().count("cannot be paid") == 1
    assert "cannot be paid with 10" in asked({**IRSFF, "cash": 10}, "F16", "601:0").summary()
    assert "cannot" not in asked({**IRSFF, "cash": 50}, "F16", "601:0").summary()


def test_tile_610_lies_on_alpine_passes_alone() -> None:
    """I 495: Sempione and Frejus."""
    for place, fits in (("K7", False), ("A5", True), ("G1", True)):
        assert ("610" in [row.tile.name for row in bestrun.tiles("1841", hex=place).rows]) is fits


def test_tile_144_is_marked_as_online_only() -> None:
    rows = {row.tile.name: row for row in bestrun.tiles("1841").rows}
    assert rows["144"].count == "2, online only"


def test_whose_rules_hold_is_one_of_two_words() -> None:
    with pytest.raises(InputError, match="rules"):
        bestrun.moves({**IRSFF, "rules": "house"})
