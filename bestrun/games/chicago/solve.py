"""Chicago Express: the best build, plan or development of a position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from msgspec import structs

from bestrun.files import Case
from bestrun.games.base import Result, SolveOptions, known
from bestrun.games.chicago.action import Advised, advise
from bestrun.games.chicago.ahead import ahead_notes, grown_between, last_action, settled
from bestrun.games.chicago.course import arrival_of, course_table, heading
from bestrun.games.chicago.develop import Developed, develop
from bestrun.games.chicago.notes import bare, oddities
from bestrun.games.chicago.share import SharesWorth, share_answer
from mapdata.chicago_position import ChicagoPosition, read_chicago
from mapdata.errors import InputError, within
from solvers.chicago import rules
from solvers.chicago.moves import Course, no_holder
from solvers.chicago.plan import ChicagoPlan, solve_plan, way_to_goal
from solvers.errors import TooLarge

if TYPE_CHECKING:
    from plots.drawing import Drawing


PATIENCE = 60.0
"""Seconds that an answer takes at most, unless the user sets a limit."""


def position_of(case: Case) -> ChicagoPosition:
    """Return the position that a case describes."""
    with within(case.place):
        position = read_chicago(case.data)
        rules.check_connected(position)
    return position


def builder_of(position: ChicagoPosition, company: str | None = None) -> tuple[str, int]:
    """The company that builds, and its money."""
    company = company or position.company
    if company is None:
        raise InputError('company is missing: who builds? (company = "NYC")')
    if not rules.is_open(position, company):
        goal = position.title.hexes[position.title.opening.hex].label
        raise InputError(f"{company} is not open yet: no company has reached {goal}", "company")
    treasury = position.treasuries.get(company, position.treasury)
    if treasury is None:
        raise InputError(f"treasury is missing: how much money has {company}? (treasury = 12)")
    return company, treasury


def dial_on_red(position: ChicagoPosition) -> str | None:
    """Say that nobody may do what is asked about, if so; a plan goes on after the dividend."""
    if position.ask not in ("build", "develop") or rules.dial_left(position, position.ask) != 0:
        return None
    return (
        f"the dial for '{position.ask}' is on red: nobody {position.ask}s before the next dividend"
    )


def patient(options: SolveOptions) -> SolveOptions:
    """Return the options with a time limit: the user's, or ours."""
    return structs.replace(options, time_limit=PATIENCE) if options.time_limit is None else options


