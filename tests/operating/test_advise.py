"""``advise``: the best moves are those of solving after every move; trains, figures, rows."""

from __future__ import annotations

from typing import Any

import pytest
from advised import SION, Move, revenue_by_move, worth
from boards import turn_of
from material import real_cases

import bestrun
from bestrun.operating import worth as worths
from bestrun.operating.builder import Builder
from bestrun.operating.homes import at_home
from bestrun.operating.ranking import CompanyMove
from hexgraph.board import Board
from hexgraph.lay import with_marker, with_tile
from solvers.methods import solve_if_easy
from solvers.plan import BestPlan
from solvers.problem import Problem


def solve_after_every_move(position: dict[str, Any], *, pairs: bool) -> dict[Move, int]:
    """Return the best revenue after each move, one solve for each."""
    turn = turn_of(position)
    board = at_home(turn.board, turn.company)
    found: dict[Move, int] = {}

    def place(on: Board, lay: str | None) -> None:
        for marker in Builder(on, turn.company).markers():
            after = with_marker(on, marker.stop, turn.company.id)
            found[lay, on.stop_id(marker.stop), None] = worth(turn, after)

    place(board, None)
    for lay in Builder(board, turn.company).lays():
        after = with_tile(board, lay.hex, turn.title.tiles[lay.tile], lay.rotation)
        found[f"{lay.hex} {lay.code}", None, None] = worth(turn, after)
        if pairs:
            place(after, f"{lay.hex} {lay.code}")
    return found


def cases(game: str, *ids: int) -> list[Any]:
    wanted = {f"{game}:{number}" for number in ids}
    chosen = [case["position"] for case in real_cases(game) if case["id"] in wanted]
    assert len(chosen) == len(ids)
    return chosen


@pytest.mark.parametrize(
    "position",
    [
        *cases("1844-a", 334, 627, 768),
        *cases("1841-a", 412, 750),
        *cases("1841-lite-a", 180, 435),
    ],
)
def test_the_best_single_moves_are_those_of_solving_after_every_move(
    position: dict[str, Any],
) -> None:
    every = solve_after_every_move(position, pairs=False)
    advice = bestrun.advise(position, top=12, pairs=False, jobs=1)
    moves = revenue_by_move(advice)
    assert all(every[move] == revenue for move, revenue in moves.items())
    assert all(move.solution.proven for move in advice.moves)
    revenues = [move.solution.revenue for move in advice.moves]
    assert revenues == sorted(revenues, reverse=True)
    assert revenues[0] == max(every.values())
    left_out = [revenue for move, revenue in every.items() if move not in moves]
    assert len(advice.moves) < 12 or max(left_out, default=0) <= revenues[-1]


@pytest.mark.parametrize(
    "position", [*cases("1844-a", 627), *cases("1841-a", 395), *cases("1841-lite-a", 180)]
)
def test_the_best_pairs_are_those_of_solving_after_every_pair(position: dict[str, Any]) -> None:
    every = solve_after_every_move(position, pairs=True)
    advice = bestrun.advise(position, top=40, jobs=1)
    moves = {
        move: revenue
        for move, revenue in revenue_by_move(advice).items()
        if "+" not in (move[0] or "")
    }
    assert advice.moves[0].solution.revenue >= max(every.values())
    for (lay, marker, train), revenue in moves.items():
        assert every[lay, marker, train] == revenue
        if lay and marker:
            assert revenue > max(every[lay, None, None], every.get((None, marker, None), 0))
    last = advice.moves[-1].solution.revenue
    for (lay, marker, _), revenue in every.items():
        single = lay is None or marker is None
        parts = [] if single else [every[lay, None, None], every.get((None, marker, None), 0)]
        if revenue > last and all(part < revenue for part in parts):
            assert (lay, marker, None) in moves


def test_all_of_a_turn_together_is_the_best_of_everything() -> None:
    (position,) = cases("1844-a", 334)
    position = {**position, "trains": []}
    advice = bestrun.advise(position, turn=True, top=3, jobs=1)
    turn = turn_of(position)
    board = at_home(turn.board, turn.company)
    best = 0
    for train in ("3", "3H"):
        for lay in Builder(board, turn.company).lays():
            after = with_tile(board, lay.hex, turn.title.tiles[lay.tile], lay.rotation)
            best = max(best, worth(turn, after, train))
            for marker in Builder(after, turn.company).markers():
                placed = with_marker(after, marker.stop, turn.company.id)
                best = max(best, worth(turn, placed, train))
    joined = {move.solution.revenue for move in advice.moves if move.move.further}
    assert advice.moves[0].solution.revenue == max([best, *joined])


