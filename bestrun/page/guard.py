"""Limits on who may ask and how much, and on what a browser may do with the answer.

A page on the user's own machine must not serve other sites: a request that names a foreign
host, or comes from a page of another origin, is refused. Answers forbid everything that the
page does not need.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def refused(status: int, line: str) -> Response:
    """Return an error as the API has it: one line."""
    return JSONResponse({"error": line}, status)


class Guard:
    """Refuses foreign hosts and origins, and sets the headers of every answer.

    ``hosts`` are the names under which the server may be asked; empty for any. What is asked
    below ``root`` is answered as if it were asked without it.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], root: str = "") -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wrong = self._foreign(Headers(scope=scope))
        app: Callable[[Scope, Receive, Send], Awaitable[None]] = (
            refused(403, wrong) if wrong else self.app
        )

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        if self.root and scope["path"].startswith(f"{self.root}/"):
            scope = {**scope, "path": scope["path"].removeprefix(self.root)}
        await app(scope, receive, guarded)

    def _foreign(self, headers: Headers) -> str:
        """The reason to refuse a request as foreign; empty if it is not."""
        host = headers.get("host", "")
        if self.hosts and _name(f"//{host}") not in self.hosts:
            return "this server answers under its own address only"
        origin = headers.get("origin")
        if origin is not None and _host(origin) != host:
            return "requests from pages of other sites are refused"
        return ""


def _host(origin: str) -> str | None:
    """Return the host that an origin names; ``None`` for what is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
