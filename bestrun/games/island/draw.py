"""Pictures of Island Rails: a board, a position on it, the best track or plan, or a claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from bestrun.files import Case
from bestrun.games.base import DrawOptions
from bestrun.games.island.answers import Joined, PricedCards
from bestrun.games.island.check import JudgedTurns, check
from bestrun.games.island.keep import KeptCards
from bestrun.games.island.plans import Planned
from bestrun.games.island.solve import position_of, solve
from mapdata.errors import InputError, within
from mapdata.island.board import IslandBoard, PointPair, pair, read_board
from mapdata.island.figures import figures
from mapdata.island.position import IslandPosition
from plots import palette
from plots.island import OTHERS, OWN
from plots.island_picture import IslandPanel, draw_island
from plots.island_view import DrawnLeg, IslandView, Lines, TownMark
from plots.picture import Legend, LegendRow
from solvers.island.rules.actions import Action, Build, Buy, Deliver, Drop, Hire, Load, Move, Sail
from solvers.island.rules.ground import course

if TYPE_CHECKING:
    from plots.drawing import Drawing

_RIM = 4.0
"""How many points around what matters a cropped picture shows."""

ShownTurns = Sequence[Sequence[Action]]

PLAIN = DrawOptions()
"""A picture without any wish."""


def draw(case: Case, options: DrawOptions) -> Drawing:
    """Answer ``bestrun plot`` for one case: a position, or a bare board."""
    if "points" in case.data:
        return _bare_board(case, options)
    if options.claim is not None:
        judged = check(case, options.claim, options.judging)
        return draw_claim(judged, options, compare=options.solve is not None)
    if options.solve is not None:
        answer = solve(case, options.solve)
        return draw_answer(answer.plan if isinstance(answer, KeptCards) else answer, options)
    position = position_of(case)
    return _drawing(position, [IslandPanel(view_of(position))], options)


def draw_answer(answer: PricedCards | Joined | Planned, options: DrawOptions = PLAIN) -> Drawing:
    """Draw an answer on the board."""
    view = view_of(answer.position)
    return _drawing(answer.position, [answer_panel(view, answer)], options)


def draw_claim(
    judged: JudgedTurns, options: DrawOptions = PLAIN, *, compare: bool = False
) -> Drawing:
    """Draw a claim; with ``compare`` the best answer beside it."""
    view = view_of(judged.position)
    panels = [claim_panel(view, judged)]
    if compare and not judged.good:
        panels.append(answer_panel(view, judged.best))
    return _drawing(judged.position, panels, options)


def _drawing(
    position: IslandPosition, panels: Sequence[IslandPanel], options: DrawOptions
) -> Drawing:
    """Return boards side by side."""
    if options.focus:
        shown = frozenset[int]().union(*(near(panel.view) for panel in panels))
        panels = [replace(each, view=replace(each.view, shown=shown)) for each in panels]
    if options.shown.ids:
        panels = [replace(each, view=with_ids(each.view)) for each in panels]
    train = position.figures.trains[position.train].name
    fact = f"{train}  ·  {position.money} million"
    return draw_island(panels, position.figures, position.figures.name, fact)


def _bare_board(case: Case, options: DrawOptions) -> Drawing:
    if options.solve is not None or options.claim is not None:
        text = "a board alone asks nothing: write a position that names it"
        raise InputError(text, case.place)
    with within(case.place):
        board = read_board(dict(case.data))
        plan = figures(board.title)
        fact = "" if board.seed is None else f"seed {board.seed}"
        view = IslandView(board)
        view = with_ids(view) if options.shown.ids else view
        return draw_island([IslandPanel(view)], plan, plan.name, fact)


def with_ids(view: IslandView) -> IslandView:
    """Return the view with the ids of all points of land that have no name."""
    return replace(view, named=sorted(view.island_of))


def view_of(position: IslandPosition) -> IslandView:
    """A position ready to be drawn: own lines, other players' lines, towns that matter."""
    lines = [Lines("your lines", OWN, position.network)]
    for number, (name, links) in enumerate(position.others.items()):
        lines.append(Lines(name, OTHERS[number % len(OTHERS)], links))
    wanted = position.connect if position.ask == "track" else ()
    return IslandView(position.board, lines, train=position.at, wanted=wanted)


