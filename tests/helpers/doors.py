"""A position to read, and a mark for tests of what only Unix has."""

from __future__ import annotations

import os

import pytest

from bestrun.api import DATA

SION = DATA / "sion.toml"

UNIX = pytest.mark.skipif(os.name != "posix", reason="links, pipes and modes of Unix")
