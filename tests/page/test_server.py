"""The server: the commands' JSON over HTTP, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from command import bestrun, written
from loops import run_apart
from starlette.testclient import TestClient

from bestrun.page import server
from bestrun.page.guard import LOOPBACK
from bestrun.page.pool import WorkerPool
from bestrun.page.questions import answer

SION = {
    "title": "1844",
    "phase": "3",
    "company": "VZ",
    "trains": ["2H", "3H"],
    "tiles": {"K10": "15:0", "K8": "58:2", "J11": "58:4"},
    "tokens": {"VZ": ["K10"]},
}


@pytest.fixture(scope="module")
def page() -> Iterator[TestClient]:
    app = server.make_app(processes=2, hosts=LOOPBACK)
    with TestClient(app, base_url="http://127.0.0.1:1844") as client:
        yield client


def test_solve_answers_as_the_command_does(page: TestClient, tmp_path: Path) -> None:
    answer = page.post("/api/solve", json={"position": SION, "alternatives": 1}).json()
    (told,) = bestrun("solve", written(tmp_path, SION), "--json", "--alternatives", 1).objects
    for each in (answer, told):
        del each["seconds"], each["id"]
    assert answer == told


def test_a_claim_is_judged_as_the_command_does(page: TestClient, tmp_path: Path) -> None:
    claim = "2H: Sion-Martigny = 40"
    answer = page.post("/api/check", json={"position": SION, "claim": claim}).json()
    (told,) = bestrun("check", written(tmp_path, SION), claim, "--json").objects
    assert answer["verdict"] == told["verdict"] == "improvable"
    assert answer["better"] == told["better"]


def test_a_mistake_in_a_position_is_its_one_line(page: TestClient) -> None:
    answer = page.post("/api/solve", json={"position": SION | {"phase": "9"}})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("phase: ")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b'{"position": 3}', 422),
        (b'{"positon": {}}', 422),
        (b"{}", 422),
        (b'{"position": {}}', 422),
        (b"[" * 5000, 400),
    ],
)
def test_what_is_no_question_is_refused_in_one_line(
    page: TestClient, body: bytes, status: int
) -> None:
    answer = page.post("/api/solve", content=body)
    assert answer.status_code == status
    assert "\n" not in answer.json()["error"]


MISTAKES: list[tuple[str, dict[str, Any], str]] = [
    ("solve", {"alternatives": -1}, "alternatives: expected a whole number, at least 0"),
    ("solve", {"alternatives": 10**6}, "alternatives: "),
    ("solve", {"time_limit": 0}, "time_limit: "),
    ("solve", {"method": "x"}, "unknown method "),
    ("advise", {"top": 0}, "top: expected a whole number, at least 1"),
    ("view", {"show": -2}, "show: "),
    ("view", {"move": {"lay": "x"}}, "move.lay: "),
    ("move", {"move": {"lay": "x"}}, "move.lay: "),
    ("move", {"move": {"lay": {"hex": "K10"}}}, "move.lay: tile is missing"),
    ("move", {"move": {"token": "K10"}, "position": SION | {"tokens": 5}}, "tokens: "),
    ("move", {"move": {"train": "2H"}, "position": SION | {"trains": 5}}, "trains: "),
    ("move", {"move": {"token": "K10"}, "position": {"title": "1844"}}, "phase"),
    ("save", {"position": {"title": "chicago-express", "company": None}}, "position: "),
]


@pytest.mark.parametrize(("question", "fields", "line"), MISTAKES)
def test_a_field_out_of_range_is_one_line(question: str, fields: dict[str, Any], line: str) -> None:
    reply = answer(question, json.dumps({"position": SION} | fields).encode())
    assert reply.status == 422
    told = json.loads(reply.body)["error"]
    assert told.startswith(line) and "\n" not in told


def test_a_move_of_advice_is_made(page: TestClient) -> None:
    advised = page.post("/api/advise", json={"position": SION, "trains": True, "top": 3}).json()
    for move in advised["moves"]:
        after = page.post("/api/move", json={"position": SION, "move": move}).json()["position"]
        best = page.post("/api/solve", json={"position": after}).json()
        assert best["revenue"] == move["revenue"]


def test_there_is_no_such_question(page: TestClient) -> None:
    wrong = page.post("/api/sovle", json={})
    assert wrong.status_code == 404
    assert wrong.json()["error"] == "there is no question 'sovle' (did you mean solve?)"


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/x", 404), ("GET", "/api/solve", 405)]
)
def test_a_wrong_address_is_one_line_too(
    page: TestClient, method: str, path: str, status: int
) -> None:
    wrong = page.request(method, path)
    assert wrong.status_code == status
    assert wrong.json()["error"].startswith(f"{method} {path}: ")


def test_an_idle_worker_that_died_costs_no_answer() -> None:
    async def ask_twice() -> list[int]:
        pool = WorkerPool(2, 2)
        first = await pool.ask(os.getpid, seconds=60.0)
        os.kill(first, signal.SIGTERM)
        while pool._idle[0][0].usable:
            await asyncio.sleep(0.01)
        second = await pool.ask(os.getpid, seconds=60.0)
        pool.close()
        return [first, second]

    first, second = run_apart(ask_twice())
    assert first != second


def test_a_position_of_more_than_a_megabyte_is_refused(page: TestClient) -> None:
    answer = page.post("/api/solve", content=b" " * (2**20 + 1))
    assert answer.status_code == 413


def test_a_claim_that_names_a_file_is_not_read_from_it(page: TestClient) -> None:
    claim = str(Path(__file__))
    answer = page.post("/api/check", json={"position": SION, "claim": claim})
    assert answer.status_code == 422
    assert "import" not in answer.json()["error"]


def test_a_board_in_a_file_is_not_read(page: TestClient, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text("{}")
    position = {"title": "island-rails", "ask": "track", "board": str(board)}
    answer = page.post("/api/solve", json={"position": position})
    assert answer.status_code == 422
    assert "not as a file" in answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["/site/../server.py", "/site/%2e%2e/server.py", "/site//etc/passwd"]
)
def test_no_other_file_is_served(page: TestClient, path: str) -> None:
    assert page.get(path).status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:1844"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:9999"},
    ],
)
def test_other_sites_are_refused(page: TestClient, headers: dict[str, str]) -> None:
    assert page.post("/api/solve", json={"position": SION}, headers=headers).status_code == 403


def test_the_own_page_may_ask(page: TestClient) -> None:
    headers = {"origin": "http://127.0.0.1:1844"}
    assert page.post("/api/solve", json={"position": SION}, headers=headers).status_code == 200


def test_the_page_allows_nothing_from_elsewhere(page: TestClient) -> None:
    answer = page.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert "http" not in answer.text.replace("http-equiv", "")
    assert page.get("/site/main.js").headers["content-security-policy"] == policy


def test_the_api_describes_itself(page: TestClient) -> None:
    told = page.get("/api").json()
    assert set(told["questions"]) == set(server.QUESTIONS)
    assert told["questions"]["solve"]["schema"]


def test_a_solver_that_dies_costs_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "answer", _killed)
    with TestClient(server.make_app(processes=2)) as client:
        answer = client.post("/api/solve", json={"position": SION})
        assert answer.status_code == 500
        assert "process ended" in answer.json()["error"]
        monkeypatch.undo()
        assert client.post("/api/solve", json={"position": SION}).status_code == 200


def _killed(name: str, body: bytes, seconds: float) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def _endless(name: str, body: bytes, seconds: float) -> None:
    while True:
        pass


def test_no_question_takes_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "answer", _endless)
    monkeypatch.setattr(server, "GRACE", 0.2)
    with TestClient(server.make_app(processes=2, seconds=0.2)) as client:
        answer = client.post("/api/solve", json={"position": SION})
        assert answer.status_code == 504


def test_when_too_many_ask_some_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "answer", _endless)
    monkeypatch.setattr(server, "GRACE", 0.2)
    app = server.make_app(processes=2, waiting=0, seconds=1.0)
    with TestClient(app) as client, ThreadPoolExecutor(6) as crowd:
        asked = [crowd.submit(client.post, "/api/solve", json={}) for _ in range(6)]
        answers = [each.result() for each in asked]
    assert sorted(each.status_code for each in answers) == [503, 503, 503, 503, 504, 504]
    busy = next(each for each in answers if each.status_code == 503)
    assert busy.headers["retry-after"] == "1" and "busy" in busy.json()["error"]


def test_a_long_question_tells_how_far_it_is(page: TestClient) -> None:
    answer = page.post(
        "/api/advise", json={"position": SION, "top": 2}, headers={"accept": server.STREAM}
    )
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert all("progress" in line for line in lines[:-1]) and len(lines) > 1
    assert lines[-1]["result"]["moves"]
