"""A rubric's history in words, and who last changed what a leaf grades."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, islice

from rubrickit.core import bonds, chronicle, deltas, planning, signoffs
from rubrickit.core.chronicle import Entry, Step, Told, Turn
from rubrickit.core.consents import Signer
from rubrickit.core.git_output import Commit
from rubrickit.core.responses import Response
from rubrickit.core.results import Blame, Blamed, Run
from rubrickit.core.rubric import Rubric
from rubrickit.core.signoffs import Authors, SignOff
from rubrickit.core.versions import Span, Version
from rubrickit.errors import RubrickitError
from rubrickit.flows import evidence, proofs
from rubrickit.world import World


def log(
    world: World, version: Version, question_id: str | None, most: int | None
) -> tuple[Entry, ...]:
    """Newest first, at most so many commits, those left out that changed no grading.

    Means come from recorded grades. Raises RubrickitError for an unknown question.
    """
    steps = list(islice(world.repository.steps(version, question_id), most))
    if question_id and not steps:
        raise _unknown(version, question_id)
    here = world.repository.sign_offs(Span(version, version, "")).rows
    rows = (*here, *world.repository.kept_sign_offs())
    entries = [
        Entry(
            step.commit,
            tuple(_told(world, step, turn, rows) for turn in turns),
            tuple(step.faults.values()),
        )
        for step, turns in chronicle.turns(reversed(steps))
        if turns or step.faults
    ]
    return tuple(reversed(entries))


def _unknown(version: Version, question_id: str) -> RubrickitError:
    return RubrickitError(
        f"there is no rubric `{question_id}` at {version.ref}",
        hint="name another state with `--ref`, or mend its file: `rubrickit lint`",
    )


def _told(world: World, step: Step, turn: Turn, rows: tuple[SignOff, ...]) -> Told:
    version = Version(step.commit.id, step.commit.id)
    ids = {turn.question_id}
    responses = world.repository.responses(version, ids).get(turn.question_id, ())
    policy = world.config.judge.passes
    new_checks = planning.checks(turn.new) - planning.checks(turn.old)
    return Told(
        turn,
        leaves=len(new_checks),
        calls=planning.calls_of(turn.old, turn.new, responses, policy),
        base=_mean(world, turn.old, responses),
        head=_mean(world, turn.new, responses),
        signers=_signers(world, chronicle.about(turn, rows)),
    )


def _mean(
    world: World, rubric: Rubric | None, responses: Sequence[Response]
) -> Fraction | None:
    """None where a response has no score."""
    if rubric is None or not responses:
        return None
    sheet = evidence.sheet(world, [rubric], responses, Run())
    totals = deltas.side(rubric, sheet).totals
    return None if totals.pending else totals.mean


def _signers(world: World, rows: list[SignOff]) -> tuple[Signer, ...]:
    """Of the rows that are of a key or login that is listed now."""
    proved, experts = proofs.of(world), world.config.experts
    return tuple(
        sorted(
            {
                Signer(row.id, row.meaning, row.at)
                for row in rows
                if (expert := experts.named(row.id)) and proved(row, expert)
            }
        )
    )


def authors(
    world: World, version: Version, rubrics: Sequence[Rubric]
) -> Callable[[str, str], Authors]:
    """Who wrote a question's leaf, by its path, as Git has it: its present words, and
    the last edit of how they decide.

    Of a merge these are the people whose commits it brought. History is read for those
    leaves alone that are asked for.
    """
    by_id = {rubric.question_id: rubric for rubric in rubrics}

    @cache
    def origins(question_id: str) -> dict[str, set[Commit]]:
        found: dict[str, set[Commit]] = defaultdict(set)
        for seen in (chronicle.words, bonds.graded):
            steps = world.repository.steps(version, question_id)
            for origin in chronicle.origins(by_id[question_id], steps, seen):
                found[origin.leaf] |= {origin.commit} if origin.commit else set()
        return found

    @cache
    def writers(commit: Commit) -> Authors:
        if not commit.parents:
            return signoffs.authors("", commit.writers)
        before, after = (Version(each, each) for each in (commit.parents[0], commit.id))
        made = world.repository.sign_offs(Span(before, after, ""))
        return signoffs.authors("", made.authors or commit.writers)

    def wrote(question_id: str, path: str) -> Authors:
        every = [writers(commit) for commit in origins(question_id)[path]]
        return Authors(
            frozenset().union(*(each.logins for each in every)),
            frozenset().union(*(each.names for each in every)),
        )

    return wrote


def blame(world: World, version: Version, question_id: str) -> Blame:
    """Raises RubrickitError for an unknown question."""
    steps = world.repository.steps(version, question_id)
    newest = next(steps, None)
    rubric = newest.after.get(question_id) if newest else None
    if newest is None or rubric is None:
        raise _unknown(version, question_id)
    origins = chronicle.origins(rubric, chain([newest], steps))
    commits = {origin.commit for origin in origins if origin.commit}
    releases = {each.id: world.repository.release_of(each.id) for each in commits}
    return Blame(
        version,
        rubric,
        tuple(
            Blamed(placed, origin.commit, releases[origin.commit.id])
            if origin.commit
            else Blamed(placed)
            for placed, origin in zip(rubric.leaves(), origins, strict=True)
        ),
    )
