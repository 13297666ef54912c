"""Why a state is not released: each with the next thing to do."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Never

from rubrickit.core.findings import Finding, on_one_line
from rubrickit.core.releasing import manifest, signed
from rubrickit.core.releasing.contents import Recomputed
from rubrickit.core.releasing.differences import Difference
from rubrickit.core.releasing.inputs import Inputs
from rubrickit.core.releasing.signed import Wrote
from rubrickit.core.responses import outline_of
from rubrickit.core.signoffs import Authors
from rubrickit.errors import NothingToGradeError, RubrickitError

_NAMED = 3


@dataclass(frozen=True, slots=True)
class Checkout:
    """What lies here. `dirty` are the paths that are not as the commit has them."""

    commit: str
    tree: str
    gate: str
    is_shallow: bool
    dirty: tuple[str, ...]
    has_tag: bool


def check_checkout(
    version: str, here: Checkout, findings: Sequence[Finding] = ()
) -> None:
    """Raises RubrickitError with the first reason not to release what lies here."""
    if not manifest.is_name(version):
        _refuse(
            f"`{version}` cannot be a tag and a file's name",
            "letters, digits, `.`, `-`, `_` and `+`, such as `3.2.0`",
        )
    if here.has_tag:
        hint = (
            "releases do not change; choose the next version, or `git tag --delete"
            f" {version}` if an interrupted `release` left it and nobody has it"
        )
        _refuse(f"there is a tag `{version}` already", hint)
    if here.is_shallow:
        hint = "`git fetch --unshallow`, or `fetch-depth: 0` in a workflow"
        _refuse("the clone is shallow, so the release's history is not here", hint)
    if here.dirty:
        _refuse(
            f"the working tree is not the commit: {_some(here.dirty)}",
            "commit these, or `git stash --include-untracked`",
        )
    errors = [finding for finding in findings if finding.level == "error"]
    if errors:
        first = f"{errors[0].place}: {errors[0].message}"
        _refuse(f"lint finds {len(errors)} wrong: {first}", "`rubrickit lint` has all")


def why_not(inputs: Inputs, found: Recomputed) -> str:
    """Why this was not to be released, as far as its own files tell; else ""."""
    try:
        check_scores(inputs, found)
        check_signers(inputs, found, lambda *_: Authors())
    except RubrickitError as error:
        return str(error)
    return ""


def check_new(files: Container[str], made: Iterable[str]) -> None:
    """Raises RubrickitError where a file that a release makes lies there already."""
    for path in made:
        if path in files:
            hint = "name another version, or `git rm` it in a commit of its own"
            _refuse(f"{on_one_line(path)}: lies there already", hint)


def check_beside(found: Iterable[Difference]) -> None:
    """Raises RubrickitError where an earlier manifest is not what it was."""
    for each in found:
        hint = "restore it from the release's tag, and commit it"
        _refuse(f"{on_one_line(each.place)}: {each.recorded} / {each.found}", hint)


def check_chain(dropped: Iterable[Difference]) -> None:
    """Raises RubrickitError where the manifest of an earlier release is not there."""
    for gone in dropped:
        version = gone.place.rpartition("/")[2].removesuffix(".json")
        hint = f"`git checkout {version} -- {gone.place}` brings it back; commit it"
        _refuse(f"{on_one_line(gone.place)}: a release without its manifest", hint)


def check_agents(inputs: Inputs, agents: Sequence[str]) -> None:
    """Raises RubrickitError for an agent that answered nothing."""
    every = map(outline_of, inputs.responses.values())
    known = {agent for found in every for agent in found.agents}
    for agent in agents:
        if agent not in known:
            near = get_close_matches(agent, known, 1)
            told = _some(sorted(known - {""})) or "no response names an agent"
            hint = f"did you mean `{near[0]}`?" if near else f"known: {told}"
            _refuse(
                f"there is no response of `{on_one_line(agent)}`", on_one_line(hint)
            )


def check_signers(inputs: Inputs, found: Recomputed, wrote: Wrote) -> None:
    """The same of who signed the gates; `wrote` is asked for who may not have."""
    unsigned = signed.missing(found.signed, inputs.config.experts, wrote)
    if unsigned:
        hint = "`rubrickit signoff` takes an expert's, of somebody who did not write it"
        _refuse(f"sign-offs are missing on gate leaves: {_some(unsigned)}", hint)


def check_scores(inputs: Inputs, found: Recomputed) -> None:
    """The same of what was computed."""
    judged = [r for r in inputs.rubrics if any(p.leaf.is_judged for p in r.leaves())]
    graded = {question.question_id for question in found.questions}
    if not graded:
        raise NothingToGradeError(
            "no rubric has a response, so there is nothing to release",
            hint="a response in `gold/` names its rubric by `question_id`",
        )
    local = [r.question_id for r in judged if r.question_id in graded]
    if found.judge.kind == "local" and local:
        _refuse(
            f"the embedded `local` judge would decide {_some(local)}",
            "its verdicts never count for a release: choose another `judge`",
        )
    if found.pending:
        total = sum(found.pending.values())
        _refuse(
            f"responses without a score yet: {total:,}, in {_some([*found.pending])}",
            "`rubrickit score` asks for what is missing; commit its grades",
        )


def _refuse(message: str, hint: str) -> Never:
    raise RubrickitError(message, hint=hint)


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_NAMED])
    rest = len(names) - _NAMED
    return f"{shown} and {rest:,} more" if rest > 0 else shown
