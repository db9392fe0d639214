"""The page as a static website: its files, Pyodide, and bestrun with what it needs in one archive.

Pyodide comes from its npm package. Its version is pinned: compiled packages fit one version of
Python in it, and no other. What belongs to one state of the page lies in a folder named after its
content, so that a browser never mixes two of them.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib
import importlib.util
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bestrun.api import draw
from bestrun.page.landing import landing_page
from bestrun.page.lean import ArchiveFile, archived, lean, unpacked
from bestrun.page.questions import answer
from mapdata.errors import InputError
from plots.svg import write as write_svg

PYODIDE = "314.0.7"
MSGSPEC = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
WHERE = f"`npm install pyodide@{PYODIDE}` fetches it: --pyodide node_modules/pyodide"
WHEEL = (
    "pip download msgspec==0.22.0 --no-deps --only-binary=:all: --python-version 3.14 "
    "--platform pyemscripten_2026_0_wasm32"
)

PAGE = Path(__file__).parent
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
STDLIB = "python_stdlib.zip"
OWN = ("mapdata", "hexgraph", "solvers", "plots", "bestrun")
PLAIN = ("tomli_w",)
"""Packages without compiled code, taken as they are installed here."""

NOT_OF_THE_PAGE = (
    *("bestrun.commands", "bestrun.drafts", "bestrun.cli", "bestrun.__main__", "bestrun.answers"),
    *("bestrun.benchmark", "bestrun.benchmark_summary", "bestrun.cluster", "bestrun.page.bundle"),
    *("bestrun.page.compiled", "bestrun.page.landing", "bestrun.page.lean", "bestrun.page.server"),
    *("bestrun.page.pool", "bestrun.page.protocol", "bestrun.page.guard", "bestrun.page.journal"),
)
"""Modules that no question of the page needs: the commands and the server."""

WITHOUT = frozenset(
    (
        *("email", "multiprocessing", "xml", "_pyrepl", "unittest", "http", "pdb", "doctest"),
        *("pydoc", "pydoc_data", "_pyio", "xmlrpc", "_pydatetime", "argparse", "pickletools"),
        *("wsgiref", "imaplib", "ipaddress", "optparse", "mailbox", "configparser", "smtplib"),
        *("bdb", "ftplib", "_ast_unparse", "trace", "plistlib", "pstats", "socketserver"),
        *("profile", "mimetypes", "modulefinder", "wave", "compileall", "poplib", "cmd", "code"),
        *("timeit", "fileinput", "symtable", "tabnanny", "pyclbr", "sqlite3", "zipapp", "shelve"),
    )
)
"""Parts of the standard library that nothing here imports."""

ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "latin_1", "utf_8", "utf_8_sig", "idna")
"""The encodings that are taken along."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
LATE = PAGE.parent / "data" / "bench" / "real.json"
"""Real turns; the picture of the first page shows one."""

LARGE = 50_000
"""Bytes from which on a file has compressed ones beside it, for hosts that send these."""


