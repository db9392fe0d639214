"""Many attempts, counted; one that fails can be made again from its kind and number."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from .agree import agree
from .attempt import Attempt, Broken, Said, run
from .kinds import KINDS

AGREED = ("chicago-build", "chicago-plan")


def attempted(kind: str, number: int, keep: Path | None = None) -> Counter[str]:
    """Make one attempt; return what it counts for. Raises :class:`Broken`.

    ``keep`` is where the files of an attempt that fails are put.
    """
    random = Random(f"{kind} {number}")
    attempt = KINDS[kind](random)
    folder = Path(tempfile.mkdtemp(prefix="bestrun-fuzz-"))
    try:
        said = run(attempt, folder)
        counts = Counter({"attempts": 1, f"exit {said.code}": 1})
        if solvable(attempt, said):
            counts["answers compared"] = agree(attempt, said.objects[0], folder, random)
        return counts
    except Broken as broken:
        if keep is not None:
            shutil.copytree(folder, keep / f"{kind}-{number}", dirs_exist_ok=True)
        words = " ".join(attempt.words)[:300]
        raise Broken(f"{kind} {number} ({words}): {broken}") from broken
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def solvable(attempt: Attempt, said: Said) -> bool:
    """Whether one position was solved, and as JSON."""
    words = attempt.words
    if said.code != 0 or words[0] != "solve" or "--json" not in words or len(said.objects) != 1:
        return False
    answer = said.objects[0]
    return "{p" in words[1] and (
        "runs" in answer or answer.get("ask") in ("build", "plan", "deliveries")
    )


def chunk(kind: str, first: int, many: int, keep: Path | None) -> tuple[Counter[str], list[str]]:
    """Make many attempts; return what they count for, and what was broken."""
    os.environ.pop("BESTRUN_TITLES", None)
    counts: Counter[str] = Counter()
    broken: list[str] = []
    for number in range(first, first + many):
        try:
            counts += attempted(kind, number, keep)
        except Broken as error:
            counts["broken"] += 1
            broken.append(str(error))
    return counts, broken
