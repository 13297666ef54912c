"""Two agents under one judge, or two judges of the same responses, at one state."""

from rubrickit.core import agents, judges
from rubrickit.core.agents import AgentComparison
from rubrickit.core.judges import JudgeComparison
from rubrickit.core.versions import Version
from rubrickit.flows import scoring
from rubrickit.world import World


def compare_agents(
    world: World, version: Version, names: tuple[str, str]
) -> AgentComparison:
    """Looks at no other agent's responses.

    Raises RubrickitError where an agent has none to a rubric.
    """
    graded, _ = scoring.graded_at(world, version)
    given = {rubric.question_id: responses for rubric, responses in graded}
    kept = agents.by_agents(given, names)
    theirs = [
        (rubric, kept[q]) for rubric, _ in graded if (q := rubric.question_id) in kept
    ]
    return agents.compare(scoring.of(world, version, theirs), *names)


def compare_judges(worlds: tuple[World, World], version: Version) -> JudgeComparison:
    """Two worlds of one repository that differ in their judges alone."""
    before, after = (scoring.score(world, version) for world in worlds)
    return judges.compare(before, after)
