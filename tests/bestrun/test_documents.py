"""What the documents show is what happens: links, commands, examples, packaged files."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from html import unescape
from pathlib import Path

import pytest
from command import bestrun
from material import SHARED

from bestrun import __version__
from bestrun.terminal import as_wide_as
from mapdata.folders import read_title_toml, title_folders
from mapdata.titles import family, load

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")))
PACKAGES = ("bestrun", "hexgraph", "mapdata", "plots", "solvers")
PAGES_ABOUT_CODE = ("docs/glossary.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
GAME = SHARED / "games" / "1844-a.json"
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
WROTE = r"(wrote .*\n)?"
LINK = re.compile(r"""(?:\]\(|src=")(?!https?:|#)([^)#"]+)""")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    assert [link for link in links if not (page.parent / link).exists()] == []


def shown() -> Iterator[tuple[str, str, str]]:
    """Yield each command with what a document says it prints (``...`` for lines left out)."""
    for page in PAGES:
        for block in FENCED.findall(page.read_text(encoding="utf-8")):
            if block.startswith("$ bestrun "):
                command, _, printed = block.partition("\n")
                yield name_of(page), command.removeprefix("$ bestrun "), printed


@pytest.mark.parametrize(("page", "command", "printed"), list(shown()))
def test_commands_print_what_the_documents_show(
    page: str,
    command: str,
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = shlex.split(command)
    if "-o" in words:
        words[words.index("-o") + 1] = str(tmp_path / "picture.png")
    monkeypatch.chdir(ROOT)
    if "game.json" in words:  # a reader's own game
        if not GAME.is_file():
            pytest.skip("no exported game is here")
        shutil.copy(GAME, tmp_path / "game.json")
        monkeypatch.chdir(tmp_path)
    with as_wide_as(200):
        said = bestrun(*words)
    assert said.code in (0, 1) and re.fullmatch(WROTE, said.err), said.err
    if not printed:
        return
    parts = [part.strip("\n") for part in re.split(r"^\.\.\.\n", printed, flags=re.MULTILINE)]
    assert re.fullmatch("(?s:.*)".join(map(re.escape, parts)), said.out.rstrip("\n")), said.out


def commands_in(text: str) -> list[str]:
    return re.findall(r"^#   bestrun (.*)$", text, re.MULTILINE)


EXAMPLES = [
    (path.name, command)
    for path in sorted(ROOT.glob("examples/*.toml"))
    for command in commands_in(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("name", "command"), EXAMPLES)
def test_examples_answer_the_commands_they_name(
    name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert name in command
    words = shlex.split(command)
    if "-o" in words:
        words[words.index("-o") + 1] = str(tmp_path / words[words.index("-o") + 1])
    monkeypatch.chdir(ROOT / "examples")
    said = bestrun(*words)
    assert said.code in (0, 1) and re.fullmatch(WROTE, said.err), said.err


PYTHON = [
    (name_of(page), code)
    for page in PAGES
    for code in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
]


@pytest.mark.parametrize(("page", "code"), PYTHON)
def test_python_in_the_documents_runs(
    page: str, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, page, "exec"), {})
    assert capsys.readouterr().out


def test_the_position_in_the_readme_is_worth_what_it_says(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (position,) = (block for block in FENCED.findall(text) if block.startswith('title = "1844"'))
    path = tmp_path / "sion.toml"
    path.write_text(position, encoding="utf-8")
    claim = "2H: Sion-Martigny = 40\n3H: Sion-Visp-Brig = 60"
    assert bestrun("check", path, claim).code == 0


@pytest.mark.parametrize(
    ("page", "modules", "named"),
    [
        ("best-run.md", ["solvers/judge.py"], r'(?:yield |Fault\(\s*)"([a-z-]+)"'),
        (
            "operating-turn.md",
            ["hexgraph/*.py", "bestrun/operating/*.py"],
            r'Refusal\(\s*"([a-z-]+)"',
        ),
    ],
)
def test_every_rule_that_can_be_broken_is_explained(
    page: str, modules: list[str], named: str
) -> None:
    sources = [path.read_text(encoding="utf-8") for each in modules for path in ROOT.glob(each)]
    codes = {code for source in sources for code in re.findall(named, source)}
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert len(codes) > 15
    assert codes <= set(re.findall(r"`([a-z-]+)`", text))


def test_every_data_file_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.is_dir() or path.suffix in (".py", ".pyc"):
                continue
            inside = str(path.relative_to(ROOT / package))
            wanted = [*patterns["*"], *patterns.get(package, ())]
            assert any(fnmatch(inside, pattern) for pattern in wanted), path


@pytest.mark.parametrize("page", ["docs/glossary.md", "ARCHITECTURE.md"])
def test_code_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    names = re.findall(r"`((?:mapdata|hexgraph|solvers|plots|bestrun)\.[\w.]+)`", text)
    assert len(names) > 25
    for name in names:
        assert exists(name), name


def exists(name: str) -> bool:
    """Whether a name is that of a module, or of something in one."""
    try:
        importlib.import_module(name)
        return True
    except ModuleNotFoundError:
        home, _, last = name.rpartition(".")
        return bool(home) and hasattr(importlib.import_module(home), last)


def test_version_and_changelog_agree() -> None:
    heading = re.search(r"^## (\S+)( \(unreleased\))?$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert heading is not None
    assert __version__ == heading[1] + (".dev0" if heading[2] else "")


def test_contributing_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?!\.venv)(?:[\w.]+/)+[\w.]*)`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_promise_names_tests_that_keep_it() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("tests/*/*.py")}
    tests = {name for text in sources.values() for name in re.findall(r"def (test_\w+)\(", text)}
    text = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    promises = text.partition("| whatever happens |")[2].partition("\n\n")[0].splitlines()[2:]
    assert all("`test_" in promise for promise in promises)
    named = re.findall(r"`(test_\w+(?:\.py)?)`", text)
    assert [name for name in named if name not in tests and name not in sources] == []


@pytest.mark.parametrize("page", PAGES_ABOUT_CODE)
def test_types_that_are_named_exist(page: str) -> None:
    sources = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in sources]
    types = {name for text in texts for name in re.findall(r"^(?:class )?([A-Z]\w+)\b", text, re.M)}
    named = re.findall(r"`([A-Z][a-z]\w+)(?:\.\w+)?(?:\(\))?`", (ROOT / page).read_text("utf-8"))
    assert [name for name in named if name not in types] == []


def test_the_architecture_names_modules_that_exist() -> None:
    """``solvers/gap.py``, ``hope.py`` in a row of a table: the second lies beside the first."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = 0
    for row in (line for line in text.splitlines() if line.startswith("|")):
        folder = ROOT
        for name in re.findall(r"`((?:\w+/)*\w+\.py|(?:\w+/)+)`", row):
            path = ROOT / name if (ROOT / name).exists() else folder / name
            assert path.exists(), name
            folder = path.parent
            named += 1
    assert named > 30


def test_every_module_says_in_its_first_line_what_it_is_about() -> None:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            assert len(text.partition("\n")[0]) > 15, path


def named_in(picture: str, attribute: str) -> set[str]:
    """What the groups of a picture of the gallery stand for."""
    text = (ROOT / "docs" / "pictures" / picture).read_text(encoding="utf-8")
    return {unescape(name) for name in re.findall(rf'{attribute}="([^"]+)"', text)}


def test_every_title_is_in_the_gallery_with_its_board_and_all_its_tiles() -> None:
    """Of a variant, what has no file of its own is that of its base."""
    gallery = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    for title, folder in title_folders().items():
        if family(title) != "18xx":
            continue
        variant = "base" in read_title_toml(folder)
        if not variant or (folder / "map.toml").exists():
            assert f"pictures/boards/{title}.svg" in gallery
            assert named_in(f"boards/{title}.svg", "data-hex") == set(load(title).hexes), title
        if not variant or (folder / "tiles.toml").exists():
            assert f"pictures/tiles/{title}.svg" in gallery
            assert named_in(f"tiles/{title}.svg", "data-tile") == set(load(title).tiles), title
