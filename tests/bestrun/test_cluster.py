"""Batches over a Dask cluster."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from material import DATA, real_cases
from tasks import die_always, double, lines, run, slow_with_a_mark

import bestrun.cluster as cluster_module
from bestrun.batch import Died, spread
from mapdata.errors import InputError


def take_the_machine_along(number: int, marks: Path) -> int:
    """Over task 5 kill the Dask worker that waits for this process, the first time."""
    time.sleep(0.1)
    mark = marks / "died"
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(20)
    return number


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Return the address of a local cluster of two workers."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as local:
        yield local.scheduler_address


def test_a_cluster_answers_in_order(cluster: str) -> None:
    assert list(spread(double, range(20), cluster=cluster)) == [2 * each for each in range(20)]


def test_a_machine_that_is_lost_loses_and_doubles_nothing(cluster: str, tmp_path: Path) -> None:
    function = partial(take_the_machine_along, marks=tmp_path)
    assert list(spread(function, range(12), cluster=cluster)) == list(range(12))
    assert (tmp_path / "died").exists()


def test_a_task_that_always_kills_costs_no_machine(cluster: str) -> None:
    answers = list(spread(die_always, range(9), cluster=cluster))
    assert answers == [0, 1, 2, 3, 4, Died(), 6, 7, 8]


@pytest.mark.filterwarnings("ignore:.*tasks have been:UserWarning")
def test_a_batch_that_is_left_keeps_no_machine_of_a_cluster_busy(
    cluster: str, tmp_path: Path
) -> None:
    answers = spread(partial(slow_with_a_mark, marks=tmp_path), range(9), cluster=cluster)
    assert next(answers) == "0 done"
    answers.close()
    assert list(spread(double, range(4), cluster=cluster)) == [0, 2, 4, 6]
    assert not list(tmp_path.iterdir())


def kill_the_scheduler(number: int, pid: int, heard: Path) -> int:
    """Kill it over the third task, once the answers to the first two were heard."""
    if number == 2:
        while not heard.exists():
            time.sleep(0.05)
        os.kill(pid, signal.SIGKILL)
        time.sleep(30)
    return number


def dask(command: str, *words: str) -> subprocess.Popen[bytes]:
    code = f"from distributed.cli.dask_{command} import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)},
    )


def test_a_scheduler_that_dies_is_one_line_and_what_was_answered_stands(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    worker = dask("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    try:
        for _ in range(600):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", int(port))) == 0:
                    break
            time.sleep(0.1)
        heard = tmp_path / "heard"
        task = partial(kill_the_scheduler, pid=scheduler.pid, heard=heard)
        answers = spread(task, range(6), cluster=address)
        assert [next(answers), next(answers)] == [0, 1]
        heard.touch()
        with pytest.raises(InputError, match="the scheduler of the cluster is gone"):
            list(answers)
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()
    assert "Traceback" not in capfd.readouterr().err


def kill_the_worker(number: int) -> int:
    """Over the second task kill the Dask worker that waits for this process."""
    if number == 1:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(30)
    return number


def test_when_the_last_worker_is_gone_the_wait_is_told_and_ends(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "ALONE", 2.0)
    local = distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50)
    with local, dask("worker", local.scheduler_address, "--nthreads", "1", "--no-nanny") as worker:
        answers = spread(kill_the_worker, range(3), cluster=local.scheduler_address)
        with pytest.raises(InputError, match="the cluster has no workers"):
            list(answers)
        worker.wait(30)
    told = capfd.readouterr().err
    assert "its last worker is gone; waiting 2 s for another" in told
    assert "Traceback" not in told


def test_a_cluster_gives_the_same_answers_as_this_machine(cluster: str) -> None:
    file = str(DATA / "positions" / "1841-lite-a.json")
    there = run("solve", file, "--json", "--cluster", cluster)
    assert (there.exit_code, there.stderr) == (0, "")
    optima = [case["optimum"] for case in real_cases("1841-lite-a")]
    assert [line["revenue"] for line in lines(there)] == optima


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere", "a b:x"])
def test_an_address_without_a_cluster_is_one_line(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(InputError) as error:
        list(spread(double, range(3), cluster=address))
    assert str(error.value).startswith(f"{address}: no Dask scheduler answers")


def test_a_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'bestrun\[cluster\]'"):
        list(spread(double, range(3), cluster="tcp://127.0.0.1:1"))
