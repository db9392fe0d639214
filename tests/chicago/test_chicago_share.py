"""What shares are worth: tiny boards on which every way to build is tried."""

from __future__ import annotations

import random
import tomllib
from functools import cache
from pathlib import Path

import pytest
from chicago_referee import Referee, State
from chicago_tiny import tiny_board, tiny_position, write_board

from bestrun.files import Case
from bestrun.games.base import SolveOptions
from bestrun.games.chicago import solve
from mapdata.chicago_position import ChicagoPosition, read_chicago
from solvers.chicago import rules
from solvers.chicago.future import Future, Stream
from solvers.chicago.prospects import Prospects
from solvers.chicago.share import share_worth
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
    found = Future(Prospects(position, company, builds, Clock())).stream(money)
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
    assert proven > 72


def check_prices(seed: int, folder: Path) -> bool:
    """Compare what is said of all prices with trying every build; return whether it is proven."""
    dice = random.Random(seed)
    board = tiny_board(dice)
    write_board(board, folder / f"tiny{seed}")
    data = tiny_position(dice, board, f"tiny{seed}")
    position = read_chicago(data)
    offered = [name for name in position.networks if rules.opening_bid(position, name)]
    if not offered:
        return False
    company = dice.choice(offered)
    builds = [dice.randint(0, 1) for _ in range(dice.randint(1, 2))]
    worth = share_worth(position, company, tuple(builds), Clock())
    referee = Referee(board, ["Andy", "Bert"])
    at = referee.names.index(company)
    state = alone(referee.start(data), at)
    opening = referee.opening_bid(state, company)
    state = state._replace(sold=tuple(n + (name == at) for name, n in enumerate(state.sold)))
    paid = {}
    for bid in range(opening, worth.bound + 3):
        treasuries = [n + bid * (name == at) for name, n in enumerate(state.treasuries)]
        rich = state._replace(treasuries=tuple(treasuries))
        paid[bid] = most_paid(referee, rich, company, builds)
    back = max((bid for bid in paid if paid[bid] >= bid), default=opening)
    assert worth.highest.bid <= back <= worth.bound, seed
    if worth.proven:
        profits = {bid: paid[bid] - bid for bid in range(opening, worth.bound + 1)}
        most = max(profits.values())
        least = min(bid for bid in profits if profits[bid] == most)
        assert (worth.best.bid, worth.best.profit) == (least, most), seed
        assert worth.capital == worth.treasury + least
    return worth.proven


def test_the_highest_bid_is_the_last_that_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every price is tried: where all is proven, bids and profits are those of trying all."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    assert sum(check_prices(seed, tmp_path) for seed in range(40)) > 28


EXAMPLE = Path(__file__).parents[2] / "examples" / "chicago-share.toml"


def test_without_time_the_bounds_still_hold() -> None:
    """Nothing is proven then, but what is paid can be had, and nothing pays more than the bound."""
    position = read_chicago(tomllib.loads(EXAMPLE.read_text()))
    worth = share_worth(position, "B&O", (1, 1), Clock())
    late = share_worth(position, "B&O", (1, 1), Clock(0.0))
    assert worth.proven and not late.proven
    assert late.steps[0].bid == worth.steps[0].bid
    assert late.steps[0].stream.total <= worth.steps[0].stream.total <= late.steps[0].stream.bound
    assert late.highest.bid <= worth.highest.bid <= late.bound


def test_who_watches_is_told_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    data = tomllib.loads(EXAMPLE.read_text())
    data |= {"treasuries": {"B&O": 12, "C&O": 5}}
    del data["company"], data["treasury"]
    case = Case("watched", data, "position")
    options = SolveOptions(watch=lambda done, total: told.append((done, total)))
    assert len(solve(case, options).to_dict()["companies"]) == 2
    assert {total for _, total in told} == {200}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert 100 in [done for done, _ in told]
