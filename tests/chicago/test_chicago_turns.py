"""The next actions of a player: tiny boards on which everything is tried, then full ones."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
from chicago_random import random_position
from chicago_referee import Referee, printed_of
from chicago_tried import best_by_trying, refereed, set_up
from thorough import for_every, one_in

from mapdata.chicago import load
from mapdata.chicago_position import read_chicago
from solvers.chicago import rules
from solvers.chicago.action import TurnQuestion, single_options
from solvers.chicago.advice import Adviser
from solvers.chicago.ceiling import Ceilings, agendas
from solvers.chicago.mixed import solve_mixed
from solvers.chicago.moves import AuctionMove, BuildMove, DevelopMove
from solvers.clock import Clock

FLOATING = 957
"""A board on which CP-SAT gives its bound as a whole number less a trifle."""


@pytest.mark.parametrize("actions", [1, 2, 3])
def test_nothing_brings_more_than_the_best(
    actions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    gained = 0
    for seed in (*range(60), FLOATING):
        position, referee, state, dividends = set_up(seed, tmp_path)
        if referee.due(state):
            continue
        best = best_by_trying(referee, state, actions, dividends)
        found = Adviser(TurnQuestion(position, "Andy", actions, dividends), Clock()).best_turns()
        assert (found.gain.player, found.bound, found.proven) == (best, best, True), seed
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
        adviser = Adviser(TurnQuestion(position, "Andy", actions, dividends), Clock())
        found = adviser.best_with_auctions(adviser.best_turns())
        assert (found.gain.player, found.bound, found.proven) == (best, best, True), seed
        assert refereed(referee, state, found, dividends) == best, seed
        dearer += any(
            isinstance(turn.move, AuctionMove)
            and turn.move.price > (rules.opening_bid(turn.before, turn.move.company) or 0)
            for turn in found.turns
        )
    assert dearer > 0 or actions < 3


@pytest.mark.parametrize("actions", [2, 3])
def test_the_model_and_the_ceiling_of_each_agenda(
    actions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model finds the best of all agendas by itself, and no plan passes a ceiling."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    for seed in (*range(12), FLOATING):
        position, referee, state, dividends = set_up(seed, tmp_path)
        if referee.due(state):
            continue
        question = TurnQuestion(position, "Andy", actions, dividends)
        ceilings, rough = (Ceilings(question, Clock(), rough=each) for each in (False, True))
        found = [0]
        for agenda in agendas(position, "Andy", actions, auctions=False):
            every = range(question.before, question.before + 1_000)
            asked = position, "Andy", agenda, dividends, None, every
            moves, _, proven = solve_mixed(*asked)
            assert proven
            if moves:
                found.append(question.gain(moves))
                most, roughly = ceilings.of(agenda), rough.of(agenda)
                assert most is not None and roughly is not None, seed
                assert found[-1] <= most <= roughly, (seed, agenda)
                assert most <= ceilings.of_any(auctions=False), (seed, agenda)
        assert max(found) == best_by_trying(referee, state, actions, dividends), seed


def test_without_time_there_is_still_a_plan_and_a_bound() -> None:
    """The best single actions one after the other; what is possible at most is still said."""
    path = Path(__file__).parents[2] / "examples" / "chicago-action.toml"
    data = tomllib.loads(path.read_text())
    position = read_chicago(data)
    told = Adviser(TurnQuestion(position, "Andy", 3, 2), Clock(0.0)).best_turns()
    assert (told.proven, len(told.turns)) == (False, 3)
    one, three = (
        Adviser(TurnQuestion(position, "Andy", actions, 2), Clock()).best_turns()
        for actions in (1, 3)
    )
    assert one.gain.player <= told.gain.player <= three.gain.player <= told.bound
    assert three.proven


def test_any_number_of_actions_has_a_plan_and_a_bound() -> None:
    """There are too many agendas to look at each: the rest is bounded together."""
    path = Path(__file__).parents[2] / "examples" / "chicago-action.toml"
    position = read_chicago(tomllib.loads(path.read_text()))
    few, many = (
        Adviser(TurnQuestion(position, "Andy", actions, 2), Clock(limit))
        for actions, limit in ((2, None), (99, 0.0))
    )
    plain = many.best_turns()
    assert few.best_turns().gain.player <= plain.bound
    assert plain.gain.player <= plain.bound
    traded = many.best_with_auctions(plain)
    assert few.best_with_auctions(few.best_turns()).gain.player <= traded.bound
    assert not traded.proven


@for_every("seed", one_in(3, range(4)))
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
        Adviser(TurnQuestion(position, "Andy", actions, 2), Clock()).best_turns()
        for actions in (1, 2)
    )
    for found in (one, two):
        assert refereed(referee, state, found, 2) == found.gain.player
    assert two.proven
    assert two.gain.player >= one.gain.player
