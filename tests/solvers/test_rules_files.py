"""Trains, bonuses and rules of a route as title.toml states them, and mistakes in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import bestrun
from mapdata import titles
from mapdata.errors import InputError
from mapdata.rules import Bonus, Need, RouteRules, TrainRow, TrainType
from mapdata.title import Title

TINY = Path(__file__).parents[1] / "data" / "tiny-title"
NEW_LINE = "\n"
ALL = frozenset({"city", "town", "offboard", "halt"})


def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str) -> Title:
    """Return the tiny title with more in its title.toml."""
    folder = tmp_path / "tiny-title"
    shutil.copytree(TINY, folder)
    file = folder / "title.toml"
    file.write_text(file.read_text(encoding="utf-8") + "\n" + more, encoding="utf-8")
    monkeypatch.setenv("BESTRUN_TITLES", str(tmp_path))
    return titles.load("tiny-title")


@pytest.mark.parametrize(
    ("text", "rows", "rest"),
    [
        ("limit = 4", (TrainRow(ALL, visits=4),), {}),
        ('limit = "unlimited"', (TrainRow(ALL),), {}),
        ("limit = 8; skips = true", (TrainRow(ALL, pays=8),), {}),
        (
            'limit = 3; measure = "hexes"; avoids = ["town"]',
            (TrainRow(ALL - {"town"}),),
            {"hexes": 3},
        ),
        (
            'limit = 2; counts = ["city"]',
            (TrainRow(frozenset({"city"}), visits=2), TrainRow(ALL - {"city"})),
            {},
        ),
        (
            'rows = [{ kinds = ["city"], pays = 3, visits = 5 }]',
            (TrainRow(frozenset({"city"}), 3, 5),),
            {},
        ),
        (
            'rows = [{ kinds = ["city"], pays = 2, multiplier = 2 },'
            ' { kinds = ["town"], pays = 0, visits = "unlimited", fills = true }]',
            (
                TrainRow(frozenset({"city"}), 2, 2, 2),
                TrainRow(frozenset({"town"}), 0, None, fills=True),
            ),
            {},
        ),
        (
            'rows = [{ kinds = ["city"], own = true, multiplier = 2 }, { kinds = ["town"] }]',
            (TrainRow(frozenset({"city"}), multiplier=2, own=True), TrainRow(frozenset({"town"}))),
            {},
        ),
        (
            'limit = 2; needs = "offboard"; track = ["narrow", "dual"]',
            (TrainRow(ALL, visits=2),),
            {"needs": frozenset({"offboard"}), "track": frozenset({"narrow", "dual"})},
        ),
        (
            'limit = 5; multiplier = 2; figure = "diesel"; marker_must_pay = false',
            (TrainRow(ALL, visits=5),),
            {"multiplier": 2, "figure": "diesel", "marker_must_pay": False},
        ),
    ],
)
def test_a_train_is_rows_of_places(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    rows: object,
    rest: dict[str, object],
) -> None:
    title = load(tmp_path, monkeypatch, f"[trains.X]\n{text.replace('; ', NEW_LINE)}")
    assert title.trains["X"] == TrainType("X", rows, **rest)


def test_bonuses_and_rules_of_a_route(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = load(
        tmp_path,
        monkeypatch,
        """
        [bonuses.coast]
        name = "sea air"
        amount = { early = 10, late = 20 }
        sets = [["C5"], { B2 = 5 }]
        not_trains = ["3"]

        [route]
        hex_once = true
        end_counts = { town = "city" }
        needs = [{ hexes = ["C5"], stops = 3 }]
        """,
    )
    amount = {"early": 10, "late": 20}
    coast = Bonus("sea air", amount, ({"C5": 0}, {"B2": 5}), not_trains=("3",))
    assert title.bonuses == (coast,)
    need = Need(frozenset({"C5"}), 3)
    assert title.route_rules == RouteRules(
        hex_once=True, end_counts=(("town", "city"),), needs=(need,)
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[trains.X]\nlimit = 2\nrows = []", "a train has rows, or limit with"),
        ('[trains.X]\nrows = [{ kinds = ["citty"] }]', "unknown stop kind 'citty'"),
        ('[trains.X]\nrows = [{ kinds = ["city"], pays = "many" }]', "pays: expected a whole"),
        ('[trains.X]\nrows = [{ kinds = ["city"], pays = -1 }]', "pays is -1"),
        (
            '[trains.X]\nrows = [{ kinds = ["city"], fills = true }]',
            "needs another row whose places",
        ),
        (
            '[trains.X]\nrows = [{ kinds = ["city"] }, { kinds = ["city"], fills = true }]',
            "city stands in a row with fills = true and in one without",
        ),
        (
            '[bonuses.x]\nper = "stop"\namount = -5\nsets = [["C5"]]',
            "a negative amount is possible only per pass, per route, per stop on tiles, or for a",
        ),
        ('[attachments.P]\ntrains = ["9"]', "unknown train '9'"),
        ('[bonuses.x]\nattached = "P"\nsets = [["C5"]]', "unknown attachment 'P'"),
        ('[bonuses.x]\nbranches = "narrow"', 'branches need per = "stop"'),
        ('[bonuses.x]\nelsewhere = true\nsets = [["C5"]]', "one set of two hexes"),
        ('[route]\nquotas = [{ hexes = ["C55"], routes = 2 }]', "unknown hex 'C55'"),
        ('[route]\npass_once = ["T9"]', "unknown tile 'T9'"),
        ('[bonuses.x]\nsets = [["C55"]]', "unknown hex or stop kind 'C55'"),
        ("[bonuses.x]\namount = 5", "needs sets of hexes, or a mark"),
        ('[bonuses.x]\nper = "paid"\nsets = [["C5"]]', "per paid needs a mark"),
        ('[bonuses.x]\nper = "stop"\nsets = [["C5"], ["B2"]]', "has one set of hexes"),
        ('[bonuses.x]\nmark = "narrow"\nsets = [["C5"]]', "and has no sets"),
        ('[bonuses.x]\nat = "ends"\nsets = [["C5"]]', 'at = "ends" needs two sets'),
        ('[bonuses.x]\nper = "stop"\nonce = true\nsets = [["C5"]]', 'once needs per = "route"'),
        ('[bonuses.x]\nper = "end"\ntimes_multiplier = true\nsets = [["C5"]]', "multiplied anyway"),
        (
            '[bonuses.x]\nsets = [["C5"]]\n[bonuses.y]\nname = "x"\nonce = true\nsets = [["B2"]]',
            "another bonus is called x",
        ),
        ('[trains.4]\nlimit = 4\nneeds = ["mine"]', "trains.4: unknown stop kind 'mine'"),
        ("[trains.4]\nlimit = 4\nneeds_stops = 2", "trains.4: needs_stops goes with needs"),
        (
            '[trains.4]\nlimit = 4\nneeds = ["city"]\nneeds_stops = 0',
            "needs_stops is 0: it must be 1 or more",
        ),
        ('[trains.4]\nlimit = 4\ntrack = "narow"', "unknown track 'narow' (did you mean narrow?)"),
        (
            '[trains.4]\nrows = [{ kinds = ["city"], pays = 2, multiplier = 2 },'
            ' { kinds = ["city", "town"], pays = 1 }]',
            "trains.4: city: in two rows with different multipliers",
        ),
        ('[bonuses.x]\nsets = ["C5"]', "bonuses.x.sets: a set is a list of its own: [['C5']]"),
        ('[bonuses.x]\nper = "markers"', "unknown word 'markers' (did you mean marker?)"),
        ("[trains.4]\nlimit = 2\nrusts_on = 3", 'trains.4.rusts_on: names stand in quotes: "3"'),
        ('[bonuses.x]\nper = "hex"\nsets = [["town"]]', "unknown hex 'town'"),
        ('[bonuses.x]\nper = "hex"\nvalue = true\nsets = [["C5"]]', 'per = "route" or "stop"'),
        ('[bonuses.x]\nmost = 9\nsets = [["C5"]]', 'most needs per = "marker"'),
        ('[bonuses.x]\nper = "marker"\nsets = [{ C5 = 9 }]', "have no amounts of their own"),
        ('[bonuses.x]\nif_train = "9"\nsets = [["C5"]]', "unknown train '9'"),
        ("[trains.4]\nruns = false\nlimit = 2", "a train that never runs has no limit"),
        ("[trains.4]\nlimit = 2\ntrack_counts = { narrow = 2 }", "goes with measure"),
        (
            '[trains.4]\nlimit = 2\nmeasure = "hexes"\ntrack_counts = { narrow = 0 }',
            "every number must be 1 or more",
        ),
        ('[trains.4]\nlimit = 2\nrusts_on = ["3", "33"]', "unknown train '33'"),
        ('[route]\nend_counts = { town = "citty" }', "unknown stop kind 'citty'"),
        ('[route]\nneeds = [{ hexes = ["C55"], stops = 3 }]', "unknown hex 'C55'"),
        ('[route]\npermits = [{ places = ["C5"] }]', "permits: say who may run there"),
        (
            '[route]\npermits = [{ places = ["C55"], if_marker = "X" }]',
            "unknown hex or stop kind 'C55' (did you mean C5?)",
        ),
    ],
)
def test_a_mistake_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        load(tmp_path, monkeypatch, text)
    words = str(caught.value)
    assert words.startswith("tiny-title/title.toml: ")
    assert said in words
    assert "\n" not in words


SILVER = {
    "title": "mine-title",
    "phase": "1",
    "company": "UP",
    "tiles": {"B2": "956:2", "C3": "657:2", "D4": "57:2"},
    "tokens": {"UP": ["B2", "C3"]},
}
"""Silver Mine - Upham - Midham by metre gauge, Midham - Downham - Land's End by standard gauge."""


