"""What missed runs cost the players."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from audits import WEST, luzern, objects, run
from exported import Exported
from material import SHARED

from bestrun.auditing.money import PlayerRank, account, places, ranks
from bestrun.auditing.runs import Audit, AuditedRun, audit_game
from bestrun.auditing.tallies import totals

GAMES = SHARED / "games"


def missed(game: Exported) -> list[AuditedRun]:
    return list(audit_game(game.export(), jobs=1).runs)


def held(kind: str | None) -> Exported:
    """GB, a company of four shares, misses 40 of 80; First has two of them, Second one."""
    game = Exported()
    game.par("GB", by=1)
    game.shares(2, "GB_2")
    game.stock_round()
    game.data["actions"] += luzern(WEST).data["actions"]
    for at, action in enumerate(game.data["actions"]):
        action["id"] = at + 1
    if kind is not None:
        game.add("dividend", "GB")
        game.data["actions"][-1] |= {"id": len(game.data["actions"]), "kind": kind}
    return game


@pytest.mark.parametrize(
    ("kind", "first", "second", "kept", "bank", "unknown"),
    [
        ("payout", 20, 10, 0, 10, 0),
        ("half", 10, 5, 20, 5, 0),
        ("withhold", 0, 0, 40, 0, 0),
        (None, 0, 0, 0, 0, 40),
        ("something", 0, 0, 0, 0, 40),
    ],
)
def test_a_miss_costs_what_the_dividend_would_have_paid(
    kind: str | None, first: int, second: int, kept: int, bank: int, unknown: int
) -> None:
    books = account(missed(held(kind)))
    assert (books.players.get("First", 0), books.players.get("Second", 0)) == (first, second)
    assert (books.companies, books.bank, books.unknown) == (kept, bank, unknown)
    assert books.missed == 40


def test_shares_that_are_not_known_pay_nobody() -> None:
    (only,) = missed(held("payout"))
    vague = replace(only, run=replace(only.run, holders=None))
    assert account([vague]).unknown == 40


def test_the_standing_with_every_run_best_is_a_plain_sum() -> None:
    found = ranks({"B": 30}, {"A": 100, "B": 80}, ("A", "B"))
    assert found == [PlayerRank("A", 0, 100), PlayerRank("B", 30, 80)]
    assert [each.best for each in found] == [100, 110]
    assert places(found) == {"A": (1, 2), "B": (2, 1)}
    assert places(ranks({"B": 30}, {}, ("A", "B"))) == {}


def test_what_it_cost_is_told(tmp_path: Path) -> None:
    game = held("payout")
    game.data["result"] = {"1": 500, "2": 520}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.data))
    text = run("audit", path).stdout
    assert "First     500    20  520      2     2\n" in text
    assert "Second    520    10  530      1     1\n" in text
    assert "10 would have been paid on shares that no player held" in text
    assert objects(path)[0]["cost"] == {"First": 20.0, "Second": 10.0}


def test_runs_without_a_director_have_a_row_with_the_reason() -> None:
    audit = audit_game(luzern(WEST).export(), jobs=1)
    (row,) = totals(audit.runs, "player")
    assert row.name == "nobody: the actions do not show who holds its shares"
    assert row.missed == audit.missed == 40


def test_rows_add_up_to_the_headline() -> None:
    (own,) = missed(held("payout"))
    other = replace(own, run=replace(own.run, player="", undirected="no player holds a share"))
    audit = Audit("game", (own, other))
    for by in ("player", "company", "round", "title"):
        assert sum(each.missed for each in totals(audit.runs, by)) == audit.missed == 80


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games are not part of the project")
@pytest.mark.parametrize("name", ["1841-a", "1856-hotseat005", "1846-19962"])
def test_the_accounts_of_real_games_add_up(name: str) -> None:
    from bestrun.importers import read_export

    audit = audit_game(read_export(GAMES / f"{name}.json"), jobs=1)
    assert account(audit.runs).missed == audit.missed
    assert sum(each.missed for each in totals(audit.runs, "player")) == audit.missed
