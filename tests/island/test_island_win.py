"""Island Rails: the fewest turns to win, against every plan there is on tiny boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from island_boards import board, card, links, position
from island_everything import Everything, State, Train, Works
from island_lines import TooMany
from island_random import SMALL, drawn
from thorough import for_every

from bestrun import api
from mapdata.errors import InputError

SUM = 14
"""What it takes to win in the title of these tests."""


@pytest.fixture(scope="module", autouse=True)
def win_rails(small_rails: Path) -> None:
    (small_rails / "win-rails").mkdir()
    text = f'name = "Win Rails"\nbase = "small-rails"\n[game]\nwin = {SUM}\n'
    (small_rails / "win-rails" / "title.toml").write_text(text)


class Wins(Everything):
    """Every plan, until one of them wins."""

    def _hopes(self, *_: object) -> bool:
        return True

    def earliest(self) -> int | None:
        """Return the first turn in which a player can win; the horizon itself is never reached."""
        states: dict[State, list[tuple[int, int]]] = {self.begin(): [(self.first, 0)]}
        if self.won(*self.begin(), states[self.begin()]):
            return 0
        for turn in range(1, self.data["horizon"]):
            moved: dict[State, list[tuple[int, int]]] = {}
            for (train, works), sums in states.items():
                self._move(train, works, sums, turn, moved)
            states = {}
            for (train, works), sums in moved.items():
                self._build(train, works, sums, turn, states)
            if any(
                self.won(*state, sums) for made in (moved, states) for state, sums in made.items()
            ):
                return turn
        return None

    def won(self, train: Train, works: Works, sums: list[tuple[int, int]]) -> bool:
        large = [at for at, kind in enumerate(self.kind) if kind == "large"]
        clipper = train.own is not None and train.own[0] == "clipper"
        joined = set(large) <= set(self.lines.joined(works.lines, "large"))
        return clipper and joined and max(money for money, _ in sums) >= SUM


def tiny(seed: int) -> dict[str, Any]:
    data, _ = drawn(seed, "own ship" if seed % 2 else "purchase")
    data.pop("target", None)
    return data | {"title": "win-rails", "aim": "win", "ship": "ferry", "money": 8 + seed % 9}


@for_every("seed", range(16))
def test_nobody_wins_before_the_bound_and_the_plan_wins(seed: int) -> None:
    data = tiny(seed)
    try:
        best = Wins(data | {"horizon": data["horizon"] + 1}, SMALL, 3_000).earliest()
    except TooMany:
        pytest.skip("too many plans to know them all")
    answer = api.solve(data, time_limit=20)
    found = answer.to_dict()
    if best is None:
        assert found["turn"] is None
        return
    assert found["bound"] <= best <= (best if found["turn"] is None else found["turn"])
    assert not found["proven"] or found["turn"] == best
    if found["turn"]:
        assert api.check(data, found).legal


def test_some_wins_are_proven() -> None:
    answers = (api.solve(tiny(seed), time_limit=20) for seed in range(16))
    assert any(each.proven and each.to_dict()["turn"] for each in answers)


ISLES = board("large:A,B port:P,Q small:Z sea:s", "A-P Z-A Q-B P-s-Q", A="coal", B="fish")


def late(**more: Any) -> dict[str, Any]:
    given = {"network": links("A-P Z-A"), "at": "A", "aim": "win", "horizon": 6}
    return position(ISLES, "deliveries", **given) | {"title": "win-rails", "cards": []} | more


def test_ships_and_lines_are_bought_within_the_limit_of_a_turn() -> None:
    # A ferry 3, a clipper 2 and the line from Q to B 5: 10 with 7 a turn.
    answer = api.solve(late(money=SUM + 10))
    assert (answer.to_dict()["turn"], answer.proven) == (2, True)
    assert "won in turn 2, proven" in answer.summary()
    said = [action["do"] for turn in answer.turns for action in turn["actions"]]
    assert sorted(said) == ["build", "buy", "buy"]
    assert api.check(late(money=SUM + 10), answer.to_dict()).verdict == "best"


def test_what_is_missing_has_to_be_delivered() -> None:
    short = late(money=SUM + 9)
    assert api.solve(short).to_dict()["turn"] is None
    assert api.solve(short).proven
    answer = api.solve(short | {"cards": [card("coal:Z")]})
    assert answer.to_dict()["turn"] == 2
    said = [action["do"] for turn in answer.turns for action in turn["actions"]]
    assert "deliver" in said


def test_a_claim_that_does_not_win_is_improvable() -> None:
    judged = api.check(late(money=SUM + 10), "turn 1\nbuy: ferry at P cost 3")
    assert judged.verdict == "improvable"
    assert "(it does not win)" in judged.summary()


def test_who_has_won_is_told_so() -> None:
    own = {"kind": "clipper", "at": "P"}
    done = late(money=SUM, network=links("A-P Z-A Q-B"), own_ship=own)
    assert "won already" in api.solve(done).summary()


def test_a_target_is_no_part_of_winning() -> None:
    with pytest.raises(InputError, match="target"):
        api.solve(late(money=5, target=9))


def test_lines_that_a_winner_lacks_count_in_the_bound() -> None:
    """The line from Q to B costs 5, and coal to Z pays 1: one million less is never enough."""
    own = {"kind": "clipper", "at": "P"}
    for money, turn in ((SUM + 4, 1), (SUM + 3, None)):
        found = api.solve(late(money=money, own_ship=own, cards=[card("coal:Z")]))
        assert (found.to_dict()["turn"], found.proven) == (turn, True)


FORK = board(
    "large:A,B port:P,Q plain:u,v small:Y,Z sea:s", "A-P A-u-v-Z A-Y-B P-s-Q", A="coal", Y="fish"
)


def test_lines_of_deliveries_and_those_to_towns_are_counted_together() -> None:
    """Coal to Z pays 3 over lines for 5, and B takes 8 by Y: the sum is spent, not the dearer."""
    own = {"kind": "clipper", "at": "P"}
    asked = {"network": links("A-P"), "at": "A", "aim": "win", "horizon": 6, "own_ship": own}
    data = position(FORK, "deliveries", **asked) | {"title": "win-rails"}
    for money, turn in ((SUM + 8, 2), (SUM + 7, None)):
        found = api.solve(data | {"money": money, "cards": [card("coal:Z")]})
        assert (found.to_dict()["turn"], found.proven) == (turn, True)
