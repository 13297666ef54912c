"""Two real rubrics' whole histories, replayed commit by commit."""

from pathlib import Path
from typing import Any

import pytest
from git_sample import git
from support import histories
from support.command_line import rows, settings
from support.histories import Version
from support.judge_server import JudgeServer

NAMES = ("badge", "scorecard")
NOBODY = "http://127.0.0.1:9/v1"
Log = list[dict[str, Any]]


@pytest.fixture(scope="module", params=NAMES)
def replayed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Log]:
    """A history's name, and what `log` tells of it over two answers, oldest first."""
    name = request.param
    files = _files(name, NOBODY, ["We do.", "We will."])
    place = histories.replayed(name, tmp_path_factory.mktemp("replayed") / name, files)
    return name, list(reversed(place.json("log")["commits"]))


def _files(name: str, url: str, texts: list[str]) -> dict[str, str]:
    config = settings(url).replace("judge: {", "judge: {passes: 1, ")
    return {"rubrickit.yaml": config, f"gold/{name}.jsonl": rows(name, texts)}


def _steps(name: str) -> list[tuple[Version, set[str], set[str]]]:
    """Readable versions, with what each asks and what the one before it asked."""
    readable = [each for each in histories.versions(name) if each.criteria is not None]
    asked = [{one.asked for one in each.criteria or ()} for each in readable]
    return list(zip(readable, asked, [set(), *asked], strict=False))


@pytest.mark.slow
def test_each_step_asks_for_the_words_that_are_new_and_for_nothing_else(
    replayed: tuple[str, Log],
) -> None:
    name, told = replayed
    wanted = [
        (version.subject, len(now - before))
        for version, now, before in _steps(name)
        if now - before
    ]

    asked = [
        (commit["subject"], question["leaves_to_grade"], question["calls"])
        for commit in told
        for question in commit["questions"]
        if question["leaves_to_grade"]
    ]
    assert asked == [(subject, count, 2 * count) for subject, count in wanted]


@pytest.mark.slow
def test_a_step_is_told_where_something_graded_changed_and_only_there(
    replayed: tuple[str, Log],
) -> None:
    name, told = replayed
    graded = [
        [(one.at, one.name, one.asked, one.tier) for one in version.criteria or ()]
        for version, _, _ in _steps(name)
    ]
    changed = [
        version.subject
        for (version, _, _), now, before in zip(
            _steps(name), graded, [[], *graded], strict=False
        )
        if sorted(now) != sorted(before)
    ]

    assert [each["subject"] for each in told if each["questions"]] == changed


# A symbolic link's text, three files that are no YAML, and a key that stands twice.
UNREADABLE = {
    "badge": [
        "rubrics/badge.yaml:883: not YAML at column 13",
        "rubrics/badge.yaml:1207: not YAML at column 18",
        "rubrics/badge.yaml:1: a file must hold keys and values",
        "rubrics/badge.yaml:915: not YAML at column 19",
    ],
    "scorecard": ["rubrics/scorecard.yaml:17: unknown key `checks`"],
}


@pytest.mark.slow
def test_every_version_is_read_or_is_refused_with_its_file_and_line(
    replayed: tuple[str, Log],
) -> None:
    name, told = replayed
    broken = [each for each in histories.versions(name) if each.criteria is None]

    refused = [each for each in told if each["faults"]]
    assert [each["subject"] for each in refused] == [each.subject for each in broken]
    faults = [fault for each in refused for fault in each["faults"]]
    assert len(faults) == len(UNREADABLE[name])
    for fault, start in zip(faults, UNREADABLE[name], strict=True):
        assert fault.startswith(start)


@pytest.mark.slow
def test_a_judge_is_called_once_for_each_text_that_the_history_ever_had(
    tmp_path: Path,
) -> None:
    """What is moved away and brought back, or reverted, has its grade already."""
    with JudgeServer() as server:
        files = _files("badge", server.url, ["We do."])
        place = histories.replayed("badge", tmp_path / "badge", files)
        _, *commits = git(place.root, "rev-list", "--reverse", "main").split()
        tips = dict(zip(histories.versions("badge"), commits, strict=True))
        seen: set[str] = set()
        called, wanted = [], []
        for version, now, _ in _steps("badge"):
            before = server.calls
            place.run("score", tips[version], "--quiet")
            called.append((version.subject, server.calls - before))
            wanted.append((version.subject, len(now - seen)))
            seen |= now

    assert called == wanted
    assert sum(1 for _, calls in called if not calls) > 50
