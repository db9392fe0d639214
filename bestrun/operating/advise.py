"""``advise``: the moves of a turn, ranked by what they add to the best run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bestrun.files import Case
from bestrun.games.base import OfTurn, Pictured
from bestrun.games.eighteen.solve import Solution, runs_table
from bestrun.operating.builder import Lay
from bestrun.operating.carried import Landmarks, carried
from bestrun.operating.joined import with_lay
from bestrun.operating.moves import builder_of
from bestrun.operating.options import Prospect
from bestrun.operating.ranking import CompanyMove, Ranking
from bestrun.operating.reach import Destination, destination_of, reaches_destination
from bestrun.operating.rows import AdviceRow, AdviceRows
from bestrun.operating.wanted import Wanted
from bestrun.operating.worth import Worth
from bestrun.terminal import table
from bestrun.turn import Turn
from mapdata.words import with_article
from solvers.clock import Clock

if TYPE_CHECKING:
    from plots.drawing import Drawing

FEW = 2
"""Most variants that stand beside a move; if there are more, they are listed below."""

PANELS = 3
"""The number of moves that stand side by side in a picture."""


@dataclass(frozen=True)
class AdvisedMove:
    """A move with the best runs after it; ``variants`` lead to the same runs, for no less."""

    move: CompanyMove
    solution: Solution
    before: int
    variants: tuple[CompanyMove, ...] = ()
    destination: Destination | None = None
    """The company's destination, if the move reaches it."""

    @property
    def gain(self) -> int:
        """Gain of the best runs by the move."""
        return self.solution.total - self.before

    @property
    def per_cost(self) -> float | None:
        """Return the gain for each coin that the move costs, ``None`` if it is free."""
        return round(self.gain / self.move.cost, 3) if self.move.cost else None

    @property
    def marker(self) -> str | None:
        """Stop at which the move places a marker."""
        stop = self.move.marker
        return None if stop is None else self.solution.turn.board.stop_id(stop)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        return {
            **self._move_dict(self.move),
            "revenue": self.solution.total,
            "gain": self.gain,
            "gain_per_cost": self.per_cost,
            **self._destination_fields(),
            "proven": self.solution.proven,
            "runs": [run.to_dict() for run in self.solution.shown(self.solution.result.plan)],
            "variants": [self._move_dict(move) for move in self.variants],
        }

    def _destination_fields(self) -> dict[str, Any]:
        aim = self.destination
        if aim is None:
            return {}
        return {"destination": {"hex": aim.hex, "times_par": aim.times, "pays": aim.pays}}

    @property
    def at_once(self) -> str:
        """The payment for reaching the destination, in words."""
        return "" if self.destination is None else self.destination.paid_words

    def _move_dict(self, move: CompanyMove) -> dict[str, Any]:
        lay, marker = move.lay, move.marker
        further = [{"hex": each.hex, "tile": each.code} for each in move.further]
        return {
            "lay": None
            if lay is None
            else {"hex": lay.hex, "tile": lay.code, "alike": [other.code for other in move.alike]},
            "token": None if marker is None else self.solution.turn.board.stop_id(marker),
            **({"further": further} if further else {}),
            "train": move.train,
            **({"from_next_turn": True} if move.train else {}),
            "cost": move.cost,
        }

    def as_words(self, *, alike: bool = True) -> str:
        """The move in words, with equivalent lays unless that is too long."""
        words = self._words(self.move, alike)
        if not alike or not self.variants:
            return words
        if len(self.variants) <= FEW:
            return f"{words}; or {'; or '.join(self.others())}"
        return f"{words}; or {len(self.variants)} other moves"

    def others(self) -> list[str]:
        """The variants in words, with the cost of those that cost more."""
        return [
            self._words(move, True) + (f" (cost {move.cost})" if move.cost > self.move.cost else "")
            for move in self.variants
        ]

    def _words(self, move: CompanyMove, alike: bool) -> str:
        words = []
        for lay in move.lays:
            what = f"{lay.code} ({lay.extra})" if lay.extra else lay.code
            words.append(f"lay {what} on {self._place(lay.hex)}")
        if move.alike and alike:
            words[-1] += f" (or {', '.join(other.code for other in move.alike)})"
        if move.marker is not None:
            stop = self.solution.turn.board.stop_id(move.marker)
            words.append(f"marker in {self._place(stop)}")
        if move.train is not None:
            words.append(f"buy {with_article(move.train)} (runs from the next turn)")
        return ", ".join(words)

    def _place(self, stop: str) -> str:
        name = self.solution.turn.title.hexes[stop.partition(".")[0]].name
        return f"{name} ({stop})" if name else stop


