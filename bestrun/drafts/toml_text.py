"""Values as TOML writes them, one line each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key(text: str) -> str:
    """A key, in quotes where TOML asks for them."""
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def value(item: object) -> str:
    """A value of any type on one line."""
    if isinstance(item, Mapping):
        pairs = ", ".join(pair(str(name), of) for name, of in item.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(item, (list, tuple)):
        return f"[{', '.join(value(of) for of in item)}]"
    return json.dumps(item, ensure_ascii=False)  # text, numbers and booleans are written alike


def pair(name: str, item: object) -> str:
    """``name = value``."""
    return f"{key(name)} = {value(item)}"


def table(heading: str, items: Mapping[str, object], long: Iterable[str] = ()) -> str:
    """A table with its heading; lists of the keys in ``long`` have a line for each item."""
    lines = [f"[{heading}]"]
    for name, item in items.items():
        if name in long and isinstance(item, list):
            lines += [f"{key(name)} = [", *(f"    {value(of)}," for of in item), "]"]
        else:
            lines.append(pair(name, item))
    return "\n".join(lines) + "\n"
