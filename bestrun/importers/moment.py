"""One moment of a game in progress: the position before an action, or at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bestrun.files import Case
from bestrun.importers.actions import Export, export_of
from bestrun.importers.common import Replay
from bestrun.importers.games import replay
from bestrun.importers.records import RecordedRun
from bestrun.positions import whole_table
from mapdata.errors import InputError, did_you_mean, within
from mapdata.position import Position


@dataclass(frozen=True)
class Moment:
    """A position with what is known about its place in the game.

    ``assumed`` says why the company is only the likely one: the order of operation goes
    by share prices, which a replay does not follow.
    """

    position: Position
    action: int | None
    round: str
    assumed: str = ""
    run: RecordedRun | None = None
    """The run that the action is, if it is one of that company."""
    table: Mapping[str, Any] = field(default_factory=dict)
    """The same position as it is written, with what every company has."""


def position_before(export: Export, action: int, company: str = "") -> Moment:
    """Return the position just before an action.

    Without ``company``, for the company that acts or is on turn.
    """
    game = replay(export)
    for step in game.moments():
        if step.id == action:
            acting = step.company if step.company in game.title.companies else ""
            moment = _moment(game, action, company or acting)
            runs = step.action.type == "run_routes" and company in ("", acting)
            return replace(moment, run=game.run(step)) if runs and acting else moment
    raise InputError(_no_such_action(export, action), export.place)


def position_now(export: Export, company: str = "") -> Moment:
    """Return the position at the end of the file, for the company to run next."""
    game = replay(export)
    for _ in game.moments():
        pass
    if not company and game.clock.over:
        runs = [step.id for step in export.steps if step.action.type == "run_routes"]
        hint = f"; its last run is action {runs[-1]}" if runs else ""
        raise InputError(f"the game is over{hint} (choose a moment with --action)", export.place)
    moment = _moment(game, None, company)
    if export.finished and not company:
        doubt = f"the export calls this game finished; {moment.assumed}".removesuffix("; ")
        moment = replace(moment, assumed=doubt)
    return moment


def case_of(data: object, path: Path, action: int | None = None, company: str = "") -> Case:
    """Return the moment of an exported game as a case, as every command reads them."""
    with within(str(path)):
        export = export_of(data, path.stem)
        if action is None:
            moment = position_now(export, company)
        else:
            moment = position_before(export, action, company)
    at = "now" if moment.action is None else moment.action
    claim = None if moment.run is None else _claim(moment.run)
    name = f"{export.name}:{at}"
    return Case(name, moment.table, str(path), claim, doubt=moment.assumed)


def _claim(run: RecordedRun) -> dict[str, Any]:
    """The director's claim in the form that a file has."""
    from bestrun.auditing.judging import stated

    claim = stated(run)
    runs = [
        {"train": each.train, "stops": each.stops, "hexes": each.hexes, "revenue": each.revenue}
        for each in claim.runs
    ]
    return {"runs": runs, "revenue": claim.revenue}


def _moment(game: Replay, action: int | None, company: str) -> Moment:
    assumed = ""
    if not company:
        company, assumed = _next_to_run(game)
    elif company not in game.title.companies:
        known = game.title.companies
        raise InputError(f"no company {company}{did_you_mean(company, known)}", game.export.place)
    elif company in game.depot.heirs and company not in game.ground.tokens_written():
        heir = game.depot.heirs[company]
        text = f"{company} has no markers on the board any more: {heir} has taken them over"
        raise InputError(text, game.export.place)
    table = table_at(game, company)
    return Moment(game.to_build(company), action, game.clock.label, assumed, table=table)


def table_at(game: Replay, company: str) -> dict[str, Any]:
    """What every company has at this moment, in the order in which they operate."""
    known = game.ground.tokens_written()
    order = (*game.clock.had_turn, *game.clock.before, *game.title.companies)
    there = (each for each in order if each in known or game.depot.trains_of(each))
    names = dict.fromkeys([*there, company])
    return whole_table([game.to_build(name) for name in names], company)


def _next_to_run(game: Replay) -> tuple[str, str]:
    """Return the company to run next, and a doubt if there is one."""
    clock = game.clock
    before_run = clock.reached < clock.order["run_routes"]
    if clock.operating and not clock.round_over and before_run:
        return clock.company, ""
    placed = game.ground.tokens_written()
    ready = [each for each in placed if game.depot.trains_of(each)]
    waiting = [each for each in ready if each not in clock.had_turn and each not in game.fresh]
    order = clock.before
    if not clock.operating or clock.round_over or not waiting:
        waiting, order = ready, clock.had_turn
    if not waiting:
        raise InputError("no company has a train to run with", game.export.place)
    if len(waiting) == 1:
        return waiting[0], ""
    known = [company for company in order if company in waiting]
    likely = (known or waiting)[0]
    others = ", ".join(company for company in waiting if company != likely)
    assumed = f"taking {likely} to run next, as in the last round; name another with --company"
    return likely, f"{assumed} ({others})"


def _no_such_action(export: Export, action: int) -> str:
    if action in export.undone:
        return f"action {action} was undone"
    ids = [step.id for step in export.steps]
    if not ids:
        return "the game has no actions"
    nearest = min(ids, key=lambda each: abs(each - action))
    return f"no action {action} (they go from {ids[0]} to {ids[-1]}; the nearest is {nearest})"
