"""Links taken apart at points: the same paths, rows and plans as with whole links."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from networks import all_plans, all_ways, joined_problem, random_problem, score
from state_paths import paths
from thorough import for_every

from solvers.clock import Clock
from solvers.frontier import model, track
from solvers.frontier.graph import StateGraph
from solvers.frontier.sections import Sections, take_apart, whole_links
from solvers.frontier.states import state_graph
from solvers.methods import solve_frontier
from solvers.pack import scale_for
from solvers.problem import Problem


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take links apart however few there are, and price by tables."""
    monkeypatch.setattr(track, "_WIDE", 0)
    monkeypatch.setattr(model, "FEW_STEPS", 0)


def apart(problem: Problem) -> Sections:
    found = take_apart(problem.network)
    assert found is not None
    return found


@for_every("seed", range(150))
def test_the_ways_over_sections_are_all_simple_paths_each_once(seed: int) -> None:
    """But for ways without a marker, from one stop that cannot be passed to another."""
    problem = joined_problem(seed)
    sections = apart(problem)
    found = [frozenset(path) for path in paths(track_graph(problem, sections))]
    assert len(found) == len(set(found))
    links = [frozenset(sections.links_along(path)) for path in found]
    stops = problem.network.stops
    assert {some for some in links if some} == set(all_ways(problem))
    for path, some in zip(found, links, strict=True):
        parts = [part for link in some for part in sections.of_links[link]]
        ends = {node for part in path for node in nodes(sections, part) if node < len(stops)}
        useless = len(ends) == 2 and not any(stops[e].through or stops[e].home for e in ends)
        assert sorted(parts) == sorted(path) or (useless and not some)


def nodes(sections: Sections, section: int) -> tuple[int, int]:
    return sections.sections[section].a, sections.sections[section].b


def track_graph(problem: Problem, sections: Sections) -> StateGraph:
    from solvers.frontier.states import _Builder

    seen = track._swept(problem, sections)
    assert seen is not None
    return _Builder(problem, *seen, None).run()


@for_every("seed", range(100))
def test_rows_of_sections_are_rows_of_links(seed: int) -> None:
    """Each link uses one section of a row that it belongs to, and none of any other."""
    problem = joined_problem(seed)
    sections, whole = apart(problem), whole_links(problem.network)
    assert len(sections.rows) == len(whole.rows)
    for row, links in zip(sections.rows, whole.rows, strict=True):
        for link, parts in enumerate(sections.of_links):
            assert len(set(row).intersection(parts)) == (link in links)


@for_every("seed", range(50))
def test_hexsides_of_sections_add_up(seed: int) -> None:
    problem = joined_problem(seed)
    sections = apart(problem)
    for link, parts in zip(problem.network.links, sections.of_links, strict=True):
        assert sum(sections.sections[part].hexsides for part in parts) == link.hexsides


@pytest.mark.usefixtures("narrow")
@for_every("seed", range(200))
def test_the_best_plans_by_brute_force(seed: int) -> None:
    problem = joined_problem(seed, most=14)
    scale = scale_for(problem)
    plans, bound = solve_frontier(problem, Clock(), 3)
    scores = [sum(score(problem, scale, run) for run in plan.runs) for plan in plans]
    assert scores == all_plans(problem)[:3]
    assert bound == plans[0].revenue


def test_some_of_these_boards_have_points_that_are_left_apart() -> None:
    """So that the tests above test something."""
    points = [apart(joined_problem(seed)).points for seed in range(50)]
    assert sum(number >= 3 for number in points) > 25
    mixed = [track._swept(joined_problem(seed), apart(joined_problem(seed))) for seed in range(50)]
    assert any(way is not None and way[1].sides for way in mixed)


def test_links_without_known_track_stay_whole() -> None:
    assert take_apart(random_problem(3).network) is None


@for_every("seed", range(40))
def test_where_a_link_is_missing_all_stay_whole(seed: int) -> None:
    """A way over sections that is no link would be a route that is not there."""
    problem = joined_problem(seed)
    whole = apart(problem)
    links = problem.network.links
    for at in range(len(links)):
        if all(len(whole.users[part]) > 1 for part in whole.of_links[at]):
            some = (*links[:at], *links[at + 1 :])
            found = take_apart(replace(problem.network, links=some))
            assert found is None or found.points < whole.points


@pytest.mark.usefixtures("narrow")
def test_marks_that_sections_cannot_tell_keep_all_whole() -> None:
    """A mark on one of two links over the same sections belongs to neither section."""
    for seed in range(0, 200, 2):
        problem = joined_problem(seed)
        sections = apart(problem)
        for link, parts in enumerate(sections.of_links):
            if all(len(sections.users[part]) > 1 for part in parts):
                marked = replace(problem, prefer_links=frozenset({link}))
                assert state_graph(marked).track.sections.points == 0
                return
    raise AssertionError("no such link")
