"""Island Rails: what contracts pay, the cheapest track, the best plan of deliveries."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from bestrun.claims.island import spelt
from bestrun.files import Case, read_data
from bestrun.games.base import SolveOptions
from bestrun.games.island_answers import Joined, PricedCards, TurnWords
from bestrun.games.island_plans import KeptCards, Planned
from mapdata.errors import InputError, within
from mapdata.island.position import IslandPosition
from mapdata.island.read import must_ask, read_position
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.island.boards.generate import generate
from solvers.island.deliveries.deliveries import Deliveries, best_deliveries
from solvers.island.rules.contract import contract
from solvers.island.rules.game import Game
from solvers.island.track.played import track_game
from solvers.island.track.track import Track, cheapest_track
from solvers.island.win import fewest_turns

KEEPING = 120.0
"""Seconds for all choices of cards together, if the user names no limit."""


def position_of(case: Case) -> IslandPosition:
    """Return the position that a case describes; its board file lies beside its own."""
    with within(case.place):
        return read_position(case.data, lambda name: read_data(case.folder / name), generate)


def question_of(case: Case) -> IslandPosition:
    """Return the position that a case describes, with all that its question needs."""
    position = position_of(case)
    with within(case.place):
        must_ask(position)
    return position


def solve(case: Case, options: SolveOptions) -> PricedCards | Joined | Planned | KeptCards:
    """Answer ``bestrun solve`` for one case."""
    position = question_of(case)
    with within(case.place):
        return answer(case.id, position, options)


def answer(
    id_: str, position: IslandPosition, options: SolveOptions
) -> PricedCards | Joined | Planned | KeptCards:
    """Return the answer to what a position asks; plans are replayed before they are shown."""
    if options.alternatives or options.prefer:
        raise InputError("Island Rails shows one answer: no alternatives, no preferences")
    if position.ask != "track":
        options.need_auto(f"ask = {position.ask!r}")
    if position.ask == "contracts":
        pay = position.figures.pay
        cards = (tuple(contract(position.board, pay, each) for each in c) for c in position.cards)
        return PricedCards(id_, position, tuple(cards))
    if position.ask == "track":
        track = cheapest_track(position, options.method, options.time_limit)
        return Joined(id_, position, track, _built(position, track))
    if position.ask == "keep":
        return _kept(id_, position, options)
    return _planned(id_, position, options.time_limit)


def _planned(id_: str, position: IslandPosition, time_limit: float | None) -> Planned:
    """Return the best plan, and what it would be worth with the other ships of the pile."""
    kinds = [kind for kind, many in position.pile.items() if many and kind != position.ship]
    share = None if time_limit is None else time_limit / (1 + len(kinds))
    best = fewest_turns if position.aim == "win" else best_deliveries
    deliveries = best(position, share)
    others = {kind: best(replace(position, ship=kind), share) for kind in kinds}
    return Planned(id_, position, deliveries, _carried(position, deliveries), others)


def _kept(id_: str, position: IslandPosition, options: SolveOptions) -> KeptCards:
    """Return the plans for each choice of cards, and for the best one without each of them.

    Hands share the time that is left. When it is over, or after Ctrl-C, the others are not looked
    at: a plan for some of the cards is one for all of them, so their upper bound is that of all.
    """
    numbers = range(len(position.cards))
    hands = list(combinations(numbers, position.keep))
    clock = Clock(KEEPING if options.time_limit is None else options.time_limit)

    def plan(hand: tuple[int, ...], others: int) -> Planned:
        cards = tuple(position.cards[number] for number in hand)
        asked = replace(position, cards=cards, ask="deliveries", pile={})
        return _planned(id_, asked, (clock.left or 0.0) / (1 + others))

    plans: dict[tuple[int, ...], Planned] = {}
    for hand in hands:
        if plans and clock.left == 0:
            break
        plans[hand] = plan(hand, len(hands) - len(plans) - 1 + position.keep)
        if plans[hand].deliveries.interrupted:
            clock.limit = 0.0
    best = max(plans, key=lambda hand: (plans[hand].deliveries.value, plans[hand].deliveries.bound))
    less: dict[int, Planned] = {}
    for number in best if len(best) > 1 else ():
        if clock.left != 0:
            less[number] = plan(tuple(other for other in best if other != number), 0)
    rest = None if len(plans) == len(hands) else plan(tuple(numbers), 0).deliveries.bound
    return KeptCards(id_, position, plans, best, less, len(hands) - len(plans), rest)


def _built(position: IslandPosition, track: Track) -> TurnWords:
    """Play a track turn by turn under the rules, and return it in the words of a claim."""
    game = track_game(position, track.start)
    words: TurnWords = []
    for turn in track.turns:
        game.begin_turn()
        words.append([spelt(position.board, action, None) for action in turn])
        for action in turn:
            game.do(action)
    _must_be_legal(game)
    return words


def _carried(position: IslandPosition, deliveries: Deliveries) -> TurnWords:
    """Carry a plan out under the rules, and return it in the words of a claim."""
    if deliveries.plan is None:
        return []
    game = Game(position, deliveries.plan.start)
    words: TurnWords = []
    for turn, money in zip(deliveries.plan.turns, deliveries.plan.money, strict=True):
        game.begin_turn()
        words.append([])
        for action in turn.actions:
            words[-1].append(spelt(position.board, action, game.at))
            game.do(action)
        if game.money != money:
            raise SolverFailed(f"turn {game.turn} ends with {game.money}, not {money}")
    _must_be_legal(game)
    return words


def _must_be_legal(game: Game) -> None:
    for fault in (*game.problems, *game.misstated):
        raise SolverFailed(f"turn {(fault.at or 0) + 1}: {fault.message} [{fault.code}]")
