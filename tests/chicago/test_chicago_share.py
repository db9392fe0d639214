"""What shares are worth: tiny boards on which every way to build is tried."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from chicago_tried import check_prices, compared

from bestrun.files import Case
from bestrun.games.base import SolveOptions
from bestrun.games.chicago.solve import solve
from mapdata.chicago_position import read_chicago
from solvers.chicago import future
from solvers.chicago.share import share_worth
from solvers.clock import Clock


def test_no_way_to_build_pays_a_share_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is paid can be had, what is said to be the most is; nearly always both are one."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    proven = 0
    for seed in range(80):
        found, best = compared(seed, tmp_path)
        assert found.total <= best <= found.bound, seed
        proven += found.proven
    assert proven > 72


def test_the_highest_bid_is_the_last_that_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every price is tried: where all is proven, bids and profits are those of trying all."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    assert sum(check_prices(seed, tmp_path) for seed in range(40)) > 28


HARD = (43, 76, 84)
"""Seeds where plans that are made fast do not meet the bound."""

DEARER = 70
"""A seed where a plan would cost more than there is: an arrival in Chicago makes a hex dearer."""


def test_the_prices_of_a_poor_company_and_the_least_it_must_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of little money every dollar counts: no price is left out, and no less money is enough."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    assert sum(check_prices(seed, tmp_path, poor=True) for seed in range(30)) > 24
    assert all(check_prices(seed, tmp_path, poor=True) for seed in (*HARD, DEARER))


def test_without_a_closer_look_nothing_is_said_that_is_not_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gaps between plans and bounds then stay open, and the prices are not called proven."""
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    monkeypatch.setattr(future, "EFFORT", 0.0)
    assert not any(check_prices(seed, tmp_path, poor=True) for seed in HARD)


EXAMPLE = Path(__file__).parents[2] / "examples" / "chicago-share.toml"


def test_without_time_the_bounds_still_hold() -> None:
    """Nothing is proven then, but what is paid can be had, and nothing pays more than the bound."""
    position = read_chicago(tomllib.loads(EXAMPLE.read_text()))
    worth = share_worth(position, "B&O", (1, 1), Clock())
    late = share_worth(position, "B&O", (1, 1), Clock(0.0))
    assert worth.proven and not late.proven
    assert late.steps[0].bid == worth.steps[0].bid
    assert late.steps[0].stream.total <= worth.steps[0].stream.total <= late.steps[0].stream.bound
    assert late.highest.bid <= worth.highest.bid <= late.bound


def test_who_watches_is_told_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    data = tomllib.loads(EXAMPLE.read_text())
    data |= {"treasuries": {"B&O": 12, "C&O": 5}}
    del data["company"], data["treasury"]
    case = Case("watched", data, "position")
    options = SolveOptions(watch=lambda done, total: told.append((done, total)))
    assert len(solve(case, options).to_dict()["companies"]) == 2
    assert {total for _, total in told} == {200}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert 100 in [done for done, _ in told]
