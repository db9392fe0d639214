"""Chicago Express: what a player should do next, across companies and kinds of action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bestrun.games.base import Result, known
from bestrun.games.chicago.ahead import settled
from bestrun.games.chicago.notes import (
    DIALS,
    IDLE,
    bare,
    counted_text,
    dials_text,
    holder_text,
    oddities,
    player_of,
)
from bestrun.terminal import table
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError
from solvers.chicago import rules
from solvers.chicago.action import (
    AuctionOption,
    PlayedMove,
    PlayedMoves,
    TurnQuestion,
    WeighedMove,
    auction_options,
    builders,
    may_open,
    offered,
    replay,
    rival_gains,
    single_options,
)
from solvers.chicago.advice import Adviser
from solvers.chicago.ceiling import most_actions
from solvers.chicago.moves import AuctionMove, BuildMove, ChicagoMove
from solvers.clock import Clock

if TYPE_CHECKING:
    from plots.drawing import Drawing

FEW = 8
"""The number of options that are listed."""


def move_json(move: ChicagoMove) -> dict[str, Any]:
    """Return a move for programs; a claim may have it in the same form."""
    if isinstance(move, BuildMove):
        return {"build": move.company, "hexes": list(move.hexes)}
    if isinstance(move, AuctionMove):
        return {"auction": move.company, "bid": move.price}
    return {"develop": move.hex}


def move_text(position: ChicagoPosition, move: ChicagoMove) -> str:
    """Return a move in words."""
    if isinstance(move, BuildMove):
        labels = ", ".join(position.title.hexes[each].label for each in move.hexes)
        return f"build {move.company}: {labels}"
    if isinstance(move, AuctionMove):
        return f"auction {move.company}" + (f", bid {move.price}" if move.buyer else "")
    return f"develop {position.title.hexes[move.hex].label}"


@dataclass(frozen=True, repr=False)
class Advised(Result):
    """The answer of ``solve`` to a question for the next actions of a player.

    ``position`` is the one in which he acts: after a dividend, if one was due.
    """

    id: str
    position: ChicagoPosition
    player: str
    turns: PlayedMoves
    traded: PlayedMoves | None
    """The same with auctions, each share for what he bids, if any may be offered by then."""
    options: Sequence[WeighedMove]
    auctions: Sequence[AuctionOption]
    notes: tuple[str, ...]

    @property
    def proven(self) -> bool:
        """Whether it is proven that no builds and developments bring more."""
        return self.turns.proven

    @property
    def bound(self) -> int:
        """Return the gain that no builds and developments exceed."""
        return self.turns.bound

    @property
    def actions(self) -> int:
        """Number of actions asked about."""
        return min(self.position.actions or 1, most_actions(self.position))

    @property
    def assumes(self) -> list[str]:
        """The assumptions behind the figures, in words."""
        late = self.position.title.opening.company
        found = [IDLE, DIALS]
        if self.actions > 1:
            found.append(f"{self.player} makes all {self.actions} actions before a dividend")
        if self.may_open:
            found.append(f"no share of {late} is bought by who opens it")
        if self.auctions:
            found.append("single auctions: what they bring a company is not built with")
        if self.traded:
            found.append(f"with auctions: nobody bids more than {self.player}")
        if self.traded and self.player not in self.position.cash:
            found.append(
                f"with auctions: {self.player}, whose money is not known, has what he bids"
            )
        if self.traded and self.unknown:
            names = ", ".join(self.unknown)
            found.append(f"with auctions: nothing is built for {names}, whose money is not known")
        return found

    @property
    def unknown(self) -> list[str]:
        """Return the companies that might be built for, were their money known."""
        if self.actions == 1:
            return []
        return [name for name in offered(self.position) if name not in self.position.treasuries]

    @property
    def may_open(self) -> bool:
        """Whether a plan may open the late company, of which a share is auctioned at once."""
        return may_open(self.position, self.player, self.actions)

    @property
    def traded_bound(self) -> int | None:
        """Return the gain that no plan with auctions exceeds, if that is known."""
        worthless = self.actions == 1 and self.position.dividends == 1
        if self.traded is None or self.unknown or (self.may_open and not worthless):
            return None
        return self.traded.bound

    @property
    def traded_proven(self) -> bool:
        """Whether it is proven that no plan with auctions brings more."""
        return self.traded is not None and self.traded.gain.player == self.traded_bound

    @property
    def heading(self) -> str:
        """Return the lines that say who holds what, and how far the dials are."""
        return f"{holder_text(self.position, self.player)}\n{dials_text(self.position)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        gain = self.turns.gain
        return {
            "id": self.id,
            "title": self.position.title.id,
            "ask": "action",
            "player": self.player,
            "actions": self.actions,
            "dividends": self.position.dividends,
            "moves": [move_json(turn.move) for turn in self.turns.turns],
            "gain_next": gain.next,
            "gain": gain.player,
            "gain_others": gain.others,
            "gain_rivals": self.rivals(self.turns.turns),
            "bound": self.turns.bound,
            "proven": self.proven,
            "seconds": round(self.turns.seconds, 4),
            "with_auctions": self._traded_json(),
            "options": [
                move_json(each.move)
                | {
                    "cost": each.cost,
                    "gain_next": each.gain.next,
                    "gain": each.gain.player,
                    "gain_others": each.gain.others,
                    "gain_rivals": self._single_rivals(each),
                }
                for each in self.options
            ],
            "auctions": [
                {
                    "company": each.company,
                    "opening_bid": each.opening_bid,
                    "gain_if_bought": each.bought.player if each.bought else None,
                    "gain_if_another_buys": each.lost.player,
                    "highest_bid": each.limit,
                }
                for each in self.auctions
            ],
            "assumes": self.assumes,
            "notes": bare(list(self.notes)),
        }

    def rivals(self, turns: Sequence[PlayedMove]) -> dict[str, int]:
        """The gains of all other named players by moves."""
        return rival_gains(self.position, self.player, turns, self.position.dividends)

    def _single_rivals(self, option: WeighedMove) -> dict[str, int]:
        return self.rivals(replay(self.position, self.player, [option.move]))

    def _traded_json(self) -> dict[str, Any] | None:
        if self.traded is None:
            return None
        gain = self.traded.gain
        return {
            "moves": [move_json(turn.move) for turn in self.traded.turns],
            "gain_next": gain.next,
            "gain": gain.player,
            "gain_others": gain.others,
            "gain_rivals": self.rivals(self.traded.turns),
            "bound": self.traded_bound,
            "proven": self.traded_proven,
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.chicago.draw import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return the best actions, then all others with what they bring."""
        lines = [*self._best(), *self._options(), *self._auctions()]
        return [*lines, "assumed: " + "; ".join(self.assumes), *self.notes]

    def _best(self) -> list[str]:
        sure = _sure(self.turns, proven=self.proven)
        if not self.turns.turns:
            nothing = f"waive the action: no build and no development brings anything, {sure}"
            return [nothing, *self._with_auctions()]
        return [*self._moves_lines(self.turns, sure), *self._with_auctions()]

    def _with_auctions(self) -> list[str]:
        """Lines that say whether auctions could bring more."""
        if self.traded is None:
            return []
        sure = _sure(self.traded, proven=self.traded_proven)
        if self.unknown:
            sure = f"not proven: the money of {', '.join(self.unknown)} is not known"
        elif self.traded_bound is None:
            late = self.position.title.opening.company
            sure = f"not proven: shares of {late}, which may open, are not counted"
        if self.traded.gain.player <= self.turns.gain.player:
            return [f"with auctions nothing brings more, {sure}"]
        return [
            "",
            f"with auctions, if nobody bids more than {self.player}:",
            *self._moves_lines(self.traded, sure),
        ]

    def _moves_lines(self, turns: PlayedMoves, sure: str) -> list[str]:
        """Return moves line by line, and what they bring."""
        lines = [move_text(turn.before, turn.move) for turn in turns.turns]
        if len(lines) > 1:
            lines = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
        gains = f"{turns.gain.next:+d} by the next dividend"
        if self.position.dividends > 1:
            gains += f", {turns.gain.player:+d} {_ahead(self.position.dividends)}"
        rivals = self.rivals(turns.turns)
        unnamed = turns.gain.others - sum(rivals.values())
        others = [f"{name} {gain:+d}" for name, gain in rivals.items()]
        others += [f"others {unnamed:+d}"] if unnamed or not rivals else []
        return [*lines, f"{gains}; {', '.join(others)}, {sure}"]

    def _options(self) -> list[str]:
        shown = self.options[:FEW]
        if not shown:
            return []
        rivals = [self._single_rivals(each) for each in shown]
        others = [
            each.gain.others - sum(named.values())
            for each, named in zip(shown, rivals, strict=True)
        ]
        names = list(rivals[0])
        unnamed = any(others) or not names
        rows = [
            (
                move_text(self.position, each.move),
                each.cost or "",
                f"{each.gain.next:+d}",
                f"{each.gain.player:+d}",
                *(f"{named[name]:+d}" for name in names),
                *[f"{other:+d}"] * unnamed,
            )
            for each, named, other in zip(shown, rivals, others, strict=True)
        ]
        headings = ("single action", "cost", "next", "all", *names, *["others"] * unnamed)
        lines = ["", table(headings, rows, right=" ".join(headings[1:]))]
        more = len(self.options) - len(rows)
        lines += [f"... and {more} more"] if more else []
        ahead = _ahead(self.position.dividends)
        return [
            *lines,
            f"(what {self.player} gains by the next dividend and {ahead}; the others {ahead})",
        ]

    def _auctions(self) -> list[str]:
        rows = [
            (
                each.company,
                each.opening_bid,
                f"{each.bought.player:+d}" if each.bought else "–",
                f"{each.lost.player:+d}",
                each.limit,
            )
            for each in self.auctions
        ]
        if not rows:
            return []
        headings = ("auction of", "opening", "bought", "lost", "worth")
        meant = (
            f"(the opening bid; what {self.player} gains if he gets the share for it, or if "
            "another does; up to which price it is better to have it)"
        )
        if any(each.bought is None for each in self.auctions):
            meant += f"\n(–: more than {self.player} has)"
        return ["", table(headings, rows, right=" ".join(headings[1:])), meant]


