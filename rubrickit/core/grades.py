"""A grade and its identity; how several passes settle into one verdict."""

from dataclasses import dataclass
from typing import Literal

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Leaf, Rubric

Verdict = Literal["pass", "fail", "unjudged", "not_applicable"]

Verdictless = Literal[
    "refused", "unparseable", "timeout", "rate_limited", "http_5xx", "http_4xx",
    "truncated", "over_budget", "unsure", "split", "not_recorded", "not_labelled",
    "rule_error", "not_asked",
]  # fmt: skip
"""Why there is no verdict."""


@dataclass(frozen=True, slots=True)
class GradeKey:
    """What one grade depends on.

    A leaf's id, place, weight, `expect`, gate, tier and `when` are left out on
    purpose: changing them must not cost a judge call.
    """

    judge: Digest
    question: Digest
    leaf: Digest
    response: Digest
    pass_number: int


@dataclass(frozen=True, slots=True)
class Grade:
    """One judgement as the ledger keeps it; `met` is the judge's raw yes/no."""

    key: GradeKey
    met: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost: requests sent, retries among them, and tokens."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )


@dataclass(frozen=True, slots=True)
class Task:
    """One question to the judge: the key, and exactly the texts behind its digests."""

    key: GradeKey
    question: str
    context: str
    leaf: Leaf
    response: str
    response_context: str = ""
    trace: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a task: a grade, or the reason why there is none."""

    task: Task
    grade: Grade | None
    code: Verdictless | Literal[""] = ""
    detail: str = ""
    usage: Usage = Usage()


def leaf_digest(leaf: Leaf) -> Digest:
    """Of what the judge is asked, or what is computed, and of nothing else."""
    keep = canonical.text if leaf.kind in ("rule", "schema") else canonical.folded
    return canonical.digest(
        {
            "kind": leaf.kind,
            "texts": [keep(text) for text in leaf.texts],
            "pass_example": canonical.text(leaf.pass_example),
            "fail_example": canonical.text(leaf.fail_example),
            "looks_at": leaf.looks_at,
        }
    )


def question_digest(rubric: Rubric) -> Digest:
    """Of the question and its context, as the judge sees them."""
    return canonical.digest(
        {
            "question": canonical.paragraphs(rubric.question),
            "context": canonical.paragraphs(rubric.context),
        }
    )


def task(key: GradeKey, rubric: Rubric, leaf: Leaf, response: Response) -> Task:
    """Every text in its canonical form: the judge receives what was digested."""
    return Task(
        key=key,
        question=canonical.paragraphs(rubric.question),
        context=canonical.paragraphs(rubric.context),
        leaf=leaf,
        response=canonical.text(response.text),
        response_context=canonical.text(response.context),
        trace=response.trace if leaf.looks_at == "trace" else "",
    )