@dataclass(frozen=True, repr=False)
class Advice(OfTurn, Pictured):
    """The answer of ``advise`` for one position.

    ``considered`` is the number of single moves that were ranked, alone and combined; ``solved``
    the number of networks solved for that. If there was no time for all, it is not ``complete``:
    ``at_most`` is then an upper bound on the revenue after any move, if one is known, and
    ``interrupted`` tells that it was Ctrl-C.
    """

    id: str
    turn: Turn
    now: Solution
    moves: tuple[AdvisedMove, ...]
    considered: int
    solved: int
    seconds: float
    notes: tuple[str, ...] = ()
    complete: bool = True
    at_most: int | None = None
    interrupted: bool = False
    aim: Destination | None = None
    reaching: tuple[Lay, ...] = ()
    """Lays that reach the destination ``aim``, which is not reached yet."""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for programs."""
        reaching = [{"hex": lay.hex, "tile": lay.code, "cost": lay.cost} for lay in self.reaching]
        return {
            "id": self.id,
            "title": self.turn.title.id,
            "company": self.turn.company.id,
            "revenue": self.now.total,
            "proven": self.now.proven,
            "moves": [move.to_dict() for move in self.moves],
            **({"reaching": reaching} if reaching else {}),
            "considered": self.considered,
            "solved": self.solved,
            "seconds": round(self.seconds, 3),
            **({} if self.complete else {"complete": False, "bound": self.at_most}),
            **self.warned(),
        }

    @property
    def cut_short(self) -> bool:
        """Whether Ctrl-C has ended it."""
        return self.interrupted

    def summary(self) -> str:
        """The text for a terminal: the ranking, then the new runs of moves that gain."""
        proof = "proven" if self.now.proven else f"not proven, at most {self.now.bound}"
        lines = [str(self.turn), f"the best run earns {self.now.total} now, {proof}"]
        lines += self.notes
        gaining = [move for move in self.moves if move.gain > 0]
        aims = any(move.at_once for move in gaining)
        lines += self._reaching()
        if not self.complete:
            known = "" if self.at_most is None else f"; no move leads to more than {self.at_most}"
            lines.append(f"the ranking so far, not complete{known}")
        elif not gaining:
            lines.append(f"none of {self.considered} moves adds to it")
        if not gaining:
            return "\n".join(lines)
        rows = [
            (
                number,
                f"{move.gain:+}",
                move.move.cost,
                "" if move.per_cost is None else f"{move.per_cost:.2f}",
                move.solution.total,
                *([move.at_once] if aims else []),
                move.as_words(),
            )
            for number, move in enumerate(gaining, 1)
        ]
        paid = ("destination",) if aims else ()
        headings = ("", "gain", "cost", "gain/cost", "revenue", *paid, "move")
        lines += ["", table(headings, rows, right="gain cost gain/cost revenue destination")]
        if len(gaining) < len(self.moves) and self.complete:
            lines.append("no other move adds to it")
        for number, move in enumerate(gaining, 1):
            lines += ["", f"{number}. {move.as_words()}: {move.solution.total}"]
            lines.append(runs_table(move.solution.shown(move.solution.result.plan)))
            if len(move.variants) > FEW:
                lines += ["or with:", *(f"  {words}" for words in move.others())]
        return "\n".join(lines)

    def _reaching(self) -> list[str]:
        """Return the lays that reach the destination, in one line."""
        if not self.reaching or self.aim is None:
            return []
        by_hex: dict[str, list[str]] = {}
        for lay in self.reaching:
            by_hex.setdefault(lay.hex, []).append(lay.code)
        where = "; ".join(f"{' or '.join(codes)} on {at}" for at, codes in by_hex.items())
        paid = self.aim.paid_words
        return [f"the destination {self.aim.name} ({paid}) is reached by {where}"]

    def draw(self) -> Drawing:
        """Draw the boards after the best moves side by side, what is new on them marked."""
        from bestrun.games.eighteen import draw as pictures
        from plots.picture import draw_panels

        best = [move for move in self.moves[:PANELS] if move.gain > 0]
        if not best:
            words = "No move adds to the best run"
            panel = pictures.solution_panel(pictures.scene_of(self.turn, None), self.now, words)
            return draw_panels([panel], pictures.title_line(self.turn))
        hexes = {lay.hex for move in best for lay in move.move.lays}
        hexes |= {move.move.marker[0] for move in best if move.move.marker}
        for move in best:
            hexes |= pictures.run_hexes(move.solution.problem, move.solution.result.plan.runs)
        panels = []
        for number, move in enumerate(best, 1):
            words = f"{number}. {move.as_words(alike=False)}: {move.gain:+}"
            scene = pictures.scene_around(move.solution.turn, None, hexes)
            panel = pictures.solution_panel(scene, move.solution, words)
            marker = move.move.marker
            panels.append(
                replace(
                    panel,
                    tiles=tuple(lay.hex for lay in move.move.lays),
                    markers=() if marker is None else (marker,),
                )
            )
        return draw_panels(panels, pictures.title_line(self.turn))


def advise(
    case: Case,
    *,
    top: int = 10,
    wanted: Wanted | None = None,
    jobs: int | None = None,
    online: bool = False,
    time_limit: float | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Advice:
    """Answer ``bestrun advise`` for one case.

    When the time is over, or on Ctrl-C, the answer is the ranking so far.

    Parameters
    ----------
    top
        The number of moves to list.
    wanted
        The moves to rank beside single lays and markers.
    jobs
        Processes; all cores by default.
    watch
        Called with the networks solved and known so far whenever some were solved.
    """
    turn, builder = builder_of(case, online=online)
    worth = Worth(jobs, watch, Clock(time_limit))
    prospect = Prospect(turn, builder, worth)
    wanted = wanted or Wanted()
    found = _rank(prospect, wanted, top)
    base = worth.best_known(prospect.base)
    if base is None:
        raise KeyboardInterrupt
    now = Solution(case.id, turn, base.problem, base.result)
    aim = destination_of(turn.board, builder.board, turn.company, builder.par)
    if aim is not None and (aim.reached or not aim.times):
        aim = None
    moves = [_advised(case, turn, prospect, row, now.total, aim) for row in found.rows.all]
    moves.sort(key=lambda move: (-move.solution.total, move.destination is None))
    return Advice(
        case.id,
        turn,
        now,
        tuple(moves),
        prospect.considered(wanted),
        worth.solves,
        worth.clock.seconds,
        tuple(_notes(turn, prospect, wanted)),
        found.complete,
        found.at_most,
        found.interrupted,
        aim,
        () if aim is None else tuple(_reaching(prospect)),
    )


def _reaching(prospect: Prospect) -> Iterator[Lay]:
    """Yield the lays that reach the company's destination."""
    for lay in prospect.lays:
        if reaches_destination(with_lay(prospect.builder.board, lay), prospect.builder.company):
            yield lay


