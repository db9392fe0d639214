"""Pictures of Chicago Express: a position, the best build on it, a development, or a claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bestrun.files import Case
from bestrun.games.base import DrawOptions
from bestrun.games.chicago.action import Advised, move_text
from bestrun.games.chicago.check import JudgedBuild, check
from bestrun.games.chicago.course import arrival_of
from bestrun.games.chicago.develop import Developed
from bestrun.games.chicago.moves_check import JudgedMoves
from bestrun.games.chicago.share import SharesWorth
from bestrun.games.chicago.solve import Built, position_of, solve
from mapdata.chicago_position import ChicagoPosition
from plots.chicago_picture import (
    ChicagoPanel,
    CompanyLine,
    CompanyTable,
    action_colour,
    draw_chicago,
    near,
    order_text,
)
from plots.chicago_view import ChicagoView, HexMark
from plots.picture import Legend, LegendRow, TitleLine
from solvers.chicago import rules
from solvers.chicago.action import PlayedMove
from solvers.chicago.moves import BuildMove, Course, DevelopMove, PlayedAction

if TYPE_CHECKING:
    from plots.drawing import Drawing

HEADINGS = ("income", "a share", "next bid", "locomotives left", "shares left")


def draw(case: Case, options: DrawOptions) -> Drawing:
    """Answer ``bestrun plot`` for one case; a claim and the best build stand together."""
    if options.claim is not None:
        judged = check(case, options.claim, options.judging)
        if isinstance(judged, JudgedMoves):
            return draw_moves(judged, options.focus)
        return draw_claim(judged, options.focus, compare=options.solve is not None)
    if options.solve is not None:
        return draw_answer(solve(case, options.solve), options.focus)
    position = position_of(case)
    return _drawing(position, [ChicagoPanel(view_of(position))], position.company, options.focus)


def draw_answer(
    answer: Built | Developed | Advised | SharesWorth, focus: bool | None = None
) -> Drawing:
    """Draw whatever was found on the board."""
    position = answer.position
    panel = answer_panel(view_of(position), answer)
    return _drawing(position, [panel], position.company, focus)


def draw_claim(judged: JudgedBuild, focus: bool | None = None, *, compare: bool = False) -> Drawing:
    """Draw a claim, what is illegal marked; with ``compare`` the best build beside it.

    It is cropped to what is built, unless ``focus`` says otherwise.
    """
    view = view_of(judged.position)
    panels = [claim_panel(view, judged)]
    if compare and not judged.good:
        panels.append(built_panel(view, judged.best, "The best"))
    return _drawing(judged.position, panels, judged.company, focus, cropped=focus is None)


def draw_moves(judged: JudgedMoves, focus: bool | None = None) -> Drawing:
    """Draw the moves of a player that could be played, with the verdict."""
    panel = moves_panel(view_of(judged.position), judged.played.turns)
    legend = replace(panel.legend, heading="The claim", total=judged.verdict.capitalize())
    company = judged.position.company
    return _drawing(judged.position, [replace(panel, legend=legend)], company, focus)


def _drawing(
    position: ChicagoPosition,
    panels: Sequence[ChicagoPanel],
    company: str | None,
    focus: bool | None,
    *,
    cropped: bool = False,
) -> Drawing:
    """Return boards side by side, with all companies in figures under them."""
    view = view_of(position)
    hexes = {mark.hex for panel in panels for mark in panel.view.marks}
    hexes |= {hex_id for panel in panels for hex_id in panel.view.faults}
    if focus or not hexes:
        hexes |= set(view.networks.get(company or "", ()))
    if focus or cropped:
        shown = near(view.title, hexes)
        panels = [replace(each, view=replace(each.view, shown=shown)) for each in panels]
    return draw_chicago(panels, title_line(view, position, company), ledger_of(position))


def view_of(position: ChicagoPosition) -> ChicagoView:
    """A position ready to be drawn; every network begins with its start hex."""
    networks = {}
    for name, hexes in position.networks.items():
        start = position.title.companies[name].start
        networks[name] = [start, *sorted(hexes - {start})]
    return ChicagoView(position.title, networks, position.houses, position.industry)


def title_line(view: ChicagoView, position: ChicagoPosition, company: str | None) -> TitleLine:
    """The line above the board: the company that builds, and its means."""
    if company is None:
        return TitleLine(None, (), position.title.name)
    facts = [position.title.name]
    if position.treasury is not None:
        facts.append(f"treasury {position.treasury}")
    facts.append(f"income {rules.income(position, company)}")
    return TitleLine(view.company(company), tuple(facts))


def ledger_of(position: ChicagoPosition) -> CompanyTable:
    """Return the table of companies; one that is not open yet has no figures."""
    lines = []
    for name in position.title.companies:
        earned = rules.income(position, name) if rules.is_open(position, name) else None
        figures = (
            earned,
            None if earned is None else rules.dividend(position, name, earned),
            rules.opening_bid(position, name),
            rules.locomotives_left(position, name),
            rules.shares_left(position, name),
        )
        lines.append(
            CompanyLine(name, tuple("–" if each is None else str(each) for each in figures))
        )
    return CompanyTable(HEADINGS, tuple(lines))


def with_course(view: ChicagoView, course: Course) -> ChicagoView:
    """Return the view with the hexes of ``course`` marked, action by action."""
    marks = [
        HexMark(hex_id, order_text(number, at), action_colour(number))
        for number, action in enumerate(course.actions, 1)
        for at, hex_id in enumerate(action.hexes)
    ]
    return replace(view, marks=marks)


def course_rows(
    course: Course, faults: Sequence[tuple[int | None, str]] = ()
) -> tuple[LegendRow, ...]:
    """Return a row for each action: hexes with their costs, and the income it leads to."""
    return tuple(
        LegendRow(
            number,
            f"action {number}",
            _action_text(course.company, action),
            "",
            tuple(text for at, text in faults if at == number - 1),
        )
        for number, action in enumerate(course.actions, 1)
    )


def _action_text(company: str, action: PlayedAction) -> str:
    position = action.before
    hexes = [
        f"{position.title.hexes[each].label} for {rules.price(position, each)}"
        for each in action.hexes
    ]
    before, after = rules.income(position, company), rules.income(action.after, company)
    return f"{', '.join(hexes)}: cost {action.cost}, income {before} → {after}"


def answer_panel(
    view: ChicagoView, answer: Built | Developed | Advised | SharesWorth
) -> ChicagoPanel:
    """Return the board with whatever was found on it, and that in words."""
    if isinstance(answer, Built):
        return built_panel(view, answer)
    if isinstance(answer, Developed):
        return develop_panel(view, answer)
    if isinstance(answer, Advised):
        return advised_panel(view, answer)
    return share_panel(view, answer)


def share_panel(view: ChicagoView, answer: SharesWorth) -> ChicagoPanel:
    """Return the bids for shares, and for a single company what the best of them builds."""
    bids = [f"{each.company} {each.steps[0].bid} to {each.highest.bid}" for each in answer.worths]
    legend = Legend(total="Bids for the next share", remark=", ".join(bids))
    if len(answer.worths) > 1:
        return ChicagoPanel(view, legend)
    best = answer.worths[0].best
    builds = [
        (hexes, f"before dividend {at}")
        for at, actions in enumerate(best.stream.rounds, 1)
        for hexes in actions
    ]
    marks, rows = [], []
    for number, (hexes, when) in enumerate(builds, 1):
        marks += [
            HexMark(each, order_text(number, at), action_colour(number))
            for at, each in enumerate(hexes)
        ]
        labels = ", ".join(view.title.hexes[each].label for each in hexes)
        rows.append(LegendRow(number, f"action {number}", f"{labels}, {when}", "", ()))
    heading = f"With a bid of {best.bid}, which pays {best.stream.total}"
    return ChicagoPanel(
        replace(view, marks=marks), replace(legend, heading=heading, rows=tuple(rows))
    )


def advised_panel(view: ChicagoView, answer: Advised) -> ChicagoPanel:
    """Return the board with the next actions of a player on it, and those in words."""
    gain = answer.turns.gain
    panel = moves_panel(view, answer.turns.turns)
    legend = replace(
        panel.legend,
        total=f"{answer.player} {gain.player:+d}",
        remark=f"others {gain.others:+d}, " + ("proven" if answer.proven else "not proven"),
    )
    return replace(panel, legend=legend)


def moves_panel(view: ChicagoView, turns: Sequence[PlayedMove]) -> ChicagoPanel:
    """Return the board with the moves of a player marked, and a row for each."""
    marks, rows = [], []
    for number, turn in enumerate(turns, 1):
        colour = action_colour(number)
        if isinstance(turn.move, BuildMove):
            marks += [
                HexMark(hex_id, order_text(number, at), colour)
                for at, hex_id in enumerate(turn.move.hexes)
            ]
        elif isinstance(turn.move, DevelopMove):
            marks.append(HexMark(turn.move.hex, str(number), colour, house=True))
        rows.append(
            LegendRow(number, f"action {number}", move_text(turn.before, turn.move), "", ())
        )
    return ChicagoPanel(replace(view, marks=marks), Legend(rows=tuple(rows)))


def built_panel(view: ChicagoView, answer: Built, heading: str = "") -> ChicagoPanel:
    """Return the board with the best build or plan on it, and that in words."""
    plan, course = answer.plan, answer.course
    arrival = arrival_of(course)
    paid = f"cost {course.cost}, left {plan.treasury - course.cost}, "
    legend = Legend(
        heading=heading,
        rows=course_rows(course),
        notes=(arrival.summary(),) if arrival is not None else (),
        total=f"Income {answer.income_before} → {answer.income}",
        remark=(paid if course.actions else "nothing to build, ") + answer.known,
    )
    return ChicagoPanel(with_course(view, course), legend)


def claim_panel(view: ChicagoView, judged: JudgedBuild) -> ChicagoPanel:
    """Return the board with a claim on it, crosses where a rule is broken, and the verdict."""
    illegal = [each.where for each in judged.broken if each.where in view.title.hexes]
    best = judged.best
    remark = "nothing better exists"
    if judged.improvable:
        better = ", ".join(view.title.hexes[each].label for each in best.course.hexes)
        remark = f"better: {better or 'nothing'}, cost {best.course.cost}, income {best.income}"
    legend = Legend(
        heading="The claim",
        rows=course_rows(judged.course, [(each.at, each.message) for each in judged.faults]),
        total=judged.verdict.capitalize(),
        remark=f"{remark} ({best.known})",
    )
    return ChicagoPanel(replace(with_course(view, judged.course), faults=illegal), legend)


def develop_panel(view: ChicagoView, answer: Developed) -> ChicagoPanel:
    """Return the board with the best development marked, and that in words."""
    best = answer.best
    if best is None:
        remark = "every development serves others more" if answer.options else "nothing can be"
        return ChicagoPanel(view, Legend(total="Develop nothing", remark=remark))
    gains = f"+{best.gain_player} for {answer.player}, +{best.gain_others} for others a dividend"
    mark = HexMark(best.hex, f"+{best.rise or best.money}", action_colour(1), house=True)
    legend = Legend(total=f"Develop {view.title.hexes[best.hex].label}", remark=f"{gains}, proven")
    return ChicagoPanel(replace(view, marks=[mark]), legend)
