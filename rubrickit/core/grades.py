"""A grade and its identity; how several passes settle into one verdict."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Kind, Leaf, LooksAt, Rubric

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
    return _asked_digest(
        leaf.kind, leaf.texts, leaf.pass_example, leaf.fail_example, leaf.looks_at
    )


@lru_cache(maxsize=65_536)
def _asked_digest(
    kind: Kind, texts: tuple[str, ...], passes: str, fails: str, looks_at: LooksAt
) -> Digest:
    return canonical.digest(
        {
            "kind": kind,
            "texts": [_spelling(kind)(text) for text in texts],
            "pass_example": canonical.text(passes),
            "fail_example": canonical.text(fails),
            "looks_at": looks_at,
        }
    )


def _spelling(kind: Kind) -> Callable[[str], str]:
    """White space may mean something to a rule, and nothing to a judge."""
    return canonical.text if kind in ("rule", "schema") else canonical.folded


def question_digest(rubric: Rubric) -> Digest:
    """Of the question and its context, as the judge sees them."""
    return _question_digest(rubric.question, rubric.context)


@lru_cache(maxsize=4096)
def _question_digest(question: str, context: str) -> Digest:
    return canonical.digest(
        {
            "question": canonical.paragraphs(question),
            "context": canonical.paragraphs(context),
        }
    )


def task(key: GradeKey, rubric: Rubric, leaf: Leaf, response: Response) -> Task:
    """Every text in its canonical form: the judge receives what was digested."""
    return Task(
        key=key,
        question=canonical.paragraphs(rubric.question),
        context=canonical.paragraphs(rubric.context),
        leaf=_as_digested(leaf),
        response=canonical.text(response.text),
        response_context=canonical.text(response.context),
        trace=response.trace if leaf.looks_at == "trace" else "",
    )


# Many responses are asked of one leaf.
@lru_cache(maxsize=4096)
def _as_digested(leaf: Leaf) -> Leaf:
    spelling = _spelling(leaf.kind)
    return replace(
        leaf,
        texts=tuple(spelling(text) for text in leaf.texts),
        pass_example=canonical.text(leaf.pass_example),
        fail_example=canonical.text(leaf.fail_example),
    )
