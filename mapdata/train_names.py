"""Trains by name, also those whose names are patterns: ``6+4`` by ``n+m``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from mapdata.rules import TrainType

Made = Callable[[str, Mapping[str, int]], TrainType]

LARGEST = 99
"""No train has a larger figure in its name."""


class NamedTrains(dict[str, TrainType]):
    """The trains of a title.

    A name that fits a pattern is a train, too, made when it is first asked for. Only the stated
    trains are listed: there is no end to the others.
    """

    def __init__(self, mark: str = "") -> None:
        """``mark`` may stand behind a name any number of times, and changes nothing."""
        super().__init__()
        self._mark = mark
        self._patterns: list[tuple[re.Pattern[str], Made]] = []
        self._made: dict[str, TrainType] = {}

    def add(self, pattern: str, made: Made) -> None:
        """Add a pattern: each lower-case letter in it stands for a number."""
        text = re.sub("[a-z]", lambda found: f"(?P<{found[0]}>[0-9]{{1,2}})", re.escape(pattern))
        self._patterns.append((re.compile(text), made))

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or self._by_pattern(name) is not None

    def __missing__(self, name: str) -> TrainType:
        train = self._by_pattern(name)
        if train is None:
            raise KeyError(name)
        return train

    def _by_pattern(self, name: object) -> TrainType | None:
        if name in self._made:
            return self._made[str(name)]
        if self._mark and isinstance(name, str) and name.endswith(self._mark):
            plain = self.get(name.rstrip(self._mark))
            if plain is not None:
                self._made[name] = replace(plain, name=name, plain=plain.name)
                return self._made[name]
        for pattern, made in self._patterns if isinstance(name, str) else ():
            if fits := pattern.fullmatch(str(name)):
                figures = {letter: int(figure) for letter, figure in fits.groupdict().items()}
                self._made[fits[0]] = made(fits[0], figures)
                return self._made[fits[0]]
        return None
