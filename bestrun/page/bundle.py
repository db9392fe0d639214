"""The page as a static website: its files, Pyodide, and bestrun with what it needs in one archive.

Pyodide comes from its npm package. Its version is pinned: compiled packages fit one version of
Python in it, and no other.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from mapdata.errors import InputError

PYODIDE = "314.0.7"
MSGSPEC = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
WHERE = f"`npm install pyodide@{PYODIDE}` fetches it: --pyodide node_modules/pyodide"
WHEEL = (
    "pip download msgspec==0.22.0 --no-deps --only-binary=:all: --python-version 3.14 "
    "--platform pyemscripten_2026_0_wasm32"
)

PAGE = Path(__file__).parent
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
OWN = ("mapdata", "hexgraph", "solvers", "plots", "bestrun")
PLAIN = ("click", "tomli_w")
"""Packages without compiled code, taken as they are installed here."""

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
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every entry of the archive, so that equal content is an equal file."""


def write_site(folder: Path, pyodide: Path) -> int:
    """Write the website into a folder, and return how many bytes it has.

    Parameters
    ----------
    pyodide
        The npm package, with the msgspec wheel for it in the same folder or one above.
    """
    version = _version(pyodide)
    if version != PYODIDE:
        raise InputError(f"is Pyodide {version}, {PYODIDE} is needed: {WHERE}", str(pyodide))
    wheel = next((each / MSGSPEC for each in _around(pyodide) if (each / MSGSPEC).exists()), None)
    if wheel is None:
        raise InputError(f"there is no {MSGSPEC} beside it: {WHEEL} -d {pyodide}", str(pyodide))
    (folder / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, folder / "pyodide" / name)
    for source in (*_files(PAGE / "site"), *_files(PAGE / "static")):  # its transport replaces
        shutil.copyfile(source, folder / source.name)
    (folder / "bestrun.zip").write_bytes(_archive(wheel))
    (folder / "index.html").write_text(_start_page(), encoding="utf-8")
    (folder / "manifest.json").write_text(json.dumps(_manifest()), encoding="utf-8")
    _keep_offline(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _version(pyodide: Path) -> str:
    try:
        return str(json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        raise InputError(f"there is no Pyodide here: {WHERE}", str(pyodide)) from None


def _around(pyodide: Path) -> tuple[Path, ...]:
    return (pyodide, *pyodide.resolve().parents[:2])


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def _start_page() -> str:
    """The page beside its files, with its policy and its manifest."""
    text = (PAGE / "site" / "index.html").read_text(encoding="utf-8").replace('"site/', '"')
    added = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.json">\n'
    )
    return text.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{added}', 1)


def _manifest() -> dict[str, object]:
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}
    name = {"name": "bestrun: what is the best run?", "short_name": "bestrun"}
    return name | {"start_url": "./", "display": "standalone", "icons": [icon]}


def _archive(wheel: Path) -> bytes:
    """Return bestrun and the packages it needs, as they lie in a folder of packages."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        with zipfile.ZipFile(wheel) as packed:
            for name in sorted(packed.namelist()):
                archive.writestr(zipfile.ZipInfo(name, EPOCH), packed.read(name))
        for package in (*OWN, *PLAIN):
            for path, name in _modules(package):
                entry = zipfile.ZipInfo(name, EPOCH)
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return raw.getvalue()


def _modules(package: str) -> Iterator[tuple[Path, str]]:
    """Yield the modules and tables of a package, each with its name in the archive."""
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None
    root = Path(spec.origin).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".toml"):
            yield path, f"{package}/{path.relative_to(root).as_posix()}"


def _keep_offline(folder: Path) -> None:
    """Tell the service worker all files, and a mark that changes with any of them."""
    names, mark = [], hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name != "offline.js":
            names.append(name)
            mark.update(name.encode() + path.read_bytes())
    text = (PAGE / "static" / "offline.js").read_text(encoding="utf-8")
    text = text.replace("@MARK@", f"bestrun-{mark.hexdigest()[:16]}")
    text = text.replace('["@FILES@"]', json.dumps(["./", *names]))
    (folder / "offline.js").write_text(text, encoding="utf-8")
