"""Properties that are worked out when first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 -- it is used like property
    """Like :func:`functools.cached_property`, without a lock.

    Up to Python 3.11 that one takes a lock for each object, which is a microsecond: a small turn
    asks for five such properties and takes less than a hundred microseconds.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, of: None, kind: type) -> Self: ...

    @overload
    def __get__(self, of: object, kind: type) -> T: ...

    def __get__(self, of: object | None, kind: type) -> T | Self:
        if of is None:
            return self
        value = self.work(of)
        of.__dict__[self.name] = value
        return value
