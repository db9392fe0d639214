"""Chicago Express: claimed moves of a player judged, and figures that a table disputes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from bestrun.claims.chicago_moves import ClaimedMove, read_moves
from bestrun.claims.source import ClaimSource
from bestrun.files import Case
from bestrun.games.base import SolveOptions, Verdict
from bestrun.games.chicago.action import advise, move_text
from bestrun.games.chicago.ahead import settled
from bestrun.games.chicago.develop import develop
from bestrun.games.chicago.measure import (
    Measured,
    beside_actions,
    beside_developments,
    beside_shares,
)
from bestrun.games.chicago.moves_play import Played, outcome, play, play_apart
from bestrun.games.chicago.notes import holder_text, player_of
from bestrun.games.chicago.share import share_answer
from mapdata.chicago_file import ChicagoAsk
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError, within
from solvers.errors import SolverFailed
from solvers.fault import Fault

if TYPE_CHECKING:
    from plots.drawing import Drawing


_JUDGED_BY: Mapping[str, tuple[ChicagoAsk, ...]] = {
    "build": ("action",),
    "waive": ("action", "develop"),
}
"""The questions that a line of a claim may answer; bids and developments may be made anywhere."""


@dataclass(frozen=True, repr=False)
class JudgedMoves(Verdict):
    """The answer of ``check`` to moves and figures."""

    PART: ClassVar[str] = "action"

    id: str
    position: ChicagoPosition
    player: str | None
    claim: tuple[ClaimedMove, ...]
    played: Played
    measured: Measured | None = None
    """The comparison with the best moves, where the position asks for them."""
    most: int | None = None
    """The number of actions that the position asks for."""

    @cached_property
    def broken(self) -> tuple[Fault, ...]:
        """Return the rules that are broken."""
        many = sum(said.kind != "dividend" for said in self.claim)
        if self.most is None or many <= self.most:
            return self.played.broken
        text = f"{many} actions, but the position asks for {self.most}"
        return (*self.played.broken, Fault("too-many-actions", self.most, "", text))

    @property
    def misstatements(self) -> tuple[Fault, ...]:
        """Return the stated figures that are wrong."""
        return self.played.wrong

    @property
    def value(self) -> int:
        """Return the gain that is compared; for a development, less the gain of the others."""
        return self.measured.value if self.measured and self.legal else 0

    @property
    def optimum(self) -> int:
        """Return the same figure for the best moves."""
        return self.measured.optimum if self.measured else 0

    @property
    def improvable(self) -> bool:
        """Whether something better than the claim is known."""
        if not self.legal:
            return True
        return self.measured is not None and self.measured.improvable

    @property
    def proven(self) -> bool:
        """Whether it is proven, under the assumptions, that nothing beats the best.

        Of a bid in a position that asks for something else only the rules are known.
        """
        if self.measured is not None:
            return self.measured.proven
        return not any("bid" in said.figures or said.kind == "develop" for said in self.claim)

    @property
    def heading(self) -> str:
        """Return the line that says who acts."""
        if self.player is None:
            return self.position.title.name
        return holder_text(self.position, self.player)

    def part(self, at: int | None) -> int:
        """Return the number of the line that a fault is in."""
        return 0 if at is None else at + 1

    def prefix(self, fault: Fault) -> str:
        """Return the line of a fault, if there are several."""
        return f"line {self.part(fault.at)}: " if len(self.claim) > 1 else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        found = self.measured
        return {
            "id": self.id,
            "title": self.position.title.id,
            "player": self.player,
            "legal": self.legal,
            "gain": found.gain if found and self.legal else 0,
            "gain_others": found.gain_others if found and self.legal else 0,
            "optimum": max(self.optimum, self.value),
            "missed": max(self.optimum - self.value, 0),
            "verdict": self.verdict,
            "proven": self.proven,
            "problems": self.problems,
            "better": found.better if found and self.improvable else [],
            "assumes": [found.assumes] if found and found.assumes else [],
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.chicago.draw import draw_moves

        return draw_moves(self)

    def claimed(self) -> list[str]:
        """Results of the moves in words: treasuries, incomes, the player's gain."""
        lines = []
        for turn in self.played.turns:
            lines.append(f"{move_text(turn.before, turn.move)}: {outcome(turn)}")
        if self.measured is not None:
            who = self.player or "the buyer"
            others = (
                "" if self.position.ask == "share" else f", others {self.measured.gain_others:+d}"
            )
            lines.append(f"{who} gains {self.measured.gain:+d}{others}")
        return lines

    def beside(self) -> list[str]:
        """Return the best moves, if the claim is not as good."""
        if self.measured is None:
            right = "nothing is wrong with it"
            if not self.proven:
                bids = any("bid" in said.figures for said in self.claim)
                right += '; whether it is a good bid is judged with ask = "share" or "action"'
                if not bids:
                    right = f"{right.partition(';')[0]}; whom it serves is judged for a player"
            return [] if self.faults else [right]
        assumed = f", if {self.measured.assumes}" if self.measured.assumes else ""
        if self.improvable:
            return ["", f"better{assumed}:", *self.measured.shown]
        better = "exists" if self.proven else "was found"
        return [f"nothing better {better}{assumed}{' (proven)' * self.proven}"]


