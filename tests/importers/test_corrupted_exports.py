"""Exports that have lost an action or gained one: no run is called missed that was not."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from audits import WEST, luzern
from exported import Exported
from material import SHARED, of_followed_games
from thorough import THOROUGH

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


def test_a_run_that_was_taken_back_does_not_end_a_turn() -> None:
    taken_back = (1, "run_routes", "VZ"), (2, "undo", "VZ")
    assert lost(*taken_back, (4, "run_routes", "VZ")) == [(3, True)]


def test_one_gap_in_a_turn_stands_out_among_some_between_turns() -> None:
    """It is no proof, since it may be talk: only misses are not believed after it."""
    between = [(2 * at, "lay_tile", company) for at, company in enumerate("ABCD", 1)]
    for more, found in (
        ([], []),
        ([(10, "run_routes", "D")], [(9, False)]),
        ([(10, "lay_tile", "D"), (12, "run_routes", "D")], []),
        ([(11, "run_routes", "D")], []),  # a move and its undo
    ):
        assert lost(*between, *more, beside=200) == found


def test_talk_stands_aside_from_a_gap() -> None:
    talk = (2, "message", 1), (4, "message", 1)
    assert lost((1, "lay_tile", "VZ"), *talk, (5, "run_routes", "VZ")) == [(3, True)]


def test_a_home_that_was_not_chosen_is_missing() -> None:
    """Where companies choose their homes as they start, one that does not has lost it."""
    chosen = (1, "par", 1), (2, "place_token", "VZ")
    some = (3, "pass", 2), (5, "pass", 3)
    assert lost(*chosen, *some, (6, "par", 2), (8, "par", 3)) == [(7, False)]
    assert lost(*some, (6, "par", 2), (8, "par", 3)) == []
    assert lost((6, "par", 2), (8, "par", 3)) == [(7, False)]


def test_a_sale_that_helps_a_company_does_not_end_its_turn() -> None:
    turn = (1, "lay_tile", "VZ"), (3, "sell_shares", 1), (4, "run_routes", "VZ")
    assert lost(*turn) == [(2, True)]
    turn = (1, "lay_tile", "VZ"), (3, "sell_shares", "VZ"), (4, "buy_train", "VZ")
    assert lost(*turn) == [(2, True)]


def test_a_lone_gap_after_a_dividend_may_be_a_train() -> None:
    assert lost((1, "dividend", "VZ"), (3, "buy_shares", 2)) == [(2, False)]
    assert lost((1, "dividend", "VZ"), (3, "pass", 1), (5, "pass", 2)) == []


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


KINDS = ("buy_train", "place_token", "lay_tile", "", "more", "twice")
"""What is dropped; or a marker more, or an action that is there twice."""
MOVES = ("buy_train", "lay_tile", "place_token")
SEEDS = range(12 if THOROUGH else 1)


def corrupted(data: Fields, kind: str, chance: random.Random) -> Fields | None:
    """A game with one action less or more; nothing if it has none of the kind."""
    actions = data["actions"]
    if kind in ("more", "twice"):
        at = chance.choice(
            [
                at
                for at, each in enumerate(actions)
                if each["type"] in (("run_routes",) if kind == "more" else MOVES)
            ]
        )
        extra = actions[at]
        if kind == "more":
            tokens = [each for each in actions if each["type"] == "place_token"]
            if not tokens:
                return None
            own = {key: extra[key] for key in ("entity", "entity_type", "id") if key in extra}
            extra = chance.choice(tokens) | own
        return {**data, "actions": [*actions[:at], extra, *actions[at:]]}
    some = [at for at, each in enumerate(actions) if kind in ("", each["type"])]
    return without(data, chance.choice(some)) if some else None


def numbers_have_gaps(data: Fields) -> bool:
    numbers = [each.get("id") or 0 for each in data["actions"]]
    return any(after != before + 1 for before, after in pairwise(numbers))


def games_without_gaps() -> list[str]:
    """Games numbered without a gap, as the site gives them to players."""
    found = of_followed_games(GAMES.glob("*.json"))
    return [each.stem for each in found if not numbers_have_gaps(json.loads(each.read_text()))]


class Audited:
    """What was missed in a game and in its corrupted copies; like runs are judged once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.data = json.loads((GAMES / f"{name}.json").read_text())
        self.known: dict[str, AuditedRun] = {}
        self.true = self.missed(self.data)

    def missed(self, data: Fields) -> dict[int, int | None]:
        export = export_of(data, self.name)
        runs, notes = recorded(export)
        judged = []
        for run in runs:
            key = repr((run.position, run.routes, run.problems, run.doubts))
            if key not in self.known:
                self.known[key] = judge(run)
            judged.append(replace(self.known[key], run=run))
        audit = audit_of(export, tuple(judged), notes)
        return {each.run.action: each.missed for each in audit.runs}

    def false_misses(self, kind: str, seed: int) -> dict[int, int]:
        """Misses that are larger in a corrupted copy than they were."""
        changed = corrupted(self.data, kind, random.Random(f"{self.name} {kind} {seed}"))
        found = {} if changed is None else self.missed(changed)
        return {
            action: amount
            for action, amount in found.items()
            if amount and amount > (self.true.get(action) or 0)
        }


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games are not part of the project")
@pytest.mark.parametrize("name", games_without_gaps() if THOROUGH else WITHOUT_GAPS)
def test_nothing_is_called_missed_that_was_not(name: str) -> None:
    game = Audited(name)
    found = {(kind, seed): game.false_misses(kind, seed) for seed in SEEDS for kind in KINDS}
    assert {how: wrong for how, wrong in found.items() if wrong} == {}
