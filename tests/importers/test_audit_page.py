"""The page, the cards, and what is told of a game that is still going on."""

from __future__ import annotations

import base64
import html
import io
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from audits import WEST, luzern, objects, run
from command import bestrun as command
from exported import route
from material import DATA, SHARED
from PIL import Image

from bestrun.auditing.pictures import address, card_name, packed
from bestrun.auditing.report import league
from bestrun.auditing.runs import audit_game, recorded
from bestrun.auditing.season import Season
from bestrun.auditing.tallies import WORST, Total
from mapdata.errors import InputError
from mapdata.read import read_position

LUZERN = DATA / "exports" / "luzern.json"
TORINO = DATA / "exports" / "torino.json"
GAMES = SHARED / "games"


def unpacked(letters: str) -> str:
    return zlib.decompress(base64.b64decode(letters), -15).decode()


def page_of(tmp_path: Path, *arguments: object) -> str:
    path = tmp_path / "report.html"
    run("audit", *arguments, "--html", path)
    return path.read_text(encoding="utf-8")


# One game


def test_the_page_holds_everything_itself(tmp_path: Path) -> None:
    page = page_of(tmp_path, LUZERN)
    assert "luzern: the directors missed 40 in 1 of 1 run; worst: GB, 40." in page
    outside = set(re.findall(r'(?:src|href)="(?!data:|#)(.*?)"', page))
    assert len(outside) == 1 and outside.pop().startswith("http://localhost:1844/#")
    assert "<link" not in page and "@import" not in page
    assert "prefers-color-scheme: dark" in page and "width=device-width" in page
    assert len(page) < 60_000


def test_claimed_stands_beside_best_in_the_same_colours(tmp_path: Path) -> None:
    """The run to Luzern is in both: it keeps its colour. Each stop says what it pays."""
    page = page_of(tmp_path, LUZERN)
    claim, best = map(unpacked, re.findall(r'"text/plain">(.*?)<', page))
    assert claim.startswith("<svg ") and best.startswith("<svg ")
    rows = re.findall(
        r'<li><i style="background: (#\w+)"></i><strong>(.*?)</strong> (.*?)</li>', page
    )
    assert rows[-3:] == [
        ("#0072b2", "2H: 40", "Stans 20 – Lucerne 20"),
        ("#0072b2", "2H: 40", "Stans 20 – Lucerne 20"),
        ("#d55e00", "2: 40", "Stans 20 – Altdorf 20"),
    ]
    assert "#d55e00" in best and "#d55e00" not in claim


def test_a_missed_run_opens_in_the_page(tmp_path: Path) -> None:
    page = page_of(tmp_path, LUZERN, "--page", "https://example.org/bestrun")
    (link,) = re.findall(r'href="(.*?)"', page)
    start, _, packed_position = html.unescape(link).partition("#")
    assert start == "https://example.org/bestrun/"
    padded = packed_position + "=" * (-len(packed_position) % 4)
    position = json.loads(zlib.decompress(base64.urlsafe_b64decode(padded), -15))
    (recorded_run,) = recorded(luzern(WEST).export())[0]
    assert read_position(position) == recorded_run.position
    assert address(recorded_run.position) == packed_position


def test_the_address_may_be_a_file(tmp_path: Path) -> None:
    page = page_of(tmp_path, LUZERN, "--page", "https://example.org/site/board.html")
    assert 'href="https://example.org/site/board.html#' in page


def test_what_is_packed_comes_out_again() -> None:
    assert unpacked(packed("<svg>Zürich</svg>")) == "<svg>Zürich</svg>"


def test_a_game_without_a_miss_has_a_page(tmp_path: Path) -> None:
    page = page_of(tmp_path, TORINO)
    assert "the directors missed nothing in 1 run" in page
    assert 'class="missed"' not in page and 'class="chart"' not in page


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games are not part of the project")
def test_a_real_page_is_small(tmp_path: Path) -> None:
    page = page_of(tmp_path, GAMES / "18Chesapeake-14377.json", "--jobs", 1)
    missed = page.count('<article class="missed"')
    assert missed == 27
    assert len(page) < 30_000 * missed


# Several games


def test_a_season_is_a_league_and_the_worst_runs(tmp_path: Path) -> None:
    page = page_of(tmp_path, LUZERN, TORINO)
    assert "All games: 40 missed in 1 of 2 runs (50 % below the best)." in page
    assert "luzern: the directors missed 40 in 1 of 1 run; worst: GB, 40." in page
    assert "Every run" not in page
    for heading in ("League", "The worst runs", "By title", "By year", "By game"):
        assert f"<h2>{heading}</h2>" in page
    assert page.count('<article class="missed"') == 1
    assert len(re.findall(r'"text/plain">(.*?)<', page)) == 2


