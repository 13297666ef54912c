"""A release's readable page, rendered from its manifest and from nothing else."""

import shlex
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.drafts import Draft
from rubrickit.core.releasing.manifest import Manifest
from rubrickit.reports import documents, numbers, render
from rubrickit.reports.documents import Document
from rubrickit.reports.groups import Group
from rubrickit.reports.pages import Page, Row, Table

_LIMIT = "A model cannot be asked again to the same bits; the scores can be recomputed."


def files(scores: str, made: Manifest) -> dict[str, bytes]:
    """The manifest and its two pages, by path."""
    own = {manifest.path(scores, made.version): manifest.dump(made)}
    return {**own, **pages(scores, made)}


def pages(scores: str, made: Manifest) -> dict[str, bytes]:
    """The same bytes for the same manifest, which must be one of our making."""
    shown = page(made)
    texts = {".md": render.markdown(shown), ".html": render.release(shown)}
    return {
        manifest.path(scores, made.version, suffix): text.encode("utf-8", "replace")
        for suffix, text in texts.items()
    }


def page(made: Manifest) -> Page:
    """Means with what they are over, then what they rest on."""
    found, notes = made.hashed, str(made.about.get("notes", ""))
    results = found["results"]
    return Page(
        title=f"Release {made.version}: mean {_score(results)}",
        lead=(
            *(line for line in notes.splitlines() if line.strip()),
            f"Over {numbers.count(results['n'], 'rubric')}; requirements and additional"
            f" leaves apart: {_score(results['tiers']['required'])} and"
            f" {_score(results['tiers']['additional'])}.",
        ),
        tables=(
            _questions(results["questions"]),
            _means("By agent", "agent", results["agents"]),
            *(_means(f"By {n}", n, v) for n, v in results["slices"].items()),
            _signed(found["signed"]),
            _agreement(found["agreement"]),
        ),
        groups=tuple(group for group in _groups(found) if group.lines),
        notes=(_LIMIT, f"`rubrickit verify {made.version}` recomputes it, offline."),
        foot=f"manifest {made.digest}",
    )


def _score(figure: Mapping[str, Any]) -> str:
    return numbers.score(None if figure["mean"] is None else Fraction(figure["mean"]))


def _questions(found: Mapping[str, Any]) -> Table:
    columns = ("rubric", "mean", "scored", "met", "gate closed")
    rows = tuple(
        (
            name,
            _score(q),
            f"{q['n']} of {q['responses']}",
            f"{q['met']}",
            f"{q['failed']}",
        )
        for name, q in found.items()
    )
    return Table("By rubric", columns, rows, frozenset({1, 2, 3, 4}))


def _means(heading: str, what: str, found: Mapping[str, Any]) -> Table:
    rows = tuple((name, _score(each), f"{each['n']:,}") for name, each in found.items())
    return Table(heading, (what, "mean", "responses"), rows, frozenset({1, 2}))


def _signed(found: Mapping[str, Any]) -> Table:
    rows = tuple(
        (question, leaf, each["name"] or each["id"], each["meaning"], each["at"])
        for question, leaves in found.items()
        for leaf, people in leaves.items()
        for each in people
    )
    return Table("Who signed", ("rubric", "leaf", "who", "meaning", "when"), rows)


def _agreement(found: Mapping[str, Any]) -> Table:
    cells = ("both_yes", "judge_only", "people_only", "both_no")
    rows = tuple(
        (question, leaf, *(str(counts[cell]) for cell in cells))
        for question, leaves in found.items()
        for leaf, counts in leaves.items()
    )
    columns = ("rubric", "leaf", "both yes", "judge alone", "people alone", "both no")
    return Table("Judge and people", columns, rows, frozenset({2, 3, 4, 5}), True)


def _groups(found: Mapping[str, Any]) -> Iterator[Group]:
    judge, gate, ledger = found["judge"], found["gate"], found["ledger"]
    yield Group("What it rests on", tuple(_basis(found)))
    limits = (f"{n}: {_told(v)}" for n, v in gate.items() if n != "commit")
    yield Group(f"Limits, as set in {gate['commit'][:12]}", tuple(limits))
    named = (f"{n}: {judge[n]}" for n in ("kind", "model", "endpoint") if judge[n])
    yield Group("Judge", (*named, f"digest: {judge['digest']}"))
    yield Group("Damaged files of the ledger, which do not count", ledger["damage"])
    yield Group("Without responses, so without a score", found["ungraded"])


def _told(value: Any) -> str:
    return "none" if value is None else str(value)


def _basis(found: Mapping[str, Any]) -> Iterator[str]:
    files, ledger, tool = found["files"], found["ledger"], found["tool"]
    yield f"rubrics at commit {found['rubrics']['commit']}"
    yield f"rubrickit {tool['version']}, with the lock {tool['lock'][:12]}"
    if found["agents"]:
        yield f"the responses of {', '.join(found['agents'])}"
    for kind in ("gold", "labels", "signoffs"):
        count = sum(each["lines"] for each in files[kind].values())
        yield f"{numbers.count(count, 'line')} of {kind}"
    count = len(ledger["segments"])
    yield f"{numbers.count(count, 'segment')} of grades, root {ledger['root'][:12]}"
    yield numbers.count(ledger["clashes"], "clash", "clashes") + " of verdicts"
    for digest in found["previous"]:
        yield f"it follows the manifest {digest}"


def _push(version: str) -> str:
    """Both or neither, and no other tag."""
    return f"`git push --atomic origin HEAD {shlex.quote(version)}`"


def told(draft: Draft, commit: str) -> Page:
    """What was made; without a commit what would be."""
    rows: tuple[Row, ...] = tuple(
        (path, f"{len(d):,}") for path, d in draft.files.items()
    )
    state = "made" if commit else "could be made"
    return Page(
        title=f"rubrickit: release {draft.version} {state}",
        lead=(f"manifest {draft.manifest.digest}",),
        tables=(Table("Files", ("path", "bytes"), rows, frozenset({1})),),
        notes=(f"{_push(draft.version)} publishes it.",) if commit else (),
        foot=f"rubrics at {draft.commit}",
    )


def document(draft: Draft, commit: str) -> Document:
    """The contract `rubrickit.release/1`; `commit` is null where nothing was made."""
    return {
        **documents.head("release"),
        "version": draft.version,
        "commit": commit or None,
        "rubrics": draft.commit,
        "digest": draft.manifest.digest,
        "files": sorted(draft.files),
        "mean_exact": draft.manifest.hashed["results"]["mean"],
    }