def _is_action(move: ClaimedMove, position: ChicagoPosition) -> bool:
    """Whether a line claims an action to be judged, not just figures.

    With ``ask = "action"`` an auction is an action, whatever is said of it.
    """
    if move.kind == "auction":
        return position.ask == "action"
    return move.kind != "dividend"


def _has_player(position: ChicagoPosition) -> bool:
    """Whether it is known for whom a development is judged; other questions ask for him."""
    return position.ask in ("action", "develop") or bool(position.player or position.players)


def _refuse_unasked(position: ChicagoPosition, claim: Sequence[ClaimedMove], place: str) -> None:
    """Refuse a line that answers another question than the position asks, or says nothing."""
    for move in claim:
        if move.kind == "auction" and not move.figures and position.ask != "action":
            text = "nothing is said of the auction: write auction: NYC opening 8, or bid 9"
            raise InputError(text, place)
        asks = _JUDGED_BY.get(move.kind, (position.ask,))
        if position.ask not in asks:
            words = " or ".join(f'"{each}"' for each in asks)
            text = f"a {move.kind} is judged where the position has ask = {words}"
            raise InputError(text, place)


def check_moves(
    case: Case, source: ClaimSource, position: ChicagoPosition, options: SolveOptions
) -> JudgedMoves:
    """Judge moves and figures; the best is computed only if the position asks for it."""
    claim = read_moves(source, position)
    _refuse_unasked(position, claim, source.place)
    with within(case.place):
        if position.ask == "share" and any("bid" in each.figures for each in claim):
            judged = _judged_bids(case.id, settled(position)[0], claim, options)
        elif any(_is_action(each, position) for each in claim) and _has_player(position):
            judged = _judged_actions(case.id, settled(position)[0], claim, options)
        else:
            played = play(position, position.player, claim)
            judged = JudgedMoves(case.id, position, position.player, claim, played)
    if judged.legal and judged.proven and judged.value > judged.optimum:
        raise SolverFailed("the claim is better than what was proven to be the best")
    return judged


def _judged_actions(
    case_id: str, position: ChicagoPosition, claim: tuple[ClaimedMove, ...], options: SolveOptions
) -> JudgedMoves:
    """Judge what a player does one after the other."""
    player = player_of(position)
    if position.ask != "action":
        best = develop(case_id, position)
        played = play(position, player, claim)
        return JudgedMoves(
            case_id, position, player, claim, played, beside_developments(best, played), 1
        )
    advised = advise(case_id, position, options.time_limit)
    played = play(position, player, claim)
    measured = beside_actions(advised, played)
    most = position.actions or 1
    return JudgedMoves(case_id, position, player, claim, played, measured, most)


def _judged_bids(
    case_id: str, position: ChicagoPosition, claim: tuple[ClaimedMove, ...], options: SolveOptions
) -> JudgedMoves:
    """Judge bids for shares, each as if it were the only one."""
    player = position.player
    played = play_apart(position, player, claim)
    measured = None
    if not played.broken:
        bids = [(each.subject, each.figures["bid"]) for each in claim if "bid" in each.figures]
        names = {name for name, _ in bids}
        worths = [
            share_answer(case_id, replace(position, company=name), options)
            for name in sorted(names)
        ]
        measured = beside_shares(worths, bids)
    return JudgedMoves(case_id, position, player, claim, played, measured)
