"""What a table asks of Chicago Express: who profits, what is missing, the Wabash, a development."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chicago_cases import position

from bestrun import api
from mapdata.errors import InputError

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLE: dict[str, Any] = {
    "players": {"Andy": {"PRR": 1}, "Bert": {"PRR": 1, "NYC": 1}, "Carla": {"B&O": 1}},
    "networks": {
        "PRR": ["R5", "Q5", "P4", "O4"],
        "NYC": ["S3", "R3", "Q3"],
        "B&O": ["Q7", "P6", "O7", "N6"],
    },
}


@pytest.mark.parametrize(
    "path", sorted(EXAMPLES.glob("chicago-*.toml")), ids=lambda path: path.stem
)
def test_no_example_is_impossible_by_its_own_notes(path: Path) -> None:
    assert api.report(path).to_dict()["notes"] == []
    assert api.solve(path).to_dict()["notes"] == []


def reported(company: str, **more: Any) -> dict[str, Any]:
    companies = api.report({"title": "chicago-express", **more}).to_dict()["companies"]
    return next(each for each in companies if each["company"] == company)


def to_chicago(row: dict[str, Any]) -> tuple[int | None, ...]:
    fields = ("hexes_to_chicago", "cost_to_chicago", "missing_to_chicago", "actions_to_chicago")
    return tuple(row[field] for field in fields)


def test_the_report_says_what_is_missing_and_how_many_actions_it_takes() -> None:
    start = reported("PRR", treasuries={"PRR": 9})
    hexes, cost, missing, actions = to_chicago(start)
    assert start["treasury"] == 9
    assert missing == cost - 9
    assert actions * 3 >= hexes > 0
    assert to_chicago(reported("PRR")) == (hexes, cost, None, -(-hexes // 3))


def test_the_actions_of_the_report_are_those_of_the_plan() -> None:
    """With less money the way may be longer: the plan, which asks CP-SAT, knows how long."""
    networks = {"PRR": ["R5", "Q5", "P4", "O4", "N3", "M4", "L3", "K3"]}
    for money in (14, 16, 18, 24, 40):
        row = reported("PRR", treasuries={"PRR": money}, networks=networks)
        asked = position("PRR", money, ask="plan", goal="chicago", networks=networks)
        plan = api.solve(asked, method="cpsat")
        if row["missing_to_chicago"]:
            words = f"costs {row['cost_to_chicago']}, {row['missing_to_chicago']} more"
            assert words in plan.summary()
        else:
            assert plan.to_dict()["actions"] == row["actions_to_chicago"]


def test_each_rival_has_his_own_gain() -> None:
    """Two of the three PRR shares are sold, to Andy and Bert; two of three NYC to nobody named."""
    asked = position(
        "PRR",
        8,
        ask="action",
        player="Andy",
        treasuries={"B&O": 0},
        shares_sold={"NYC": 3},
        **TABLE,
    )
    answer = api.solve(asked)
    options = answer.to_dict()["options"]
    build = next(each for each in options if each.get("build") == "PRR")
    assert build["gain_rivals"] == {"Bert": build["gain"], "Carla": 0}
    assert build["gain"] > 0
    for each in options:
        hexes = {each.get("develop")}
        if hexes & {"Q3"}:
            assert each["gain_rivals"]["Bert"] > 0
            assert each["gain_others"] == 3 * each["gain_rivals"]["Bert"]
        elif hexes & {"N6"}:
            assert each["gain_rivals"]["Bert"] == 0
    assert answer.to_dict()["gain_rivals"]["Bert"] == answer.to_dict()["gain_others"]
    assert "Bert +" in answer.summary()


def test_an_arrival_in_chicago_is_counted_for_each_rival() -> None:
    near = {"PRR": [*WEST, "D2", "C3"]}
    players = TABLE["players"]
    asked = position("PRR", 9, ask="action", player="Andy", networks=near, players=players)
    asked["treasuries"] = {"B&O": 0}
    told = api.solve(asked).to_dict()
    build = told["options"][0]
    assert "A2" in build["hexes"]
    assert build["gain_rivals"]["Bert"] == build["gain"]


SHARE: dict[str, Any] = {"ask": "share", "dividends": 2, "networks": {"NYC": ["S3", "R3", "Q3"]}}


def test_a_share_assumes_one_build_between_dividends_and_says_so_first() -> None:
    plain = api.solve(position("NYC", 9, **SHARE))
    told = api.solve(position("NYC", 9, actions=1, **SHARE)).to_dict()
    figures = ("best_bid", "highest_bid", "builds", "prices")
    for figure in figures:
        assert plain.to_dict()["companies"][0][figure] == told["companies"][0][figure]
    assert told["companies"][0]["builds"] == [1, 1]
    lines = plain.body()
    assert lines[0].startswith("assumed: one build goes to the company before each dividend")
    more = api.solve(position("NYC", 9, actions=2, **SHARE)).to_dict()["companies"][0]
    assert more["builds"] == [2, 2]
    assert more["highest_bid"] > told["companies"][0]["highest_bid"]


WEST = ["R5", "Q5", "P4", "O4", "N3", "M4", "L3", "K3", "J3", "I3", "H3", "G3", "F2", "E3"]


def test_the_share_of_the_wabash_is_asked_for_before_it_opens() -> None:
    """The same as if somebody had set it up by hand: PRR by Fort Wayne, C3, B2 to Chicago."""
    closed = {"networks": {"PRR": WEST}, "treasuries": {"PRR": 30}}
    asked = {"title": "chicago-express", "ask": "share", "company": "Wabash", "dividends": 2}
    answer = api.solve({**asked, **closed})
    assert "PRR arrives first" in answer.body()[0]
    told = answer.to_dict()
    way = api.solve(position("PRR", 30, ask="plan", goal="chicago", networks={"PRR": WEST}))
    hexes = [each for action in way.to_dict()["hexes"] for each in action]
    by_hand = {
        "networks": {"PRR": [*WEST, *hexes], "Wabash": ["D3"]},
        "treasuries": {"PRR": 30 - way.to_dict()["cost"], "Wabash": 0},
    }
    again = api.solve({**asked, **by_hand}).to_dict()
    for figure in ("opening_bid", "best_bid", "highest_bid", "prices"):
        assert told["companies"][0][figure] == again["companies"][0][figure]


def test_the_share_of_the_wabash_turns_no_dial_at_its_opening() -> None:
    """With two dials red but for an auction, an auction in turn would leave no build before the
    dividend; and with its dial on red there is none at all."""
    asked = {"title": "chicago-express", "ask": "share", "company": "Wabash"}
    closed = {"networks": {"PRR": WEST}, "treasuries": {"PRR": 30}}
    for dials in ({"auction": 2, "develop": 4}, {"auction": 3}):
        told = api.solve({**asked, **closed, "dials": dials}).to_dict()
        assert told["companies"][0]["builds"] == [1]
    opened = {"networks": {"PRR": [*WEST, "D2", "C3", "B2", "A2"], "Wabash": ["D3"]}}
    more = {**asked, **opened, "treasuries": {"Wabash": 0}}
    with pytest.raises(InputError, match="on red"):
        api.solve({**more, "dials": {"auction": 3}})


def test_a_development_is_judged_whatever_the_position_asks() -> None:
    asked = position("PRR", 9, player="Andy", **TABLE)
    for ask in ("build", "develop", "action", "share"):
        verdict = api.check({**asked, "ask": ask}, "develop: O4").to_dict()
        assert verdict["legal"]
        assert verdict["gain_others"] == verdict["gain"] == 1
    worse = api.check(asked, "develop: Q3").to_dict()
    assert worse["verdict"] == "improvable"
    assert api.check(asked, "develop: K4").to_dict()["verdict"] == "illegal"


def test_a_development_of_nobody_known_is_judged_by_the_rules_alone() -> None:
    asked = position("PRR", 9, networks=TABLE["networks"])
    assert api.check(asked, "develop: O4").to_dict()["verdict"] == "unproven"
    assert "judged for a player" in api.check(asked, "develop: O4").summary()
    assert api.check(asked, "develop: R5").to_dict()["verdict"] == "illegal"
