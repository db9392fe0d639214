"""A server for many: nobody is shut out, nothing piles up, and it ends when it is told to."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from command import bestrun
from loops import run_apart
from starlette.testclient import TestClient

from bestrun.page import protocol, server, uploads
from bestrun.page.guard import LOOPBACK
from bestrun.page.pool import Busy, Gone, WorkerPool

ROOT = Path(__file__).parents[2]
OPEN = json.loads((ROOT / "tests" / "data" / "positions" / "open-board.json").read_text())


def open_board() -> dict[str, Any]:
    """Return a position that takes longer than anybody here waits."""
    case = OPEN[0] if isinstance(OPEN, list) else OPEN
    position: dict[str, Any] = case.get("position", case)
    return position


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


# The queues


def test_long_questions_leave_a_place_for_quick_ones() -> None:
    async def crowd() -> int:
        pool = WorkerPool(2, 4)
        tasks = [
            asyncio.ensure_future(pool.ask(sleep, 60, seconds=60, long=True, client=str(each)))
            for each in range(5)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.ask(sleep, 60, seconds=60, long=True, client="late")
        answer: int = await pool.ask(os.getpid, seconds=60)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        pool.close()
        return answer

    assert run_apart(crowd()) != os.getpid()


def test_one_client_has_half_of_a_queue_at_most() -> None:
    async def crowd() -> None:
        pool = WorkerPool(2, 6)
        tasks = [
            asyncio.ensure_future(pool.ask(sleep, 60, seconds=60, client="one")) for _ in range(4)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.ask(sleep, 0, seconds=60, client="one")
        other = asyncio.ensure_future(pool.ask(sleep, 0, seconds=60, client="other"))
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        assert await other == 0
        assert pool.quick.asked == 0 and not pool.quick.clients
        pool.close()

    run_apart(crowd())


def test_whoever_leaves_is_taken_out_of_the_queue() -> None:
    async def left() -> bool:
        return True

    async def crowd() -> int:
        pool = WorkerPool(2, 4)
        first = asyncio.ensure_future(pool.ask(sleep, 60, seconds=60, long=True))
        await asyncio.sleep(0)
        with pytest.raises(Gone):
            await pool.ask(sleep, 60, seconds=60, long=True, gone=left)
        asked = pool.long.asked
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        pool.close()
        return asked

    assert run_apart(crowd()) == 1


# Time and memory


def test_the_time_of_a_question_reaches_its_solver() -> None:
    with TestClient(server.make_app(processes=2, seconds=0.2)) as client:
        answer = client.post("/api/solve", json={"position": open_board()})
    assert answer.status_code == 200
    told = answer.json()
    assert not told["proven"] and told["revenue"] <= told["bound"]


def _greedy(name: str, body: bytes, seconds: float) -> None:
    bytearray(2**30)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep no such limit")
def test_a_question_that_takes_too_much_memory_is_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "answer", _greedy)
    with TestClient(server.make_app(processes=2, memory=2**29)) as client:
        answer = client.post("/api/solve", json={"position": open_board()})
        assert (answer.status_code, answer.json()["error"]) == (422, server.TOO_LARGE)
        monkeypatch.undo()
        assert client.post("/api/titles", json={}).status_code == 200


def test_what_is_sent_does_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "SMALL", 100)
    held = uploads.Uploads(most=1000)

    def request(size: int) -> Any:
        async def stream() -> Any:
            for _ in range(size // 100):
                yield b" " * 100

        return type("Sent", (), {"headers": {}, "stream": staticmethod(stream)})()

    async def send() -> None:
        async with held.body(request(800), 2000):
            assert held.held == 800
            with pytest.raises(Busy):
                async with held.body(request(300), 2000):
                    pass
            async with held.body(request(100), 2000):  # small ones always find room
                pass
        with pytest.raises(uploads.TooMuch):
            async with held.body(request(900), 500):
                pass
        assert held.held == 0

    run_apart(send())


# Watching


def test_health_asks_a_worker_and_figures_are_counted(capfd: pytest.CaptureFixture[str]) -> None:
    app = server.make_app(processes=2, log=True)
    with TestClient(app, client=("127.0.0.1", 1)) as client:
        assert client.get("/health").json()["status"] == "ok"
        client.post("/api/titles", json={})
        client.post("/api/solve", json={"position": {"title": "secret"}})
        figures = client.get("/metrics").text
    assert 'bestrun_requests_total{question="titles",status="200"} 1' in figures
    assert 'bestrun_requests_total{question="solve",status="422"} 1' in figures
    assert "bestrun_workers_started_total 1" in figures
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 4 and "POST /api/titles 200" in lines[1]
    assert not any("secret" in line for line in lines)


def test_figures_are_for_the_own_machine() -> None:
    with TestClient(server.make_app(processes=2), client=("10.0.0.1", 1)) as client:
        assert client.get("/metrics").status_code == 403


def _wrong(question: object) -> None:
    raise ZeroDivisionError("in the solver")


def _failing(name: str, body: bytes, seconds: float) -> Any:
    from bestrun.page import questions

    questions.QUESTIONS = {name: questions.Question(questions.Titles, _wrong)}
    return questions.answer(name, b"{}", seconds)


def test_errors_of_workers_are_logged(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server, "answer", _failing)
    with TestClient(server.make_app(processes=2)) as client:
        answer = client.post("/api/titles", json={})
    assert answer.status_code == 500 and "Traceback" not in answer.text
    assert "ZeroDivisionError: in the solver" in capfd.readouterr().err


def test_a_public_host_needs_a_name() -> None:
    said = bestrun("serve", "--host", "0.0.0.0", "--no-browser")
    assert said.code == 2
    assert "--name best.example" in said.err


# Over a real connection


@contextmanager
def served(**options: Any) -> Iterator[int]:
    """Serve the page, and yield its port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    running = protocol.PageServer(server.make_app(2, hosts=(*LOOPBACK, "best.example"), **options))
    thread = threading.Thread(target=running.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        running.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


def sent(port: int, raw: bytes) -> bytes:
    """Send bytes, and return all that comes until the connection is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(raw)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


def test_bad_http_is_answered_in_json_and_half_a_request_does_not_stay(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(protocol, "HALF", 0.3)
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\n"
    with served() as port:
        assert sent(port, b"no HTTP\r\n\r\n").endswith(b'{"error": "this is no HTTP request"}')
        chunked = sent(port, head + b"Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n")
        assert chunked.endswith(b'{"error": "this is no HTTP request"}')
        assert sent(port, b"GET / HTTP/1.1\r\nHost: loc") == b""
        with socket.create_connection(("127.0.0.1", port)) as line:  # an upload that is aborted
            line.sendall(head + b"Content-Length: 1000\r\n\r\n{")
        assert urlopen(f"http://127.0.0.1:{port}/health").status == 200
    assert "Traceback" not in capfd.readouterr().err


def test_the_page_below_a_path() -> None:
    with served(root="/trains") as port:
        page = urlopen(f"http://127.0.0.1:{port}/trains/").read().decode()
        assert 'src="site/main.js"' in page and '"/site' not in page
        assert urlopen(f"http://127.0.0.1:{port}/trains/site/main.js").status == 200
        assert urlopen(f"http://127.0.0.1:{port}/site/main.js").status == 200
        with pytest.raises(HTTPError):
            urlopen(f"http://127.0.0.1:{port}/trainspotting/")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@pytest.mark.skipif(shutil.which("nginx", path="/usr/sbin:/usr/bin") is None, reason="no nginx")
def test_behind_nginx(tmp_path: Path) -> None:
    front = _free_port()
    with served(root="/trains") as port:
        site = (ROOT / "deploy" / "nginx.conf").read_text()
        site = site.replace("1844", str(port)).replace("listen 80", f"listen 127.0.0.1:{front}")
        paths = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        conf = tmp_path / "nginx.conf"
        conf.write_text(
            f"daemon off; pid {tmp_path}/pid; error_log stderr;\n"
            f"events {{}}\nhttp {{ access_log off; {paths}\n{site}\n}}\n"
        )
        nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin")
        with subprocess.Popen([str(nginx), "-c", conf, "-p", tmp_path]) as proxy:
            try:
                _until(lambda: socket.create_connection(("127.0.0.1", front)).close())
                _ask_through(front)
            finally:
                proxy.send_signal(signal.SIGTERM)


def _until(attempt: Callable[[], object]) -> None:
    for _ in range(300):
        try:
            attempt()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody listens")


def _ask_through(front: int) -> None:
    where, headers = f"http://127.0.0.1:{front}", {"Host": "best.example"}
    page = urlopen(Request(f"{where}/trains/", headers=headers)).read().decode()
    assert "<h1>bestrun</h1>" in page
    headers |= {"Origin": "http://best.example", "Content-Type": "application/json"}
    asked = Request(f"{where}/trains/api/titles", b"{}", headers)
    assert json.load(urlopen(asked))
    foreign = Request(
        f"{where}/trains/api/titles", b"{}", headers | {"Origin": "http://evil.example"}
    )
    with pytest.raises(HTTPError, match="403"):
        urlopen(foreign)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_ends_at_the_first_signal_with_questions_running(number: signal.Signals) -> None:
    port = _free_port()
    words = [sys.executable, "-m", "bestrun", "serve", "--no-browser", "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        _until(lambda: socket.create_connection(("127.0.0.1", port)).close())
        body = json.dumps({"position": open_board()}).encode()
        head = (
            f"POST /api/advise HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(4)]
        for line in lines:
            line.sendall(head.encode() + b"\r\n\r\n" + body)
        _until_running(port)
        run.send_signal(number)
        _, err = run.communicate(timeout=30)
        for line in lines:
            assert line.recv(100).startswith(b"HTTP/1.1 503")
            line.close()
    assert "Traceback" not in err


def _until_running(port: int) -> None:
    for _ in range(300):
        figures = urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
        if "bestrun_long_questions 4" in figures and "bestrun_running 0" not in figures:
            return
        time.sleep(0.1)
    raise AssertionError("no question runs")