def with_trains(company: str, phase: str, trains: list[str]) -> dict[str, Any]:
    tiles = {"D15": "14:1", "D13": "57:1", "C12": "57:2"}
    return {
        "title": "1844",
        "phase": phase,
        "company": company,
        "trains": trains,
        "tiles": tiles,
        "tokens": {company: ["D13"]},
    }


def trains_offered(company: str, phase: str, trains: list[str]) -> set[str | None]:
    advice = bestrun.advise(with_trains(company, phase, trains), trains=True, top=50, jobs=1)
    return {train for _, _, train in revenue_by_move(advice)} - {None}


def test_the_trains_on_sale_are_both_sides_of_the_phase_s_card() -> None:
    assert trains_offered("STB", "3", []) == {"3", "3H"}
    assert trains_offered("STB", "7", []) == {"8E", "8H"}
    assert trains_offered("STB", "1", []) == {"2", "2H"}


def test_a_company_buys_only_what_it_may_own() -> None:
    assert trains_offered("JN", "3", []) == {"3H"}


def test_a_company_at_its_limit_buys_nothing_and_is_told_so() -> None:
    position = with_trains("SCB", "3", ["3", "3"])
    assert trains_offered("SCB", "3", ["3", "3"]) == set()
    text = bestrun.advise(position, trains=True, jobs=1).summary()
    assert "SCB can buy no further train in this phase" in text


def test_in_1841_the_first_train_of_all_is_on_sale_in_phase_two() -> None:
    position = {"title": "1841", "phase": "2", "company": "SFTG", "tiles": {"I5": "4:2"}}
    advice = bestrun.advise(position, trains=True, top=50, jobs=1)
    assert {train for _, _, train in revenue_by_move(advice)} == {None, "2"}


def test_gain_and_gain_per_cost() -> None:
    advice = bestrun.advise(SION, jobs=1)
    best = advice.moves[0]
    assert advice.now.revenue == 100
    assert (best.gain, best.move.cost, best.per_cost) == (10, 40, 0.25)
    assert best.as_words().startswith("lay 14:1 on Montreux (I6) (or 619:5), marker in ")


def test_among_equals_the_cheaper_move_comes_first() -> None:
    (row,) = [row for row in bestrun.advise(SION, jobs=1).moves if row.gain == 0]
    costs = [move.cost for move in (row.move, *row.variants)]
    assert costs == sorted(costs) and len(set(costs)) > 1


def test_networks_that_look_alike_are_solved_once() -> None:
    (position,) = cases("1844-a", 768)
    advice = bestrun.advise(position, pairs=False, jobs=1)
    lays = len(bestrun.moves(position).lays)
    assert advice.solved < lays <= advice.considered


def test_lays_that_are_hard_to_solve_together_are_solved_singly_and_ranked_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (position,) = cases("1844-a", 768)
    together = bestrun.advise(position, jobs=1)
    tried: list[Problem] = []

    def easy_as_it_is(problem: Problem, time_limit: float | None = None) -> BestPlan | None:
        tried.append(problem)
        return solve_if_easy(problem, time_limit) if len(tried) == 1 else None

    monkeypatch.setattr(worths, "solve_if_easy", easy_as_it_is)
    monkeypatch.setattr(worths, "JOINED", 10**6)
    singly = bestrun.advise(position, jobs=1)
    assert len(tried) > 1 and singly.solved > together.solved
    assert singly.to_dict()["moves"] == together.to_dict()["moves"]


def test_moves_that_lead_to_the_same_runs_are_one_row() -> None:
    (position,) = cases("1844-a", 627)
    rows = bestrun.advise(position, jobs=1, top=30).moves
    single = [row for row in rows if row.gain and not any(lay.extra for lay in row.move.lays)]
    counted = [(row.gain, len(row.variants)) for row in single]
    assert counted == [(30, 1), (10, 0), (10, 1)]
    for row in rows:
        claim = {"revenue": row.solution.revenue, "runs": row.to_dict()["runs"]}
        for move in (row.move, *row.variants):
            assert bestrun.check(after_move(position, move), claim).verdict == "best"


def after_move(position: dict[str, Any], move: CompanyMove) -> dict[str, Any]:
    tiles, tokens = dict(position["tiles"]), dict(position["tokens"])
    for lay in move.lays:
        tiles[lay.hex] = "+".join(filter(None, [lay.extra and tiles.get(lay.hex), lay.code]))
    if move.marker is not None:
        hex_id, index = move.marker
        stop = f"{hex_id}.{index}" if hex_id == "I4" and move.lay is None else hex_id
        tokens[position["company"]] = [*tokens[position["company"]], stop]
    return {**position, "tiles": tiles, "tokens": tokens}


