"""What only shows when all rubrics are seen together."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from rubrickit.core.findings import Finding, mistake, on_one_line
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Place, Rubric


def duplicate_questions(rubrics: Iterable[Rubric]) -> Iterator[Finding]:
    """A question has one rubric; the file that comes first by path keeps the id."""
    first: dict[str, Rubric] = {}
    for rubric in sorted(rubrics, key=lambda rubric: rubric.place.path):
        earlier = first.setdefault(rubric.question_id, rubric)
        if earlier is not rubric:
            message = (
                f"the question_id `{rubric.question_id}` stands twice; "
                f"first in {earlier.place}"
            )
            hint = "give one of the two another `question_id`"
            yield mistake("duplicate-question", rubric.place, message, hint)


def unknown_questions(
    responses: Iterable[Response], known: frozenset[str]
) -> Iterator[Finding]:
    """Responses that no rubric grades: right after a rubric is gone, else a slip.

    One finding a question, at the first of its responses.
    """
    counts: dict[str, int] = {}
    first: dict[str, Response] = {}
    for response in responses:
        name = response.question_id
        if name not in known:
            first.setdefault(name, response)
            counts[name] = counts.get(name, 0) + 1
    for name, response in first.items():
        others = f" and {counts[name] - 1} more" if counts[name] > 1 else ""
        message = f"no rubric grades this response{others}: `{name}` is no question_id"
        near = get_close_matches(name, known, 1)
        hint = f"did you mean `{near[0]}`?" if near else "write a rubric of that name"
        yield Finding(
            "unknown-question", "advice", response.place, on_one_line(message), hint
        )


def no_rubric(folder: str) -> Finding:
    """Else a mistyped folder would look like a clean one."""
    hint = "is this the right folder? `--repo` and `--rubrics` name others"
    return Finding("empty", "advice", Place(folder, 1, 1), "there is no rubric", hint)
