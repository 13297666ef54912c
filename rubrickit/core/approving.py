"""Approvals of a merged pull request, as the sign-offs that are kept of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rubrickit.core import consents
from rubrickit.core.experts import Experts
from rubrickit.core.hosting.posts import PullRequest
from rubrickit.core.reading.rows import is_time
from rubrickit.core.signing import Subject, subjects
from rubrickit.core.signoffs import Approval, HostWord, Recorded, Reviewed, SignOff
from rubrickit.core.versions import EditedRubrics


@dataclass(frozen=True, slots=True)
class Landed:
    """A commit of a branch's first-parent line; `before` is what it stands on."""

    commit: str
    before: str


@dataclass(frozen=True, slots=True)
class Merge:
    """One pull request as it arrived: the branch `before` and `after` it."""

    pull: PullRequest
    before: str
    after: str


def brought_by(
    pulls: Iterable[PullRequest], commit: str, branch: str
) -> PullRequest | None:
    """The one that brought the commit to the branch; None where that is not clear.

    Where several did, one may have ended in this very commit.
    """
    merged = [pull for pull in pulls if pull.merged_as and pull.base_branch == branch]
    exact = [pull for pull in merged if pull.merged_as == commit] or merged
    return exact[0] if len(exact) == 1 else None


def merges(landed: Iterable[tuple[Landed, PullRequest | None]]) -> Iterator[Merge]:
    """Oldest first, as they are given: a rebase leaves several commits in a row."""
    for pull, commits in groupby(landed, key=lambda each: each[1]):
        if pull:
            every = [each for each, _ in commits]
            yield Merge(pull, every[0].before, every[-1].commit)


def approved_edits(
    landed: EditedRubrics, proposed: EditedRubrics
) -> tuple[Subject, ...]:
    """The gate leaves that a merge touched just as its pull request did.

    `landed` is from the branch before to the branch after the merge, `proposed` from
    the same to the head that people approved: what else came in, nobody has seen.
    """
    seen = {_edit(each) for each in _touched(proposed)}
    return tuple(each for each in _touched(landed) if _edit(each) in seen)


def touches_gates(edited: EditedRubrics) -> bool:
    return any(_touched(edited))


def _touched(edited: EditedRubrics) -> Iterator[Subject]:
    """The gate leaves of either side whose grading was changed or brought."""
    for question_id in sorted(edited.before.keys() | edited.after.keys()):
        sides = (side.get(question_id) for side in (edited.before, edited.after))
        for each in subjects(*sides):
            if each.is_gate and each.is_touched:
                yield each


def _edit(subject: Subject) -> tuple[str, str, str, str]:
    return subject.question_id, subject.leaf, subject.leaf_digest, subject.change


def rows(
    merge: Merge,
    page: str,
    edits: Sequence[Subject],
    experts: Experts,
    recorded: Recorded,
    approvals: Sequence[Approval],
    proved: consents.Proved,
) -> tuple[SignOff, ...]:
    """One for each edit and expert whose approval counts, as it does in the gate.

    `experts` are those of the branch before the merge. The same merge gives the same
    rows whenever it is looked at.
    """
    timed = tuple(each for each in approvals if is_time(each.at))
    given = {each.login.casefold(): each for each in timed}
    authors = tuple(row for row in recorded.rows if row.meaning == "author")
    own = Recorded(authors, recorded.authors)
    reviewed = Reviewed(merge.pull.author, timed)
    return tuple(
        _row(merge.pull, page, edit, signer, experts, given)
        for edit in edits
        for signer in consents.consent(edit, experts, own, reviewed, proved).signers
    )


def _row(
    pull: PullRequest,
    page: str,
    edit: Subject,
    signer: consents.Signer,
    experts: Experts,
    given: Mapping[str, Approval],
) -> SignOff:
    expert = experts.named(signer.id)
    if expert is None:
        raise ValueError(f"{signer.id} is no expert")
    approval = given[expert.github.casefold()]
    return SignOff(
        question_id=edit.question_id,
        leaf=edit.leaf,
        leaf_digest=edit.leaf_digest,
        meaning="approval",
        id=expert.id,
        name=expert.name,
        at=approval.at,
        change=edit.change,
        graded=edit.graded,
        approval=HostWord(page, pull.number, approval.commit, approval.login),
    )
