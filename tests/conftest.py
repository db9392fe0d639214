"""What several tests share: the real cases, and the material that lies beside the project."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solvers.threads import one_thread

one_thread()  # tests run on all cores already

DATA = Path(__file__).parent / "data"
SHARED = Path(__file__).resolve().parents[2] / "shared"

# Some tests press Ctrl-C. What a shell runs in the background is deaf to it from the start.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def real_cases(name: str) -> list[dict[str, Any]]:
    """Return the real turns of one finished game, with claims and proven optima."""
    return json.loads((DATA / "positions" / f"{name}.json").read_text())


@pytest.fixture
def shared() -> Path:
    """Return the folder beside the project, or skip: a user has no such folder."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared")
    return SHARED


@pytest.fixture(scope="module")
def small_rails(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder of titles with the small title of Island Rails, which is in use."""
    from island_random import write_small_rails

    folder = tmp_path_factory.mktemp("titles")
    write_small_rails(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BESTRUN_TITLES", str(folder))
        yield folder