def _sure(turns: PlayedMoves, *, proven: bool) -> str:
    return known(proven, f"at most {turns.bound:+d}")


def _ahead(number: int) -> str:
    return "in 1 dividend" if number == 1 else f"in {number} dividends"


def advise(case_id: str, position: ChicagoPosition, time_limit: float | None) -> Advised:
    """The best next action of the player of a position."""
    player = player_of(position)
    now, notes = settled(position)
    for name in builders(now, player):
        if name not in now.treasuries:
            text = f"how much money has {name}? (treasuries.{name} = 12)"
            raise InputError(f"treasuries.{name} is missing: {text}")
    clock = Clock(time_limit)
    actions = min(now.actions or 1, most_actions(now))
    adviser = Adviser(TurnQuestion(now, player, actions, now.dividends), clock)
    with clock.stopped_by_interrupt():
        turns = adviser.best_turns()
        traded = None
        auctioned = rules.dial_left(now, "auction") != 0 and offered(now)
        if auctioned or may_open(now, player, actions):
            traded = adviser.best_with_auctions(turns)
    options = single_options(now, player, now.dividends, Clock())
    auctions = auction_options(now, player, now.dividends)
    counted = counted_text(now, now.dividends)
    notes += [*oddities(position), *([counted] if counted else [])]
    return Advised(case_id, now, player, turns, traded, options, auctions, tuple(notes))
