"""The documents as a site: what lies outside ``docs/`` becomes pages, and links lead there.

A hook of MkDocs. The documents are written to be read in the repository; here the README, the
notebook and the others get a page each, and links are turned to them.
"""

from __future__ import annotations

import ast
import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
}
PACKAGES = ("mapdata", "hexgraph", "solvers", "plots", "bestrun")
LINK = re.compile(r"""(?P<before>\]\(|src=")(?P<to>[^)#"\s]+)(?P<mark>#[^)"]*)?(?P<after>\)|")""")
TEXT_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that do not lie in the folder of the documents."""
    for source, page in OUTSIDE.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    for path in sorted((ROOT / "docs").glob("*.ipynb")):
        files.append(File.generated(config, f"{path.stem}.md", content=_notebook(path)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Turn links of the repository to the pages of the site."""
    here = page.file.src_uri
    source = next((each for each, made in OUTSIDE.items() if made == here), f"docs/{here}")
    folder = posixpath.dirname(source)

    def plain(found: re.Match[str]) -> str:
        """Leave the words of a link that leads to no page."""
        if "://" in found[2] or _page(posixpath.normpath(posixpath.join(folder, found[2]))):
            return found[0]
        return found[1]

    def turned(found: re.Match[str]) -> str:
        if "://" in found["to"]:
            return found[0]
        target = _page(posixpath.normpath(posixpath.join(folder, found["to"])))
        if target is None:
            return found[0]
        link = posixpath.relpath(target, posixpath.dirname(here) or ".")
        if found["before"].startswith("src"):  # plain HTML is not turned by MkDocs
            link = posixpath.relpath(target, posixpath.dirname(page.file.dest_uri) or ".")
        return f"{found['before']}{link}{found['mark'] or ''}{found['after']}"

    markdown = markdown.replace("<!-- modules -->", _modules())
    return LINK.sub(turned, TEXT_LINK.sub(plain, markdown))


def _page(path: str) -> str | None:
    """The page of a repository file on the site, if it has one."""
    if path in OUTSIDE:
        return OUTSIDE[path]
    if not path.startswith("docs/"):
        return None
    inside = path.removeprefix("docs/")
    return inside.removesuffix(".ipynb") + ".md" if inside.endswith(".ipynb") else inside


def _modules() -> str:
    """Tables of all modules with the first lines of their docstrings, a table a package."""
    parts = []
    for package in PACKAGES:
        rows = [f"### {package}", "", "| module | is about |", "|---|---|"]
        for path in sorted((ROOT / package).rglob("*.py")):
            text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            about = text.partition("\n")[0].replace("|", "\\|")
            rows.append(f"| `{path.relative_to(ROOT)}` | {about} |")
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def _notebook(path: Path) -> str:
    """Return a notebook as a page: text, code, and what it printed."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            text = "".join(output.get("text") or output["data"]["text/plain"])
            parts.append(f"```\n{text.rstrip()}\n```")
    return "\n\n".join(parts)
