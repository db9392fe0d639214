"""Nothing needs what only Unix has: read in the source, and tried without it."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from material import DATA, real_cases

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bestrun", "hexgraph", "mapdata", "plots", "solvers")

ONLY_UNIX = {
    "os": {"fork", "getuid", "geteuid", "getppid", "kill", "killpg", "mkfifo", "setsid", "wait"}
    | {"getpgid", "getsid", "setuid", "chown", "uname", "nice", "getloadavg", "sysconf"},
    "signal": {"SIGALRM", "alarm", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGQUIT"}
    | {"pthread_kill", "setitimer", "sigwait", "SIGXCPU", "SIGXFSZ", "SIGPIPE"},
    "time": {"tzset", "clock_gettime"},
    "socket": {"AF_UNIX"},
}
MODULES = {"fcntl", "grp", "pwd", "pty", "readline", "resource", "syslog", "termios", "tty"}

SOURCES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def only_unix(tree: ast.AST) -> list[str]:
    """Unix-only names used in a module; those asked for with ``getattr`` are allowed."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in ONLY_UNIX.get(node.value.id, ()):
                found.append(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.Import):
            found += [each.name for each in node.names if each.name in MODULES]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = ONLY_UNIX.get(node.module, set())
            found += [each.name for each in node.names if each.name in names]
            found += [node.module] if node.module in MODULES else []
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_names_what_only_unix_has(path: Path) -> None:
    assert only_unix(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_what_only_unix_has_would_be_found() -> None:
    code = "import fcntl, os\nfrom signal import SIGKILL\nos.kill(1, 9)\nos.fork()\nos.getpid()"
    assert only_unix(ast.parse(code)) == ["fcntl", "SIGKILL", "os.kill", "os.fork"]


def test_every_text_file_is_opened_in_a_known_encoding() -> None:
    """Windows takes another one where none is named."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            named = {each.arg for each in node.keywords}
            if node.func.attr in ("read_text", "write_text"):
                assert "encoding" in named or node.args[1:], f"{path}:{node.lineno}"


NEEDED = {"wait", "kill", "SIGKILL"}
"""What the standard library uses here, and on other systems does not."""

WITHOUT = """
import os, signal, sys
for module, names in {names!r}.items():
    for name in names:
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
for name in {modules!r}:
    sys.modules[name] = None
from bestrun.__main__ import main
main()
"""


@pytest.mark.parametrize(
    "words",
    [
        "solve {batch} --json --jobs 2",
        "check {one}",
        "plot {one} --solve -o {picture}",
        "advise {one} --turn --jobs 2",
        "moves {one} --json",
        "titles",
    ],
)
def test_commands_run_without_it(words: str, tmp_path: Path) -> None:
    """As far as this machine can tell: the standard library keeps what it took before."""
    cases = real_cases("1844-a")[:3]
    batch, one = tmp_path / "batch.json", tmp_path / "one.json"
    batch.write_text(json.dumps(cases))
    one.write_text(json.dumps(cases[0]))
    names = {module: sorted(ONLY_UNIX[module] - NEEDED) for module in ("os", "signal")}
    names["os"].append("sched_getaffinity")
    modules = sorted(MODULES - {"fcntl", "resource"})
    code = "import subprocess, tempfile, threading\n" + WITHOUT.format(names=names, modules=modules)
    places = {"batch": batch, "one": one, "picture": tmp_path / "x.svg"}
    done = subprocess.run(
        [sys.executable, "-c", code, *words.format_map(places).split()],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr
    assert done.stdout or "plot" in words
    assert DATA.is_dir()
