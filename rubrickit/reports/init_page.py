"""What `init` says: which files there are now, and what to do next."""

from collections.abc import Iterator

from rubrickit.core.scaffolding import Pin, Written

_NEXT = """\
Next: read rubrics/returns.yaml, then
  rubrickit lint && rubrickit score
  git add . && git commit --message "A rubric repository"
and edit the rubric: `rubrickit delta` says what the edit does.
"""
_GITHUB = """\
At GitHub: an environment `rubrickit-judge` with the judge's key, and one
`rubrickit-judge-fork` with required reviewers; require the check `rubrickit`.
"""
_NOT_PINNED = """\
warning: this copy of rubrickit does not know its commit; the workflows name its version
hint: until that version is released, and since a tag can be moved, name a commit of
rubrickit's repository with `--pin COMMIT`
"""


def files(written: Written) -> str:
    made = [f"made {name}\n" for name in written.made]
    kept = [f"kept {name}, which exists\n" for name in written.kept]
    return "".join([*made, *kept])


def advice(written: Written, pin: Pin) -> str:
    """For stderr."""
    return "".join(_advice(written, pin))


def _advice(written: Written, pin: Pin) -> Iterator[str]:
    if written.has_example:
        yield _NEXT
    if written.has_workflows:
        yield _GITHUB
    if written.has_pins and not pin.commit:
        yield _NOT_PINNED
