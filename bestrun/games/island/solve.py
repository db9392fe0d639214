"""Island Rails: what contracts pay, the cheapest track, the best plan of deliveries."""

from __future__ import annotations

from dataclasses import replace

from bestrun.claims.island import spelt
from bestrun.files import Case, read_data
from bestrun.games.base import SolveOptions
from bestrun.games.island.answers import Joined, PricedCards, TurnWords
from bestrun.games.island.keep import KeptCards, kept_cards
from bestrun.games.island.plans import Planned, carried, must_be_legal
from mapdata.errors import InputError, within
from mapdata.island.position import IslandPosition
from mapdata.island.read import must_ask, read_position
from solvers.island.boards.generate import generate
from solvers.island.deliveries.search import best_deliveries
from solvers.island.rules.contract import contract
from solvers.island.track.played import track_game
from solvers.island.track.track import Track, cheapest_track
from solvers.island.win import fewest_turns


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
        return kept_cards(id_, position, options.time_limit)
    return _planned(id_, position, options.time_limit)


def _planned(id_: str, position: IslandPosition, time_limit: float | None) -> Planned:
    """Return the best plan, and what it would be worth with the other ships of the pile."""
    kinds = [kind for kind, many in position.pile.items() if many and kind != position.ship]
    share = None if time_limit is None else time_limit / (1 + len(kinds))
    best = fewest_turns if position.aim == "win" else best_deliveries
    deliveries = best(position, share)
    others = {kind: best(replace(position, ship=kind), share) for kind in kinds}
    return Planned(id_, position, deliveries, carried(position, deliveries), others)


def _built(position: IslandPosition, track: Track) -> TurnWords:
    """Play a track turn by turn under the rules, and return it in the words of a claim."""
    game = track_game(position, track.start)
    words: TurnWords = []
    for turn in track.turns:
        game.begin_turn()
        words.append([spelt(position.board, action, None) for action in turn])
        for action in turn:
            game.do(action)
    must_be_legal(game)
    return words
