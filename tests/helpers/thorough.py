"""How many cases tests look at: some of them every day, all with ``BESTRUN_THOROUGH=1``."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import pytest

THOROUGH = bool(os.environ.get("BESTRUN_THOROUGH"))
Case = TypeVar("Case")


def one_in(step: int, cases: Sequence[Case]) -> Sequence[Case]:
    """Return one case in ``step``, or all of them if the tests are to be thorough.

    Steps are odd: even and odd seeds draw different kinds of problems.
    """
    assert step % 2
    return cases if THOROUGH else cases[::step]


@contextmanager
def patched(arguments: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments of a test, with a ``monkeypatch`` of its own if it asks for one."""
    if "monkeypatch" not in arguments:
        yield arguments
        return
    with arguments["monkeypatch"].context() as patch:
        yield arguments | {"monkeypatch": patch}


def for_every(name: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """One test for many cases, one after the other; a failure says which case it was.

    What a case patches is undone before the next one.
    """
    listed = tuple(cases)

    def over(test: Callable[..., None]) -> Any:
        @wraps(test)
        def run(**arguments: Any) -> None:
            skipped = 0
            for case in listed:
                try:
                    with patched(arguments) as given:
                        test(**given, **{name: case})
                except pytest.skip.Exception:
                    skipped += 1
                except BaseException as error:
                    error.add_note(f"{name} = {case!r}")
                    raise
            if skipped == len(listed):
                pytest.skip(f"no {name} applies")

        kept = inspect.signature(test)
        others = [each for each in kept.parameters.values() if each.name != name]
        del run.__wrapped__
        run.__signature__ = kept.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return over