def write_site(folder: Path, pyodide: Path, *, compressed: bool = False) -> int:
    """Write the website into a folder, and return how many bytes it has.

    Parameters
    ----------
    pyodide
        The npm package, with the msgspec wheel for it in the same folder or one above; a numpy
        wheel of Pyodide's distribution is taken along if it lies there.
    compressed
        Whether large files have ``.gz`` and, with the package brotli, ``.br`` beside them.
    """
    version = _version(pyodide)
    if version != PYODIDE:
        raise InputError(f"is Pyodide {version}, {PYODIDE} is needed: {WHERE}", str(pyodide))
    wheel = next((each / MSGSPEC for each in _around(pyodide) if (each / MSGSPEC).exists()), None)
    if wheel is None:
        raise InputError(f"there is no {MSGSPEC} beside it: {WHEEL} -d {pyodide}", str(pyodide))
    for old in (*folder.glob("app-*"), *folder.glob("pyodide-*")):
        shutil.rmtree(old)
    _write_python(_python(folder), pyodide)
    app = _write_app(folder, wheel)
    _write_pages(folder, app)
    _keep_offline(folder, app)
    if compressed:
        _compress(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _python(folder: Path) -> Path:
    return folder / f"pyodide-{PYODIDE}"


def _version(pyodide: Path) -> str:
    try:
        return str(json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        raise InputError(f"there is no Pyodide here: {WHERE}", str(pyodide)) from None


def _around(pyodide: Path) -> tuple[Path, ...]:
    return (pyodide, *pyodide.resolve().parents[:2])


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def _write_python(folder: Path, pyodide: Path) -> None:
    """Copy Pyodide, its standard library without what nobody imports."""
    folder.mkdir(parents=True)
    for path in (*(pyodide / name for name in RUNTIME), *pyodide.glob("numpy-*.whl")):
        shutil.copyfile(path, folder / path.name)
    (folder / STDLIB).write_bytes(archived(_standard_library(pyodide / STDLIB)))


def _standard_library(path: Path) -> Iterator[ArchiveFile]:
    for name, content in unpacked(path):
        top, _, rest = name.partition("/")
        if top.removesuffix(".py") in WITHOUT:
            continue
        if top == "encodings" and rest.removesuffix(".py") not in ENCODINGS:
            continue
        yield name, content


def _write_app(folder: Path, wheel: Path) -> Path:
    """Write what belongs to one state of the page, and return its folder."""
    made = folder / "app-new"
    made.mkdir()
    for source in (*_files(PAGE / "site"), *_files(PAGE / "static")):  # its transport replaces
        shutil.copyfile(source, made / source.name)
    for name in ("index.html", "landing.html", "offline.js", "compile.mjs"):
        (made / name).unlink()
    worker = (made / "worker.js").read_text(encoding="utf-8")
    (made / "worker.js").write_text(worker.replace("@PYODIDE@", f"pyodide-{PYODIDE}"), "utf-8")
    (made / "bestrun.zip").write_bytes(archived(_packages(wheel)))
    _compile(_python(folder), made / "bestrun.zip")
    _write_titles(made / "titles")
    (made / "best.svg").write_text(_best_runs(), "utf-8")
    mark = hashlib.sha256()
    for path in sorted(made.rglob("*")):
        if path.is_file():
            mark.update(path.relative_to(made).as_posix().encode() + path.read_bytes())
    return made.rename(folder / f"app-{mark.hexdigest()[:16]}")


def _compile(python: Path, own: Path) -> None:
    """Let node run Pyodide to compile what the start needs, where there is a node."""
    node = shutil.which("node")
    if node is None:
        return
    program = [PAGE / "static" / "compile.mjs", python, PAGE / "compiled.py"]
    subprocess.run([node, *program, python / STDLIB, own], check=True, capture_output=True)


def _write_titles(folder: Path) -> None:
    """Write what is asked first, before there is a Python: all titles, and each with its board."""
    folder.mkdir()
    titles = _asked("titles", {})
    (folder / "titles.json").write_text(json.dumps(titles), "utf-8")
    for each in titles:
        name = each["id"]
        facts = _asked("title", {"title": name})
        view = _asked("view", {"position": facts["start"], "show": 0})
        (folder / f"{name}.svg").write_text(view.pop("svg"), "utf-8")
        data = {"title": facts, "view": view}
        (folder / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")


def _best_runs() -> str:
    """What bestrun is, in one picture: a late real turn with its best runs."""
    turns = json.loads(LATE.read_text(encoding="utf-8"))
    (turn,) = [each for each in turns if each["id"] == "1844-a:681"]
    return str(write_svg(draw(turn["position"], solve=True, focus=True)))


def _asked(name: str, question: object) -> Any:
    reply = answer(name, json.dumps(question).encode())
    assert reply.status == 200, reply.body
    return json.loads(reply.body)


def _packages(wheel: Path) -> Iterator[ArchiveFile]:
    """Yield bestrun and the packages it needs, as they lie in a folder of packages."""
    yield from unpacked(wheel)
    for package in (*OWN, *PLAIN):
        spec = importlib.util.find_spec(package)
        assert spec is not None and spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*")):
            name = f"{package}/{path.relative_to(root).as_posix()}"
            if path.suffix in (".py", ".toml") and not _left_out(name):
                yield name, lean(name, path.read_bytes())


def _left_out(name: str) -> bool:
    module = name.removesuffix(".py").replace("/", ".")
    return any(module == each or module.startswith(f"{each}.") for each in NOT_OF_THE_PAGE)


def _write_pages(folder: Path, app: Path) -> None:
    """Write the pages at the root: the one for strangers, the board, and the manifest."""
    board = (PAGE / "site" / "index.html").read_text(encoding="utf-8")
    (folder / "board.html").write_text(_page(board, app), encoding="utf-8")
    titles = json.loads((app / "titles" / "titles.json").read_text(encoding="utf-8"))
    landing = landing_page(titles, documents=(folder / "docs").is_dir())
    (folder / "index.html").write_text(_page(landing, app), encoding="utf-8")
    (folder / "manifest.json").write_text(json.dumps(_manifest(app)), encoding="utf-8")


def _page(text: str, app: Path) -> str:
    """A page with the addresses of its files, its policy and its manifest."""
    added = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.json">\n'
    )
    text = text.replace('"site/', f'"{app.name}/')
    return text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{added}', 1)


def _manifest(app: Path) -> dict[str, object]:
    icons = [
        {"src": f"{app.name}/icon-{side}.png", "sizes": f"{side}x{side}", "type": "image/png"}
        for side in (192, 512)
    ]
    name = {"name": "bestrun: what is the best run?", "short_name": "bestrun"}
    return name | {"start_url": "./board.html", "display": "standalone", "icons": icons}


def _keep_offline(folder: Path, app: Path) -> None:
    """Tell the service worker all files, under a mark that changes with any of them."""
    pages = [folder / name for name in ("board.html", "index.html", "manifest.json")]
    own = [path for path in app.iterdir() if path.is_file()]
    text = (PAGE / "static" / "offline.js").read_text(encoding="utf-8")
    text = text.replace("@MARK@", f"bestrun-{app.name}")
    for mark, files in (
        ("@FILES@", [*pages, *sorted(own), *sorted(_python(folder).iterdir())]),
        ("@BOARDS@", sorted((app / "titles").iterdir())),
    ):
        names = [path.relative_to(folder).as_posix() for path in files]
        text = text.replace(f'["{mark}"]', json.dumps(names))
    (folder / "offline.js").write_text(text, encoding="utf-8")


def _compress(folder: Path) -> None:
    """Write compressed files beside large ones."""
    packers: dict[str, Callable[[bytes], bytes]] = {".gz": _gzip}
    if importlib.util.find_spec("brotli") is not None:
        packers[".br"] = importlib.import_module("brotli").compress
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.stat().st_size > LARGE and path.suffix not in (".png", ".whl"):
            for suffix, pack in packers.items():
                path.with_name(path.name + suffix).write_bytes(pack(path.read_bytes()))


def _gzip(raw: bytes) -> bytes:
    return gzip.compress(raw, 9, mtime=0)
