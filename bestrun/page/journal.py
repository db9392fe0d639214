"""Figures and log lines of a server, without the contents of questions and answers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bestrun.page.pool import WorkerPool
from bestrun.terminal import aside

LONGEST = 80
"""Letters of an address in the log."""


class Journal:
    """Counts requests, and writes a line for each if it is wanted."""

    def __init__(self, questions: Collection[str], *, lines: bool) -> None:
        self.questions = frozenset(questions)
        self.lines = lines
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds: Counter[str] = Counter()

    def note(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        """Count a request that is over."""
        path = scope["path"]
        asked = path.removeprefix("/api/")
        kind = asked if asked in self.questions else "other"
        self.requests[kind, status] += 1
        self.seconds[kind] += seconds  # type: ignore[assignment]  # a counter may count parts
        if self.lines:
            client = scope["client"][0] if scope.get("client") else "-"
            now = time.strftime("%Y-%m-%dT%H:%M:%S%z")
            what = f"{scope['method']} {path[:LONGEST]}"
            aside(f"{now} {client} {what} {status} {size} bytes {seconds:.3f} s")

    def metrics(self, pool: WorkerPool) -> str:
        """Return all figures as Prometheus reads them."""
        lines = ["# TYPE bestrun_requests_total counter"]
        for (kind, status), number in sorted(self.requests.items()):
            labels = f'question="{kind}",status="{status}"'
            lines.append(f"bestrun_requests_total{{{labels}}} {number}")
        lines.append("# TYPE bestrun_seconds_total counter")
        for kind, seconds in sorted(self.seconds.items()):
            lines.append(f'bestrun_seconds_total{{question="{kind}"}} {seconds:.3f}')
        gauges = {
            "running": pool.running,
            "quick_questions": pool.quick.asked,
            "long_questions": pool.long.asked,
        }
        for name, figure in gauges.items():
            lines += [f"# TYPE bestrun_{name} gauge", f"bestrun_{name} {figure}"]
        lines += ["# TYPE bestrun_workers_started_total counter"]
        lines += [f"bestrun_workers_started_total {pool.started}", ""]
        return "\n".join(lines)


class Noted:
    """Passes requests on, and tells a journal how they ended."""

    def __init__(self, app: ASGIApp, journal: Journal) -> None:
        self.app, self.journal = app, journal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status, size = time.monotonic(), 500, 0

        async def noted(message: Message) -> None:
            nonlocal status, size
            status = message.get("status", status)
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            self.journal.note(scope, status, size, time.monotonic() - begun)
