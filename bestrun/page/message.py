"""Questions as messages, for a worker in the browser: the same door as the server's."""

from __future__ import annotations

import json
from collections.abc import Callable

from bestrun.page.questions import answer
from solvers.worker import listening


def ask(name: str, body: str, tell: Callable[[str], object]) -> tuple[int, str, str]:
    """Return status, kind and text of an answer; ``tell`` hears of the progress, as JSON."""
    with listening(lambda word: tell(json.dumps(word))):
        reply = answer(name, body.encode())
    return reply.status, reply.media, reply.body.decode()
