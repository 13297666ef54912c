"""What of a merge people approved, and which pull request brought a commit."""

from dataclasses import replace

import pytest
from support.builders import branch, leaf, rubric

from rubrickit.core import approving
from rubrickit.core.approving import Landed, Merge
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.hosting.posts import PullRequest
from rubrickit.core.rubric import Rubric
from rubrickit.core.signing import Subject
from rubrickit.core.signoffs import Approval, HostWord, Recorded
from rubrickit.core.versions import EditedRubrics

HEAD = "a" * 40
PULL = PullRequest(
    7, HEAD, "main", is_fork=False, is_open=False, is_draft=False, author="gh-eve",
    merged_as="m" * 40,
)  # fmt: skip
OLD = rubric(branch("safety", leaf("warns", "Warns"), gate=True), leaf("dose", "Dose"))
EXPERTS = Experts(2, (Expert("ada", "Ada L", "gh-ada"), Expert("ben", "", "gh-ben")))


def edited(*nodes: object) -> EditedRubrics:
    return EditedRubrics({"q1": OLD}, {"q1": rubric(*nodes)})  # type: ignore[arg-type]


def gate(text: str, *more: object) -> EditedRubrics:
    return edited(branch("safety", leaf("warns", text), gate=True), *more)


def approved(landed: EditedRubrics, proposed: EditedRubrics) -> list[str]:
    return [each.leaf for each in approving.approved_edits(landed, proposed)]


def test_a_gate_that_landed_as_it_was_approved() -> None:
    softer = gate("Warns a little", leaf("dose", "Dose"))

    assert approved(softer, softer) == ["safety/warns"]
    assert approving.touches_gates(softer)


def test_a_gate_in_other_words_than_those_that_were_approved() -> None:
    assert approved(gate("Warns less"), gate("Warns a little")) == []


def test_what_the_pull_request_did_not_touch_is_not_approved() -> None:
    assert approved(gate("Warns less"), EditedRubrics({}, {})) == []


def test_edits_of_other_leaves_are_no_matter() -> None:
    landed = gate("Warns a little", leaf("dose", "Another"))

    assert approved(landed, gate("Warns a little")) == ["safety/warns"]
    assert not approving.touches_gates(gate("Warns", leaf("dose", "Another")))


def test_a_gate_that_was_removed_and_one_that_is_new() -> None:
    landed = edited(leaf("dose", "Dose"), leaf("late", "Late", gate=True))

    assert approved(landed, landed) == ["late", "safety/warns"]


@pytest.mark.parametrize("known", ["before", "after"])
def test_every_gate_of_a_rubric_that_came_or_went(known: str) -> None:
    sides: dict[str, dict[str, Rubric]] = {
        "before": {},
        "after": {},
        known: {"q1": OLD},
    }
    moved = EditedRubrics(**sides)

    assert approved(moved, moved) == ["safety/warns"]


def test_one_pull_request_brought_the_commit_to_this_branch() -> None:
    elsewhere = replace(PULL, number=8, base_branch="next")
    other = replace(PULL, number=9, merged_as="n" * 40)
    unmerged = replace(PULL, number=10, merged_as="")

    def brought(*pulls: PullRequest) -> int | None:
        found = approving.brought_by(pulls, PULL.merged_as, "main")
        return found.number if found else None

    assert brought(elsewhere, unmerged) is None
    assert brought(elsewhere, other, PULL) == 7
    assert brought(other, replace(other, number=11)) is None
    assert brought(other) == 9


def test_the_commits_of_a_rebase_are_one_merge() -> None:
    one, two, three, four = (Landed(str(n), str(n - 1)) for n in range(1, 5))
    other = replace(PULL, number=8)

    found = approving.merges([(one, PULL), (two, PULL), (three, None), (four, other)])

    assert list(found) == [Merge(PULL, "0", "2"), Merge(other, "3", "4")]


def subject() -> Subject:
    softer = gate("Warns a little")
    (found,) = approving.approved_edits(softer, softer)
    return found


def signed(*approvals: Approval, recorded: Recorded = Recorded()) -> list[str]:  # noqa: B008
    merge = Merge(PULL, "0" * 40, "1" * 40)
    rows = approving.rows(
        merge, "page", [subject()], EXPERTS, recorded, approvals, lambda *_: True
    )
    return [f"{row.id} {row.at}" for row in rows]


def test_a_row_says_where_the_host_had_it() -> None:
    given = Approval("GH-Ada", "2026-01-31T10:00:00Z", HEAD)
    merge = Merge(PULL, "0" * 40, "1" * 40)
    (row,) = approving.rows(
        merge, "page", [subject()], EXPERTS, Recorded(), [given], lambda *_: True
    )

    assert (row.id, row.name, row.meaning, row.at) == (
        "ada", "Ada L", "approval", given.at
    )  # fmt: skip
    assert row.approval == HostWord("page", 7, HEAD, "GH-Ada")
    assert row.change == subject().change != ""
    assert row.is_approval_of(EXPERTS.people[0])
    assert not row.is_approval_of(EXPERTS.people[1])
    assert not row.is_approval_of(Expert("ada"))


def test_authors_and_strangers_leave_no_row() -> None:
    times = ("2026-01-31T10:00:00Z", "2026-01-31T11:00:00Z")
    ada, ben = (
        Approval(login, at, HEAD)
        for login, at in zip(("gh-ada", "gh-ben"), times, strict=True)
    )
    eve = Approval("gh-eve", times[0], HEAD)
    by_ben = Recorded((), (("ben", "ben@example.org"),))

    assert signed(eve, ben, ada) == [f"ada {times[0]}", f"ben {times[1]}"]
    assert signed(ada, ben, recorded=by_ben) == [f"ada {times[0]}"]


def test_an_approval_of_no_time_leaves_no_row() -> None:
    assert signed(Approval("gh-ada", "", HEAD)) == []
