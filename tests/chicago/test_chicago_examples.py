"""Every plan of every example, replayed by the referee action by action."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from chicago_referee import Referee, State, printed_of

from bestrun import api
from mapdata.chicago import load

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(FOLDER.glob("chicago-*.toml"))
NAMES = {each.name: each.id for each in load().hexes.values() if each.name}


def read(path: Path) -> dict[str, Any]:
    """Return an example with hexes by coordinate, and one holder of every share sold."""
    data = tomllib.loads(path.read_text())
    data["houses"] = [NAMES.get(each, each) for each in data.get("houses", ())]
    for name, hexes in data.get("networks", {}).items():
        data["networks"][name] = [NAMES.get(each, each) for each in hexes]
    if "treasury" in data:
        data.setdefault("treasuries", {})[data["company"]] = data["treasury"]
    return data


def begun(data: dict[str, Any], *, holder: bool = False) -> tuple[Referee, State]:
    """Return the referee and the state; with ``holder`` somebody has a share of everything."""
    players = [*data.get("players", {}), *(["Somebody"] if holder else [])]
    referee = Referee(printed_of(load()), players)
    state = referee.start(data)
    if holder:
        held = (*state.held[:-1], (1,) * len(referee.names))
        state = state._replace(held=held)
    return referee, state


def built(referee: Referee, state: State, company: str, actions: Sequence[Sequence[str]]) -> State:
    """Build action by action, dividends left out."""
    for hexes in actions:
        state = referee.build(state._replace(dials=(0, 0, 0)), "Somebody", company, hexes)
    return state


def test_there_is_an_example_for_every_question() -> None:
    asked = {read(path).get("ask", "build") for path in EXAMPLES}
    assert asked == {"build", "plan", "develop", "action", "share"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_referee_agrees(path: Path) -> None:
    data, answer = read(path), api.solve(path).to_dict()
    assert answer["proven"] is True
    ask = answer["ask"]
    if ask in ("build", "plan"):
        agrees_on_builds(data, answer)
    elif ask == "develop":
        agrees_on_a_development(data, answer)
    elif ask == "action":
        agrees_on_moves(data, answer)
    else:
        agrees_on_shares(data, answer)


def agrees_on_builds(data: dict[str, Any], answer: dict[str, Any]) -> None:
    referee, state = begun(data, holder=True)
    company, hexes = answer["company"], answer["hexes"]
    at = referee.names.index(company)
    after = built(referee, state, company, hexes if answer["ask"] == "plan" else [hexes])
    assert referee.income(state, at) == answer["income_before"]
    assert referee.income(after, at) == answer["income"]
    assert state.treasuries[at] - after.treasuries[at] == answer["cost"]


def agrees_on_a_development(data: dict[str, Any], answer: dict[str, Any]) -> None:
    referee, state = begun(data)
    for option in answer["options"]:
        after = referee.develop(state, option["hex"])
        gains = [
            b - a
            for a, b in zip(referee.dividend(state).cash, referee.dividend(after).cash, strict=True)
        ]
        mine = referee.players.index(answer["player"])
        assert option["gain_player"] == gains.pop(mine)
        assert option["gain_others"] == sum(gains)


@pytest.mark.parametrize("actions", [1, 2])
def test_a_plan_with_auctions_is_played_by_the_referee(actions: int) -> None:
    """With three dividends to come, and poor companies, a share is worth more than a build."""
    data = read(FOLDER / "chicago-action.toml")
    data |= {"actions": actions, "dividends": 3}
    data["treasuries"] = {"PRR": 1, "B&O": 2, "NYC": 6, "C&O": 3}
    answer = api.solve(data).to_dict()
    traded = answer["with_auctions"]
    assert any("auction" in move for move in traded["moves"])
    assert traded["gain"] > answer["gain"]
    assert traded["proven"] is True
    agrees_on_moves(data, answer)


def agrees_on_moves(data: dict[str, Any], answer: dict[str, Any]) -> None:
    referee, state = begun(data)
    traded = answer["with_auctions"]
    plans = [answer["moves"], traded["moves"], *([option] for option in answer["options"])]
    gains = [answer["gain"], traded["gain"], *(option["gain"] for option in answer["options"])]
    mine, number = referee.players.index(answer["player"]), answer["dividends"]
    base = referee.after_dividends(state, number).cash[mine]
    for moves, gain in zip(plans, gains, strict=True):
        now = state
        for move in moves:
            if "build" in move:
                now = referee.build(now, answer["player"], move["build"], move["hexes"])
            elif "auction" in move:
                now = referee.auction(now, move["auction"], answer["player"], move["bid"])
            else:
                now = referee.develop(now, move["develop"])
        assert referee.after_dividends(now, number).cash[mine] - base == gain
    for auction in answer["auctions"]:
        bid = auction["opening_bid"]
        assert referee.opening_bid(state, auction["company"]) == bid
        now = referee.auction(state, auction["company"], answer["player"], bid)
        assert referee.after_dividends(now, number).cash[mine] - base == auction["gain_if_bought"]


def agrees_on_shares(data: dict[str, Any], answer: dict[str, Any]) -> None:
    referee, first = begun(data, holder=True)
    somebody = referee.players.index("Somebody")
    for worth in answer["companies"]:
        company = worth["company"]
        at = referee.names.index(company)
        assert referee.opening_bid(first, company) == worth["opening_bid"]
        one = tuple(int(each == at) for each in range(len(referee.names)))
        for price in worth["prices"]:
            cash = tuple(99 if each == somebody else 0 for each in range(len(first.cash)))
            state = first._replace(cash=cash, held=(*first.held[:-1], (0,) * len(one)))
            state = referee.auction(state, company, "Somebody", price["bid"])
            for actions in price["builds"]:
                state = referee.dividend(built(referee, state, company, actions))
            paid = state.cash[somebody] - 99
            assert paid == price["profit"] == price["pays"] - price["bid"]
