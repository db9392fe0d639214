"""What ``check`` says of turns of Island Rails."""

from __future__ import annotations

from typing import Any

from bestrun import api


def judged(data: dict[str, Any], *lines: str) -> dict[str, Any]:
    answer: dict[str, Any] = api.check(data, "\n".join(lines)).to_dict()
    return answer


def codes(data: dict[str, Any], *lines: str) -> list[str]:
    return [problem["code"] for problem in judged(data, *lines)["problems"]]
