"""What one run in CI has to say: on the pull request, at the commit, to later steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rubrickit.core.findings import Finding
from rubrickit.core.hosting.conclusions import Concluded
from rubrickit.core.hosting.posts import Annotation, CheckResult
from rubrickit.core.policy import Outcome
from rubrickit.core.results import Scores
from rubrickit.errors import Exit, RubrickitError
from rubrickit.reports import (
    annotations,
    comment,
    documents,
    figures,
    lint_page,
    numbers,
    pages,
    render,
    score_page,
)
from rubrickit.reports.comment import BUDGET, Surroundings
from rubrickit.reports.dialects import GITHUB
from rubrickit.reports.documents import Document
from rubrickit.reports.pages import Page

_SHOWN_FINDINGS = 20


@dataclass(frozen=True, slots=True)
class Review:
    """`document` is the delta's, None where nothing could be compared: then `cause`
    and `hint` say why. `notes` tell of what was held back or could not be posted.
    `scores` are of everything, where a run graded that. `folder`: where the rubric
    repository lies in the Git repository, "" or with a slash at its end."""

    concluded: Concluded
    document: Document | None = None
    scores: Scores | None = None
    cause: str = ""
    hint: str = ""
    notes: tuple[str, ...] = ()
    marked: tuple[Annotation, ...] = ()
    folder: str = ""

    def below(self, folder: str) -> "Review":
        """The same, its paths as the host knows them."""
        marked = (replace(each, path=f"{folder}{each.path}") for each in self.marked)
        return replace(self, marked=tuple(marked), folder=folder)

    @property
    def outcome(self) -> Outcome | Literal["error"]:
        """`error`: nothing could be compared."""
        if self.document is None:
            return "error"
        found: Outcome = self.document["outcome"]
        return found

    @property
    def overall(self) -> str:
        """The overall change, "-" where there is none."""
        return figures.overall(self.document) if self.document else "-"

    @property
    def headline(self) -> str:
        """A line for the check's title and for the list of runs."""
        if self.document is None:
            return "could not grade"
        return comment.headline(self.document)


def of_delta(
    document: Document, concluded: Concluded, notes: Sequence[str] = ()
) -> Review:
    found = annotations.annotations(document)
    return Review(concluded, document, notes=tuple(notes), marked=found)


def of_scores(
    scores: Scores,
    concluded: Concluded,
    notes: Sequence[str] = (),
    moved: Document | None = None,
) -> Review:
    return Review(concluded, moved, scores, notes=tuple(notes))


def of_error(error: RubrickitError, notes: Sequence[str] = ()) -> Review:
    """A run that could compare nothing never leaves an older verdict standing."""
    concluded = Concluded("failure", error.exit_code)
    return Review(concluded, cause=str(error), hint=error.hint, notes=tuple(notes))


def of_findings(findings: Sequence[Finding]) -> Review:
    """Files that cannot be read as they are; each fault at its line."""
    count = numbers.count(len(findings), "error")
    lines = tuple(f"{f.place}: {f.message}" for f in findings[:_SHOWN_FINDINGS])
    more = len(findings) - len(lines)
    notes = (*lines, f"and {more:,} more") if more else lines
    marked = tuple(
        lint_page.annotation(f, f.rule) for f in findings[: annotations.MOST]
    )
    return Review(
        Concluded("failure", Exit.GATE_FAILED),
        cause=f"{count} in the rubric repository's files",
        hint="`rubrickit lint` shows them all",
        notes=notes,
        marked=marked,
    )


def markdown(review: Review, around: Surroundings, budget: int | None = None) -> str:
    """Of at most `budget` bytes where there is a delta; the rest is short."""
    if review.scores is None and review.document is None:
        return comment.failure(review.cause, review.hint, around, GITHUB)
    found = review.document
    moved = comment.markdown(found, around, budget=budget) if found else ""
    if review.scores is None:
        return moved
    heading = (
        "\n**What was merged** (the gate has no say any more)\n\n" if moved else ""
    )
    return render.markdown(score_page.page(review.scores)) + heading + moved


def page(review: Review) -> Page | None:
    """For a terminal or a log."""
    if review.scores is not None:
        return score_page.page(review.scores)
    if review.document is not None:
        return pages.delta(figures.delta(review.document))
    return None


def check_result(review: Review, around: Surroundings) -> CheckResult:
    return CheckResult(
        conclusion=review.concluded.conclusion,
        title=review.headline,
        summary=markdown(review, around, BUDGET),
        annotations=review.marked,
    )


def data(review: Review) -> Document | None:
    """For `--format json`'s readers: the scores where there are any, else the delta."""
    return documents.scores(review.scores) if review.scores else review.document


def outputs(review: Review) -> Mapping[str, str]:
    """For later steps; every value a text, "" where there is none."""
    document = review.document
    if review.scores is not None:
        open_ = review.scores.pending
        verdict = "pending" if open_ else "pass"
        return {"verdict": verdict, "pending": str(open_)}
    if document is None:
        return {"verdict": "error"}
    changed = sum(q["status"] == "changed" for q in document["questions"])
    pending = sum(
        reasons
        for question in document["questions"]
        for leaf in question.get("ungraded", {}).values()
        for reasons in leaf.values()
    )
    return {
        "verdict": document["outcome"],
        "max-drop": comment.lowest(document),
        "changed-rubrics": str(changed),
        "pending": str(pending),
        "base-sha": document["base"]["commit"] or "",
        "head-sha": document["head"]["commit"] or "",
    }
