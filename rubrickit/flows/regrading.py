"""Asks the judge of a release for some of its grades again."""

from functools import partial

from rubrickit.audits import Releases, Seals
from rubrickit.core.releasing import inputs as files_of
from rubrickit.core.releasing import sampling
from rubrickit.core.releasing.sampling import Regraded
from rubrickit.errors import RubrickitError
from rubrickit.world import KnownJudge


def regrade(
    releases: Releases, seals: Seals, name: str, size: int, seed: str
) -> Regraded:
    """Nothing is recorded: a second answer to one key would be a clash.

    Raises RubrickitError where the release's judge is none that can be asked.
    """
    commit = releases.tag(name, None).commit
    files = seals.files(commit)
    _, made = files_of.own_manifest(files, name)
    agents = made.agents if made else ()
    inputs = seals.inputs(commit, files).of_agents(agents)
    kind = inputs.config.judge.kind
    if kind != "openai":
        raise RubrickitError(
            f"the judge of `{name}` is `{kind}`, and only a model can be asked again",
            hint="verify without `--sample`",
        )
    world = seals.world(commit, inputs, asks=True)
    if isinstance(world.judge, KnownJudge):
        raise TypeError(f"{kind} cannot be asked")
    judge = world.judge.card
    known = partial(world.ledger.column, judge.digest)
    drawn = sampling.draw(sampling.grades(judge.digest, inputs, known), size, seed)
    world.progress.sending(judge.endpoint, judge.model)
    world.progress.expect(len(drawn))
    recorded = {one.key: one.met for one in drawn}
    answered = agreed = 0
    for answer in world.judge.ask([one.task() for one in drawn]):
        world.progress.answered(answer)
        if answer.grade is not None:
            answered += 1
            agreed += answer.grade.met is recorded[answer.task.key]
    return Regraded(seed, len(drawn), answered, agreed)
