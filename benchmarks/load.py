"""Many players at once: clients that ask the page's server for the best run, for a while.

    python benchmarks/load.py --clients 50 --seconds 30

Tells how many questions were answered, how many were told that the server is busy, how long
an answer took, how much memory the server and its workers had at most, and whether a process
was left over. In the middle one of the workers is killed: the server must go on.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

POSITIONS = Path(__file__).parents[1] / "bestrun" / "data" / "bench" / "real.json"


def main() -> None:
    """Start a server, let the clients ask, tell what happened."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--clients", type=int, default=50)
    words.add_argument("--seconds", type=float, default=30.0)
    asked = words.parse_args()
    port = _free_port()
    command = [sys.executable, "-m", "bestrun", "serve", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _wait(port)
        _ask_for_a_while(server.pid, port, asked.clients, asked.seconds)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)
    left = [pid for pid in _workers_seen if Path(f"/proc/{pid}").exists()]
    print(f"processes left over: {len(left)}")


_workers_seen: set[int] = set()


def _ask_for_a_while(server: int, port: int, clients: int, seconds: float) -> None:
    cases = json.loads(POSITIONS.read_text())
    bodies = [json.dumps({"position": case["position"]}).encode() for case in cases]
    statuses: Counter[str] = Counter()
    times: list[float] = []
    end = time.monotonic() + seconds

    def client(number: int) -> None:
        at = number
        while time.monotonic() < end:
            began = time.monotonic()
            status = _ask(port, bodies[at % len(bodies)])
            statuses[status] += 1
            if status == "200":
                times.append(time.monotonic() - began)
            else:
                time.sleep(0.2)
            at += clients

    crowd = [threading.Thread(target=client, args=(each,)) for each in range(clients)]
    for each in crowd:
        each.start()
    most, killed = 0, False
    while any(each.is_alive() for each in crowd):
        family = _family(server)
        _workers_seen.update(family[1:])
        most = max(most, sum(_memory(pid) for pid in family))
        if not killed and time.monotonic() > end - seconds / 2 and len(family) > 1:
            os.kill(family[-1], signal.SIGKILL)
            killed = True
        time.sleep(0.5)
    ranked = sorted(times)
    print(f"answered {statuses['200']} questions, {statuses['200'] / seconds:.0f} a second")
    print(f"told that it is busy: {statuses['503']}; other answers: {_others(statuses)}")
    print(
        f"an answer took {1000 * statistics.median(ranked):.0f} ms in the median, "
        f"{1000 * ranked[int(0.99 * (len(ranked) - 1))]:.0f} ms at the 99th percentile"
    )
    print(f"memory of the server and its workers: at most {most // 2**20} MB")


def _others(statuses: Counter[str]) -> str:
    rest = {status: count for status, count in statuses.items() if status not in ("200", "503")}
    return ", ".join(f"{count} x {status}" for status, count in rest.items()) or "none"


def _ask(port: int, body: bytes) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/solve", body)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            answer.read()
            return str(answer.status)
    except urllib.error.HTTPError as refused:
        return str(refused.code)
    except OSError as error:
        return type(error).__name__


def _family(pid: int) -> list[int]:
    """Return a process and its children."""
    text = Path(f"/proc/{pid}/task/{pid}/children")
    children = text.read_text().split() if text.exists() else []
    return [pid, *map(int, children)]


def _memory(pid: int) -> int:
    """Return the bytes that a process holds."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
