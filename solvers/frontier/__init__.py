"""Large positions: column generation, then the routes within the gap, cuts, and packing.

The matrices here are small. A linear algebra library that spreads them over all cores takes
several times as long on a busy machine as with one core. It reads its number of threads when it
is loaded, so that is set to one here, unless the user has loaded or configured the library.
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
