"""The main job: what does an edit of the rubrics do to every response ever graded?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from rubrickit.core import (
    changes,
    consents,
    deltas,
    gates,
    moves,
    policy,
    scoring,
    slices,
)
from rubrickit.core.canonical import Digest
from rubrickit.core.consents import Consent
from rubrickit.core.deltas import Comparison
from rubrickit.core.gates import Loosening, Weakening
from rubrickit.core.grades import GradeKey
from rubrickit.core.policy import Evidence, Statistic, Total
from rubrickit.core.responses import Response
from rubrickit.core.results import Delta, Edited, Ledgered, Run
from rubrickit.core.rubric import Branch, Rubric
from rubrickit.core.signoffs import Reviewed
from rubrickit.core.versions import DataChanges, EditedRubrics, Span, Version
from rubrickit.errors import NothingToGradeError
from rubrickit.flows import evidence, grading, proofs
from rubrickit.world import World


@dataclass(frozen=True, slots=True)
class Window:
    """Which responses count: all, or those of a time. Bounds are ISO dates or times.

    A response without `created` lies in no bounded window.
    """

    since: str = ""
    until: str = ""

    def _holds(self, response: Response) -> bool:
        day = response.created
        starts = self.since <= day
        ends = not self.until or day[: len(self.until)] <= self.until
        return bool(day) and starts and ends

    def kept(self, responses: Sequence[Response]) -> Sequence[Response]:
        if self == EVER:
            return responses
        return tuple([response for response in responses if self._holds(response)])


EVER = Window()

Infer = Callable[[Sequence[Comparison], Total, Decimal], Statistic]


def edited(world: World, span: Span, window: Window = EVER) -> Edited:
    """Reads no more than the edit touched. Responses are the base's."""
    rubrics = world.repository.edited(span)
    pairs = tuple(_changed(rubrics))
    ids = frozenset(new.question_id for _, new in pairs)
    found = world.repository.responses(span.base, ids) if ids else {}
    return Edited(
        pairs=pairs,
        new=_only(rubrics.after, rubrics.before),
        deleted=_only(rubrics.before, rubrics.after),
        responses={
            question_id: kept
            for question_id, responses in found.items()
            if (kept := window.kept(responses))
        },
    )


def _changed(rubrics: EditedRubrics) -> Iterator[tuple[Rubric, Rubric]]:
    for question_id in sorted(rubrics.before.keys() & rubrics.after.keys()):
        old, new = rubrics.before[question_id], rubrics.after[question_id]
        if old != new and changes.compare(old, new).edits:
            yield old, new


def _only(
    here: Mapping[str, Rubric], there: Mapping[str, Rubric]
) -> tuple[Rubric, ...]:
    return tuple(here[name] for name in sorted(here.keys() - there.keys()))


def delta(
    world: World,
    span: Span,
    *,
    window: Window = EVER,
    infer: Infer | None = None,
    full: bool = False,
    is_proposal: bool = False,
) -> Delta:
    """Diff, plan, grade, compare, decide.

    Limits, gold and judge are the base's. `infer` gives the bounds that the gate rules
    `proven` and `noninferior` look at. `is_proposal`: anybody may have made the edit,
    and grades that it brings along, which later runs would believe, fail it.
    """
    edit = _something(world, span, edited(world, span, window))
    data = world.repository.data_changes(span)
    run = grading.fill(world, edit.graded)
    every = tuple(_compare(world, edit, run))
    forged = _forgeries(data) if is_proposal else ()
    found = replace(
        _evidence(world, span, edit, every, infer), tampering=(*data.altered, *forged)
    )
    return Delta(
        span=span,
        judge=world.judge.card,
        edited=edit,
        evidence=found,
        weakening=tuple(_weakening(every, edit.deleted)),
        data=data,
        decision=policy.decide(found, world.config.gate),
        reasons=_reasons(world, found.comparisons),
        run=run,
        ledger=Ledgered(world.ledger.damage, world.ledger.clashes),
        means=_overall(world, span, run) if full else None,
    )


