"""Which saved files are worth another look."""

import pytest

from rubrickit.core.watched import is_watched


@pytest.mark.parametrize(
    "path",
    [
        "rubrickit.yaml",
        "rubrics/dose.yaml",
        "rubrics/deep/er/dose.yml",
        "rubrics/_shared/safety.yaml",
        "gold/labels/dr-a.jsonl",
        "rubrics",
        "scores.yaml",
        "scores2/a.jsonl",
    ],
)
def test_what_can_change_a_verdict_is_watched(path: str) -> None:
    assert is_watched(path, "scores")


@pytest.mark.parametrize(
    "path",
    [
        "rubrics/.dose.yaml.swp",
        "rubrics/dose.yaml~",
        "rubrics/.#dose.yaml",
        "rubrics/dose.yaml.tmp",
        ".git/refs/heads/main",
        ".git/index.yaml",
        "scores/ledger/2026/x.jsonl",
        "scores",
        "README.md",
        "rubrics/dose.yaml.1234",
    ],
)
def test_what_editors_git_and_we_write_is_not(path: str) -> None:
    assert not is_watched(path, "scores")
