"""Questions laid out as a report has them, from verdicts that are written down."""

from collections.abc import Sequence

from support.builders import response
from support.comparing import Met, sheet

from rubrickit.core import deltas, overview
from rubrickit.core.judging.human import HumanJudge
from rubrickit.core.overview import QuestionOverview
from rubrickit.core.responses import Response
from rubrickit.core.rubric import Rubric


def by(*agents: str) -> tuple[Response, ...]:
    """A response an agent: `r0`, `r1` and so on."""
    return tuple(response(f"r{at}", agent=agent) for at, agent in enumerate(agents))


def laid_out(
    tree: Rubric,
    met: Met,
    responses: Sequence[Response],
    people: HumanJudge | None = None,
) -> QuestionOverview:
    found = sheet([tree], met, responses)
    return overview.question(found, deltas.side(tree, found), people)
