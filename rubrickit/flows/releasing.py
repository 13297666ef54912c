"""Makes a release: a state, recomputed from its own files and written down."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rubrickit.audits import Releases, Seals
from rubrickit.core import deltas
from rubrickit.core.findings import Finding
from rubrickit.core.grades import question_digest
from rubrickit.core.releasing import (
    contents,
    differences,
    manifest,
    refusals,
    sealed,
    signed,
    tags,
)
from rubrickit.core.releasing import inputs as files_of
from rubrickit.core.releasing.contents import Origin, Recomputed, Tool
from rubrickit.core.releasing.drafts import Draft
from rubrickit.core.releasing.inputs import Bytes, Files, Inputs
from rubrickit.core.releasing.signed import Signed
from rubrickit.core.results import Ledgered, QuestionScores, Run
from rubrickit.core.versions import Version
from rubrickit.flows import evidence, history, proofs
from rubrickit.reports import release_page
from rubrickit.world import World

SETTINGS = "rubrickit.yaml"


def draft(
    releases: Releases,
    seals: Seals,
    version: str,
    tool: Tool,
    about: Mapping[str, str],
    *,
    agents: Sequence[str] = (),
    findings: Sequence[Finding] = (),
) -> Draft:
    """Nothing refers to it yet; only the responses of `agents` count, if any are named.

    Raises RubrickitError with the reason to refuse.
    """
    here = releases.checkout(version, SETTINGS)
    refusals.check_checkout(version, here, findings)
    tree, brought = _with_grades(releases, seals, here.tree)
    every = seals.inputs(tree, seals.files(tree))
    _check_beside(releases, here.commit, every.files)
    refusals.check_agents(every, agents)
    inputs = every.of_agents(agents)
    world = seals.world(tree, inputs)
    found = recompute(world, inputs)
    refusals.check_scores(inputs, found)
    state = Version(here.commit, here.commit)
    wrote = history.authors(world, state, inputs.rubrics)
    refusals.check_signers(inputs, found, wrote)
    origin = Origin(version, tool, here.commit, here.tree, here.gate, tuple(agents))
    made = manifest.build(contents.hashed(origin, inputs, found), about)
    own = release_page.files(every.files.scores, made)
    refusals.check_new({**every.files.pages, **every.files.manifests}, own)
    files = {**brought, **own}
    return Draft(
        version=version,
        commit=here.commit,
        tree=releases.tree_with(here.tree, files),
        files=files,
        manifest=made,
        message=tags.message(version, here.commit, made.digest, about.get("notes", "")),
    )


def _check_beside(releases: Releases, commit: str, files: Files) -> None:
    """Raises RubrickitError where a release before this one is not what it was."""
    others = files_of.manifests(files)
    earlier = releases.listed(commit)
    gone = tags.dropped(earlier, others, files.scores, releases.manifest)
    refusals.check_chain(gone)
    refusals.check_beside(differences.beside(others))


def _with_grades(releases: Releases, seals: Seals, tree: str) -> tuple[str, Bytes]:
    """The tree with what the release needs of the data branch, and these files.

    Whoever clones the tag alone has no other branch.
    """
    files = seals.files(tree)
    inputs = seals.inputs(tree, files)
    branch = releases.branch_files(inputs.config.paths.scores)
    asked = frozenset(map(question_digest, inputs.rubrics))
    brought = sealed.needed(files.segments, branch.segments, asked)
    brought |= {p: d for p, d in branch.signoffs.items() if p not in files.signoffs}
    judges = {p: d for p, d in branch.judges.items() if p not in files.judges}
    documents = sealed.ledger({}, {**files.judges, **judges})
    both = replace(inputs, files=replace(files, judges={**files.judges, **judges}))
    judge = seals.world(tree, both).judge.card.digest
    needed = {p: d for p, d in judges.items() if f"/{judge}." in p}
    found = {**brought, **(needed if judge in documents.known_cards else {})}
    return (releases.tree_with(tree, found) if found else tree), found


def recompute(world: World, inputs: Inputs) -> Recomputed:
    """Every score, from nothing but these files; nobody is asked."""
    graded = [r for r in inputs.rubrics if r.question_id in inputs.responses]
    run = Run(passes=inputs.config.judge.passes)
    questions = []
    for rubric in graded:
        found = evidence.sheet(
            world, [rubric], inputs.responses[rubric.question_id], run
        )
        side = deltas.side(rubric, found)
        questions.append(QuestionScores(found, side, side.totals.mean))
    ids = {rubric.question_id for rubric in graded}
    return Recomputed(
        judge=world.judge.card,
        questions=tuple(questions),
        ungraded=tuple(
            r.question_id for r in inputs.rubrics if r.question_id not in ids
        ),
        ledger=Ledgered(world.ledger.damage, world.ledger.clashes),
        signed=_signed(world, inputs),
    )


def _signed(world: World, inputs: Inputs) -> Signed:
    experts = inputs.config.experts
    return signed.of(inputs.rubrics, experts, inputs.signoffs, proofs.of(world))