@dataclass(frozen=True, repr=False)
class Built(Result):
    """The answer of ``solve`` to a question for a build or a plan."""

    id: str
    position: ChicagoPosition
    plan: ChicagoPlan
    notes: tuple[str, ...]

    @property
    def course(self) -> Course:
        """Return the actions of the plan."""
        return self.plan.course

    @property
    def income_before(self) -> int:
        """Return the income before the first action."""
        return rules.income(self.position, self.plan.company)

    @property
    def after(self) -> ChicagoPosition:
        """Return the position after the last action."""
        return self.course.actions[-1].after if self.course.actions else self.position

    @property
    def income(self) -> int:
        """Return the income after the last action."""
        return rules.income(self.after, self.plan.company)

    @property
    def reached(self) -> bool:
        """Whether the company is in Chicago at the end."""
        return self.position.title.opening.hex in self.after.networks[self.plan.company]

    @property
    def hexes(self) -> list[str] | list[list[str]]:
        """Return the hexes that are built, of a plan action by action."""
        if self.position.ask != "plan":
            return list(self.course.hexes)
        return [list(action.hexes) for action in self.course.actions]

    @property
    def bound(self) -> int | None:
        """Return an income that no plan exceeds, or the fewest actions to Chicago."""
        return self.plan.bound

    @property
    def proven(self) -> bool:
        """Whether it is proven that nothing is better."""
        return self.plan.proven

    @property
    def known(self) -> str:
        """The proof in words: proven, or the bound."""
        plan = self.plan
        if plan.goal == "income":
            return known(plan.proven, f"at most {self.bound}")
        return known(plan.proven, f"at least {self.bound} action{'s' * (self.bound != 1)}")

    @property
    def heading(self) -> str:
        """Return the line that says who builds with what."""
        return heading(self.position, self.plan.company, self.plan.treasury)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON contract."""
        plan, position = self.plan, self.position
        flat = position.ask != "plan"
        answer: dict[str, Any] = {
            "id": self.id,
            "title": position.title.id,
            "company": plan.company,
            "ask": "build" if flat else "plan",
            "hexes": self.hexes,
            "cost": self.course.cost,
            "left": plan.treasury - self.course.cost,
            "income_before": self.income_before,
            "income": self.income,
            "gain": self.income - self.income_before,
            "dividend_per_share": rules.dividend(position, plan.company, self.income),
            "bound": self.bound,
            "proven": plan.proven,
            "seconds": round(plan.seconds, 4),
            "method": plan.method,
        }
        if not flat:
            answer |= {"goal": plan.goal, "actions": len(self.hexes)}
        if plan.goal == "chicago":
            answer["reached"] = self.reached
        arrival = arrival_of(self.course)
        if arrival is not None:
            answer["chicago"] = arrival.to_dict()
        answer["notes"] = bare(list(self.notes))
        return answer

    def body(self) -> list[str]:
        """The plan in words, with a table of its hexes."""
        plan, name = self.plan, self.plan.company
        lines = [self._headline()]
        if self.course.actions:
            share = rules.dividend(self.position, name, self.income)
            lines.append(
                f"cost {self.course.cost}, left {plan.treasury - self.course.cost}, "
                + (
                    f"{share} a share ({self.position.sold[name]} sold)"
                    if share
                    else "no share sold"
                )
            )
            lines.append(course_table(self.course))
        arrival = arrival_of(self.course)
        if arrival is not None:
            lines.append(arrival.summary())
        return [*lines, *self.notes]

    def draw(self) -> Drawing:
        """Return a picture of it, laid out."""
        from bestrun.games.chicago.draw import draw_answer

        return draw_answer(self)

    @property
    def _obstacle(self) -> str:
        """The reason why no plan gets to Chicago: money, actions, or no way at all."""
        way = way_to_goal(self.position, self.plan.company, self.plan.treasury)
        if way.cost is None:
            return "no way leads there with the locomotives that are left"
        if way.missing:
            return f"the cheapest way costs {way.cost}, {way.missing} more than there is"
        return f"it takes {way.actions} actions"

    def _headline(self) -> str:
        plan, gain = self.plan, self.income - self.income_before
        if plan.goal == "chicago":
            goal = self.position.title.hexes[self.position.title.opening.hex].name
            if not self.course.actions:
                if self.reached:
                    return f"{plan.company} is in {goal} already"
                if not plan.proven:
                    return f"{goal} was not reached in the time, {self.known}"
                return f"{goal} is out of reach: {self._obstacle}, {self.known}"
            many = len(self.course.actions)
            return f"{goal} in {many} action{'s' * (many > 1)}, {self.known}"
        if not self.course.actions:
            return f"income {self.income}: no build adds to it, {self.known}"
        return f"income {self.income_before} + {gain} = {self.income}, {self.known}"


def solve(case: Case, options: SolveOptions) -> Built | Developed | Advised | SharesWorth:
    """Answer ``bestrun solve`` for one case."""
    position = position_of(case)
    with within(case.place):
        if options.alternatives or options.prefer:
            word = "--alternatives" if options.alternatives else "--prefer"
            raise InputError(f"{position.title.name} has no answer to {word}")
        if position.ask in ("action", "share", "develop"):
            options.need_auto(f"ask = {position.ask!r}")
        options = patient(options)
        if position.ask == "action":
            return advise(case.id, position, options.time_limit)
        if position.ask == "share":
            return share_answer(case.id, position, options)
        now, _ = settled(position)
        red = dial_on_red(now)
        if red is not None:
            raise InputError(red, f"dials.{now.ask}")
        if position.ask == "develop":
            return develop(case.id, position)
        company, treasury = builder_of(now)
        refused = no_holder(now, company)
        if refused is not None:
            raise InputError(refused, "player")
        return best_built(case.id, position, company, treasury, options)


def best_built(
    case_id: str,
    position: ChicagoPosition,
    company: str,
    treasury: int,
    options: SolveOptions,
) -> Built:
    """Return the best answer to what a position asks, after a dividend that is due."""
    now, notes = settled(position)
    plan = _best_plan(now, company, treasury, options)
    notes += [*oddities(position), *ahead_notes(now, company, treasury)]
    return Built(case_id, now, plan, tuple(notes))


def _best_plan(
    position: ChicagoPosition, company: str, treasury: int, options: SolveOptions
) -> ChicagoPlan:
    """Return the best plan: no builds, if none are allowed.

    What industries may grow by between the actions is not in the plan, but in its bound.
    """
    barred = no_holder(position, company) is not None or dial_on_red(position) is not None
    try:
        plan = solve_plan(
            position,
            company,
            treasury,
            actions=0 if barred else last_action(position),
            goal=position.goal if position.ask == "plan" else "income",
            method=options.method,
            time_limit=options.time_limit,
        )
    except TooLarge as error:
        raise InputError(f"{error}: the method {options.method} cannot hold it") from None
    grown = grown_between(position, company, treasury)
    if plan.goal != "income" or not grown or plan.bound is None:
        return plan
    return replace(plan, bound=plan.bound + grown, proven=False)
