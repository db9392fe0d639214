"""The next actions of a player: tiny boards on which everything is tried, then full ones."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
from chicago_referee import Referee, State, printed_of
from chicago_tiny import tiny_board, tiny_position, write_board
from test_chicago_random import random_position
from thorough import one_in

from mapdata.chicago import load
from mapdata.chicago_position import ChicagoPosition, read_chicago
from solvers.chicago import rules
from solvers.chicago.action import DividendLedger, single_options
from solvers.chicago.mixed import solve_mixed
from solvers.chicago.moves import AuctionMove, BuildMove, DevelopMove
from solvers.chicago.turns import (
    PlayedMoves,
    TurnQuestion,
    best_turns,
    best_with_auctions,
    gain_of,
    replay,
)
from solvers.clock import Clock

FLOATING = 957
"""A board on which CP-SAT gives its bound as a whole number less a trifle."""


def set_up(seed: int, folder: Path) -> tuple[ChicagoPosition, Referee, State, int]:
    """Return a random position, the referee's state of it, and how far to look ahead."""
    dice = random.Random(seed)
    board = tiny_board(dice)
    write_board(board, folder / f"tiny{seed}")
    data = tiny_position(dice, board, f"tiny{seed}")
    referee = Referee(board, data["players"])
    return read_chicago(data), referee, referee.start(data), dice.randint(1, 4)


def best_by_trying(
    referee: Referee, state: State, actions: int, dividends: int, *, auctions: bool = False
) -> int:
    """Return what Andy gains at most, by everything that he can do."""
    base = referee.after_dividends(state, dividends).cash[0]
    ends = referee.reached(state, "Andy", actions, auctions=auctions)
    return max(referee.after_dividends(each, dividends).cash[0] for each in ends) - base


def refereed(referee: Referee, state: State, turns: PlayedMoves, dividends: int) -> int:
    """Return what Andy gains by a plan, played by the referee action by action."""
    now = state
    for turn in turns.turns:
        assert not referee.due(now)
        if isinstance(turn.move, BuildMove):
            now = referee.build(now, "Andy", turn.move.company, turn.move.hexes)
        elif isinstance(turn.move, AuctionMove):
            assert turn.move.buyer == "Andy"
            now = referee.auction(now, turn.move.company, "Andy", turn.move.price)
        else:
            now = referee.develop(now, turn.move.hex)
    base = referee.after_dividends(state, dividends).cash[0]
    return referee.after_dividends(now, dividends).cash[0] - base


@pytest.mark.parametrize("actions", [1, 2, 3])
def test_nothing_brings_more_than_the_best(
    actions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty boards for each number of actions; the model is asked about one action, too."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    gained = 0
    for seed in (*range(60), FLOATING):
        position, referee, state, dividends = set_up(seed, tmp_path)
        if referee.due(state):
            continue
        best = best_by_trying(referee, state, actions, dividends)
        moves, bound, proven = solve_mixed(position, "Andy", actions, dividends, None)
        turns = replay(position, "Andy", moves)
        gain = gain_of(position, "Andy", turns, dividends)
        assert proven and bound is not None
        assert (
            gain.player == bound - DividendLedger(position, "Andy", dividends).before.own == best
        ), seed
        found = PlayedMoves(tuple(turns), gain, bound, proven, 0.0)
        assert refereed(referee, state, found, dividends) == best, seed
        if actions == 1:
            found = best_turns(TurnQuestion(position, "Andy", 1, dividends), Clock())
            assert (found.gain.player, found.proven) == (best, True), seed
            assert refereed(referee, state, found, dividends) == best, seed
        gained += best > 0
    assert gained > 30


@pytest.mark.parametrize("actions", [1, 2, 3])
def test_nothing_brings_more_with_auctions(
    actions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every share at every price: what is bought pays, builds, and may be built for."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    dearer = 0
    for seed in range(40):
        position, referee, state, dividends = set_up(seed, tmp_path)
        if referee.due(state):
            continue
        best = best_by_trying(referee, state, actions, dividends, auctions=True)
        question = TurnQuestion(position, "Andy", actions, dividends)
        found = best_with_auctions(question, best_turns(question, Clock()), Clock())
        assert (found.gain.player, found.bound, found.proven) == (best, best, True), seed
        assert refereed(referee, state, found, dividends) == best, seed
        dearer += any(
            isinstance(turn.move, AuctionMove)
            and turn.move.price > (rules.opening_bid(turn.before, turn.move.company) or 0)
            for turn in found.turns
        )
    assert dearer > 0 or actions < 3


def test_without_time_there_is_still_a_plan_and_a_bound() -> None:
    """The best single actions one after the other; what is possible at most is still said."""
    path = Path(__file__).parents[2] / "examples" / "chicago-action.toml"
    data = tomllib.loads(path.read_text())
    position = read_chicago(data)
    told = best_turns(TurnQuestion(position, "Andy", 3, 2), Clock(0.0))
    assert (told.proven, len(told.turns)) == (False, 3)
    assert told.gain.player >= best_turns(TurnQuestion(position, "Andy", 1, 2), Clock()).gain.player
    assert told.bound is None or told.bound >= told.gain.player


@pytest.mark.parametrize("seed", one_in(3, range(4)))
def test_plans_on_the_full_board_are_what_the_referee_pays(seed: int) -> None:
    """Every option of a random position, and a plan of two actions, played action by action."""
    data = random_position(random.Random(seed), size=8, treasury=20)
    data["treasuries"] = dict.fromkeys(data["networks"], data.pop("treasury"))
    data["players"]["Andy"]["cash"] = 0
    referee = Referee(printed_of(load()), ["Andy"])
    position, state = read_chicago(data), referee.start(data)
    base = referee.after_dividends(state, 2).cash[0]
    for option in single_options(position, "Andy", 2, Clock()):
        if isinstance(option.move, BuildMove):
            now = referee.build(state, "Andy", option.move.company, option.move.hexes)
        else:
            assert isinstance(option.move, DevelopMove)
            now = referee.develop(state, option.move.hex)
        assert referee.after_dividends(now, 2).cash[0] - base == option.gain.player
    one, two = (
        best_turns(TurnQuestion(position, "Andy", actions, 2), Clock()) for actions in (1, 2)
    )
    for found in (one, two):
        assert refereed(referee, state, found, 2) == found.gain.player
    assert two.proven
    assert two.gain.player >= one.gain.player
