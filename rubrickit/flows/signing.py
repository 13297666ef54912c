"""An expert signs for a loosened gate, or for the words of a leaf."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rubrickit.core import segments, signing, signoffs
from rubrickit.core.experts import Expert
from rubrickit.core.signing import Subject
from rubrickit.core.signoffs import Meaning, SignOff
from rubrickit.core.versions import Span
from rubrickit.errors import RubrickitError
from rubrickit.flows import delta
from rubrickit.world import World

Sign = Callable[[str], str]
"""The signature of a text."""


def subjects(
    world: World, span: Span, question_id: str, leaves: Sequence[str]
) -> tuple[Subject, ...]:
    """The named leaves, else the gates of the question that the edit loosens.

    Raises RubrickitError where there is nothing to sign.
    """
    paths = leaves or _loosened(world, span, question_id)
    edited = world.repository.edited(span)
    old, new = (side.get(question_id) for side in (edited.before, edited.after))
    if not old and not new:
        every = world.repository.rubrics(span.head)
        old = new = next((r for r in every if r.question_id == question_id), None)
    found = tuple(signing.subjects(old, new))
    return signing.chosen(found, question_id, paths)


def _loosened(world: World, span: Span, question_id: str) -> list[str]:
    report = delta.delta(world, span)
    mine = [x for x in report.evidence.loosening if x.question_id == question_id]
    if not mine:
        hint = f"name the leaf: `rubrickit signoff {question_id} BRANCH/LEAF …`"
        message = f"no gate of `{question_id}` is known to be loosened here"
        raise RubrickitError(message, hint=hint)
    return list(dict.fromkeys(loosening.leaf for loosening in mine))


def unsigned(
    world: World, wanted: Sequence[Subject], expert: Expert, meaning: Meaning
) -> tuple[SignOff, ...]:
    """Raises RubrickitError for a leaf that is not the expert's to sign."""
    return signing.rows(wanted, expert, meaning, segments.timestamp(world.now))


def signed(
    world: World, rows: Sequence[SignOff], expert: Expert, sign: Sign
) -> tuple[SignOff, ...]:
    """Raises RubrickitError where the key is not the one that the base lists."""
    made = []
    for row in rows:
        text = signoffs.signed_text(row)
        signature = sign(text)
        if not world.signatures.fits(text, signature, expert.public_key):
            hint = f"the base lists for them: {expert.public_key}"
            raise RubrickitError(f"this is not the key of `{expert.id}`", hint=hint)
        made.append(replace(row, signature=signature))
    return tuple(made)
