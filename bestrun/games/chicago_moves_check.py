"""Chicago Express: claimed moves of a player judged, and figures that a table disputes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from bestrun.claims.chicago_moves import ClaimedMove, read_moves
from bestrun.claims.said import Said
from bestrun.files import Case
from bestrun.games.base import SolveOptions, Verdict
from bestrun.games.chicago_action import Advised, advise, move_json, move_text
from bestrun.games.chicago_ahead import settled
from bestrun.games.chicago_develop import Developed, develop
from bestrun.games.chicago_moves_play import Played, play
from bestrun.games.chicago_notes import holder_text, player_of
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError, within
from solvers.chicago import rules
from solvers.chicago.action import Gain, offered
from solvers.chicago.moves import AuctionMove
from solvers.chicago.turns import PlayedMove, PlayedMoves, gain_of
from solvers.errors import SolverFailed
from solvers.fault import Fault

if TYPE_CHECKING:
    from plots.drawing import Drawing


@dataclass(frozen=True, repr=False)
class JudgedMoves(Verdict):
    """The answer of ``check`` to moves and figures; ``best`` is there where one is asked for."""

    PART: ClassVar[str] = "action"

    id: str
    position: ChicagoPosition
    player: str | None
    claim: tuple[ClaimedMove, ...]
    played: Played
    best: Developed | Advised | None

    @cached_property
    def broken(self) -> tuple[Fault, ...]:
        """Return the rules that are broken."""
        many = sum(said.kind != "dividend" for said in self.claim)
        most = 1 if self.position.ask == "develop" else self.position.actions or 1
        if self.best is None or many <= most:
            return self.played.broken
        text = f"{many} actions, but the position asks for {most}"
        return (*self.played.broken, Fault("too-many-actions", most, "", text))

    @property
    def misstatements(self) -> tuple[Fault, ...]:
        """Return the stated figures that are wrong."""
        return self.played.wrong

    @cached_property
    def gain(self) -> Gain | None:
        """Return what the moves bring, if a player is asked about."""
        if self.player is None or self.best is None:
            return None
        number = 1 if isinstance(self.best, Developed) else self.position.dividends
        return gain_of(self.position, self.player, self.played.turns, number)

    @property
    def value(self) -> int:
        """Return the gain that is compared; for a development, less the gain of the others."""
        if self.gain is None or not self.legal:
            return 0
        return self.gain.player - (self.gain.others if isinstance(self.best, Developed) else 0)

    @property
    def optimum(self) -> int:
        """Return the same figure for the best moves."""
        if isinstance(self.best, Developed):
            return self.best.best.net if self.best.best else 0
        return self._rival.gain.player if self._rival else 0

    @property
    def _rival(self) -> PlayedMoves | None:
        """Return the best moves of the same kind: with auctions, if a share is bought."""
        if not isinstance(self.best, Advised):
            return None
        return (self.best.traded if self.played.paid else None) or self.best.turns

    @property
    def improvable(self) -> bool:
        """Return whether something better was found."""
        return not self.legal or self.value < self.optimum

    @property
    def proven(self) -> bool:
        """Return whether nothing beats the best; with a share bought, if nobody bids more."""
        if not self.played.paid or not isinstance(self.best, Advised):
            return self.best is None or self.best.proven
        moves = [turn.move for turn in self.played.turns]
        bought = {move.company for move in moves if isinstance(move, AuctionMove)}
        return self.best.traded_proven and bought <= set(offered(self.position))

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
        gain = self.gain if self.legal else None
        return {
            "id": self.id,
            "title": self.position.title.id,
            "player": self.player,
            "legal": self.legal,
            "gain": gain.player if gain else 0,
            "gain_others": gain.others if gain else 0,
            "optimum": max(self.optimum, self.value),
            "missed": max(self.optimum - self.value, 0),
            "verdict": self.verdict,
            "proven": self.proven,
            "problems": self.problems,
            "better": self._better() if self.improvable else [],
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.chicago_picture import draw_moves

        return draw_moves(self)

    def _better(self) -> list[dict[str, Any]]:
        if isinstance(self.best, Developed):
            return [{"develop": self.best.best.hex}] if self.best.best else []
        return [move_json(turn.move) for turn in self._rival.turns] if self._rival else []

    def claimed(self) -> list[str]:
        """Return what the moves lead to: treasuries, incomes, and what the player gains."""
        lines = []
        for turn in self.played.turns:
            lines.append(f"{move_text(turn.before, turn.move)}: {_outcome(turn)}")
        if self.gain is not None:
            lines.append(f"{self.player} gains {self.gain.player:+d}, others {self.gain.others:+d}")
        return lines

    def beside(self) -> list[str]:
        """Return the best moves, if the claim is not as good."""
        if self.best is None:
            return [] if self.faults else ["nothing is wrong with it"]
        if self.improvable:
            return ["", "better:", *self.best.body()]
        assumed = ", if nobody bids more" if self.played.paid else ""
        better = "exists" if self.proven else "was found"
        return [f"nothing better {better}{assumed}{' (proven)' * self.proven}"]


def _outcome(turn: PlayedMove) -> str:
    """Return what a move changes."""
    before, then = turn.before, turn.after
    parts = []
    for name in then.networks:
        old = rules.income(before, name) if rules.is_open(before, name) else 0
        new = rules.income(then, name)
        if new != old:
            parts.append(f"income of {name} {old} → {new}")
        if then.sold[name] != before.sold[name]:
            parts.append(f"shares sold of {name} {before.sold[name]} → {then.sold[name]}")
    for name, money in then.treasuries.items():
        if money != before.treasuries[name]:
            parts.append(f"treasury of {name} {before.treasuries[name]} → {money}")
    parts += [f"an extra dividend of {turn.extra} a share"] if turn.extra else []
    return ", ".join(parts) or "nothing changes"


def _is_move(said: ClaimedMove, position: ChicagoPosition) -> bool:
    """Return whether a line is an action to be judged, not only figures that are disputed."""
    if said.kind == "auction":
        return position.ask == "action" and "bid" in said.figures
    return said.kind != "dividend"


def check_moves(
    case: Case, said: Said, position: ChicagoPosition, options: SolveOptions
) -> JudgedMoves:
    """Judge moves and figures; what is best is asked only where the position asks for it."""
    claim = read_moves(said, position)
    asked = position.ask in ("develop", "action")
    moving = [each.kind for each in claim if _is_move(each, position)]
    if moving and not asked:
        text = f'a {moving[0]} is judged where the position has ask = "action" or "develop"'
        raise InputError(text, said.place)
    if position.ask == "develop" and "build" in moving:
        raise InputError("the position asks for a development, not for a build", said.place)
    with within(case.place):
        player = player_of(position) if moving else position.player
        best: Developed | Advised | None = None
        now = position
        if moving:
            now, _ = settled(position)
            if position.ask == "develop":
                best = develop(case.id, now)
            else:
                best = advise(case.id, now, options.time_limit)
        played = play(now, player, claim)
    judged = JudgedMoves(case.id, now, player, claim, played, best)
    if judged.legal and judged.proven and judged.value > judged.optimum:
        raise SolverFailed("the claim is better than what was proven to be the best")
    return judged
