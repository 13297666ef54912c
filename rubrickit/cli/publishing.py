"""Mode `release` of `rubrickit ci`: made, verified and pushed, or nothing is."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from rubrickit import linting, sealing, wiring
from rubrickit import runner as runners
from rubrickit.cli import output
from rubrickit.cli.progress import Bar
from rubrickit.core.hosting import commands, dispatches
from rubrickit.core.hosting.posts import Annotation
from rubrickit.core.releasing import drafts, statement
from rubrickit.core.releasing.drafts import Draft
from rubrickit.edges import working_clones
from rubrickit.edges.git_commands import GitCommands
from rubrickit.edges.ledger_branch import NAME as DATA_BRANCH
from rubrickit.edges.release_git import ReleaseGit
from rubrickit.errors import Exit, RubrickitError
from rubrickit.flows import releasing, verifying
from rubrickit.reports import dialects, escaping, release_page, render
from rubrickit.runner import Runner


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of `rubrickit ci` that a release looks at."""

    version: str
    agents: str
    repo: Path
    report_dir: Path | None
    dry_run: bool
    quiet: bool


def run(wanted: Wanted) -> Exit:
    """A refusal goes to the log, the summary and the check of the job."""
    runner = runners.found()
    try:
        dispatches.check_release(runner.event, wanted.version)
        with TemporaryDirectory(prefix="rubrickit-") as folder:
            _release(wanted, runner, Path(folder))
    except RubrickitError as error:
        _refuse(runner, error)
        return Exit(error.exit_code)
    return Exit.OK


def _release(wanted: Wanted, runner: Runner, folder: Path) -> None:
    """In a clone of its own, so that the checkout stays as it is whatever happens."""
    git = _brought(wanted, runner)
    clone = working_clones.whole(git, folder / "whole")
    draft, commit = _made(wanted, runner, clone)
    if commit:
        _verify(clone, wanted.version, folder / "alone")
        working_clones.push(clone, commit, runner.event.default_branch, wanted.version)
    place = wanted.report_dir or runner.folder / "rubrickit-release"
    _tell(runner, draft, commit, place)


def _brought(wanted: Wanted, runner: Runner) -> GitCommands:
    """A shallow clone becomes a whole one, with all tags and the data branch.

    Raises RubrickitError where something else than the branch's end is checked out.
    """
    with wiring.open_repository(wiring.Folders(wanted.repo)) as repository:
        repository.required_history()
        remote = runner.git_remote(repository)
        branch = runner.event.default_branch
        remote.fetch_whole(branch)
        remote.fetch_branch(DATA_BRANCH)
        head = remote.git.out("rev-parse", "--verify", "HEAD^{commit}").text
        tip = remote.tip(f"refs/heads/{branch}")
        if tip != head:
            hint = "start again: a release is made of the end of the branch"
            raise RubrickitError(f"`{branch}` has moved on to {tip or '-'}", hint=hint)
        return remote.git


def _made(wanted: Wanted, runner: Runner, clone: GitCommands) -> tuple[Draft, str]:
    """The draft, and its commit, "" in a dry run."""
    folders = wiring.Folders(clone.folder)
    with wiring.open_repository(folders) as repository, Bar(wanted.quiet) as bar:
        who = dispatches.committer(runner.event.author)
        history, own = repository.required_history(), clone.with_variables(who)
        releases = ReleaseGit(history, own)
        draft = releasing.draft(
            releases,
            sealing.without_cache(repository, bar),
            wanted.version,
            sealing.tool(),
            drafts.about(wiring.now(), releases.by(), runner.facts.run_page),
            agents=dispatches.agents(wanted.agents),
            findings=linting.findings(folders),
        )
        return draft, "" if wanted.dry_run else releases.publish(draft)


def _verify(clone: GitCommands, version: str, place: Path) -> None:
    """As an auditor would: from the tag alone. Raises RubrickitError."""
    folders = wiring.Folders(working_clones.of_tag(clone, version, place))
    with wiring.open_repository(folders) as repository, Bar(quiet=True) as bar:
        releases = sealing.releases(repository)
        seals = sealing.without_cache(repository, bar)
        found = verifying.verify(releases, seals, version, sealing.tool(), None)
    if not found.ok:
        first = found.differences[0]
        where = f"{first.kind} {first.place}: {first.recorded} / {first.found}"
        hint = "nothing was pushed; please tell us, this is a fault of rubrickit"
        raise RubrickitError(f"the release cannot be verified: {where}", hint=hint)


def _tell(runner: Runner, draft: Draft, commit: str, place: Path) -> None:
    made = draft.manifest
    place.mkdir(parents=True, exist_ok=True)
    page = render.markdown(release_page.page(made), dialects.GITHUB)
    told = statement.statement(draft, commit)
    paths = {
        "report-path": (place / "report.md", page),
        "json-path": (place / "manifest.json", draft.files[draft.path].decode()),
        "statement-path": (place / "statement.json", output.as_json(told)),
    }
    for path, text in paths.values():
        output.write(path, text)
    subject = told["subject"][0]
    outputs = {
        "verdict": "pass",
        "tag": made.version if commit else "",
        "head-sha": commit,
        "manifest-path": subject["name"],
        "manifest-digest": f"sha256:{subject['digest']['sha256']}",
        "predicate": output.as_json(told["predicate"]),
    }
    runner.write({**outputs, **{n: str(p) for n, (p, _) in paths.items()}}, page)
    did = "released and pushed" if commit else "could be released"
    click.echo(commands.neutral(f"rubrickit: {made.version} {did}"))


def _refuse(runner: Runner, error: RubrickitError) -> None:
    shown = escaping.prose(str(error), 2000)
    hint = escaping.prose(error.hint, 2000)
    summary = f"### rubrickit: nothing was released\n\n{shown}\n\n{hint}\n"
    runner.write({"verdict": "error", "tag": ""}, summary)
    for line in (f"error: {error}", *([f"hint: {error.hint}"] if error.hint else [])):
        click.echo(commands.neutral(line) if runner.obeys_lines else line, err=True)
    if runner.obeys_lines:
        said = Annotation("failure", "", 0, "nothing was released", str(error))
        click.echo(commands.annotated(said))
