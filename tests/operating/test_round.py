"""``round``, and positions that hold the whole table: each company runs with what is its own."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from command import bestrun, refusal, written
from material import SHARED

import bestrun as package
from bestrun.positions import position_text
from mapdata.errors import InputError
from mapdata.holdings import companies_at, short, turned_to, with_own
from mapdata.read import read_position
from mapdata.titles import load

TABLE = Path(__file__).parents[2] / "examples" / "1889-table.toml"
STATE = tomllib.loads(TABLE.read_text())


def test_every_company_earns_what_it_earns_alone() -> None:
    told = package.round(STATE)
    for each in told.runs:
        alone = STATE | {"company": each.company, "trains": STATE["trains"][each.company]}
        alone.pop("share_price")
        assert each.best.revenue == package.solve(alone).revenue
    assert told.revenue == sum(each.best.revenue for each in told.runs)


def test_companies_operate_by_price_or_else_as_they_stand_in_the_file() -> None:
    by_price = [each.company for each in package.round(STATE).runs]
    assert by_price == ["KO", "AR", "SR", "UR", "IR", "TR", "KU"]
    one_unknown = {"KO": 155, "AR": 140}
    as_written = package.round(STATE | {"share_price": one_unknown})
    assert [each.company for each in as_written.runs] == list(STATE["trains"])


def test_a_claim_is_judged_and_what_it_misses_is_added_up() -> None:
    told = package.round(STATE | {"claims": {"SR": "3: Kotohira-Marugame", "IR": "4: idle"}})
    missed = {each.company: each.judged.missed for each in told.runs if each.judged}
    assert missed.keys() == {"SR", "IR"} and told.missed == sum(missed.values()) > 0
    assert package.round({**STATE, "claims": {}}).missed is None


def test_a_share_pays_a_tenth_and_nothing_is_said_where_that_is_unknown() -> None:
    told = package.round(STATE)
    assert all(each.per_share == each.best.revenue / 10 for each in told.runs)
    assert "share" in told.summary().splitlines()[1].split()


def test_the_table_is_answered_on_the_command_line() -> None:
    said = bestrun("round", TABLE)
    assert said.code == 0 and said.out.splitlines()[0].endswith("the highest share price first")
    (answer,) = bestrun("round", TABLE, "--json").objects
    assert [each["company"] for each in answer["companies"]][:2] == ["KO", "AR"]
    assert answer["companies"][2]["claimed"] == 130


@pytest.mark.parametrize("command", ["solve", "moves", "reach"])
def test_a_company_is_chosen_from_the_table(command: str) -> None:
    (own,) = bestrun(command, TABLE, "--company", "KO", "--json").objects
    direct = short(turned_to(STATE, "KO"))
    assert direct["trains"] == ["5"]
    answer = getattr(package, command)(direct).to_dict()
    timeless = (
        {k: v for k, v in each.items() if k not in ("id", "seconds")} for each in (own, answer)
    )
    first, second = timeless
    assert first == json.loads(json.dumps(second))


def test_the_claim_of_the_chosen_company_is_judged() -> None:
    (sr,) = bestrun("check", TABLE, "--company", "SR", "--json").objects
    assert sr["revenue"] == 130
    assert "no claim is given" in refusal(bestrun("check", TABLE, "--company", "KO"))


def test_trains_of_one_company_are_nobody_elses(tmp_path: Path) -> None:
    alone = written(tmp_path, short(STATE))
    said = refusal(bestrun("solve", alone, "--company", "KO"))
    assert "trains: are those of AR alone" in said


def test_what_is_of_the_turn_stays_with_the_company_on_turn() -> None:
    before = STATE | {"before": {"lays": ["K8"], "used": 1}, "privates": ["TR"], "cash": 40}
    assert turned_to(before, "AR") == before
    other = turned_to(before, "IR")
    assert other.keys() & {"before", "privates", "cash"} == set()
    assert other["trains"] == STATE["trains"]


def test_each_company_has_its_own_privates_money_and_shares() -> None:
    whole = STATE | {
        "privates": {"AR": ["TR"]},
        "cash": {"AR": 100, "KO": 20},
        "shares": {"AR": {"Ann": 60}, "KO": {"Bob": 50}},
    }
    ko = short(turned_to(whole, "KO"))
    assert (ko.get("privates"), ko["cash"], ko["shares"]) == (None, 20, {"Bob": 50})
    assert read_position(whole).cash == 100
    paid = package.payout(turned_to(whole, "KO"), 200)
    assert {each.holder: each.amount for each in paid.shares}["Bob"] == 100


def test_a_table_is_written_and_read_again() -> None:
    whole = with_own(STATE, "trains", ["6"])
    assert whole["trains"]["AR"] == ["6"] and whole["trains"]["KO"] == ["5"]
    again = tomllib.loads(position_text(whole, load("1889")))
    assert again == whole
    assert companies_at(again) == tuple(STATE["trains"])


def test_a_line_of_trains_that_is_no_list_is_named() -> None:
    with pytest.raises(InputError, match=r"trains\.KO: a list of trains is expected"):
        read_position(STATE | {"trains": {"KO": "5"}})


def test_an_export_tells_every_company(tmp_path: Path) -> None:
    game = SHARED / "games" / "1844-a.json"
    if not game.exists():
        pytest.skip("no exported game beside the project")
    (answer,) = bestrun("round", game, "--action", 758, "--json").objects
    assert len(answer["companies"]) == 10
    out = tmp_path / "now.toml"
    bestrun("audit", game, "--position", 758, "-o", out)
    (same,) = bestrun("round", out, "--json").objects
    assert same["revenue"] == answer["revenue"]
