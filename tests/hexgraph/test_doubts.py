"""Positions that cannot be are solved, and what is odd about them is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from boards import GOOD
from command import bestrun
from material import of_covered_titles
from thorough import one_in

from bestrun.turn import set_up
from mapdata.read import read_position

POSITIONS = Path(__file__).resolve().parents[3] / "shared" / "positions"
MAJOR = {"title": "1844", "company": "BLS", "tokens": {"BLS": ["F11"]}}


def warned(change: dict[str, Any]) -> tuple[str, ...]:
    return set_up(read_position(GOOD | change)).warnings


def test_a_position_that_can_be_is_not_doubted() -> None:
    assert warned({}) == ()


def test_more_tiles_than_exist() -> None:
    tiles = dict.fromkeys(("B21", "C10", "C16", "C18", "C22"), "7:0")
    assert warned({"tiles": tiles}) == ()
    tiles["E14"] = "7:0"
    assert warned({"tiles": tiles}) == ("tile 7 lies on 6 hexes, but there are 5",)


def test_a_tile_of_which_there_are_as_many_as_one_needs_is_never_too_many() -> None:
    hexes = ("B10", "B12", "B14", "C11", "C13", "D8", "D10", "D12")
    change = {"title": "1846", "phase": "I", "company": "GT", "trains": ["2"], "tokens": {}}
    assert warned(change | {"tiles": dict.fromkeys(hexes, "9:1")}) == ()


def test_a_colour_that_the_phase_has_not_opened() -> None:
    said = "K10: tile 611 is brown, not open in phase 3"
    assert warned({"tiles": {"K10": "611:0"}}) == (said,)
    assert warned({"tiles": {"K10": "611:0"}, "phase": "5", "trains": ["4H"]}) == ()


def test_a_tile_with_another_label() -> None:
    """Seen in games played on older boards; the routes are the same."""
    change = {"phase": "5", "trains": ["4H"]}
    said = "tile 907 cannot lie on K10: no label there"
    assert said in warned(change | {"tiles": {"K10": "907:0"}})
    wrong = MAJOR | change | {"tiles": {"F11": "907:0"}}
    assert "tile 907 cannot lie on F11: label B is needed" in warned(wrong | {"trains": []})


def test_printed_track_that_is_lost() -> None:
    """Bern is printed with track to edge 5."""
    assert warned(MAJOR | {"tiles": {"F11": "57:2"}, "trains": []}) == ()
    said = "F11: track that is printed there is lost under 57:0"
    assert warned(MAJOR | {"tiles": {"F11": "57:0"}, "trains": []}) == (said,)


def test_a_city_that_becomes_two_has_lost_nothing() -> None:
    change = {"title": "1836Jr30", "phase": "3", "company": "HSM", "trains": [], "tokens": {}}
    assert warned(change | {"tiles": {"D6": "54:3"}}) == ()
    assert warned(change | {"tiles": {"D6": "54:2"}}) != ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"phase": "4"}, "there is no 2H in phase 4: was scrapped in phase 4"),
        ({"phase": "7", "trains": ["3H"]}, "there is no 3H in phase 7: was scrapped in phase 6"),
        (MAJOR | {"trains": ["2"]}, "there is no 2 in phase 3: became a 2H in phase 3"),
        (MAJOR | {"trains": ["5"]}, "there is no 5 in phase 3 yet: it comes with phase 5"),
        ({"trains": ["4H"]}, "there is no 4H in phase 3 yet: it comes with phase 4"),
    ],
)
def test_trains_that_the_phase_does_not_have(change: dict[str, Any], said: str) -> None:
    assert said in warned(change)


MINOR = {"title": "1822", "company": "7", "tokens": {"7": ["H23"]}, "tiles": {}, "trains": []}


def test_a_train_that_begins_two_phases_scraps_in_the_later_one() -> None:
    """The first 3 of 1822 begins phase 3, and phase 2 if no 2 has; the L goes with phase 3."""
    assert warned(MINOR | {"phase": "2", "trains": ["L"]}) == ()
    (said,) = warned(MINOR | {"phase": "3", "trains": ["L"]})
    assert said == "there is no L in phase 3: was scrapped in phase 3"


def test_trains_that_count_for_no_limit() -> None:
    assert warned(MINOR | {"phase": "4", "trains": ["3", "LP"]}) == ()
    assert warned(MINOR | {"phase": "4", "trains": ["3", "3"]}) != ()


def test_a_train_that_waits_for_another() -> None:
    diesel = {"title": "1889", "company": "AR", "trains": ["D"], "tokens": {}, "tiles": {}}
    assert warned(diesel | {"phase": "5"}) == (
        "there is no D in phase 5 yet: it comes with phase 6",
    )
    assert warned(diesel | {"phase": "6"}) == ()


def test_more_trains_than_the_limit() -> None:
    change = {"trains": ["2H", "3H", "3H"]}
    assert warned(change) == ("VZ has 3 trains, but may own 2 in phase 3",)


def test_trains_on_their_last_run_do_not_count() -> None:
    change = {"title": "1846", "phase": "III", "company": "GT", "tokens": {}, "tiles": {}}
    assert warned(change | {"trains": ["5", "5", "5", "2"]}) == ()
    assert warned(change | {"trains": ["5", "5", "5", "4"]}) != ()


def test_a_company_may_own_more_than_the_others() -> None:
    change = {"title": "18MEX", "phase": "4", "tokens": {}, "tiles": {}, "trains": ["4", "4", "4"]}
    assert warned(change | {"company": "NdM"}) == ()
    assert warned(change | {"company": "MC"}) != ()


def test_each_warning_is_a_line_on_stderr_and_the_answer_is_given(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(GOOD | {"phase": "4", "trains": ["2H", "3H", "3H"]}))
    said = bestrun("solve", path, "--json")
    answer = json.loads(said.out)
    assert said.code == 0
    assert answer["proven"] is True
    assert len(answer["warnings"]) == 2
    assert said.err.splitlines() == [f"warning: {path}: {line}" for line in answer["warnings"]]


@pytest.mark.parametrize(
    "words",
    [
        "moves {}",
        "moves {} --why K12 57:1",
        "moves {} --why K10 token",
        "reach {}",
        "advise {} --single --jobs 1",
        "payout {} --revenue 100",
    ],
)
def test_every_question_about_an_odd_position_is_answered_with_a_warning(
    words: str, tmp_path: Path
) -> None:
    path = tmp_path / "odd.json"
    odd = GOOD | {"trains": ["2H", "8H"], "shares": {"A": 60}}
    path.write_text(json.dumps(odd))
    said = bestrun(*words.format(path).split(), "--json")
    (line,) = set_up(read_position(GOOD | {"trains": ["8H"]})).warnings
    assert line.startswith("there is no 8H in phase ")
    assert said.err.splitlines() == [f"warning: {path}: {line}"]
    assert said.objects and all(each["warnings"] == [line] for each in said.objects)


def test_a_picture_of_an_odd_position_is_drawn_with_a_warning(tmp_path: Path) -> None:
    path, output = tmp_path / "odd.json", tmp_path / "odd.svg"
    odd = GOOD | {"trains": ["8H"]}
    path.write_text(json.dumps(odd))
    said = bestrun("plot", path, "-o", output)
    assert said.code == 0 and output.exists()
    assert said.err.splitlines() == [
        f"warning: {path}: {set_up(read_position(odd)).warnings[0]}",
        f"wrote {output}",
    ]


def test_a_position_without_doubts_has_no_warnings_in_its_answer(tmp_path: Path) -> None:
    path = tmp_path / "good.json"
    path.write_text(json.dumps(GOOD))
    said = bestrun("solve", path, "--json")
    assert "warnings" not in json.loads(said.out)
    assert said.err == ""


def test_a_claim_about_an_odd_position_is_judged_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(GOOD | {"phase": "4", "trains": ["2H"]}))
    said = bestrun("check", path, "2H: Sion", "--json")
    assert json.loads(said.out)["warnings"] == [
        "there is no 2H in phase 4: was scrapped in phase 4"
    ]
    assert said.err.startswith("warning: ")


# -- positions that no game of 1844 or 1841 can reach ---------------------------------------


def test_more_tunnels_or_mountain_railways_than_certificates() -> None:
    hexes = ("H19", "H21", "H23", "H27", "J9")
    five = dict.fromkeys(hexes, "X79:2")
    assert warned({"phase": "5", "trains": [], "tiles": five}) == ()
    six = five | {"I12": "X78:3"}
    assert "6 tiles are a tunnel, but there can be 5" in warned(
        {"phase": "5", "trains": [], "tiles": six}
    )
    panels = zip(("F19", "G14", "H7", "I14", "J29", "L13"), ("XM1", "XM2", "XM3") * 2, strict=True)
    assert warned({"tiles": dict(panels)}) == (
        "6 tiles are a mountain railway, but there can be 5",
    )


def test_two_own_markers_on_a_hex_and_more_than_there_are() -> None:
    twice = {"BLS": ["I4.0", "I4.1"]}
    assert warned(MAJOR | {"trains": [], "tokens": twice}) == (
        "BLS has 2 markers on I4, but one a hex is allowed",
    )
    cities = ["F11", "K10", "H13", "D19", "C12", "E18"]
    assert warned(MAJOR | {"trains": [], "tokens": {"BLS": cities}}) == (
        "BLS has 6 markers on the board, but only 5",
    )
    assert warned(MAJOR | {"trains": [], "tokens": {"BLS": cities[:3]}, "par": 70}) == (
        "BLS has 3 markers on the board, but only 2 at an issue price of 70",
    )


def test_track_into_a_lake_or_off_the_map() -> None:
    assert warned({"tiles": {"K20": "57:2"}}) == ()
    (lake,) = warned({"tiles": {"K20": "57:0"}})
    assert lake.startswith("K20: track to edge 0 runs")
    rim = warned({"tiles": {"B23": "58:2"}})
    assert [each.rpartition(" runs ")[2] for each in rim] == ["off the board"] * 2


def test_track_may_lead_into_water_that_shows_where_it_is_wanted() -> None:
    """F17 of 1822 is printed with the end of a track towards G16, and no other."""
    assert warned(MINOR | {"phase": "2", "tiles": {"G16": "57:1"}}) == ()
    assert warned(MINOR | {"phase": "2", "tiles": {"G14": "9:2"}}) != ()


def test_tiles_of_privates_are_open_in_every_phase() -> None:
    port = {"title": "1822MX", "company": "1", "tokens": {}, "trains": [], "phase": "3"}
    assert warned(port | {"tiles": {"F7": "P1:3"}}) == ()


def test_a_label_that_a_lot_gives() -> None:
    mine = {"title": "1877Venezuela", "company": "BPC", "tokens": {}, "trains": [], "phase": "2"}
    assert warned(mine | {"tiles": {"H3": "X5:4"}}) == ()
    assert "tile X6 cannot lie on B1: label M is needed" in warned(mine | {"tiles": {"B1": "X6:0"}})


def test_companies_before_and_after_their_time() -> None:
    nob = {"company": "NOB", "tokens": {"NOB": ["D19"]}, "trains": [], "tiles": {}}
    assert warned(nob | {"phase": "5"}) == ()
    assert warned(nob | {"phase": "6"}) == ("NOB does not exist any more in phase 6",)
    sbb = nob | {"company": "SBB", "tokens": {"SBB": ["D19"]}}
    assert warned(sbb | {"phase": "3"}) == ("SBB does not exist in phase 3: it comes with phase 5",)


@pytest.mark.skipif(not POSITIONS.is_dir(), reason="the positions are not here")
def test_real_positions_are_not_doubted() -> None:
    """But for a company that was allowed to keep a third train, and one that leased a later one."""
    doubted = {}
    for path in of_covered_titles(POSITIONS.glob("*.json")):
        for case in one_in(7, json.loads(path.read_text(encoding="utf-8"))):
            warnings = set_up(read_position(case["position"])).warnings
            if warnings:
                doubted[case["id"]] = warnings
    third, leased = "18CO-22032:5", "1825_game_end_stock_market:599"
    odd = {each for each in doubted if not each.startswith(third) and leased not in each}
    assert odd == set(), {each: doubted[each] for each in odd}
