"""What is still valid: all methods agree, and ``check`` accepts the plan."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from .attempt import Attempt, Broken, run

NATIVE = ("circuit", "mixed", "mip")
METHODS = ("routes", "frontier", *NATIVE)


def agree(attempt: Attempt, answer: dict[str, Any], folder: Path, random: Random) -> int:
    """Ask other methods and the judge about a position that was solved; return how many."""
    asked = 0
    (name,) = [word for word in attempt.words if word.startswith("{p")]
    if "revenue" in answer:
        chosen = [*METHODS[:2], *(random.sample(NATIVE, 1) if random.random() < 0.1 else [])]
        for method in chosen:
            words = ("solve", name, "--json", "--method", method, "--time-limit", "10")
            said = run(Attempt(words), folder)
            if said.code == 2 and "cannot hold it" in said.err:
                continue
            if said.code != 0:
                raise Broken(f"{method}: {said.err}")
            _compare(answer, said.objects[0], method)
            asked += 1
    if answer.get("turns") == []:
        return asked  # nothing was found in time, or nothing gains: that is no claim
    (folder / "plan.json").write_text(json.dumps(claim_of(answer)))
    said = run(Attempt(("check", name, "{plan.json}", "--json", "--time-limit", "10")), folder)
    if said.code == 2:
        raise Broken(f"check does not read the plan: {said.err}")
    verdict = said.objects[0]
    if verdict["verdict"] in ("illegal", "misstated"):
        raise Broken(f"check refuses the plan: {verdict}")
    if answer.get("proven") and verdict["verdict"] == "improvable":
        raise Broken(f"check knows better than what was proven: {verdict}")
    return asked + 1


def claim_of(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer as a claim."""
    if "runs" in answer:
        return {"runs": answer["runs"], "revenue": answer["revenue"]}
    return answer


def _compare(one: dict[str, Any], two: dict[str, Any], method: str) -> None:
    for answer in (one, two):
        if answer["revenue"] > answer["bound"]:
            raise Broken(f"revenue above its bound: {answer}")
    if one["revenue"] > two["bound"] or two["revenue"] > one["bound"]:
        raise Broken(
            f"{one['method']} earns {one['revenue']} of {one['bound']}, "
            f"{method} {two['revenue']} of {two['bound']}"
        )
