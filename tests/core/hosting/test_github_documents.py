import pytest

from rubrickit.core.hosting.github_documents import check_ends, pull_request
from rubrickit.core.hosting.posts import CheckResult

COMMIT = "a" * 40


def test_a_pull_request_from_nowhere_to_nowhere_is_a_forks() -> None:
    found = pull_request({"number": 7, "head": {"sha": COMMIT}})

    assert found is not None
    assert found.is_fork
    assert not found.is_open


@pytest.mark.parametrize("commit", ["", "a" * 39, "A" * 40, "g" * 40, "a" * 41])
def test_a_pull_request_has_a_whole_commit(commit: str) -> None:
    assert pull_request({"number": 7, "head": {"sha": commit}}) is None


@pytest.mark.parametrize("digits", [40, 64])
def test_a_commit_may_have_the_longer_hash(digits: int) -> None:
    found = pull_request({"number": 7, "head": {"sha": "a" * digits}})

    assert found is not None


def test_a_check_without_a_title_has_its_conclusion_for_one() -> None:
    [end] = check_ends(CheckResult("neutral", "", "text"))

    assert end["output"] == {"title": "neutral", "summary": "text"}
