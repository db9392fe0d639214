"""The server: the site, and the questions over HTTP. It keeps nothing between requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from bestrun.page.describe import description
from bestrun.page.guard import Guard, TooMuch, body_of, refused
from bestrun.page.pool import Busy, Gone, TooLong, WorkerPool
from bestrun.page.questions import QUESTIONS, Question, answer
from bestrun.page.reply import Reply, error
from solvers.errors import WorkerDied

SITE = Path(__file__).parent / "site"

STREAM = "application/x-ndjson"
"""Whoever accepts this gets word of the progress, one JSON object a line."""

BUSY = "busy: too many questions at once, ask again in a moment"
DIED = "no answer: the solver's process ended over this question"


def make_app(
    processes: int = 3, waiting: int = 24, hosts: Collection[str] = (), seconds: float | None = None
) -> Starlette:
    """Return the server as an ASGI application.

    Parameters
    ----------
    processes, waiting
        Questions answered at a time, and how many more may wait.
    hosts
        The names under which it may be asked; any, if none is given.
    seconds
        The most time for one question, where that is less than is usual for it.
    """
    pool = WorkerPool(processes, waiting)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        pool.close()

    async def ask(request: Request) -> Response:
        name = request.path_params["name"]
        question = QUESTIONS.get(name)
        if question is None:
            return refused(404, f"there is no question {name!r}: see /api")
        try:
            body = await body_of(request, question.largest)
        except TooMuch:
            return refused(413, f"the request is larger than {question.largest // 2**20} MB")
        limit = min(question.seconds, seconds or question.seconds)
        if question.long and STREAM in request.headers.get("accept", ""):
            return StreamingResponse(_told(pool, name, question, body, limit), media_type=STREAM)
        reply = await _reply(pool, name, question, body, limit, gone=request.is_disconnected)
        retry = {"Retry-After": "1"} if reply.status == 503 else None
        return Response(reply.body, reply.status, retry, reply.media)

    routes = [
        Route("/", _page("index.html")),
        Route("/api", lambda request: JSONResponse(description())),
        Route("/api/{name}", ask, methods=["POST"]),
        Mount("/site", StaticFiles(directory=SITE)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)], lifespan=lifespan)


def _page(name: str) -> Callable[[Request], Response]:
    return lambda request: FileResponse(SITE / name, media_type="text/html")


async def _reply(
    pool: WorkerPool, name: str, question: Question, body: bytes, seconds: float, **how: Any
) -> Reply:
    """Return the answer of a worker, or in one line why there is none."""
    try:
        reply: Reply = await pool.ask(
            answer, name, body, seconds=seconds, long=question.long, **how
        )
        return reply
    except Busy:
        return error(503, BUSY)
    except TooLong:
        return error(504, f"no answer within {seconds:g} seconds")
    except Gone:
        return error(499, "nobody waits for the answer")
    except WorkerDied:
        return error(500, DIED)


async def _told(
    pool: WorkerPool, name: str, question: Question, body: bytes, seconds: float
) -> AsyncIterator[bytes]:
    """Yield word of the progress, then the answer: one JSON object a line."""
    loop = asyncio.get_running_loop()
    words: asyncio.Queue[Any] = asyncio.Queue()

    def heard(word: Any) -> None:
        loop.call_soon_threadsafe(words.put_nowait, word)

    asked = asyncio.ensure_future(_reply(pool, name, question, body, seconds, heard=heard))
    asked.add_done_callback(lambda _: words.put_nowait(None))
    try:
        while (word := await words.get()) is not None:
            yield _line({"progress": word})
        reply = await asked
        key = "result" if reply.status == 200 else "error"
        told = json.loads(reply.body)
        yield _line({key: told if key == "result" else told["error"]})
    finally:
        asked.cancel()


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"
