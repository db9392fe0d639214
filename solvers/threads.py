"""Linear algebra on one thread, before numpy is loaded.

The matrices of a plan are small: a second thread gains nothing on them, and where other
processes want the cores (a batch, a busy machine) threads that wait for each other take
several times as long as one. Cores are for batches.
"""

from __future__ import annotations

import os

SETTINGS = ("OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""The variables that OpenBLAS, MKL and macOS read."""


def one_thread() -> None:
    """Ask for one thread in this process and its children, unless the user asks for more."""
    for setting in SETTINGS:
        os.environ.setdefault(setting, "1")
