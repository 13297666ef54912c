import pytest

from rubrickit.core.hosting.answers import HostAnswer
from rubrickit.core.hosting.denials import missing_permissions, of_github, of_gitlab
from rubrickit.errors import DeniedError


@pytest.mark.parametrize(
    ("header", "lines"),
    [
        ("", ""),
        ("checks=write", "checks: write"),
        ("issues=write; pull_requests=write", "pull-requests: write"),
        (
            "contents=read,pull_requests=write",
            "contents: read, pull-requests: write",
        ),
        ("nonsense\n::error::", ""),
        ("checks=everything; `x`=write", ""),
    ],
)
def test_a_missing_permission_is_named_as_workflows_write_it(
    header: str, lines: str
) -> None:
    assert missing_permissions(header) == lines


@pytest.mark.parametrize(
    ("status", "hides", "is_denied"),
    [
        (401, False, True),
        (403, False, True),
        (404, True, True),
        (410, True, True),
        (404, False, False),
        (422, True, False),
    ],
)
def test_github_hides_what_may_not_be_seen(
    status: int, hides: bool, is_denied: bool
) -> None:
    error = of_github(HostAnswer(status, {}), "no", "checks: write", hides=hides)

    assert isinstance(error, DeniedError) == is_denied
    assert bool(error.hint) == is_denied


def test_only_who_wants_to_write_is_told_about_forks() -> None:
    refused = HostAnswer(403, {})

    reads, writes = (
        of_github(refused, "no", f"pull-requests: {level}", hides=True).hint
        for level in ("read", "write")
    )

    assert reads == "the job needs `pull-requests: read` under `permissions:`"
    assert writes == (
        "the job needs `pull-requests: write` under `permissions:`; a fork's token may "
        "only read, whatever stands there"
    )


@pytest.mark.parametrize(
    ("status", "is_denied"), [(401, True), (403, True), (404, True), (409, False)]
)
def test_gitlab_hides_too(status: int, is_denied: bool) -> None:
    error = of_gitlab(HostAnswer(status, {}), "no")

    assert isinstance(error, DeniedError) == is_denied
