"""What a run may do for each event: the whole matrix, and every refusal."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.hosting import jobs
from rubrickit.core.hosting.events import Event
from rubrickit.core.hosting.jobs import Job, Mode, Named
from rubrickit.core.hosting.posts import PullRequest
from rubrickit.errors import RubrickitError

HEAD, OTHER, BASE = "a" * 40, "b" * 40, "c" * 40
PULL = Event("pull_request", "o/r", "opened", 7, HEAD, "", "main", "main")
NOW = PullRequest(7, HEAD, "main", is_fork=False, is_open=True, is_draft=False)
QUEUE = Event("merge_group", head=HEAD, base=BASE, base_branch="main")
PUSH = Event("push", head=HEAD, base=BASE, base_branch="main", default_branch="main")
DISPATCH = Event("dispatch", base_branch="main", default_branch="main")
TIMER = Event("other")


def decided(
    event: Event,
    mode: Mode = "delta",
    current: PullRequest | None = NOW,
    **named: object,
) -> Job:
    return jobs.decide(event, mode, current, Named(**named))  # type: ignore[arg-type]


def rights(job: Job) -> tuple[bool, int | None, str, bool]:
    return job.may_ask, job.comment_on, job.check_on, job.appends


NOTHING = (False, None, "", False)


def test_the_author_is_the_pull_requests_and_not_who_dispatched() -> None:
    asked = replace(DISPATCH, number=7, head=HEAD, author="maintainer")

    assert decided(asked, current=replace(NOW, author="ada")).event.author == "ada"
    assert decided(replace(PULL, author="ada")).event.author == "ada"


def test_a_pull_request_of_the_repository_may_do_everything() -> None:
    job = decided(PULL)

    assert rights(job) == (True, 7, HEAD, True)
    assert (job.limits, job.is_idle) == ((), False)


@pytest.mark.parametrize("mode", ["offline", "delta"])
@pytest.mark.parametrize("drafts", [True, False])
@pytest.mark.parametrize("sides", [(True, True), (True, False), (False, True)])
def test_a_forks_own_run_meets_no_judge(
    mode: Mode, drafts: bool, sides: tuple[bool, bool]
) -> None:
    event, now = sides

    job = decided(
        replace(PULL, is_fork=event), mode, replace(NOW, is_fork=now), drafts=drafts
    )

    assert rights(job) == NOTHING
    assert job.event.is_fork
    assert "comes from a fork" in job.limits[0]


def test_a_fork_is_one_where_the_host_could_not_be_asked() -> None:
    assert rights(decided(replace(PULL, is_fork=True), current=None)) == NOTHING


@pytest.mark.parametrize(
    ("current", "why"),
    [
        (replace(NOW, is_open=False), "is closed"),
        (replace(NOW, head=OTHER), f"moved on to {OTHER[:12]}"),
        (replace(NOW, is_draft=True), "is a draft"),
    ],
)
def test_what_changed_since_the_event_holds_a_run_back(
    current: PullRequest, why: str
) -> None:
    job = decided(PULL, current=current)

    assert rights(job) == NOTHING
    assert [why in limit for limit in job.limits] == [True]


def test_the_event_alone_says_closed_where_nothing_else_can() -> None:
    assert rights(decided(replace(PULL, is_open=False), current=None)) == NOTHING


def test_what_is_ready_by_now_is_no_draft() -> None:
    assert decided(replace(PULL, is_draft=True)).may_ask


def test_a_draft_is_graded_where_that_is_asked_for() -> None:
    assert decided(PULL, current=replace(NOW, is_draft=True), drafts=True).may_ask


def test_offline_asks_and_posts_nothing_and_says_so() -> None:
    job = decided(PULL, "offline")

    assert rights(job) == NOTHING
    assert "`offline`" in job.limits[0]


def test_the_branch_that_it_goes_to_is_read_afresh() -> None:
    job = decided(PULL, current=replace(NOW, base_branch="release"))

    assert job.event.base_branch == "release"


def test_without_an_answer_of_the_host_nothing_is_posted() -> None:
    job = decided(PULL, current=None)

    assert rights(job) == (True, None, "", True)
    assert "could not be read" in job.limits[0]


@pytest.mark.parametrize("named", [{"pull_request": 8}, {"sha": OTHER}])
def test_options_cannot_make_it_another_pull_requests_run(
    named: dict[str, object],
) -> None:
    with pytest.raises(RubrickitError, match="of pull request 7"):
        decided(PULL, **named)


def test_a_merge_queue_gets_a_check_and_no_comment() -> None:
    assert rights(decided(QUEUE, current=None)) == (True, None, HEAD, True)
    assert rights(decided(QUEUE, "offline", None)) == NOTHING


@pytest.mark.parametrize("missing", ["head", "base"])
def test_a_merge_group_without_its_commits_is_refused(missing: str) -> None:
    with pytest.raises(RubrickitError, match="two commits"):
        decided(replace(QUEUE, **{missing: ""}))  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["push", "delta"])
def test_a_push_to_the_default_branch_is_graded_and_kept(mode: Mode) -> None:
    assert rights(decided(PUSH, mode, None)) == (True, None, "", True)


def test_mode_push_leaves_other_branches_alone() -> None:
    job = decided(replace(PUSH, base_branch="topic"), "push", None)

    assert (rights(job), job.is_idle) == (NOTHING, True)
    assert "`main` only" in job.limits[0]


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (replace(PUSH, head=""), "`main` was deleted"),
        (replace(PUSH, base_branch=""), "A tag"),
    ],
)
@pytest.mark.parametrize("mode", ["push", "delta", "offline"])
def test_a_deletion_and_a_tag_leave_nothing_to_do(
    event: Event, why: str, mode: Mode
) -> None:
    job = decided(event, mode, None)

    assert (rights(job), job.is_idle) == (NOTHING, True)
    assert why in job.limits[0]


@pytest.mark.parametrize("event", [PULL, QUEUE, replace(DISPATCH, number=7)])
def test_mode_push_is_for_the_default_branch(event: Event) -> None:
    with pytest.raises(RubrickitError, match="mode `push` does not fit a") as refused:
        decided(event, "push")

    assert "mode `delta`" in refused.value.hint


@pytest.mark.parametrize(
    ("event", "named"),
    [
        (DISPATCH, {"pull_request": 7, "sha": HEAD}),
        (replace(DISPATCH, number=7, head=HEAD.upper()), {}),
    ],
)
@pytest.mark.parametrize("is_fork", [True, False])
def test_a_dispatch_for_a_reviewed_commit_may_do_everything(
    event: Event, named: dict[str, object], is_fork: bool
) -> None:
    now = replace(NOW, is_fork=is_fork, is_draft=True, base_branch="next")

    job = decided(event, current=now, **named)

    assert rights(job) == (True, 7, HEAD, True)
    assert (job.event.head, job.event.base_branch) == (HEAD, "next")


def test_a_dispatch_for_the_repositorys_own_needs_no_commit() -> None:
    assert decided(DISPATCH, pull_request=7).check_on == HEAD


@pytest.mark.parametrize("sha", ["", HEAD[:39], "main", f"{HEAD}0", "0" * 40])
def test_a_fork_is_not_graded_without_the_full_id_of_its_commit(sha: str) -> None:
    with pytest.raises(RubrickitError, match="commit") as refused:
        decided(DISPATCH, current=replace(NOW, is_fork=True), pull_request=7, sha=sha)

    assert HEAD in refused.value.hint


def test_a_short_commit_is_refused_for_the_repositorys_own_too() -> None:
    with pytest.raises(RubrickitError, match="`aaaa` is no full commit id"):
        decided(DISPATCH, pull_request=7, sha="aaaa")


def test_a_push_after_the_review_stops_the_dispatch() -> None:
    with pytest.raises(RubrickitError, match=f"{OTHER[:12]} now, not {HEAD[:12]}"):
        decided(DISPATCH, current=replace(NOW, head=OTHER), pull_request=7, sha=HEAD)


def test_a_dispatch_for_a_closed_one_does_nothing() -> None:
    job = decided(DISPATCH, current=replace(NOW, is_open=False), pull_request=7)

    assert rights(job) == NOTHING


@pytest.mark.parametrize("current", [None, replace(NOW, number=8)])
def test_a_dispatch_for_one_that_cannot_be_read_stops(
    current: PullRequest | None,
) -> None:
    with pytest.raises(RubrickitError, match="7 could not be read"):
        decided(DISPATCH, current=current, pull_request=7, sha=HEAD)


@pytest.mark.parametrize("mode", ["push", "delta"])
def test_a_dispatch_without_a_pull_request_posts_nothing(mode: Mode) -> None:
    job = decided(DISPATCH, mode, None)

    assert rights(job) == (True, None, "", True)
    assert "no pull request" in job.limits[0]


@pytest.mark.parametrize("named", [{}, {"pull_request": 7, "sha": HEAD}])
@pytest.mark.parametrize("mode", ["offline", "delta", "push"])
def test_any_other_event_is_not_trusted(mode: Mode, named: dict[str, object]) -> None:
    assert rights(decided(TIMER, mode, **named)) == NOTHING


def test_another_run_decides_what_this_one_may_not_ask_for() -> None:
    assert decided(PULL, "offline").is_decided_later
    assert not decided(PULL).is_decided_later


@pytest.mark.parametrize("event", [replace(PULL, is_fork=True), TIMER])
@pytest.mark.parametrize("mode", ["offline", "delta"])
def test_nobody_decides_later_for_a_fork_or_an_unknown_event(
    event: Event, mode: Mode
) -> None:
    assert not decided(event, mode).is_decided_later


FLAGS = st.booleans()
HEADS = st.sampled_from(["", HEAD, OTHER, "main"])
EVENTS = st.builds(
    Event,
    kind=st.sampled_from(["pull_request", "merge_group", "push", "dispatch", "other"]),
    number=st.none() | st.just(7),
    head=HEADS,
    base=HEADS,
    base_branch=st.sampled_from(["", "main", "topic"]),
    default_branch=st.just("main"),
    is_fork=FLAGS,
    is_open=FLAGS,
    is_draft=FLAGS,
)
CURRENT = st.none() | st.builds(
    PullRequest,
    st.just(7),
    st.sampled_from([HEAD, OTHER]),
    st.just("main"),
    is_fork=FLAGS,
    is_open=FLAGS,
    is_draft=FLAGS,
)
NAMED = st.builds(Named, st.none() | st.just(7), HEADS, FLAGS)


@given(EVENTS, st.sampled_from(["offline", "delta", "push"]), CURRENT, NAMED)
def test_no_mix_of_facts_gives_away_more_than_it_may(
    event: Event, mode: Mode, current: PullRequest | None, named: Named
) -> None:
    try:
        job = jobs.decide(event, mode, current, named)
    except RubrickitError:
        return

    fork = event.is_fork or bool(current and current.is_fork)
    if event.kind == "pull_request" and fork:
        assert rights(job) == NOTHING
    if mode == "offline" or event.kind == "other" or job.is_idle:
        assert rights(job) == NOTHING
    if job.comment_on is not None:
        assert current
        assert current.is_open
        assert job.check_on == current.head == job.event.head
    if event.kind == "dispatch" and job.comment_on and fork:
        assert HEAD in (named.sha, event.head) or OTHER in (named.sha, event.head)
    assert job.limits or rights(job) == (True, 7, job.event.head, True)
