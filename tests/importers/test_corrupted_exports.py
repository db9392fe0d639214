"""Exports that have lost an action or gained one: no run is called missed that was not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from audits import WEST, luzern
from exported import Exported
from material import SHARED

from bestrun.auditing.lost import believed
from bestrun.auditing.runs import AuditedRun, audit_game, audit_of, judge, recorded
from bestrun.importers.actions import Export, export_of, parse_export
from bestrun.importers.numbering import lost_actions

GAMES = SHARED / "games"
WITHOUT_GAPS = (
    "1889-962",
    "18AL-4714",
    "18Chesapeake-1277",
    "18GA-18GA_game_end_bankrupt",
    "18MS-17510",
    "1882-10526",
)
Fields = dict[str, Any]


# Numbers


def numbered(*actions: tuple[int, str, object], beside: int = 30) -> Export:
    """Actions with their numbers; so many more of players follow, without a gap."""
    listed = [
        {"id": number, "type": kind, "entity": entity}
        | {"entity_type": "corporation" if isinstance(entity, str) else "player"}
        for number, kind, entity in actions
    ]
    last = actions[-1][0]
    listed += [
        {"id": last + at + 1, "type": "pass", "entity": 1, "entity_type": "player"}
        for at in range(beside)
    ]
    return parse_export(json.dumps({"title": "1844", "actions": listed}), "game")


def lost(*actions: tuple[int, str, object], beside: int = 50) -> list[tuple[int, bool]]:
    found = lost_actions(numbered(*actions, beside=beside).recorded)
    return [(each.number, each.certain) for each in found]


def test_a_gap_in_a_turn_is_a_lost_lay_or_token() -> None:
    assert lost((1, "lay_tile", "VZ"), (3, "run_routes", "VZ")) == [(2, True)]
    assert lost((1, "pass", "GB"), (3, "run_routes", "VZ")) == [(2, True)]
    assert lost((1, "lay_tile", "VZ"), (2, "run_routes", "VZ")) == []


def test_a_gap_after_the_run_or_among_players_is_none() -> None:
    assert lost((1, "run_routes", "VZ"), (3, "dividend", "VZ")) == []
    assert lost((1, "pass", 1), (3, "pass", 2)) == []
    assert lost((1, "corporate_buy_shares", "VZ"), (3, "corporate_buy_shares", "VZ")) == []


def test_a_gap_between_turns_may_be_a_lay() -> None:
    assert lost((1, "pass", "GB"), (3, "lay_tile", "VZ")) == [(2, False)]


def test_many_gaps_are_talk_taken_out() -> None:
    turns = [(2 * at, "lay_tile", "VZ") for at in range(1, 6)]
    assert lost(*turns, beside=500) == []


def test_an_action_out_of_order_is_odd() -> None:
    assert lost((5, "lay_tile", "VZ"), (5, "place_token", "VZ")) == [(5, True)]
    assert lost((5, "lay_tile", "VZ"), (3, "place_token", "VZ"))[0] == (3, True)


def with_passes(game: Exported) -> Fields:
    """A game as data, numbered without gaps, after many passes in the stock round."""
    passes = [{"type": "pass", "entity": 1, "entity_type": "player"} for _ in range(60)]
    actions = [*passes, *game.data["actions"]]
    return {**game.data, "actions": [each | {"id": at} for at, each in enumerate(actions, 1)]}


def without(data: Fields, at: int) -> Fields:
    return {**data, "actions": [*data["actions"][:at], *data["actions"][at + 1 :]]}


def test_after_a_lost_action_nothing_is_judged() -> None:
    """Without the tile on F17 nothing more could be had; it is not claimed either."""
    data = with_passes(luzern())
    at = next(at for at, each in enumerate(data["actions"]) if each.get("hex") == "F17")
    (whole,) = audit_game(export_of(data, "game"), jobs=1).runs
    (less,) = audit_game(export_of(without(data, at), "game"), jobs=1).runs
    assert whole.missed == 80 and less.missed is None
    assert "is missing before the run_routes of GB" in less.problems[0]


# Boards that do not allow a run


def test_a_miss_is_not_believed_on_a_board_that_is_wrong() -> None:
    export = luzern(WEST).export()  # its numbers have gaps
    (missed,) = audit_game(export, jobs=1).runs
    later = replace(missed.run, action=99, company="VZ")
    odd = AuditedRun(later, impossible=True, problems=("no track",))
    first, second = believed(export, [missed, odd])
    assert first.missed is None and "VZ ran in action 99" in first.problems[0]
    assert second is odd
    good = AuditedRun(replace(later, action=20), earned=0, optimum=0)
    assert believed(export, [missed, good, odd])[0].missed == 40
    whole = export_of(with_passes(luzern(WEST)), "game")
    assert believed(whole, [missed, odd])[0].missed == 40


# Real games


def corrupted(data: Fields, chance: random.Random) -> Iterator[tuple[str, Fields]]:
    """A train less, a marker more, an action dropped."""
    actions = data["actions"]
    for kind in ("buy_train", "place_token", "lay_tile", ""):
        some = [at for at, each in enumerate(actions) if kind in ("", each["type"])]
        yield f"without {kind or 'an action'}", without(data, chance.choice(some))
    tokens = [each for each in actions if each["type"] == "place_token"]
    runs = [at for at, each in enumerate(actions) if each["type"] == "run_routes"]
    at = chance.choice(runs)
    before = actions[at]
    more = chance.choice(tokens) | {
        key: before[key] for key in ("entity", "entity_type", "id") if key in before
    }
    yield "a marker more", {**data, "actions": [*actions[:at], more, *actions[at:]]}


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games are not part of the project")
@pytest.mark.parametrize("name", WITHOUT_GAPS)
def test_nothing_is_called_missed_that_was_not(name: str) -> None:
    data = json.loads((GAMES / f"{name}.json").read_text())
    known: dict[str, AuditedRun] = {}

    def missed(changed: Fields) -> dict[int, int | None]:
        export = export_of(changed, name)
        runs, notes = recorded(export)
        judged = []
        for run in runs:
            key = repr((run.action, run.position, run.routes, run.problems, run.doubts))
            if key not in known:
                known[key] = judge(run)
            judged.append(known[key])
        return {
            each.run.action: each.missed for each in audit_of(export, tuple(judged), notes).runs
        }

    true = missed(data)
    assert all(each is not None for each in true.values())
    for how, changed in corrupted(data, random.Random(name)):
        for action, found in missed(changed).items():
            assert found is None or found <= (true.get(action) or 0), (how, action)