@pytest.mark.parametrize("method", ["auto", "routes", "frontier", "circuit", "mip"])
@pytest.mark.parametrize(
    ("trains", "revenue"),
    [
        (["D"], 100),  # all but the town, where no route ends
        (["2"], 40),  # never the mine
        (["2M"], 80),  # not the standard gauge beyond Midham
        (["1G"], 60),  # the mine, and one of the two cities
        (["E"], 80),  # twice the two cities with a marker
        (["2M", "1G"], 100),
        (["L"], 20),  # one of the two cities
        (["L", "L", "L"], 40),  # each marker serves one of them
        (["2H"], 46),  # no further than Midham by metre gauge; 4 for each marker, 6 at most
        (["X"], 61),  # three cities, the toll, the markers
        (["D", "X"], 161),  # on the same track
        (["D", "D"], 120),
        (["D", "P"], 140),  # the mine counts again
        (["D", "L", "P"], 160),
    ],
)
def test_trains_of_the_silver_valley(
    monkeypatch: pytest.MonkeyPatch, trains: list[str], revenue: int, method: str
) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", str(TINY.parent))
    answer = bestrun.solve({**SILVER, "trains": trains}, method=method)
    assert (answer.revenue, answer.proven) == (revenue, True)


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("D: Midham-Downham-Land's End", "never-an-end"),
        ("2M: Midham-Downham", "wrong-track"),
        ("1G: Upham-Midham", "stop-missing"),
        ("2: Silver Mine-Upham", "barred-stop"),
        ("2H: Upham-Midham-Downham", "too-many-hexes"),
        ("2: Upham", "too-few-stops"),
        ("L: Downham", "no-marker"),
    ],
)
def test_claims_of_the_silver_valley(
    monkeypatch: pytest.MonkeyPatch, claim: str, code: str
) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", str(TINY.parent))
    verdict = bestrun.check({**SILVER, "trains": [claim.partition(":")[0]]}, claim)
    assert [problem["code"] for problem in verdict.to_dict()["problems"]] == [code]


def test_local_trains_and_cars_in_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BESTRUN_TITLES", str(TINY.parent))
    two = {**SILVER, "trains": ["L", "L", "P"]}
    assert bestrun.check(two, "L: Upham = 40\nL: Midham = 20").verdict == "best"
    assert bestrun.check(two, "L: Upham [B2]\nL: Midham").verdict == "best"
    shared = bestrun.check(two, "L: Upham\nL: Upham").to_dict()["problems"]
    assert [problem["code"] for problem in shared] == ["marker-shared"]
    with pytest.raises(InputError, match="P: it has no route of its own"):
        bestrun.check(two, "P: Upham")
    (run, _) = bestrun.solve(two).to_dict()["runs"]
    assert (run["stops"], run["hexes"]) == (["B2"], ["B2"])
    assert "idle" not in bestrun.solve(two).summary()
