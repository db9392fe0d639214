"""The server: the site, and the questions over HTTP. It keeps nothing between requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import click
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from bestrun import __version__
from bestrun.page.describe import description
from bestrun.page.guard import LOOPBACK, Guard, refused
from bestrun.page.journal import Journal, Noted
from bestrun.page.pool import Busy, Gone, TooLong, WorkerPool
from bestrun.page.questions import QUESTIONS, answer, prepare
from bestrun.page.reply import Reply, error
from bestrun.page.uploads import TooMuch, Uploads
from bestrun.terminal import aside
from mapdata.errors import did_you_mean
from solvers.errors import OutOfMemory, WorkerDied

SITE = Path(__file__).parent / "site"

STREAM = "application/x-ndjson"
"""Whoever accepts this gets word of the progress, one JSON object a line."""

BUSY = "busy: too many questions at once, ask again in a moment"
TOO_LARGE = "too large: this question needs more memory than one may use"
DIED = "no answer: the solver's process ended over this question"


MEMORY = 2 * 2**30
"""Bytes that a worker may use. Positions of real games take a tenth of it."""

GRACE = 3.0
"""Seconds between the time at which solvers stop and the one at which a worker is ended."""


def make_app(
    processes: int = 3,
    waiting: int = 24,
    hosts: Collection[str] = (),
    seconds: float | None = None,
    *,
    memory: int = MEMORY,
    root: str = "",
    log: bool = False,
) -> Starlette:
    """Return the server as an ASGI application.

    Parameters
    ----------
    processes, waiting
        Questions answered at a time, and how many more of each kind may wait.
    hosts
        The names under which it may be asked; any, if none is given.
    seconds
        The most time for one question, where that is less than is usual for it.
    memory
        The bytes that one question may use.
    root
        A path below which it is asked, where a proxy leaves that in place.
    log
        Whether each request is a line on stderr.
    """
    pool = WorkerPool(processes, waiting, partial(prepare, memory))
    uploads, journal = Uploads(), Journal(QUESTIONS, lines=log)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        pool.close()

    async def ask(request: Request) -> Response:
        name = request.path_params["name"]
        question = QUESTIONS.get(name)
        if question is None:
            return refused(404, f"there is no question {name!r}{did_you_mean(name, QUESTIONS)}")
        try:
            async with AsyncExitStack() as held:
                body = await held.enter_async_context(uploads.body(request, question.largest))
                asking = Asking(
                    pool,
                    name,
                    body,
                    seconds=min(question.seconds, seconds or question.seconds),
                    long=question.long,
                    client=_client(request),
                    gone=request.is_disconnected,
                )
                if question.long and STREAM in request.headers.get("accept", ""):
                    return StreamedAnswer(asking, held.pop_all())
                return _response(await asking.reply())
        except TooMuch:
            return refused(413, f"the request is larger than {question.largest // 2**20} MB")
        except TimeoutError:
            return refused(408, "the request did not arrive in time")
        except Busy:
            return _response(error(503, BUSY))
        except ClientDisconnect:  # in the middle of the upload
            return refused(499, "nobody waits for the answer")

    async def health(request: Request) -> Response:
        try:
            version = await pool.ask(_version, seconds=GRACE, client=_client(request))
        except (Busy, TooLong, WorkerDied) as wrong:
            return refused(503, f"no worker answers: {type(wrong).__name__}")
        return JSONResponse({"status": "ok", "bestrun": version})

    def metrics(request: Request) -> Response:
        if _client(request) not in LOOPBACK:
            return refused(403, "figures are for this machine alone")
        return PlainTextResponse(journal.metrics(pool))

    routes = [
        Route("/", lambda request: HTMLResponse(_start_page())),
        Route("/health", health),
        Route("/metrics", metrics),
        Route("/api", lambda request: JSONResponse(description())),
        Route("/api/{name}", ask, methods=["POST"]),
        Mount("/site", StaticFiles(directory=SITE)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Noted, journal=journal),
            Middleware(Guard, hosts=hosts, root=root),
        ],
        exception_handlers={HTTPException: _no_such_page},
        lifespan=lifespan,
    )
    app.state.pool = pool
    return app


def _no_such_page(request: Request, wrong: Exception) -> Response:
    """Say as the API does what is wrong with an address or a method."""
    assert isinstance(wrong, HTTPException)
    answer = refused(wrong.status_code, f"{request.method} {request.url.path}: {wrong.detail}")
    answer.headers.update(wrong.headers or {})
    return answer


@cache
def _start_page() -> str:
    """The page; its addresses are relative, so that it may lie below any path."""
    return (SITE / "index.html").read_text(encoding="utf-8")


def _version() -> str:
    """Asked of a worker, to know that it lives."""
    return __version__


def _client(request: Request) -> str:
    return "" if request.client is None else request.client.host


def _response(reply: Reply) -> Response:
    retry = {"Retry-After": "1"} if reply.status == 503 else None
    return Response(reply.body, reply.status, retry, reply.media)


class Asking:
    """One question on its way: the pool, the question, and how it is asked there."""

    def __init__(
        self, pool: WorkerPool, name: str, body: bytes, *, seconds: float, **how: Any
    ) -> None:
        self.pool, self.name, self.body, self.seconds = pool, name, body, seconds
        self.how = how

    async def reply(self, heard: Callable[[Any], None] | None = None) -> Reply:
        """Return the answer of a worker, or in one line why there is none."""
        try:
            reply: Reply = await self.pool.ask(
                answer,
                self.name,
                self.body,
                self.seconds,
                seconds=self.seconds + GRACE,
                heard=heard,
                **self.how,
            )
        except Busy:
            return error(503, BUSY)
        except TooLong:
            return error(504, f"no answer within {self.seconds:g} seconds")
        except Gone:
            return error(499, "nobody waits for the answer")
        except OutOfMemory:
            return error(422, TOO_LARGE)
        except WorkerDied as died:
            aside(f"{self.name}: {died}")
            return error(500, DIED)
        if reply.trace:
            click.echo(f"{self.name}: {reply.trace}", err=True)
        return reply

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield word of the progress, then the answer: one JSON object a line."""
        loop = asyncio.get_running_loop()
        words: asyncio.Queue[Any] = asyncio.Queue()

        def heard(word: Any) -> None:
            loop.call_soon_threadsafe(words.put_nowait, word)

        asked = asyncio.ensure_future(self.reply(heard))
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


class StreamedAnswer(StreamingResponse):
    """A long answer, line by line; what was sent with the question is held until its end."""

    def __init__(self, asking: Asking, held: AsyncExitStack) -> None:
        super().__init__(asking.lines(), media_type=STREAM)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        async with self._held:
            await super().__call__(scope, receive, send)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"
