"""How many cases tests look at: some of them every day, all with ``BESTRUN_THOROUGH=1``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

THOROUGH = bool(os.environ.get("BESTRUN_THOROUGH"))
Case = TypeVar("Case")


def one_in(step: int, cases: Sequence[Case]) -> Sequence[Case]:
    """Return one case in ``step``, or all of them if the tests are to be thorough.

    Steps are odd: even and odd seeds draw different kinds of problems.
    """
    assert step % 2
    return cases if THOROUGH else cases[::step]