def test_a_season_keeps_nothing_of_a_run_but_the_worst() -> None:
    """The worst are whole, so that they can be drawn; all others are in the totals alone."""
    season = Season()
    audit = audit_game(luzern(WEST).export(), jobs=1)
    for _ in range(WORST + 5):
        season.add(audit)
    assert len(season.worst) == WORST
    assert (season.runs, season.total.missed) == (WORST + 5, 40 * (WORST + 5))
    assert season.titles.all() == [Total("1844", 15, 15, 600, 1200)]
    assert season.books.missed == season.total.missed


def test_a_league_begins_with_the_best_director() -> None:
    """First misses 120 of 240, more than Second does, whose one run is of no worth at all."""
    season = Season()
    for player, runs, games in (("First", [WEST], 3), ("Second", [], 1)):
        audit = audit_game(luzern(*runs).export(), jobs=1)
        directed = replace(audit.runs[0], run=replace(audit.runs[0].run, player=player))
        for _ in range(games):
            season.add(replace(audit, runs=(directed,)))
    assert [each.name for each in season.players.all()] == ["First", "Second"]
    assert [(each.name, each.missed) for each in league(season)] == [("First", 120), ("Second", 80)]


def test_many_games_are_audited_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bestrun.auditing.games.MOST_RUNS", 1)
    assert [each["game"] for each in objects(LUZERN, TORINO, LUZERN)] == [
        "luzern",
        "torino",
        "luzern",
    ]


def test_a_folder_stands_for_the_games_in_it(tmp_path: Path) -> None:
    for path in (LUZERN, TORINO):
        (tmp_path / path.name).write_text(path.read_text())
    assert [each["game"] for each in objects(tmp_path)] == ["luzern", "torino"]
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match=r"there is no game \(\.json\) in this folder"):
        run("audit", tmp_path / "none")


# Cards


def test_a_card_is_a_png_of_one_size(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    run("audit", LUZERN, TORINO, "--cards", folder)
    (card,) = folder.iterdir()
    assert card.name == "luzern-13-GB.png"
    with Image.open(io.BytesIO(card.read_bytes())) as image:
        assert image.size == (1200, 630) and image.format == "PNG"


def test_names_of_cards_are_names_of_files() -> None:
    (only,) = recorded(luzern(WEST).export("../a b/<c>"))[0]
    assert card_name(only) == "_a_b_c_-13-GB.png"


def test_a_folder_that_cannot_be_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        run("audit", LUZERN, "--cards", tmp_path / "none" / "cards")
    (tmp_path / "file").write_text("")
    said = command("audit", LUZERN, "--cards", tmp_path / "file")
    assert said.code == 2 and said.err.count("\n") == 1 and said.out == ""


# Games that are still going on


def test_what_can_be_earned_now_is_told_first(tmp_path: Path) -> None:
    text = run("audit", LUZERN).stdout
    assert text.index("now, OR 2.1: GB can earn 80") < text.index("action  round")
    assert "GB can earn 80" in page_of(tmp_path, LUZERN)


def test_of_a_finished_game_nothing_is_told_of_now(tmp_path: Path) -> None:
    game = luzern(WEST)
    game.data["status"] = "finished"
    path = tmp_path / "over.json"
    path.write_text(json.dumps(game.data))
    assert "can earn" not in run("audit", path).stdout


# Moves


def test_one_tile_that_would_have_changed_much_is_told(tmp_path: Path) -> None:
    """GB builds nothing in its second turn: a tile to Lucerne gives its other train a run."""
    game = luzern(route("2-0", 40, "G18 G20", nodes="G18-0 G20-0"))
    game.data["actions"] = [each for each in game.data["actions"] if each.get("hex") != "F17"]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.data))
    assert "instead" not in objects(path)[0]
    (told,) = objects(path, "--moves", "--time-limit", 60, "--jobs", 1)
    instead = told["instead"]
    assert (told["optimum"], instead["more"], instead["revenue"]) == (40, 40, 80)
    assert instead["move"] in run("audit", path, "--moves", "--time-limit", 60).stdout
    assert instead["move"] in page_of(tmp_path, path, "--moves", "--time-limit", 60)


def test_nothing_is_told_where_the_best_was_built() -> None:
    (told,) = objects(LUZERN, "--moves", "--time-limit", 60, "--jobs", 1)
    assert "instead" not in told