def claim_panel(view: IslandView, judged: JudgedTurns) -> IslandPanel:
    """Return the board with claimed turns on it, and every fault beside its turn."""
    claim = judged.claim
    turns = [[said.action for said in turn.actions] for turn in claim.turns]
    start = claim.start if judged.position.at is None else judged.position.at
    rows = tuple(
        replace(
            row,
            faults=tuple(
                each.message for each in judged.faults if judged.part(each.at) == row.number
            ),
        )
        for row in turn_rows(view.board, turns)
    )
    general = tuple(each.message for each in judged.faults if each.at is None)
    legend = Legend(
        heading="The claim: turns, and what their lines cost",
        rows=rows,
        notes=(*general, *judged.outcome.notes),
        total=judged.verdict.capitalize(),
        remark=f"cost {judged.outcome.cost}, pay {judged.outcome.pay}",
    )
    return IslandPanel(with_turns(view, turns, start), legend)


def answer_panel(view: IslandView, answer: PricedCards | Joined | Planned) -> IslandPanel:
    """Return the board with an answer on it, and that in words."""
    if isinstance(answer, Joined):
        return _track(view, answer)
    if isinstance(answer, Planned):
        return _deliveries(view, answer)
    return _contracts(view, answer)


def _contracts(view: IslandView, answer: PricedCards) -> IslandPanel:
    """Return the towns that cards name, marked, and what each delivery pays."""
    marks, rows = [], []
    for number, card in enumerate(answer.cards, 1):
        texts = []
        for each in card:
            marks.append(TownMark(each.town, f"{each.good} {each.pay}", number))
            town, source = view.board.label(each.town), view.board.label(each.source)
            texts.append(f"{each.good} from {source} to {town} {each.pay}")
        best = max(each.pay for each in card)
        rows.append(LegendRow(number, "card", "; ".join(texts), str(best)))
    legend = Legend(heading="Cards, and the most that each pays", rows=tuple(rows))
    return IslandPanel(replace(view, marks=marks), legend)


def _track(view: IslandView, answer: Joined) -> IslandPanel:
    track = answer.track
    if track.tree is None:
        return IslandPanel(view, Legend(total="No track joins these towns"))
    turns = track.turns
    hire = f" with {track.hire} for hired ships" if track.hire else ""
    legend = Legend(
        heading="Turns, and what their lines cost" if turns else "",
        rows=turn_rows(view.board, turns),
        total=f"Cost {track.tree.cost}",
        remark=f"{hire} {answer.pace}, {answer.known}".strip(),
    )
    return IslandPanel(with_turns(view, turns, track.start), legend)


def _deliveries(view: IslandView, answer: Planned) -> IslandPanel:
    plan = answer.deliveries.plan
    if plan is None:
        return IslandPanel(view, Legend(total="No plan brings a gain", remark=answer.known))
    turns = [turn.actions for turn in plan.turns]
    many = f"{len(turns)} turn{'s' * (len(turns) != 1)}"
    legend = Legend(
        heading="Turns, and the money after each",
        rows=turn_rows(view.board, turns, plan.money),
        total=f"{answer.position.money} → {plan.gain} million in {many}",
        remark=f"pay {plan.income}, {answer.known}",
    )
    return IslandPanel(with_turns(replace(view, train=plan.start), turns, plan.start), legend)


def with_turns(view: IslandView, turns: ShownTurns, start: int | None) -> IslandView:
    """Return the view with what is built, gone, loaded and delivered turn by turn."""
    new, legs, marks = [], [], []
    named: set[int] = set()
    at = start
    for turn, actions in enumerate(turns, 1):
        built: set[PointPair] = set()
        happens: dict[int, list[str]] = {}
        for action, letter in zip(actions, _letters(actions), strict=True):
            if isinstance(action, Build | Move | Sail):
                named |= {action.path[0], action.path[-1]}
            if isinstance(action, Build):
                built |= set(links_of(action.path))
            elif isinstance(action, Move | Sail):
                legs.append(DrawnLeg(_over_sea(view.board, action), turn, letter))
                at = action.path[-1]
            elif at is not None and isinstance(action, Load | Deliver | Drop):
                happens.setdefault(at, []).append(_mark_text(action))
        if built:
            colour = palette.train_colour(turn - 1)
            new.append(Lines(f"turn {turn}", colour, frozenset(built), turn))
        marks += [TownMark(point, ", ".join(texts), turn) for point, texts in happens.items()]
    return replace(view, new=new, legs=legs, marks=marks, named=sorted(named))


