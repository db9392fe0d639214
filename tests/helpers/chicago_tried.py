"""Tiny boards of the Chicago Express family on which everything is tried by the referee."""

from __future__ import annotations

import random
from functools import cache
from itertools import count
from pathlib import Path

from chicago_referee import Referee, State
from chicago_tiny import tiny_board, tiny_position, write_board

from mapdata.chicago_position import ChicagoPosition, read_chicago
from solvers.chicago import rules
from solvers.chicago.action import PlayedMoves
from solvers.chicago.future import Future
from solvers.chicago.moves import AuctionMove, BuildMove
from solvers.chicago.prospects import Prospects, Stream
from solvers.chicago.share import Profit, share_worth
from solvers.clock import Clock


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
    """Andy's maximum gain over everything that he can do."""
    base = referee.after_dividends(state, dividends).cash[0]
    ends = referee.reached(state, "Andy", actions, auctions=auctions)
    return max(referee.after_dividends(each, dividends).cash[0] for each in ends) - base


def refereed(referee: Referee, state: State, turns: PlayedMoves, dividends: int) -> int:
    """Andy's gain by a plan, played by the referee action by action."""
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


def most_paid(referee: Referee, state: State, company: str, builds: list[int]) -> int:
    """Maximum paid to a share over all builds before each dividend."""
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
    """A random company's position, and the answer of trying everything."""
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


def check_prices(seed: int, folder: Path, *, poor: bool = False) -> bool:
    """Compare what is said of all prices with trying every build; return whether it is proven.

    With ``poor`` the company has little, and two or three dividends with builds before each.
    """
    dice = random.Random(seed)
    board = tiny_board(dice)
    write_board(board, folder / f"tiny{seed}")
    data = tiny_position(dice, board, f"tiny{seed}")
    if poor:
        data["treasuries"] = {name: dice.randint(0, 3) for name in data["treasuries"]}
    position = read_chicago(data)
    offered = [name for name in position.networks if rules.opening_bid(position, name)]
    if not offered:
        return False
    company = dice.choice(offered)
    builds = [dice.randint(0, 1) for _ in range(dice.randint(1, 2))]
    if poor:
        builds = [1] * dice.randint(2, 3)
    worth = share_worth(position, company, tuple(builds), Clock())
    referee = Referee(board, ["Andy", "Bert"])
    at = referee.names.index(company)
    state = alone(referee.start(data), at)
    opening = referee.opening_bid(state, company)
    state = state._replace(sold=tuple(n + (name == at) for name, n in enumerate(state.sold)))

    def tried(money: int) -> int:
        treasuries = [money if name == at else n for name, n in enumerate(state.treasuries)]
        return most_paid(referee, state._replace(treasuries=tuple(treasuries)), company, builds)

    paid = {bid: tried(worth.treasury + bid) for bid in range(opening, worth.bound + 3)}
    back = max((bid for bid in paid if paid[bid] >= bid), default=opening)
    assert worth.highest.bid <= back <= worth.bound, seed
    for step in worth.steps:
        assert step.stream.total <= paid[step.bid] <= step.stream.bound, (seed, step)
    if worth.exact:
        for bid in range(opening, worth.highest.bid + 1):
            assert worth.profit(bid) == Profit(paid[bid] - bid, paid[bid] - bid), (seed, bid)
        profits = {bid: paid[bid] - bid for bid in range(opening, worth.bound + 1)}
        most = max(profits.values())
        least = min(bid for bid in profits if profits[bid] == most)
        assert (worth.best.bid, worth.best.profit) == (least, most), seed
    enough = next(money for money in count() if tried(money) >= worth.best.stream.total)
    assert worth.capital_bound <= enough <= worth.capital, seed
    return worth.proven
