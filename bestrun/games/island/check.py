"""Island Rails: claimed turns judged, rule by rule and figure by figure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from bestrun.claims.island import IslandClaim, read_turns
from bestrun.claims.source import ClaimSource
from bestrun.files import Case
from bestrun.games.base import SolveOptions, Verdict
from bestrun.games.island.answers import Joined, PricedCards
from bestrun.games.island.joined import towns_apart
from bestrun.games.island.keep import KeptCards
from bestrun.games.island.plans import Planned
from bestrun.games.island.solve import answer, question_of
from mapdata.errors import InputError, within
from mapdata.island.position import IslandPosition, Offer
from solvers.errors import SolverFailed
from solvers.fault import Fault
from solvers.island.deliveries.aim import Aim
from solvers.island.rules.actions import Build, Deliver, Drop, Hire, Load, Move, Sail
from solvers.island.rules.contract import contract
from solvers.island.rules.game import Game
from solvers.island.track.played import RICH, track_game
from solvers.island.win import has_won

if TYPE_CHECKING:
    from plots.drawing import Drawing


@dataclass(frozen=True)
class Outcome:
    """What a claim came to: its faults, its figures, and how good it is beside the best."""

    broken: tuple[Fault, ...]
    misstatements: tuple[Fault, ...]
    cost: int
    pay: int
    improvable: bool
    proven: bool
    notes: tuple[str, ...] = ()
    better: bool = False
    """It beats the answer, which is the best among fewer plans."""


@dataclass(frozen=True, repr=False)
class JudgedTurns(Verdict):
    """The answer of ``check``."""

    PART: ClassVar[str] = "turn"

    id: str
    position: IslandPosition
    claim: IslandClaim
    outcome: Outcome
    best: PricedCards | Joined | Planned

    @property
    def heading(self) -> str:
        """Return the name of the game."""
        return self.position.figures.name

    @property
    def verdict(self) -> str:
        """Return the verdict; ``better`` if the claim beats the answer by leaving goods."""
        word = super().verdict
        return "better" if word in ("best", "unproven") and self.outcome.better else word

    @property
    def broken(self) -> tuple[Fault, ...]:
        """Return the rules that are broken."""
        return self.outcome.broken

    @property
    def misstatements(self) -> tuple[Fault, ...]:
        """Return the stated figures that are wrong."""
        return self.outcome.misstatements

    @property
    def improvable(self) -> bool:
        """Whether the best answer is better than the claim."""
        return self.outcome.improvable

    @property
    def proven(self) -> bool:
        """Whether it is proven that nothing is better than the best known answer."""
        return self.outcome.proven

    def part(self, at: int | None) -> int:
        """Return the number of the turn that a fault is in, 0 for all of them."""
        return 0 if at is None else at + 1

    def prefix(self, fault: Fault) -> str:
        """Return the turn and the place of a fault, as far as its words do not name them."""
        turn = "" if fault.at is None else f"turn {self.part(fault.at)}: "
        return turn + (f"{fault.where}: " if fault.where not in fault.message else "")

    @property
    def better(self) -> Joined | Planned | None:
        """The better answer to show beside the claim, if there is one."""
        if isinstance(self.best, PricedCards) or (self.legal and not self.improvable):
            return None
        return self.best

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        outcome = self.outcome
        return {
            "id": self.id,
            "title": self.position.title,
            "ask": self.position.ask,
            "legal": self.legal,
            "cost": outcome.cost if self.legal else 0,
            "pay": outcome.pay if self.legal else 0,
            "verdict": self.verdict,
            "proven": outcome.proven,
            "problems": self.problems,
            "better": self.better.turns if self.better else [],
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.island.draw import draw_claim

        return draw_claim(self, compare=self.improvable)

    def draw_alone(self) -> Drawing:
        """Return a picture of the claim, without the best turns beside it."""
        from bestrun.games.island.draw import draw_claim

        return draw_claim(self)

    def claimed(self) -> list[str]:
        """Cost and income of the claim, in words."""
        cost, many = self.outcome.cost, len(self.claim.turns)
        if self.position.ask == "track":
            return [f"the claim costs {cost} in {many} turn{'s' * (many != 1)}"]
        return [f"the claim costs {cost} and earns {self.outcome.pay}"]

    def beside(self) -> list[str]:
        """Return the notes, and the best answer if the claim is not it."""
        notes = list(self.outcome.notes)
        if self.better is None:
            return notes
        return [*notes, "", "better:" if self.legal else "instead:", *self.better.body()]


def check(case: Case, said: ClaimSource, options: SolveOptions) -> JudgedTurns:
    """Answer ``bestrun check`` for one case."""
    position = question_of(case)
    claim = read_turns(said, position)
    with within(said.place):
        outcome: Outcome | None = None
        if position.ask == "contracts":
            outcome = _prices(position, claim)
        elif position.ask == "track":
            kinds = (Build, Move, Hire, Sail) if position.ferries else (Build,)
            words = "a claim about track builds (with ferries it moves, hires and sails)"
            _only(claim, kinds, words)
            if any(turn.money is not None for turn in claim.turns):
                raise InputError("a claim about track states no money: earnings are not known")
    with within(case.place):
        if position.ask == "keep":
            raise InputError("no claim is judged about which cards to keep", "ask")
        best = answer(case.id, position, options)
    assert not isinstance(best, KeptCards)
    if outcome is None:
        if isinstance(best, Joined):
            outcome = _lines(position, claim, best, stated="money" in case.data)
        else:
            assert isinstance(best, Planned)
            outcome = _turns(position, claim, best)
    return JudgedTurns(case.id, position, claim, outcome, best)


def _only(claim: IslandClaim, kinds: tuple[type, ...], words: str) -> None:
    for turn in claim.turns:
        for said in turn.actions:
            if not isinstance(said.action, kinds):
                raise InputError(f"{words}, but does not {type(said.action).__name__.lower()}")


def _prices(position: IslandPosition, claim: IslandClaim) -> Outcome:
    """Judge deliveries by cards and pay alone, not how they are made."""
    _only(claim, (Deliver,), "a claim about contracts delivers")
    board, pay = position.board, 0
    broken, misstated = [], []
    free = list(range(len(position.cards)))
    for number, turn in enumerate(claim.turns):
        for said in turn.actions:
            action = said.action
            assert isinstance(action, Deliver)
            if said.town is None:
                raise InputError(f"to which town? (deliver: {action.good} to ...)")
            offer, town = Offer(action.good, said.town), board.label(said.town)
            cards = [each for each in free if offer in position.cards[each]]
            cards = [each for each in cards if action.card in (None, each)]
            if not cards:
                text = f"no free card asks for {action.good} in {town}"
                broken.append(Fault("no-contract", number, town, text))
                continue
            free.remove(cards[0])
            true = contract(board, position.figures.pay, offer).pay
            pay += true
            if action.pay not in (None, true):
                text = f"{action.good} to {town} pays {true}, not {action.pay}"
                misstated.append(Fault("stated-pay", number, town, text))
    return Outcome(tuple(broken), tuple(misstated), 0, pay, False, True)


def _play(game: Game, claim: IslandClaim) -> None:
    """Carry a claim out."""
    for turn in claim.turns:
        game.begin_turn()
        for said in turn.actions:
            if said.town not in (None, game.at):
                here = "nowhere" if game.at is None else game.board.label(game.at)
                town = game.board.label(said.town or 0)
                text = f"the train is at {here}, not in {town}"
                game.problems.append(Fault("wrong-town", game.turn - 1, town, text))
            game.do(said.action)
        if turn.money not in (None, game.money):
            text = f"money is {game.money}, not {turn.money}"
            game.misstated.append(Fault("stated-money", game.turn - 1, "", text))


def _wins_in(position: IslandPosition, claim: IslandClaim) -> int | None:
    """Return the turn in which a claim wins, nothing if it does not."""
    game = Game(position, claim.start)
    for turn in claim.turns:
        game.begin_turn()
        for said in turn.actions:
            game.do(said.action)
            if has_won(game):
                return game.turn
    return None


def _lines(position: IslandPosition, claim: IslandClaim, best: Joined, *, stated: bool) -> Outcome:
    """Judge a build: its rules, its cost, and whether it joins the towns most cheaply.

    What is earned between turns is no part of the question, so that money can be short in
    the first turn alone, and only if the position says how much there is.
    """
    game = track_game(position, claim.start)
    _play(game, claim)
    cost = RICH - game.money
    broken = game.problems + _bridges(position, game)
    if stated:
        first = track_game(position, claim.start)
        _play(first, IslandClaim(claim.turns[:1]))
        if RICH - first.money > position.money:
            text = f"{RICH - first.money} is spent, but there are {position.money}"
            broken.append(Fault("money", 0, "", text))
    misstated = list(game.misstated)
    if claim.cost not in (None, cost):
        misstated.append(Fault("stated-cost", None, "", f"it costs {cost}, not {claim.cost}"))
    apart = towns_apart(position, claim, game)
    known = best.track.tree.bound if best.track.tree else None
    notes = [f"it does not join {', '.join(map(position.board.label, apart))}"] if apart else []
    if broken:
        return Outcome(tuple(broken), tuple(misstated), cost, 0, True, best.proven)
    if best.cost is None:
        if not apart:
            raise SolverFailed("the claim joins towns that were said to be out of reach")
        notes.append("no track joins all of them: to build nothing costs less")
        return Outcome((), tuple(misstated), cost, 0, True, True, tuple(notes))
    if known is not None and not apart and cost < known:
        raise SolverFailed("the claim is cheaper than what was proven to be the cheapest")
    rank = bool(apart), cost, len(claim.turns)
    if not apart and cost == known and len(claim.turns) < best.track.least:
        raise SolverFailed("the claim is built in fewer turns than was proven to be possible")
    improvable = rank > (False, best.cost, len(best.words))
    proven = best.track.fewest or (cost == known and len(claim.turns) == best.track.least)
    return Outcome((), tuple(misstated), cost, 0, improvable, proven, tuple(notes))


def _bridges(position: IslandPosition, game: Game) -> list[Fault]:
    """Name the lines over sea points where the question allows no bridges."""
    board, found = position.board, []
    for a, b in sorted(game.network - position.network):
        if not position.bridges and (board.sea(a) or board.sea(b)):
            text = f"{board.label(a)}-{board.label(b)} is at sea (bridges = true allows it)"
            found.append(Fault("sea", None, board.label(a), text))
    return found


def _fetches_again(claim: IslandClaim) -> bool:
    """Whether goods are left on the way and fetched again, which no plan of the answer does."""
    left: set[str] = set()
    for turn in claim.turns:
        for said in turn.actions:
            if isinstance(said.action, Drop):
                left.add(said.action.good)
            elif isinstance(said.action, Load) and said.action.good in left:
                return True
    return False


def _turns(position: IslandPosition, claim: IslandClaim, best: Planned) -> Outcome:
    """Judge turns of deliveries by the rules, and by the aim of the question."""
    game = Game(position, claim.start)
    _play(game, claim)
    cost = position.money + game.income - game.money
    broken = game.problems + _bridges(position, game)
    if len(claim.turns) > position.horizon:
        text = f"{len(claim.turns)} turns, but the horizon is {position.horizon}"
        broken.append(Fault("too-many-turns", len(claim.turns) - 1, "", text))
    value = Aim.of(position).worth(game.income, cost, len(claim.turns))
    found = best.deliveries
    notes = []
    if position.aim == "win":
        turn = _wins_in(position, claim)
        value = Fraction(position.horizon + 1 - turn if turn else 0)
        notes += [] if turn else ["(it does not win)"]
    better = not broken and value > found.value
    if better and value > found.bound and not _fetches_again(claim):
        raise SolverFailed("the claim is better than what was proven to be possible")
    if better:
        notes.append(f"(the answer is {best.said(found.value)}, among {best.scope})")
    if not broken and value < 0:
        notes.append("(it loses money: to do nothing is better)")
    return Outcome(
        tuple(broken),
        tuple(game.misstated),
        cost,
        game.income,
        bool(broken) or found.value > value,
        value == found.bound or (found.proven and value < found.bound),
        tuple(notes),
        better,
    )
