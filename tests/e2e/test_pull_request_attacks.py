"""What a stranger's pull request can neither steal, spend, forge nor hide."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.attacked import DOSE, LOOSE, REWORDED, SILENT, STRICT, Target, target
from support.attacked import WORSE as DEARER
from support.command_line import RUBRIC, TEXTS, rows, settings
from support.judge_server import Asked, verdict

REWARDED = RUBRIC.replace("name a dose", "name a dose and a route")
"""An edit that costs 8 calls, and points as nobody names a route."""
NAMES = {
    "verdict", "max-drop", "changed-rubrics", "pending", "base-sha", "head-sha",
    "report-path", "json-path", "comment-url",
}  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Target]:
    with target(tmp_path) as found:
        yield found


def test_a_forged_segment_changes_no_verdict_and_fails_the_check(place: Target) -> None:
    honest = place.judge.behaviour.verdict
    place.host.work.branch("edit")
    place.host.work.write({DOSE: REWARDED})
    place.judge.behaviour.verdict = lambda _: True
    assert place.host.work.run("score").code == 0
    place.judge.behaviour.verdict = honest
    before = place.judge.calls

    found = place.attack({})

    assert place.judge.calls - before == 8
    assert (found.code, found.outputs["verdict"]) == (1, "fail")
    assert found.outputs["max-drop"] == "-0.25"
    assert "scores/ledger/2" in found.summary
    assert "row(s) added" in found.summary
