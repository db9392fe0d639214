"""How commands end: one line for whatever went wrong, nothing lost, the right exit code."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from boards import GOOD
from command import bestrun, refusal, written
from material import DATA, real_cases

from bestrun import failures
from bestrun.api import DATA as PACKAGED
from bestrun.auditing import runs as audits
from bestrun.auditing.report import game_page
from bestrun.commands.audit import csv_text
from bestrun.games.eighteen import solve as eighteen
from bestrun.terminal import say, say_json, table
from solvers.errors import SolverFailed

SION = PACKAGED / "sion.toml"
LUZERN = DATA / "exports" / "luzern.json"
OPEN = DATA / "positions" / "open-board.json"
COMMAND = [sys.executable, "-m", "bestrun"]
UNIX = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of Unix")


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder into which reports go."""
    folder = tmp_path / "reports"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def fail_over_vz(case: Any, options: Any, **_: Any) -> Any:
    if case.data.get("company") == "VZ":
        raise KeyError("no such thing")
    return solve(case, options)


solve = eighteen.solve


# Errors of our own


def test_an_internal_error_says_so_and_keeps_the_case(
    reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eighteen, "solve", fail_over_vz)
    told = refusal(bestrun("solve", SION))
    (report,) = reports.iterdir()
    assert told == (
        f"{SION}: internal error: KeyError: 'no such thing' (please report it, with {report})"
    )
    kept = json.loads(report.read_text())
    assert kept["position"] == tomllib.loads(SION.read_text())
    assert "fail_over_vz" in kept["error"] and kept["command"] == ["solve", str(SION)]


