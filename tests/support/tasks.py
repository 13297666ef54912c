"""Builders of tasks for a judge: they say only what matters."""

from typing import Any

from rubrickit.core import grades
from rubrickit.core.grades import GradeKey, Task
from rubrickit.core.responses import Response, digests
from rubrickit.core.rubric import Leaf, Rubric


def a_task(  # noqa: PLR0913
    check: str = "Does it name the dose?",
    response: str = "Take 5 mg.",
    *,
    question: str = "How much?",
    context: str = "",
    response_context: str = "",
    trace: str = "",
    pass_number: int = 1,
    judge: str = "",
    **leaf: Any,
) -> Task:
    """A task as the tool makes it; `leaf` overrides fields of its leaf."""
    made = Leaf(**{"id": "a", "kind": "check", "texts": (check,), **leaf})
    plain, with_trace = digests(response, response_context, trace)
    rubric = Rubric("q1", (made,), question=question, context=context)
    answer = Response(
        "q1",
        "r1",
        response,
        context=response_context,
        trace=trace,
        digest=plain,
        trace_digest=with_trace,
    )
    key = GradeKey(
        judge=judge,
        question=grades.question_digest(rubric),
        leaf=grades.leaf_digest(made),
        response=answer.digest_for(made.looks_at),
        pass_number=pass_number,
    )
    rubric = Rubric("q1", (made,), question=question, context=context)
    key = GradeKey(
        judge,
        grades.question_digest(rubric),
        grades.leaf_digest(made),
        with_trace if made.looks_at == "trace" else plain,
        pass_number,
    )
    answered = Response("q1", "r1", response, context=response_context, trace=trace)
    return grades.task(key, rubric, made, answered)


def some_tasks(count: int, **fields: Any) -> list[Task]:
    """Different checks of one response."""
    return [a_task(f"Does it name item {at}?", **fields) for at in range(count)]
