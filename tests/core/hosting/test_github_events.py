"""GitHub's events, over the examples that GitHub publishes, and over any JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubrickit.core.hosting import github_events
from rubrickit.core.hosting.events import Event
from rubrickit.errors import RubrickitError

EXAMPLES = Path(__file__).parents[2] / "data" / "github" / "events"
EXAMPLE_NAMES = sorted(path.stem for path in EXAMPLES.glob("*.json"))
EVENT_NAMES = ("pull_request", "push", "merge_group", "workflow_dispatch", "schedule")
REPOSITORY, BRANCH = "Codertocat/Hello-World", "master"
HEAD = "ec26c3e57ca3a959ca5aad62de7213c562f8c821"
PUSHED = "6113728f27ae82c7b1a177c8d03f9e96e0adf246"


def payload(name: str) -> Any:
    return json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))


def changed(name: str, *path: str, to: Any) -> Any:
    """The example with the value at the path replaced."""
    whole = value = payload(name)
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = to
    return whole


def test_a_pull_request_is_read_whole() -> None:
    event = github_events.read("pull_request", payload("pull_request_synchronize"))

    assert event == Event(
        kind="pull_request",
        repository=REPOSITORY,
        action="synchronize",
        number=2,
        head=HEAD,
        base_branch=BRANCH,
        default_branch=BRANCH,
        author="Codertocat",
    )


def test_a_review_is_an_event_of_its_pull_request() -> None:
    given = payload("pull_request_synchronize") | {"action": "submitted"}

    event = github_events.read("pull_request_review", given)

    assert (event.kind, event.number, event.head) == ("pull_request", 2, HEAD)


def test_a_pull_requests_own_base_commit_is_never_taken() -> None:
    given = payload("pull_request_synchronize")
    assert given["pull_request"]["base"]["sha"]

    assert github_events.read("pull_request", given).base == ""


def test_a_closed_one_and_a_draft_are_told() -> None:
    closed = github_events.read("pull_request", payload("pull_request_closed"))
    draft = github_events.read("pull_request", payload("pull_request_draft"))

    assert (closed.is_open, closed.is_draft) == (False, False)
    assert (draft.is_open, draft.is_draft) == (True, True)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("repo", "full_name"), "stranger/Hello-World"),
        (("repo", "full_name"), None),
        (("repo",), None),
        (("repo",), "Codertocat/Hello-World"),
    ],
)
def test_another_home_and_a_deleted_one_are_forks(
    path: tuple[str, ...], value: Any
) -> None:
    given = changed("pull_request_synchronize", "pull_request", "head", *path, to=value)

    assert github_events.read("pull_request", given).is_fork


def test_a_repository_without_a_name_makes_a_fork_of_anything() -> None:
    given = changed("pull_request_synchronize", "repository", to=None)

    assert github_events.read("pull_request", given).is_fork


@pytest.mark.parametrize("field", ["number", "head"])
def test_a_pull_requests_event_without_one_is_refused(field: str) -> None:
    given = changed("pull_request_synchronize", "pull_request", field, to=None)

    with pytest.raises(RubrickitError, match="names no pull request"):
        github_events.read("pull_request", given)


def test_the_dangerous_trigger_is_refused() -> None:
    with pytest.raises(RubrickitError, match="beside secrets") as refused:
        github_events.read("pull_request_target", payload("pull_request_opened"))

    assert "use `pull_request`" in refused.value.hint


def test_a_new_branch_had_nothing_before() -> None:
    event = github_events.read("push", payload("push_branch"))

    assert (event.kind, event.base_branch, event.base) == ("push", BRANCH, "")
    assert event.head == PUSHED


def test_a_push_onto_a_commit_has_it_as_base() -> None:
    given = changed("push_branch", "before", to=HEAD.upper())

    assert github_events.read("push", given).base == HEAD


def test_a_tag_is_no_branch() -> None:
    event = github_events.read("push", payload("push_tag"))

    assert (event.kind, event.base_branch, event.head) == ("push", "", PUSHED)


def test_a_deletion_has_no_head() -> None:
    given = changed("push_tag_deleted", "ref", to="refs/heads/old/one")

    event = github_events.read("push", given)

    assert (event.base_branch, event.head, event.base) == ("old/one", "", PUSHED)


def test_a_merge_group_decides_both_ends() -> None:
    event = github_events.read("merge_group", payload("merge_group"))

    assert event.kind == "merge_group"
    assert event.head == "2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d"
    assert event.base == "380387fbc80638b734a49e1be1c4dfec1c01b33c"
    assert event.base_branch == "main"


@pytest.mark.parametrize(
    ("ref", "number"),
    [
        (f"refs/heads/gh-readonly-queue/main/pr-7-{HEAD}", 7),
        (f"refs/heads/gh-readonly-queue/a/pr-9-{HEAD}/pr-7-{HEAD}", 7),
        (f"refs/heads/gh-readonly-queue/main/pr-7-{HEAD}/x", None),
        (f"refs/heads/mine/pr-7-{HEAD}", None),
        (f"refs/tags/gh-readonly-queue/main/pr-7-{HEAD}", None),
        (None, None),
    ],
)
def test_a_merge_group_names_the_pull_request_that_it_adds(
    ref: str | None, number: int | None
) -> None:
    given = changed("merge_group", "merge_group", "head_ref", to=ref)

    assert github_events.read("merge_group", given).queued == number


def test_a_dispatch_without_inputs_names_nothing() -> None:
    event = github_events.read("workflow_dispatch", payload("workflow_dispatch"))

    assert (event.kind, event.number, event.head, event.base) == (
        "dispatch", None, "", "",
    )  # fmt: skip
    assert event.base_branch == "main"


@pytest.mark.parametrize("number", [7, "7"])
def test_a_dispatch_has_what_was_typed(number: Any) -> None:
    inputs = {"pull_request": number, "sha": f" {HEAD} ", "head": "x", "base": "v1 "}
    given = changed("workflow_dispatch", "inputs", to=inputs)

    event = github_events.read("workflow_dispatch", given)

    assert (event.number, event.head, event.base) == (7, HEAD, "v1")


@pytest.mark.parametrize(
    "number", [0, -7, True, 7.0, "07", "7 ", "\u0667", "9" * 400, 10**400]
)
def test_what_is_no_number_is_none(number: Any) -> None:
    given = changed("workflow_dispatch", "inputs", to={"pull_request": number})

    assert github_events.read("workflow_dispatch", given).number is None


@pytest.mark.parametrize("name", ["workflow_run", "issue_comment", "ping"])
def test_what_else_happens_is_other(name: str) -> None:
    event = github_events.read(name, payload(name))

    assert (event.kind, event.number, event.head) == ("other", None, "")


def test_twelve_examples_are_kept_with_their_licence() -> None:
    assert len(EXAMPLE_NAMES) == 12
    assert "MIT" in (EXAMPLES / "LICENSE").read_text("utf-8")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner)
    ),
    max_leaves=6,
)


def paths(value: Any, so_far: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a value."""
    if not isinstance(value, dict):
        return [so_far]
    inner = (paths(value[name], (*so_far, name)) for name in value)
    return [so_far, *(path for each in inner for path in each)]


@given(st.sampled_from(EVENT_NAMES), st.sampled_from(EXAMPLE_NAMES), st.data())
def test_any_value_at_any_place_is_an_event_or_refused(
    event: str, name: str, data: st.DataObject
) -> None:
    whole = payload(name)
    place = data.draw(st.sampled_from(paths(whole)))
    value = data.draw(JSON)
    given = changed(name, *place, to=value) if place else value

    try:
        found = github_events.read(event, given)
    except RubrickitError:
        return

    assert len(found.base) in (0, 40, 64) or found.kind == "dispatch"
    assert all(isinstance(text, str) for text in (found.author, found.action))


@given(JSON)
@example([])
def test_a_payload_of_any_kind_is_an_event_or_refused(value: Any) -> None:
    kinds = [
        github_events.read(name, value).kind
        for name in EVENT_NAMES
        if name != "pull_request"
    ]

    assert kinds == ["push", "merge_group", "dispatch", "other"]
    with pytest.raises(RubrickitError):
        github_events.read("pull_request", value)
