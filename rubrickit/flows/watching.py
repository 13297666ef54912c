"""Looks at a repository again whenever a file in it is saved."""

from collections.abc import Callable, Iterable, Sequence

from rubrickit.core.findings import Finding
from rubrickit.errors import RubrickitError
from rubrickit.reports.documents import Document
from rubrickit.reports.watch_page import Look

Lint = Callable[[], Sequence[Finding]]
Compare = Callable[[], Document]


def look(lint: Lint, compare: Compare, changed: Sequence[str] = ()) -> Look:
    """A fault is what a person looks for while they write, so it ends nothing."""
    findings: tuple[Finding, ...] = ()
    try:
        findings = tuple(lint())
        return Look(tuple(changed), findings, compare())
    except RubrickitError as error:
        return Look(tuple(changed), findings, None, error)


def watch(
    changes: Iterable[Sequence[str]],
    look_at: Callable[[Sequence[str]], Look],
    show: Callable[[Look], None],
) -> None:
    """Ends with `changes`. What says the same as before is not shown again."""
    last = None
    for changed in changes:
        found = look_at(changed)
        if last is None or not found.says_same(last):
            show(found)
        last = found
