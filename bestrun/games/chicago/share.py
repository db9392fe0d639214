"""Chicago Express: what the next share of each company is worth, and what to bid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bestrun.games.base import Result, SolveOptions
from bestrun.games.chicago.ahead import settled
from bestrun.games.chicago.notes import DIALS, bare, counted_text, dials_text, oddities
from bestrun.terminal import table
from mapdata.chicago_position import ChicagoPosition
from mapdata.errors import InputError
from solvers.chicago import rules
from solvers.chicago.plan import solve_plan, way_to_goal
from solvers.chicago.share import Bid, ShareWorth, builds_ahead, share_worth
from solvers.clock import Clock

if TYPE_CHECKING:
    from plots.drawing import Drawing


@dataclass(frozen=True, repr=False)
class SharesWorth(Result):
    """The answer of ``solve`` to a question for the worth of shares."""

    id: str
    position: ChicagoPosition
    worths: tuple[ShareWorth, ...]
    notes: tuple[str, ...]
    seconds: float
    opened: str = ""
    """The assumed way in which the company opens, if it is not open yet."""

    @property
    def proven(self) -> bool:
        """Whether every figure is proven under the assumptions."""
        return all(each.proven for each in self.worths)

    @property
    def bound(self) -> int | None:
        """Return the bid for the first company that cannot come back by any plan."""
        return self.worths[0].bound

    @property
    def heading(self) -> str:
        """Return the line that says how far ahead it looks."""
        number = self.position.dividends
        ahead = "1 dividend" if number == 1 else f"{number} dividends"
        name = self.position.title.name
        return f"{name}: the next share of each company over {ahead}\n{dials_text(self.position)}"

    @property
    def assumes(self) -> list[str]:
        """The assumptions behind the figures, in words."""
        return [
            *([self.opened] if self.opened else []),
            self._builds,
            DIALS,
            "the company has its treasury and the price of this share, and no other money",
            "nothing else is built, developed or sold",
            "what the buyer's other shares lose by the sale is not counted",
        ]

    @property
    def _builds(self) -> str:
        """The assumed builds before each dividend in words, and the key that changes them."""
        counts = self.worths[0].builds if self.worths else ()
        one = self.position.actions is None
        text = (
            f"{', '.join(map(str, counts)) or 'no'} builds go to the company before the dividends"
        )
        if set(counts) == {1}:
            text = "one build goes to the company before each dividend"
        more = " (actions = 2 for two)" if one else ""
        return f"{text}{more}, the best for its shares"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        return {
            "id": self.id,
            "title": self.position.title.id,
            "ask": "share",
            "dividends": self.position.dividends,
            "companies": [_worth_json(each) for each in self.worths],
            "proven": self.proven,
            "seconds": round(self.seconds, 4),
            "assumes": self.assumes,
            "notes": bare(list(self.notes)),
        }

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.chicago.draw import draw_answer

        return draw_answer(self)

    def body(self) -> list[str]:
        """Return a line a company, and for a single one what each price leads to."""
        rows = []
        for each in self.worths:
            first, best, top = each.steps[0], each.best, each.highest
            limit = _range(top.bid, each.bound)
            figures = (first.bid, first.stream.total, best.bid, best.stream.total, limit)
            rows.append(
                (
                    each.company,
                    *figures,
                    _range(each.capital_bound, each.capital),
                    "proven" if each.proven else "bounded",
                )
            )
        headings = ("company", "opening", "pays", "best", "then", "highest", "capital", "")
        lines = [table(headings, rows, right=" ".join(headings[1:]))]
        if len(self.worths) == 1:
            lines += _price_lines(self.worths[0])
        lines.append(
            "(opening bid and what the share then pays; best: the least price with the most "
            "profit; highest: the last price that comes back; capital: the least that the "
            "company must have after the sale for the best)"
        )
        return ["assumed: " + "; ".join(self.assumes), "", *lines, *self.notes]


def _worth_json(worth: ShareWorth) -> dict[str, Any]:
    return {
        "company": worth.company,
        "treasury": worth.treasury,
        "shares_sold": worth.sold,
        "builds": list(worth.builds),
        "opening_bid": worth.steps[0].bid,
        "best_bid": worth.best.bid,
        "highest_bid": worth.highest.bid,
        "highest_bid_bound": worth.bound,
        "minimum_capitalisation": worth.capital,
        "minimum_capitalisation_bound": worth.capital_bound,
        "prices": [_price_json(each) for each in worth.steps],
        "proven": worth.proven,
    }


def _price_json(price: Bid) -> dict[str, Any]:
    stream = price.stream
    return {
        "bid": price.bid,
        "dividends": list(stream.paid),
        "extra": stream.extra,
        "pays": stream.total,
        "pays_at_most": stream.bound,
        "profit": price.profit,
        "builds": [[list(action) for action in actions] for actions in stream.rounds],
        "cost": stream.cost,
    }


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _price_lines(worth: ShareWorth) -> list[str]:
    rows = [
        (
            each.bid,
            " + ".join(map(str, each.stream.paid)),
            each.stream.extra or "",
            _range(each.stream.total, each.stream.bound),
            f"{each.profit:+d}",
            each.stream.cost,
        )
        for each in worth.steps
    ]
    headings = ("bid", "dividends", "extra", "pays", "profit", "cost")
    return ["", table(headings, rows, right="bid extra pays profit cost"), "(cost: of all builds)"]


def share_answer(case_id: str, position: ChicagoPosition, options: SolveOptions) -> SharesWorth:
    """The worth of the next share: of the company named, or of all whose money is known."""
    now, notes = settled(position)
    late = now.title.opening.company
    opened = ""
    if now.company == late and not rules.is_open(now, late):
        now, opened = _as_opened(now)
    offered = _offered(now, in_turn=not opened)
    builds = builds_ahead(now, now.dividends, now.actions or 1, in_turn=not opened)
    clock = Clock(options.time_limit)
    worths: list[ShareWorth] = []

    def watch(part: float) -> None:
        if options.watch is not None:
            options.watch(round(100 * (len(worths) + part)), 100 * len(offered))

    with clock.stopped_by_interrupt():
        for name in offered:
            worths.append(share_worth(now, name, builds, clock, watch))
    counted = counted_text(now, now.dividends)
    notes += [*oddities(position), *([counted] if counted else [])]
    return SharesWorth(case_id, now, tuple(worths), tuple(notes), clock.seconds, opened)


def _as_opened(position: ChicagoPosition) -> tuple[ChicagoPosition, str]:
    """The position as it is when the late company opens: the nearest one has just arrived.

    That is the one with the fewest actions to go, then the least cost. Its first share is auctioned
    at once, as part of the arrival: no dial turns for it.
    """
    title, late = position.title, position.title.opening.company
    ways = {
        name: way_to_goal(position, name, position.treasuries.get(name))
        for name in position.networks
    }
    able = [name for name, way in ways.items() if way.actions is not None]
    if not able:
        raise InputError(f"{late} cannot open any more: no way leads there", "company")

    def remoteness(name: str) -> tuple[bool, int, int]:
        way = ways[name]
        return bool(way.missing), way.actions or 0, way.cost or 0

    name = min(able, key=remoteness)
    money = max(position.treasuries.get(name, rules.UNLIMITED), ways[name].cost or 0)
    plan = solve_plan(position, name, money, actions=None, goal="chicago")
    treasuries = dict(position.treasuries)
    if name in treasuries:
        treasuries[name] = max(0, treasuries[name] - plan.course.cost)
    treasuries.setdefault(late, 0)
    now = replace(plan.course.actions[-1].after, treasuries=treasuries)
    hexes = ", ".join(title.hexes[each].label for each in plan.course.hexes)
    return (
        now,
        f"{name} arrives first, by {hexes}; {late} opens, and its share is auctioned at once",
    )


def _offered(position: ChicagoPosition, *, in_turn: bool) -> list[str]:
    """Return the companies to ask about, each with a share that may be sold.

    Unless it is ``in_turn``, the auction turns no dial.
    """
    names = [position.company] if position.company else list(position.treasuries)
    if not names:
        text = "how much money have the companies? (treasuries.NYC = 12)"
        raise InputError(f"treasuries are missing: {text}")
    if position.company and position.company not in position.treasuries:
        text = f"treasury is missing: how much money has {position.company}? (treasury = 12)"
        raise InputError(text)
    if in_turn and rules.dial_left(position, "auction") == 0:
        text = "the dial for 'auction' is on red: no share is sold before the next dividend"
        raise InputError(text, "dials.auction")
    offered = [name for name in names if rules.opening_bid(position, name) is not None]
    if not offered:
        raise InputError(f"no share of {', '.join(names)} is left to be sold, or none is open yet")
    return offered