def _letters(actions: Sequence[Action]) -> list[str]:
    """Return a letter for each crossing of a turn that has several; nothing for the rest."""
    sails = [at for at, action in enumerate(actions) if isinstance(action, Sail)]
    if len(sails) < 2:
        return [""] * len(actions)
    names = {at: chr(ord("a") + number % 26) for number, at in enumerate(sails)}
    return [names.get(at, "") for at in range(len(actions))]


def links_of(path: Sequence[int]) -> list[PointPair]:
    """Return the links that a way consists of."""
    return [pair(a, b) for a, b in pairwise(path)]


def _over_sea(board: IslandBoard, action: Move | Sail) -> tuple[int, ...]:
    """Return a way point by point; a crossing that names its ports only is a shortest one."""
    if isinstance(action, Sail) and len(action.path) == 2:
        return tuple(course(board, *action.path)) or action.path
    return action.path


def _mark_text(action: Load | Deliver | Drop) -> str:
    if isinstance(action, Load):
        return f"↑ {action.good}"
    pay = f" +{action.pay}" if isinstance(action, Deliver) and action.pay is not None else ""
    return f"↓ {action.good}{pay}"


def turn_rows(
    board: IslandBoard, turns: ShownTurns, money: Sequence[int] = ()
) -> tuple[LegendRow, ...]:
    """Return a row for each turn: what is done, and what it costs or the money after it."""
    rows = []
    for number, actions in enumerate(turns, 1):
        lettered = zip(actions, _letters(actions), strict=True)
        texts = [
            _words(board, each) + (f" ({letter})" if letter else "") for each, letter in lettered
        ]
        text = "; ".join(texts) or "nothing"
        cost = sum(each.cost or 0 for each in actions if isinstance(each, Build))
        total = str(money[number - 1]) if money else str(cost)
        rows.append(LegendRow(number, f"turn {number}", text, total))
    return tuple(rows)


def _words(board: IslandBoard, action: Action) -> str:
    if isinstance(action, Move | Sail | Build):
        kind = type(action).__name__.lower()
        cost = f" for {action.cost}" if isinstance(action, Build) and action.cost else ""
        return f"{kind} {_way(board, action.path)}{cost}"
    if isinstance(action, Load | Drop):
        return f"{type(action).__name__.lower()} {action.good}"
    if isinstance(action, Deliver):
        return f"deliver {action.good}" + (f" for {action.pay}" if action.pay is not None else "")
    what = action.ship if isinstance(action, Hire | Buy) else action.train
    cost = f" for {action.cost}" if action.cost else ""
    return f"{type(action).__name__.lower()} {what}{cost}"


def _way(board: IslandBoard, path: Sequence[int]) -> str:
    """Return a way by its ends and the places on it."""
    last = len(path) - 1
    shown = [each for at, each in enumerate(path) if at in (0, last) or board.points[each].name]
    return " – ".join(map(board.label, shown))


def near(view: IslandView) -> frozenset[int]:
    """Return the points around lines, plan and wanted towns; all if there are none."""
    ends = {end for each in (*view.lines, *view.new) for link in each.links for end in link}
    ends |= {point for leg in view.legs for point in leg.path}
    ends |= {mark.point for mark in view.marks} | set(view.wanted)
    ends |= set() if view.train is None else {view.train}
    return _around(view, ends)


def _around(view: IslandView, points: Iterable[int]) -> frozenset[int]:
    places = [view.at[each] for each in points]
    if not places:
        return frozenset()
    xs, ys = zip(*places, strict=True)
    return frozenset(
        each
        for each, (x, y) in enumerate(view.at)
        if min(xs) - _RIM < x < max(xs) + _RIM and min(ys) - _RIM < y < max(ys) + _RIM
    )
