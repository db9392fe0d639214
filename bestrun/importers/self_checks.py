"""Signs in a run that its replay has lost the thread: then nothing is concluded from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bestrun.importers.actions import StandingAction

if TYPE_CHECKING:
    from bestrun.importers.state import State


def problems(state: State, company: str, ran: Sequence[str]) -> Iterator[str]:
    """Say what a run states of its company and trains that the replay does not have."""
    held = state.depot.held.get(company, [])
    if company not in state.title.companies:
        yield f"there is no company {company}"
    elif not state.ground.placed(company):
        yield f"{company} has no token on the board"
    elif not held:
        yield f"{company} has no train"
    for at, train in enumerate(ran):
        if train in ran[:at]:
            yield f"train {train}: runs twice"
        elif train not in held:
            holder = state.depot.holder(train)
            elsewhere = f"{holder} holds it" if holder else "no company holds it"
            yield f"train {train}: {company} does not hold it ({elsewhere})"
        elif state.depot.ran.get(train, company) != company:
            yield f"train {train}: has run for {state.depot.ran[train]} in this round"
    yield from state.too_many(company, held)
    for train in held:
        if train not in ran and (other := _next_without_purchase(state.ahead(), train, company)):
            yield f"train {train}: does not run, and {other} has it next without a purchase"


def doubts(state: State, company: str, ran: Sequence[str]) -> Iterator[str]:
    """Say which trains ran for a company before, do not run now, and are not seen again.

    They may have gone before this run without a trace: a better run with them proves nothing.
    At the end of a game a train is not seen again anyway.
    """
    if not any(
        each.action.type == "run_routes" and each.company == company for each in state.ahead()
    ):
        return
    for train in state.depot.held.get(company, ()):
        after = _naming(train, state.ahead())
        if train in ran or (after and after.action.type != "buy_train"):
            continue  # a purchase does not say from whom
        last = _naming(train, reversed(state.export.steps[: state.index]))
        if last and last.action.type == "run_routes" and last.company == company:
            yield f"train {train}: ran for {company} before, but not now and never again"


def _naming(train: str, steps: Iterable[StandingAction]) -> StandingAction | None:
    """Return the first of the actions that names a train."""
    return next((step for step in steps if train in step.action.trains), None)


def _next_without_purchase(steps: Iterable[StandingAction], train: str, company: str) -> str:
    """The next company to own this train, if no purchase shows how it got there.

    Then it has changed hands unseen, perhaps before this run. A merger shows how.
    """
    step = None
    for step in steps:
        if train in step.action.trains:
            break
        if step.action.type == "merge" and company in (step.company, step.action.corporation):
            return ""
    else:
        return ""
    bought = step.action.type == "buy_train"
    if bought or step.action.type == "run_routes":
        return step.company if bought == (step.company == company) else ""
    return ""
