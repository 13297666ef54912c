"""Walks back over the commits of the rubrics, scoring what each of them changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rubrickit.core import deltas, grades, overview, planning, trends
from rubrickit.core.canonical import Digest
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.core.overview import ByAgent, QuestionOverview
from rubrickit.core.reporting import Graded, Trend, Wishes
from rubrickit.core.results import Run
from rubrickit.core.rubric import Rubric
from rubrickit.core.trends import Standings
from rubrickit.core.versions import EditedRubrics, Span, Version
from rubrickit.errors import RubrickitError, WorldError
from rubrickit.flows import evidence
from rubrickit.world import World


def trend(
    world: World,
    version: Version,
    questions: Sequence[QuestionOverview],
    wishes: Wishes,
    gold: Version,
) -> Trend:
    """By the judge of the world and every model that graded the same checks.

    `questions` is what the version has, over the responses of `gold`, whatever the
    commit. Costs as much as the rubrics that the commits changed: all others keep the
    standing that they have.
    """
    commits = world.repository.rubric_commits(version, wishes.commits)
    if not commits:
        return Trend()
    lines = [_Line(world, trends.standings(world.judge.card.digest, questions))]
    lines += [_line_of(other, questions) for other in _other_worlds(world, questions)]
    found = Trend(judges=tuple(line.world.judge.card for line in lines))
    newer = version
    for commit in commits:
        older = Version(commit.commit[:12], commit.commit)
        edited = _edited(world, Span(older, newer, commit.subject))
        if isinstance(edited, str):
            found = found.without(commit, edited)
            continue
        newer = older
        for line in lines:
            _step_back(line, edited, wishes, gold)
        found = found.before(p for line in lines for p in line.standings.points(commit))
    return found


@dataclass(frozen=True, slots=True)
class _Line:
    """One judge's standings, which change from commit to commit."""

    world: World
    standings: Standings


def _edited(world: World, span: Span) -> EditedRubrics | str:
    """Or why it cannot be read: an old mistake must not hide all other commits."""
    try:
        return world.repository.edited(span)
    except WorldError:
        raise
    except RubrickitError as error:
        return str(error)


def _other_worlds(
    world: World, questions: Sequence[QuestionOverview]
) -> Iterator[World]:
    """One for each further model whose grades of these checks the ledger holds."""
    for digest, card in sorted(world.ledger.cards().items()):
        is_another_model = card.kind == "openai" and digest != world.judge.card.digest
        if is_another_model and any(
            _has_graded(world, digest, each.rubric) for each in questions
        ):
            yield replace(world, judge=RecordedJudge(card))


def _has_graded(world: World, judge: Digest, rubric: Rubric) -> bool:
    question = grades.question_digest(rubric)
    leaves = map(grades.leaf_digest, planning.judged_leaves(rubric))
    return any(world.ledger.column(judge, question, leaf, 1) for leaf in leaves)


def _line_of(world: World, questions: Sequence[QuestionOverview]) -> _Line:
    graded = [(each.rubric, each.sheet.responses) for each in questions]
    return _Line(world, Standings(world.judge.card.digest, _scored(world, graded)))


def _step_back(
    line: _Line, edited: EditedRubrics, wishes: Wishes, gold: Version
) -> None:
    before, after = edited.before, edited.after
    gone = [name for name in after if before.get(name) != after[name]]
    changed = [before[name] for name in before if before[name] != after.get(name)]
    ids = [rubric.question_id for rubric in changed]
    responses = line.world.repository.responses(gold, ids) if ids else {}
    graded = [
        (rubric, kept)
        for rubric in changed
        if (kept := wishes.kept(responses.get(rubric.question_id, ())))
    ]
    line.standings.replace(gone, _scored(line.world, graded))


def _scored(world: World, graded: Graded) -> dict[str, ByAgent]:
    found = {}
    for rubric, responses in graded:
        sheet = evidence.sheet(world, [rubric], responses, Run())
        groups = overview.by_agent(deltas.side(rubric, sheet), responses)
        found[rubric.question_id] = overview.standings(groups)
    return found
