"""What only shows when all rubrics are seen together."""

from collections.abc import Iterable, Iterator

from rubrickit.core.findings import Finding, mistake
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


def no_rubric(folder: str) -> Finding:
    """Else a mistyped folder would look like a clean one."""
    hint = "is this the right folder? `--repo` and `--rubrics` name others"
    return Finding("empty", "advice", Place(folder, 1, 1), "there is no rubric", hint)