def test_few_variants_stand_beside_their_move_and_many_below_it() -> None:
    (position,) = cases("1844-a", 627)
    text = bestrun.advise(position, jobs=1).summary()
    assert (
        "lay 902:4 on Lausanne (I4), marker in Neuchatel (F7); "
        "or lay 902:4 on Lausanne (I4), marker in Lausanne (I4)\n" in text
    )
    (row,) = [row for row in bestrun.advise(position, jobs=1).moves if row.gain == 0]
    assert row.as_words().endswith(f"; or {len(row.variants)} other moves")
    assert len(row.others()) == len(row.variants)
    assert any(words.endswith("(cost 100)") for words in row.others())


def test_the_runs_of_a_row_lie_on_the_board_after_its_move() -> None:
    """Tiles number their track as they like: a plan found elsewhere is moved to this board."""
    for position in cases("1841-lite-a", 180, 435):
        for row in bestrun.advise(position, jobs=1).moves:
            assert row.solution.problem.network == row.solution.turn.network


# -- several lays of one turn --------------------------------------------------------------


def test_the_lays_that_a_turn_allows_are_joined() -> None:
    """The rulebook of 1841, 4.1.2: one lay from Milano and one from Venezia."""
    ferdinandea = {"title": "1841", "phase": "2", "company": "IRSFF", "trains": ["2", "2"]}
    turn = turn_of(ferdinandea)
    board = at_home(turn.board, turn.company)
    lays = list(Builder(board, turn.company).lays())
    best = 0
    for one in lays:
        after = with_tile(board, one.hex, turn.title.tiles[one.tile], one.rotation)
        for two in lays:
            if (one.hex == "F16") != (two.hex == "F16"):
                both = with_tile(after, two.hex, turn.title.tiles[two.tile], two.rotation)
                best = max(best, worth(turn, both))
    first = bestrun.advise(ferdinandea, jobs=1).moves[0]
    assert first.solution.revenue == best == 160
    assert {lay.hex for lay in first.move.lays} == {"E9", "F16"}
    assert first.move.cost == 50
    alone = bestrun.advise(ferdinandea, pairs=False, jobs=1).moves[0]
    assert (alone.solution.revenue, alone.move.further) == (90, ())


def test_a_tunnel_is_ranked_like_other_lays_and_beside_one() -> None:
    """The rulebook of 1844: tunnels are built in addition, before or after the normal lay."""
    bern = {
        "title": "1844",
        "phase": "5",
        "company": "BLS",
        "trains": ["5", "5"],
        "tiles": {"F11": "6:3", "G12": "9:2", "H13": "6:0"},
        "tokens": {"BLS": ["F11"]},
        "par": 100,
    }
    alone = bestrun.advise(bern, pairs=False, jobs=1).moves[0]
    assert (alone.gain, alone.solution.revenue, alone.move.cost) == (50, 90, 100)
    assert alone.as_words().startswith("lay X78:3 (tunnel) on")
    joined = bestrun.advise(bern, jobs=1).moves[0]
    assert joined.gain > 50
    assert joined.destination is not None
    assert joined.destination.pays == 500


def test_a_lay_that_reaches_the_destination_says_what_it_pays() -> None:
    """The rulebook of 1844: NOB receives twice its issue price in Aarau."""
    nob = {
        "title": "1844",
        "phase": "2",
        "company": "NOB",
        "trains": ["2"],
        "par": 100,
        "tiles": {"D19": "57:1", "E18": "6:0"},
        "tokens": {"NOB": ["D19"]},
    }
    advice = bestrun.advise(nob, jobs=1)
    first, second = advice.to_dict()["moves"]
    assert first["gain"] == second["gain"] == 30
    assert first["lay"]["tile"] == "4:1"
    assert first["destination"]["pays"] == 200
    assert "destination" not in second
    assert [lay.code for lay in advice.reaching] == ["4:1"]
    assert "pays 200" in advice.summary()


def test_a_train_runs_from_the_next_turn() -> None:
    """The rulebook of 1844: a train is never used in the turn it is bought."""
    advice = bestrun.advise(with_trains("STB", "3", []), trains=True, jobs=1)
    bought = [move for move in advice.moves if move.move.train]
    assert bought
    assert all("runs from the next turn" in move.as_words() for move in bought)
    assert all(move.to_dict()["from_next_turn"] for move in bought)