@dataclass
class _Found:
    """The best moves, or as many as there was time for."""

    rows: AdviceRows
    complete: bool = True
    at_most: int | None = None
    interrupted: bool = False


def _rank(prospect: Prospect, wanted: Wanted, top: int) -> _Found:
    worth = prospect.worth
    found = _Found(AdviceRows(worth, top))
    ranking: Ranking | None = None
    try:
        worth.begin(prospect.base)
        before = prospect.before(wanted)
        for key in before.values():
            worth.begin(key)
        options = prospect.options(wanted)
        ranking = Ranking(worth, options, {parts: worth.bound(before[parts]) for parts in before})
        found.rows.fill(ranking.best())
    except (TimeoutError, KeyboardInterrupt) as stop:
        found.complete, found.interrupted = False, isinstance(stop, KeyboardInterrupt)
        if ranking is not None:
            ranked = [row.ranked.revenue for row in found.rows.all]
            found.at_most = max([ranking.bound, *ranked])
            found.rows.fill(ranking.so_far())
    return found


def _advised(
    case: Case,
    turn: Turn,
    prospect: Prospect,
    row: AdviceRow,
    before: int,
    aim: Destination | None,
) -> AdvisedMove:
    """Return a row with its runs on the board as it lies after the move.

    Of variants that lead to the same runs one that reaches the destination stands for all.
    """
    worth = prospect.worth
    same = [row.ranked.move, *row.variants]
    arrives = [each for each in same if aim is not None and _arrives(prospect, each)]
    move = arrives[0] if arrives else same[0]
    solved = worth.solved(row.ranked.key)
    assert solved is not None
    there = Landmarks(worth.catalogue, prospect.problem_after(move))
    plan = carried(solved.result.plan, worth.landmarks(row.ranked.key), there)
    assert plan is not None
    result = replace(solved.result, plan=plan)
    after = _turn_after(turn, prospect, move)
    solution = Solution(case.id, after, there.problem, result)
    variants = tuple(each for each in same if each is not move)
    return AdvisedMove(move, solution, before, variants, aim if arrives else None)


def _arrives(prospect: Prospect, move: CompanyMove) -> bool:
    return reaches_destination(prospect.after(move), prospect.builder.company)


def _turn_after(turn: Turn, prospect: Prospect, move: CompanyMove) -> Turn:
    trains = (*turn.position.trains, *([move.train] if move.train else []))
    position = replace(turn.position, trains=trains)
    return Turn(position, turn.title, prospect.after(move), turn.company)


def _notes(turn: Turn, prospect: Prospect, wanted: Wanted) -> list[str]:
    asked = wanted.trains or wanted.turn
    if not prospect.all_joined:
        how = "not all" if wanted.turn else "--turn ranks more of them"
        return [f"of lays that the turn allows together {prospect.joined} sets are ranked ({how})"]
    if asked and not prospect.on_sale():
        return [f"{turn.company.id} can buy no further train in this phase"]
    if not asked and not turn.position.trains:
        return [f"{turn.company.id} has no train: --trains ranks what one would add"]
    return []
