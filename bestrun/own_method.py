"""A method of a user's own, named as ``mine=module:function``.

The function gets a :class:`solvers.problem.Problem` and returns runs, or runs and an upper bound
on the revenue. The problem's ``graph()`` is a plain networkx graph; the judge checks the runs.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mapdata.errors import InputError
from solvers.bound import optimistic
from solvers.judge import judge
from solvers.plan import BestPlan, make_plan
from solvers.problem import Problem


class RuleBroken(Exception):
    """Runs of a user's own method break a rule."""


def is_own(method: str) -> bool:
    """Whether a method is written as a user's own."""
    return "=" in method


def own_name(method: str) -> str:
    """Return the name under which a method is shown."""
    return method.partition("=")[0]


def search_path() -> tuple[str, ...]:
    """The module search path, for other processes to find the same modules."""
    return tuple(str(Path(entry).resolve()) for entry in ("", *sys.path))


def own_function(method: str, path: tuple[str, ...]) -> Callable[[Problem], Any]:
    """Return the function that ``mine=module:function`` names, looked for along ``path``."""
    name, _, where = method.partition("=")
    module, colon, function = where.partition(":")
    if not name or not module or not colon or not function:
        raise InputError(f"{method!r}: write a method as mine=module:function", "--method")
    sys.path.extend(entry for entry in path if entry not in sys.path)
    try:
        found = getattr(importlib.import_module(module), function)
    except ImportError as error:
        raise InputError(f"there is no module {module}: {error}", "--method") from None
    except AttributeError:
        raise InputError(f"{module} has no function {function}", "--method") from None
    if not callable(found):
        raise InputError(f"{module}.{function} is no function", "--method")
    called: Callable[[Problem], Any] = found
    return called


def solve_own(problem: Problem, method: str, path: tuple[str, ...]) -> BestPlan:
    """Return the plan of a user's method, checked; raises :class:`RuleBroken`."""
    answer = own_function(method, path)(problem)
    # a bare sequence of runs proves nothing: the bound is then the one without search
    runs, bound = answer, optimistic(problem)
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], int):
        runs, bound = answer
    runs = list(runs)
    for breach in judge(problem, runs):
        raise RuleBroken(f"{own_name(method)} broke a rule: {breach.message}")
    plan = make_plan(problem, runs)
    return BestPlan(plan, bound, own_name(method), 0.0)
