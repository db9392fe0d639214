"""A claim as it was given, before a game reads it: words, a file, or data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from bestrun.files import STDIN, read_text
from mapdata.errors import InputError, within
from mapdata.written import from_json

AnyClaim = TypeVar("AnyClaim")
AnyLine = TypeVar("AnyLine")

_LONG = 60
"""Letters of a line that are quoted in a message."""


class ClaimSource(Struct, frozen=True):
    """A claim before it is read, and the place it comes from, for messages."""

    what: Any
    place: str = "claim"


def source_in(given: object) -> ClaimSource:
    """The source of a claim: a file (a path, or the name of one), words, or data."""
    if isinstance(given, Path) or (isinstance(given, str) and _is_file(given)):
        return ClaimSource(read_text(Path(given)), str(given))
    return ClaimSource(given)


def source_on_the_command_line(word: str) -> ClaimSource:
    """The source of a claim; a word without a colon must be the name of a file."""
    if word != str(STDIN) and not _is_file(word):
        if not word.strip() or ":" in word:
            return ClaimSource(word)
        text = "there is no such file (a claim itself reads like 2H: Sion-Martigny = 40)"
        raise InputError(text, word)
    return source_in(Path(word))


def _is_file(word: str) -> bool:
    """Whether there is a file of that name; a text may be too long for one."""
    try:
        return bool(word.strip()) and Path(word).exists()
    except (OSError, ValueError):
        return False


def read(
    source: ClaimSource, from_text: Callable[[str], AnyClaim], from_data: Callable[[Any], AnyClaim]
) -> AnyClaim:
    """Return the claim: from lines of text, or from JSON (a text or its data)."""
    what = source.what
    with within(source.place):
        if isinstance(what, str) and what.lstrip()[:1] in ("{", "["):
            what = from_json(what, "")
        if isinstance(what, dict) and "claim" in what:
            what = what["claim"]
        return from_text(what) if isinstance(what, str) else from_data(what)


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers; ``#`` begins a comment.

    On the command line ``;`` separates lines. Runs of blanks are reduced to one, since
    patterns that allow for many take quadratic time.
    """
    for number, raw in enumerate(text.splitlines(), 1):
        for part in raw.partition("#")[0].split(";"):
            if line := " ".join(part.split()):
                yield number, line


def line_by_line(
    text: str, example: str, read_line: Callable[[str, str], AnyLine]
) -> list[AnyLine]:
    """Lines of the form ``word: rest``, each read by ``read_line``."""
    found = []
    for number, line in numbered(text):
        with within(f"line {number}"):
            word, colon, rest = line.partition(":")
            if not colon:
                raise no_claim(line, example)
            found.append(read_line(word.strip(), rest.strip()))
    if not found:
        raise no_claim("", example)
    return found


def no_claim(line: str, example: str) -> InputError:
    """Return the complaint about a line, or a whole text, that is no claim."""
    if not line:
        return InputError(f"no claim in it: {example}")
    return InputError(f"no claim: {short(line)!r} ({example})")


def short(text: str) -> str:
    """Return a text as a message quotes it."""
    return text if len(text) < _LONG else text[: _LONG - 3] + "..."
