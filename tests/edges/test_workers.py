"""Reading on all cores gives what reading one after the other gives, and no more."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import spread_child

ROOT = Path(__file__).parents[2]
CHILD = ROOT / "tests/support/spread_child.py"
PATHS = [path for path, _ in spread_child.FILES]

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="this system tells no usable cores"
)


def done(what: str) -> Any:
    child = subprocess.run(
        [sys.executable, CHILD, what],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert not child.stderr
    return json.loads(child.stdout)


def test_results_come_in_order_from_as_many_processes_as_there_are_cores() -> None:
    found = done("in_order")

    assert found["paths"] == PATHS
    assert found["made"] == [f"{path}{n}" for n, path in enumerate(PATHS)]
    assert found["processes"] == min(len(os.sched_getaffinity(0)), 4)
    assert found["children"] == 0


@pytest.mark.parametrize("what", ["few_bytes", "beside_a_thread"])
def test_no_process_is_started_where_it_would_not_pay_or_not_be_safe(what: str) -> None:
    assert done(what) == [True]


def test_of_no_file_there_is_no_result() -> None:
    assert done("nothing") == []


@pytest.mark.parametrize(
    ("what", "path"), [("refused", PATHS[10]), ("refused_at_the_end", PATHS[-1])]
)
def test_the_first_file_that_is_wrong_is_the_one_that_is_told(
    what: str, path: str
) -> None:
    found = done(what)

    assert found["raised"] == path
    assert found["children"] == 0
    assert found["open"] <= 4


def test_what_a_killed_child_leaves_is_done_here() -> None:
    assert done("dying") == [True] * len(PATHS)


@pytest.mark.parametrize("what", ["without_another_file", "forgotten"])
def test_where_no_child_helps_everything_is_done_here(what: str) -> None:
    found = done(what)

    assert found["made"] == [f"{path}{n}" for n, path in enumerate(PATHS)]
    assert found["processes"] == 1
    assert found["children"] == 0


def test_no_child_outlives_an_interruption() -> None:
    assert done("interrupted") == 0


def test_only_so_much_is_held_at_once() -> None:
    assert done("of_many_bytes") == {"taken": 4, "rest": 9}
