"""The commands as Python functions, one for each, with the same names and answers.

A position is a file, the data of one, or a :class:`mapdata.position.Position`. The examples
below use ``sion.toml``, the position of the README.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from bestrun.cases import read_cases
from bestrun.claims.source import source_in
from bestrun.files import Case
from bestrun.games import family_named, family_of
from bestrun.games.base import DrawOptions, SolveOptions
from mapdata.errors import InputError
from solvers.plan import RunAim

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bestrun.auditing.runs import Audit
    from bestrun.benchmark_summary import Summary
    from bestrun.games.base import Answer, Result, Verdict
    from bestrun.games.eighteen.tiles import TileChart
    from bestrun.games.eighteen.title import CheckedTitle
    from bestrun.operating.advise import Advice
    from bestrun.operating.moves import Moves
    from bestrun.operating.payout import Payout
    from bestrun.operating.phase import PhaseChange
    from bestrun.operating.reach import Reached
    from bestrun.operating.round import Round
    from bestrun.turn import Turn
    from mapdata.position import Position
    from plots.drawing import Drawing

Source: TypeAlias = "str | Path | Mapping[str, Any] | Position"
"""A position: a file, the data of one, or a :class:`mapdata.position.Position`."""

DATA = Path(__file__).parent / "data"


def load(source: Source) -> Turn:
    """Return the turn that an 18xx position describes, laid out on its board.

    ``turn.network`` is what routes can use and ``turn.network.graph()`` a plain networkx
    graph of it; ``hexgraph.track.track_graph(turn.board)`` has every piece of track.

    Examples
    --------
    >>> turn = bestrun.load("sion.toml")
    >>> turn
    <Turn: 1844 Switzerland, VZ in phase 3: 2H, 3H>
    >>> graph = turn.network.graph()
    >>> graph.nodes["K10"]["name"], graph.nodes["K10"]["value"]
    ('Sion', 30)
    >>> sorted(graph["K10"])
    ['J11', 'K8']
    """
    from bestrun.games.eighteen.solve import turn_of

    return turn_of(_case(source))


def solve(
    source: Source,
    *,
    method: str = "auto",
    time_limit: float | None = None,
    alternatives: int = 0,
    every: bool = False,
    prefer: tuple[str, ...] = (),
    aim: RunAim = "total",
) -> Result:
    """Return the best run of a position, proven unless the time ran out.

    For an 18xx position this is a :class:`bestrun.games.eighteen.solve.Solution`.

    Examples
    --------
    >>> solution = bestrun.solve("sion.toml")
    >>> solution
    <Solution: 1844 Switzerland, VZ in phase 3: 2H, 3H; revenue 100, proven>
    >>> solution.revenue, solution.bound, solution.proven
    (100, 100, True)
    >>> for run in solution.runs:
    ...     print(run.train, run.revenue, "-".join(run.names))
    2H 40 Sion-Martigny
    3H 60 Sion-Visp-Brig
    >>> print(solution.summary())
    1844 Switzerland, VZ in phase 3: 2H, 3H
    revenue 100, proven
    train  revenue  route           hexes        of which
    2H          40  Sion-Martigny   K10 K8       stops 40
    3H          60  Sion-Visp-Brig  K10 J11 J13  stops 60

    Parameters
    ----------
    method
        How to solve it; all methods find the same revenue.
    time_limit
        Seconds; afterwards the best plan found is returned with the bound that holds.
    alternatives
        How many of the next best plans to list: such as differ in what they earn or visit.
    every
        All kinds of next best plans: shortened ones and such with an idle train, too.
    prefer
        Stops and tunnels that break ties between plans of the same revenue.
    aim
        What to maximise: revenue and subsidy together, or ``"dividend"``, the revenue alone.
    """
    case = _case(source)
    options = SolveOptions(method, time_limit, alternatives, every, prefer, aim)
    return family_of(case).solve(case, options)


def check(
    source: Source, claim: object, *, time_limit: float | None = None, aim: RunAim = "total"
) -> Verdict:
    """Return the verdict on a claim: lines of text, JSON data, or a file.

    For an 18xx position this is a :class:`bestrun.games.eighteen.check.JudgedClaim`.

    Examples
    --------
    >>> verdict = bestrun.check("sion.toml", "3H: Sion-Visp-Brig = 50")
    >>> verdict.verdict, verdict.legal, verdict.revenue, verdict.missed
    ('misstated', True, 60, 40)
    >>> verdict.faults[0].message
    '50 is stated, but the run earns 60'
    >>> [run.train for run in verdict.better]
    ['2H', '3H']
    """
    case = _case(source)
    options = SolveOptions(time_limit=time_limit, aim=aim)
    return family_of(case).check(case, source_in(claim), options)


def report(source: Source) -> Answer:
    """Return a position in figures, for the games that have such a page."""
    case = _case(source)
    return family_of(case).report(case)


def draw(
    source: Source,
    *,
    solve: bool = False,
    claim: object = None,
    focus: bool | None = None,
) -> Drawing:
    """Return a picture of a position, laid out: ``plots.svg.write`` makes it SVG text."""
    case = _case(source)
    claimed = None if claim is None else source_in(claim)
    options = DrawOptions(SolveOptions() if solve else None, claimed, focus)
    return family_of(case).draw(case, options)


def plot(
    source: Source,
    *,
    solve: bool = False,
    claim: object = None,
    focus: bool | None = None,
) -> Figure:
    """Return a matplotlib figure of a position, with the best runs or a claim on it."""
    from plots.paint import picture

    return picture(draw(source, solve=solve, claim=claim, focus=focus))


def audit(game: str | Path, *, jobs: int | None = None, time_limit: float | None = None) -> Audit:
    """Return every run of a game exported from 18xx.games, judged."""
    from bestrun.auditing.runs import audit_game
    from bestrun.importers import read_export

    return audit_game(read_export(Path(game)), jobs=jobs, time_limit=time_limit)


def moves(source: Source, *, online: bool = False) -> Moves:
    """Return every legal tile lay and marker place of the company.

    Examples
    --------
    >>> [lay.code for lay in bestrun.moves("sion.toml").lays if lay.hex == "K12"]
    ['7:2', '7:3', '8:1', '8:3', '9:0']
    """
    case = _case(source)
    return family_of(case).moves(case, online=online)


def reach(source: Source) -> Reached:
    """The company's reach, its destination, and whether it needs a train.

    Examples
    --------
    >>> bestrun.reach("sion.toml").to_dict()["stops"]
    ['I6', 'J11', 'J13', 'K8', 'K10']
    """
    case = _case(source)
    return family_of(case).reach(case)


def advise(
    source: Source,
    *,
    top: int = 10,
    pairs: bool = True,
    trains: bool = False,
    turn: bool = False,
    jobs: int | None = None,
    online: bool = False,
    time_limit: float | None = None,
) -> Advice:
    """Return the moves that add most to the best run.

    Single lays and markers always; with ``pairs`` both together, with ``trains`` one more
    train of the phase, with ``turn`` all of it together. After ``time_limit`` seconds it is
    the ranking so far.
    """
    from bestrun.operating.wanted import Wanted

    case = _case(source)
    wanted = Wanted(pairs, trains, turn)
    return family_of(case).advise(
        case, top=top, wanted=wanted, jobs=jobs, online=online, time_limit=time_limit
    )


def phase(source: Source, to: str) -> PhaseChange:
    """Return the best runs now and in a later phase."""
    case = _case(source)
    return family_of(case).phase(case, to)


def round(source: Source, *, time_limit: float | None = None) -> Round:
    """Return the best run of every company whose trains the position tells."""
    case = _case(source)
    return family_of(case).round(case, SolveOptions(time_limit=time_limit))


def payout(source: Source, revenue: int, *, withhold: bool = False) -> Payout:
    """The payout of ``revenue`` by holder, and the share price after it."""
    case = _case(source)
    return family_of(case).payout(case, revenue, withhold=withhold)


def bench(
    *sets: str,
    methods: Sequence[str] = (),
    repeat: int = 1,
    time_limit: float | None = 20.0,
) -> list[Summary]:
    """Times of each method (all by default) on sets or files of cases.

    ``"mine=module:function"`` among the methods is one of your own. Raises
    :class:`solvers.errors.SolverFailed` if they disagree.
    """
    from bestrun.benchmark import measurements, read_set
    from bestrun.benchmark_summary import summaries
    from bestrun.own_method import own_name
    from solvers.methods import METHODS

    chosen = list(methods or METHODS)
    names = [own_name(name) for name in chosen]
    cases = [case for name in sets or ("small",) for case in read_set(name)]
    return summaries(list(measurements(cases, chosen, repeat, time_limit)), names)


def board(
    title: str, *, seed: int, shape: str = "hexagon", apart: bool = False
) -> dict[str, object]:
    """Return a board out of a seed, for a title that is played on another one each time."""
    return family_named(title).board(title, seed=seed, shape=shape, apart=apart)


def tiles(title: str, *, hex: str | None = None) -> TileChart:
    """Return the tiles of a title, or those that may ever lie on a hex, with rotations."""
    return family_named(title).tiles(title, hex)


def new(title: str, *, company: str = "") -> str:
    """Return a commented position of a title, ready to be filled in.

    Examples
    --------
    >>> 'company = "MOB"' in bestrun.new("1844", company="MOB")
    True
    """
    return family_named(title).new(title, company)


def titles() -> dict[str, str]:
    """Return the ids of all titles with their names.

    Examples
    --------
    >>> bestrun.titles()["1844"]
    '1844 Switzerland'
    """
    from mapdata.titles import name_of, title_ids

    return {title: name_of(title) for title in title_ids()}


def title(folder: str | Path) -> CheckedTitle:
    """Check a title of the 18xx family: a folder, or the id of one that is there.

    >>> bestrun.title("1889").problems
    ()
    """
    from bestrun.games.eighteen.title import check_title
    from mapdata.errors import Mistakes
    from mapdata.titles import add_folder, load, load_anew, mistakes_in

    path = Path(folder)
    if not path.is_dir():
        _expect_title(str(folder))
        return check_title(load(str(folder)))
    if not (path / "title.toml").is_file():
        raise InputError("there is no title.toml in this folder", str(folder))
    add_folder(path)
    name = path.resolve().name
    try:
        return check_title(load_anew(name))
    except InputError:
        every = mistakes_in(name)
        if len(every) < 2:
            raise
        raise Mistakes(every) from None


def _expect_title(name: str) -> None:
    """Refuse what is neither a title nor a folder, in words for what it looks like."""
    from mapdata.errors import did_you_mean
    from mapdata.titles import title_ids

    path, known = Path(name), title_ids()
    if name in known:
        return
    if path.is_file():
        raise InputError("is a file: name the folder of a title", name)
    guess = did_you_mean(path.name, known)
    if path.name != name:
        raise InputError(f"there is no such folder{guess}", name)
    raise InputError(f"unknown title {name!r}{guess}, and there is no folder of that name")


def demo(output: Path | None = None) -> tuple[Result, Verdict]:
    """Solve, check and (with ``output``) draw the example of the 1844 rulebook."""
    position = DATA / "sion.toml"
    solution = solve(position)
    verdict = check(position, DATA / "sion-claim.txt")
    if output is not None:
        from bestrun.pictures import save

        save(draw(position, solve=True), output)
    return solution, verdict


def _case(source: Source) -> Case:
    if isinstance(source, Mapping):
        return Case(str(source.get("id", "position")), source, "position")
    if isinstance(source, str | Path):
        cases = list(read_cases(Path(source)))
        if len(cases) > 1:
            raise InputError(f"holds {len(cases)} cases, not one position", str(source))
        return cases[0]
    from bestrun.positions import written

    return Case("position", written(source), "position")
