"""Drafts of an agenda: plans that are the best in most cases, and found fast.

Shares are bought at their opening bids, then each company builds what is richest for it, then
the best is developed; or the other way round, for the money that forests pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import permutations, product
from typing import TYPE_CHECKING

from solvers.chicago import dividends, rules
from solvers.chicago.action import (
    DividendLedger,
    PlayedMoves,
    TurnQuestion,
    auction_options,
    development_options,
    gain_of,
    offered,
    replay,
    single_options,
)
from solvers.chicago.ceiling import Agenda, Ceilings, agendas
from solvers.chicago.moves import AuctionMove, BuildMove, ChicagoMove, after, refusals
from solvers.chicago.plan import good_hexes, growth_of, ordered
from solvers.chicago.prospects import Arrived
from solvers.clock import Clock
from solvers.errors import SolverFailed
from solvers.isolate import WorkerDied, WorkerStopped, isolated

if TYPE_CHECKING:
    from solvers.chicago.mixed import FoundMoves


FEW = 6
"""Developments that are tried before builds."""

ARRIVALS: tuple[Arrived, ...] = ("maybe", "there")


def legal(question: TurnQuestion, moves: list[ChicagoMove]) -> bool:
    """Whether a player may make these moves one after the other."""
    now = question.position
    for move in moves:
        if dividends.due(now) or any(refusals(now, question.player, move)):
            return False
        now = after(now, move)
    return True


def drafts(
    question: TurnQuestion, agenda: Agenda, ceilings: Ceilings
) -> Iterator[list[ChicagoMove]]:
    """Yield some legal plans of an agenda, if there are any."""
    first = range(-1, FEW) if agenda.developments and agenda.builds else range(-1, 0)
    for names in permutations(dict.fromkeys(agenda.builds)):
        for arrived, choice in product(ARRIVALS, first):
            draft = _Draft(question, agenda, ceilings, arrived)
            draft.buy()
            if choice >= 0:
                draft.develop(choice)
            for name in names:
                draft.build(name)
            if choice < 0:
                draft.develop()
            if legal(question, draft.moves):
                yield draft.moves


class _Draft:
    """A plan in the making."""

    def __init__(
        self, question: TurnQuestion, agenda: Agenda, ceilings: Ceilings, arrived: Arrived
    ) -> None:
        self.question, self.agenda = question, agenda
        self.ceilings, self.arrived = ceilings, arrived
        self.now = question.position
        self.moves: list[ChicagoMove] = []

    def _add(self, move: ChicagoMove) -> None:
        self.moves.append(move)
        self.now = after(self.now, move)

    def buy(self) -> None:
        """Buy the shares of the agenda."""
        for name in self.agenda.purchases:
            bid = rules.opening_bid(self.now, name) or 0
            self._add(AuctionMove(name, self.question.player, bid))

    def develop(self, choice: int = 0) -> None:
        """Develop what is best, one after the other; of the first so many are passed over."""
        for number in range(self.agenda.developments):
            ledger = DividendLedger(self.now, self.question.player, self.question.number)
            options = development_options(ledger)[0 if number else choice :]
            if options:
                self._add(options[0].move)

    def build(self, name: str) -> None:
        """Build what is rich for a company: the richest, if nobody else has built before.

        An arrival in Chicago pays the more the later it is.
        """
        now, goal = self.now, self.now.title.opening.hex
        most, count = now.title.building.hexes, self.agenda.builds.count(name)
        growth = growth_of(now, name, now.treasuries[name], most * count)
        if now.networks == self.question.position.networks:
            prospects = self.ceilings.prospects(name, count)
            best = prospects.best(0, now.treasuries[name], self.arrived).hexes
            chosen = frozenset(at for at, each in enumerate(growth.hexes) if each in best)
        else:
            chosen = good_hexes(growth, self.ceilings.clock)
        at_last = {at for at in chosen if growth.hexes[at] == goal}
        hexes = ordered(now, name, growth, chosen - at_last) + [goal] * len(at_last)
        for at in range(0, len(hexes), most):
            self._add(BuildMove(name, tuple(hexes[at : at + most])))


MANY_DRAFTS = 5_000
"""Agendas that are looked at; three actions have some hundred."""

_Ranked = tuple[int, bool, int, Agenda]
"""Queue entry: bound on an agenda (negative), whether it is rough, a number, the agenda."""


class Adviser:
    """Looks for the best next actions; what it works out for one question serves the other."""

    def __init__(self, question: TurnQuestion, clock: Clock) -> None:
        self.question, self.clock = question, clock
        self.ceilings = Ceilings(question, clock)
        self.rough = Ceilings(question, clock, rough=True)

    def best_turns(self) -> PlayedMoves:
        """Return the builds and developments that bring most, proven unless time ran out.

        The player makes them himself, one after the other; nobody else acts before the dividend.
        """
        with self.clock.stopped_by_interrupt():
            moves = _one_by_one(self.question)
            if self.question.actions == 1:
                return self._played(moves, self.question.gain(moves))
            return self._played(*self._searched(moves, auctions=False))

    def best_with_auctions(self, known: PlayedMoves) -> PlayedMoves:
        """Return the same with auctions: ``known``, or moves with auctions that bring more.

        The player gets each share that he offers for what he bids.
        """
        gain = self.question.gain
        with self.clock.stopped_by_interrupt():
            greedy = _one_by_one(self.question, auctions=True)
            best = max([turn.move for turn in known.turns], greedy, key=gain)
            if self.question.actions == 1:
                return self._played(best, gain(best))
            best, bound = self._searched(best, auctions=True)
        return self._played(best, max(bound, known.bound))

    def _played(self, moves: Sequence[ChicagoMove], bound: int) -> PlayedMoves:
        asked = self.question
        turns = replay(asked.position, asked.player, moves)
        gain = gain_of(asked.position, asked.player, turns, asked.number)
        if gain.player > bound:
            raise SolverFailed(f"a plan brings {gain.player}, more than the proven bound {bound}")
        return PlayedMoves(tuple(turns), gain, bound, gain.player == bound, self.clock.seconds)

    def _searched(
        self, known: list[ChicagoMove], *, auctions: bool
    ) -> tuple[list[ChicagoMove], int]:
        """Return moves that bring most, ``known`` or better ones, and the gain none exceed."""
        gain_of_moves = self.question.gain
        best, gain = known, gain_of_moves(known)
        ranked, rest = self._ranked(auctions=auctions)
        left_open = [rest]
        for most, agenda in self._refined(ranked):
            if most <= gain:
                break
            drafted = drafts(self.question, agenda, self.ceilings)
            best = max([best, *drafted], key=gain_of_moves)
            gain = gain_of_moves(best)
            if most <= gain:
                continue
            if self.clock.left == 0:
                left_open.append(most)
                break
            moves, bound = self._beyond(agenda, range(gain + 1, most + 1))
            if moves:
                best, gain = moves, gain_of_moves(moves)
            left_open.append(bound)
        return _trimmed(self.question, best), max(gain, *left_open)

    def _ranked(self, *, auctions: bool) -> tuple[list[_Ranked], int]:
        """Return agendas with roughly what they bring at most, and what the rest may bring.

        There is a rest if there are too many, or no time to look at all.
        """
        asked = self.question.position, self.question.player, self.question.actions
        found: list[_Ranked] = []
        for at, agenda in enumerate(agendas(*asked, auctions=auctions)):
            if self.clock.left == 0 or at == MANY_DRAFTS:
                return found, self.rough.of_any(auctions=auctions)
            most = self.rough.of(agenda)
            if most is not None:
                found.append((-most, True, at, agenda))
        return found, 0

    def _refined(self, left: list[_Ranked]) -> Iterator[tuple[int, Agenda]]:
        """Yield agendas with what they can bring at most, the most first.

        It is told better only when an agenda's turn comes: who stops early need not wait.
        """
        heapify(left)
        while left:
            least, rough, at, agenda = heappop(left)
            if not rough:
                yield -least, agenda
                continue
            most = self.ceilings.of(agenda)
            if most is not None:
                heappush(left, (max(least, -most), False, at, agenda))

    def _beyond(self, agenda: Agenda, wanted: range) -> tuple[list[ChicagoMove], int]:
        """Return moves of an agenda that bring a gain as wanted, if any, and what none exceed."""
        clock, before = self.clock, self.question.before
        try:
            moves, money, _ = isolated(
                _native, self.question, agenda, wanted, clock.left, clock=clock
            )
        except (WorkerDied, WorkerStopped):
            return [], wanted[-1]
        return moves, wanted[-1] if money is None else min(wanted[-1], money - before)


def _native(
    question: TurnQuestion, agenda: Agenda, wanted: range, limit: float | None
) -> FoundMoves:
    from solvers.chicago.mixed import solve_mixed

    money = range(question.before + wanted.start, question.before + wanted.stop)
    return solve_mixed(question.position, question.player, agenda, question.number, limit, money)


def _trimmed(question: TurnQuestion, moves: list[ChicagoMove]) -> list[ChicagoMove]:
    """Return the moves without those that bring nothing."""
    for at in range(len(moves) - 1, -1, -1):
        fewer = moves[:at] + moves[at + 1 :]
        if legal(question, fewer) and question.gain(fewer) >= question.gain(moves):
            moves = fewer
    return moves


def _one_by_one(question: TurnQuestion, *, auctions: bool = False) -> list[ChicagoMove]:
    """Return the best single action, then the best after that: a few milliseconds each."""
    now, player = question.position, question.player
    moves: list[ChicagoMove] = []
    for _ in range(question.actions):
        best: list[tuple[int, ChicagoMove]] = [
            (each.gain.player, each.move)
            for each in single_options(now, player, question.number, Clock())[:1]
        ]
        if auctions:
            best += [
                (each.bought.player, AuctionMove(each.company, player, each.opening_bid))
                for each in auction_options(now, player, question.number)
                if each.bought is not None and each.company in offered(question.position)
            ]
        gain, move = max(best, key=lambda each: each[0], default=(0, None))
        if dividends.due(now) or move is None or gain <= 0:
            break
        moves.append(move)
        now = after(now, move)
    return moves
