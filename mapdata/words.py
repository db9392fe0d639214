"""Grammar of messages: the article before the name of a train, and lists of names."""

from __future__ import annotations

import re
from collections.abc import Sequence

_AN = re.compile(r"8|1[18](?!\d)|[AEIOU](?=[a-z])|[AEFHILMNORSX](?![a-z])")


def with_article(name: str) -> str:
    """Return a name as it is spoken: ``a 4H``, ``an 8E``, ``an 18``, ``a Pullman``, ``an L``."""
    return f"an {name}" if _AN.match(name) else f"a {name}"


def listed(names: Sequence[str]) -> str:
    """Return names as they are listed: ``Bern``, ``Bern and Thun``, ``Bern, Thun and Brig``."""
    return " and ".join([*filter(None, [", ".join(names[:-1])]), *names[-1:]])
