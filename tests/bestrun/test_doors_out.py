"""What is written: whole or not at all, through links, with mode and umask."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from command import bestrun, refusal
from doors import SION, UNIX

from bestrun import files
from mapdata.errors import InputError


def no_traces(folder: Path, *names: str) -> bool:
    return sorted(path.name for path in folder.iterdir()) == sorted(names)


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EFBIG, errno.EIO])
@pytest.mark.parametrize("moment", ["open", "write", "chmod", "replace"])
def test_a_write_that_fails_leaves_nothing_behind(
    moment: str, error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.txt"
    target.write_text("before")

    def fail(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    class Full:
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            """Close it."""

        write = fail

    usual = Path.open

    def opened(path: Path, mode: str = "r", *rest: Any) -> Any:
        usual(path, mode, *rest).close()
        return Full()

    if moment == "write":
        monkeypatch.setattr(Path, "open", opened)
    else:
        monkeypatch.setattr(Path, moment, fail)
    with pytest.raises(InputError, match=f"cannot be written: {os.strerror(error)}"):
        files.write_whole(target, "after")
    monkeypatch.undo()
    assert target.read_text() == "before" and no_traces(tmp_path, "out.txt")


def test_ctrl_c_while_writing_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        files.write_whole(tmp_path / "out.txt", "after")
    assert no_traces(tmp_path)


@UNIX
def test_the_limit_of_a_file_leaves_nothing_behind(tmp_path: Path) -> None:
    import resource
    import subprocess

    output = tmp_path / "board.json"
    words = [sys.executable, "-m", "bestrun", "board", "island-rails", "--seed", "1", "-o"]
    done = subprocess.run(
        [*words, str(output)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"bestrun: {output}: cannot be written: File too large\n"
    assert no_traces(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ("board", "island-rails", "--seed", "1", "-o"),
        ("plot", str(SION), "-o"),
        ("demo", "-o"),
    ],
)
def test_a_folder_is_no_file_to_write(words: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "folder.png"
    folder.mkdir()
    said = bestrun(*words, folder)
    assert refusal(said) == f"{folder}: cannot be written: it is a folder"
    assert no_traces(tmp_path, "folder.png") and no_traces(folder)


@UNIX
def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link, target = tmp_path / "link.json", tmp_path / "there" / "target.json"
    for before in (None, "old"):  # a link to nothing yet, and to a file
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        if before:
            target.write_text(before)
        files.write_whole(link, "new")
        assert link.is_symlink() and target.read_text() == "new"
    assert no_traces(tmp_path, "link.json", "there") and no_traces(target.parent, "target.json")


@UNIX
@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device", "link to itself"])
def test_what_is_no_file_is_not_replaced(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/null")
    elif kind == "link to a device":
        path.symlink_to("/dev/null")
    else:
        path.symlink_to(path)
    before = os.lstat(path)
    with pytest.raises(InputError, match=r"cannot be written: (it is no file but|.*symbolic link)"):
        files.write_whole(path, "new")
    after = os.lstat(path)
    assert (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)


@UNIX
def test_mode_and_umask_are_kept(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("")
    old.chmod(0o640)
    umask = os.umask(0o027)
    try:
        files.write_whole(old, "x")
        files.write_whole(new, "x")
    finally:
        os.umask(umask)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, new)] == [0o640, 0o640]


@UNIX
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "read-only"
    path.write_text("mine")
    path.chmod(0o444)
    with pytest.raises(InputError, match="Permission denied"):
        files.write_whole(path, "new")
    assert path.read_text() == "mine"


def test_text_that_cannot_be_written_is_written_as_far_as_it_can(tmp_path: Path) -> None:
    files.write_whole(tmp_path / "out", "a\ud800b")
    assert (tmp_path / "out").read_text() == "a?b"