@pytest.mark.parametrize("command", ["reach", "solve"])
def test_an_internal_error_in_one_case_stops_no_other(
    command: str, tmp_path: Path, reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process, and in others: there the position itself is made to fail."""
    if command == "reach":
        monkeypatch.setattr("bestrun.operating.reach.reach", failing_reach)
    else:
        monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
        monkeypatch.setattr("bestrun.commands.solve._solve", fail_over_vz)
    good = [case["position"] for case in real_cases("1844-a")[:2]]
    cases = written(tmp_path, json.dumps([good[0], GOOD, good[1]]), "three.json")
    said = bestrun(command, cases, "--json", *(["--jobs", "2"] if command == "solve" else []))
    assert (said.code, len(said.objects)) == (2, 2)
    (report,) = reports.iterdir()
    assert said.err == (
        f"bestrun: {cases} (case 2): internal error: KeyError: 'no such thing' "
        f"(please report it, with {report})\n"
    )
    assert json.loads(report.read_text())["position"] == GOOD


def failing_reach(case: Any) -> Any:
    if case.data.get("company") == "VZ":
        raise KeyError("no such thing")
    return solve(case, eighteen.SolveOptions())


def test_not_every_case_of_a_large_batch_is_kept(
    tmp_path: Path, reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bestrun.operating.reach.reach", failing_reach)
    said = bestrun("reach", written(tmp_path, json.dumps([GOOD] * 40), "many.json"))
    assert said.code == 2 and len(list(reports.iterdir())) == 5
    assert said.err.splitlines()[-1] == "bestrun: and so for 35 cases more"


def test_an_error_outside_any_case_keeps_the_files(
    reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bestrun.commands.plot.check_format", lambda _: 1 / 0)
    assert "internal error: ZeroDivisionError" in refusal(bestrun("plot", SION, "-o", "x.png"))
    (report,) = reports.iterdir()
    assert json.loads(report.read_text())["files"] == {str(SION): SION.read_text()}


def test_an_error_that_cannot_be_kept_is_told_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert failures.kept("internal error", "trace", {}) == "internal error"


def test_no_memory_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(eighteen, "solve", out_of_memory)
    assert refusal(bestrun("solve", SION)) == f"{SION}: no answer: out of memory"
    monkeypatch.setattr("bestrun.commands.plot.check_format", out_of_memory)
    assert refusal(bestrun("plot", SION, "-o", "x.png")) == "no answer: out of memory"


# Pipes and signals


@UNIX
@pytest.mark.parametrize("words", ["titles", f"solve {DATA}/positions/1844-a.json --json --jobs 1"])
def test_whoever_has_read_enough_is_no_error(words: str) -> None:
    with subprocess.Popen(
        [*COMMAND, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        err = run.stderr.read()
    assert (run.returncode, err) == (0, b"")


@UNIX
@pytest.mark.parametrize("whole_group", [False, True])
@pytest.mark.parametrize("hundredths", range(0, 60, 6))
def test_ctrl_c_at_any_moment_is_one_line_at_most(hundredths: int, whole_group: bool) -> None:
    """At whatever moment it comes: what follows is an answer, one line, or silence.

    A terminal sends it to all processes of the group. The interpreter itself has no manners
    before it runs the first line of ours.
    """
    words = [sys.executable, "-c", BEGIN, *map(str, ("solve", OPEN, "--method", "circuit"))]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=PACKAGED.parents[1],
        start_new_session=True,
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "begun\n"
        time.sleep(hundredths / 100)
        if whole_group:
            os.killpg(run.pid, signal.SIGINT)
        else:
            run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert (run.returncode, err) in ENDINGS
    assert (run.returncode == 0) == (out != "")


STOPPED = {(130, "bestrun: stopped\n"), (130, "bestrun: stopped, 0 of 1 answered\n")}
ENDINGS = {(0, ""), *STOPPED, (-2, "")}
"""The best plan by then; stopped before there was one; ended while it was being loaded."""


BEGIN = """
import signal
setting = signal.signal
def first(*said):
    setting(*said)
    signal.signal = setting
    print("begun", flush=True)
signal.signal = first
from bestrun.__main__ import main
main()
"""


@UNIX
def test_what_runs_in_the_background_stays_deaf_to_ctrl_c() -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        "from bestrun.__main__ import main; import sys; sys.argv = ['bestrun', '--version']\n"
        "try: main()\nfinally: print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("True\n")


def test_a_backend_that_does_not_exist_stops_no_picture(tmp_path: Path) -> None:
    output = tmp_path / "board.png"
    done = subprocess.run(
        [*COMMAND, "plot", str(SION), "-o", str(output)],
        env=os.environ | {"MPLBACKEND": "nonsense"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, f"wrote {output}\n")


# What is printed


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "cp437"])
def test_json_is_valid_whatever_the_terminal_can_show(encoding: str, tmp_path: Path) -> None:
    name = "Genève → \ud800 \x1b[31m \x85 \u2028 Zürich €"
    path = written(tmp_path, {"id": name, "position": GOOD})
    for words, show in ((["--json"], lambda out: json.loads(out)["id"]), ([], str)):
        done = subprocess.run(
            [*COMMAND, "solve", str(path), *words],
            env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert show(done.stdout.decode(encoding)) == name or not words
        assert b"\x1b" not in done.stdout and b"\x85" not in done.stdout.replace(b"\xc3\x85", b"")


def test_names_from_files_do_not_command_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = {"id": "\x1b]0;gone\x07\nnext", "position": GOOD}
    said = bestrun("solve", written(tmp_path, json.dumps([odd, odd]), "odd.json"), "--jobs", "1")
    assert said.code == 0 and "\x1b" not in said.out
    assert said.out.startswith("== \\x1b]0;gone\\x07\\nnext\n")
    say(table(("a\x1b",), [("b\nc\x9b",)]))
    say_json(json.dumps({"name": "\x9b\u202e"}, ensure_ascii=False))
    printed = capsys.readouterr().out
    assert "b\\nc\\x9b" in printed and '{"name": "\\u009b\\u202e"}' in printed
    assert not {"\x1b", "\x9b", "\u202e"} & set(printed)


# Audits


def audited(**fields: Any) -> audits.Audit:
    export = audits.recorded(audits_export())
    (run, *_), notes = export
    return audits.Audit("game", (audits.AuditedRun(run, **fields),), notes)


def audits_export() -> Any:
    from bestrun.importers import read_export

    return read_export(LUZERN)


def test_a_spreadsheet_takes_nothing_for_a_formula() -> None:
    from dataclasses import replace

    audit = audited(optimum=40)
    run = replace(audit.runs[0].run, game="=1+1", round="@x\n", company="+a")
    rows = list(csv.reader(io.StringIO(csv_text([replace(audit, runs=(audits.AuditedRun(run),))]))))
    assert rows[1][0] == "'=1+1" and rows[1][2].startswith("'@x") and rows[1][3] == "'+a"
    assert rows[1][5] == str(audit.runs[0].revenue)


def test_a_page_has_no_control_characters() -> None:
    from dataclasses import replace

    page = game_page(replace(audited(optimum=40), game="a\x00\x1b<b>\x85\ud800"))
    assert "a\\x00\\x1b&lt;b&gt;\\x85\\ud800" in page
    assert not {"\x00", "\x1b", "\x85", "\ud800"} & set(page)


def dead(*_: object, **__: object) -> Any:
    raise SolverFailed("its process died")


@pytest.mark.parametrize("form", [[], ["--csv"], ["--json"]])
def test_a_run_without_an_answer_is_told_and_the_exit_code_tells(
    form: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bestrun.commands.audit.judged", lambda runs, **_: map(failed, runs))
    said = bestrun("audit", LUZERN, *form)
    assert said.code == 2
    assert said.err.endswith("no answer, a solver died over it twice\n")
    assert said.err.startswith("bestrun: luzern: action ")
    assert said.err.count("\n") == 1


def failed(run: Any) -> audits.AuditedRun:
    return audits.AuditedRun(run, failure="no answer, a solver died over it twice")


def test_whatever_goes_wrong_with_one_run_is_its_own_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (run, *_), _ = audits.recorded(audits_export())
    for error, wanted in (
        (SolverFailed("x"), "no answer, a solver failed: x"),
        (MemoryError(), "no answer: out of memory"),
        (KeyError("x"), "internal error: KeyError: 'x'"),
    ):

        def fail(*_: object, error: Exception = error) -> Any:
            raise error

        monkeypatch.setattr(audits, "verdict_on", fail)
        judged = audits.judge(run)
        assert (judged.failure, judged.problems, judged.optimum) == (wanted, (), None)
        assert bool(judged.trace) == isinstance(error, KeyError)
    headline = audits.Audit("g", (judged,)).headline
    assert headline == "the directors missed nothing in 1 run; 1 run without an answer"


@pytest.mark.parametrize("form", ["text", "--csv", "--json", "--html"])
def test_ctrl_c_keeps_what_is_audited(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_then_stop(runs: Any, **_: object) -> Any:
        yield audits.judge(runs[0])
        raise KeyboardInterrupt

    monkeypatch.setattr("bestrun.commands.audit.judged", one_then_stop)
    page = tmp_path / "page.html"
    words = {"text": [], "--html": ["--html", page]}.get(form, [form])
    said = bestrun("audit", LUZERN, LUZERN, *words)
    assert said.code == 130
    assert said.err.endswith("bestrun: stopped, 1 runs judged\n")
    if form == "--json":
        assert len(said.objects) == 1
    elif form == "--csv":
        assert len(said.out.splitlines()) == 2
    else:
        assert "luzern: the directors missed 40 in 1 of 1 run" in said.out
    assert page.exists() == (form == "--html")
