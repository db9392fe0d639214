"""What all tests share: one thread, Ctrl-C, and fixtures; data is found by ``material``."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from material import SHARED

from solvers.threads import one_thread

one_thread()  # tests run on all cores already

# Some tests press Ctrl-C. What a shell runs in the background is deaf to it from the start.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
