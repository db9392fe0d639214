"""Auctions, dividends and the end: random games played beside the referee, move by move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from chicago_referee import Illegal, Referee, State
from chicago_tiny import tiny_board, tiny_position, write_board

from bestrun import api
from mapdata.chicago_position import ChicagoPosition, read_chicago
from solvers.chicago import dividends, rules
from solvers.chicago.moves import AuctionMove, BuildMove, ChicagoMove, DevelopMove, after, refusals

PLAYERS = ["Andy", "Bert"]


def random_move(dice: random.Random, referee: Referee) -> tuple[str, ChicagoMove]:
    """Return a player and a move, legal or not."""
    kind = dice.random()
    hexes = list(referee.printed.hexes)
    player, company = dice.choice(PLAYERS), dice.choice(["X", "X", "Y", "W"])
    if kind < 0.5:
        first = dice.choice(hexes)
        built = [first]
        for _ in range(dice.randrange(3)):
            built.append(dice.choice(referee.printed.near[built[-1]] or [first]))
        return player, BuildMove(company, tuple(dict.fromkeys(built)))
    if kind < 0.75:
        return player, DevelopMove(dice.choice(hexes))
    return player, AuctionMove(company, dice.choice(PLAYERS), dice.randint(0, 8))


def refereed(referee: Referee, state: State, player: str, move: ChicagoMove) -> State:
    if isinstance(move, BuildMove):
        return referee.build(state, player, move.company, move.hexes)
    if isinstance(move, DevelopMove):
        return referee.develop(state, move.hex)
    assert move.buyer is not None
    return referee.auction(state, move.company, move.buyer, move.price)


def same(position: ChicagoPosition, referee: Referee, state: State) -> None:
    """What a position holds is what the referee has."""
    for at, name in enumerate(referee.names):
        assert position.networks.get(name) == state.networks[at]
        assert position.sold[name] == state.sold[at]
        assert position.treasuries.get(name, 0) == state.treasuries[at]
        if state.networks[at] is not None:
            assert rules.income(position, name) == referee.income(state, at)
    assert position.houses == state.houses
    assert tuple(position.industry.values()) == state.industry
    assert tuple(position.cash[who] for who in PLAYERS) == state.cash
    assert tuple(position.dials.values()) == state.dials
    assert dividends.due(position) == referee.due(state)
    assert dividends.over(position) == referee.ends(state)


def play_a_game(seed: int, folder: Path) -> tuple[int, int]:
    """Play random moves until the game ends; return how many were played and how many refused."""
    dice = random.Random(seed)
    board = tiny_board(dice)
    write_board(board, folder / f"game{seed}")
    data = tiny_position(dice, board, f"game{seed}")
    data["treasuries"].setdefault("W", 0)
    referee = Referee(board, PLAYERS)
    position, state = read_chicago(data), referee.start(data)
    played = refused = 0
    for _ in range(60):
        same(position, referee, state)
        if referee.due(state) or dice.random() < 0.05:
            paid = dividends.payments(position)
            before = state.cash
            over = dividends.over(position)
            state = referee.dividend(state)
            gained = tuple(b - a for a, b in zip(before, state.cash, strict=True))
            assert tuple(paid.values()) == gained
            assert state.over is over
            if over:
                break
            position = dividends.phase(position)
            continue
        player, move = random_move(dice, referee)
        if isinstance(move, BuildMove) and not rules.is_open(position, move.company):
            continue
        codes = [code for code, _, _ in refusals(position, player, move)]
        try:
            state = refereed(referee, state, player, move)
        except Illegal as illegal:
            assert str(illegal) in codes, (seed, move)
            refused += 1
            continue
        assert codes == [], (seed, move)
        position = after(position, move)
        played += 1
    return played, refused


def test_random_games_go_as_the_referee_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    counts = [play_a_game(seed, tmp_path) for seed in range(80)]
    assert sum(played for played, _ in counts) > 100
    assert sum(refused for _, refused in counts) > 300


def test_the_outlook_is_what_the_referee_pays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Money at the end, the number of dividends until then, and who wins."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    for seed in range(80):
        dice = random.Random(seed)
        board = tiny_board(dice)
        write_board(board, tmp_path / f"tiny{seed}")
        data = tiny_position(dice, board, f"tiny{seed}")
        referee = Referee(board, PLAYERS)
        state = referee.start(data)
        count = 0
        while not state.over:
            state = referee.dividend(state)
            count += 1
        told = api.report(data).to_dict()
        assert told["last_dividend"] == count
        assert tuple(each["cash_at_the_end"] for each in told["players"]) == state.cash
        best = [
            who for who, cash in zip(PLAYERS, state.cash, strict=True) if cash == max(state.cash)
        ]
        assert told["winners"] == best
