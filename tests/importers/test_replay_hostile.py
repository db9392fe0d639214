"""Games that nobody played: the replay notes what it cannot follow, and ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from exported import Exported
from hypothesis import given, settings
from hypothesis import strategies as st

from bestrun.auditing.runs import judge
from bestrun.importers import parse_export, position_now, replay
from mapdata.errors import InputError
from mapdata.titles import load

TITLES = (
    "1817",
    "1841",
    "1844",
    "1846",
    "1856",
    "1861",
    "1867",
    "1870",
    "1882",
    "18CO",
    "18MEX",
    "18MS",
)
KINDS = (
    "assign",
    "bankrupt",
    "bid",
    "borrow_train",
    "buy_company",
    "buy_shares",
    "buy_token",
    "buy_train",
    "choose",
    "choose_ability",
    "convert",
    "corporate_buy_shares",
    "discard_train",
    "dividend",
    "end_game",
    "lay_tile",
    "merge",
    "par",
    "pass",
    "place_token",
    "remove_token",
    "run_routes",
    "sell_shares",
    "special_buy",
    "take_loan",
    "undo",
    "redo",
    "float",
    "end",
    "__init__",
)


def anything(title: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Actions of a title that fit together in nothing."""
    known = load("1841-v2" if title == "1841" else title)
    companies = st.sampled_from([*known.companies, "XX"])
    privates = st.sampled_from([*known.privates, "P4", "YY"])
    hexes = st.sampled_from([*sorted(known.hexes)[:12], "Z99"])
    tiles = st.sampled_from([*(f"{tile}-0" for tile in sorted(known.tiles)[:12]), "nonsense"])
    trains = st.sampled_from([*(f"{name}-{n}" for name in known.trains for n in (0, 1)), "x"])
    ways = st.lists(st.lists(hexes, max_size=3), max_size=2)
    action = st.fixed_dictionaries(
        {
            "type": st.sampled_from(KINDS),
            "entity": companies
            | st.integers(1, 3)
            | st.sampled_from([*known.privates, "P4", "YY"]),
            "entity_type": st.sampled_from(("corporation", "minor", "player", "company")),
        },
        optional={
            "corporation": companies,
            "company": privates,
            "hex": hexes,
            "tile": tiles,
            "rotation": st.integers(0, 5),
            "city": st.builds("{}-0-{}".format, hexes, st.integers(0, 3)) | tiles,
            "slot": st.integers(0, 3),
            "train": trains,
            "exchange": trains,
            "variant": trains,
            "tokener": companies,
            "token_type": st.just("neutral"),
            "target": companies | hexes,
            "target_type": st.sampled_from(("hex", "corporation", "company")),
            "choice": st.sampled_from(("Map", "Charter", "nationalize", 3, None)),
            "shares": st.lists(st.builds("{}_{}".format, companies, st.integers(0, 9)), max_size=3),
            "percent": st.integers(0, 100),
            "price": st.integers(0, 99),
            "description": st.sampled_from(("Tunnel Token", "x")),
            "routes": st.lists(
                st.fixed_dictionaries({"train": trains, "connections": ways}), max_size=2
            ),
        },
    )
    return st.lists(action, max_size=40)


@pytest.mark.parametrize("title", TITLES)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_no_list_of_actions_breaks_the_replay(title: str, data: st.DataObject) -> None:
    game = Exported(title, players=3, seed=7)
    for number, action in enumerate(data.draw(anything(title)), 1):
        game.data["actions"].append({"id": number, **action})
    export = game.export()
    played = replay(export)
    runs = list(played.runs())
    assert all("\n" not in note.message for note in played.notes)
    for run in runs[:2]:
        assert not judge(run).trace
    try:
        position_now(export)
    except InputError as error:
        assert "\n" not in str(error)


def test_names_of_methods_are_no_actions() -> None:
    game = Exported("1830")
    for kind in ("", "_init__", "bid\n", "float_companies"):
        game.add(kind, "PRR")
    assert all(
        note.endswith("nothing is known about actions of this kind") for note in game.notes()
    )


@pytest.mark.parametrize("cut", range(5, 95, 6))
def test_a_truncated_file_is_told_in_one_line(cut: int) -> None:
    game = Exported("1867")
    game.add("bid", 1, corporation="CA", price=100)
    text = json.dumps(game.data)
    with pytest.raises(InputError) as error:
        parse_export(text[: len(text) * cut // 100], "game")
    assert "\n" not in str(error.value)
