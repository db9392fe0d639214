"""The one kind of error a user sees: what, where, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

T = TypeVar("T")

FEW = 25
"""So many names can be listed where none of them is near."""

LONG = 60
"""No name is longer; what is was not meant as one."""

_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Characters that end a line, move the cursor, turn the writing round or cannot be written."""

_WORD, _MESSAGE, _PLACE = 120, 600, 1000
"""Letters of a word, a message and a place that are shown."""


class InputError(ValueError):
    """Something a person wrote is wrong.

    The message is one line. ``place`` says where (a file, ``sion.toml: tiles.K10``);
    outer layers add to it with :meth:`at` as the error travels up, so that the code
    that finds a mistake need not know which file it came from.
    """

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def at(self, place: str) -> InputError:
        """Return the same error with ``place`` in front of where it happened."""
        joined = ": ".join(each for each in (place, self.place) if each)
        return type(self)(self.message, joined)

    def __str__(self) -> str:
        return in_one_line(self.message, self.place)


class Mistakes(InputError):
    """Several mistakes, of which each is an error by itself; the message is the first."""

    def __init__(self, every: Sequence[InputError]) -> None:
        first, more = every[0], len(every) - 1
        super().__init__(f"{first.message} (and {more} more)", first.place)
        self.every = tuple(every)


def in_one_line(message: str, place: str = "") -> str:
    """The mistake and its place, in one line of bearable length."""
    fault = _cut(
        one_line(re.sub(rf"\S{{{_WORD},}}", lambda word: _cut(word[0], _WORD), message)), _MESSAGE
    )
    return f"{_cut(one_line(place), _PLACE)}: {fault}" if place else fault


def one_line(text: str) -> str:
    """Return a text as one line: line breaks and control characters are spelt out."""
    return _BREAKS.sub(_spelt, text)


def printable(text: str) -> str:
    """Return a text without control characters, which could command a terminal."""
    return "\n".join(map(one_line, text.split("\n")))


def _spelt(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def _cut(text: str, most: int) -> str:
    """Leave out the middle of what is too long."""
    return text if len(text) <= most else f"{text[: most * 3 // 4]}…{text[-most // 5 :]}"


def did_you_mean(
    word: str, options: Iterable[str], fold: Callable[[str], str] = str.casefold
) -> str:
    """Return ``" (did you mean X?)"`` for the option nearest to ``word``, or nothing.

    ``fold`` takes away what makes no difference between two spellings.
    """
    if len(word) > LONG:
        return ""
    import difflib

    by_folded = {fold(option): option for option in options}
    wanted = fold(word)
    close = difflib.get_close_matches(wanted, by_folded, n=len(by_folded) or 1, cutoff=0.6)
    if not close:
        return ""

    def unlike(option: str) -> float:
        return -difflib.SequenceMatcher(None, option, wanted).ratio()

    best = min(close, key=lambda option: (unlike(option), _apart(wanted, option)))
    return f" (did you mean {by_folded[best]}?)"


def among(word: str, options: Iterable[str]) -> str:
    """Return the option nearest to ``word`` as a question, or all of them if they are few."""
    options = tuple(options)
    few = 0 < len(options) <= FEW
    return did_you_mean(word, options) or (f" (there are {', '.join(options)})" if few else "")


def _apart(one: str, two: str) -> tuple[int, int, str]:
    """Return a distance that tells equally similar words apart: 1845 is nearer to 1844."""
    pairs = zip(one, two, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    near = abs(ord(one[same]) - ord(two[same])) if same < min(len(one), len(two)) else 0
    return -same, near, two


def look_up(options: Mapping[str, T], word: str, what: str) -> T:
    """Return the entry named ``word``, or raise the error that names the nearest one."""
    if word not in options:
        raise InputError(f"unknown {what} {word!r}{among(word, options)}")
    return options[word]


class within:  # noqa: N801 -- it reads as a word of the language
    """Add a place in the file to every error that is raised inside."""

    __slots__ = ("place",)

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            raise error.at(self.place) from None
