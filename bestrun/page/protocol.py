"""HTTP as uvicorn speaks it, with a time for half requests and JSON for bad ones."""

from __future__ import annotations

import asyncio
import json
import socket

import h11
from starlette.applications import Starlette
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

HALF = 10.0
"""Seconds for the lines that begin a request."""

ENDING = 3
"""Seconds for answers that are on their way when the server ends."""


class StrictProtocol(H11Protocol):
    """One connection."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Read on; a request of which only a part has come does not wait for ever."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say in JSON what is wrong with a request that is no HTTP, unless an answer has begun."""
        if self.cycle is not None:  # whoever answers it is heard no more
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = json.dumps({"error": "this is no HTTP request"}).encode()
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ]
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._forget()
        elif self._late is None:
            self._late = self.loop.call_later(HALF, self.transport.close)

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class PageServer(Server):
    """The page over HTTP; its questions end when it ends."""

    def __init__(self, app: Starlette) -> None:
        config = Config(
            app,
            http=StrictProtocol,
            ws="none",
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=ENDING,
        )
        super().__init__(config)
        self._page = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse what waits or is worked on, and end."""
        self._page.state.pool.close()
        await super().shutdown(sockets)