def _evidence(
    world: World,
    span: Span,
    edit: Edited,
    every: Sequence[Comparison],
    infer: Infer | None,
) -> Evidence:
    """Of what was compared; what else the edit may have touched is no part of it."""
    comparisons = tuple(c for c in every if c.sheet.responses)
    size = len(world.repository.questions_with_responses(span.base))
    total, limit = policy.total(comparisons, size), world.config.gate.max_regression
    loosening = tuple(_loosening(every, edit.deleted))
    return Evidence(
        comparisons=comparisons,
        total=total,
        loosening=loosening,
        consents=_consents(world, span, loosening),
        gaps=slices.gaps(comparisons),
        statistic=infer(comparisons, total, limit) if infer else None,
        without_responses=edit.without_responses,
        deleted=tuple(rubric.question_id for rubric in edit.deleted),
    )


def _something(world: World, span: Span, edit: Edited) -> Edited:
    """A folder without any rubric must not look like an edit without effect."""
    if edit.pairs or edit.new or edit.deleted:
        return edit
    known = world.repository.questions_with_responses(span.base)
    if not known and not world.repository.rubrics(span.head):
        hint = "is this the right folder? `--repo` and `--rubrics` name others"
        raise NothingToGradeError("there is no rubric, here or before", hint=hint)
    return edit


def _forgeries(data: DataChanges) -> Iterator[str]:
    yield from (f"{line}: only trusted runs write grades" for line in data.recorded)
    yield from (
        f"{line}: only the run at a merge writes them" for line in data.approved
    )


def _compare(world: World, edit: Edited, run: Run) -> Iterator[Comparison]:
    """Without responses too: a gate can go where no response shows it."""
    for old, new in edit.pairs:
        responses = edit.responses.get(new.question_id, ())
        sheet = evidence.sheet(world, [old, new], responses, run)
        yield deltas.compare_question(old, new, sheet)


def _loosening(
    comparisons: Sequence[Comparison], deleted: Sequence[Rubric]
) -> Iterator[Loosening]:
    for comparison in comparisons:
        yield from gates.loosenings(comparison)
    for rubric in deleted:
        yield from gates.deleted_gates(rubric)


def _consents(
    world: World, span: Span, loosening: Sequence[Loosening]
) -> tuple[Consent, ...]:
    """Nobody is asked, and nothing is read, where the gate needs no sign-offs."""
    if not loosening or world.config.gate.loosening != "sign_off":
        return ()
    reviewed = world.reviews.reviewed() if world.reviews else Reviewed()
    recorded = world.repository.sign_offs(span)
    experts, proved = world.config.experts, proofs.of(world)
    return tuple(
        consents.consent(item, experts, recorded, reviewed, proved)
        for item in loosening
    )


def _weakening(
    comparisons: Sequence[Comparison], deleted: Sequence[Rubric]
) -> Iterator[Weakening]:
    for rubric in deleted:
        leaves = changes.summary(Branch("", rubric.nodes))
        yield Weakening(rubric.question_id, "deleted", "", leaves, "")
    for comparison in comparisons:
        yield from gates.weakenings(comparison)


def _reasons(world: World, comparisons: Sequence[Comparison]) -> dict[GradeKey, str]:
    """Of the first pass, for the leaves that flipped in responses that moved."""
    judge = world.judge.card.digest
    found = {}
    for comparison in comparisons:
        for key in _flipped(comparison, judge):
            if reason := world.ledger.reason(key):
                found[key] = reason
    return found


def _flipped(comparison: Comparison, judge: Digest) -> Iterator[GradeKey]:
    for move in moves.moves(comparison):
        for flip in move.flips:
            if key := moves.flip_key(comparison, move, flip, judge):
                yield key


def _overall(
    world: World, span: Span, run: Run
) -> tuple[Fraction | None, Fraction | None]:
    """Both states' means over the base's responses, from the grades that there are."""
    responses = world.repository.responses(span.base)
    base, head = (
        scoring.mean(_question_means(world, version, responses, run))
        for version in (span.base, span.head)
    )
    return base, head


def _question_means(
    world: World,
    version: Version,
    responses: Mapping[str, Sequence[Response]],
    run: Run,
) -> list[Fraction]:
    means = (
        deltas.side(rubric, sheet).totals.mean
        for rubric in world.repository.rubrics(version)
        if (found := responses.get(rubric.question_id))
        for sheet in (evidence.sheet(world, [rubric], found, run),)
    )
    return [value for value in means if value is not None]
