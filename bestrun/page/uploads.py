"""Limits on the bodies of requests: for each, and for all that wait together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from bestrun.page.pool import Busy

SMALL = 2**17
"""Bytes of a request that always find room: a position has fewer."""

MOST = 64 * 2**20
"""Bytes of all other requests together."""

PATIENCE = 30.0
"""Seconds for a request to arrive."""


class TooMuch(Exception):
    """A request is larger than what it may hold."""


class Uploads:
    """Bodies of requests, from their first byte until they are answered."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.held = 0

    @asynccontextmanager
    async def body(self, request: Request, largest: int) -> AsyncIterator[bytes]:
        """Read the body of a request, and keep it.

        Raises
        ------
        TooMuch
            It is larger than ``largest``.
        TimeoutError
            It does not arrive in time.
        Busy
            Too much is held already.
        """
        declared = request.headers.get("content-length", "")
        if declared.isdecimal() and len(declared) < 20 and int(declared) > largest:
            raise TooMuch
        size = 0
        parts = []
        try:
            async with asyncio.timeout(PATIENCE):
                async for part in request.stream():
                    size += len(part)
                    self.held += len(part)
                    parts.append(part)
                    if size > largest:
                        raise TooMuch
                    if size > SMALL and self.held > self.most:
                        raise Busy
            body = b"".join(parts)
            parts.clear()
            yield body
        finally:
            self.held -= size
