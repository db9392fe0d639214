"""Large positions: price routes, list those within the gap, cut, combine.

The matrices here are small. On a busy machine a linear algebra library that spreads them
over all cores takes several times as long as with one; it asks for its number of threads
when it is loaded, and so this is said here, unless the user has loaded it or said otherwise.
"""

from __future__ import annotations

import importlib
import os
import sys

_THREADS = "OPENBLAS_NUM_THREADS"

if "numpy" not in sys.modules and _THREADS not in os.environ:
    os.environ[_THREADS] = "1"
    try:
        importlib.import_module("numpy")
    finally:
        del os.environ[_THREADS]
