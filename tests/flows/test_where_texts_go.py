"""A person hears where texts are sent before the first one is."""

from support.builders import leaf, response, rubric
from support.worlds import HEAD, SilentProgress, a_world

from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.flows import scoring
from rubrickit.world import World


def told(world: World) -> list[str]:
    assert isinstance(world.progress, SilentProgress)
    return world.progress.destinations


def test_the_destination_is_said_once_a_run() -> None:
    world = a_world(base=[rubric(leaf("a"))], responses=[response("r1")], passes=3)

    scoring.score(world, HEAD)

    assert told(world) == ["memory scripted"]


def test_nothing_is_said_where_nothing_is_sent() -> None:
    world = a_world(base=[rubric(leaf("a"))], responses=[response("r1")])
    scoring.score(world, HEAD)
    told(world).clear()

    scoring.score(world, HEAD)

    assert told(world) == []


def test_the_ledger_and_the_embedded_judge_send_nothing() -> None:
    for judge in (LocalJudge(), RecordedJudge(LocalJudge().card)):
        world = a_world(
            base=[rubric(leaf("a"))], responses=[response("r1")], judge=judge
        )

        scoring.score(world, HEAD)

        assert told(world) == []
