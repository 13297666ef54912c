"""GitLab's pipelines, from the variables that its documentation promises."""

import pytest

from rubrickit.core.hosting import gitlab_events
from rubrickit.core.hosting.events import Event
from rubrickit.errors import RubrickitError

HEAD, MERGED, BEFORE = "a" * 40, "b" * 40, "c" * 40
MERGE_REQUEST = {
    "CI_PIPELINE_SOURCE": "merge_request_event",
    "CI_DEFAULT_BRANCH": "main",
    "CI_COMMIT_SHA": MERGED,
    "CI_COMMIT_BEFORE_SHA": "0" * 40,
    "CI_MERGE_REQUEST_IID": "12",
    "CI_MERGE_REQUEST_EVENT_TYPE": "merged_result",
    "CI_MERGE_REQUEST_PROJECT_ID": "5",
    "CI_MERGE_REQUEST_PROJECT_PATH": "group/project",
    "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "5",
    "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": HEAD,
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "release",
    "GITLAB_USER_LOGIN": "whoever-pressed-the-button",
}
PUSH = {
    "CI_PIPELINE_SOURCE": "push",
    "CI_PROJECT_PATH": "group/project",
    "CI_COMMIT_BRANCH": "main",
    "CI_DEFAULT_BRANCH": "main",
    "CI_COMMIT_SHA": HEAD,
    "CI_COMMIT_BEFORE_SHA": BEFORE,
    "GITLAB_USER_LOGIN": "ada",
}


def test_a_merged_result_is_of_the_source_branchs_commit() -> None:
    assert gitlab_events.read(MERGE_REQUEST) == Event(
        kind="pull_request",
        repository="group/project",
        action="merged_result",
        number=12,
        head=HEAD,
        base_branch="release",
        default_branch="main",
    )


def test_a_detached_pipeline_is_of_the_commit_itself() -> None:
    given = MERGE_REQUEST | {"CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": ""}

    assert gitlab_events.read(given).head == MERGED


@pytest.mark.parametrize("source", ["6", ""])
def test_another_project_and_an_unknown_one_are_forks(source: str) -> None:
    given = MERGE_REQUEST | {"CI_MERGE_REQUEST_SOURCE_PROJECT_ID": source}

    assert gitlab_events.read(given).is_fork


def test_a_draft_is_told() -> None:
    given = MERGE_REQUEST | {"CI_MERGE_REQUEST_DRAFT": "true"}

    assert gitlab_events.read(given).is_draft


@pytest.mark.parametrize("missing", ["CI_MERGE_REQUEST_IID", "CI_COMMIT_SHA"])
def test_a_merge_request_without_one_is_refused(missing: str) -> None:
    given = MERGE_REQUEST | {"CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": "", missing: "x"}

    with pytest.raises(RubrickitError, match="no merge request"):
        gitlab_events.read(given)


def test_a_push_has_both_ends() -> None:
    assert gitlab_events.read(PUSH) == Event(
        kind="push",
        repository="group/project",
        head=HEAD,
        base=BEFORE,
        base_branch="main",
        default_branch="main",
        author="ada",
    )


def test_a_new_branch_has_no_commit_before_it() -> None:
    given = PUSH | {"CI_COMMIT_BEFORE_SHA": "0" * 40}

    assert gitlab_events.read(given).base == ""


@pytest.mark.parametrize(
    ("source", "kind"),
    [("web", "dispatch"), ("api", "dispatch"), ("schedule", "other"), ("", "other")],
)
def test_other_pipelines_name_no_commits(source: str, kind: str) -> None:
    event = gitlab_events.read(PUSH | {"CI_PIPELINE_SOURCE": source})

    assert (event.kind, event.head, event.base) == (kind, "", "")


def test_no_variables_at_all_are_another_event() -> None:
    assert gitlab_events.read({}) == Event("other")
