"""What `verify` found, in words and as JSON."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rubrickit.core.releasing.differences import Verification
from rubrickit.core.releasing.sampling import Regraded
from rubrickit.core.releasing.signed import Signed
from rubrickit.reports import documents, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Table

_MOST = 20


def page(found: Verification) -> Page:
    """The answer first, then the first difference of each kind."""
    answer = "every figure is recomputed" if found.ok else "NOT what was released"
    checked = found.checked.items()
    counts = (numbers.count(count, name.removesuffix("s")) for name, count in checked)
    return Page(
        title=f"rubrickit: {found.tag} {answer}",
        lead=(", ".join(counts) or "nothing could be recomputed",),
        tables=(
            Table(
                "The first difference of each kind",
                ("kind", "where", "recorded", "found"),
                tuple(
                    (d.kind, d.place, d.recorded, d.found) for d in found.differences
                ),
            ),
        ),
        groups=tuple(
            Group(heading, lines)
            for heading, lines in (
                ("Who signed", tuple(_signed(found.signed))),
                ("Not checked", tuple(f"{u.what}: {u.why}" for u in found.unchecked)),
            )
            if lines
        ),
        notes=(f"signature of the tag: {_signature(found)}", *_sample(found.sample)),
        foot=f"{found.commit} · manifest {found.digest or 'none'}",
    )


def _signed(found: Signed) -> Iterator[str]:
    """A line each gate leaf; the release's page has them all."""
    lines = [
        f"{question_id}: {leaf}: {_people(people)}"
        for question_id, leaves in found.items()
        for leaf, people in leaves.items()
    ]
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield f"… and {len(lines) - _MOST:,} more"


def _people(found: Iterable[Mapping[str, Any]]) -> str:
    told = (f"{each['name'] or each['id']} ({each['meaning']})" for each in found)
    return ", ".join(told) or "nobody"


def _signature(found: Verification) -> str:
    return f"{found.signature} · {found.signer}" if found.signer else found.signature


def _sample(found: Regraded | None) -> Iterator[str]:
    if found is None:
        return
    rate = f"asked again, the judge agreed on {found.agreed} of {found.answered} grades"
    if found.interval:
        low, high = found.interval
        rate += f" (95 % interval of the rate: {low:.3f} to {high:.3f})"
    yield f"{rate}; {found.asked} were drawn with the seed {found.seed}"


def _sample_document(found: Regraded | None) -> Document | None:
    if found is None:
        return None
    return {**asdict(found), "interval": list(found.interval or ()) or None}


def document(found: Verification) -> Document:
    """The contract `rubrickit.verify/1`."""
    return {
        **documents.head("verify"),
        "ok": found.ok,
        "tag": found.tag,
        "commit": found.commit,
        "digest": found.digest or None,
        "signature": found.signature,
        "signer": found.signer,
        "signed": {
            question_id: {leaf: list(people) for leaf, people in leaves.items()}
            for question_id, leaves in found.signed.items()
        },
        "checked": dict(found.checked),
        "differences": [asdict(each) for each in found.differences],
        "sample": _sample_document(found.sample),
        "unchecked": [asdict(each) for each in found.unchecked],
    }
