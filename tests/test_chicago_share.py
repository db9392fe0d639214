"""What shares are worth: tiny boards on which every way to build is tried."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from chicago_referee import Referee, State
from chicago_tiny import tiny_board, tiny_position, write_board

from mapdata.chicago_position import ChicagoPosition, read_chicago
from solvers.chicago.future import Future, Stream
from solvers.clock import Clock


def most_paid(referee: Referee, state: State, company: str, builds: list[int]) -> int:
    """Return what a share is paid at most, by every build before every dividend."""
    at = referee.names.index(company)

    @cache
    def best(now: State, number: int, left: int) -> int:
        fresh = now._replace(dials=(0, 0, 0))
        found = -1
        if left:
            for after in referee.builds(fresh, "Andy"):
                extra = after.cash[0]
                found = max(found, extra + best(after._replace(cash=(0, 0)), number, left - 1))
        paid = referee.a_share(now, at)
        then = referee.dividend(fresh)
        if not then.over and number + 1 < len(builds):
            paid += best(then._replace(cash=(0, 0)), number + 1, builds[number + 1])
        return max(found, paid)

    return best(state, 0, builds[0])


def alone(state: State, at: int) -> State:
    """Return the state with one holder, of one share of one company."""
    held = tuple(int(each == at) for each in range(len(state.sold)))
    return state._replace(held=(held, (0,) * len(held)), cash=(0, 0))


def compared(seed: int, folder: Path) -> tuple[Stream, int]:
    """Return what is said of a random company, and what trying everything finds."""
    dice = random.Random(seed)
    board = tiny_board(dice)
    write_board(board, folder / f"tiny{seed}")
    data = tiny_position(dice, board, f"tiny{seed}")
    position: ChicagoPosition = read_chicago(data)
    company = dice.choice([name for name in position.networks if position.sold[name]])
    builds = [dice.randint(0, 2) for _ in range(dice.randint(1, 3))]
    money = dice.randint(0, 9)
    found = Future(position, company, builds, Clock()).stream(money)
    referee = Referee(board, ["Andy", "Bert"])
    at = referee.names.index(company)
    state = alone(referee.start(data), at)
    treasuries = [money if each == at else 0 for each in range(len(state.sold))]
    best = most_paid(referee, state._replace(treasuries=tuple(treasuries)), company, builds)
    return found, best


def test_no_way_to_build_pays_a_share_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is paid can be had, what is said to be the most is; nearly always both are one."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    proven = 0
    for seed in range(80):
        found, best = compared(seed, tmp_path)
        assert found.total <= best <= found.bound, seed
        proven += found.proven
    assert proven > 60
