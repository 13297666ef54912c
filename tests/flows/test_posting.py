"""One comment of ours, whatever is lost, raced, doubled or not allowed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from discussions import HEAD, NUMBER, OPEN, US, MemoryDiscussion, TakingTurns, Turns
from hypothesis import given, settings
from hypothesis import strategies as st

from rubrickit.core.hosting import marker
from rubrickit.core.hosting.marker import Entry, Marker
from rubrickit.core.hosting.posts import PullRequest
from rubrickit.core.hosting.turns import Behaviour, History, Said, When, Wish
from rubrickit.core.policy import Outcome
from rubrickit.errors import LostAnswerError
from rubrickit.flows import posting
from rubrickit.flows.posting import Posted

NEWER = "A newer run has commented already."


def post(
    discussion: MemoryDiscussion,
    run: int = 1,
    outcome: Outcome = "fail",
    behaviour: Behaviour = "update",
    when: When = "changes",
    **rest: str,
) -> Posted:
    wish = Wish(run, 1, HEAD, behaviour, when, **rest)
    text = partial(text_of, run)
    return posting.post(
        discussion, NUMBER, text, wish, Said(outcome, "-0.04"), lambda: None
    )


def text_of(run: int, history: History) -> str:
    return f"run {run} after {len(history) - 1}"


def old(run: int, outcome: str = "fail", comment_id: str = "") -> str:
    mark = Marker(comment_id, run, 1, HEAD, (Entry(HEAD, outcome, ""),))
    return f"{marker.render(mark)}run {run}"


def ours(discussion: MemoryDiscussion) -> list[tuple[str, str]]:
    """Identity and visible text of each comment with a marker of ours."""
    return [
        (comment.identity, comment.body.split("\n")[1])
        for comment in discussion.entries
        if marker.is_ours(comment, US, "")
    ]


def test_a_first_run_makes_a_comment_with_its_marker_first() -> None:
    discussion = MemoryDiscussion()

    posted = post(discussion)

    (comment,) = discussion.entries
    assert marker.parse(comment.body) == Marker(
        "", 1, 1, HEAD, (Entry(HEAD, "fail", "-0.04"),)
    )
    assert comment.body.endswith("\nrun 1 after 0")
    assert posted == Posted(comment.url)


def test_a_second_run_writes_into_the_same_comment_and_keeps_the_history() -> None:
    discussion = MemoryDiscussion()
    post(discussion)
    discussion.now = replace(OPEN, head="b" * 40)

    wish = Wish(2, 1, "b" * 40)
    posting.post(
        discussion, NUMBER, partial(text_of, 2), wish, Said("pass"), lambda: None
    )

    assert ours(discussion) == [("1", "run 2 after 1")]
    mark = marker.parse(discussion.entries[0].body)
    assert mark
    assert [entry.outcome for entry in mark.history] == ["fail", "pass"]


def test_the_same_words_of_the_same_run_are_not_written_again() -> None:
    discussion = MemoryDiscussion()
    post(discussion)

    posted = post(discussion)

    assert discussion.writes == ["add"]
    assert posted.url == discussion.entries[0].url


def test_neither_many_others_nor_a_quotation_hide_ours() -> None:
    discussion = MemoryDiscussion()
    for at in range(75):
        discussion.store(f"comment {at}", "somebody")
    mine = discussion.store(old(1))
    discussion.store(old(9), "somebody")
    discussion.store(f"> {old(9)}")
    discussion.store(old(9, comment_id="other"))
    for at in range(75):
        discussion.store(f"comment {at}", "somebody")

    post(discussion, 2)

    assert discussion.writes == [f"update {mine.identity}"]


def test_an_older_run_leaves_a_newer_ones_words() -> None:
    discussion = MemoryDiscussion()
    post(discussion, 5)

    posted = post(discussion, 4)

    assert posted == Posted(discussion.entries[0].url, NEWER)
    assert ours(discussion) == [("1", "run 5 after 0")]


def test_doubles_are_made_one_again_and_the_oldest_stays() -> None:
    discussion = MemoryDiscussion()
    for run in (3, 1, 2):
        discussion.store(old(run))

    post(discussion, 4)

    assert [identity for identity, _ in ours(discussion)] == ["1"]


@pytest.mark.parametrize(
    ("now", "why"),
    [
        (replace(OPEN, is_open=False), "closed"),
        (replace(OPEN, head="b" * 40), "moved on to bbbbbbbbbbbb"),
    ],
)
def test_a_closed_and_a_moved_one_get_nothing(now: PullRequest, why: str) -> None:
    discussion = MemoryDiscussion(now)

    posted = post(discussion)

    assert (posted.url, discussion.writes) == ("", [])
    assert why in posted.note


def test_off_does_not_even_ask() -> None:
    discussion = MemoryDiscussion(denied=("pull_request", "comments"))

    assert post(discussion, behaviour="off") == Posted(note="Comments are off.")


FIRST = {
    "always": {"pass", "none", "fail", "pending", "inconclusive"},
    "changes": {"pass", "fail", "pending", "inconclusive"},
    "regressions": {"fail", "pending", "inconclusive"},
}
OUTCOMES: tuple[Outcome, ...] = ("pass", "none", "fail", "pending", "inconclusive")


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("when", ["always", "changes", "regressions"])
@pytest.mark.parametrize("behaviour", ["update", "new"])
def test_a_first_comment_is_made_for_what_it_is_for(
    when: When, outcome: Outcome, behaviour: Behaviour
) -> None:
    discussion = MemoryDiscussion()

    posted = post(discussion, outcome=outcome, when=when, behaviour=behaviour)

    is_made = outcome in FIRST[when]
    assert bool(discussion.entries) == bool(posted.url) == is_made
    assert (f"comments are for {when}" in posted.note) == (not is_made)


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("when", ["always", "changes", "regressions"])
def test_a_comment_that_is_there_is_kept_true(when: When, outcome: Outcome) -> None:
    discussion = MemoryDiscussion()
    post(discussion)

    post(discussion, 2, outcome, when=when)

    assert ours(discussion) == [("1", "run 2 after 0")]


@pytest.mark.parametrize(
    ("when", "clear"), [("changes", "none"), ("regressions", "pass")]
)
def test_new_comments_tell_the_all_clear_once(when: When, clear: Outcome) -> None:
    discussion = MemoryDiscussion()
    post(discussion, 1, "fail", "new", when)

    post(discussion, 2, clear, "new", when)
    post(discussion, 3, clear, "new", when)

    assert [text for _, text in ours(discussion)] == ["run 1 after 0", "run 2 after 0"]


@pytest.mark.parametrize(
    ("behaviour", "left", "hidden"),
    [
        ("new", ["1", "2", "3"], []),
        ("hide-and-new", ["1", "2", "3"], ["1", "1", "2"]),
        ("delete-and-new", ["3"], []),
    ],
)
def test_new_comments_keep_hide_or_delete_the_earlier_ones(
    behaviour: Behaviour, left: list[str], hidden: list[str]
) -> None:
    discussion = MemoryDiscussion()

    posted = [post(discussion, run, behaviour=behaviour) for run in (1, 2, 3)]

    assert [identity for identity, _ in ours(discussion)] == left
    assert discussion.hidden == hidden
    assert posted[-1] == Posted("https://host/c/3")


@pytest.mark.parametrize("behaviour", ["new", "hide-and-new", "delete-and-new"])
def test_a_run_comments_once_and_an_older_one_not_at_all(
    behaviour: Behaviour,
) -> None:
    discussion = MemoryDiscussion()
    post(discussion, 5, behaviour=behaviour)

    again, older = (post(discussion, run, behaviour=behaviour) for run in (5, 4))

    assert discussion.writes == ["add"]
    assert again == Posted("https://host/c/1")
    assert older.note == NEWER


def test_the_earlier_comment_goes_only_when_the_new_one_is_there() -> None:
    discussion = MemoryDiscussion(denied=("add",))
    discussion.store(old(1))

    post(discussion, 2, behaviour="delete-and-new")

    assert len(discussion.entries) == 1


@pytest.mark.parametrize("behaviour", ["update", "new"])
def test_a_lost_answer_makes_no_second_comment(behaviour: Behaviour) -> None:
    discussion = MemoryDiscussion(losses=["stored"])

    posted = post(discussion, behaviour=behaviour)

    assert discussion.writes == ["add"]
    assert posted == Posted("https://host/c/1")


def test_a_lost_comment_is_sent_again() -> None:
    discussion = MemoryDiscussion(losses=["dropped", "dropped"])

    post(discussion)

    assert len(ours(discussion)) == 1


def test_a_comment_that_comes_after_a_newer_ones_is_taken_back() -> None:
    discussion = MemoryDiscussion(losses=["dropped"])
    newer = iter([old(9)])

    def wait() -> None:
        for body in newer:
            discussion.store(body)

    text = partial(text_of, 1)
    posted = posting.post(
        discussion, NUMBER, text, Wish(1, 1, HEAD), Said("fail"), wait
    )

    assert ours(discussion) == [("1", "run 9")]
    assert posted == Posted("https://host/c/1", NEWER)


def test_what_is_always_lost_is_an_error_in_the_end() -> None:
    discussion = MemoryDiscussion(losses=["dropped"] * 9)

    with pytest.raises(LostAnswerError):
        post(discussion)

    assert discussion.writes == ["add"] * 3


@pytest.mark.parametrize("call", ["pull_request", "comments", "add"])
def test_a_token_that_may_not_comment_is_no_error(call: str) -> None:
    posted = post(MemoryDiscussion(denied=(call,)))

    assert posted.url == ""
    assert "`pull-requests: write`" in posted.note


def test_what_was_posted_before_a_denial_is_told() -> None:
    discussion = MemoryDiscussion(denied=("delete",))
    discussion.store(old(1))

    posted = post(discussion, 2, behaviour="delete-and-new")

    assert posted.url == "https://host/c/2"
    assert "not with this token" in posted.note


def test_the_history_that_the_text_gets_is_the_markers() -> None:
    discussion, seen = MemoryDiscussion(), list[History]()

    def text(history: History) -> str:
        seen.append(history)
        return "text"

    posting.post(
        discussion, NUMBER, text, Wish(1, 1, HEAD), Said("pass", "+0.1"), lambda: None
    )

    assert seen == [(Entry(HEAD, "pass", "+0.1"),)]


RUNS = st.lists(st.integers(1, 9), min_size=2, max_size=4, unique=True)
LOSSES = st.lists(st.sampled_from(["", "stored", "dropped"]), max_size=2)


def job(run: int, behaviour: Behaviour) -> Callable[[TakingTurns], None]:
    def take(shared: TakingTurns) -> None:
        wish = Wish(run + 10, 1, HEAD, behaviour)
        text = partial(text_of, run)
        posting.post(shared, NUMBER, text, wish, Said("fail"), shared.wait)

    return take


@settings(max_examples=400)
@given(RUNS, st.lists(st.integers(1, 9), max_size=2), LOSSES, st.data())
def test_after_any_race_one_comment_is_left_with_the_newest_words(
    runs: list[int], before: list[int], losses: list[str], data: st.DataObject
) -> None:
    discussion = MemoryDiscussion(losses=losses)
    discussion.store("hello", "somebody")
    for run in before:
        discussion.store(old(run))
    order = data.draw(st.lists(st.integers(0, 3), max_size=60))

    Turns(discussion, order).run([job(run, "update") for run in runs])

    ((_, text),) = ours(discussion)
    assert text.startswith(f"run {max(runs)} ")
    assert discussion.entries[0].body == "hello"


@settings(max_examples=200)
@given(RUNS, LOSSES, st.data())
def test_after_any_race_of_new_comments_the_newest_one_stands_alone(
    runs: list[int], losses: list[str], data: st.DataObject
) -> None:
    discussion = MemoryDiscussion(losses=losses)
    order = data.draw(st.lists(st.integers(0, 3), max_size=60))

    Turns(discussion, order).run([job(run, "delete-and-new") for run in runs])

    ((_, text),) = ours(discussion)
    assert text.startswith(f"run {max(runs)} ")
