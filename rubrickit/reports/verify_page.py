"""What `verify` found, in words and as JSON."""

from collections.abc import Iterator
from dataclasses import asdict

from rubrickit.core.releasing.differences import Verification
from rubrickit.core.releasing.sampling import Regraded
from rubrickit.reports import documents, numbers
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Table


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
        groups=(
            Group("Not checked", tuple(f"{u.what}: {u.why}" for u in found.unchecked)),
        )
        if found.unchecked
        else (),
        notes=(f"signature of the tag: {found.signature}", *_sample(found.sample)),
        foot=f"{found.commit} · manifest {found.digest or 'none'}",
    )


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
        "checked": dict(found.checked),
        "differences": [asdict(each) for each in found.differences],
        "sample": _sample_document(found.sample),
        "unchecked": [asdict(each) for each in found.unchecked],
    }
